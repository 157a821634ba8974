"""Escalero at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from scoring.chips import Chips
from scoring.dice import DICE_COUNT
from scoring.game import Stage
from scoring.games.escalero.rows import Row, points
from scoring.ruleset import Ruleset
from scoring.seats import Beginning, clockwise
from scoring.throws import shown
from scoring.turn import THROWS_A_TURN, Turn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.dice import Faces, Flags
    from scoring.events import BeginnerThrown, ThrowMade
    from scoring.games.escalero.events import EscaleroBegan
    from scoring.ruleset import RerollRule


class EscaleroPhase(StrEnum):
    """Where the game stands."""

    BEGINNING = "beginning"  # it is thrown for who begins
    TURN = "turn"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A row that was filled.

    Attributes:
        turn_number: In which turn, counted from 1.
        player: By whom.
        row: Which.
        faces: The five dice.
        is_served: Whether they lay served.
        turn: The throws it was made with, to go on with it when the entry is taken back.
    """

    turn_number: int
    player: int
    row: Row
    faces: Faces
    is_served: bool
    turn: Turn

    @property
    def points(self) -> int:
        """Return what it scores."""
        return points(self.row, self.faces, is_served=self.is_served)


@dataclass(frozen=True, slots=True, kw_only=True)
class EscaleroState:
    """A game at one moment.

    Attributes:
        agreed: What it began with.
        seats: Who has not left, ascending.
        beginning: Who begins.
        entries: All entries as they read now, by turn.
        turn: The throws of the running turn; empty before its first throw and when the game is over.
        is_abandoned: Whether the players stopped before the end.
    """

    agreed: EscaleroBegan
    seats: tuple[int, ...]
    beginning: Beginning
    entries: tuple[Entry, ...] = ()
    turn: Turn = field(default_factory=Turn)
    is_abandoned: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """Return the names, in the order the dice go round."""
        return self.agreed.players

    @property
    def phase(self) -> EscaleroPhase:
        """Return where the game stands."""
        if self.is_abandoned or len(self.seats) < 2 or not any(map(self.free_rows, self.seats)):
            return EscaleroPhase.OVER
        return EscaleroPhase.BEGINNING if self.beginning.beginner is None else EscaleroPhase.TURN

    @property
    def stage(self) -> Stage:
        """Return what is done at the table now."""
        return Stage(self.phase.value)

    @property
    def throws_a_turn(self) -> int:
        """Return how often a player may throw in a turn."""
        return THROWS_A_TURN

    @property
    def throws_left(self) -> int:
        """Return how many throws may still be made in this turn."""
        return self.turn.throws_left

    @property
    def dice(self) -> int:
        """Return how many dice a throw shows."""
        return DICE_COUNT

    @property
    def is_hidden(self) -> bool:
        """Tell whether the dice lie under a cup: never."""
        return False

    @property
    def reroll(self) -> RerollRule:
        """Return what is thrown again when a die burns."""
        return self.agreed.reroll

    @property
    def time_limit(self) -> None:
        """Return how long there is to decide: as long as anybody likes."""
        return None

    def shown(self, faces: Faces, held: Flags) -> BeginnerThrown | ThrowMade:
        """Return the event that five dice on the table are."""
        return shown(self.beginning, faces, held)

    @property
    def to_move(self) -> int | None:
        """Return whose turn it is: of those with most rows free the first one clockwise; None when nobody moves."""
        if self.phase is not EscaleroPhase.TURN or self.beginning.beginner is None:
            return None
        order = clockwise(self.seats, self.beginning.beginner)
        return max(order, key=lambda seat: len(self.free_rows(seat)))

    @property
    def is_beginning(self) -> bool:
        """Tell whether what was thrown for who begins can still be put right: nobody has thrown since."""
        is_untouched = not self.entries and not self.turn.throws and self.turn.burn is None
        return is_untouched and self.beginning.agreed is None

    @property
    def is_served(self) -> bool:
        """Tell whether the dice on the table lie served under the agreed rule."""
        return self.turn.is_served(self.ruleset)

    @property
    def ruleset(self) -> Ruleset:
        """Return what was agreed, in the words turns understand."""
        return Ruleset(served=self.agreed.served, reroll=self.agreed.reroll)

    def free_rows(self, player: int) -> tuple[Row, ...]:
        """Return a player's free rows, from the top."""
        taken = {entry.row for entry in self.entries if entry.player == player}
        return tuple(row for row in Row if row not in taken)

    def sum_of(self, player: int) -> int:
        """Return a player's points so far."""
        return sum(entry.points for entry in self.entries if entry.player == player)

    @property
    def chips(self) -> Chips:
        """Return the stacks; once every sheet is filled, after the highest sum was paid the difference by each other.

        Equal highest sums share what they are paid, and a chip that cannot be shared stays where it is. Whoever has
        less than he owes pays what he has; whoever left neither pays nor is paid.
        """
        chips = Chips.dealt(len(self.agreed.players), self.agreed.stack)
        if self.is_abandoned or any(map(self.free_rows, self.seats)):
            return chips
        highest = max(map(self.sum_of, self.seats), default=0)
        winners = [seat for seat in self.seats if self.sum_of(seat) == highest]
        for loser in (seat for seat in self.seats if seat not in winners):
            owed = min(highest - self.sum_of(loser), chips.stacks[loser])
            for winner in winners:
                chips = chips.passed_on(loser, winner, owed // len(winners))
        return chips


def preview(state: EscaleroState) -> Mapping[Row, int]:
    """Return what the dice on the table would score in each free row; empty without dice to enter."""
    if state.to_move is None or not state.turn.may_enter:
        return {}
    rows = state.free_rows(state.to_move)
    return {row: points(row, state.turn.faces, is_served=state.is_served) for row in rows}


def begin(agreed: EscaleroBegan) -> EscaleroState:
    """Return the state of a game in which nothing has happened yet.

    Raises:
        UnknownPlayerError: If the beginner does not play.
    """
    seats = tuple(range(len(agreed.players)))
    return EscaleroState(agreed=agreed, seats=seats, beginning=Beginning(seats, agreed=agreed.beginner))
