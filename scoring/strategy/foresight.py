"""The strong strategy: what every entry does to the chance of winning the match.

A column's lead in the end is normal around what is entered and what both players' free cells will bring
(`scoring.strategy.prospects`); the ten columns together make the chance of the match. An entry changes its own column
by its points and, since the cell is gone and a turn, too, all that the other free cells will bring. Its own column's
change is reckoned exactly, the others' to the first order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from scoring.strategy.baselines import ROW_PARS
from scoring.strategy.columns import outlooks, won_tied_lost
from scoring.strategy.match_chance import LOST, WON, chances_by_column
from scoring.strategy.outcomes import OUTCOME_POINTS, OUTCOME_ROWS, OUTCOMES, ROWS
from scoring.strategy.prospects import Standing, put_in_place

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scoring.strategy.position import Positions
    from scoring.strategy.prospects import Floats, Prospects

    Worths = NDArray[np.float64]

LEAST_VARIANCE = 0.01
"""Of a column that is full, points²: a lead of a point is still sure."""
WEIGHING_VARIANCE = 4.0
"""Of a column, points², at least, when it is asked what a point in it weighs: in a sure one it weighs nothing."""
_DENSITY = 1 / np.sqrt(2 * np.pi)


@dataclass(frozen=True, slots=True, eq=False)
class Foresight:
    """Enters where the chance of the match becomes best.

    Attributes:
        prospects: What free cells will bring.
    """

    prospects: Prospects

    def entry_worths(self, positions: Positions, /) -> Worths:
        """Return about the chance to win the match after every entry of the player to move."""
        weights = column_weights(positions)
        own, other = (positions.free[:, side].astype(np.float32) for side in (0, 1))
        theirs = Standing.of(other, weights).features
        mine = Standing.of(own, weights)
        own_variances = self.prospects.variances(mine.features) * own
        variances = own_variances.sum(axis=1) + (self.prospects.variances(theirs) * other).sum(axis=1) + LEAST_VARIANCE
        leads = positions.leads - (self.prospects.means(theirs) * other).sum(axis=1)
        after = AfterEntry.of(self.prospects, own, mine)
        expected = leads + after.usual
        becomes = chances_by_column(won_tied_lost(expected, variances))
        slopes = _slopes(becomes, expected, variances)
        elsewhere = after.elsewhere(leads - expected, slopes, mine.weights)
        worths = np.empty((len(positions), positions.columns, len(OUTCOMES)))
        for row in range(ROWS):
            of_row = row == OUTCOME_ROWS
            lead = (leads + after.others[:, row])[..., None] + OUTCOME_POINTS[of_row]
            spread = np.maximum(variances - own_variances[:, row], LEAST_VARIANCE)[..., None]
            chances = won_tied_lost(lead, np.broadcast_to(spread, lead.shape))
            worths[..., of_row] = np.einsum("ncor,ncr->nco", chances, becomes) + elsewhere[:, row, :, None]
        return worths


def column_weights(positions: Positions) -> Floats:
    """Return what a point more in each column adds to the chance of the match, (N, C).

    By the plain outlook with fixed means: it is only asked for which columns matter more.
    """
    leads, variances = outlooks(positions, ROW_PARS)
    variances = np.maximum(variances, WEIGHING_VARIANCE)
    becomes = chances_by_column(won_tied_lost(leads, variances))
    return _slopes(becomes, leads, variances).astype(np.float32)


def _slopes(becomes: Worths, leads: Worths, variances: Worths) -> Worths:
    deviations = np.sqrt(variances)
    density = _DENSITY * np.exp(-((leads / deviations) ** 2) / 2) / deviations
    return np.asarray((becomes[..., WON] - becomes[..., LOST]) * density)


@dataclass(frozen=True, slots=True, eq=False)
class AfterEntry:
    """What a sheet's free cells will bring once a cell of one row is filled, that row on axis 1.

    Attributes:
        others: All cells of the other rows together, by column, (N, 10, C).
        staying: The row's own cells where the filled one weighed less, (N, 10, C).
        rising: And where it weighed more: each stands one place higher now, (N, 10, C).
        usual: About what all free cells will bring after an entry, by column, (N, C).
    """

    others: Worths
    staying: Floats
    rising: Floats
    usual: Worths

    @classmethod
    def of(cls, prospects: Prospects, free: Floats, standing: Standing) -> AfterEntry:
        """Return it for sheets with a free cell, (N, 10, C)."""
        count, rows = len(free), np.arange(ROWS)
        in_row = np.repeat(standing.in_row[:, None], ROWS, axis=1)
        in_row[:, rows, rows] -= 1
        above = np.repeat(standing.above[:, None], ROWS, axis=1)
        below = np.repeat(standing.below[:, None], ROWS, axis=1)
        below[:, rows, rows] -= 1
        flat = (count * ROWS, *free.shape[1:])
        staying = Standing(
            in_row.reshape(count * ROWS, ROWS),
            above.reshape(flat),
            below.reshape(flat),
            np.repeat(standing.weights, ROWS, axis=0),
        )
        features = staying.features.reshape(count, ROWS, *free.shape[1:], -1)
        risen = features[:, rows, rows]  # a copy: what a row's cells are once one above them is gone
        put_in_place(risen, standing.above - 1, standing.below)
        means = prospects.means(features) * free[:, None]
        staying_means, rising_means = means[:, rows, rows], prospects.means(risen) * free
        others = means.sum(axis=2) - staying_means
        is_open = standing.in_row > 0
        usual = (others + (staying_means + rising_means) / 2) * is_open[..., None]
        return cls(others, staying_means, rising_means, usual.sum(axis=1) / is_open.sum(axis=1, keepdims=True))

    def elsewhere(self, leads: Worths, slopes: Worths, weights: Floats) -> Worths:
        """Return what an entry changes in the other columns, as chance of the match, (N, 10, C): by row and column.

        Args:
            leads: Of each column without what the free cells will bring, less what is expected of it, (N, C).
            slopes: What a point more in each column adds to the chance, (N, C).
            weights: By which columns are ranked, (N, C).
        """
        order = np.argsort(-weights, axis=1, kind="stable")
        rank = np.argsort(order, axis=1, kind="stable")
        is_below = (rank[:, None, :] > rank[:, :, None]).astype(np.float64)
        is_above = (rank[:, None, :] < rank[:, :, None]).astype(np.float64)
        change = leads[:, None] + self.others
        rising = (change + self.rising) * slopes[:, None]
        staying = (change + self.staying) * slopes[:, None]
        return np.asarray(np.einsum("nck,nrk->nrc", is_below, rising) + np.einsum("nck,nrk->nrc", is_above, staying))
