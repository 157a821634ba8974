"""Matches small enough to be solved: a few rows and columns, and all their positions numbered.

A position is which cells both players have free and who leads each column by how much. One more result is entered
every turn, so the positions with as many cells free in all are a layer, which leads to the layer with one cell less.
Leads are told apart only as far as what is left can still change who wins a column, and as far as what is filled can
have brought them; so a layer is one array, and no place in it is empty. `models.solved.perfect_play` solves it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scoring.sheets.category import Category

Numbers: TypeAlias = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class SmallGame:
    """The match on a sheet of fewer rows and columns."""

    rows: tuple[Category, ...]  # That are played, from the top
    columns: int  # Column c, from 0, is worth c + 1 to the higher sum
    served_whenever: bool = False  # See `scoring.strategy.entry_worths`

    @property
    def cells(self) -> int:
        """Return how many each player has; they are numbered row by row."""
        return len(self.rows) * self.columns

    @property
    def turns(self) -> int:
        """Return how many turns a match has: the number of the layer it begins in."""
        return 2 * self.cells

    def row(self, cell: int) -> Category:
        """Return the row of a cell."""
        return self.rows[cell // self.columns]

    def most_points(self) -> NDArray[np.int64]:
        """Return the most that sets of cells can bring in each column, (C, sets); a set is a bit a cell."""
        sets, most = np.arange(1 << self.cells), np.zeros((self.columns, 1 << self.cells), np.int64)
        for cell in range(self.cells):
            most[cell % self.columns] += (sets >> cell & 1) * self.row(cell).most_points
        return most


ONE_COLUMN = SmallGame(tuple(Category), 1)
"""The whole column, alone."""
TWO_COLUMNS = SmallGame((Category.KINGS, Category.FULL, Category.GRANDE), 2)
"""A number row, one that is often made and one that is seldom made, twice."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Layer:
    """The positions with as many cells free in all, numbered: by free sets of both (a pair), then by leads."""

    own: Numbers  # The free sets the player to move may have, a bit a cell, ascending
    other: Numbers  # Those of the other player
    rank: Numbers  # Number of a set among those of as many cells, (sets,)
    low: Numbers  # The lowest lead that is told apart, of each column in each pair, (C, pairs)
    high: Numbers  # The highest, likewise
    first: Numbers  # Number of each pair's first position, and how many positions there are, (pairs + 1,)

    @classmethod
    def of(cls, game: SmallGame, free: int) -> Layer:
        """Return the layer of a game with so many cells free in all: the one who moves has no fewer than the other."""
        sets, most = np.arange(1 << game.cells), game.most_points()
        sizes = np.array([number.bit_count() for number in sets.tolist()])
        rank = np.zeros(len(sets), np.intp)
        for size in range(game.cells + 1):
            rank[sizes == size] = np.arange(np.count_nonzero(sizes == size))
        own, other = np.flatnonzero(sizes == free - free // 2), np.flatnonzero(sizes == free // 2)
        mine, theirs = np.repeat(most[:, own], len(other), axis=1), np.tile(most[:, other], len(own))
        every = most[:, -1:]
        low, high = np.maximum(-mine - 1, theirs - every), np.minimum(theirs + 1, every - mine)
        first = np.concatenate([[0], np.cumsum(np.prod(high - low + 1, axis=0))])
        return cls(own=own, other=other, rank=rank, low=low, high=high, first=first)

    def __len__(self) -> int:
        """Return how many positions there are."""
        return int(self.first[-1])

    def pairs(self, own: Numbers, other: Numbers) -> Numbers:
        """Return the numbers of pairs of free sets."""
        return np.asarray(self.rank[own] * len(self.other) + self.rank[other])

    def places(self, pairs: Numbers, leads: Sequence[Numbers]) -> Numbers:
        """Return the numbers of positions by pairs of free sets, (N,), and leads in each column, (…, N) each.

        What is beyond the told-apart leads is as sure as the outermost.
        """
        places: Numbers = np.zeros(len(pairs), np.intp)
        for low, high, lead in zip(self.low, self.high, leads, strict=True):
            lowest, highest = low[pairs], high[pairs]
            places = places * (highest - lowest + 1) + np.minimum(np.maximum(lead, lowest), highest) - lowest
        return places + self.first[pairs]

    def at(self, places: Numbers) -> tuple[Numbers, list[Numbers]]:
        """Return the pairs and the leads in each column of positions."""
        pairs = np.searchsorted(self.first, places, side="right") - 1
        rest, leads = places - self.first[pairs], []
        for low, high in zip(self.low[::-1], self.high[::-1], strict=True):
            widths = high[pairs] - low[pairs] + 1
            leads.append(rest % widths + low[pairs])
            rest = rest // widths
        return pairs, leads[::-1]
