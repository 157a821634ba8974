"""Whole games between two strategies with every throw and hold, many at a time, as the rules would keep them.

And matches over arrays played again event by event by the rules: what `scoring.strategy.matches` is held to.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import compress

import numpy as np

from scoring import rules
from scoring.dice import DICE_COUNT, NOTHING_HELD, Face
from scoring.events import Entered, ThrowMade
from scoring.games import ten_by_ten
from scoring.games.ten_by_ten import GameState, begin
from scoring.ruleset import Ruleset, ServedRule
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell, ChosenBy, Entry
from scoring.strategy.entry_worths import Strategy, choices
from scoring.strategy.matches import ENTERS, FREE, HAIR, PARTS, Decisions, Lying, MatchPlayer, Plan, Tables, hands_after
from scoring.strategy.outcomes import (
    MULTISETS,
    NOTHING,
    NUMBER_OF,
    OUTCOME_OF,
    OUTCOME_POINTS,
    OUTCOME_ROWS,
    hand_number,
)
from scoring.strategy.position import Positions
from scoring.turns.turn import Throw, legal_holds


@dataclass(frozen=True, slots=True)
class Player:
    """Who decides by a strategy, or blindly in so large a share of all decisions."""

    strategy: Strategy
    blind: float = 0.0


def games(
    players: tuple[Player, Player],
    count: int,
    seed: int,
    *,
    ruleset: Ruleset | None = None,
    beginner: int = 0,
    turns: int | None = None,
) -> list[GameState]:
    """Return games after so many turns, all of them if not said."""
    agreed, dice = ruleset or Ruleset(), np.random.default_rng(seed)
    states = [begin(("Anna", "Ben"), agreed, beginner=beginner) for _ in range(count)]
    positions = Positions.fresh(count, agreed.columns)
    entries: list[list[Entry]] = [[] for _ in range(count)]
    for turn in range(states[0].turns if turns is None else turns):
        player = (beginner + turn) % 2
        played = _turn(players[player], positions, dice, agreed)
        for number, (outcome, column, throws, is_served) in enumerate(played):
            entries[number].append(
                Entry(
                    cell=Cell(Category(OUTCOME_ROWS[outcome]), column + 1),
                    points=int(OUTCOME_POINTS[outcome]),
                    faces=throws[-1].faces,
                    is_served=is_served,
                    turn_number=turn + 1,
                    player=player,
                    chosen_by=ChosenBy.PLAYER,
                    throws=throws,
                )
            )
        outcomes, columns = (np.array([each[n] for each in played], np.intp) for n in range(2))
        positions = positions.entered(outcomes, columns).passed_on()
    return [replace(state, entries=tuple(each)) for state, each in zip(states, entries, strict=True)]


def _turn(player: Player, positions: Positions, dice: np.random.Generator, agreed: Ruleset):
    served_whenever = agreed.served is ServedRule.ANY_FULL_THROW
    chosen = choices(player.strategy, positions, served_whenever=served_whenever)
    played = []
    for number in range(len(positions)):
        holds, throws, served = NOTHING, [], True
        while True:
            hand = int(hands_after(np.array([holds]), dice.integers(6, size=(1, 5)))[0])
            served = not throws or (served_whenever and holds == NOTHING)
            throws.append(_throw(hand, holds))
            left = 3 - len(throws)
            is_blind = dice.random() < player.blind
            if not left or (is_blind and dice.random() < 0.3):
                break
            parts = np.unique(PARTS[hand])
            if is_blind:
                holds = int(dice.choice(parts))
                continue
            worths = chosen.turn.holds[left - 1][number, parts]
            if worths.max() <= chosen.worths[number, chosen.outcomes[number, int(served), hand]] + HAIR:
                break
            holds = int(parts[worths.argmax()])
        outcome = int(chosen.outcomes[number, int(served), hand])
        column = int(chosen.columns[number, outcome])
        if is_blind:
            row, column = (int(each) for each in dice.choice(np.argwhere(positions.free[number, 0])))
            outcome = int(OUTCOME_OF[int(served), row, hand])
        played.append((outcome, column, tuple(throws), served))
    return played


def _throw(hand: int, holds: int) -> Throw:
    held, rest = list(MULTISETS[holds]), []
    faces = list(MULTISETS[hand])
    for face in held:
        faces.remove(face)
    rest = faces
    return Throw(tuple(Face(face + 1) for face in (*held, *rest)), tuple([True] * len(held) + [False] * len(rest)))


@dataclass(slots=True)
class Recorded:
    """A player who is watched: what he decided goes into a record, by match and turn."""

    player: MatchPlayer
    record: dict[tuple[int, int], list[tuple[int, int, int]]]
    tables: Tables | None = None
    plan: Plan | None = None

    def turn(self, tables: Tables, /) -> Recorded:
        self.tables, self.plan = tables, self.player.turn(tables)
        return self

    def decide(self, lying: Lying, /) -> Decisions:
        decided = self.plan.decide(lying)
        every = zip(lying.tables, decided.holds, decided.rows, decided.columns, strict=True)
        for table, hold, row, column in every:
            where = int(self.tables.matches[table]), self.tables.turn
            self.record.setdefault(where, []).append((int(hold), int(row), int(column)))
        return decided


@dataclass(slots=True)
class Whim:
    """Holds and enters anything legal, by chance."""

    chance: np.random.Generator
    tables: Tables | None = field(default=None)

    def turn(self, tables: Tables, /) -> Whim:
        self.tables = tables
        return self

    def decide(self, lying: Lying, /) -> Decisions:
        free = [np.argwhere(cells[0] == FREE) for cells in self.tables.cells[lying.tables]]
        rows, columns = np.array([self.chance.choice(some) for some in free]).T
        holds = np.array([self._hold(hand, lying.throws_left) for hand in lying.hands])
        return Decisions(holds=holds, rows=rows, columns=columns)

    def _hold(self, hand: int, throws_left: int) -> int:
        if not throws_left or self.chance.random() < 0.2:
            return ENTERS
        held = tuple(compress(MULTISETS[hand], self.chance.random(DICE_COUNT) < 0.5))
        return NUMBER_OF[held] if len(held) < DICE_COUNT else NOTHING


def replayed(record, match: int, faces, ruleset: Ruleset):
    """Return the state of the rules after a match of which everything thrown and decided is known.

    Args:
        faces: What its dice showed, (turns, 3, 5).
    """
    state = ten_by_ten.begin(("A", "B"), ruleset, beginner=0)
    for turn, of_turn in enumerate(faces):
        lying, held = (), NOTHING_HELD
        for decided, thrown in zip(record[match, turn], of_turn.tolist(), strict=False):
            stays = list(compress(lying, held))
            lying = tuple(stays) + tuple(Face(face + 1) for face in thrown[: DICE_COUNT - len(stays)])
            state = rules.apply(state, ThrowMade(lying, tuple(n < len(stays) for n in range(DICE_COUNT))))
            hold, row, column = decided
            if hold == ENTERS:
                state = rules.apply(state, Entered(Cell(Category(row), column + 1)))
            else:
                held = next(flags for flags in legal_holds(state.turn) if _is(hold, compress(lying, flags)))
    return state


def _is(hold: int, faces) -> bool:
    return hand_number(tuple(faces)) == hold
