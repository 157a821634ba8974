"""The end of a match exactly: every throw, hold and entry of the turns that are left, where these are few."""

import numpy as np
from numpy.typing import NDArray

from scoring.sheets.category import Category
from scoring.strategy.entry_worths import NEVER, turn_values
from scoring.strategy.matches import points_ahead
from scoring.strategy.outcomes import OUTCOME_OF, OUTCOME_ROWS, OUTCOMES, ROWS
from scoring.strategy.position import Positions

Numbers = NDArray[np.intp]
Chances = NDArray[np.float32]

MOST_POINTS = np.array([category.most_points for category in Category])
OUT_OF_REACH = 9999
TOGETHER = 192
"""Positions whose turns are reckoned together: their hands fit into a processor's cache."""


def cells_reckoned(columns: int) -> int:
    """Return how many cells both may have free in all, by the columns played: one more takes three times as long."""
    return {1: 8, 2: 7}.get(columns, 5)


def is_near(positions: Positions, *, entered: int = 0) -> NDArray[np.bool_]:
    """Return where the end is so near, (N,), or was before so many entries."""
    return np.asarray(positions.free.sum(axis=(1, 2, 3)) + entered <= cells_reckoned(positions.columns))


def exact_worths(positions: Positions) -> Chances:
    """Return the chance to win the match after every entry of the player to move, if both go on as well as can be.

    It is (N, C, 78), `NEVER` where the cell is taken; a full throw counts as served in the first throw only.
    """
    worths = np.full((len(positions), positions.columns, len(OUTCOMES)), NEVER, np.float32)
    match, column, outcome, chances = _entries(positions)
    worths[match, column, outcome] = chances
    return worths


def _entries(positions: Positions) -> tuple[Numbers, Numbers, Numbers, Chances]:
    """Return what can be entered: numbers of position, column and outcome, and the chance after it, (E,) each."""
    match, row, column = np.nonzero(positions.free[:, 0])
    cell, outcome = np.nonzero(row[:, None] == OUTCOME_ROWS)
    match, column = match[cell], column[cell]
    return match, column, outcome, 1 - _starts(positions.some(match).entered(outcome, column).passed_on())


def _starts(positions: Positions) -> Chances:
    """Return the chance of the player to move, before his first throw or when all is decided, (N,)."""
    told, ahead, undecided = _standing(positions)
    chances = np.asarray((np.sign(ahead) + 1) / 2, np.float32)
    going = np.flatnonzero((np.abs(ahead) <= undecided) & (undecided > 0))
    if not len(going):
        return chances
    first, numbers = _alike(told[going])
    distinct = positions.some(going[first])
    table = np.full((len(OUTCOMES), len(distinct)), NEVER, np.float32)
    match, _, outcome, entered = _entries(distinct)
    np.maximum.at(table, (outcome, match), entered)
    chances[going] = turn_starts(table, np.flatnonzero(distinct.free[:, 0].any(axis=(0, 2))))[numbers]
    return chances


def turn_starts(table: Chances, rows: Numbers, *, served_whenever: bool = False) -> Chances:
    """Return the chances before turns, (N,), by the best entry's of each outcome, (78, N), and which rows are open."""
    starts = np.empty(table.shape[1], np.float32)
    for at in range(0, len(starts), TOGETHER):
        part = np.ascontiguousarray(table[:, at : at + TOGETHER])
        plain, served = (np.take(part, OUTCOME_OF[of, rows], axis=0).max(axis=0) for of in (0, 1))
        # Single precision is good for more where chances are small: the turn sees how far they are from their middle.
        middle = (plain.min(axis=0) + served.max(axis=0)) / 2
        turn = turn_values((plain - middle).T, (served - middle).T, served_whenever=served_whenever)
        starts[at : at + TOGETHER] = middle + turn.start
    return starts


def _alike(rows: NDArray[np.int64]) -> tuple[Numbers, Numbers]:
    """Return the first row of each kind, and each row's kind, (N,)."""
    order = np.lexsort(rows.T)
    is_new = np.concatenate([[True], (rows[order[1:]] != rows[order[:-1]]).any(axis=1)])
    kinds = np.empty(len(rows), np.intp)
    kinds[order] = np.cumsum(is_new) - 1
    return order[is_new], kinds


def _standing(positions: Positions) -> tuple[NDArray[np.int64], Numbers, Numbers]:
    """Return what tells positions apart, (N, K): free cells, leads that can still change who wins a column, and points.

    Then the points of 55 that decided columns put the player to move ahead, and those of the others, (N,) each.
    """
    reach, leads = np.einsum("nsrc,r->nsc", positions.free, MOST_POINTS), positions.leads
    is_open = (leads >= -reach[:, 0]) & (leads <= reach[:, 1]) & reach.any(axis=1)
    ahead = points_ahead(np.where(is_open, 0, leads))
    free = np.packbits(positions.free.reshape(len(leads), 2 * ROWS * positions.columns), axis=1)
    shown = np.concatenate([np.where(is_open, leads, OUT_OF_REACH), ahead[:, None]], axis=1, dtype=np.int16)
    told = np.concatenate([free, shown.view(np.uint8)], axis=1)
    words = np.pad(told, ((0, 0), (0, -told.shape[1] % 8))).view(np.int64)
    return words, ahead, points_ahead(is_open.astype(np.intp))
