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

from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import accumulate
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
    def row_waves(self) -> Waves:
        """Return the Fourier transform of each distribution on the ring, (STEPS + 1, 10, FREQUENCIES)."""
        of_points = np.exp(_TURNS * OUTCOME_POINTS[:, None])
        return np.stack([self._table[:, of_row] @ of_points[of_row] for of_row in _IN_ROW], axis=1).astype(np.complex64)

    @cached_property
    def row_steps(self) -> Waves:
        """Return by how much they change with each step, (STEPS, 10, FREQUENCIES)."""
        return np.diff(self.row_waves, axis=0)

    def chances(self, means: Floats) -> tuple[Floats, Floats]:
        """Return the chance of each outcome of cells, and what a point more of mean adds to it, each (N, C, 78).

        ``means`` are points, (N, 10, C); above `most` they count as that, here as everywhere.
        """
        low, part = self.placed(means)
        lower, upper_part = (array.transpose(0, 2, 1)[:, :, OUTCOME_ROWS] for array in (low, part))
        numbers, table = np.arange(len(OUTCOMES)), self._table.astype(np.float32)
        less = table[lower, numbers]
        change = table[lower + 1, numbers] - less
        return less + upper_part * change, change * (STEPS / self.most).astype(np.float32)[OUTCOME_ROWS]

    def waves(self, means: Floats, free: NDArray[np.bool_]) -> list[Waves]:
        """Return the Fourier transforms of the rows' cells, ten times (N, C, FREQUENCIES); of taken ones no points."""
        low, part = self.placed(means)
        waves = []
        for row in range(ROWS):
            wave = np.ones((*low[:, row].shape, FREQUENCIES), np.complex64)
            asked = free[:, row]
            step = low[:, row][asked]
            wave[asked] = self.row_waves[step, row] + part[:, row][asked][:, None] * self.row_steps[step, row]
            waves.append(wave)
        return waves

    def placed(self, means: Floats) -> tuple[Numbers, Floats]:
        """Return between which steps cells lie: the lower one's number, and the upper one's part."""
        at = np.clip(means * (STEPS / self.most).astype(np.float32)[:, None], 0, STEPS)
        low = np.minimum(at.astype(np.intp), STEPS - 1)
        return low, (at - low).astype(np.float32)


_RING = np.exp(-2j * np.pi * np.arange(POINTS_SEEN) / POINTS_SEEN).astype(np.complex64)


def ends(points: CellPoints, positions: Positions, means: Floats) -> Chances:
    """Return the chances that columns are won, tied and lost as things stand, (N, C, 3).

    ``means`` are of each player's cells, points (N, 2, 10, C), 0 for taken ones.
    """
    first, to_win = _ring(positions, means)
    own, other = (reduce(np.multiply, points.waves(means[:, side], positions.free[:, side])) for side in (0, 1))
    return _won_tied_lost(np.conj(other) * own * moved_by(first), to_win)


def ends_with_entries(points: CellPoints, positions: Positions, means: Floats) -> tuple[Chances, Chances]:
    """Return the same, and if the player to move enters an outcome there, (N, C, 78, 3); of no use where he cannot."""
    free, (first, to_win) = positions.free[:, 0], _ring(positions, means)
    product = np.conj(reduce(np.multiply, points.waves(means[:, 1], positions.free[:, 1]))) * moved_by(first)
    waves = points.waves(means[:, 0], free)
    # Of every row the product of those behind it.
    following = list(accumulate(waves[:0:-1], np.multiply, initial=np.ones_like(waves[-1])))[::-1]
    # Only free cells are gone through, row by row.
    without = np.empty((int(free.sum()), FREQUENCIES), np.complex64)
    number_of, filled = np.zeros(free.shape, np.intp), 0
    for row in range(ROWS):
        asked, before = free[:, row], filled
        filled += int(asked.sum())
        number_of[:, row][asked] = np.arange(before, filled)
        np.multiply(product[asked], following[row][asked], out=without[before:filled])
        product *= waves[row]
    which = number_of[:, OUTCOME_ROWS].transpose(0, 2, 1)
    return _won_tied_lost(product, to_win), _won_tied_lost(without, to_win[..., None] - OUTCOME_POINTS, which)


def _ring(positions: Positions, means: Floats) -> tuple[Numbers, Numbers]:
    """Return the first point of each column's ring, and at which of its places the lead is nothing, (N, C) each."""
    expected = means.sum(axis=2)
    first = np.rint(expected[:, 0] - expected[:, 1]).astype(np.intp) - POINTS_SEEN // 2
    return first, -positions.leads - first


def moved_by(first: NDArray[np.intp]) -> Waves:
    """Return what moves the points ``first`` of a ring to its beginning, (…, FREQUENCIES)."""
    turns = (-first[..., None] * np.arange(FREQUENCIES)) % POINTS_SEEN
    return np.asarray(_RING[turns])


def _won_tied_lost(waves: Waves, at: Numbers, which: Numbers | None = None) -> Chances:
    """Return the chances to be above, at and below places of rings, (…, 3); before the first all is above.

    ``which`` of the rings it is, (…), by their Fourier transforms, (K, FREQUENCIES); without it each has its own.
    """
    up_to = np.fft.irfft(waves.reshape(-1, FREQUENCIES), POINTS_SEEN, axis=-1)
    np.maximum(up_to, 0, out=up_to)
    np.cumsum(up_to, axis=-1, out=up_to)
    up_to /= up_to[:, -1:]
    begin = POINTS_SEEN * (np.arange(at.size).reshape(at.shape) if which is None else which)
    flat = up_to.reshape(-1)  # the chance of each place of a ring and those before it, one ring after another
    # In double precision from here on: what is left of one must rise where what is taken from it falls.
    upper = np.where(at < 0, 0, flat[begin + np.clip(at, 0, POINTS_SEEN - 1)]).astype(np.float64)
    lower = np.where(at < 1, 0, flat[begin + np.clip(at - 1, 0, POINTS_SEEN - 1)]).astype(np.float64)
    return np.stack([1 - upper, upper - lower, lower], axis=-1)
