"""Whole throws: what the companion would have believed, and what it would have asked about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.evaluate.boards import is_called_burning
from models.evaluate.records import BoardRecord, DieRecord
from models.evaluate.truth import OFF
from scoring.statistics.share import Share, share_of
from vision.reading import DICE_EXPECTED, DieReading, EyeDoubt, Verdict

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
    upset = [die for record in throws for die in dice_seen(record) if die.true.burns and die.true.state != OFF]
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
    wrong = [_wrong_dice(record) for record in known if trust_in(record) >= sure]
    return Share(sum(wrong), DICE_EXPECTED * len(wrong))


def _wrong_dice(record: BoardRecord) -> int:
    """Return how many of the five dice believed are not what they were believed to be."""
    right = sum(die.is_right and not die.true.burns for die in record.dice if die.read in counted(record))
    return DICE_EXPECTED - right
