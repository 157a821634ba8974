"""A simple advisor: points against par, weighed by what they change in the column.

Each row has a par, the points it brings on average. A column's outcome is guessed from the lead both players would
have if every free cell brought par, and from how far the free cells usually scatter. An entry is worth what it adds
to the expected points of its column: a point above par counts most in a dear column that stands on the edge, and
nothing in one that is won or lost, which is where strikes go. Holds are weighed exactly, over all throws to come,
by the worth of the best cell of each hand.

It looks at one entry at a time, knows nothing of the score of the match, and treats the rows of a column as
independent.

Source:
    `PARS` are measured: `tests/scoring/strategy/test_par.py` plays the games again and holds them against it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from itertools import compress
from math import erf, sqrt
from typing import TYPE_CHECKING, NamedTuple

from scoring.category import Category, points
from scoring.dice import DICE_COUNT, Faces, Flags
from scoring.errors import GameOverError, NoThrowError
from scoring.games.ten_by_ten import GamePhase, legal_holds, preview
from scoring.ruleset import ServedRule
from scoring.strategy.lookahead import hands, hold_worths

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.games.ten_by_ten import GameState
    from scoring.sheet import Cell, Sheet


class ParPoints(NamedTuple):
    """What a row brings: mean points and their standard deviation."""

    mean: float
    deviation: float


PARS: Mapping[Category, ParPoints] = {
    Category.NINES: ParPoints(1.8, 1.1),
    Category.TENS: ParPoints(4.9, 1.8),
    Category.JACKS: ParPoints(7.9, 2.5),
    Category.QUEENS: ParPoints(11.1, 3.3),
    Category.KINGS: ParPoints(14.3, 4.0),
    Category.ACES: ParPoints(18.0, 4.8),
    Category.STRAIGHT: ParPoints(18.7, 13.0),
    Category.FULL: ParPoints(31.5, 10.5),
    Category.POKER: ParPoints(39.0, 13.0),
    Category.GRANDE: ParPoints(20.0, 26.0),
}


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

    def best_hold(self, state: GameState) -> Flags:
        """Return which dice to leave lying; all five: enter now.

        Raises:
            NoThrowError: If no dice lie that can be entered.
            GameOverError: If the game is over.
        """
        player, turn = _require_dice(state), state.turn
        worths = _RowWorths.of(state, player)
        best_hold, best = (True,) * DICE_COUNT, worths.best(turn.faces, is_served=state.is_served)
        if not turn.throws_left:
            return best_hold
        is_full_served = state.ruleset.served is ServedRule.ANY_FULL_THROW
        means = hold_worths(
            turn.throws_left,
            worth=worths.best,
            worth_full=partial(worths.best, is_served=is_full_served),
        )
        for flags in legal_holds(turn):
            # A hair more is needed than entering now, so that rounding never throws a finished hand away.
            if (mean := means[tuple(sorted(compress(turn.faces, flags)))]) > best + 1e-9:
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


@dataclass(frozen=True, slots=True)
class _Outlook:
    """How a column looks to the player to move, before the entry.

    Attributes:
        column: 1–10; what it is worth.
        lead: Points ahead if every free cell of both players brings par.
        variance: Of that lead, points².
    """

    column: int
    lead: float
    variance: float

    def worth(self, category: Category, scored: int) -> float:
        """Return how much an entry adds to the expected points of the column."""
        par = PARS[category]
        rest = self.variance - par.deviation**2
        return self.column * (_chance(self.lead + scored - par.mean, rest) - _chance(self.lead, self.variance))


@dataclass(frozen=True, slots=True)
class _RowWorths:
    """The worth of the best cell of each row, by the points entered there."""

    worth_by_points: Mapping[Category, Mapping[int, float]]

    @classmethod
    def of(cls, state: GameState, player: int) -> _RowWorths:
        """Return the worths for the player to move."""
        outlooks = _outlooks(state, player)
        columns: dict[Category, list[int]] = {}
        for cell in state.sheet(player).free_cells:
            columns.setdefault(cell.category, []).append(cell.column)
        return cls(
            {
                row: {scored: max(outlooks[c].worth(row, scored) for c in free) for scored in _possible_points()[row]}
                for row, free in columns.items()
            }
        )

    def best(self, faces: Faces, *, is_served: bool = False) -> float:
        """Return the worth of entering a hand where it does best."""
        scores = _row_points(tuple(sorted(faces)), is_served)
        return max(worths[scores[row]] for row, worths in self.worth_by_points.items())


@cache
def _row_points(hand: Faces, is_served: bool) -> tuple[int, ...]:
    return tuple(points(row, hand, is_served=is_served) for row in Category)


@cache
def _possible_points() -> Mapping[Category, frozenset[int]]:
    all_points = [_row_points(hand, is_served) for hand in hands() for is_served in (False, True)]
    return {row: frozenset(scores[row] for scores in all_points) for row in Category}


def _outlooks(state: GameState, player: int) -> Mapping[int, _Outlook]:
    own, other = state.sheet(player), state.sheet(1 - player)
    columns = range(1, state.ruleset.columns + 1)
    means = {column: _outlook_of(own, column) for column in columns}
    others = {column: _outlook_of(other, column) for column in columns}
    return {c: _Outlook(c, means[c][0] - others[c][0], means[c][1] + others[c][1]) for c in columns}


def _outlook_of(sheet: Sheet, column: int) -> tuple[float, float]:
    free = [PARS[cell.category] for cell in sheet.free_cells if cell.column == column]
    return sheet.column_sum(column) + sum(par.mean for par in free), sum(par.deviation**2 for par in free)


def _chance(lead: float, variance: float) -> float:
    # With nothing open the lead itself tells; a tie counts half, because it moves neither player ahead.
    if variance < 1e-6:
        return 0.5 + 0.5 * ((lead > 0) - (lead < 0))
    return 0.5 * (1 + erf(lead / sqrt(2 * variance)))


def _require_dice(state: GameState) -> int:
    """Return the player to move, who has dice to enter."""
    if state.phase is GamePhase.OVER:
        raise GameOverError("the game is over; there is nothing to advise on")
    if state.to_move is None or not state.turn.may_enter:
        raise NoThrowError("no dice lie that can be entered; advice needs a finished throw")
    return state.to_move
