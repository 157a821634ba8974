"""A small match solved: every position's chance when both play perfectly, from the last turn back to the first.

The turn of every position is exact, over all throws and holds, in single precision, which is good for a millionth of
chance: what rounding does to a position is averaged away in the turn before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.solved.small_games import Layer, SmallGame
from scoring.sheets.category import Category
from scoring.strategy.entry_worths import turn_values
from scoring.strategy.matches import points_ahead
from scoring.strategy.outcomes import HANDS, OUTCOME_OF, OUTCOME_POINTS, OUTCOME_ROWS, OUTCOMES

Numbers: TypeAlias = NDArray[np.intp]
Chances: TypeAlias = NDArray[np.float32]

NEVER = np.float32(-1)
"""Worth of what cannot be entered: less than any chance."""
IN_TABLE = 2048
"""Positions whose entries are looked up together."""
AT_ONCE = 192
"""Positions whose turns are reckoned together: their hands fit into a processor's cache."""


def results(game: SmallGame) -> Chances:
    """Return the chances of layer 0: whoever has more column points won, who has as many has half of it."""
    layer = Layer.of(game, 0)
    _, leads = layer.at(np.arange(len(layer)))
    return np.asarray((np.sign(points_ahead(np.stack(leads, axis=1))) + 1) / 2, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """A layer and its chances."""

    game: SmallGame  # It is of
    layer: Layer  # Its positions
    chances: Chances  # Of the player to move, a draw counted half, in single precision, (positions,)

    def after_entry(self, cell: int, own: Numbers, other: Numbers, leads: Sequence[Numbers]) -> Chances:
        """Return the chances of who enters something in a cell and comes to this layer, (scores of its row, N).

        Free sets and leads (in each column), (N,) each, are those before it.
        """
        scores = OUTCOME_POINTS[self.game.row(cell) == OUTCOME_ROWS][:, None]
        theirs = [-lead for lead in leads]
        column = cell % self.game.columns
        theirs[column] = theirs[column] - scores
        places = self.layer.places(self.layer.pairs(other, own & ~(1 << cell)), theirs)
        return np.asarray(1 - self.chances[places])


def solve(after: Solved, free: int) -> Iterator[Chances]:
    """Yield the chances of the layer with a cell more free in all, part by part, one for each set of who moves."""
    layer = Layer.of(after.game, free)
    for number, own in enumerate(layer.own):
        first, last = layer.first[[number * len(layer.other), (number + 1) * len(layer.other)]]
        parts = [
            _starts(after, layer, int(own), np.arange(at, min(at + IN_TABLE, last)))
            for at in range(first, last, IN_TABLE)
        ]
        yield np.concatenate(parts)


def _starts(after: Solved, layer: Layer, own: int, places: Numbers) -> Chances:
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
    starts = np.empty(len(places), np.float32)
    for at in range(0, len(places), AT_ONCE):
        some = np.ascontiguousarray(table[:, at : at + AT_ONCE])
        plain, served = (_best(some, rows, is_served=is_served) for is_served in (False, True))
        # Single precision is good for more where chances are small: the turn sees how far they are from their middle.
        middle = (plain.min(axis=0) + served.max(axis=0)) / 2
        turn = turn_values((plain - middle).T, (served - middle).T, served_whenever=game.served_whenever)
        starts[at : at + AT_ONCE] = middle + turn.start
    return starts


def _best(table: Chances, rows: Sequence[Category], *, is_served: bool) -> Chances:
    """Return the worth of entering each hand where it is best, (252, N), from that of every outcome, (78, N)."""
    best, of_row = np.full((HANDS, table.shape[1]), NEVER), np.empty((HANDS, table.shape[1]), np.float32)
    for row in rows:
        np.take(table, OUTCOME_OF[int(is_served), row], axis=0, out=of_row, mode="clip")
        np.maximum(best, of_row, out=best)
    return best
