"""Reads boards with the network that does everything, as ours are read: a picture in, a reading out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import onnxruntime as ort
import torch

from models.train.single_net import KINDS
from models.train.single_patches import places
from vision.find.detect import DetectorPolicy, distinct
from vision.model import INPUT_NAME
from vision.preprocess import padded, scaled
from vision.read.reader import verdict_of
from vision.reading import Detection, DieReading, Doubt, Reading

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray
    from torch import nn

    from vision.frame import Frame

SIDE_PX = 640
OUTPUTS = ("kinds", "distances")
OPSET = 18
LEAST_CONFIDENCE = 0.05
"""Below this nothing is worth a look; what counts as found is chosen on other boards."""


def write_single(graph: nn.Module, onnx_path: Path) -> None:
    """Write the network as ONNX, for one picture of 640 × 640 pixels; its weights stay 32 bits wide.

    Args:
        graph: A `SingleGraph` in evaluation mode.
        onnx_path: Where to.
    """
    sample = torch.zeros((1, SIDE_PX, SIDE_PX, 3), dtype=torch.uint8)
    torch.onnx.export(
        graph, (sample,), str(onnx_path), dynamo=True, input_names=[INPUT_NAME], output_names=list(OUTPUTS),
        opset_version=OPSET, external_data=False, verbose=False,
    )  # fmt: skip


class SingleReader:
    """Reads a picture in one go.

    Args:
        onnx_path: As `write_single` writes it.
        least_confidence: From which on something is a die.
        policy: Which boxes are the same die.
    """

    def __init__(
        self, onnx_path: Path, *, least_confidence: float = LEAST_CONFIDENCE, policy: DetectorPolicy | None = None
    ) -> None:
        """Load the network, for one thread."""
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1
        self._session = ort.InferenceSession(str(onnx_path), options, providers=["CPUExecutionProvider"])
        self._least_confidence = least_confidence
        self._policy = policy or DetectorPolicy()

    def read_picture(self, frame: Frame) -> Reading:
        """Return the dice in a picture; it knows nothing of burning dice."""
        zoom = SIDE_PX / max(frame.size_wh)
        pixels = padded(scaled(frame.pixels, zoom), SIDE_PX)
        kinds, distances = self._session.run(list(OUTPUTS), {INPUT_NAME: pixels[None]})
        boxes, chances = decode(kinds[0], distances[0], least_confidence=self._least_confidence)
        by_detection = {_detection(box / zoom, one): one for box, one in zip(boxes, chances, strict=True)}
        dice = tuple(_die(one, by_detection[one]) for one in distinct(by_detection, self._policy))
        return Reading(dice=dice, verdict=verdict_of(dice, None), exposed_ns=frame.exposed_ns, size_wh=frame.size_wh)


def decode(
    kinds: NDArray[np.float32], distances: NDArray[np.float32], *, least_confidence: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the boxes that places of a square picture state (N, 4), pixels, and the chances of their kinds.

    Args:
        kinds: float32 (P, KINDS), 0–1.
        distances: float32 (P, 4), in strides.
        least_confidence: Places less sure of every kind state nothing.
    """
    # Over all strides a square of side s has s²·(1/8² + 1/16² + 1/32²) = 21·(s/32)² places.
    side_px = 32 * round((len(kinds) / 21) ** 0.5)
    middles, strides = places(side_px, side_px)
    is_die = kinds.max(axis=1) >= least_confidence
    left_top, right_bottom = np.split(distances[is_die] * strides[is_die, None], 2, axis=1)
    boxes = np.hstack([middles[is_die] - left_top, middles[is_die] + right_bottom])
    return boxes, kinds[is_die].astype(np.float64)


def _detection(box: NDArray[np.float64], chances: NDArray[np.float64]) -> Detection:
    x0, y0, x1, y1 = box.tolist()
    return Detection(
        box_xyxy=(x0, y0, x1, y1),
        quad=((x0, y0), (x1, y0), (x1, y1), (x0, y1)),
        tilt_deg=0.0,
        confidence=float(chances.max()),
    )


def _die(detection: Detection, chances: NDArray[np.float64]) -> DieReading:
    faces = chances[: KINDS - 1]
    is_foreign = bool(chances[-1] > faces.max())
    return DieReading(
        detection=detection,
        label=int(faces.argmax()),
        probabilities=tuple((faces / max(1.0, chances.sum())).tolist()),
        confidence=float(faces.max()),
        is_burning=False,
        doubt=Doubt.FOREIGN_FACE if is_foreign else Doubt.NONE,
    )
