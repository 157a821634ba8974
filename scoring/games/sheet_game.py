"""Games whose every turn ends with an entry in a sheet: what Würfelpoker 10×10 and Escalero share."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from scoring.errors import (
    GameOverError,
    NothingEnteredError,
    TakeBackTooLateError,
    ThrowBurningError,
    UnknownTurnError,
    WrongPhaseError,
)
from scoring.events import (
    BeginnerThrown,
    EntryTakenBack,
    GameAbandoned,
    PlayerLeft,
    ThrowBurned,
    ThrowCorrected,
    ThrowEvent,
    ThrowMade,
    ThrowWithdrawn,
)
from scoring.game import Game, Stage
from scoring.games.holds import throw_action
from scoring.ruleset import ServedRule
from scoring.seats import Beginning
from scoring.throws import turn_after
from scoring.turns.turn import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetGame(Game):
    """A game with sheets at one moment.

    Attributes:
        entries: All entries as they read now, by turn.
    """

    entries: tuple[Any, ...] = ()

    @property
    @abstractmethod
    def has_ended(self) -> bool:
        """Tell whether nothing more can be entered."""

    @property
    @abstractmethod
    def served(self) -> ServedRule:
        """Return when a combination counts as served."""

    @abstractmethod
    def with_entry(self, event: Any) -> Any:
        """Return the game after an entry, or after one was put right."""

    @property
    def stage(self) -> Stage:
        """Return what is done at the table now."""
        if self.is_abandoned or self.has_ended:
            return Stage.OVER
        return Stage.BEGINNING if self.beginning.beginner is None else Stage.TURN

    @property
    def is_beginning(self) -> bool:
        """Tell whether what was thrown for who begins can still be put right: nobody has thrown since."""
        is_untouched = not self.entries and not self.turn.throws and self.turn.burn is None
        return is_untouched and self.beginning.agreed is None

    @property
    def is_next_begun(self) -> bool:
        """Tell whether the turn after the newest entry has begun, so that it is too late to take that back."""
        return bool(self.turn.throws)

    @property
    def is_served(self) -> bool:
        """Tell whether the dice on the table lie served under the agreed rule."""
        return self.turn.is_served(self.served)


SheetGameT = TypeVar("SheetGameT", bound=SheetGame)


def seated(agreed: Any) -> dict[str, Any]:
    """Return the fields of a game with sheets in which nothing has happened yet.

    Raises:
        UnknownPlayerError: If the beginner does not play.
    """
    seats = tuple(range(len(agreed.players)))
    return {"agreed": agreed, "seats": seats, "beginning": Beginning(seats, agreed=agreed.beginner)}


def apply(state: SheetGameT, event: Any) -> SheetGameT:
    """Return the state of any game with sheets after one more event.

    Raises:
        IllegalEventError: If the event does not fit the state; the leaf says why and what would be legal.
        WrongDiceCountError: If it does not carry five dice.
    """
    if state.is_abandoned:
        raise GameOverError(f"the game was abandoned; {type(event).__name__} comes too late")
    if isinstance(event, EntryTakenBack):
        return _taken_back(state)
    if isinstance(event, ThrowEvent | BeginnerThrown | PlayerLeft | GameAbandoned):
        require_not_over(state)
    match event:
        case BeginnerThrown():
            return replace(state, beginning=state.beginning.thrown(event))
        case ThrowMade() | ThrowCorrected() | ThrowWithdrawn() | ThrowBurned():
            return _thrown(state, event)
        case GameAbandoned():
            return replace(state, is_abandoned=True)
        case _:
            after: SheetGameT = state.with_entry(event)
            return after


def require_not_over(state: SheetGame) -> None:
    """Refuse what belongs to a running game.

    Raises:
        GameOverError: If it is over.
    """
    if state.stage is Stage.OVER:
        raise GameOverError("the game is over; entries can only be corrected or taken back")


def require_dice_to_enter(state: SheetGame) -> int:
    """Return who is to move, with dice that can be entered.

    Raises:
        GameOverError: If the game is over.
        WrongPhaseError: If who begins is not known.
        ThrowBurningError: If the throw burned.
        NoThrowError: If nothing was thrown.
    """
    require_not_over(state)
    if state.to_move is None:
        raise WrongPhaseError("who begins is not thrown for yet; nothing can be entered")
    if state.turn.burn is not None:
        raise ThrowBurningError("the throw burned; it must be repeated before the dice are entered")
    _ = state.turn.faces
    return state.to_move


def entry_of_turn(state: SheetGame, turn_number: int) -> Any:
    """Return the entry that was made in a turn.

    Raises:
        UnknownTurnError: If none was.
    """
    if not 1 <= turn_number <= len(state.entries):
        raise UnknownTurnError(f"turn {turn_number} has no entry; turns 1 to {len(state.entries)} have")
    return state.entries[turn_number - 1]


def with_entries(state: SheetGameT, *changed: Any) -> SheetGameT:
    """Return the game with some entries put right, each in its turn's place."""
    by_turn = {entry.turn_number: entry for entry in changed}
    return replace(state, entries=tuple(by_turn.get(entry.turn_number, entry) for entry in state.entries))


def may_take_back(state: SheetGame) -> bool:
    """Tell whether the newest entry may be taken back."""
    return bool(state.entries) and not state.is_next_begun and state.entries[-1].player in state.seats


def turn_actions(state: SheetGame, entries: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return how the player to move may throw, and enter what lies.

    Args:
        state: Of the game.
        entries: Every entry he could make.
    """
    if state.to_move is None:
        return ()
    throws = (throw_action(state.turn, state.reroll),) if state.turn.throws_left else ()
    return (*throws, *entries) if state.turn.may_enter else throws


def _thrown(state: SheetGameT, event: ThrowEvent) -> SheetGameT:
    is_open = state.beginning.beginner is None
    if isinstance(event, ThrowMade):
        if is_open:
            raise WrongPhaseError("who begins is not thrown for yet; BeginnerThrown comes first")
    elif state.is_beginning and (is_open or not isinstance(event, ThrowBurned)):
        return replace(state, beginning=state.beginning.mended(event))
    return replace(state, turn=turn_after(state.turn, event))


def _taken_back(state: SheetGameT) -> SheetGameT:
    if not state.entries:
        raise NothingEnteredError("nothing is entered yet; there is nothing to take back")
    number, latest = len(state.entries), state.entries[-1]
    if state.is_next_begun:
        raise TakeBackTooLateError(f"the next turn has begun; the entry of turn {number} can be corrected instead")
    if latest.player not in state.seats:
        raise TakeBackTooLateError("who made the entry has left; it can only be corrected now")
    return replace(state, entries=state.entries[:-1], turn=Turn(latest.throws))
