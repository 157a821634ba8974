"""The worst dice on one sheet: what was taken for what, how surely, how large, on which board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.evaluate.pictures import loaded
from models.evaluate.records import BoardRecord, DieRecord
from vision.read.classify import FACE_LABELS
from vision.reading import Box, DieReading, EyeDoubt

CROP_PX, TEXT_PX, COLUMNS = 128, 60, 8
MARGIN = 0.25
LINE_LETTERS = 18
INK, PAPER = (20, 20, 20), 255
SILENT, MISSED, INVENTED = 2.0, 1.5, 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BadDie:
    """A die that went wrong, or nearly."""

    # Above 2 for what is wrong and silent, the surer the worse; 1.5 for a die not found; above 1 for one that is none;
    # below for dice read right, the less sure the worse
    badness: float
    told: str  # What was taken for what: true > read
    confidence: float  # Of the reading; NaN where there is none
    size_px: float  # Edge of the top face
    box_xyxy: Box  # Where, in its picture
    folder: Path  # Of the picture
    image: str  # The picture


def worst_dice(boards: Mapping[Path, Sequence[BoardRecord]], count: int) -> tuple[BadDie, ...]:
    """Return the worst dice of boards as read, the worst first."""
    bad = (die for folder, records in boards.items() for record in records for die in _of_board(folder, record))
    return tuple(sorted(bad, key=lambda die: -die.badness)[:count])


def _of_board(folder: Path, record: BoardRecord) -> Iterable[BadDie]:
    for die in record.dice:
        if die.counts and die.true.label is not None:
            yield _bad_die(folder, record.image, die)
    for extra in record.extra:
        yield _invented(folder, record.image, extra)


def _bad_die(folder: Path, image: str, die: DieRecord) -> BadDie:
    badness = MISSED if die.read is None else _badness(die, die.read)
    return BadDie(
        badness=badness,
        told=f"{_truth(die)}>{_reading(die.read)}",
        confidence=die.read.confidence if die.read else np.nan,
        size_px=die.size_px,
        box_xyxy=die.true.box_xyxy,
        folder=folder,
        image=image,
    )


def _badness(die: DieRecord, read: DieReading) -> float:
    if die.true.burns:
        return 0.0 if read.is_burning else SILENT + read.confidence
    if read.is_burning:
        return SILENT if die.true.lies_right else 0.0
    if die.true.is_poker:
        return 1 - read.confidence if die.is_right else SILENT + read.confidence
    return SILENT + read.confidence if read.doubt is EyeDoubt.NONE else 0.0


def _invented(folder: Path, image: str, read: DieReading) -> BadDie:
    return BadDie(
        badness=INVENTED + read.confidence,
        told=f"no die>{_reading(read)}",
        confidence=read.confidence,
        size_px=read.detection.size_px,
        box_xyxy=read.detection.box_xyxy,
        folder=folder,
        image=image,
    )


def _truth(die: DieRecord) -> str:
    face = FACE_LABELS[die.true.label] if die.true.is_poker and die.true.label is not None else "foreign"
    return face if die.true.lies_right else f"{face} {die.true.state}"


def _reading(read: DieReading | None) -> str:
    if read is None:
        return "not found"
    if read.doubt is EyeDoubt.FOREIGN_FACE:
        return "foreign"
    return f"{FACE_LABELS[read.label]}{' burning' if read.is_burning else ''}"


def contact_sheet(dice: Sequence[BadDie]) -> NDArray[np.uint8]:
    """Return the sheet, uint8 (H, W, 3) RGB; pictures that are gone leave their place grey."""
    tiles = [_tile(die) for die in dice]
    blank = np.full((CROP_PX + TEXT_PX, CROP_PX, 3), PAPER, np.uint8)
    tiles += [blank] * (-len(tiles) % COLUMNS or (0 if tiles else COLUMNS))
    rows = [np.hstack(tiles[start : start + COLUMNS]) for start in range(0, len(tiles), COLUMNS)]
    return np.asarray(np.vstack(rows), np.uint8)


def _tile(die: BadDie) -> NDArray[np.uint8]:
    tile = np.full((CROP_PX + TEXT_PX, CROP_PX, 3), PAPER, np.uint8)
    tile[:CROP_PX, : CROP_PX - 2] = _crop(die)[:, : CROP_PX - 2]
    confidence = "" if np.isnan(die.confidence) else f" {die.confidence:.2f}"
    board = f"{die.folder.resolve().name.split('-')[0]}", Path(die.image).stem
    lines = (die.told, f"{die.size_px:.0f} px{confidence}", *(line[-LINE_LETTERS:] for line in board))
    for number, line in enumerate(lines):
        at = (2, CROP_PX + 13 + 14 * number)
        cv2.putText(tile, line, at, cv2.FONT_HERSHEY_SIMPLEX, 0.36, INK, 1, cv2.LINE_AA)
    return tile


def _crop(die: BadDie) -> NDArray[np.uint8]:
    """Return a die and a little around it, square."""
    frame = loaded(die.image, die.folder)
    if frame is None:
        return np.full((CROP_PX, CROP_PX, 3), 128, np.uint8)
    x0, y0, x1, y1 = die.box_xyxy
    half = max(x1 - x0, y1 - y0, 4.0) * (0.5 + MARGIN)
    left, top = (x0 + x1) / 2 - half, (y0 + y1) / 2 - half
    zoom = 2 * half / CROP_PX
    to_picture = np.array([[zoom, 0, left], [0, zoom, top]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.warpAffine(frame.pixels, to_picture, (CROP_PX, CROP_PX), flags=flags)
    return np.asarray(crop, np.uint8)
