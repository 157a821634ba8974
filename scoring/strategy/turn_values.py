"""A turn, exactly: what every hand and hold is worth when all that follows is done best.

Worths are arrays whose last axis runs over the 252 hands or the 462 holds of `scoring.strategy.multisets`; whatever
axes come before are positions that are looked at together.

Source:
    The recursion over holds is the one of optimal solitaire Yahtzee: T. Verhoeff, "Optimal Solitaire Yahtzee
    Strategies", 1999. That the best part of a hand is the best of what is left without one of its dice, or of their
    best parts, is ours to save time: 1,980 comparisons instead of 7,812.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from scoring.dice import DICE_COUNT
from scoring.strategy.multisets import CHANCES, HANDS, HOLDS, LESSENED, NOTHING, ROWS_BY_SIZE
from scoring.turn import THROWS_A_TURN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Worths = NDArray[np.float64]

_TO_HANDS = np.ascontiguousarray(CHANCES[HANDS:].T)
_FIRST = CHANCES[NOTHING]


@dataclass(frozen=True, slots=True, eq=False)
class TurnValues:
    """What there is to win in a turn.

    Attributes:
        start: Before the first throw, shape (…).
        holds: holds[n] is each hold's worth with n throws left after the one it is held for, (…, 462).
    """

    start: Worths
    holds: tuple[Worths, ...]


def turn_values(plain: Worths, served: Worths, *, served_whenever: bool = False) -> TurnValues:
    """Return what a turn is worth, and all that can be decided in it.

    Args:
        plain: Worth of entering each hand where it counts as not served, (…, 252).
        served: And where it counts as served.
        served_whenever: A hand thrown with all five dice is served in any throw, not only in the first.
    """
    later = served if served_whenever else plain
    hands, full_hands = plain, later
    holds: list[Worths] = []
    for left in range(1, THROWS_A_TURN):
        after = hold_worths(hands, full_hands)
        thrown_on = best_parts(after)
        entered = served if left == THROWS_A_TURN - 1 else later
        holds.append(after)
        hands, full_hands = np.maximum(plain, thrown_on), np.maximum(entered, thrown_on)
    return TurnValues(full_hands @ _FIRST, tuple(holds))


def hold_worths(hands: Worths, full_hands: Worths) -> Worths:
    """Return the mean worth of every hold when the other dice are thrown, (…, 462).

    Args:
        hands: Worth of what may come up, (…, 252).
        full_hands: The same where all five dice are thrown.
    """
    worths = np.empty((*hands.shape[:-1], HOLDS))
    worths[..., :HANDS] = hands
    worths[..., HANDS:] = hands @ _TO_HANDS
    if full_hands is not hands:
        worths[..., NOTHING] = full_hands @ _FIRST
    return worths


def best_parts(holds: Worths) -> Worths:
    """Return for each hand the worth of the best hold of none to four of its dice, (…, 252).

    Args:
        holds: Worth of every hold, (…, 462).
    """
    best = holds.copy()
    for size in range(1, DICE_COUNT + 1):
        rows = ROWS_BY_SIZE[size]
        of_less = best[..., LESSENED[size]].max(axis=-1)
        best[..., rows] = of_less if size == DICE_COUNT else np.maximum(best[..., rows], of_less)
    return best[..., ROWS_BY_SIZE[DICE_COUNT]]
