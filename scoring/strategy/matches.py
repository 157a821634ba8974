"""Many matches at once between two players that look at arrays: what duels and training are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scoring.dice import DICE_COUNT
from scoring.strategy.entry_worths import Choices, Strategy, choices
from scoring.strategy.multisets import FACES, HANDS, MULTISETS, NOTHING, NUMBER_OF
from scoring.strategy.outcomes import OUTCOME_ROWS, ROWS, SCORES
from scoring.strategy.position import Positions
from scoring.strategy.turns import ENTERS, Decisions, Dice, Lying, Numbers, Plan, turn_entries
from scoring.turns.turn import THROWS_A_TURN

MOST_PARTS = 2**DICE_COUNT - 1
HAIR = 1e-12
"""So much more a hold must be worth than entering now, lest rounding throw a finished hand away."""
FREE = -1
"""Instead of points: nothing stands in the cell."""
NOBODY = -1


def _parts() -> Numbers:
    parts = np.full((HANDS, MOST_PARTS), NOTHING)
    for hand in range(HANDS):
        held = {NUMBER_OF[part] for size in range(DICE_COUNT) for part in combinations(MULTISETS[hand], size)}
        parts[hand, : len(held)] = sorted(held)
    return parts


PARTS = _parts()
"""The holds of none to four dice that are in a hand, (252, 31), filled up with the empty one."""


# -- players -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Tables:
    """N tables at which one player is to move, as he sees them.

    Attributes:
        matches: Numbers of the matches, (N,), among those that are played together.
        turn: Of the match, from 0.
        cells: Points in each cell, `FREE` where nothing stands, int (N, 2, 10 rows, C columns), his own first.
    """

    matches: Numbers
    turn: int
    cells: NDArray[np.int16]

    @property
    def positions(self) -> Positions:
        """Return them as strategies look at them."""
        return Positions(self.cells == FREE, np.maximum(self.cells, 0).sum(axis=2, dtype=np.int64))


class MatchPlayer(Protocol):
    """Plays one side of many matches."""

    def turn(self, tables: Tables, /) -> Plan:
        """Return what decides in this turn."""


@dataclass(frozen=True, slots=True, eq=False)
class ChoicesPlan:
    """Decides a turn by what everything in it is worth."""

    choices: Choices

    def decide(self, lying: Lying, /) -> Decisions:
        """Return the best: the hold worth most, or the entry if it is not worth less."""
        chosen, tables, hands = self.choices, lying.tables, lying.hands
        outcomes = chosen.outcomes[tables, lying.served, hands]
        holds = np.full(len(tables), ENTERS)
        if lying.throws_left:
            parts = PARTS[hands]
            worths = chosen.turn.holds[lying.throws_left - 1][tables[:, None], parts]
            best = worths.argmax(axis=1)
            every = np.arange(len(tables))
            throws_on = worths[every, best] > chosen.worths[tables, outcomes] + HAIR
            holds = np.where(throws_on, parts[every, best], ENTERS)
        return Decisions(holds=holds, rows=OUTCOME_ROWS[outcomes], columns=chosen.columns[tables, outcomes])


@dataclass(frozen=True, slots=True, eq=False)
class ByWorths:
    """A player who does the best by what a strategy says entries are worth.

    Attributes:
        strategy: Says it.
        served_whenever: See `scoring.strategy.turn_values`.
    """

    strategy: Strategy
    served_whenever: bool = False

    def turn(self, tables: Tables, /) -> ChoicesPlan:
        """Return what decides in this turn."""
        return ChoicesPlan(choices(self.strategy, tables.positions, served_whenever=self.served_whenever))


# -- matches -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Ended:
    """N matches as they ended.

    Attributes:
        cells: Points in each cell, `FREE` where a match was given up, int (N, 2, 10, C), the first player's first.
        given_up_by: 0 or 1, or `NOBODY`, (N,).
    """

    cells: NDArray[np.int16]
    given_up_by: Numbers

    @property
    def column_leads(self) -> NDArray[np.int64]:
        """Return how many points of a column the first player has more, (N, C)."""
        sums = np.maximum(self.cells, 0).sum(axis=2, dtype=np.int64)
        return np.asarray(sums[:, 0] - sums[:, 1])

    @property
    def leads(self) -> NDArray[np.int64]:
        """Return the first player's leads in points of 55, (N,); of a match given up, what its columns came to."""
        return points_ahead(self.column_leads)


def points_ahead(column_leads: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many points of 55 more whoever leads so in each column has, (N,) of (N, C).

    A tied column moves nobody ahead, whether its points are split or nobody's.
    """
    return np.asarray((np.sign(column_leads) * np.arange(1, column_leads.shape[1] + 1)).sum(axis=1))


def thrown_faces(dice: np.random.Generator, count: int, columns: int) -> Dice:
    """Return what the dice show in matches: 0–5, (count, turns, 3 throws, 5 dice)."""
    return dice.integers(FACES, size=(count, turns_of(columns), THROWS_A_TURN, DICE_COUNT), dtype=np.int8)


def turns_of(columns: int) -> int:
    """Return how many turns a match of so many columns has."""
    return 2 * ROWS * columns


def play_out(
    first: MatchPlayer,
    second: MatchPlayer,
    faces: Dice,
    *,
    columns: int,
    served_whenever: bool = False,
    watch: Callable[[Tables], None] = lambda _: None,
) -> Ended:
    """Play matches to their end.

    Args:
        first: Begins every match.
        second: The other.
        faces: What the dice show, 0–5, (N, turns, 3, 5).
        columns: Played, 1–10.
        served_whenever: See `scoring.strategy.turn_values`.
        watch: Told of the tables after every turn's entries, from the side of who entered.
    """
    cells = np.full((len(faces), 2, ROWS, columns), FREE, np.int16)
    given_up_by = np.full(len(faces), NOBODY)
    going = np.arange(len(faces))
    for turn in range(turns_of(columns)):
        side = turn % 2
        seen = np.ascontiguousarray(cells[going, :: -1 if side else 1])
        plan = (first, second)[side].turn(Tables(matches=going, turn=turn, cells=seen))
        ended = turn_entries(plan, faces[going, turn], served_whenever=served_whenever)
        given_up_by[going[ended.given_up]] = side
        entered = ~ended.given_up
        going, rows, columns_ = going[entered], ended.rows[entered], ended.columns[entered]
        cells[going, side, rows, columns_] = SCORES[ended.served[entered], rows, ended.hands[entered]]
        watch(Tables(matches=going, turn=turn, cells=cells[going, :: -1 if side else 1]))
        if not len(going):
            break
    return Ended(cells=cells, given_up_by=given_up_by)
