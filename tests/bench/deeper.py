"""What entries lose if they are looked at half a move further: by the other player's next turn, over all his throws.

`scoring.strategy.luck` does not do it, and `tests.bench.luck --deeper` says why.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.games.ten_by_ten import GameState
from scoring.strategy.entry_worths import Choices, Strategy, choices_in_match
from scoring.strategy.outcomes import OUTCOME_OF, hand_number
from scoring.strategy.position import Positions


class Entry(NamedTuple):
    """An entry that could be made: turn from 0, outcome, column from 0, and whether it was made."""

    turn: int
    outcome: int
    column: int
    is_made: bool


def more_lost(state: GameState, evaluator: Strategy, looked_at: int) -> tuple[float, float]:
    """Return what each player's entries lose more if the made one and those that seem best are looked at further."""
    before = Positions.from_games(
        [_at(state, turn) for turn in range(len(state.entries))], [entry.player for entry in state.entries]
    )
    is_whenever = state.ruleset.is_served_whenever
    chosen = choices_in_match(evaluator, before, served_whenever=is_whenever)
    every = (_entries(state, chosen, before.free[turn, 0], turn, looked_at) for turn in range(state.turns - 1))
    entries = [entry for of_turn in every for entry in of_turn]
    turns, outcomes, columns = (np.array([entry[n] for entry in entries]) for n in range(3))
    after = before.some(turns).entered(outcomes, columns).passed_on()
    further = 1 - choices_in_match(evaluator, after, served_whenever=is_whenever).turn.start
    worths = chosen.entries[turns, columns, outcomes]
    more = [0.0, 0.0]
    for turn in range(state.turns - 1):
        made = max(range(len(entries)), key=lambda n: (entries[n].turn == turn, entries[n].is_made))
        player, looked = state.entries[turn].player, turns == turn
        more[player] += (further[looked].max() - further[made]) - (worths[looked].max() - worths[made])
    return more[0], more[1]


def _at(state: GameState, turn: int) -> GameState:
    return replace(state, entries=state.entries[:turn])


def _entries(state: GameState, chosen: Choices, is_free: NDArray[np.bool_], turn: int, looked_at: int) -> list[Entry]:
    entry = state.entries[turn]
    hand = hand_number(entry.faces)
    worths = chosen.of_hand(turn, hand, is_served=entry.is_served)
    made = [entry.cell.category, entry.cell.column - 1]
    cells = sorted(np.argwhere(is_free).tolist(), key=lambda cell: -worths[tuple(cell)])
    wanted = [made, *(cell for cell in cells[:looked_at] if cell != made)]
    served = int(entry.is_served)
    return [Entry(turn, int(OUTCOME_OF[served, row, hand]), column, [row, column] == made) for row, column in wanted]
