"""What games one plays alone bring when everything is done best: ``python -m tests.bench.solitaire``.

A sheet of rows, one of which is filled a turn. What a position is worth follows from the positions with a row more
filled, so all are worth known from the last turn back to the first. Played are one column of Würfelpoker 10×10 under
both readings of „serviert“, and Yahtzee, whose figure is known, with the bonus for more Yahtzees and the joker.

Source:
    Rules and the figure 254.5896: T. Verhoeff, "Optimal Solitaire Yahtzee Strategies", 1999.
"""

import time

import numpy as np
import typer

from scoring.ruleset import ServedRule
from scoring.strategy.entry_worths import NEVER, turn_values
from scoring.strategy.outcomes import COUNTS, HANDS, ROWS, SCORES

KNOWN = 254.5896
BATCH = 1024


class OneColumn:
    """One column of Würfelpoker 10×10, filled by one player; a position is the set of filled rows, a bit a row."""

    positions = 1 << ROWS

    def by_filled(self):
        """Yield the positions by how many rows are filled, nine first, none last."""
        filled = np.array([number.bit_count() for number in range(self.positions)])
        for count in range(ROWS - 1, -1, -1):
            yield np.flatnonzero(filled == count)

    def entries(self, positions, *, is_served):
        """Yield the ways to end a turn, each (N, 252) or broadcast to it: points, position after it, if it may be."""
        for row in range(ROWS):
            free = (positions >> row & 1) == 0
            yield SCORES[int(is_served), row].astype(float), (positions | 1 << row)[:, None], free[:, None]


UPPER, THREE, FOUR, FULL, SMALL, LARGE, YAHTZEE, CHANCE = 6, 6, 7, 8, 9, 10, 11, 12
YAHTZEE_ROWS = 13
ENOUGH, BONUS, ANOTHER = 63, 35, 100
STEPS = ENOUGH + 1
AS_JOKER = {FULL: 25, SMALL: 30, LARGE: 40}

_COUNTS = COUNTS[:HANDS].astype(int)
IS_YAHTZEE = _COUNTS.max(axis=1) == 5
FACE_OF_YAHTZEE = _COUNTS.argmax(axis=1)


def _yahtzee_scores():
    most, total = _COUNTS.max(axis=1), _COUNTS @ np.arange(1, 7)
    runs = [
        np.any([(_COUNTS[:, low : low + long] > 0).all(axis=1) for low in range(7 - long)], axis=0) for long in (4, 5)
    ]
    is_full = [sorted(counts)[-2:] == [2, 3] for counts in _COUNTS.tolist()]
    lower = (total * (most >= 3), total * (most >= 4), 25 * np.array(is_full), 30 * runs[0], 40 * runs[1])
    return np.stack([*(_COUNTS * np.arange(1, 7)).T, *lower, 50 * IS_YAHTZEE, total])


YAHTZEE_SCORES = _yahtzee_scores()


class Yahtzee:
    """A position is the filled rows, the upper points up to 63, and whether the Yahtzee row holds fifty.

    A Yahtzee is a joker once its own row and the upper row of its face are filled. Where a joker must go into that
    upper row while it is free the figure is 254.5877.
    """

    positions = (1 << YAHTZEE_ROWS) * STEPS * 2

    def by_filled(self):
        rows = np.arange(self.positions) // (STEPS * 2)
        filled = sum((rows >> row) & 1 for row in range(YAHTZEE_ROWS))
        is_odd = (np.arange(self.positions) % 2 == 1) & ((rows >> YAHTZEE) & 1 == 0)  # fifty, and yet not filled
        for count in range(YAHTZEE_ROWS - 1, -1, -1):
            yield np.flatnonzero((filled == count) & ~is_odd)

    def entries(self, positions, *, is_served):
        rows, upper, has_fifty = positions // (STEPS * 2), positions // 2 % STEPS, positions % 2
        is_free = (rows[:, None] >> np.arange(YAHTZEE_ROWS)) & 1 == 0
        own_is_free = is_free[np.arange(len(rows))[:, None], FACE_OF_YAHTZEE]
        is_joker = IS_YAHTZEE & ~is_free[:, YAHTZEE, None] & ~own_is_free
        another = ANOTHER * (IS_YAHTZEE & (has_fifty[:, None] == 1))
        for row, plain in enumerate(YAHTZEE_SCORES):
            scores = np.where(is_joker, AS_JOKER.get(row, plain), plain)
            reached = np.minimum(upper[:, None] + (scores if row < UPPER else 0), ENOUGH)
            bonus = BONUS * ((reached == ENOUGH) & (upper[:, None] < ENOUGH))
            fifty = has_fifty[:, None] | ((row == YAHTZEE) & IS_YAHTZEE)
            after = ((rows | (1 << row))[:, None] * STEPS + reached) * 2 + fifty
            yield (scores + bonus + another).astype(float), after, is_free[:, row, None]


def expectations(rules, *, served_whenever=False):
    """Return what every position of rules as `OneColumn` states them will bring on average, (positions,)."""
    worths = np.zeros(rules.positions)
    for positions in rules.by_filled():
        for first in range(0, len(positions), BATCH):
            some = positions[first : first + BATCH]
            plain, served = (_best(rules, some, worths, is_served=is_served) for is_served in (False, True))
            worths[some] = turn_values(plain, served, served_whenever=served_whenever).start
    return worths


def _best(rules, positions, worths, *, is_served):
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
