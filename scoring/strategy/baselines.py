"""Three plain strategies, each better than the one before; all throw and hold exactly by what they think of entries."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from scoring.strategy.columns import RowPars, after_entries, chances_by_column, outlooks, won_tied_lost
from scoring.strategy.outcomes import OUTCOME_POINTS, OUTCOME_ROWS, ROWS
from scoring.strategy.position import Positions

Worths = NDArray[np.float64]

DEARER = 1e-3
"""Worth of a column more, next to points: it settles what is equal otherwise."""

ROW_PARS = RowPars(
    means=np.array([3, 6, 9, 12, 15, 19, 22, 30, 35, 30], np.float64),
    variances=np.array([1.2, 2.4, 3.6, 4.5, 5.5, 6, 10, 12, 18, 26], np.float64) ** 2,
)
"""The price of a cell of each row, as estimated by play: not what ends up in it, since strikes go to cheap ones."""


@dataclass(frozen=True, slots=True)
class OverPar:
    """Most points above what the row brings on average, and those into the dearest column."""

    is_thrifty: bool = False  # What is below par goes where it costs least instead
    pars: Sequence[float] = tuple(ROW_PARS.means)  # What each row brings on average, points (10,)

    def entry_worths(self, positions: Positions, /) -> Worths:
        """Return the points of every entry over its row's par, a dearer column counting a hair more."""
        over = OUTCOME_POINTS - np.asarray(self.pars)[OUTCOME_ROWS]
        columns = DEARER * np.arange(positions.columns)
        worths = over + columns[:, None] * (np.sign(over) if self.is_thrifty else 1)
        return np.broadcast_to(worths, (len(positions), *worths.shape))


MostPoints = partial(OverPar, pars=(0.0,) * ROWS)
"""Most points now, and those into the dearest column."""


@dataclass(frozen=True, slots=True)
class ColumnNormal:
    """The chance to win the match, were every column's lead in the end normal with fixed means of its rows."""

    def entry_worths(self, positions: Positions, /) -> Worths:
        """Return the chance to win the match after every entry."""
        leads, variances = outlooks(positions, ROW_PARS)
        becomes = chances_by_column(won_tied_lost(leads, variances))
        after = won_tied_lost(*after_entries(leads, variances, ROW_PARS))
        return np.asarray(np.einsum("nckr,ncr->nck", after, becomes))
