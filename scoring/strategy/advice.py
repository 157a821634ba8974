"""Advice on the dice that lie: what every hold and every free cell is worth to the player to move, and why."""

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import compress

import numpy as np

from scoring.dice import DICE_COUNT, Faces, Flags
from scoring.errors import GameOverError, NoThrowError
from scoring.games.ten_by_ten import GameState
from scoring.ruleset import Level
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from scoring.strategy.baselines import OverPar
from scoring.strategy.entry_worths import Strategy, choices
from scoring.strategy.matches import HAIR
from scoring.strategy.outcomes import OUTCOME_OF, OUTCOME_POINTS, hand_number
from scoring.strategy.position import Positions
from scoring.turns.turn import legal_holds

ALL_LIE: Flags = (True,) * DICE_COUNT
NOTHING_AT_STAKE = 1e-6
"""Where worths differ by less than that, the match is decided."""


@dataclass(frozen=True, slots=True)
class HoldAdvice:
    """Dice that may be left lying for the next throw."""

    flags: Flags
    faces: Faces
    worth: float  # See `Advice`


@dataclass(frozen=True, slots=True)
class EntryAdvice:
    """A free cell the dice may be entered in now."""

    cell: Cell
    points: int  # What they score there; 0 strikes it.
    worth: float  # See `Advice`


@dataclass(frozen=True, slots=True)
class Advice:
    """What can be done with the dice on the table, and what it is worth: what the strategy reckons in.

    That is the chance to win the match where a strategy reckons in chances, else points; always if all that follows in
    the turn is done best.
    """

    # Every different choice of dice to leave lying, best first; empty when no throw is left.
    holds: tuple[HoldAdvice, ...]
    entries: tuple[EntryAdvice, ...]  # Every free cell, best first
    is_to_be_entered: bool  # Entering now is best

    @property
    def flags(self) -> Flags:
        """Return which dice are best left lying; all five: enter now."""
        return ALL_LIE if self.is_to_be_entered else self.holds[0].flags

    @property
    def worth(self) -> float:
        """Return what the best is worth."""
        return self.entries[0].worth if self.is_to_be_entered else self.holds[0].worth


def advise(strategy: Strategy, state: GameState) -> Advice:
    """Return what can be done with the dice on the table, as a strategy sees it.

    Where it sees no difference since the match is decided, the points that a row usually brings decide the order.

    Raises:
        NoThrowError: If no dice lie that can be entered.
        GameOverError: If the game is over.
    """
    if state.is_over:
        raise GameOverError("the game is over; there is nothing to advise on")
    if state.to_move is None or not state.turn.may_enter:
        raise NoThrowError("no dice lie that can be entered; advice needs a finished throw")
    positions = Positions.from_games((state,), (state.to_move,))
    advice = _advice(strategy, positions, state)
    worth = advice.entries[0].worth
    best = max([worth, *(hold.worth for hold in advice.holds)])
    if best - advice.entries[-1].worth > NOTHING_AT_STAKE:
        return advice
    by_points = _advice(OverPar(is_thrifty=True), positions, state)
    return replace(
        by_points,
        holds=tuple(replace(hold, worth=worth) for hold in by_points.holds),
        entries=tuple(replace(entry, worth=worth) for entry in by_points.entries),
    )


def foresee(strategy: Strategy, state: GameState) -> None:
    """Ask a strategy that remembers what it will be asked by `advise`, once the player to move has thrown."""
    if state.to_move is not None:
        strategy.entry_worths(Positions.from_games((state,), (state.to_move,)))


def _advice(strategy: Strategy, positions: Positions, state: GameState) -> Advice:
    chosen = choices(strategy, positions, served_whenever=state.ruleset.is_served_whenever)
    left, is_served, hand = state.turn.throws_left, int(state.is_served), hand_number(state.turn.faces)
    points = OUTCOME_POINTS[OUTCOME_OF[is_served, :, hand]]
    cells = chosen.of_lying(*np.array([[0], [hand], [is_served]]))[0]
    free = (
        EntryAdvice(Cell(Category(row), column + 1), int(points[row]), float(cells[row, column]))
        for row, column in np.argwhere(positions.free[0, 0]).tolist()
    )
    entries = sorted(free, key=lambda entry: (-entry.worth, -entry.points))
    holds: list[HoldAdvice] = []
    if left:
        worths = chosen.turn.holds[left - 1][0]
        held = [(flags, tuple(compress(state.turn.faces, flags))) for flags in legal_holds(state.turn)]
        holds = [HoldAdvice(flags, faces, float(worths[hand_number(faces)])) for flags, faces in held]
    holds.sort(key=lambda hold: -hold.worth)
    enters = not holds or holds[0].worth <= entries[0].worth + HAIR
    return Advice(tuple(holds), tuple(entries), enters)


class Why(StrEnum):
    """What speaks for an entry."""

    LAST_CELL = "last-cell"  # no other is free
    DECIDED = "decided"  # nothing changes who wins
    NO_POINTS = "no-points"  # nothing scores: a strike, somewhere
    MOST_POINTS = "most-points"
    ABOVE_USUAL = "above-usual"  # points above what the row brings on average
    BELOW_USUAL = "below-usual"  # below, and nowhere less so
    CHANCE = "chance"  # of the match
    STRIKE = "strike"  # costs least of it


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an entry is best."""

    why: Why
    # Points above the usual, or below, or the chance of the match; 0 where it is no question of either.
    worth: float = 0.0
    instead: EntryAdvice | None = None  # The best cell of another row, None where there is none or it does not matter


def reason(advice: Advice, level: Level) -> Reason:
    """Return why the first of the entries is best, as a level reckons."""
    best = advice.entries[0]
    if len(advice.entries) == 1:
        return Reason(Why.LAST_CELL)
    if level is Level.BEGINNER:
        return Reason(Why.MOST_POINTS if best.points else Why.NO_POINTS)
    if level is Level.REGULAR:
        return Reason(Why.ABOVE_USUAL if best.worth >= 0 else Why.BELOW_USUAL, abs(best.worth))
    if best.worth - advice.entries[-1].worth <= NOTHING_AT_STAKE:
        return Reason(Why.DECIDED)
    rows = (entry for entry in advice.entries[1:] if entry.cell.category is not best.cell.category)
    return Reason(Why.CHANCE if best.points else Why.STRIKE, best.worth, next(rows, advice.entries[1]))
