"""Games one plays alone for the most points, exactly: a sheet of rows, one of which is filled a turn.

What a position is worth follows from the positions with a row more filled, so all are worth known from the last turn
back to the first. Whose rules these are is data: Yahtzee's (in the tests) and one column of Würfelpoker 10×10.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scoring.strategy.entry_worths import NEVER, turn_values
from scoring.strategy.outcomes import HANDS, ROWS, SCORES

Numbers = NDArray[np.intp]

BATCH = 1024


@dataclass(frozen=True, slots=True, eq=False)
class TurnEnding:
    """One way to end a turn, for N positions and every hand."""

    points: NDArray[np.float64]  # What it brings, (N, 252) or what can be broadcast to that
    after: Numbers  # Number of the position after it, (N, 252) likewise
    is_allowed: NDArray[np.bool_]  # Whether it may be done, (N, 252) likewise


class SolitaireRules(Protocol):
    """A sheet's rules, its positions numbered."""

    @property
    def positions(self) -> int:
        """Return how many positions there are; the full sheets' are worth nothing more."""

    def by_filled(self) -> Iterator[Numbers]:
        """Yield the positions by how many rows are filled, all but one first, none last."""

    def entries(self, positions: Numbers, *, is_served: bool) -> Iterator[TurnEnding]:
        """Yield all ways to end a turn."""


def expectations(rules: SolitaireRules, *, served_whenever: bool = False) -> NDArray[np.float64]:
    """Return what every position will bring on average if everything is done best, (positions,)."""
    worths = np.zeros(rules.positions)
    for positions in rules.by_filled():
        for first in range(0, len(positions), BATCH):
            some = positions[first : first + BATCH]
            plain, served = (_best(rules, some, worths, is_served=is_served) for is_served in (False, True))
            worths[some] = turn_values(plain, served, served_whenever=served_whenever).start
    return worths


def _best(
    rules: SolitaireRules, positions: Numbers, worths: NDArray[np.float64], *, is_served: bool
) -> NDArray[np.float64]:
    best = np.full((len(positions), HANDS), NEVER)
    for way in rules.entries(positions, is_served=is_served):
        np.maximum(best, np.where(way.is_allowed, way.points + worths[way.after], NEVER), out=best)
    return best


class OneColumn:
    """One column of Würfelpoker 10×10, filled by one player; a position is the set of filled rows, a bit a row."""

    positions = 1 << ROWS

    def by_filled(self) -> Iterator[Numbers]:
        """Yield the positions by how many rows are filled, nine first, none last."""
        filled = np.array([number.bit_count() for number in range(self.positions)])
        for count in range(ROWS - 1, -1, -1):
            yield np.flatnonzero(filled == count)

    def entries(self, positions: Numbers, *, is_served: bool) -> Iterator[TurnEnding]:
        """Yield the entry into each row."""
        for row in range(ROWS):
            bit = 1 << row
            yield TurnEnding(
                points=SCORES[int(is_served), row].astype(np.float64),
                after=(positions | bit)[:, None],
                is_allowed=((positions & bit) == 0)[:, None],
            )
