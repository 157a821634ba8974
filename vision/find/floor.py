"""Where a picture shows the floor of a tray: dice, hands and shadows on it belong to it, its rim does not."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.model import MODELS_DIR, OnnxModel
from vision.preprocess import padded, shrunk

FLOOR_PATH = MODELS_DIR / "floor.onnx"
FLOOR_LABELS = ("floor",)
FLOOR_STRIDE = 2
FLOOR_WORK_PX = 256
"""Longer side that a picture is looked at."""


@cache
def floor_model() -> OnnxModel:
    """Return the model, loaded once a process.

    Raises:
        ModelMissingError: If the model or its contract is absent.
        ModelContractError: If they do not fit each other or this program.
    """
    model = OnnxModel.load(FLOOR_PATH)
    model.contract.require_labels(FLOOR_LABELS)
    return model


def floor_in(pixels: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return how likely each pixel shows the floor of a tray: log odds, float32 (H, W).

    Args:
        pixels: uint8 (H, W, 3), RGB, `FLOOR_WORK_PX` and more on the longer side.

    Raises:
        ModelError: As `floor_model` does.
    """
    small = shrunk(pixels, FLOOR_WORK_PX)
    odds = floor_model().run(padded(small)[None])["floor"][0, 0]
    height, width = pixels.shape[:2]
    # Middles of cells lie at .5, in both sizes
    grow = np.array([width / small.shape[1], height / small.shape[0]]) * FLOOR_STRIDE
    to_pixels = np.column_stack([np.diag(grow), (grow - 1) / 2])
    large = cv2.warpAffine(odds, to_pixels, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(large, np.float32)
