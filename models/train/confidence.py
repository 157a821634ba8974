"""Makes the detector's confidence a probability: what share of such peaks are dice, on boards never trained on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from models.train.pictures import PictureShelf
from vision.detect import overlaps
from vision.frame import Frame
from vision.preprocess import scaled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from models.train.pictures import Picture
    from vision.detect import Detector

LOOK_EDGES_PX = (14.0, 24.0, 36.0, 50.0)
SAME_DIE = 0.5
STEPS = 60
WEIGHT = 1e-3


@dataclass(frozen=True, slots=True)
class ConfidenceFit:
    """Confidence = logistic(scale · logit(heat) + shift)."""

    scale: float
    shift: float


def fitted_confidence(detector: Detector, pictures: Sequence[Picture]) -> ConfidenceFit:
    """Return how heat becomes confidence.

    Args:
        detector: With a scale of 1 and a shift of 0, and every peak let through that may be a die.
        pictures: Boards of held-out designs; each is looked at in one size by turns.
    """
    shelf, peaks = PictureShelf(pictures), []
    for number, picture in enumerate(shelf.pictures):
        edge = LOOK_EDGES_PX[number % len(LOOK_EDGES_PX)]
        peaks += _peaks(detector, shelf.pixels(number), picture, edge)
    heats, hits = np.array(peaks, np.float64).reshape(-1, 2).T
    return _logistic(np.log(heats / (1 - heats)), hits)


def _peaks(detector: Detector, pixels: NDArray[np.uint8], picture: Picture, edge_px: float) -> list[tuple[float, bool]]:
    """Return heat and truth of each peak in a picture, looked at so that its dice have an edge of so many pixels."""
    own = np.median([np.linalg.norm(die.quad[1] - die.quad[0]) for die in picture.dice]) if picture.dice else edge_px
    zoom = min(edge_px / own, 1.5)
    small = scaled(pixels, zoom)
    boxes = np.array([die.box_xyxy * zoom for die in picture.dice]).reshape(-1, 4)
    seen = detector.detect(Frame(small), long_sides_px=(max(small.shape[:2]),))
    known = [(one, overlaps(np.array(one.box_xyxy), boxes)[0]) for one in seen]
    return [(float(np.clip(one.confidence, 1e-6, 1 - 1e-6)), bool((union >= SAME_DIE).any())) for one, union in known]


def _logistic(x: NDArray[np.float64], hits: NDArray[np.float64]) -> ConfidenceFit:
    """Return the logistic regression of hits on x, by Newton's method with a little shrinkage."""
    columns = np.stack([x, np.ones_like(x)], axis=1)
    weights = np.array([1.0, 0.0])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-columns @ weights))
        slope = columns.T @ (chances - hits) + WEIGHT * weights
        bend = (columns * (chances * (1 - chances))[:, None]).T @ columns + WEIGHT * np.eye(2)
        weights = weights - np.linalg.solve(bend, slope)
    return ConfidenceFit(float(weights[0]), float(weights[1]))
