"""Positions of the match as arrays, many at a time, from the side of the player to move.

Axis 1 of every array is the player, 0 being the one to move; columns count from 0, column c being worth c + 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.games.ten_by_ten import GameState
from scoring.strategy.outcomes import OUTCOME_POINTS, OUTCOME_ROWS, ROWS


@dataclass(frozen=True, slots=True, eq=False)
class Positions:
    """N positions."""

    free: NDArray[np.bool_]  # Which cells nothing stands in, bool (N, 2, 10 rows, C columns)
    sums: NDArray[np.int64]  # Points entered in each column so far, int (N, 2, C)

    def __len__(self) -> int:
        """Return how many positions."""
        return len(self.free)

    @property
    def columns(self) -> int:
        """Return how many columns are played."""
        return int(self.free.shape[3])

    @classmethod
    def fresh(cls, count: int, columns: int) -> Positions:
        """Return the first position of a match, so many times."""
        return cls(np.ones((count, 2, ROWS, columns), bool), np.zeros((count, 2, columns), np.int64))

    @classmethod
    def from_games(cls, states: Sequence[GameState], players: Sequence[int]) -> Positions:
        """Return the positions of games of as many columns each, as the given player sees them."""
        columns = states[0].ruleset.columns
        positions = cls.fresh(len(states), columns)
        for number, (state, player) in enumerate(zip(states, players, strict=True)):
            for entry in state.entries:
                side, column = int(entry.player != player), entry.cell.column - 1
                positions.free[number, side, entry.cell.category, column] = False
                positions.sums[number, side, column] += entry.points
        return positions

    def some(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> Positions:
        """Return some of them."""
        return Positions(self.free[which], self.sums[which])

    def passed_on(self) -> Positions:
        """Return the same from the other player's side."""
        return Positions(self.free[:, ::-1], self.sums[:, ::-1])

    def entered(self, outcomes: NDArray[np.intp], columns: NDArray[np.intp]) -> Positions:
        """Return the positions after an entry each by the player to move, outcomes and columns (N,), from his side."""
        free, sums, every = self.free.copy(), self.sums.copy(), np.arange(len(self))
        free[every, 0, OUTCOME_ROWS[outcomes], columns] = False
        sums[every, 0, columns] += OUTCOME_POINTS[outcomes]
        return Positions(free, sums)

    @property
    def leads(self) -> NDArray[np.int64]:
        """Return how far the player to move is ahead in each column, (N, C)."""
        return self.sums[:, 0] - self.sums[:, 1]
