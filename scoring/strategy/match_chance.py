"""The chance to win the match from the chances to win its columns, the columns taken as independent.

The lead in points of 55 is a sum over the columns: plus the column's worth where it is won, minus it where it is lost,
nothing where it is tied. Its distribution is their convolution; and the chance to win the match is linear in what
becomes of any one column, the others being as they are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scoring.ruleset import points_of

Chances = NDArray[np.float64]

WON, TIED, LOST = 0, 1, 2


def chances_by_column(columns: Chances) -> Chances:
    """Return what the match chance becomes if a column is won, tied or lost for sure, (N, C, 3).

    Args:
        columns: Chance that each column is won, tied, lost, (N, C, 3).
    """
    count, most = columns.shape[1], points_of(columns.shape[1])
    before = _leads(columns)
    worth = np.broadcast_to(_worth_of_lead(count), (len(columns), 2 * most + 1))
    out = np.empty_like(columns)
    # `worth` is what every lead before the columns looked at so far would be worth: it is taken back column by column.
    for column in range(count - 1, -1, -1):
        for result, step in ((WON, column + 1), (TIED, 0), (LOST, -column - 1)):
            out[:, column, result] = (before[column] * _shifted(worth, -step)).sum(axis=1)
        worth = (
            columns[:, column, WON, None] * _shifted(worth, -column - 1)
            + columns[:, column, TIED, None] * worth
            + columns[:, column, LOST, None] * _shifted(worth, column + 1)
        )
    return out


def _leads(columns: Chances) -> list[Chances]:
    """Return the distribution of the lead after none, one, … all columns, each (N, 2 · most + 1)."""
    most = points_of(columns.shape[1])
    leads = [np.zeros((len(columns), 2 * most + 1))]
    leads[0][:, most] = 1.0
    for column in range(columns.shape[1]):
        now, worth = leads[-1], column + 1
        leads.append(
            columns[:, column, WON, None] * _shifted(now, worth)
            + columns[:, column, TIED, None] * now
            + columns[:, column, LOST, None] * _shifted(now, -worth)
        )
    return leads


def _worth_of_lead(columns: int) -> Chances:
    most = points_of(columns)
    return np.asarray((np.sign(np.arange(-most, most + 1)) + 1) / 2)


def _shifted(leads: Chances, places: int) -> Chances:
    """Return an array moved along its last axis; what comes in at the edge repeats the edge's value or is 0 there."""
    if places == 0:
        return leads
    moved = np.empty_like(leads)
    if places > 0:
        moved[:, places:] = leads[:, :-places]
        moved[:, :places] = leads[:, :1]
    else:
        moved[:, :places] = leads[:, -places:]
        moved[:, places:] = leads[:, -1:]
    return moved
