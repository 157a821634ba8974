"""How well boards are read: dice found, faces, burning, and where the top faces lie."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from models.evaluate.records import BoardRecord, DieRecord
from models.render.world import DieState
from scoring.statistics.share import Share, share_of
from vision.read.classify import FACE_LABELS
from vision.reading import DICE_EXPECTED, DieReading, EyeDoubt, Verdict

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


def board_figures(records: Sequence[BoardRecord], *, sure: float) -> BoardFigures:
    """Return the figures of boards as read."""
    dice = [die for record in records for die in record.dice if die.counts]
    found = [die for die in dice if die.read is not None]
    flat = [die for die in found if is_poker_lying(die)]
    upset = [die for die in found if die.true.burns]
    certain = [die for die in flat if is_sure(die, sure)]
    pip_dice = [die for die in found if die.true.is_foreign]
    return BoardFigures(
        boards=len(records),
        recall=Share(len(found), len(dice)),
        precision=Share(len(found), len(found) + sum(len(record.extra) for record in records)),
        faces=share_of(die.is_right for die in flat),
        sure=Share(len(certain), len(flat)),
        sure_right=share_of(die.is_right for die in certain),
        burning=share_of(map(is_called_burning, upset)),
        leaning=share_of(is_called_burning(die) for die in upset if die.true.state != DieState.OFF),
        false_burning=share_of(is_called_burning(die) for die in found if die.true.lies_right),
        foreign=share_of(map(is_called_foreign, pip_dice)),
        false_foreign=share_of(map(is_called_foreign, flat)),
        boards_right=share_of(map(is_board_right, records)),
        edge_px=_centiles((die.true.edge_px for die in dice), 50, 5),
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
    return not record.extra and all(_is_die_right(die) for die in record.dice if die.counts)


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


BARELY_VISIBLE = 0.05
"""Dice hidden further cannot be counted by anybody."""

WELL_VISIBLE = 0.6
"""Between the two, how many dice lie there is a matter of taste: such boards are no throws to be judged."""

REFUSED = frozenset({Verdict.HAND_IN_VIEW, Verdict.NO_BOARD, Verdict.TOO_DARK, Verdict.TOO_BRIGHT})
"""Verdicts by which no throw is taken, whatever dice were read."""

FACE_ALONE = frozenset({EyeDoubt.NONE, EyeDoubt.FACE_UNCLEAR})


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowFigures:
    """What was measured on whole throws; boards with half-hidden dice are left out."""

    five_right: Share  # Throws of five poker dice lying right: all five found, nothing else, every face right
    refused: Share  # Such throws that were refused as a whole: a hand, no board, too dark or too bright
    asked: Share  # Such throws that were not accepted without a question
    # Dice wrong among those of accepted readings, whatever lay there: another face, burning, foreign, no die
    wrong: Share
    burning: Share  # Dice leaning by 10° or more, or stacked, that were called burning; those not found are misses
    alarms: Share  # Throws of dice all lying right in which one was called burning


def throw_figures(records: Sequence[BoardRecord], *, sure: float) -> ThrowFigures:
    """Return the figures of whole throws."""
    throws = [record for record in records if is_countable(record)]
    fives = [record for record in throws if is_five_lying_right(record)]
    lying = [record for record in throws if record.dice and all(die.true.lies_right for die in dice_seen(record))]
    upset = [die for record in throws for die in dice_seen(record) if die.true.burns and die.true.state != DieState.OFF]
    return ThrowFigures(
        five_right=share_of(map(is_all_right, fives)),
        refused=share_of(map(is_refused, fives)),
        asked=share_of(trust_in(record) < sure for record in fives),
        wrong=wrong_among(throws, sure=sure),
        burning=share_of(map(is_called_burning, upset)),
        alarms=share_of(any(die.is_burning for die in dice_read(record)) for record in lying),
    )


def is_refused(record: BoardRecord) -> bool:
    """Return whether the reading was refused as a whole."""
    return record.verdict in REFUSED


def dice_seen(record: BoardRecord) -> tuple[DieRecord, ...]:
    """Return the dice of a board that can be seen."""
    return tuple(die for die in record.dice if die.true.visible >= BARELY_VISIBLE)


def is_countable(record: BoardRecord) -> bool:
    """Return whether there is no die of which it is a matter of taste whether it is seen."""
    return all(die.true.visible >= WELL_VISIBLE for die in dice_seen(record))


def is_five_lying_right(record: BoardRecord) -> bool:
    """Return whether a throw could be entered: five poker dice, none burning."""
    dice = dice_seen(record)
    return len(dice) == DICE_EXPECTED and all(die.true.is_poker and die.true.lies_right for die in dice)


def dice_read(record: BoardRecord) -> tuple[DieReading, ...]:
    """Return everything that was read as a die on a board."""
    return (*(die.read for die in record.dice if die.read is not None), *record.extra)


def counted(record: BoardRecord) -> tuple[DieReading, ...]:
    """Return the dice that count for a throw, as `vision.read.reader` counts: spare dice beside the board do not."""
    dice = dice_read(record)
    on_board = tuple(die for die in dice if die.doubt is not EyeDoubt.OFF_BOARD)
    return on_board if len(on_board) == DICE_EXPECTED else dice


def is_all_right(record: BoardRecord) -> bool:
    """Return whether all dice were found, nothing else, and every face read right."""
    return len(dice_read(record)) == len(dice_seen(record)) and all(die.is_right for die in dice_seen(record))


def trust_in(record: BoardRecord) -> float:
    """Return the confidence of a reading: its least sure die's; -1 if it is asked about or refused in any case."""
    dice = counted(record)
    if is_refused(record) or len(dice) != DICE_EXPECTED or any(die.doubt not in FACE_ALONE for die in dice):
        return -1.0
    return min(die.confidence for die in dice)


