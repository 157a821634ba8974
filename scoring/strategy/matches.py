"""Many matches at once between two players that look at arrays: what duels and training are made of.

Dice fall, somebody says what stays lying or where to enter, until all have entered. What the dice will show is given
beforehand, three throws of five faces a turn; of a throw in which dice lie still, the first faces are taken, one a die
thrown. So two matches can be played with the same dice, and any turn be played again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scoring.dice import DICE_COUNT
from scoring.strategy.entry_worths import Choices, Strategy, choices
from scoring.strategy.outcomes import (
    COUNTS,
    FACES,
    HANDS,
    MULTISETS,
    NOTHING,
    NUMBER_OF,
    OUTCOME_ROWS,
    ROWS,
    SCORES,
    SIZES,
)
from scoring.strategy.position import Positions
from scoring.turns.turn import THROWS_A_TURN

Numbers = NDArray[np.intp]
Dice = NDArray[np.integer]

ENTERS = -1
"""Instead of the number of a hold: the dice are entered."""
GIVES_UP = -2
"""Or the match is given up."""
_PLACES = (DICE_COUNT + 1) ** np.arange(FACES)
"""A hold's counts as digits of one number: nothing else has the same."""
_CODES = COUNTS @ _PLACES
_HAND_AT = np.full((DICE_COUNT + 1) ** FACES, NOTHING, np.intp)
_HAND_AT[_CODES[:HANDS]] = np.arange(HANDS)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Lying:
    """Dice that lie, at the tables where nothing is entered yet in this turn."""

    tables: Numbers  # Numbers of these tables, (M,), of the N the turn began at
    hands: Numbers  # What lies there, (M,)
    served: Numbers  # 1 where it lies served, (M,), else 0
    throws_left: int  # 0–2, the same everywhere


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Decisions:
    """What is done with dice that lie, at M tables."""

    holds: Numbers  # Number of the hold that stays lying for the next throw, `ENTERS` or `GIVES_UP`, (M,)
    rows: Numbers  # Where it is entered, if it is, (M,)
    columns: Numbers  # Likewise, from 0


