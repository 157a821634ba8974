"""How the lead in each column ends: exactly, if its free cells bring what is said of them, each on its own.

The lead is a sum of what many cells bring, so its distribution is a convolution: a product of Fourier transforms on a
ring of points long enough for a lead's spread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.strategy.cell_points import FREQUENCIES, POINTS_SEEN, CellPoints, Chances, Floats, Waves
from scoring.strategy.outcomes import OUTCOME_POINTS, OUTCOME_ROWS, ROWS
from scoring.strategy.position import Positions

_RING = np.exp(-2j * np.pi * np.arange(POINTS_SEEN) / POINTS_SEEN).astype(np.complex64)


@dataclass(frozen=True, slots=True, eq=False)
class LeadChances:
    """Chances that columns are won, tied and lost.

    Attributes:
        now: As things stand, (N, C, 3).
        entered: If the player to move enters an outcome there, (N, C, 78, 3); nothing of use where that cannot be.
    """

    now: Chances
    entered: Chances

    @classmethod
    def from_means(cls, points: CellPoints, positions: Positions, own: Floats, other: Floats) -> LeadChances:
        """Return them.

        Args:
            points: What cells bring, by their means.
            positions: Looked at.
            own: Mean of each cell of the player to move, points (N, 10, C), 0 for taken ones.
            other: And of the other's.
        """
        free = positions.free[:, 0]
        expected = own.sum(axis=1) - other.sum(axis=1)
        first = np.rint(expected).astype(np.intp) - POINTS_SEEN // 2
        product = np.conj(_product(points.waves(other, positions.free[:, 1]))) * _moved(first)
        waves = points.waves(own, free)
        following = _following(waves)
        # Only free cells are gone through, row by row; behind them every column as it stands.
        without = np.empty((int(free.sum()) + product[..., 0].size, FREQUENCIES), np.complex64)
        number_of, filled = np.zeros((len(positions), ROWS + 1, positions.columns), np.intp), 0
        for row in range(ROWS + 1):
            asked = free[:, row] if row < ROWS else np.ones(product.shape[:2], bool)
            count = int(asked.sum())
            number_of[:, row][asked] = np.arange(filled, filled + count)
            part = without[filled : filled + count]
            if row < ROWS:
                np.multiply(product[asked], following[row][asked], out=part)
                product *= waves[row]
            else:
                part[:] = product.reshape(part.shape)
            filled += count
        up_to = _up_to(without)
        to_win = -positions.leads - first
        return cls(
            _won_tied_lost(up_to, number_of[:, ROWS], to_win),
            _won_tied_lost(up_to, number_of[:, OUTCOME_ROWS].transpose(0, 2, 1), to_win[..., None] - OUTCOME_POINTS),
        )


def _product(waves: Sequence[Waves]) -> Waves:
    product = waves[0].copy()
    for wave in waves[1:]:
        product *= wave
    return product


def _following(waves: Sequence[Waves]) -> list[Waves]:
    """Return for every one the product of those behind it."""
    products = [np.ones_like(waves[-1])]
    for wave in waves[:0:-1]:
        products.append(products[-1] * wave)
    return products[::-1]


def _up_to(waves: Waves) -> Floats:
    """Return from Fourier transforms the chance of each place of the ring and those before it, (K, POINTS_SEEN)."""
    up_to = np.fft.irfft(waves, POINTS_SEEN, axis=-1)
    np.maximum(up_to, 0, out=up_to)
    np.cumsum(up_to, axis=-1, out=up_to)
    up_to /= up_to[:, -1:]
    return np.asarray(up_to)


def _moved(first: NDArray[np.intp]) -> Waves:
    """Return what moves the points ``first`` of a ring to its beginning, (N, C, FREQUENCIES)."""
    turns = (-first[..., None] * np.arange(FREQUENCIES)) % POINTS_SEEN
    return np.asarray(_RING[turns])


def _won_tied_lost(up_to: Floats, which: NDArray[np.intp], at: NDArray[np.intp]) -> Chances:
    """Return the chances to be above, at and below places of rings, (…, 3).

    Args:
        up_to: Chance of each place and those before it, (K, POINTS_SEEN).
        which: Number of the ring, (…).
        at: The place, (…); before the first all is above, behind the last all below.
    """
    begin, flat = which * POINTS_SEEN, up_to.reshape(-1)
    # In double precision from here on: what is left of one must rise where what is taken from it falls.
    upper = np.where(at < 0, 0, flat[begin + np.clip(at, 0, POINTS_SEEN - 1)]).astype(np.float64)
    lower = np.where(at < 1, 0, flat[begin + np.clip(at - 1, 0, POINTS_SEEN - 1)]).astype(np.float64)
    return np.stack([1 - upper, upper - lower, lower], axis=-1)
