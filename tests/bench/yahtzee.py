"""Yahtzee's rules as data, with the bonus for more Yahtzees and the joker, for the engine of our own game.

A Yahtzee is a joker once its own row and the upper row of its face are filled. Where a joker must go into that upper
row while it is free the figure is 254.5877.

Source:
    Rules and the figure 254.5896: T. Verhoeff, "Optimal Solitaire Yahtzee Strategies", 1999.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from scoring.strategy.outcomes import COUNTS, HANDS

UPPER, THREE, FOUR, FULL, SMALL, LARGE, YAHTZEE, CHANCE = 6, 6, 7, 8, 9, 10, 11, 12
ROWS = 13
ENOUGH, BONUS, ANOTHER = 63, 35, 100
STEPS = ENOUGH + 1

_COUNTS = COUNTS[:HANDS].astype(int)
_TOTAL = _COUNTS @ np.arange(1, 7)
IS_YAHTZEE = _COUNTS.max(axis=1) == 5
FACE_OF_YAHTZEE = _COUNTS.argmax(axis=1)


def _run(length: int) -> NDArray[np.bool_]:
    return np.any([(_COUNTS[:, low : low + length] > 0).all(axis=1) for low in range(7 - length)], axis=0)


def _scores() -> NDArray[np.int64]:
    scores = np.zeros((ROWS, HANDS), np.int64)
    for face in range(UPPER):
        scores[face] = _COUNTS[:, face] * (face + 1)
    most = _COUNTS.max(axis=1)
    scores[THREE] = np.where(most >= 3, _TOTAL, 0)
    scores[FOUR] = np.where(most >= 4, _TOTAL, 0)
    scores[FULL] = np.where([sorted(counts)[-2:] == [2, 3] for counts in _COUNTS.tolist()], 25, 0)
    scores[SMALL] = np.where(_run(4), 30, 0)
    scores[LARGE] = np.where(_run(5), 40, 0)
    scores[YAHTZEE] = np.where(IS_YAHTZEE, 50, 0)
    scores[CHANCE] = _TOTAL
    return scores


SCORES = _scores()
AS_JOKER = {FULL: 25, SMALL: 30, LARGE: 40}


class Yahtzee:
    """A position is the filled rows, the upper points up to 63, and whether the Yahtzee row holds fifty."""

    positions = (1 << ROWS) * STEPS * 2

    def by_filled(self) -> Iterator[NDArray[np.intp]]:
        rows = np.arange(self.positions) // (STEPS * 2)
        filled = sum((rows >> row) & 1 for row in range(ROWS))
        is_odd = (np.arange(self.positions) % 2 == 1) & ((rows >> YAHTZEE) & 1 == 0)  # fifty, and yet not filled
        for count in range(ROWS - 1, -1, -1):
            yield np.flatnonzero((filled == count) & ~is_odd)

    def entries(self, positions: NDArray[np.intp], *, is_served: bool) -> Iterator[tuple[np.ndarray, ...]]:
        rows, upper, has_fifty = positions // (STEPS * 2), positions // 2 % STEPS, positions % 2
        is_free = (rows[:, None] >> np.arange(ROWS)) & 1 == 0
        own_is_free = is_free[np.arange(len(rows))[:, None], FACE_OF_YAHTZEE]
        is_joker = IS_YAHTZEE & ~is_free[:, YAHTZEE, None] & ~own_is_free
        another = ANOTHER * (IS_YAHTZEE & (has_fifty[:, None] == 1))
        for row in range(ROWS):
            scores = np.where(is_joker, AS_JOKER.get(row, SCORES[row]), SCORES[row])
            reached = np.minimum(upper[:, None] + (scores if row < UPPER else 0), ENOUGH)
            bonus = BONUS * ((reached == ENOUGH) & (upper[:, None] < ENOUGH))
            fifty = has_fifty[:, None] | ((row == YAHTZEE) & IS_YAHTZEE)
            after = ((rows | (1 << row))[:, None] * STEPS + reached) * 2 + fifty
            yield (scores + bonus + another).astype(float), after, is_free[:, row, None]
