"""Rock and Roll: roulette with one die. Any number of players bet chips on colours and values, the bank throws.

Source:
    scoring/RULES.md, "Rock and Roll".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar

from scoring.actions import Abandon, Leave
from scoring.chips import require_stack
from scoring.dice import Colour, Face, Faces, Flags
from scoring.errors import (
    BankCannotCoverError,
    BankStaysError,
    NothingEnteredError,
    NotYourTurnError,
    StakeRefusedError,
    UnknownPlayerError,
    WrongDiceCountError,
    WrongPhaseError,
)
from scoring.events import EntryTakenBack, GameAbandoned, PlayerLeft
from scoring.game import ChipGame, Stage
from scoring.seats import require_players, without

COLOUR_PAYS, VALUE_PAYS = 2, 5
THROWS_AFTER_NOTICE = 5


class Field(StrEnum):
    """Where chips can be put: three colours and six values."""

    BLACK = "black"
    RED = "red"
    BLUE = "blue"
    NINE = "nine"
    TEN = "ten"
    JACK = "jack"
    QUEEN = "queen"
    KING = "king"
    ACE = "ace"

    @property
    def is_colour(self) -> bool:
        """Tell whether it is won by a colour."""
        return self.value in tuple(Colour)

    @property
    def pays(self) -> int:
        """Return how many chips one chip wins beside itself."""
        return COLOUR_PAYS if self.is_colour else VALUE_PAYS

    def is_won_by(self, face: Face) -> bool:
        """Tell whether a face wins it."""
        return self == (face.colour.value if self.is_colour else face.name.lower())


@dataclass(frozen=True, slots=True, kw_only=True)
class RockAndRollBegan:
    """Players sat down to Rock and Roll.

    Raises:
        PlayersError: If the table cannot play.
        UnknownPlayerError: If the bank does not play.
        StakesError: If somebody would have no chips.
    """

    players: tuple[str, ...]
    bank: int = 0
    stack: int = 50  # Chips every player begins with
    bank_stack: int = 300  # Chips the bank begins with

    def __post_init__(self) -> None:
        """Refuse a table that cannot play."""
        require_players(self.players)
        if not 0 <= self.bank < len(self.players):
            raise UnknownPlayerError(f"got player {self.bank} for the bank; there are 0 to {len(self.players) - 1}")
        require_stack(self.stack)
        require_stack(self.bank_stack)

    @property
    def beginner(self) -> int:
        """Return who begins: the bank."""
        return self.bank

    @property
    def stacks(self) -> tuple[int, ...]:
        """Return the chips everybody begins with, by seat."""
        return tuple(self.bank_stack if seat == self.bank else self.stack for seat in range(len(self.players)))


@dataclass(frozen=True, slots=True)
class BetPlaced:
    """A player put chips on a field, beside those that lie there already."""

    player: int
    field: Field
    chips: int


@dataclass(frozen=True, slots=True)
class BetsTakenBack:
    """A player took all his chips from the fields again."""

    player: int


@dataclass(frozen=True, slots=True)
class BankThrew:
    """The bank's die lies."""

    face: Face


@dataclass(frozen=True, slots=True)
class NoticeGiven:
    """The bank announced its end: five throws are left."""


