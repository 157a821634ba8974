"""A game at one moment: what the device asks of every game, whichever it is, and what all games have in common."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Protocol, Self

from scoring.actions import CorrectThrow, TakeBackDecision, ThrowDice, WithdrawThrow
from scoring.chips import Chips
from scoring.dice import DICE_COUNT, Faces, Flags
from scoring.errors import GameOverError, NothingEnteredError, UnknownPlayerError
from scoring.events import (
    BeginnerThrown,
    EntryTakenBack,
    ThrowBurned,
    ThrowCorrected,
    ThrowEvent,
    ThrowMade,
    ThrowWithdrawn,
)
from scoring.ruleset import RerollRule
from scoring.seats import Beginning
from scoring.turns.turn import THROWS_A_TURN, Burn, Throw, Turn, legal_holds


class Stage(StrEnum):
    """What is done at the table now."""

    BEGINNING = "beginning"  # it is thrown for who begins
    TURN = "turn"  # a player throws up to so many times
    SHOWING = "showing"  # dice are read once, outside a turn: the bank's die, what a cup hid
    DECIDING = "deciding"  # the players decide; no dice are read
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """So long there is for a decision, and what happens when nobody made one."""

    seconds: int  # From the moment it could be made
    event: Any  # What goes into the log when they are over


class Opening(Protocol):
    """What a log opens with: who sat down to which game, and what they agreed on."""

    @property
    def players(self) -> tuple[str, ...]:
        """Return their names, in the order the dice go round."""

    def __hash__(self) -> int:
        """Return the same for the same agreement: it never changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(ABC):
    """A game at one moment; five open dice and three throws a turn where a game does not say otherwise."""

    name: ClassVar[str]  # What it is called in files and catalogues
    opening: ClassVar[type[Any]]  # The type of what its log opens with
    throws_a_turn: ClassVar[int] = THROWS_A_TURN  # How often a player may throw in a turn
    dice: ClassVar[int] = DICE_COUNT  # How many dice a throw shows
    # By type of event: makes the game after it. What is not in here belongs to other games.
    handlers: ClassVar[Mapping[type[Any], Callable[[Any, Any], Any]]]

    agreed: Any  # What it began with, an `Opening`
    seats: tuple[int, ...]  # Who has not left, ascending
    beginning: Beginning  # Who begins, as far as that is known
    turn: Turn = field(default_factory=Turn)  # The throws of the running turn; empty where none runs.
    is_abandoned: bool = False  # Whether the players stopped before the end

    @classmethod
    def begin(cls, agreed: Any) -> Self:
        """Return the game in which nothing has happened yet.

        Raises:
            UnknownPlayerError: If the beginner does not play.
        """
        seats = tuple(range(len(agreed.players)))
        beginning = Beginning(seats, agreed=agreed.beginner)
        return cls(agreed=agreed, seats=seats, beginning=beginning, **cls.dealt(agreed))

    @classmethod
    def dealt(cls, agreed: Any) -> dict[str, Any]:  # noqa: ARG003 - only games of chips ask what was agreed
        """Return what else stands on the table then, by field."""
        return {}

    @abstractmethod
    def after(self, event: Any) -> Any:
        """Return the game after one more event, one of `handlers`.

        Raises:
            IllegalEventError: If the event does not fit the state; the leaf says why and what would be legal.
            WrongDiceCountError: If it does not carry as many dice as it should.
        """

    @abstractmethod
    def legal_actions(self) -> tuple[Any, ...]:
        """Return all that may be done now."""

    @property
    def players(self) -> tuple[str, ...]:
        """Return the names, in the order the dice go round."""
        names: tuple[str, ...] = self.agreed.players
        return names

    @property
    @abstractmethod
    def stage(self) -> Stage:
        """Return what is done at the table now."""

    @property
    def is_over(self) -> bool:
        """Tell whether nothing more can be done, but to put right or take back what was."""
        return self.stage is Stage.OVER

    @property
    @abstractmethod
    def to_move(self) -> int | None:
        """Return who throws or decides; None where that is nobody, or anybody."""

    @property
    @abstractmethod
    def is_beginning(self) -> bool:
        """Tell whether what was thrown for who begins can still be put right: nothing has followed it."""

    @property
    def throws_left(self) -> int:
        """Return how many throws may still be made in this turn."""
        return max(self.throws_a_turn - self.turn.throws_made, 0) if self.stage is Stage.TURN else 0

    @property
    def is_hidden(self) -> bool:
        """Tell whether what the dice show is nobody's business now: they lie under a cup."""
        return False

    @property
    def reroll(self) -> RerollRule:
        """Return what is thrown again when a die burns."""
        return RerollRule.THROW

    @property
    def time_limit(self) -> TimeLimit | None:
        """Return how long there is for what is to be decided; None where there is all the time in the world."""
        return None

    def shown(self, faces: Faces, held: Flags) -> Any:
        """Return the event that dice which lie on the table are: for who begins, while that is open, else of the turn.

        Where several may throw for who begins, they do so by their seats.

        Args:
            faces: What they show, as many as `dice`.
            held: Which of them were left lying; all False outside a turn.
        """
        if self.beginning.to_throw:
            return BeginnerThrown(self.beginning.to_throw[0], faces)
        return ThrowMade(faces, held)

    def require_seated(self, player: int) -> None:
        """Refuse what a player does who is not there.

        Raises:
            UnknownPlayerError: If he left, or never came.
        """
        if player not in self.seats:
            raise UnknownPlayerError(f"got player {player}; at the table are {self.seats}")

    def throw_corrections(self) -> tuple[Any, ...]:
        """Return how the latest throw may be put right, of the turn or for who begins."""
        if self.turn.throws:
            return CorrectThrow(may_hold=self.turn.throws_made > 1), WithdrawThrow()
        if self.is_beginning and self.beginning.throws:
            return CorrectThrow(may_hold=False), WithdrawThrow()
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipGame(Game):
    """A game in which chips change hands as it goes."""

    chips: Chips  # Stacks, and what each player has in the pot or on the fields
    before: Any = None  # The game before the latest decision, to take that back; None once it is too late.

    @classmethod
    def dealt(cls, agreed: Any) -> dict[str, Any]:
        """Return the chips everybody begins with."""
        return {"chips": Chips.dealt(agreed.stacks)}

    def after(self, event: Any) -> Any:
        """Return the game after one more event."""
        if self.is_over and type(event) is not EntryTakenBack:
            raise GameOverError(f"the game is over; {type(event).__name__} comes too late")
        return self.handlers[type(event)](self, event)

    def taken_back(self, _: EntryTakenBack) -> Any:
        """Return the game before its latest decision.

        Raises:
            NothingEnteredError: If there is none that could be taken back.
        """
        if self.before is None:
            raise NothingEnteredError("nothing was decided since the dice were thrown; there is nothing to take back")
        return self.before

    def take_back_actions(self) -> tuple[Any, ...]:
        """Return how the latest decision may be taken back."""
        return () if self.before is None else (TakeBackDecision(),)


def turn_after(turn: Turn, event: ThrowEvent) -> Turn:
    """Return the turn after a throw was made, burned, put right or withdrawn.

    Raises:
        IllegalEventError: As `Turn.thrown`, `burned`, `corrected` and `withdrawn`.
        WrongDiceCountError: If the event does not carry five dice.
    """
    match event:
        case ThrowMade():
            return turn.thrown(Throw(event.faces, event.held))
        case ThrowBurned():
            return turn.burned(Burn(event.burning, event.held_faces))
        case ThrowCorrected():
            return turn.corrected(Throw(event.faces, event.held))
        case ThrowWithdrawn():
            return turn.withdrawn()


def throw_action(turn: Turn, reroll: RerollRule, *, fewest: int = 0) -> ThrowDice:
    """Return how the next throw may be made.

    Before a second or third throw ``fewest`` dice must be left lying at least.
    """
    dice = turn.dice_to_throw(reroll)
    if turn.throws_made and turn.burn is None:
        dice = tuple(count for count in dice if count <= DICE_COUNT - fewest)
    number, holds = turn.throws_made + 1, legal_holds(turn, fewest=fewest)
    return ThrowDice(throw_number=number, dice=dice, holds=holds, is_repeat=turn.burn is not None)
