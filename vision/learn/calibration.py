"""What the shown crops say about themselves: each is read by the others, as if it had not been shown.

Which way of looking can be trusted differs from set to set (a network knows letters, colours tell dice whose faces
differ in nothing else), and so does how sure a reading may be. Both are taken from the crops alone.
"""

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

STEPS = 3
"""Weights are tried in thirds."""
EMBEDDED = 3.0
"""Log probability by which the embedding is believed beforehand: crops of one light cannot tell that pictures change in
another and embeddings hardly do."""
TEMPERATURES = np.geomspace(0.01, 0.5, 40)
USUAL_TEMPERATURE = 0.06
DOUBT = 0.05
"""How much a temperature other than the usual one must gain: a dozen crops may all lie well apart by luck."""
USUAL_LIKENESS, LEAST_SPREAD = 0.75, 0.04
NOTHING = 1e-9
NEVER = -9.0
"""Likeness to a label of which nothing was shown; below any there is."""


@dataclass(frozen=True, slots=True)
class FaceCalibration:
    """How a set's likenesses are turned into probabilities."""

    # One a way of looking, summing to 1; the last is the general reader's where the set has one.
    weights: tuple[float, ...]
    temperature: float  # By which likenesses are divided before the softmax
    likeness: float  # Of a crop to the nearest one of its own face, mean over those shown
    spread: float  # Its standard deviation
    # Whether each crop shown is read right by the others; None where no other shows its face.
    right: tuple[bool | None, ...]


def calibrated(alike: NDArray[np.float32], labels: NDArray[np.intp], general: NDArray[np.float64]) -> FaceCalibration:
    """Return the calibration that fits crops best when each is read by the others.

    Weights are averaged over all that were tried, each by how well it fits and how much of it is the embedding's; the
    temperature is then the one of least log loss.

    Args:
        alike: float32 (K, K, W), how alike crops are, by way of looking; the first is the embedding.
        labels: (K,), 0 and up.
        general: float64 (K, L, G), what the general reader adds to each label; G is 0 where it knows other labels.
    """
    known = np.array([np.count_nonzero(labels == label) > 1 for label in labels], bool)
    tried = simplex(alike.shape[2] + general.shape[2])
    if not known.any():
        mean = tried.mean(axis=0)
        return FaceCalibration(tuple(mean), USUAL_TEMPERATURE, USUAL_LIKENESS, LEAST_SPREAD, (None,) * len(labels))
    alone = _without_itself(alike)
    losses = np.array([_fit(scores(alone, labels, general, weights)[known], labels[known])[0] for weights in tried])
    shares = np.exp(EMBEDDED * tried[:, 0] - np.count_nonzero(known) * (losses - losses.min()))
    weights = shares @ tried / shares.sum()
    read = scores(alone, labels, general, weights)
    own = _own_likeness(alone, labels, weights)[known]
    right = zip(read.argmax(axis=1) == labels, known, strict=True)
    return FaceCalibration(
        weights=tuple(float(weight) for weight in weights),
        temperature=_fit(read[known], labels[known])[1],
        likeness=float(own.mean()),
        spread=max(float(own.std()), LEAST_SPREAD),
        right=tuple(bool(is_right) if is_known else None for is_right, is_known in right),
    )


def scores(
    alike: NDArray[np.float32], labels: NDArray[np.intp], general: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return how alike crops are to each label: to the nearest crop of it, in all ways together.

    The nearest, not the mean: two crops of one face differ by light and turn, and a third is often like one of them.

    Args:
        alike: float32 (N, K, W).
        labels: (K,), of the crops shown.
        general: float64 (N, L, G).
        weights: float64 (W + G,).

    Returns:
        float64 (N, L); NEVER where nothing of a label was shown.
    """
    ways = alike.shape[2]
    weighted = alike @ weights[:ways]
    nearest = [weighted[:, labels == label].max(axis=1, initial=NEVER) for label in range(general.shape[1])]
    return np.asarray(np.stack(nearest, axis=1) + general @ weights[ways:], np.float64)


def together(alike: NDArray[np.float32], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how alike crops are in all ways together, −1 to 1, float64 (N, K); the general reader has no say in it."""
    ways = weights[: alike.shape[2]]
    return np.asarray(alike @ (ways / max(ways.sum(), NOTHING)), np.float64)


def simplex(ways: int) -> NDArray[np.float64]:
    """Return all weights in thirds that sum to 1, float64 (M, ways).

    >>> simplex(2).tolist()[0], len(simplex(4))
    ([0.0, 1.0], 20)
    """
    steps = [parts for parts in itertools.product(range(STEPS + 1), repeat=ways) if sum(parts) == STEPS]
    return np.array(steps, np.float64) / STEPS


def _without_itself(alike: NDArray[np.float32]) -> NDArray[np.float32]:
    alone = alike.copy()
    alone[np.arange(len(alone)), np.arange(len(alone))] = NEVER
    return alone


def _own_likeness(
    alone: NDArray[np.float32], labels: NDArray[np.intp], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return how alike each crop is to the nearest other one of its face, by pictures and embedding alone."""
    is_own = labels[:, None] == labels[None, :]
    return np.asarray(np.where(is_own, together(alone, weights), NEVER).max(axis=1), np.float64)


def _fit(read: NDArray[np.float64], labels: NDArray[np.intp]) -> tuple[float, float]:
    """Return the least log loss of readings, and the temperature it is reached at."""
    losses = [
        log_loss(read / temperature, labels) + DOUBT * np.log(temperature / USUAL_TEMPERATURE) ** 2
        for temperature in TEMPERATURES
    ]
    best = int(np.argmin(losses))
    return float(losses[best]), float(TEMPERATURES[best])


def log_loss(logits: NDArray[np.float64], labels: NDArray[np.intp]) -> float:
    """Return the mean negative log probability of the true labels."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    chances = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return float(-chances[np.arange(len(labels)), labels].mean())
