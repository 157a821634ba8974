"""Small variants of the match solved exactly: the chance to win in every position where both play perfectly.

A position is which cells both players have free and who leads each column by how much. One more result is entered
every turn, so the positions with as many cells free in all are a layer, which leads to the layer with one cell less.
Leads are told apart only as far as what is left can still change who wins a column, and as far as what is filled can
have brought them; so a layer is one array, and no place in it is empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from scoring.sheets.category import Category
from scoring.strategy.ending import turn_starts
from scoring.strategy.matches import points_ahead
from scoring.strategy.outcomes import OUTCOME_POINTS, OUTCOME_ROWS, OUTCOMES
from scoring.strategy.position import Positions

Numbers: TypeAlias = NDArray[np.intp]
NEVER = np.float32(-1)
"""Worth of what cannot be entered: less than any chance."""
IN_TABLE = 2048
"""Positions whose entries are looked up together."""


@dataclass(frozen=True, slots=True)
class SmallGame:
    """The match on a sheet of fewer rows and columns; cells are numbered row by row."""

    rows: tuple[Category, ...]  # That are played, from the top
    columns: int  # Column c, from 0, is worth c + 1 to the higher sum
    served_whenever: bool = False  # See `scoring.strategy.entry_worths`

    @property
    def cells(self) -> int:
        """Return how many each player fills."""
        return len(self.rows) * self.columns

    @property
    def turns(self) -> int:
        """Return how many a match has: the number of the layer it begins in."""
        return 2 * self.cells

    def row(self, cell: int) -> Category:
        """Return the row of a cell."""
        return self.rows[cell // self.columns]

    def most_points(self) -> Numbers:
        """Return the most that sets of cells, a bit a cell, can bring in each column, (C, sets)."""
        sets, most = np.arange(1 << self.cells), np.zeros((self.columns, 1 << self.cells), np.int64)
        for cell in range(self.cells):
            most[cell % self.columns] += (sets >> cell & 1) * self.row(cell).most_points
        return most


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
        """Return how many positions it has."""
        return int(self.first[-1])

    def pairs(self, own: Numbers, other: Numbers) -> Numbers:
        """Return the numbers of pairs of free sets."""
        return self.rank[own] * len(self.other) + self.rank[other]

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


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """A layer and its chances."""

    game: SmallGame
    layer: Layer
    chances: NDArray[np.float32]  # Of the player to move, a draw counted half, (positions,)

    def after_entry(self, cell: int, own: Numbers, other: Numbers, leads: Sequence[Numbers]) -> NDArray[np.float32]:
        """Return the chances of who enters something in a cell and comes to this layer, (scores of its row, N).

        Free sets and leads (in each column), (N,) each, are those before it.
        """
        scores = OUTCOME_POINTS[self.game.row(cell) == OUTCOME_ROWS][:, None]
        theirs = [-lead for lead in leads]
        column = cell % self.game.columns
        theirs[column] = theirs[column] - scores
        return 1 - self.chances[self.layer.places(self.layer.pairs(other, own & ~(1 << cell)), theirs)]


def results(game: SmallGame) -> NDArray[np.float32]:
    """Return the chances of layer 0: whoever has more column points won, who has as many has half of it."""
    layer = Layer.of(game, 0)
    _, leads = layer.at(np.arange(len(layer)))
    return np.asarray((np.sign(points_ahead(np.stack(leads, axis=1))) + 1) / 2, np.float32)


def solved(game: SmallGame) -> list[Solved]:
    """Return all layers of a game, the full sheets' first."""
    layers = [Solved(game, Layer.of(game, 0), results(game))]
    for free in tqdm(range(1, game.turns + 1), "solving", unit="layers", leave=False):
        layer, parts = Layer.of(game, free), []
        for own, (first, last) in zip(layer.own, pairwise(layer.first[:: len(layer.other)]), strict=True):
            for at in range(first, last, IN_TABLE):
                parts.append(_starts(layers[-1], layer, int(own), np.arange(at, min(at + IN_TABLE, last))))
        layers.append(Solved(game, layer, np.concatenate(parts)))
    return layers


def _starts(after: Solved, layer: Layer, own: int, places: Numbers) -> NDArray[np.float32]:
    """Return the chances before a turn of some positions with the same free set of who moves."""
    game = after.game
    cells = [cell for cell in range(game.cells) if own >> cell & 1]
    pairs, leads = layer.at(places)
    sets = np.full(len(places), own), layer.other[pairs % len(layer.other)]
    table = np.full((len(OUTCOMES), len(places)), NEVER)
    for cell in cells:
        entered = after.after_entry(cell, *sets, leads)
        of_row = game.row(cell) == OUTCOME_ROWS
        table[of_row] = np.maximum(table[of_row], entered)
    rows = sorted({game.row(cell) for cell in cells})
    return turn_starts(table, np.array(rows), served_whenever=game.served_whenever)


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
        """Return the chance to win the match after every entry, (N, C, 78); 0 for cells that are taken."""
        game = self.layers[0].game
        free = positions.free[:, :, list(game.rows)].reshape(len(positions), 2, -1)
        left = free.sum(axis=2)
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
