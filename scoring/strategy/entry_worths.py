"""What a strategy is: the worth of every entry it could make. Hold and entry follow from it, exactly, over all throws.

A strategy looks at positions and says for every column and every outcome (a row and its score) what the player to move
would have after that entry: points, or the chance to win the match. From these the worth of every hand follows, and
from those the turn: what every hand and hold is worth when all that follows is done best.

Worths of a turn are arrays over the 252 hands or the 462 holds of `scoring.strategy.outcomes`; whatever other axes
there are count positions that are looked at together. To whoever asks, hands and holds are the last axis; inside they
are the first, so that a processor compares many positions at once. Single precision stays single: twice as fast.

Source:
    The recursion over holds is the one of optimal solitaire Yahtzee: T. Verhoeff, "Optimal Solitaire Yahtzee
    Strategies", 1999. That the best part of a hand is the best of what is left without one of its dice, or of their
    best parts, is ours to save time: 1,980 comparisons instead of 7,812.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scoring.dice import DICE_COUNT
from scoring.strategy.outcomes import (
    CHANCES,
    HANDS,
    HOLDS,
    LESSENED,
    NOTHING,
    OUTCOME_OF,
    OUTCOME_ROWS,
    ROWS,
    ROWS_BY_SIZE,
)
from scoring.strategy.position import Positions
from scoring.turns.turn import THROWS_A_TURN

Worths: TypeAlias = NDArray[np.floating[Any]]
Numbers: TypeAlias = NDArray[np.intp]

_TO_HANDS = {np.dtype(kind): np.ascontiguousarray(CHANCES[HANDS:], kind) for kind in (np.float32, np.float64)}
_FIRST = {kind: chances[NOTHING - HANDS] for kind, chances in _TO_HANDS.items()}
_WITHOUT_DIE = {size: np.ascontiguousarray(less.T) for size, less in LESSENED.items()}
"""Of holds of a size: what they become without each of their dice, (size, n)."""


@dataclass(frozen=True, slots=True, eq=False)
class TurnValues:
    """What there is to win in a turn."""

    start: Worths  # Before the first throw, shape (…)
    holds: tuple[Worths, ...]  # holds[n] is each hold's worth with n throws left after the one it is held for, (…, 462)


def turn_values(plain: Worths, served: Worths, *, served_whenever: bool = False) -> TurnValues:
    """Return what a turn is worth by the worths of entering each hand, not served and served, (…, 252).

    ``served_whenever``: a hand thrown with all five dice is served in any throw, not only in the first.
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
    """Return the mean worth of every hold, (462, …), by that of hands, (252, …), also where all five are thrown."""
    worths = np.empty((HOLDS, *hands.shape[1:]), hands.dtype)
    worths[:HANDS] = hands
    np.matmul(_TO_HANDS[hands.dtype], hands, out=worths[HANDS:])
    if full_hands is not hands:
        worths[NOTHING] = _FIRST[hands.dtype] @ full_hands
    return worths


def best_parts(holds: Worths) -> Worths:
    """Return of each hand the best hold's worth, of none to four of its dice, (252, …), by all of them, (462, …)."""
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


NEVER = -1e9
"""Worth of what cannot be done."""


LOOKED_AT = 6
"""Cells that dice may be entered in, at most: others are hardly ever better."""


class Strategy(Protocol):
    """Says what entries are worth.

    One that also has ``standing(positions)`` looks again: it says what positions are worth to who has just entered,
    (N,), his cells first, more truly than before the entry, but one by one; not a number where that was exact.
    """

    def entry_worths(self, positions: Positions, /) -> Worths:
        """Return the worth of every entry of the player to move, (N, C, 78); cells that are taken count for nothing."""


