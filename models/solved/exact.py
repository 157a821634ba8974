"""The perfect player of a small match that is solved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.solved.perfect_play import Solved
from models.solved.small_games import SmallGame
from scoring.strategy.outcomes import OUTCOME_ROWS, OUTCOMES
from scoring.strategy.position import Positions


def fresh(game: SmallGame, count: int) -> Positions:
    """Return the first position of a small match, so many times: rows that are not played are filled for both."""
    positions = Positions.fresh(count, game.columns)
    positions.free[:, :, [row for row in range(positions.free.shape[2]) if row not in game.rows]] = False
    return positions


@dataclass(frozen=True, slots=True, eq=False)
class Exact:
    """Enters where the chance of the match is best, by a solved match."""

    layers: Sequence[Solved]  # Of the match, the one with no cell free first

    def entry_worths(self, positions: Positions, /) -> NDArray[np.float64]:
        """Return the chance to win the match after every entry, (N, C, 78); 0 for cells that are taken.

        Raises:
            ValueError: If they are of another match, or one is over.
        """
        game = self.layers[0].game
        free = positions.free[:, :, list(game.rows)].reshape(len(positions), 2, -1)
        left = free.sum(axis=2)
        self._refuse_others(positions, left)
        sets = free @ (1 << np.arange(game.cells))
        worths = np.zeros((len(positions), game.columns, len(OUTCOMES)))
        for count in np.unique(left.sum(axis=1)):
            for cell in range(game.cells):
                which = np.flatnonzero((left.sum(axis=1) == count) & free[:, 0, cell])
                leads = list(positions.leads[which].T)
                chances = self.layers[count - 1].after_entry(cell, sets[which, 0], sets[which, 1], leads)
                of_row = np.flatnonzero(game.row(cell) == OUTCOME_ROWS)
                worths[which[:, None], cell % game.columns, of_row] = chances.T
        return worths

    def _refuse_others(self, positions: Positions, left: NDArray[np.intp]) -> None:
        game = self.layers[0].game
        if positions.columns != game.columns or (positions.free & ~fresh(game, 1).free).any():
            raise ValueError(f"the match solved is one of {game.columns} columns with the rows {list(game.rows)}")
        if not (np.isin(left[:, 0] - left[:, 1], (0, 1)) & (left[:, 0] > 0)).all():
            raise ValueError("who moves must have a free cell, and as many as the other or one more")
