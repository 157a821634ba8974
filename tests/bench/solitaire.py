"""What games one plays alone bring when everything is done best: ``python -m tests.bench.solitaire``.

A sheet of rows, one of which is filled a turn. What a position is worth follows from the positions with a row more
filled, so all are worth known from the last turn back to the first. Whose rules these are is data: those of one column
of Würfelpoker 10×10 under both readings of „serviert“, and Yahtzee's, whose figure is known.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
import typer
from numpy.typing import NDArray

from scoring.ruleset import ServedRule
from scoring.strategy.entry_worths import NEVER, turn_values
from scoring.strategy.outcomes import HANDS, ROWS, SCORES
from tests.bench.yahtzee import Yahtzee

KNOWN = 254.5896
BATCH = 1024


class OneColumn:
    """One column of Würfelpoker 10×10, filled by one player; a position is the set of filled rows, a bit a row."""

    positions = 1 << ROWS

    def by_filled(self) -> Iterator[NDArray[np.intp]]:
        """Yield the positions by how many rows are filled, nine first, none last."""
        filled = np.array([number.bit_count() for number in range(self.positions)])
        for count in range(ROWS - 1, -1, -1):
            yield np.flatnonzero(filled == count)

    def entries(self, positions: NDArray[np.intp], *, is_served: bool) -> Iterator[tuple[np.ndarray, ...]]:
        """Yield the ways to end a turn: what one brings, the position after it, whether it may be done.

        Each is (N, 252), for N positions and every hand, or can be broadcast to that.
        """
        for row in range(ROWS):
            bit = 1 << row
            yield (
                SCORES[int(is_served), row].astype(float),
                (positions | bit)[:, None],
                ((positions & bit) == 0)[:, None],
            )


def expectations(rules, *, served_whenever: bool = False) -> NDArray[np.float64]:
    """Return what every position of rules as `OneColumn` states them will bring on average, (positions,)."""
    worths = np.zeros(rules.positions)
    for positions in rules.by_filled():
        for first in range(0, len(positions), BATCH):
            some = positions[first : first + BATCH]
            plain, served = (_best(rules, some, worths, is_served=is_served) for is_served in (False, True))
            worths[some] = turn_values(plain, served, served_whenever=served_whenever).start
    return worths


def _best(rules, positions: NDArray[np.intp], worths: NDArray[np.float64], *, is_served: bool) -> NDArray[np.float64]:
    best = np.full((len(positions), HANDS), NEVER)
    for points, after, is_allowed in rules.entries(positions, is_served=is_served):
        np.maximum(best, np.where(is_allowed, points + worths[after], NEVER), out=best)
    return best


def main(*, only_ours: bool = False) -> None:
    """Print the expectations."""
    for rule in ServedRule:
        alone = expectations(OneColumn(), served_whenever=rule is ServedRule.ANY_FULL_THROW)
        print(f"one column alone, served = {rule.value}: {alone[0]:.4f} points")
    if not only_ours:
        began, alone = time.monotonic(), expectations(Yahtzee())
        print(f"Yahtzee alone: {alone[0]:.4f} points, known {KNOWN}; {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    typer.run(main)
