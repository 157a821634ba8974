"""What was read on each board, held against the truth; every figure is computed from these."""

import glob
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.train.pictures.truth import LabelledDie, TrueBoard
from vision.errors import PictureError
from vision.find.detect import overlaps
from vision.find.picture import load_picture
from vision.frame import Frame
from vision.preprocess import shrunk
from vision.reading import DieReading, Reading, Verdict

SAMPLE_PX = 160


def brightness_of(frame: Frame) -> float:
    """Return the mean lightness of a picture (CIE L*), 0–100."""
    small = shrunk(frame.pixels, SAMPLE_PX).astype(np.float32) / 255
    return float(cv2.cvtColor(small, cv2.COLOR_RGB2Lab)[..., 0].mean())


def matched(found: Sequence[ArrayLike], true: Sequence[ArrayLike], *, least: float = 0.5) -> dict[int, int]:
    """Return which found box (x0, y0, x1, y1) is which true one: number found → number true.

    Each found box, in the order given (most confident first), takes the free true box it overlaps most, at least so
    much: intersection over union.
    """
    pairs: dict[int, int] = {}
    boxes = np.array(true, np.float64).reshape(-1, 4)
    for number, box in enumerate(found):
        union, _ = overlaps(np.asarray(box, np.float64), boxes)
        union[list(pairs.values())] = 0
        if len(union) and union.max() >= least:
            pairs[number] = int(union.argmax())
    return pairs


PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp"})


def find_picture(folder: Path, name: str) -> Path | None:
    """Return the file of a picture; None if there is none.

    A picture saved again as another kind keeps its stem, so one of the same stem is taken where the name itself is
    absent.
    """
    stated = folder / name
    if stated.is_file():
        return stated
    others = sorted(stated.parent.glob(f"{glob.escape(stated.stem)}.*")) if stated.parent.is_dir() else []
    return next((path for path in others if path.suffix.lower() in PICTURE_SUFFIXES), None)


def loaded(name: str, *folders: Path) -> Frame | None:
    """Return a picture from the first folder that has it; None where none has, or it cannot be read."""
    path = next((found for folder in folders if (found := find_picture(folder, name)) is not None), None)
    if path is None:
        return None
    try:
        return load_picture(path)
    except PictureError:
        return None


LEAST_VISIBLE = 0.4
"""Dice hidden further are left out of training, too: found or not, they do not count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DieRecord:
    """A true die and what was made of it."""

    true: LabelledDie  # What is true of it
    read: DieReading | None  # What was read; None if it was not found
    quad_error: float  # How far the corners of its top face are off, see `quad_error`; NaN where unknown

    @property
    def counts(self) -> bool:
        """Return whether enough of it is seen to be found."""
        return self.true.visible >= LEAST_VISIBLE

    @property
    def is_right(self) -> bool:
        """Return whether its face was read right."""
        return self.read is not None and self.read.label == self.true.label


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRecord:
    """A board and what was made of it."""

    image: str  # File, relative to its folder
    tray: str  # What the dice lie in, if stated
    dice: tuple[DieRecord, ...]  # Those whose middle lies in the picture
    extra: tuple[DieReading, ...]  # What was taken for a die and is none
    brightness: float  # Of the picture, see `brightness_of`
    verdict: Verdict = Verdict.CLEAR  # On the whole reading


def record_of(board: TrueBoard, frame: Frame, reading: Reading) -> BoardRecord:
    """Return what was read of a board, held against the truth; the frame is the newest where there are several."""
    dice = sorted(reading.dice, key=lambda die: -die.detection.confidence)
    true = [die for die in board.dice if is_in_picture(die, frame.size_wh)]
    pairs = matched([die.detection.box_xyxy for die in dice], [die.box_xyxy for die in true])
    found = {which: dice[number] for number, which in pairs.items()}
    return BoardRecord(
        image=board.image,
        tray=board.tray,
        dice=tuple(_die_record(die, found.get(which)) for which, die in enumerate(true)),
        extra=tuple(die for number, die in enumerate(dice) if number not in pairs),
        brightness=brightness_of(frame),
        verdict=reading.verdict,
    )


def _die_record(true: LabelledDie, read: DieReading | None) -> DieRecord:
    is_measured = read is not None and len(true.quad) == 4
    error = quad_error(np.array(read.detection.quad), np.array(true.quad)) if read and is_measured else np.nan
    return DieRecord(true=true, read=read, quad_error=float(error))


def is_in_picture(die: LabelledDie, size_wh: tuple[int, int]) -> bool:
    """Return whether the middle of a die's box lies in the picture; thrown far off the board it may not."""
    x0, y0, x1, y1 = die.box_xyxy
    return 0 <= x0 + x1 < 2 * size_wh[0] and 0 <= y0 + y1 < 2 * size_wh[1]


def quad_error(got: NDArray[np.float64], true: NDArray[np.float64]) -> float:
    """Return the mean distance of a quad's corners from the true ones, share of its edge.

    Which corner comes first, and which way round they go, is no error.
    """
    edge = float(np.linalg.norm(true - np.roll(true, 1, axis=0), axis=1).mean())
    turns = (np.roll(way, turn, axis=0) for way in (got, got[::-1]) for turn in range(4))
    return min(float(np.linalg.norm(turned - true, axis=1).mean()) for turned in turns) / edge
