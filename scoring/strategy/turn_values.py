"""A turn, exactly: what every hand and hold is worth when all that follows is done best.

Worths are arrays over the 252 hands or the 462 holds of `scoring.strategy.multisets`; whatever other axes there are
count positions that are looked at together. To whoever asks, hands and holds are the last axis; inside they are the
first, so that a processor compares many positions at once. Single precision stays single, which is twice as fast.

Source:
    The recursion over holds is the one of optimal solitaire Yahtzee: T. Verhoeff, "Optimal Solitaire Yahtzee
    Strategies", 1999. That the best part of a hand is the best of what is left without one of its dice, or of their
    best parts, is ours to save time: 1,980 comparisons instead of 7,812.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scoring.dice import DICE_COUNT
from scoring.strategy.multisets import CHANCES, HANDS, HOLDS, LESSENED, NOTHING, ROWS_BY_SIZE
from scoring.turns.turn import THROWS_A_TURN

Worths: TypeAlias = NDArray[np.floating[Any]]

_TO_HANDS = {np.dtype(kind): np.ascontiguousarray(CHANCES[HANDS:], kind) for kind in (np.float32, np.float64)}
_FIRST = {kind: chances[NOTHING - HANDS] for kind, chances in _TO_HANDS.items()}
_WITHOUT_DIE = {size: np.ascontiguousarray(less.T) for size, less in LESSENED.items()}
"""Of holds of a size: what they become without each of their dice, (size, n)."""


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
        plain: Worth of entering each hand where it counts as not served, (…, 252), in single or double precision.
        served: And where it counts as served.
        served_whenever: A hand thrown with all five dice is served in any throw, not only in the first.
    """
    shape = plain.shape[:-1]
    plain, served = _hands_first(plain), _hands_first(served)
    later = served if served_whenever else plain
    hands, full_hands = plain, later
    holds: list[Worths] = []
    for left in range(1, THROWS_A_TURN):
        after = hold_worths(hands, full_hands)
        thrown_on = best_parts(after)
        entered = served if left == THROWS_A_TURN - 1 else later
        holds.append(after.T.reshape(*shape, HOLDS))
        full_hands = np.maximum(entered, thrown_on)
        hands = full_hands if entered is plain else np.maximum(plain, thrown_on)
    return TurnValues((_FIRST[plain.dtype] @ full_hands).reshape(shape), tuple(holds))


def _hands_first(worths: Worths) -> Worths:
    return np.ascontiguousarray(np.moveaxis(worths, -1, 0).reshape(HANDS, -1))


def hold_worths(hands: Worths, full_hands: Worths) -> Worths:
    """Return the mean worth of every hold when the other dice are thrown, (462, …).

    Args:
        hands: Worth of what may come up, (252, …).
        full_hands: The same where all five dice are thrown.
    """
    worths = np.empty((HOLDS, *hands.shape[1:]), hands.dtype)
    worths[:HANDS] = hands
    np.matmul(_TO_HANDS[hands.dtype], hands, out=worths[HANDS:])
    if full_hands is not hands:
        worths[NOTHING] = _FIRST[hands.dtype] @ full_hands
    return worths


def best_parts(holds: Worths) -> Worths:
    """Return for each hand the worth of the best hold of none to four of its dice, (252, …).

    Args:
        holds: Worth of every hold, (462, …).
    """
    best = holds.copy()
    for size in range(1, DICE_COUNT):
        rows = best[ROWS_BY_SIZE[size]]
        np.maximum(rows, _best_without_die(best, size), out=rows)
    return _best_without_die(best, DICE_COUNT)


def _best_without_die(best: Worths, size: int) -> Worths:
    of_less: Worths = best[_WITHOUT_DIE[size][0]]
    for less in _WITHOUT_DIE[size][1:]:
        np.maximum(of_less, best[less], out=of_less)
    return of_less
