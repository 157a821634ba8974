"""Makes confidences probabilities: what share of such peaks are dice, on boards never trained on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.train.peaks import SAME_DIE, Peak, peaks_in
from models.train.pictures.shelf import Picture, PictureShelf
from vision.find.detect import Detector
from vision.find.pose import Pose, PoseReader
from vision.frame import Frame

STEPS = 60
WEIGHT = 1e-3


@dataclass(frozen=True, slots=True)
class ConfidenceFit:
    """Confidence = logistic(scale · logit(heat) + shift)."""

    scale: float
    shift: float


def fitted_confidence(detector: Detector, pictures: Sequence[Picture]) -> ConfidenceFit:
    """Return how heat becomes confidence, by a detector of scale 1 and shift 0 that lets all likely peaks through."""
    peaks = [peak for peak in peaks_in(PictureShelf(pictures), detector) if peak.is_known]
    scale, shift = logistic_weights([log_odds([peak.confidence for peak in peaks])], [is_hit(peak) for peak in peaks])
    return ConfidenceFit(scale, shift)


def fitted_looks(detector: Detector, poses: PoseReader, pictures: Sequence[Picture]) -> dict[str, float]:
    """Return how both looks at a die are weighed, and how what it lies on becomes a probability: contract numbers.

    The detector is calibrated and lets all likely peaks through; the poses' scale is 1, their shift 0.
    """
    shelf = PictureShelf(pictures)
    known = [peak for peak in peaks_in(shelf, detector) if peak.is_known]
    looks = [(peak, _look(shelf, peak, poses)) for peak in known]
    found = log_odds([peak.confidence for peak in known])
    finder, die, die_shift = logistic_weights([found, [pose.die_odds for _, pose in looks]], list(map(is_hit, known)))
    on_board = [(pose, shelf.pictures[peak.picture].dice[peak.die]) for peak, pose in looks if peak.die is not None]
    stacked = log_odds([pose.stacked for pose, _ in on_board])
    scale, shift = logistic_weights([stacked], [true.state == "stacked" for _, true in on_board])
    return {"finder": finder, "die": die, "die_shift": die_shift, "stacked_scale": scale, "stacked_shift": shift}


def is_hit(peak: Peak) -> bool:
    """Return whether a peak is a die."""
    return peak.overlap >= SAME_DIE


def _look(shelf: PictureShelf, peak: Peak, poses: PoseReader) -> Pose:
    """Return what the close-up says of a peak."""
    first, second, third, fourth = ((float(x), float(y)) for x, y in peak.quad)
    return poses.poses(Frame(shelf.pixels(peak.picture)), [(first, second, third, fourth)])[0]


def log_odds(chances: ArrayLike) -> NDArray[np.float64]:
    """Return the logarithm of the odds of probabilities."""
    inner = np.clip(np.asarray(chances, np.float64), 1e-6, 1 - 1e-6)
    return np.asarray(np.log(inner / (1 - inner)), np.float64)


def logistic_weights(columns: Sequence[ArrayLike], hits: Sequence[bool]) -> tuple[float, ...]:
    """Return the logistic regression of hits on columns: a weight each, and the shift, last.

    By Newton's method with a little shrinkage.
    """
    table = np.stack([*(np.asarray(column, np.float64) for column in columns), np.ones(len(hits))], axis=1)
    true = np.asarray(hits, np.float64)
    weights = np.zeros(table.shape[1])
    weights[0] = 1.0
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-np.clip(table @ weights, -50, 50)))
        slope = table.T @ (chances - true) + WEIGHT * weights
        bend = (table * (chances * (1 - chances))[:, None]).T @ table + WEIGHT * np.eye(len(weights))
        weights = weights - np.linalg.solve(bend, slope)
    return tuple(float(weight) for weight in weights)
