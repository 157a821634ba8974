"""The end of a match exactly: every throw, hold and entry of the turns that are left, where these are few."""

import numpy as np
from numpy.typing import NDArray

from scoring.strategy.entry_worths import NEVER, turn_values
from scoring.strategy.matches import points_ahead
from scoring.strategy.outcomes import HANDS, OUTCOME_OF, OUTCOME_ROWS, OUTCOMES
from scoring.strategy.position import Positions

Numbers = NDArray[np.intp]
Chances = NDArray[np.float32]

CELLS = 2
"""So many cells each may have free, at most: a turn more takes fifty times as long."""


def is_near(positions: Positions) -> NDArray[np.bool_]:
    """Return where the end is so near, (N,)."""
    return np.asarray((positions.free.sum(axis=(2, 3)) <= CELLS).all(axis=1))


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
    """Return the chance of the player to move, before his first throw or when all is entered, (N,)."""
    if not positions.free[:1].any():  # as many are free in all of them
        return np.asarray((np.sign(points_ahead(positions.leads)) + 1) / 2, np.float32)
    best = np.full((len(positions), len(OUTCOMES)), NEVER, np.float32)
    match, _, outcome, chances = _entries(positions)
    np.maximum.at(best, (match, outcome), chances)
    # Many are alike: columns are decided
    number: dict[bytes, int] = {}
    numbers = [number.setdefault(row.tobytes(), len(number)) for row in best]
    table = np.frombuffer(b"".join(number), np.float32).reshape(-1, len(OUTCOMES))
    hands = np.full((2, len(table), HANDS), NEVER, np.float32)
    for row in np.flatnonzero(positions.free[:, 0].any(axis=(0, 2))):
        np.maximum(hands, table[:, OUTCOME_OF[:, row]].transpose(1, 0, 2), out=hands)
    return np.asarray(turn_values(*hands).start[numbers])
