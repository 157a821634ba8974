"""Whether confidences are true: of all dice read with 90 %, ninety in a hundred are to be right."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.evaluate.records import DieRecord
from scoring.statistics.share import Share, share_of
from vision.learn.calibration import log_loss

EDGES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)
COLDEST, HOTTEST, STEPS = 0.25, 8.0, 401


@dataclass(frozen=True, slots=True, kw_only=True)
class ReliabilityBin:
    """Dice of about the same confidence."""

    low: float  # Least confidence
    high: float  # Greatest, not included but in the last bin
    confidence: float  # Mean of the dice; NaN of none
    right: Share  # How many were right


@dataclass(frozen=True, slots=True, kw_only=True)
class Reliability:
    """How true confidences are."""

    bins: tuple[ReliabilityBin, ...]  # By rising confidence
    # Mean over all dice of how far their bin's confidence is from its share of right ones (expected calibration error)
    expected_error: float


def reliability(dice: Sequence[DieRecord], edges: Sequence[float] = EDGES) -> Reliability:
    """Return how true the confidences of dice are that were found.

    Source: Naeini, Cooper, Hauskrecht, Obtaining Well Calibrated Probabilities Using Bayesian Binning (2015).
    """
    read = [(die.read.confidence, die.is_right) for die in dice if die.read is not None]
    bins = tuple(_bin(read, low, high) for low, high in itertools.pairwise(edges))
    errors = [abs(one.right.value - one.confidence) * one.right.n for one in bins if one.right.n]
    return Reliability(bins=bins, expected_error=sum(errors) / len(read) if read else float("nan"))


def _bin(read: Sequence[tuple[float, bool]], low: float, high: float) -> ReliabilityBin:
    inside = [(value, is_right) for value, is_right in read if low <= value < high or value == high == 1.0]
    mean = float(np.mean([value for value, _ in inside])) if inside else float("nan")
    return ReliabilityBin(low=low, high=high, confidence=mean, right=share_of(is_right for _, is_right in inside))


def best_temperature(dice: Sequence[DieRecord]) -> float:
    """Return by what the face model's temperature is to be multiplied for its probabilities to fit best.

    The one of greatest likelihood of the true labels, between `COLDEST` and `HOTTEST`.

    Source: Guo, Pleiss, Sun, Weinberger, On Calibration of Modern Neural Networks (2017).
    """
    read = [(die.read, die.true.label) for die in dice if die.read is not None and die.true.label is not None]
    faces = np.array([die.probabilities for die, _ in read], np.float64)
    none = np.clip(1 - faces.sum(axis=1, keepdims=True), 1e-12, 1)
    logits = np.log(np.clip(np.hstack([faces, none]), 1e-12, 1))
    labels = np.array([label for _, label in read])
    scales = np.geomspace(COLDEST, HOTTEST, STEPS)
    return float(scales[np.argmin([log_loss(logits / scale, labels) for scale in scales])])
