"""Many positions looked at one part after the other, so that a whole game fits into a small computer's memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from scoring.ruleset import ServedRule
from scoring.strategy.entry_worths import Choices, choices_among, where_free
from scoring.strategy.outcomes import OUTCOME_OF, OUTCOME_POINTS
from scoring.strategy.turn_values import TurnValues

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from scoring.strategy.entry_worths import Strategy
    from scoring.strategy.position import Positions

    Worths = NDArray[np.float64]

AT_ONCE = 100
"""Positions whose arrays fit into a small computer's memory together."""


@dataclass(frozen=True, slots=True, eq=False)
class Valued:
    """N positions and what can be decided in them.

    Attributes:
        positions: Before a turn each.
        choices: Hold and entry.
    """

    positions: Positions
    choices: Choices

    @classmethod
    def of(cls, evaluator: Strategy, positions: Positions, served: ServedRule) -> Valued:
        """Return it for positions that have a free cell each.

        Args:
            evaluator: Says what entries are worth, as chance.
            positions: Looked at, `AT_ONCE` at a time.
            served: As agreed.
        """
        chosen = []
        for first in range(0, len(positions), AT_ONCE):
            part = positions.some(np.arange(first, min(first + AT_ONCE, len(positions))))
            worths = where_free(_chances(evaluator, part), part)
            chosen.append(choices_among(worths, served_whenever=served is ServedRule.ANY_FULL_THROW))
        return cls(positions, _joined(chosen))

    def of_hand(self, number: int, hand: int, *, is_served: bool) -> Worths:
        """Return what entering a hand in each cell is worth in a position, (10, C)."""
        return np.asarray(self.choices.entries[number][:, OUTCOME_OF[int(is_served), :, hand]].T)


def _chances(evaluator: Strategy, positions: Positions) -> Worths:
    """Return what an evaluator says, cut off at 0 and 1; of the last cell of a match, what is certain."""
    worths = np.clip(evaluator.entry_worths(positions), 0, 1)
    last = positions.free.sum(axis=(1, 2, 3)) == 1
    worths[last] = _results(positions.leads[last])
    return worths


def _results(leads: NDArray[np.int64]) -> Worths:
    """Return the result of every last entry, (N, C, 78), from the leads before it, (N, C)."""
    columns = leads.shape[1]
    after = np.eye(columns, dtype=np.int64)[:, None] * OUTCOME_POINTS[:, None] + leads[:, None, None]
    return np.asarray((np.sign((np.sign(after) * np.arange(1, columns + 1)).sum(axis=-1)) + 1) / 2)


def _joined(parts: Sequence[Choices]) -> Choices:
    lefts = range(len(parts[0].turn.holds))
    return Choices(
        entries=np.concatenate([part.entries for part in parts]),
        columns=np.concatenate([part.columns for part in parts]),
        worths=np.concatenate([part.worths for part in parts]),
        outcomes=np.concatenate([part.outcomes for part in parts]),
        turn=TurnValues(
            start=np.concatenate([part.turn.start for part in parts]),
            holds=tuple(np.concatenate([part.turn.holds[left] for part in parts]) for left in lefts),
        ),
    )
