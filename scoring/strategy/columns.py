"""What a column will come to: the points entered, and what the free cells will bring, as a normal distribution."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
    """What a free cell of each row brings.

    Attributes:
        means: Points, (10,).
        variances: Points², (10,).
    """

    means: NDArray[np.float64]
    variances: NDArray[np.float64]


def won_tied_lost(leads: Chances, variances: Chances) -> Chances:
    """Return the chances that columns are won, tied and lost, (…, 3).

    Args:
        leads: Expected in the end, points.
        variances: Of these, points².
    """
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
    """Return the same after each entry of the player to move, (N, C, 78) each.

    Args:
        leads: Before it, (N, C).
        variances: Before it, (N, C).
        pars: What leads and variances were made of.
    """
    gains = OUTCOME_POINTS - pars.means[OUTCOME_ROWS]
    return leads[..., None] + gains, variances[..., None] - pars.variances[OUTCOME_ROWS]
