"""Escalero: eleven rows a player, any number of players, and the highest sum is paid the difference in chips.

Source:
    scoring/RULES.md, "Escalero".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from scoring.actions import Abandon, Leave, TakeBackDecision
from scoring.chips import Chips, require_stack
from scoring.dice import Face, Faces, require_five
from scoring.errors import CellTakenError
from scoring.events import GameAbandoned, PlayerLeft
from scoring.game import Stage
from scoring.games.sheet_game import SheetGame
from scoring.hands.hand import Hand, classify
from scoring.ruleset import RerollRule, ServedRule
from scoring.seats import clockwise, require_players, without
from scoring.sheets.category import SheetRow
from scoring.sheets.sheet import ChosenBy
from scoring.turns.turn import Throw, Turn


class Row(SheetRow):
    """A row of the sheet, from the top."""

    NINES = 0
    TENS = 1
    JACKS = 2
    QUEENS = 3
    KINGS = 4
    ACES = 5
    QUINT = 6
    FULL_HAND = 7
    POKER = 8
    GRANDE = 9
    GRANDE_SERVED = 10


_LOWER = {
    Row.QUINT: ({Hand.SMALL_STRAIGHT, Hand.LARGE_STRAIGHT}, (25, 30)),
    Row.FULL_HAND: ({Hand.FULL}, (30, 35)),
    Row.POKER: ({Hand.POKER}, (40, 45)),
    Row.GRANDE: ({Hand.GRANDE}, (50, 50)),
    Row.GRANDE_SERVED: ({Hand.GRANDE}, (0, 100)),
}
"""By row: the hands it takes, and their points, not served and served."""


def points(row: Row, faces: Sequence[Face], *, is_served: bool, upper_too: bool = True) -> int:
    """Return what five dice score in a row; 0 strikes it.

    That they lie served counts only where a lower row's combination is there; if not `upper_too`, upper rows count only
    where none is.

    Raises:
        WrongDiceCountError: If there are not exactly five faces.

    >>> points(Row.QUINT, (Face.TEN, Face.JACK, Face.QUEEN, Face.KING, Face.ACE), is_served=True)
    30
    """
    require_five(faces)
    hand = classify(faces)
    if row.is_upper:
        is_combination = any(hand in hands for hands, _ in _LOWER.values())
        return row.upper_points(faces) if upper_too or not is_combination else 0
    hands, scores = _LOWER[row]
    return scores[is_served] if hand in hands else 0


# -- what is agreed, and what happens --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class EscaleroBegan:
    """Players sat down to Escalero.

    Raises:
        PlayersError: If the table cannot play.
        StakesError: If nobody would have chips.
    """

    players: tuple[str, ...]  # Their names, in the order the dice go round
    served: ServedRule = ServedRule.FIRST_THROW
    reroll: RerollRule = RerollRule.THROW
    stack: int = 500  # Chips everybody begins with; a filled sheet has 365 points at most, so 500 always pay.
    beginner: int | None = None  # Who begins where it is known, None to throw for it
    upper_too: bool = True  # Whether a combination counts in the upper rows as well

    def __post_init__(self) -> None:
        """Refuse a table that cannot play."""
        require_players(self.players)
        require_stack(self.stack)


@dataclass(frozen=True, slots=True)
class RowEntered:
    """The dice on the table were entered in a row of the player to move."""

    row: Row
    chosen_by: ChosenBy = ChosenBy.PLAYER


@dataclass(frozen=True, slots=True, kw_only=True)
class RowCorrected:
    """Any earlier entry was put right: this is how it should read."""

    turn_number: int  # Turn of the entry, counted from 1
    row: Row  # Where it stands now; its own row or a free one.
    faces: tuple[Face, ...]
    is_served: bool


# -- the game at one moment ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RowEntry:
    """A row that was filled."""

    turn_number: int  # In which turn, counted from 1
    player: int
    row: Row
    faces: Faces
    is_served: bool
    throws: tuple[Throw, ...]  # Of the turn, oldest first, to go on with it when the entry is taken back
    upper_too: bool  # As agreed

    @property
    def points(self) -> int:
        """Return what it scores."""
        return points(self.row, self.faces, is_served=self.is_served, upper_too=self.upper_too)


@dataclass(frozen=True, slots=True)
class Payment:
    """What one player pays another: at least one chip."""

    payer: int
    payee: int
    chips: int


def payments(sums: Mapping[int, int], *, stack: int) -> tuple[Payment, ...]:
    """Return what is paid: each other player pays the highest sum the difference of the sums.

    Equal highest sums share what they are paid, and a chip that cannot be shared stays where it is. Whoever has less
    than he owes pays what he has.

    The sums are points of whoever has not left, by seat; each of them has the same stack.

    >>> payments({0: 130, 1: 6}, stack=500)
    (Payment(payer=1, payee=0, chips=124),)
    """
    highest = max(sums.values(), default=0)
    winners = [seat for seat, points in sums.items() if points == highest]
    shares = {seat: min(highest - points, stack) // len(winners) for seat, points in sums.items()}
    return tuple(Payment(payer, payee, chips) for payer, chips in shares.items() if chips for payee in winners)


@dataclass(frozen=True, slots=True, kw_only=True)
class EscaleroState(SheetGame):
    """A game at one moment."""

    name: ClassVar = "escalero"
    opening: ClassVar = EscaleroBegan

    agreed: EscaleroBegan
    entries: tuple[RowEntry, ...] = ()

    @property
    def has_ended(self) -> bool:
        """Tell whether nobody is left to play, or no row to fill."""
        return len(self.seats) < 2 or not any(map(self.free_rows, self.seats))

    @property
    def is_next_begun(self) -> bool:
        """Tell whether the turn after the newest entry has begun; a throw that burned begins it, too."""
        return bool(self.turn.throws) or self.turn.burn is not None

    @property
    def to_move(self) -> int | None:
        """Return whose turn it is: of those with most rows free the first one clockwise; None when nobody moves."""
        if self.stage is not Stage.TURN or self.beginning.beginner is None:
            return None
        order = clockwise(self.seats, self.beginning.beginner)
        return max(order, key=lambda seat: len(self.free_rows(seat)))

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
        chips = Chips.dealt((self.agreed.stack,) * len(self.agreed.players))
        for payment in self.payments:
            chips = chips.passed_on(payment.payer, payment.payee, payment.chips)
        return chips

    def legal_actions(self) -> tuple[Any, ...]:
        """Return all that may be done now; empty once the game is abandoned."""
        if self.is_abandoned:
            return ()
        changes = (CorrectRow(entry.turn_number, self.free_rows(entry.player)) for entry in self.entries)
        back = (TakeBackDecision(),) if self.may_take_back else ()
        corrections = (*self.throw_corrections(), *changes, *back)
        if self.is_over:
            return corrections
        enter = () if self.to_move is None else tuple(map(EnterRow, self.free_rows(self.to_move)))
        return (*self.turn_actions(enter), *corrections, Leave(self.seats), Abandon())

    def _enter(self, event: RowEntered) -> EscaleroState:
        player = self.require_dice_to_enter()
        self._require_free(player, event.row)
        return self.entered(RowEntry, player, row=event.row, upper_too=self.agreed.upper_too)

    def _correct(self, event: RowCorrected) -> EscaleroState:
        old: RowEntry = self.entry_of_turn(event.turn_number)
        require_five(event.faces)
        if event.row != old.row:
            self._require_free(old.player, event.row)
        return self.with_entries(replace(old, row=event.row, faces=event.faces, is_served=event.is_served))

    def _left(self, event: PlayerLeft) -> EscaleroState:
        self.require_not_over()
        self.require_seated(event.player)
        return replace(
            self,
            seats=without(self.seats, event.player),
            beginning=self.beginning.without(event.player) if self.is_beginning else self.beginning,
            turn=Turn() if self.to_move == event.player else self.turn,
        )

    def _stopped(self, event: GameAbandoned) -> EscaleroState:
        return replace(self.abandoned(event), turn=Turn())

    def _require_free(self, player: int, row: Row) -> None:
        if row not in self.free_rows(player):
            free = ", ".join(row.name for row in self.free_rows(player)) or "none"
            raise CellTakenError(f"{row.name} is filled; free are: {free}")

    handlers: ClassVar = {
        **SheetGame.handlers,
        RowEntered: _enter,
        RowCorrected: _correct,
        PlayerLeft: _left,
        GameAbandoned: _stopped,
    }


def preview(state: EscaleroState) -> Mapping[Row, int]:
    """Return what the dice on the table would score in each free row; empty without dice to enter."""
    if state.to_move is None or not state.turn.may_enter:
        return {}
    faces, is_served, upper_too = state.turn.faces, state.is_served, state.agreed.upper_too
    rows = state.free_rows(state.to_move)
    return {row: points(row, faces, is_served=is_served, upper_too=upper_too) for row in rows}


# -- what may be done ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EnterRow:
    """The dice on the table may be entered here (RowEntered)."""

    row: Row


@dataclass(frozen=True, slots=True)
class CorrectRow:
    """An entry may be put right (RowCorrected): in its own row or moved to one of these."""

    turn_number: int
    free_rows: tuple[Row, ...]
