"""Risk against coverage: how much is wrong among what is believed, against how often the players are asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.evaluate.boards import is_poker_lying, is_sure
from models.evaluate.records import BoardRecord, DieRecord
from models.evaluate.throws import is_countable, is_five_lying_right, trust_in, wrong_among
from scoring.statistics.share import Share, share_of

THRESHOLDS = (0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.925, 0.95, 0.97, 0.98, 0.99, 0.995, 0.998, 0.999)
WRONG_MOST = 1e-4
"""Of the issue: one die in 10,000."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoveragePoint:
    """What happens if a face is believed from one confidence on."""

    threshold: float  # That confidence
    asked: Share  # Throws of five poker dice lying right that are asked about
    wrong: Share  # Dice wrong among those of accepted readings
    asked_dice: Share  # Poker dice lying right of which the face is asked
    wrong_dice: Share  # Of those not asked about, faces read wrong


def coverage_curve(
    records: Sequence[BoardRecord], thresholds: Sequence[float] = THRESHOLDS
) -> tuple[CoveragePoint, ...]:
    """Return what each threshold would have done on boards as read."""
    throws = [record for record in records if is_countable(record)]
    fives = [record for record in throws if is_five_lying_right(record)]
    dice = readable_dice(records)
    return tuple(_point(threshold, throws, fives, dice) for threshold in thresholds)


def _point(
    threshold: float, throws: Sequence[BoardRecord], fives: Sequence[BoardRecord], dice: Sequence[DieRecord]
) -> CoveragePoint:
    believed = [die for die in dice if is_sure(die, threshold)]
    return CoveragePoint(
        threshold=threshold,
        asked=share_of(trust_in(record) < threshold for record in fives),
        wrong=wrong_among(throws, sure=threshold),
        asked_dice=Share(len(dice) - len(believed), len(dice)),
        wrong_dice=share_of(not die.is_right for die in believed),
    )


def readable_dice(records: Sequence[BoardRecord]) -> tuple[DieRecord, ...]:
    """Return the poker dice of boards that were found and lie right."""
    return tuple(die for record in records for die in record.dice if is_poker_lying(die))


def chosen_point(curve: Sequence[CoveragePoint], *, wrong_most: float = WRONG_MOST) -> CoveragePoint | None:
    """Return the point to live by: the least threshold from which on no more dice are wrong than may be.

    None if at no threshold so few are wrong, or nothing would be believed at all; the curve is by rising threshold.
    """
    chosen = None
    for point in reversed(curve):
        if not point.wrong_dice.n:
            continue
        if point.wrong_dice.value > wrong_most:
            break
        chosen = point
    return chosen