class Plan(Protocol):
    """Decides in one turn at N tables."""

    def decide(self, lying: Lying, /) -> Decisions:
        """Return what is done with the dice; with no throw left they are entered, or the match is given up."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Entries:
    """How a turn ended at N tables."""

    rows: Numbers
    columns: Numbers  # Likewise, from 0
    hands: Numbers
    served: Numbers  # 1 where it lay served, (N,)
    given_up: NDArray[np.bool_]  # Where the match was given up instead, bool (N,)


def turn_entries(
    plan: Plan, faces: Dice, *, served_whenever: bool = False, held: int = NOTHING, made: int = 0
) -> Entries:
    """Return how a turn ends by what the dice will show in each throw, 0–5, (N, 3, 5).

    It may have begun: so many throws were made, and the hold of that number stays lying.
    """
    count = len(faces)
    tables, holds = np.arange(count), np.full(count, held)
    hands, served, rows, columns = (np.zeros(count, np.intp) for _ in range(4))
    given_up = np.zeros(count, bool)
    for throw in range(made, THROWS_A_TURN):
        if not len(tables):
            break
        is_thrown = np.arange(DICE_COUNT) < DICE_COUNT - SIZES[holds][:, None]  # the first of the faces count
        thrown = np.where(is_thrown, _PLACES[faces[tables, throw]], 0).sum(axis=1)
        hands[tables] = _HAND_AT[_CODES[holds] + thrown]
        served[tables] = (holds == NOTHING) if throw == 0 or served_whenever else 0
        lying = Lying(tables=tables, hands=hands[tables], served=served[tables], throws_left=THROWS_A_TURN - 1 - throw)
        decided = plan.decide(lying)
        rows[tables], columns[tables] = decided.rows, decided.columns
        given_up[tables] = decided.holds == GIVES_UP
        goes_on = decided.holds >= 0
        tables, holds = tables[goes_on], decided.holds[goes_on]
    return Entries(rows=rows, columns=columns, hands=hands, served=served, given_up=given_up)


HAIR = 1e-12
"""So much more a hold must be worth than entering now, lest rounding throw a finished hand away."""
FREE = -1
"""Instead of points: nothing stands in the cell."""
NOBODY = -1


def _parts() -> Numbers:
    parts = np.full((HANDS, 2**DICE_COUNT - 1), NOTHING)
    for hand in range(HANDS):
        held = {NUMBER_OF[part] for size in range(DICE_COUNT) for part in combinations(MULTISETS[hand], size)}
        parts[hand, : len(held)] = sorted(held)
    return parts


PARTS = _parts()
"""The holds of none to four dice that are in a hand, (252, 31), filled up with the empty one."""


# -- players -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Tables:
    """N tables at which one player is to move, as he sees them."""

    matches: Numbers  # Numbers of the matches, (N,), among those that are played together
    turn: int  # Of the match, from 0
    # Points in each cell, `FREE` where nothing stands, int (N, 2, 10 rows, C columns), his own first
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
    kept: tuple[NDArray[np.float64], Numbers] | None = None  # Luck in each match, and the match at each table

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
        if self.kept is not None:
            luck = chosen.worths[tables, outcomes] - chosen.turn.start[tables]
            self.kept[0][self.kept[1][tables]] += np.where(holds == ENTERS, luck, 0)
        rows, columns = OUTCOME_ROWS[outcomes], chosen.columns[tables, outcomes]
        if chosen.left is not None and (enters := holds == ENTERS).any():
            worths = chosen.of_lying(tables[enters], hands[enters], lying.served[enters])
            best = worths.reshape(len(worths), -1).argmax(axis=1)
            rows[enters], columns[enters] = np.divmod(best, worths.shape[2])
        return Decisions(holds=holds, rows=rows, columns=columns)


@dataclass(frozen=True, slots=True, eq=False)
class ByWorths:
    """A player who does the best by what a strategy says entries are worth."""

    strategy: Strategy
    served_whenever: bool = False  # See `scoring.strategy.entry_worths`
    luck: NDArray[np.float64] | None = None  # Kept where given: what throws in each match brought more than on average

    def turn(self, tables: Tables, /) -> ChoicesPlan:
        """Return what decides in this turn."""
        chosen = choices(self.strategy, tables.positions, served_whenever=self.served_whenever)
        return ChoicesPlan(chosen, None if self.luck is None else (self.luck, tables.matches))


# -- matches -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Ended:
    """N matches as they ended."""

    # Points in each cell, `FREE` where a match was given up, int (N, 2, 10, C), the first player's first
    cells: NDArray[np.int16]
    given_up_by: Numbers  # 0 or 1, or `NOBODY`, (N,)

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
    """Return how many points of 55 more whoever leads so has, (N,) of (N, C); by a tied column nobody has."""
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

    ``faces`` are what the dice show, 0–5, (N, turns, 3, 5); ``watch`` is told of the tables after every turn's entries,
    from the side of who entered.
    """
    cells = np.full((len(faces), 2, ROWS, columns), FREE, np.int16)
    return play_on((first, second), cells, faces, served_whenever=served_whenever, watch=watch)


def play_on(
    players: tuple[MatchPlayer, MatchPlayer],
    cells: NDArray[np.int16],
    faces: Dice,
    *,
    begun: int = 0,
    served_whenever: bool = False,
    watch: Callable[[Tables], None] = lambda _: None,
) -> Ended:
    """Play matches on, in place, that had so many turns, as many more as there are faces for; see `play_out`."""
    given_up_by = np.full(len(faces), NOBODY)
    going = np.arange(len(faces))
    for turn in range(begun, begun + faces.shape[1]):
        side = turn % 2
        seen = np.ascontiguousarray(cells[going, :: -1 if side else 1])
        plan = players[side].turn(Tables(matches=going, turn=turn, cells=seen))
        ended = turn_entries(plan, faces[going, turn - begun], served_whenever=served_whenever)
        given_up_by[going[ended.given_up]] = side
        entered = ~ended.given_up
        going, rows, columns_ = going[entered], ended.rows[entered], ended.columns[entered]
        cells[going, side, rows, columns_] = SCORES[ended.served[entered], rows, ended.hands[entered]]
        watch(Tables(matches=going, turn=turn, cells=cells[going, :: -1 if side else 1]))
        if not len(going):
            break
    return Ended(cells=cells, given_up_by=given_up_by)
