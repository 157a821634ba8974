"""How the lead in each column ends: exactly, if its free cells bring what is said of them, each on its own.

What a free cell will bring is told as chances of each of its row's scores, if it is known what it brings on average. A
cell that brings more on average is not the same cell moved upwards: a combination is made or struck, and only how often
that happens changes; of five dice in a row of numbers each shows the number or does not, and again only how often
changes. So every row has a distribution for each mean. They are kept at equal steps of the mean, and between two of
them a cell is a mixture, which keeps the mean exactly.

The lead is a sum of what many cells bring, so its distribution is a convolution: a product of Fourier transforms on a
ring of points long enough for a lead's spread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from scoring.dice import DICE_COUNT
from scoring.sheets.category import Category
from scoring.strategy.outcomes import OUTCOME_POINTS, OUTCOME_ROWS, OUTCOMES, ROWS
from scoring.strategy.position import Positions

Numbers = NDArray[np.intp]
Chances = NDArray[np.float64]
Floats = NDArray[np.float32]
Waves = NDArray[np.complex64]

STEPS = 16
POINTS_SEEN = 384
"""Leads are looked at on a ring of so many points: a column's hardly ever vary by more around what is expected."""
FREQUENCIES = POINTS_SEEN // 2 + 1
_TURNS = -2j * np.pi * np.arange(FREQUENCIES) / POINTS_SEEN
_IN_ROW = np.arange(ROWS)[:, None] == OUTCOME_ROWS
"""Which outcomes are of a row, (10, 78)."""
_COMBINATIONS = np.arange(ROWS) > Category.ACES


@dataclass(frozen=True, eq=False)
class CellPoints:
    """Distributions of what a cell brings, by row and mean.

    Raises:
        ValueError: If these are no such chances.
    """

    # How often each combination brings each of its scores, of the times that it is made, (78,): chances that sum to 1
    # in each of the four rows, strikes 0. What stands there of rows of numbers is not looked at.
    made: Chances

    def __post_init__(self) -> None:
        """Look whether they are what they must be."""
        if self.made.shape != (len(OUTCOMES),):
            raise ValueError(f"there are {len(OUTCOMES)} outcomes; these are {self.made.shape}")
        combinations = self.made * (OUTCOME_ROWS > Category.ACES)
        sums = (_IN_ROW @ combinations)[_COMBINATIONS]
        if (combinations < 0).any() or combinations[OUTCOME_POINTS == 0].any() or not np.allclose(sums, 1, atol=1e-5):
            raise ValueError("the scores of a combination that is made must be chances that sum to 1")

    @cached_property
    def most(self) -> Chances:
        """Return the highest mean of each row, (10,)."""
        return np.asarray(_IN_ROW @ (self._table[-1] * OUTCOME_POINTS))

    @cached_property
    def _table(self) -> Chances:
        """Return the chance of each outcome at each step of its row's mean, (STEPS + 1, 78)."""
        table = np.empty((STEPS + 1, len(OUTCOMES)))
        for step, share in enumerate(np.linspace(0, 1, STEPS + 1)):
            alike = [comb(DICE_COUNT, n) * share**n * (1 - share) ** (DICE_COUNT - n) for n in range(DICE_COUNT + 1)]
            for row in range(ROWS):
                of_row = _IN_ROW[row]
                combination = np.where(OUTCOME_POINTS[of_row] == 0, 1 - share, share * self.made[of_row])
                table[step, of_row] = combination if _COMBINATIONS[row] else alike
        return table

    @cached_property
    def _waves(self) -> Waves:
        """Return the Fourier transform of each distribution on the ring, (STEPS + 1, 10, FREQUENCIES)."""
        of_points = np.exp(_TURNS * OUTCOME_POINTS[:, None])
        return np.stack([self._table[:, of_row] @ of_points[of_row] for of_row in _IN_ROW], axis=1).astype(np.complex64)

    def chances(self, means: Floats) -> tuple[Floats, Floats]:
        """Return the chance of each outcome of cells, and what a point more of mean adds to it, each (N, C, 78).

        Args:
            means: Of cells, points (N, 10, C); above `most` they count as that.
        """
        low, part = self._placed(means)
        lower, upper_part = (array.transpose(0, 2, 1)[:, :, OUTCOME_ROWS] for array in (low, part))
        numbers, table = np.arange(len(OUTCOMES)), self._table.astype(np.float32)
        less = table[lower, numbers]
        change = table[lower + 1, numbers] - less
        return less + upper_part * change, change * (STEPS / self.most).astype(np.float32)[OUTCOME_ROWS]

    def waves(self, means: Floats, free: NDArray[np.bool_]) -> list[Waves]:
        """Return the Fourier transforms of each row's cells, ten times (N, C, FREQUENCIES); of taken ones of no points.

        Args:
            means: Of cells, points (N, 10, C); above `most` they count as that.
            free: Where nothing stands, (N, 10, C).
        """
        low, part = self._placed(means)
        waves = []
        for row in range(ROWS):
            wave = np.ones((*low[:, row].shape, FREQUENCIES), np.complex64)
            asked = free[:, row]
            lower, table = low[:, row][asked], self._waves[:, row]
            less = table[lower]
            wave[asked] = less + part[:, row][asked][:, None] * (table[lower + 1] - less)
            waves.append(wave)
        return waves

    def _placed(self, means: Floats) -> tuple[Numbers, Floats]:
        """Return between which steps cells lie: the lower one's number, and the upper one's part."""
        at = np.clip(means * (STEPS / self.most).astype(np.float32)[:, None], 0, STEPS)
        low = np.minimum(at.astype(np.intp), STEPS - 1)
        return low, (at - low).astype(np.float32)


_RING = np.exp(-2j * np.pi * np.arange(POINTS_SEEN) / POINTS_SEEN).astype(np.complex64)


@dataclass(frozen=True, slots=True, eq=False)
class LeadChances:
    """Chances that columns are won, tied and lost."""

    now: Chances  # As things stand, (N, C, 3)
    # If the player to move enters an outcome there, (N, C, 78, 3); nothing of use where that cannot be.
    entered: Chances

    @classmethod
    def from_means(cls, points: CellPoints, positions: Positions, own: Floats, other: Floats) -> LeadChances:
        """Return them.

        Of ``own`` and ``other`` cells the mean is given, points (N, 10, C), 0 for taken ones.
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
