"""A simple advisor: points against par, weighed by what they change in the column.

Each row has a par, the points it brings on average. A column's outcome is guessed from the lead both players would
have if every free cell brought par, and from how far the free cells usually scatter. An entry is worth what it adds
to the expected points of its column: a point above par counts most in a dear column that stands on the edge, and
nothing in one that is won or lost, which is where strikes go. Holds are weighed exactly, over all throws to come,
by the worth of the best cell of each hand.

It looks at one entry at a time, knows nothing of the score of the match, and treats the rows of a column as
independent.

Source:
    `PARS` are estimates, settled by play: over 100 games of ten columns between two of these advisors (the same
    throws' seeds, seats and beginner changing) they won 63 against pars half-way to the mean points of the
    advisor's own entries, and 50 against pars that ask more of the lower rows. A par is the price of a cell, not
    the mean of what ends up in it, since strikes go where a cell is worth nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from math import erf, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scoring.category import Category
from scoring.dice import DICE_COUNT, Flags
from scoring.errors import GameOverError, NoThrowError
from scoring.games.ten_by_ten import GamePhase, preview
from scoring.holds import legal_holds
from scoring.ruleset import ServedRule
from scoring.strategy.entry_worths import NEVER
from scoring.strategy.multisets import hand_number
from scoring.strategy.outcomes import OUTCOME_OF, OUTCOMES
from scoring.strategy.turn_values import turn_values

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from scoring.games.ten_by_ten import GameState
    from scoring.sheet import Cell, Sheet


class ParPoints(NamedTuple):
    """What a row brings: mean points and their standard deviation."""

    mean: float
    deviation: float


PARS: Mapping[Category, ParPoints] = {
    Category.NINES: ParPoints(3, 1.2),
    Category.TENS: ParPoints(6, 2.4),
    Category.JACKS: ParPoints(9, 3.6),
    Category.QUEENS: ParPoints(12, 4.5),
    Category.KINGS: ParPoints(15, 5.5),
    Category.ACES: ParPoints(19, 6),
    Category.STRAIGHT: ParPoints(22, 10),
    Category.FULL: ParPoints(30, 12),
    Category.POKER: ParPoints(35, 18),
    Category.GRANDE: ParPoints(30, 26),
}

_NO_VARIANCE = 1e-6  # points²; what is left of sums of squares when nothing is free


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A free cell and what the dice would do there.

    Attributes:
        cell: Where.
        points: What they score.
        worth: Expected change of the points (of 55) the player takes from the column.
    """

    cell: Cell
    points: int
    worth: float


@dataclass(frozen=True, slots=True)
class ParAdvisor:
    """Advice by par; see the module."""

    def best_cell(self, state: GameState) -> Cell:
        """Return the free cell in which the dice on the table do best.

        Raises:
            NoThrowError: If no dice lie that can be entered.
            GameOverError: If the game is over.
        """
        return self.ranked(state)[0].cell

    def ranked_cells(self, state: GameState) -> tuple[Cell, ...]:
        """Return all free cells for the dice on the table, best first.

        Raises:
            NoThrowError: If no dice lie that can be entered.
            GameOverError: If the game is over.
        """
        return tuple(suggestion.cell for suggestion in self.ranked(state))

    def best_hold(self, state: GameState) -> Flags:
        """Return which dice to leave lying; all five: enter now.

        Raises:
            NoThrowError: If no dice lie that can be entered.
            GameOverError: If the game is over.
        """
        player, turn = _require_dice(state), state.turn
        plain, served = _hand_worths(state, player)
        best_hold = (True,) * DICE_COUNT
        best = float((served if state.is_served else plain)[hand_number(turn.faces)])
        if not turn.throws_left:
            return best_hold
        is_served_whenever = state.ruleset.served is ServedRule.ANY_FULL_THROW
        holds = turn_values(plain, served, served_whenever=is_served_whenever).holds[turn.throws_left - 1]
        for flags in legal_holds(turn):
            # A hair more is needed than entering now, so that rounding never throws a finished hand away.
            if (mean := float(holds[hand_number(tuple(compress(turn.faces, flags)))])) > best + 1e-9:
                best_hold, best = flags, mean
        return best_hold

    def ranked(self, state: GameState) -> tuple[Suggestion, ...]:
        """Return all free cells for the dice on the table, best first.

        Raises:
            NoThrowError: If no dice lie that can be entered.
            GameOverError: If the game is over.
        """
        player = _require_dice(state)
        scores = preview(state)
        outlooks = _outlooks(state, player)
        suggestions = (
            Suggestion(cell, scores[cell.category], outlooks[cell.column].worth(cell.category, scores[cell.category]))
            for cell in state.sheet(player).free_cells
        )
        # Of equally good cells the one with more points, then the cheaper column and the rarer row.
        return tuple(sorted(suggestions, key=lambda s: (-s.worth, -s.points, s.cell.column, -s.cell.category)))


