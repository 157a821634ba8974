"""How well boards are read: dice found, faces, burning, and where the top faces lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np

from models.evaluate.pictures import loaded, missing_sentence
from models.evaluate.records import BoardRecord, DieRecord, ReadsPictures, record_of
from models.evaluate.truth import OFF, TrueBoard
from scoring.statistics.share import Share, share_of
from vision.read.classify import FACE_LABELS
from vision.reading import EyeDoubt

Confusions: TypeAlias = tuple[tuple[tuple[str, str], int], ...]
Centiles: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFigures:
    """What was measured on boards; dice hidden by more than `records.LEAST_VISIBLE` allows do not count."""

    boards: int  # How many
    recall: Share  # True dice that were found (those whose middle lies in the picture), at intersection over union 0.5
    precision: Share  # Found dice that are true ones
    faces: Share  # Poker dice found and lying right, whose face was read right
    sure: Share  # Such dice the reader was sure of
    sure_right: Share  # Of those, faces read right
    burning: Share  # Burning dice found that were called burning; a lean of less than 10° does not count as such
    leaning: Share  # Those of them that lean on something or lie on another
    false_burning: Share  # Dice lying right that were called burning
    foreign: Share  # Dice found that are no poker dice, and were refused as such
    false_foreign: Share  # Poker dice lying right that were refused as foreign
    boards_right: Share  # Boards on which every die was found, every face right and burning told right
    edge_px: Centiles  # Edge of the top faces, pixels; median and 5th percentile
    # Mean distance of corners from the truth, share of the face's edge; median and 95th percentile
    quad_error: Centiles
    flat_tilt_deg: Centiles  # Tilt stated for dice lying right; median and 99th percentile
    confusions: Confusions  # Faces read wrong: (true, read) and how often


def read_board(folder: Path, board: TrueBoard, reader: ReadsPictures) -> BoardRecord | None:
    """Return what was made of a board; None if its picture is absent or unreadable."""
    frame = loaded(board.image, folder)
    return None if frame is None else record_of(board, frame, lambda: reader.read_picture(frame))


def kept_records(
    folder: Path, boards: Sequence[TrueBoard], records: Iterable[BoardRecord | None]
) -> tuple[tuple[BoardRecord, ...], tuple[str, ...]]:
    """Return the records there are, and a sentence about the pictures there are not."""
    read = list(records)
    missing = [board.image for board, record in zip(boards, read, strict=True) if record is None]
    sentences = (missing_sentence(str(folder), missing, len(boards)),) if missing else ()
    return tuple(record for record in read if record is not None), sentences


def board_figures(records: Sequence[BoardRecord], *, sure: float) -> BoardFigures:
    """Return the figures of boards as read."""
    dice = [die for record in records for die in record.dice if die.counts]
    found = [die for die in dice if die.read is not None]
    flat = [die for die in found if is_poker_lying(die)]
    upset = [die for die in found if die.true.burns]
    certain = [die for die in flat if is_sure(die, sure)]
    pip_dice = [die for die in found if die.true.is_foreign]
    extra = sum(len(record.extra) for record in records)
    return BoardFigures(
        boards=len(records),
        recall=Share(len(found), len(dice)),
        precision=Share(len(found), len(found) + extra),
        faces=share_of(die.is_right for die in flat),
        sure=Share(len(certain), len(flat)),
        sure_right=share_of(die.is_right for die in certain),
        burning=share_of(map(is_called_burning, upset)),
        leaning=share_of(is_called_burning(die) for die in upset if die.true.state != OFF),
        false_burning=share_of(is_called_burning(die) for die in found if die.true.lies_right),
        foreign=share_of(map(is_called_foreign, pip_dice)),
        false_foreign=share_of(map(is_called_foreign, flat)),
        boards_right=share_of(map(is_board_right, records)),
        edge_px=_centiles((die.size_px for die in dice), 50, 5),
        quad_error=_centiles((die.quad_error for die in flat), 50, 95),
        flat_tilt_deg=_centiles((die.read.detection.tilt_deg for die in flat if die.read), 50, 99),
        confusions=confusions(flat),
    )


def is_poker_lying(die: DieRecord) -> bool:
    """Return whether a die that was found has a face to be read: a poker die that does not burn."""
    return die.counts and die.read is not None and die.true.lies_right and die.true.is_poker


def is_sure(die: DieRecord, sure: float) -> bool:
    """Return whether the reader was sure of a die's face."""
    return die.read is not None and die.read.confidence >= sure


def is_called_burning(die: DieRecord) -> bool:
    """Return whether a die was found and called burning."""
    return die.read is not None and die.read.is_burning


def is_called_foreign(die: DieRecord) -> bool:
    """Return whether a die was found and refused as no poker die."""
    return die.read is not None and die.read.doubt is EyeDoubt.FOREIGN_FACE


def is_board_right(record: BoardRecord) -> bool:
    """Return whether everything on a board was told right."""
    dice = [die for die in record.dice if die.counts]
    return not record.extra and all(map(_is_die_right, dice))


def _is_die_right(die: DieRecord) -> bool:
    if die.read is None:
        return False
    if die.true.burns:
        return die.read.is_burning
    if not die.true.lies_right and die.read.is_burning:
        return True
    is_told = die.is_right if die.true.is_poker else is_called_foreign(die) or not die.true.is_foreign
    return is_told and not die.read.is_burning


def confusions(dice: Iterable[DieRecord]) -> Confusions:
    """Return the faces read wrong, (true, read) and how often, the most frequent first."""
    wrong = Counter(
        (FACE_LABELS[die.true.label], FACE_LABELS[die.read.label])
        for die in dice
        if die.read is not None and die.true.label is not None and not die.is_right
    )
    return tuple(wrong.most_common())


def _centiles(values: Iterable[float], first: int, second: int) -> Centiles:
    known = np.array([value for value in values if not np.isnan(value)] or [np.nan])
    return float(np.percentile(known, first)), float(np.percentile(known, second))