@dataclass(frozen=True, slots=True)
class Payout:
    """What became of a bet: `chips` come back to the player, the stake among them; 0 went to the bank."""

    bet: BetPlaced
    chips: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RockAndRollState(ChipGame):
    """A game at one moment; the latest throw can be taken back until chips are put down or the bank gives notice."""

    name: ClassVar = "rock-and-roll"
    opening: ClassVar = RockAndRollBegan
    throws_a_turn: ClassVar = 1  # Nobody has a turn, the bank throws
    dice: ClassVar = 1
    is_beginning: ClassVar = False  # The bank begins

    agreed: RockAndRollBegan
    bets: tuple[BetPlaced, ...] = ()  # What lies on the fields; one a player and field.
    throws: tuple[Face, ...] = ()  # What the bank threw, oldest first
    payouts: tuple[Payout, ...] = ()
    throws_to_end: int | None = None  # So many are left since the bank's notice; None before it.

    @property
    def is_over(self) -> bool:
        """Tell whether nothing more can be bet or thrown."""
        return self.is_abandoned or self.throws_to_end == 0 or len(self.seats) < 2

    @property
    def stage(self) -> Stage:
        """Return what is done at the table now."""
        return Stage.OVER if self.is_over else Stage.SHOWING

    @property
    def to_move(self) -> int | None:
        """Return who throws: the bank, until the game is over."""
        return None if self.is_over else self.agreed.bank

    def shown(self, faces: Faces, held: Flags) -> BankThrew:  # noqa: ARG002 - one die is never held
        """Return the event that the die on the table is.

        Raises:
            WrongDiceCountError: If it is not one die.
        """
        if len(faces) != self.dice:
            raise WrongDiceCountError(len(faces), self.dice)
        return BankThrew(faces[0])

    def most_on(self, player: int, field: Field) -> int:
        """Return how many more chips a player may put on a field: as far as his stack and the bank's last."""
        if self.is_over or player == self.agreed.bank or player not in self.seats:
            return 0
        # What the bank would owe for each face; what it collects then is not counted on.
        winning = [face for face in Face if field.is_won_by(face)]
        owed = (sum(bet.chips * bet.field.pays for bet in self.bets if bet.field.is_won_by(face)) for face in winning)
        lasts = (self.chips.stacks[self.agreed.bank] - max(owed)) // field.pays
        return max(min(self.chips.stacks[player], lasts), 0)

    def legal_actions(self) -> tuple[Any, ...]:
        """Return all that may be done now."""
        back = self.take_back_actions()
        if self.is_over:
            return back
        guests = without(self.seats, self.agreed.bank)
        bets = (PlaceBet(seat, tuple((field, self.most_on(seat, field)) for field in Field)) for seat in guests)
        notice = (GiveNotice(),) if self.throws_to_end is None else ()
        betting = tuple(seat for seat in guests if self.chips.staked[seat])
        taking = (TakeBetsBack(betting),) if betting else ()
        return (*bets, *taking, ThrowForBank(), *notice, Leave(guests), *back, Abandon())

    def _bet(self, event: BetPlaced) -> RockAndRollState:
        self.require_seated(event.player)
        if event.player == self.agreed.bank:
            raise NotYourTurnError("the bank does not bet against itself; the other players put down chips")
        if event.chips < 1:
            raise StakeRefusedError(f"got {event.chips} chips; a bet is one chip at least")
        chips = self.chips.paid(event.player, event.chips)
        most = self.most_on(event.player, event.field)
        if event.chips > most:  # the stack lasts, or paying would have been refused
            raise BankCannotCoverError(
                f"got {event.chips} chips on {event.field}; {most} more would be covered by what the bank has"
            )
        lying = {(bet.player, bet.field): bet.chips for bet in self.bets}
        key = (event.player, event.field)
        lying[key] = lying.get(key, 0) + event.chips
        bets = tuple(BetPlaced(player, field, count) for (player, field), count in lying.items())
        return replace(self, chips=chips, bets=bets, before=None)

    def _bets_back(self, event: BetsTakenBack) -> RockAndRollState:
        self.require_seated(event.player)
        if not self.chips.staked[event.player]:
            raise NothingEnteredError(f"player {event.player} has no chips on the fields; there is nothing to take")
        return self._without_bets(event.player)

    def _without_bets(self, player: int) -> RockAndRollState:
        bets = tuple(bet for bet in self.bets if bet.player != player)
        chips = self.chips.paid(player, -self.chips.staked[player])
        return replace(self, chips=chips, bets=bets, before=None)

    def _thrown(self, event: BankThrew) -> RockAndRollState:
        payouts = tuple(
            Payout(bet, bet.chips * (1 + bet.field.pays) if bet.field.is_won_by(event.face) else 0) for bet in self.bets
        )
        bank, chips = self.agreed.bank, self.chips.won(self.agreed.bank)
        for payout in payouts:
            chips = chips.passed_on(bank, payout.bet.player, payout.chips)
        return replace(
            self,
            chips=chips,
            bets=(),
            throws=(*self.throws, event.face),
            payouts=payouts,
            throws_to_end=None if self.throws_to_end is None else self.throws_to_end - 1,
            before=replace(self, before=None),
        )

    def _notice(self, _: NoticeGiven) -> RockAndRollState:
        if self.throws_to_end is not None:
            raise WrongPhaseError(f"the bank has announced its end; {self.throws_to_end} throws are left")
        # A throw before the notice is none of the five, nor is what it becomes when it is put right.
        return replace(self, throws_to_end=THROWS_AFTER_NOTICE, before=None)

    def _left(self, event: PlayerLeft) -> RockAndRollState:
        self.require_seated(event.player)
        if event.player == self.agreed.bank:
            raise BankStaysError(
                f"the bank announces its end {THROWS_AFTER_NOTICE} throws before; it cannot leave earlier"
            )
        beginning, seats = self.beginning.without(event.player), without(self.seats, event.player)
        return replace(self._without_bets(event.player), seats=seats, beginning=beginning)

    def _abandoned(self, _: GameAbandoned) -> RockAndRollState:
        return replace(self, chips=self.chips.taken_back(), bets=(), before=None, is_abandoned=True)

    handlers: ClassVar = {
        BetPlaced: _bet,
        BetsTakenBack: _bets_back,
        BankThrew: _thrown,
        NoticeGiven: _notice,
        PlayerLeft: _left,
        EntryTakenBack: ChipGame.taken_back,
        GameAbandoned: _abandoned,
    }


@dataclass(frozen=True, slots=True)
class PlaceBet:
    """A player may put so many more chips on these fields (BetPlaced)."""

    player: int
    most: tuple[tuple[Field, int], ...]


@dataclass(frozen=True, slots=True)
class TakeBetsBack:
    """These players may take their chips from the fields again (BetsTakenBack)."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ThrowForBank:
    """The bank may throw (BankThrew)."""


@dataclass(frozen=True, slots=True)
class GiveNotice:
    """The bank may announce its end (NoticeGiven)."""
