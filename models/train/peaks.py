"""What a detector takes for dice and is none: what the close-up look has to refuse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from models.train.pictures.shelf import Picture, PictureShelf
from vision.find.detect import Detector, overlaps
from vision.frame import Frame
from vision.preprocess import scaled

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
    found: list[Peak] = []
    for number in tqdm(range(len(shelf)), desc="peaks", mininterval=20):
        found += _peaks_of(shelf.pictures[number], shelf.pixels(number), number, detector)
    return tuple(found)


def false_peaks(peaks: Sequence[Peak]) -> tuple[Peak, ...]:
    """Return those that are no dice for certain."""
    return tuple(peak for peak in peaks if peak.is_known and peak.overlap < NO_DIE)


def _peaks_of(picture: Picture, pixels: NDArray[np.uint8], number: int, detector: Detector) -> list[Peak]:
    zoom = _zoom(picture, max(pixels.shape[:2]), number)
    small = scaled(pixels, zoom)
    seen = detector.detect(Frame(small), long_sides_px=(max(small.shape[:2]),))[:MOST_PEAKS]
    true = np.array([die.box_xyxy for die in picture.dice], np.float64).reshape(-1, 4)
    found = []
    for one in seen:
        box = np.array(one.box_xyxy) / zoom
        union, _ = overlaps(box, true)
        _, hidden = overlaps(box, picture.ignored)
        best = int(union.argmax()) if len(union) else None
        is_clear = best is None or union[best] < NO_DIE or picture.dice[best].visible >= 0.4
        found.append(
            Peak(
                picture=number,
                quad=np.array(one.quad) / zoom,
                confidence=one.confidence,
                overlap=0.0 if best is None else float(union[best]),
                is_known=is_clear and not (hidden > 0).any(),
                die=best if best is not None and union[best] >= SAME_DIE else None,
            )
        )
    return found


def _zoom(picture: Picture, long_side_px: int, number: int) -> float:
    """Return in which size a picture is looked at."""
    if not picture.dice:
        wanted = LOOKS_WITHOUT_DICE_PX[number % len(LOOKS_WITHOUT_DICE_PX)] / long_side_px
    else:
        edges = [np.linalg.norm(die.quad[1] - die.quad[0]) for die in picture.dice]
        wanted = LOOK_EDGES_PX[number % len(LOOK_EDGES_PX)] / float(np.median(edges))
    return float(min(wanted, MOST_ENLARGEMENT))
