"""What a decision cost, by playing on from it many times: as it was made, and as it would have been best.

Both ways see the same dice, and go on as the strategy sees it at first sight. Luck is taken from what they come to,
turn by turn: how much better than on average the dice of a turn were, by the strategy's own worths. Its mean is 0
whatever these worths are, so what is left is no less true, and much surer. After some turns the chance before the next
throw stands for the rest.

Source:
    Rollouts: Tesauro and Galperin, "On-line Policy Improvement using Monte-Carlo Search", 1996. Luck taken away: White
    et al., "Variance Reduction in Imperfect Information Games", 2010.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from firmware.analysis.analysed import COSTLIEST, Analysed
from scoring.games.ten_by_ten import GameState
from scoring.statistics.share import Z_95
from scoring.strategy.account import Act, EnteredIn, JudgedDecision
from scoring.strategy.entry_worths import Strategy, Worths, choices
from scoring.strategy.matches import FREE, ByWorths, Dice, Tables, play_on, points_ahead, thrown_faces, turn_entries
from scoring.strategy.outcomes import ROWS, SCORES, hand_number
from scoring.strategy.position import Positions
from scoring.turns.turn import THROWS_A_TURN

Cells: TypeAlias = NDArray[np.int16]
Chances: TypeAlias = NDArray[np.float64]

A_DECISION_S, LEAST_MATCHES = 30.0, 64
"""So long a decision is played on, but so many times at least: what seldom happens must have a chance to be seen."""
SETTLED, SETTLED_SHARE = 0.001, 0.1
"""A margin of that cannot be seen, since costs are shown to a tenth of a per cent; nor need it be less of the cost."""
TURNS = 16
"""So many more are played, of both players together."""
AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class RolledOut:
    """What a decision cost, as chance to win the match."""

    cost: float
    margin: float  # Half of the interval of 95 %
    matches: int  # Played on either way

    @property
    def is_certain(self) -> bool:
        """Tell whether it surely cost something."""
        return self.cost > self.margin


Costs: TypeAlias = tuple[tuple[JudgedDecision, RolledOut], ...]


@dataclass(frozen=True, slots=True)
class _AtFirstSight:
    """A strategy that looks at nothing again: half the time."""

    strategy: Strategy

    def entry_worths(self, positions: Positions, /) -> Worths:
        return self.strategy.entry_worths(positions)


def costs(game: Analysed, strategy: Strategy, *, goes_on: Callable[[], bool] = lambda: True) -> Costs | None:
    """Return the costliest decisions of a game and what they cost, dearest first; None where it is not to go on."""
    found: list[tuple[JudgedDecision, RolledOut]] = []
    for decision in game.account.costliest(COSTLIEST):
        until = time.monotonic() + A_DECISION_S
        for so_far in roll_out(game.state, decision, strategy, seed=decision.turn_number):
            if not goes_on():
                return None
            is_settled = so_far.margin <= max(SETTLED, SETTLED_SHARE * so_far.cost)
            if so_far.matches >= LEAST_MATCHES and (is_settled or time.monotonic() > until):
                found.append((decision, so_far))
                break
    return tuple(sorted(found, key=lambda each: -each[1].cost))


def roll_out(state: GameState, decision: JudgedDecision, strategy: Strategy, seed: int) -> Iterator[RolledOut]:
    """Yield what a decision of a game cost, surer each time, for ever."""
    before, plays = replace(state, entries=state.entries[: decision.turn_number - 1]), _AtFirstSight(strategy)
    found = np.empty(0)
    for number in count():
        faces = thrown_faces(np.random.default_rng((seed, number)), AT_ONCE, state.ruleset.columns)[:, : TURNS + 1]
        done, best = (_chances(before, decision, act, plays, faces) for act in (decision.done, decision.best))
        found = np.append(found, best - done)
        yield RolledOut(float(found.mean()), float(Z_95 * found.std(ddof=1) / len(found) ** 0.5), len(found))


def _chances(before: GameState, decision: JudgedDecision, act: Act, strategy: Strategy, faces: Dice) -> Chances:
    """Return the chance of who decides in matches played on after an act, (N,), luck taken away."""
    side, rule = (decision.turn_number - 1) % 2, before.ruleset.is_served_whenever
    luck, matches = np.zeros((2, len(faces))), np.arange(len(faces))
    first, second = players = tuple(ByWorths(strategy, served_whenever=rule, luck=part) for part in luck)
    cells = np.tile(_cells(before), (len(faces), 1, 1, 1))
    if isinstance(act, EnteredIn):
        cells[:, side, act.cell.category, act.cell.column - 1] = act.points
    else:
        made, held = decision.throw_number, hand_number(act.faces)
        plan = players[side].turn(_seen(cells, decision.turn_number - 1))
        ended = turn_entries(plan, faces[:, 0], served_whenever=rule, held=held, made=made)
        # Luck is kept as what was better than the turn's start: here it is what was better than the hold.
        turn = plan.choices.turn
        luck[side] += turn.start - turn.holds[THROWS_A_TURN - made - 1][:, held]
        cells[matches, side, ended.rows, ended.columns] = SCORES[ended.served, ended.rows, ended.hands]
    turns = min(TURNS, left := int((cells[0] == FREE).sum()))
    play_on((first, second), cells, faces[:, 1 : turns + 1], begun=decision.turn_number, served_whenever=rule)
    then = decision.turn_number + turns
    positions = _seen(cells, then).positions
    chances = (np.sign(points_ahead(positions.leads)) + 1) / 2
    if turns < left:
        chances = np.asarray(choices(strategy, positions, served_whenever=rule).turn.start, np.float64)
    return np.asarray((chances if then % 2 == side else 1 - chances) - luck[side] + luck[1 - side])


def _seen(cells: Cells, turn: int) -> Tables:
    """Return tables as who moves in a turn sees them."""
    return Tables(matches=np.arange(len(cells)), turn=turn, cells=np.flip(cells, axis=1) if turn % 2 else cells)


def _cells(state: GameState) -> Cells:
    """Return what stands in the cells, (2, 10, C), the first being who began; `FREE` where nothing does."""
    cells = np.full((2, ROWS, state.ruleset.columns), FREE, np.int16)
    for number, entry in enumerate(state.entries):
        cells[number % 2, entry.cell.category, entry.cell.column - 1] = entry.points
    return cells
