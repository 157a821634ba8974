"""Escalero at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from scoring.chips import Chips
from scoring.game import OpenDice, Stage
from scoring.games.escalero.payment import Payment, payments
from scoring.games.escalero.rows import Row, points
from scoring.ruleset import Ruleset
from scoring.seats import Beginning, clockwise
from scoring.turns.turn import Turn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.dice import Faces
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
class EscaleroState(OpenDice):
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
    def reroll(self) -> RerollRule:
        """Return what is thrown again when a die burns."""
        return self.agreed.reroll

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
    def is_filled(self) -> bool:
        """Tell whether the game came to its end: whoever has not left has filled every row."""
        return not self.is_abandoned and not any(map(self.free_rows, self.seats))

    @property
    def payments(self) -> tuple[Payment, ...]:
        """Return who pays whom, once every sheet is filled; whoever left neither pays nor is paid."""
        if not self.is_filled:
            return ()
        return payments({seat: self.sum_of(seat) for seat in self.seats}, stack=self.agreed.stack)

    @property
    def chips(self) -> Chips:
        """Return the stacks, after all that is paid."""
        chips = Chips.dealt(len(self.agreed.players), self.agreed.stack)
        for payment in self.payments:
            chips = chips.passed_on(payment.payer, payment.payee, payment.chips)
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
