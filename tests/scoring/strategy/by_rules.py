"""Matches over arrays played again event by event by the rules: what `scoring.strategy.matches` is held to."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import compress

import numpy as np

from scoring import rules
from scoring.dice import DICE_COUNT, NOTHING_HELD, Face
from scoring.events import Entered, ThrowMade
from scoring.games import ten_by_ten
from scoring.ruleset import Ruleset
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from scoring.strategy.matches import ENTERS, FREE, Decisions, Lying, MatchPlayer, Plan, Tables
from scoring.strategy.outcomes import MULTISETS, NOTHING, NUMBER_OF, hand_number
from scoring.turns.turn import legal_holds


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