def wrong_among(throws: Sequence[BoardRecord], *, sure: float) -> Share:
    """Return how many dice are wrong among those of the readings accepted from a confidence on.

    Boards with a die of unknown label are left out.
    """
    known = [record for record in throws if all(die.true.label is not None for die in dice_seen(record))]
    believed = [record for record in known if trust_in(record) >= sure]
    dice = [die for record in believed for die in record.dice if die.read in counted(record)]
    return Share((n := DICE_EXPECTED * len(believed)) - sum(die.is_right and not die.true.burns for die in dice), n)


MANY = 9
"""From this number on boards are counted together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountFigures:
    """What was measured of counting; dice beside the board do not count, boards with half-hidden dice are left out."""

    noticed: Share  # Boards of another number than five on which five were not believed
    mistaken: Share  # Boards of five on which five were not believed
    exact: Share  # Boards on which as many were read as lie there
    noticed_by: Mapping[str, Share]  # By how many lie there: boards on which five were not believed
    exact_by: Mapping[str, Share]  # Likewise: boards on which so many were read


def count_figures(records: Iterable[BoardRecord]) -> CountFigures:
    """Return the figures of counting the dice of boards."""
    boards = [record for record in records if is_countable(record)]
    numbers: dict[str, list[BoardRecord]] = {_name(number): [] for number in range(MANY + 1)}
    for board in boards:
        numbers[_name(on_board(board))].append(board)
    fives = [board for board in boards if on_board(board) == DICE_EXPECTED]
    others = [board for board in boards if on_board(board) != DICE_EXPECTED]
    return CountFigures(
        noticed=share_of(not is_five_believed(board) for board in others),
        mistaken=share_of(not is_five_believed(board) for board in fives),
        exact=share_of(map(_is_exact, boards)),
        noticed_by={name: share_of(not is_five_believed(board) for board in of) for name, of in numbers.items()},
        exact_by={name: share_of(map(_is_exact, of)) for name, of in numbers.items()},
    )


def on_board(record: BoardRecord) -> int:
    """Return how many dice lie on a board."""
    return sum(die.true.state != DieState.OFF for die in dice_seen(record))


def read_on_board(record: BoardRecord) -> int:
    """Return how many dice were read on a board."""
    return sum(die.doubt is not EyeDoubt.OFF_BOARD for die in dice_read(record))


def is_five_believed(record: BoardRecord) -> bool:
    """Return whether a throw would be read: five dice, whatever lies beside the board."""
    return read_on_board(record) == DICE_EXPECTED and not is_refused(record)


def counts_table(name: str, figures: CountFigures) -> str:
    """Return the figures as a table in text."""
    rows = [
        f"  {'dice on the board':<18} {'five not believed':<40} as many read",
        f"  {'other than five':<18} {figures.noticed!s:<40}",
        f"  {'any number':<18} {'':<40} {figures.exact}",
        *(f"  {number:<18} {share!s:<40} {figures.exact_by[number]}" for number, share in figures.noticed_by.items()),
    ]
    return "\n".join([name, *map(str.rstrip, rows), ""])


def _is_exact(record: BoardRecord) -> bool:
    return on_board(record) == read_on_board(record)


def _name(number: int) -> str:
    return str(number) if number < MANY else f"{MANY} and more"
