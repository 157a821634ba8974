"""One event after another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from scoring.dice import require_five
from scoring.errors import (
    AlreadyThrownError,
    FirstThrowHeldError,
    GameAlreadyBegunError,
    GameNotBegunError,
    GameOverError,
    WrongPhaseError,
)
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
from scoring.games.ten_by_ten.state import PLAYERS, GamePhase, GameState, begin, require_player
from scoring.turn import Burn, Throw

if TYPE_CHECKING:
    from collections.abc import Iterable


def replay(events: Iterable[GameEvent]) -> GameState:
    """Return the state a log amounts to.

    Raises:
        GameNotBegunError: If the log does not open with GameBegan.
        ScoringError: If an event does not fit what came before it.
    """
    log = iter(events)
    first = next(log, None)
    if not isinstance(first, GameBegan):
        raise GameNotBegunError(f"the log opens with {first!r}; GameBegan comes first")
    state = begin(first.players, first.ruleset, beginner=first.beginner)
    for event in log:
        state = apply(state, event)
    return state


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
    if state.phase is not GamePhase.BEGINNING:
        raise WrongPhaseError("who begins is settled; the next throw belongs to a turn")
    require_player(event.player)
    require_five(event.faces)
    if event.player not in state.may_throw_for_beginning:
        raise AlreadyThrownError(f"player {event.player} has thrown; it is player {1 - event.player}'s throw")
    return _with_beginner_throws(state, (*state.beginner_throws, event))


def _with_beginner_throws(state: GameState, throws: tuple[BeginnerThrown, ...]) -> GameState:
    # Whoever begins is known after a round of two with different sums; ties throw again.
    sums = {throw.player: sum(throw.faces) for throw in throws[-len(PLAYERS) :]}
    is_settled = len(throws) % len(PLAYERS) == 0 and len(set(sums.values())) > 1
    beginner = max(sums, key=lambda player: sums[player]) if is_settled else None
    return replace(state, beginner_throws=throws, beginner=beginner)


def _apply_throw(state: GameState, event: ThrowEvent) -> GameState:
    _require_not_over(state)
    match event:
        case ThrowMade():
            if state.phase is not GamePhase.TURN:
                raise WrongPhaseError("who begins is not thrown for yet; BeginnerThrown comes first")
            return replace(state, turn=state.turn.thrown(Throw(event.faces, event.held)))
        case ThrowBurned():
            return _burn(state, Burn(event.burning, event.held_faces))
        case ThrowCorrected():
            return _correct(state, Throw(event.faces, event.held))
        case ThrowWithdrawn():
            return _withdraw(state)
        case _:
            assert_never(event)


def _burn(state: GameState, burn: Burn) -> GameState:
    if state.phase is GamePhase.TURN:
        return replace(state, turn=state.turn.burned(burn))
    if burn.held_faces:
        raise FirstThrowHeldError("dice are marked held in a throw for who begins; all five are thrown")
    return state  # the throw for who begins is simply repeated


def _correct(state: GameState, throw: Throw) -> GameState:
    if not state.is_beginner_throw_latest:
        return replace(state, turn=state.turn.corrected(throw))
    if any(throw.held):
        raise FirstThrowHeldError("dice are marked held in a throw for who begins; all five are thrown")
    corrected = replace(state.beginner_throws[-1], faces=throw.faces)
    return _with_beginner_throws(state, (*state.beginner_throws[:-1], corrected))


def _withdraw(state: GameState) -> GameState:
    if state.is_beginner_throw_latest:
        return _with_beginner_throws(state, state.beginner_throws[:-1])
    return replace(state, turn=state.turn.withdrawn())


def _require_not_over(state: GameState) -> None:
    if state.phase is GamePhase.OVER:
        raise GameOverError(f"all {state.turns} cells are filled; entries can only be corrected or taken back")