class Remembering:
    """A strategy that remembers what it said last: all throws of a turn ask for the same."""

    def __init__(self, strategy: Strategy) -> None:
        """Take the strategy; it has been asked for nothing yet."""
        self._strategy = strategy
        self._last: tuple[tuple[bytes, bytes], Worths] | None = None
        self.standing = getattr(strategy, "standing", None)

    def entry_worths(self, positions: Positions, /) -> Worths:
        """Return what the strategy says of them; do not write to it."""
        asked = positions.free.tobytes(), positions.sums.tobytes()
        if self._last is None or self._last[0] != asked:
            self._last = asked, self._strategy.entry_worths(positions)
        return self._last[1]


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """All that can be decided in a turn, for N positions."""

    entries: Worths  # Worth of each outcome in each column, (N, C, 78); `NEVER` where the cell is taken.
    columns: NDArray[np.intp]  # The best free column for each outcome, (N, 78)
    worths: Worths  # Worth of each outcome there, (N, 78); `NEVER` where its row is full.
    outcomes: NDArray[np.intp]  # The best outcome of each hand, not served and served, (N, 2, 252)
    turn: TurnValues  # What hands and holds are worth
    left: Callable[[Numbers, Numbers, Numbers], Worths] | None = None  # Worth of what entries leave, for a second look

    def of_lying(self, numbers: Numbers, hands: Numbers, served: Numbers) -> Worths:
        """Return what entering hands in each cell is worth, (M, 10, C), in positions of these numbers.

        After a second look, if there is one: the best is worth as much as before it, but may be another.
        """
        outcomes = OUTCOME_OF[served, :, hands]
        worths = self.entries[numbers[:, None], :, outcomes]
        if self.left is None:
            return worths
        flat = worths.reshape(len(numbers), ROWS * worths.shape[2])
        best = np.argsort(-flat, axis=1, kind="stable")[:, :LOOKED_AT]
        first = np.take_along_axis(flat, best, axis=1)
        at, place = np.nonzero(first > NEVER)
        row, column = np.divmod(best[at, place], worths.shape[2])
        entries = (numbers[at] * worths.shape[2] + column) * len(OUTCOME_ROWS) + outcomes[at, row]
        alike, which = np.unique(entries, return_inverse=True)  # many hands may be entered as the same
        cell, outcome = np.divmod(alike, len(OUTCOME_ROWS))
        left, again = self.left(*np.divmod(cell, worths.shape[2]), outcome)[which], first.copy()
        again[at, place] = np.where(np.isnan(left), again[at, place], left)
        again[at, place] += (first[:, 0] - again.max(axis=1))[at]
        np.put_along_axis(flat, best, again, axis=1)
        return flat.reshape(worths.shape)


def choices(strategy: Strategy, positions: Positions, *, served_whenever: bool = False) -> Choices:
    """Return what can be decided by the player to move, and what it is worth; each position has a free cell."""
    worths = where_free(strategy.entry_worths(positions), positions)
    return looking_again(strategy, positions, choices_among(worths, served_whenever=served_whenever))


def looking_again(strategy: Strategy, positions: Positions, chosen: Choices) -> Choices:
    """Return choices whose entries are looked at again, if the strategy does so."""
    if (standing := getattr(strategy, "standing", None)) is None:
        return chosen
    return replace(chosen, left=lambda at, column, outcome: standing(positions.some(at).entered(outcome, column)))


def where_free(worths: Worths, positions: Positions) -> Worths:
    """Return the worths of entries, (N, C, 78), `NEVER` where the cell is taken."""
    return np.where(open_entries(positions), worths, NEVER)


def open_entries(positions: Positions) -> NDArray[np.bool_]:
    """Return which entries can be made, (N, C, 78)."""
    return positions.free[:, 0].transpose(0, 2, 1)[:, :, OUTCOME_ROWS]


def choices_among(worths: Worths, *, served_whenever: bool = False) -> Choices:
    """Return what can be decided by every entry's worth, (N, C, 78); `NEVER` of one that cannot be made."""
    best_columns = worths.argmax(axis=1)
    best = np.take_along_axis(worths, best_columns[:, None], axis=1)[:, 0]
    by_row = best[:, OUTCOME_OF]  # (N, 2, 10, 252)
    rows = by_row.argmax(axis=2)
    of_hands = np.take_along_axis(by_row, rows[:, :, None], axis=2)[:, :, 0]
    served, hand = np.indices(rows.shape[1:])
    outcomes = OUTCOME_OF[served, rows, hand]
    turn = turn_values(of_hands[:, 0], of_hands[:, 1], served_whenever=served_whenever)
    return Choices(worths, best_columns, best, outcomes, turn)