class _Lead(NamedTuple):
    """Points one player will be ahead of the other in a column.

    Attributes:
        mean: If every free cell of both brings par.
        variance: Of that, points².
        least: If he strikes all his free cells and the other fills his own as high as can be.
        most: The other way round.
    """

    mean: float
    variance: float
    least: int
    most: int

    def chance(self) -> float:
        """Return the chance to win the column, a tie counted half: it moves neither player ahead."""
        if self.least > 0 or self.most < 0:
            return float(self.least > 0)
        if self.variance < _NO_VARIANCE:
            return 0.5
        return 0.5 * (1 + erf(self.mean / sqrt(2 * self.variance)))


@dataclass(frozen=True, slots=True)
class _Outlook:
    """How a column looks to the player to move before his entry.

    Attributes:
        column: 1–10; what it is worth.
        lead: Of the player to move.
        chance: That he wins it.
    """

    column: int
    lead: _Lead
    chance: float

    def worth(self, category: Category, scored: int) -> float:
        """Return how much an entry adds to the expected points of the column."""
        par, lead = PARS[category], self.lead
        after = _Lead(
            mean=lead.mean + scored - par.mean,
            variance=lead.variance - par.deviation**2,
            least=lead.least + scored,
            most=lead.most + scored - category.most_points,
        )
        return self.column * (after.chance() - self.chance)


def _hand_worths(state: GameState, player: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the worth of entering each hand where it does best, not served and served, (252,) each."""
    outlooks = _outlooks(state, player)
    columns: dict[Category, list[int]] = {}
    for cell in state.sheet(player).free_cells:
        columns.setdefault(cell.category, []).append(cell.column)
    of_outcomes = np.array(
        [max((outlooks[c].worth(row, scored) for c in columns.get(row, ())), default=NEVER) for row, scored in OUTCOMES]
    )
    plain, served = of_outcomes[OUTCOME_OF].max(axis=1)
    return plain, served


def _outlooks(state: GameState, player: int) -> Mapping[int, _Outlook]:
    own, other = _forecasts(state.sheet(player)), _forecasts(state.sheet(1 - player))
    leads = {column: own[column].ahead_of(other[column]) for column in own}
    return {column: _Outlook(column, lead, lead.chance()) for column, lead in leads.items()}


class _Forecast(NamedTuple):
    """What a player's column will come to: points entered, the most it can reach, its mean and variance."""

    entered: int
    most: int
    mean: float
    variance: float

    def ahead_of(self, other: _Forecast) -> _Lead:
        """Return the lead over another player's column."""
        return _Lead(
            mean=self.mean - other.mean,
            variance=self.variance + other.variance,
            least=self.entered - other.most,
            most=self.most - other.entered,
        )


def _forecasts(sheet: Sheet) -> Mapping[int, _Forecast]:
    free: dict[int, list[Category]] = {column: [] for column in range(1, sheet.columns + 1)}
    for cell in sheet.free_cells:
        free[cell.column].append(cell.category)
    return {column: _forecast(sheet.column_sum(column), rows) for column, rows in free.items()}


def _forecast(entered: int, free: Sequence[Category]) -> _Forecast:
    return _Forecast(
        entered=entered,
        most=entered + sum(row.most_points for row in free),
        mean=entered + sum(PARS[row].mean for row in free),
        variance=sum(PARS[row].deviation ** 2 for row in free),
    )


def _require_dice(state: GameState) -> int:
    """Return the player to move, who has dice to enter."""
    if state.phase is GamePhase.OVER:
        raise GameOverError("the game is over; there is nothing to advise on")
    if state.to_move is None or not state.turn.may_enter:
        raise NoThrowError("no dice lie that can be entered; advice needs a finished throw")
    return state.to_move
