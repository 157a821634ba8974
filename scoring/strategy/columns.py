"""What a column will come to, as a normal distribution, and the match by its columns, which are taken as independent.

The lead in points of 55 is a sum over the columns: plus the column's worth where it is won, minus it where it is lost,
nothing where it is tied. Its distribution is their convolution; and the chance to win the match is linear in what
becomes of any one column, the others being as they are.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.ruleset import points_of
from scoring.strategy.outcomes import OUTCOME_POINTS, OUTCOME_ROWS
from scoring.strategy.position import Positions

Chances = NDArray[np.float64]

HALF_A_POINT = 0.5
"""Points are whole: a lead between −½ and ½ is a tie."""
CERTAIN = 1e-9
"""Variance of what is over, points²."""
_GRID = np.linspace(-8.0, 8.0, 16_001)


def _normal() -> Chances:
    density = np.exp(-(_GRID**2) / 2)
    below = np.concatenate([[0.0], np.cumsum((density[1:] + density[:-1]) / 2)])
    return np.asarray(below / below[-1])


_BELOW = _normal()


def below(z: Chances) -> Chances:
    """Return the normal distribution function, right to 1e-7."""
    return np.asarray(np.interp(z, _GRID, _BELOW))


@dataclass(frozen=True, slots=True, eq=False)
class RowPars:
    """What a free cell of each row brings."""

    means: NDArray[np.float64]
    variances: NDArray[np.float64]


def won_tied_lost(leads: Chances, variances: Chances) -> Chances:
    """Return the chances that columns are won, tied and lost, (…, 3), of leads as they are expected to end."""
    deviations = np.sqrt(np.maximum(variances, CERTAIN))
    lost = below((-HALF_A_POINT - leads) / deviations)
    not_won = below((HALF_A_POINT - leads) / deviations)
    return np.stack([1 - not_won, not_won - lost, lost], axis=-1)


def outlooks(positions: Positions, pars: RowPars) -> tuple[Chances, Chances]:
    """Return the lead of the player to move in each column in the end, expected and its variance, each (N, C)."""
    free = positions.free.astype(np.float64)
    to_come = np.einsum("nprc,r->npc", free, pars.means)
    variances = np.einsum("nprc,r->nc", free, pars.variances)
    return positions.leads + to_come[:, 0] - to_come[:, 1], variances


def after_entries(leads: Chances, variances: Chances, pars: RowPars) -> tuple[Chances, Chances]:
    """Return the same, (N, C) each, after each entry of the player to move, (N, C, 78) each."""
    gains = OUTCOME_POINTS - pars.means[OUTCOME_ROWS]
    return leads[..., None] + gains, variances[..., None] - pars.variances[OUTCOME_ROWS]


WON, TIED, LOST = 0, 1, 2


def chances_by_column(columns: Chances) -> Chances:
    """Return what the match chance becomes once a column is won, tied or lost, by the chances of each, (N, C, 3)."""
    count, most = columns.shape[1], points_of(columns.shape[1])
    before = _leads(columns)
    worth = np.broadcast_to(_worth_of_lead(count), (len(columns), 2 * most + 1))
    out = np.empty_like(columns)
    # `worth` is what every lead before the columns looked at so far would be worth: it is taken back column by column.
    for column in range(count - 1, -1, -1):
        for result, step in ((WON, column + 1), (TIED, 0), (LOST, -column - 1)):
            out[:, column, result] = (before[column] * _shifted(worth, -step)).sum(axis=1)
        worth = _mixed(columns[:, column], worth, -column - 1)
    return out


def match_chances(columns: Chances) -> Chances:
    """Return the chance to win the match, (N,), by the chances that each column is won, tied and lost, (N, C, 3)."""
    return np.asarray(_leads(columns)[-1] @ _worth_of_lead(columns.shape[1]))


def _leads(columns: Chances) -> list[Chances]:
    """Return the distribution of the lead after none, one, … all columns, each (N, 2 · most + 1)."""
    most = points_of(columns.shape[1])
    leads = [np.zeros((len(columns), 2 * most + 1))]
    leads[0][:, most] = 1.0
    for column in range(columns.shape[1]):
        leads.append(_mixed(columns[:, column], leads[-1], column + 1))
    return leads


def _mixed(chances: Chances, leads: Chances, places: int) -> Chances:
    """Return leads moved where a column is won, kept where it is tied and moved back where lost, by these chances."""
    won, tied, lost = (chances[:, result, None] for result in (WON, TIED, LOST))
    return won * _shifted(leads, places) + tied * leads + lost * _shifted(leads, -places)


def _worth_of_lead(columns: int) -> Chances:
    most = points_of(columns)
    return np.asarray((np.sign(np.arange(-most, most + 1)) + 1) / 2)


def _shifted(leads: Chances, places: int) -> Chances:
    """Return an array moved along its last axis; what comes in at the edge repeats the edge's value or is 0 there."""
    return np.take(leads, np.arange(leads.shape[1]) - places, axis=1, mode="clip")
