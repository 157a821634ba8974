"""What a detector takes for dice, what of it is none, and how its confidences become probabilities."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from tqdm import tqdm

from models.train.pictures.shelf import Picture, PictureShelf
from vision.find.detect import Detector, overlaps
from vision.find.pose import PoseReader
from vision.frame import Frame
from vision.preprocess import scaled
from vision.reading import quad_of

LOOK_EDGES_PX = (9.0, 13.0, 18.0, 25.0)
LOOKS_WITHOUT_DICE_PX = (160, 256, 384, 640)
MOST_ENLARGEMENT = 1.5
SAME_DIE = 0.5
NO_DIE = 0.2
MOST_PEAKS = 10


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Peak:
    """What a detector found."""

    picture: int  # Number of the picture
    quad: NDArray[np.float64]  # float64 (4, 2), the top face as the detector saw it, picture pixels
    confidence: float  # The detector's
    overlap: float  # With the true die it fits best, over their union, 0–1
    is_known: bool  # Whether the truth tells what is there: not where dice are ignored or nearly hidden
    die: int | None  # Number of that true die, None where it fits none


def peaks_in(shelf: PictureShelf, detector: Detector) -> tuple[Peak, ...]:
    """Return what a detector finds in pictures, each looked at in one size by turns, the most confident of each."""
    numbers = tqdm(range(len(shelf)), desc="peaks", mininterval=20)
    return tuple(peak for number in numbers for peak in _peaks_of(shelf, number, detector))


def false_peaks(peaks: Sequence[Peak]) -> tuple[Peak, ...]:
    """Return those that are no dice for certain."""
    return tuple(peak for peak in peaks if peak.is_known and peak.overlap < NO_DIE)


def _peaks_of(shelf: PictureShelf, number: int, detector: Detector) -> Iterator[Peak]:
    picture, pixels = shelf.pictures[number], shelf.pixels(number)
    zoom = _zoom(picture, max(pixels.shape[:2]), number)
    small = scaled(pixels, zoom)
    true = np.array([die.box_xyxy for die in picture.dice], np.float64).reshape(-1, 4)
    # Dice are as large as it likes them: it looks at the picture as it is.
    for one in detector.detect(Frame(small), edge_px=detector.policy.good_edge_px)[:MOST_PEAKS]:
        box = np.array(one.box_xyxy) / zoom
        union, _ = overlaps(box, true)
        _, hidden = overlaps(box, picture.ignored)
        best = int(union.argmax()) if len(union) else None
        is_clear = best is None or union[best] < NO_DIE or picture.dice[best].visible >= 0.4
        yield Peak(
            picture=number,
            quad=np.array(one.quad) / zoom,
            confidence=one.confidence,
            overlap=0.0 if best is None else float(union[best]),
            is_known=is_clear and not (hidden > 0).any(),
            die=best if best is not None and union[best] >= SAME_DIE else None,
        )


def _zoom(picture: Picture, long_side_px: int, number: int) -> float:
    if not picture.dice:
        wanted = LOOKS_WITHOUT_DICE_PX[number % len(LOOKS_WITHOUT_DICE_PX)] / long_side_px
    else:
        edges = [np.linalg.norm(die.quad[1] - die.quad[0]) for die in picture.dice]
        wanted = LOOK_EDGES_PX[number % len(LOOK_EDGES_PX)] / float(np.median(edges))
    return float(min(wanted, MOST_ENLARGEMENT))


STEPS = 60
WEIGHT = 1e-3


def fitted_confidence(detector: Detector, pictures: Sequence[Picture]) -> dict[str, float]:
    """Return how heat becomes confidence, logistic(scale · logit(heat) + shift): contract numbers.

    The detector has a scale of 1 and a shift of 0 and lets through all peaks that may be dice.
    """
    peaks = [peak for peak in peaks_in(PictureShelf(pictures), detector) if peak.is_known]
    scale, shift = logistic_weights([log_odds([peak.confidence for peak in peaks])], [is_hit(peak) for peak in peaks])
    return {"confidence_scale": scale, "confidence_shift": shift}


def fitted_looks(detector: Detector, poses: PoseReader, pictures: Sequence[Picture]) -> dict[str, float]:
    """Return how both looks at a die are weighed, and how what it lies on becomes a probability: contract numbers.

    The detector is calibrated and lets all likely peaks through; the poses' scale is 1, their shift 0.
    """
    shelf = PictureShelf(pictures)
    known = [peak for peak in peaks_in(shelf, detector) if peak.is_known]
    looks = [(peak, poses.poses(Frame(shelf.pixels(peak.picture)), [quad_of(peak.quad)])[0]) for peak in known]
    found = log_odds([peak.confidence for peak in known])
    finder, die, die_shift = logistic_weights([found, [pose.die_odds for _, pose in looks]], list(map(is_hit, known)))
    on_board = [(pose, shelf.pictures[peak.picture].dice[peak.die]) for peak, pose in looks if peak.die is not None]
    scale, shift = logistic_weights(
        [[pose.stacked_odds for pose, _ in on_board]], [true.state == "stacked" for _, true in on_board]
    )
    return {"finder": finder, "die": die, "die_shift": die_shift, "stacked_scale": scale, "stacked_shift": shift}


def is_hit(peak: Peak) -> bool:
    """Return whether a peak is a die."""
    return peak.overlap >= SAME_DIE


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
