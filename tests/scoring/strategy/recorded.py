"""Matches over arrays played again event by event by the rules: what `scoring.strategy.matches` is held to.

So whole games between two strategies are had as the rules would keep them, many at a time.
"""

from dataclasses import dataclass
from itertools import compress

import numpy as np

from scoring import events, rules
from scoring.dice import DICE_COUNT, NOTHING_HELD, Face
from scoring.games import ten_by_ten
from scoring.games.ten_by_ten import GameState
from scoring.ruleset import Ruleset
from scoring.sheets import category, sheet
from scoring.strategy import entry_worths, matches, outcomes
from scoring.turns.turn import legal_holds


@dataclass(frozen=True, slots=True)
class Player:
    """Who decides by a strategy, or blindly in so large a share of all decisions."""

    strategy: entry_worths.Strategy
    blind: float = 0.0


def played(
    players: tuple[Player, Player],
    count: int,
    seed: int,
    *,
    ruleset: Ruleset | None = None,
    beginner: int = 0,
    turns: int | None = None,
) -> tuple[matches.Ended, list[GameState]]:
    """Return matches as they ended, and the same by the rules after so many turns, all of them if not said."""
    agreed, chance, record = ruleset or Ruleset(), np.random.default_rng(seed), {}
    whenever = agreed.is_served_whenever
    faces = matches.thrown_faces(chance, count, agreed.columns)
    first, second = (
        Recorded(matches.ByWorths(player.strategy, whenever), record, chance, player.blind)
        for player in (players[beginner], players[1 - beginner])
    )
    ended = matches.play_out(first, second, faces, columns=agreed.columns, served_whenever=whenever)
    return ended, [replayed(record, n, faces[n][:turns], agreed, beginner=beginner) for n in range(count)]


@dataclass(slots=True)
class Recorded:
    """A player who is watched: what he decided goes into a record, by match and turn."""

    player: matches.MatchPlayer
    record: dict[tuple[int, int], list[tuple[int, int, int]]]
    chance: np.random.Generator
    blind: float
    tables: matches.Tables | None = None
    plan: matches.Plan | None = None

    def turn(self, tables: matches.Tables, /) -> "Recorded":
        self.tables, self.plan = tables, self.player.turn(tables)
        return self

    def decide(self, lying: matches.Lying, /) -> matches.Decisions:
        decided = self.plan.decide(lying)
        if self.blind:
            decided = self._partly_blind(decided, lying)
        for table, hold, row, column in zip(lying.tables, decided.holds, decided.rows, decided.columns, strict=True):
            where = int(self.tables.matches[table]), self.tables.turn
            self.record.setdefault(where, []).append((int(hold), int(row), int(column)))
        return decided

    def _partly_blind(self, decided: matches.Decisions, lying: matches.Lying) -> matches.Decisions:
        """Return decisions of which a share is anything legal, by chance."""
        free = [np.argwhere(cells[0] == matches.FREE) for cells in self.tables.cells[lying.tables]]
        rows, columns = np.array([self.chance.choice(some) for some in free]).T
        holds = np.array([self._any_hold(hand, lying.throws_left) for hand in lying.hands])
        is_blind = self.chance.random(len(lying.tables)) < self.blind
        return matches.Decisions(
            holds=np.where(is_blind, holds, decided.holds),
            rows=np.where(is_blind, rows, decided.rows),
            columns=np.where(is_blind, columns, decided.columns),
        )

    def _any_hold(self, hand: int, throws_left: int) -> int:
        if not throws_left or self.chance.random() < 0.2:
            return matches.ENTERS
        held = tuple(compress(outcomes.MULTISETS[hand], self.chance.random(DICE_COUNT) < 0.5))
        return outcomes.NUMBER_OF[held] if len(held) < DICE_COUNT else outcomes.NOTHING


def replayed(record, match: int, faces, ruleset: Ruleset, *, beginner: int) -> GameState:
    """Return the state of the rules after a match of which everything thrown and decided is known.

    Args:
        faces: What its dice showed, (turns, 3, 5).
    """
    state = ten_by_ten.begin(("Anna", "Ben"), ruleset, beginner=beginner)
    for turn, of_turn in enumerate(faces):
        lying, held = (), NOTHING_HELD
        for decided, thrown in zip(record[match, turn], of_turn.tolist(), strict=False):
            stays = list(compress(lying, held))
            lying = tuple(stays) + tuple(Face(face + 1) for face in thrown[: DICE_COUNT - len(stays)])
            state = rules.apply(state, events.ThrowMade(lying, tuple(n < len(stays) for n in range(DICE_COUNT))))
            hold, row, column = decided
            if hold == matches.ENTERS:
                state = rules.apply(state, events.Entered(sheet.Cell(category.Category(row), column + 1)))
            else:
                legal = legal_holds(state.turn)
                held = next(flags for flags in legal if outcomes.hand_number([*compress(lying, flags)]) == hold)
    return state
