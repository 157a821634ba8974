"""A game at one moment: what the device asks of every game, whichever it is, and what all games have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from scoring.actions import CorrectThrow, WithdrawThrow
from scoring.chips import Chips
from scoring.dice import DICE_COUNT, Faces, Flags
from scoring.errors import NothingEnteredError, UnknownPlayerError
from scoring.events import BeginnerThrown, ThrowMade
from scoring.ruleset import RerollRule
from scoring.seats import Beginning
from scoring.turns.turn import THROWS_A_TURN, Turn


class Stage(StrEnum):
    """What is done at the table now."""

    BEGINNING = "beginning"  # it is thrown for who begins
    TURN = "turn"  # a player throws up to so many times
    SHOWING = "showing"  # dice are read once, outside a turn: the bank's die, what a cup hid
    DECIDING = "deciding"  # the players decide; no dice are read
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """So long there is for a decision, and what happens when nobody made one.

    Attributes:
        seconds: From the moment it could be made.
        event: What goes into the log when they are over.
    """

    seconds: int
    event: Any


class Opening(Protocol):
    """What a log opens with: who sat down to which game, and what they agreed on."""

    @property
    def players(self) -> tuple[str, ...]:
        """Return their names, in the order the dice go round."""

    def __hash__(self) -> int:
        """Return the same for the same agreement: it never changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(ABC):
    """A game at one moment; five open dice and three throws a turn where a game does not say otherwise.

    Attributes:
        agreed: What it began with, an `Opening`.
        seats: Who has not left, ascending.
        beginning: Who begins, as far as that is known.
        turn: The throws of the running turn; empty where none runs.
        is_abandoned: Whether the players stopped before the end.
    """

    agreed: Any
    seats: tuple[int, ...]
    beginning: Beginning
    turn: Turn = field(default_factory=Turn)
    is_abandoned: bool = False

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
    @abstractmethod
    def to_move(self) -> int | None:
        """Return who throws or decides; None where that is nobody, or anybody."""

    @property
    @abstractmethod
    def is_beginning(self) -> bool:
        """Tell whether what was thrown for who begins can still be put right: nothing has followed it."""

    @property
    def throws_a_turn(self) -> int:
        """Return how often a player may throw in a turn."""
        return THROWS_A_TURN

    @property
    def throws_left(self) -> int:
        """Return how many throws may still be made in this turn."""
        return max(self.throws_a_turn - self.turn.throws_made, 0) if self.stage is Stage.TURN else 0

    @property
    def dice(self) -> int:
        """Return how many dice a throw shows now."""
        return DICE_COUNT

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


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipGame(Game):
    """A game in which chips change hands as it goes.

    Attributes:
        chips: Stacks, and what each player has in the pot or on the fields.
        before: The game before the latest decision, to take that back; None once it is too late.
    """

    chips: Chips
    before: Any = None


def taken_back(game: ChipGame) -> Any:
    """Return the game before its latest decision.

    Raises:
        NothingEnteredError: If there is none that could be taken back.
    """
    if game.before is None:
        raise NothingEnteredError("nothing was decided since the dice were thrown; there is nothing to take back")
    return game.before


def throw_corrections(game: Game) -> tuple[Any, ...]:
    """Return how the latest throw may be put right, of the turn or for who begins."""
    if game.turn.throws:
        return CorrectThrow(may_hold=game.turn.throws_made > 1), WithdrawThrow()
    if game.is_beginning and game.beginning.throws:
        return CorrectThrow(may_hold=False), WithdrawThrow()
    return ()


@dataclass(frozen=True, slots=True)
class Rules:
    """A game as the device plays it.

    Attributes:
        name: What it is called in files and catalogues.
        opening: What its log opens with.
        begin: Makes the first state of that.
        apply: Makes the next state of each other event.
        legal_actions: Says what may be done in a state.
        events: What may happen in it beside what happens in every game.
    """

    name: str
    opening: type[Any]
    begin: Callable[[Any], Any]
    apply: Callable[[Any, Any], Any]
    legal_actions: Callable[[Any], tuple[Any, ...]]
    events: tuple[type[Any], ...] = ()
