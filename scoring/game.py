"""What every game at one moment answers, whichever it is: the device asks nothing else of a game it does not know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from scoring.dice import DICE_COUNT, Faces, Flags
from scoring.ruleset import RerollRule
from scoring.throws import shown
from scoring.turns.turn import THROWS_A_TURN, Turn

if TYPE_CHECKING:
    from scoring.seats import Beginning


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


class Game(Protocol):
    """A game at one moment."""

    @property
    def agreed(self) -> Any:
        """Return what it began with, an `Opening`."""

    @property
    def players(self) -> tuple[str, ...]:
        """Return the names, in the order the dice go round."""

    @property
    def stage(self) -> Stage:
        """Return what is done at the table now."""

    @property
    def beginning(self) -> Beginning:
        """Return who begins, as far as that is known."""

    @property
    def turn(self) -> Turn:
        """Return the throws of the running turn; empty where none runs."""

    @property
    def to_move(self) -> int | None:
        """Return who throws or decides; None where that is nobody, or anybody."""

    @property
    def throws_a_turn(self) -> int:
        """Return how often a player may throw in a turn."""

    @property
    def throws_left(self) -> int:
        """Return how many throws may still be made in this turn."""

    @property
    def dice(self) -> int:
        """Return how many dice a throw shows now."""

    @property
    def is_hidden(self) -> bool:
        """Tell whether what the dice show is nobody's business now: they lie under a cup."""

    @property
    def reroll(self) -> RerollRule:
        """Return what is thrown again when a die burns."""

    @property
    def time_limit(self) -> TimeLimit | None:
        """Return how long there is for what is to be decided; None where there is all the time in the world."""

    @property
    def is_abandoned(self) -> bool:
        """Tell whether the players stopped before the end."""

    def shown(self, faces: Faces, held: Flags) -> Any:
        """Return the event that dice which lie on the table are.

        Args:
            faces: What they show, as many as `dice`.
            held: Which of them were left lying; all False outside a turn.
        """


class _Begun(Protocol):
    """What the answers below are computed from."""

    @property
    def agreed(self) -> Any:
        """Return what the game began with."""

    @property
    def beginning(self) -> Beginning:
        """Return who begins, as far as that is known."""

    @property
    def turn(self) -> Turn:
        """Return the throws of the running turn."""


class OpenDice:
    """What a game of five open dice and three throws a turn answers; one that differs says so itself."""

    __slots__ = ()

    @property
    def players(self: _Begun) -> tuple[str, ...]:
        """Return the names, in the order the dice go round."""
        names: tuple[str, ...] = self.agreed.players
        return names

    @property
    def throws_a_turn(self) -> int:
        """Return how often a player may throw in a turn."""
        return THROWS_A_TURN

    @property
    def throws_left(self: _Begun) -> int:
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
        return RerollRule.THROW

    @property
    def time_limit(self) -> TimeLimit | None:
        """Return how long there is to decide: as long as anybody likes."""
        return None

    def shown(self: _Begun, faces: Faces, held: Flags) -> Any:
        """Return the event that dice on the table are: a throw for who begins, or of the turn."""
        return shown(self.beginning, faces, held)


class WithoutTurns(OpenDice):
    """The same of a game in which nobody has a turn of throws: its dice are shown once."""

    __slots__ = ()

    @property
    def turn(self) -> Turn:
        """Return no throws."""
        return Turn()

    @property
    def throws_a_turn(self) -> int:
        """Return how often a player may throw."""
        return 1

    @property
    def throws_left(self) -> int:
        """Return no throws."""
        return 0


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
