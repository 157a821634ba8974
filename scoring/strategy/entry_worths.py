"""What a strategy is: the worth of every entry it could make. Hold and entry follow from it, exactly, over all throws.

A strategy looks at positions and says for every column and every outcome (a row and its score) what the player to move
would have after that entry: points, or the chance to win the match. From these the worth of every hand follows, and
from those the turn (`scoring.strategy.turn_values`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scoring.strategy.outcomes import OUTCOME_OF, OUTCOME_POINTS, OUTCOME_ROWS
from scoring.strategy.position import Positions
from scoring.strategy.turn_values import TurnValues, turn_values

Worths = NDArray[np.float64]

NEVER = -1e9
"""Worth of what cannot be done."""
AT_ONCE = 100
"""Positions whose arrays fit into a small computer's memory together."""


class Strategy(Protocol):
    """Says what entries are worth."""

    def entry_worths(self, positions: Positions, /) -> Worths:
        """Return the worth of every entry of the player to move, (N, C, 78); cells that are taken count for nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """All that can be decided in a turn, for N positions.

    Attributes:
        entries: Worth of each outcome in each column, (N, C, 78); `NEVER` where the cell is taken.
        columns: The best free column for each outcome, (N, 78).
        worths: Worth of each outcome there, (N, 78); `NEVER` where its row is full.
        outcomes: The best outcome of each hand, not served and served, (N, 2, 252).
        turn: What hands and holds are worth.
    """

    entries: Worths
    columns: NDArray[np.intp]
    worths: Worths
    outcomes: NDArray[np.intp]
    turn: TurnValues

    def of_hand(self, number: int, hand: int, *, is_served: bool) -> Worths:
        """Return what entering a hand in each cell is worth in a position, (10, C)."""
        return np.asarray(self.entries[number][:, OUTCOME_OF[int(is_served), :, hand]].T)


def choices(strategy: Strategy, positions: Positions, *, served_whenever: bool = False) -> Choices:
    """Return what can be decided by the player to move, and what it is worth.

    Args:
        strategy: Says what entries are worth.
        positions: Before the turn; each with a free cell.
        served_whenever: See `turn_values`.
    """
    return choices_among(where_free(strategy.entry_worths(positions), positions), served_whenever=served_whenever)


def where_free(worths: Worths, positions: Positions) -> Worths:
    """Return the worths of entries, (N, C, 78), `NEVER` where the cell is taken."""
    return np.where(positions.free[:, 0].transpose(0, 2, 1)[:, :, OUTCOME_ROWS], worths, NEVER)


def choices_among(worths: Worths, *, served_whenever: bool = False) -> Choices:
    """Return what can be decided when every entry's worth is known.

    Args:
        worths: Of each entry, (N, C, 78); `NEVER` of one that cannot be made.
        served_whenever: See `turn_values`.
    """
    best_columns = worths.argmax(axis=1)
    best = np.take_along_axis(worths, best_columns[:, None], axis=1)[:, 0]
    by_row = best[:, OUTCOME_OF]  # (N, 2, 10, 252)
    rows = by_row.argmax(axis=2)
    of_hands = np.take_along_axis(by_row, rows[:, :, None], axis=2)[:, :, 0]
    served, hand = np.indices(rows.shape[1:])
    outcomes = OUTCOME_OF[served, rows, hand]
    turn = turn_values(of_hands[:, 0], of_hands[:, 1], served_whenever=served_whenever)
    return Choices(worths, best_columns, best, outcomes, turn)


def choices_in_match(evaluator: Strategy, positions: Positions, *, served_whenever: bool = False) -> Choices:
    """Return the same of many positions, looked at part by part, so that they fit into a small computer's memory.

    Args:
        evaluator: Says what entries are worth, as chance: it is cut off at 0 and 1, and of a match's last cell certain.
        positions: Before a turn each; with a free cell.
        served_whenever: See `turn_values`.
    """
    parts = []
    for first in range(0, len(positions), AT_ONCE):
        part = positions.some(np.arange(first, min(first + AT_ONCE, len(positions))))
        parts.append(choices_among(where_free(_chances(evaluator, part), part), served_whenever=served_whenever))
    turns = [part.turn for part in parts]
    return Choices(
        entries=np.concatenate([part.entries for part in parts]),
        columns=np.concatenate([part.columns for part in parts]),
        worths=np.concatenate([part.worths for part in parts]),
        outcomes=np.concatenate([part.outcomes for part in parts]),
        turn=TurnValues(
            start=np.concatenate([turn.start for turn in turns]),
            holds=tuple(map(np.concatenate, zip(*(turn.holds for turn in turns), strict=True))),
        ),
    )


def _chances(evaluator: Strategy, positions: Positions) -> Worths:
    worths = np.clip(evaluator.entry_worths(positions), 0, 1)
    last = positions.free.sum(axis=(1, 2, 3)) == 1
    worths[last] = _results(positions.leads[last])
    return worths


def _results(leads: NDArray[np.int64]) -> Worths:
    """Return the result of every last entry, (N, C, 78), from the leads before it, (N, C)."""
    columns = leads.shape[1]
    after = np.eye(columns, dtype=np.int64)[:, None] * OUTCOME_POINTS[:, None] + leads[:, None, None]
    return np.asarray((np.sign((np.sign(after) * np.arange(1, columns + 1)).sum(axis=-1)) + 1) / 2)
