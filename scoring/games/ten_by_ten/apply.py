"""One event after another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from scoring.errors import GameAlreadyBegunError, GameOverError, WrongPhaseError
from scoring.events import (
    BeginnerThrown,
    Entered,
    EntriesSwapped,
    EntryCorrected,
    EntryTakenBack,
    GameAbandoned,
    GameBegan,
    GameEvent,
    ThrowBurned,
    ThrowCorrected,
    ThrowEvent,
    ThrowMade,
    ThrowWithdrawn,
)
from scoring.games.ten_by_ten.entries import apply_entry
from scoring.games.ten_by_ten.state import GamePhase, GameState, opened
from scoring.log import replayed
from scoring.throws import turn_after

if TYPE_CHECKING:
    from collections.abc import Iterable


def replay(events: Iterable[GameEvent]) -> GameState:
    """Return the state a log amounts to.

    Raises:
        GameNotBegunError: If the log does not open with GameBegan.
        ScoringError: If an event does not fit what came before it.
    """
    return replayed(events, GameBegan, opened, apply)


def apply(state: GameState, event: GameEvent) -> GameState:
    """Return the state after one more event.

    Raises:
        IllegalEventError: If the event does not fit the state; the leaf says why and what would be legal.
        WrongDiceCountError: If it does not carry five dice.
    """
    if state.is_abandoned:
        raise GameOverError(f"the game was abandoned; {type(event).__name__} comes too late")
    match event:
        case GameBegan():
            raise GameAlreadyBegunError("the game has begun; a new one needs a new log")
        case BeginnerThrown():
            return _throw_for_beginning(state, event)
        case ThrowMade() | ThrowCorrected() | ThrowWithdrawn() | ThrowBurned():
            return _apply_throw(state, event)
        case Entered() | EntryTakenBack() | EntryCorrected() | EntriesSwapped():
            return apply_entry(state, event)
        case GameAbandoned():
            _require_not_over(state)
            return replace(state, is_abandoned=True)
        case _:
            assert_never(event)


def _throw_for_beginning(state: GameState, event: BeginnerThrown) -> GameState:
    _require_not_over(state)
    return replace(state, beginning=state.beginning.thrown(event))


def _apply_throw(state: GameState, event: ThrowEvent) -> GameState:
    _require_not_over(state)
    is_first_burned = isinstance(event, ThrowBurned) and state.phase is GamePhase.BEGINNING
    is_mended = isinstance(event, ThrowCorrected | ThrowWithdrawn) and state.is_beginner_throw_latest
    if is_first_burned or is_mended:
        assert not isinstance(event, ThrowMade)
        return replace(state, beginning=state.beginning.mended(event))
    if isinstance(event, ThrowMade) and state.phase is not GamePhase.TURN:
        raise WrongPhaseError("who begins is not thrown for yet; BeginnerThrown comes first")
    return replace(state, turn=turn_after(state.turn, event))


def _require_not_over(state: GameState) -> None:
    if state.phase is GamePhase.OVER:
        raise GameOverError(f"all {state.turns} cells are filled; entries can only be corrected or taken back")
