"""Rounds for a pot, thrown openly or under a cup: everybody antes, and the highest hand takes it.

What the games that are played like this share. Each is a subclass of `RoundGame`.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

from scoring.actions import Abandon, BeginnerThrow, Leave, TakeBackDecision
from scoring.chips import Chips
from scoring.errors import GameOverError, WrongPhaseError
from scoring.events import (
    BeginnerThrown,
    EntryTakenBack,
    GameAbandoned,
    ThrowBurned,
    ThrowCorrected,
    ThrowEvent,
    ThrowWithdrawn,
)
from scoring.game import ChipGame, Stage, taken_back, throw_corrections
from scoring.seats import Beginning, clockwise, without
from scoring.turns.turn import Turn


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """Everybody who can put the minimum into the pot."""


@dataclass(frozen=True, slots=True)
class BeginRound:
    """A round may begin (RoundBegan)."""


class RoundPhase(StrEnum):
    """Where a game of rounds stands."""

    BEGINNING = "beginning"  # it is thrown for who begins
    BETWEEN = "between"  # no round runs
    THROWING = "throwing"
    ANSWERING = "answering"  # somebody has raised: the others go along or pass
    HIDDEN = "hidden"  # the player to move throws under the cup, looks, and announces
    DOUBTING = "doubting"  # the others may call „Schwindel“
    LIFTING = "lifting"  # somebody did: the cup is lifted
    OVER = "over"


_STAGES = {
    RoundPhase.BEGINNING: Stage.BEGINNING,
    RoundPhase.THROWING: Stage.TURN,
    RoundPhase.LIFTING: Stage.SHOWING,
    RoundPhase.OVER: Stage.OVER,
}
"""In all others the players decide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundGame(ChipGame):
    """A game of rounds for a pot at one moment.

    Attributes:
        begins_next: Who begins the next round: the winner of the last; None before the first.
        round: The running one, None between rounds.
        results: Who won each round, oldest first.
    """

    begins_next: int | None = None
    round: Any = None
    results: tuple[int, ...] = ()

    @property
    @abstractmethod
    def ante(self) -> int:
        """Return how many chips everybody puts in before a round."""

    @property
    @abstractmethod
    def phase_of_round(self) -> RoundPhase:
        """Return where the running round stands."""

    @abstractmethod
    def begun(self, order: tuple[int, ...], chips: Chips) -> Any:
        """Return the game after all who can pay put the minimum in, in this order."""

    @abstractmethod
    def thrown(self, event: Any) -> Any:
        """Return the game after dice were thrown in a round, or a throw of it put right."""

    @abstractmethod
    def decided(self, event: Any) -> Any:
        """Return the game after a decision, to be taken back or not, the pot given to who won it."""

    @abstractmethod
    def without(self, player: int) -> Any:
        """Return the game without a player, what he had in the running round included."""

    @property
    def phase(self) -> RoundPhase:
        """Return where the game stands."""
        if self.is_abandoned or (self.round is None and len(self.able) < 2):
            return RoundPhase.OVER
        if self.beginning.beginner is None:
            return RoundPhase.BEGINNING
        return RoundPhase.BETWEEN if self.round is None else self.phase_of_round

    @property
    def stage(self) -> Stage:
        """Return what is done at the table now."""
        return _STAGES.get(self.phase, Stage.DECIDING)

    @property
    def is_beginning(self) -> bool:
        """Tell whether what was thrown for who begins can still be put right: no round has begun since."""
        return self.round is None and not self.results and self.beginning.agreed is None

    @property
    def begins_round(self) -> int | None:
        """Return who begins the next round: who is meant to, or the first to his left who can pay; None before that."""
        first = self.beginning.beginner if self.begins_next is None else self.begins_next
        return None if first is None else next(iter(clockwise(self.able, first)), None)

    @property
    def able(self) -> tuple[int, ...]:
        """Return who is there and can pay for a round."""
        return tuple(seat for seat in self.seats if self.chips.stacks[seat] >= self.ante)


RoundGameT = TypeVar("RoundGameT", bound=RoundGame)


def seated(agreed: Any, stack: int) -> dict[str, Any]:
    """Return the fields of a game of rounds in which nothing has happened yet.

    Raises:
        UnknownPlayerError: If the beginner does not play.
    """
    seats = tuple(range(len(agreed.players)))
    beginning = Beginning(seats, agreed=agreed.beginner)
    return {"agreed": agreed, "chips": Chips.dealt(len(seats), stack), "seats": seats, "beginning": beginning}


def apply(state: RoundGameT, event: Any) -> RoundGameT:
    """Return the state of any game of rounds after one more event.

    Raises:
        IllegalEventError: If the event does not fit the state; the leaf says why and what would be legal.
        WrongDiceCountError: If it does not carry five dice.
    """
    if isinstance(event, EntryTakenBack):
        before: RoundGameT = taken_back(state)
        return before
    if state.phase is RoundPhase.OVER:
        raise GameOverError(f"the game is over; {type(event).__name__} comes too late")
    match event:
        case BeginnerThrown():
            return replace(state, beginning=state.beginning.thrown(event))
        case RoundBegan():
            return _begin_round(state)
        case GameAbandoned():
            stopped = replace(state, chips=state.chips.taken_back(), round=None, turn=Turn())
            return replace(stopped, before=None, is_abandoned=True)
        case ThrowCorrected() | ThrowWithdrawn() | ThrowBurned() if state.is_beginning:
            return replace(state, beginning=state.beginning.mended(event))
    after: RoundGameT = state.thrown(event) if isinstance(event, ThrowEvent) else state.decided(event)
    return after


def _begin_round(state: RoundGameT) -> RoundGameT:
    if state.phase is not RoundPhase.BETWEEN or state.begins_round is None:
        raise WrongPhaseError(f"a round cannot begin; the game is {state.phase}")
    order, chips = clockwise(state.able, state.begins_round), state.chips
    for player in order:
        chips = chips.paid(player, state.ante)
    after: RoundGameT = state.begun(order, chips)
    return after


def left(state: RoundGameT, player: int) -> RoundGameT:
    """Return the game after a player went home.

    Raises:
        UnknownPlayerError: If he does not sit there.
    """
    state.require_seated(player)
    beginning = state.beginning.without(player) if state.phase is RoundPhase.BEGINNING else state.beginning
    after: RoundGameT = replace(state.without(player), seats=without(state.seats, player), beginning=beginning)
    return after


def won(state: RoundGameT, player: int) -> RoundGameT:
    """Return the game after a player took the pot."""
    chips, results = state.chips.won(player), (*state.results, player)
    return replace(state, chips=chips, round=None, turn=Turn(), begins_next=player, results=results)


def legal_in_rounds(state: RoundGame, in_round: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return all that may be done now.

    Args:
        state: Of the game.
        in_round: What may be done in the running round.
    """
    back = (TakeBackDecision(),) if state.before is not None else ()
    if state.phase is RoundPhase.OVER:
        return back
    throws = tuple(map(BeginnerThrow, state.beginning.to_throw))
    begins = (BeginRound(),) if state.phase is RoundPhase.BETWEEN else ()
    return (*throws, *begins, *in_round, *throw_corrections(state), *back, Leave(state.seats), Abandon())
