"""One event after another in Escalero."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from scoring.dice import require_five
from scoring.errors import (
    CellTakenError,
    GameOverError,
    NothingEnteredError,
    NoThrowError,
    TakeBackTooLateError,
    ThrowBurningError,
    UnknownPlayerError,
    UnknownTurnError,
    WrongPhaseError,
)
from scoring.events import (
    BeginnerThrown,
    EntryTakenBack,
    GameAbandoned,
    PlayerLeft,
    ThrowBurned,
    ThrowEvent,
    ThrowMade,
)
from scoring.games.escalero.events import EntryEvent, EscaleroBegan, EscaleroEvent, LaterEvent, RowCorrected, RowEntered
from scoring.games.escalero.state import Entry, EscaleroPhase, EscaleroState, begin
from scoring.log import replayed
from scoring.seats import without
from scoring.throws import turn_after
from scoring.turns.turn import Turn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.games.escalero.rows import Row


def replay(events: Iterable[EscaleroEvent]) -> EscaleroState:
    """Return the state a log amounts to.

    Raises:
        GameNotBegunError: If the log does not open with EscaleroBegan.
        ScoringError: If an event does not fit what came before it.
    """
    return replayed(events, EscaleroBegan, begin, apply)


def apply(state: EscaleroState, event: LaterEvent) -> EscaleroState:
    """Return the state after one more event.

    Raises:
        IllegalEventError: If the event does not fit the state; the leaf says why and what would be legal.
        WrongDiceCountError: If it does not carry five dice.
    """
    if state.is_abandoned:
        raise GameOverError(f"the game was abandoned; {type(event).__name__} comes too late")
    match event:
        case RowEntered() | RowCorrected() | EntryTakenBack():
            return _apply_entry(state, event)
        case _ if state.phase is EscaleroPhase.OVER:
            raise GameOverError("the game is over; entries can only be corrected or taken back")
        case PlayerLeft():
            return _left(state, event.player)
        case BeginnerThrown():
            return replace(state, beginning=state.beginning.thrown(event))
        case GameAbandoned():
            return replace(state, turn=Turn(), is_abandoned=True)
        case _:
            return _apply_throw(state, event)


def _apply_throw(state: EscaleroState, event: ThrowEvent) -> EscaleroState:
    if state.is_beginning and (not isinstance(event, ThrowMade | ThrowBurned) or state.beginning.beginner is None):
        if isinstance(event, ThrowMade):
            raise WrongPhaseError("who begins is not thrown for yet; BeginnerThrown comes first")
        return replace(state, beginning=state.beginning.mended(event))
    return replace(state, turn=turn_after(state.turn, event))


def _apply_entry(state: EscaleroState, event: EntryEvent) -> EscaleroState:
    match event:
        case RowEntered():
            return _entered(state, event.row)
        case RowCorrected():
            return _corrected(state, event)
        case EntryTakenBack():
            return _taken_back(state)
        case _:
            assert_never(event)


def _entered(state: EscaleroState, row: Row) -> EscaleroState:
    player = state.to_move
    if player is None:
        raise GameOverError(f"nothing can be entered; the game is {state.phase}")
    if not state.turn.throws:
        raise NoThrowError("no dice were thrown in this turn yet")
    if state.turn.burn is not None:
        raise ThrowBurningError("the throw burned; it is repeated before anything is entered")
    _require_free(state, player, row)
    entry = Entry(
        turn_number=len(state.entries) + 1,
        player=player,
        row=row,
        faces=state.turn.faces,
        is_served=state.is_served,
        turn=state.turn,
    )
    return replace(state, entries=(*state.entries, entry), turn=Turn())


def _corrected(state: EscaleroState, event: RowCorrected) -> EscaleroState:
    if not 1 <= event.turn_number <= len(state.entries):
        raise UnknownTurnError(f"got turn {event.turn_number}; entries were made in turns 1 to {len(state.entries)}")
    require_five(event.faces)
    old = state.entries[event.turn_number - 1]
    if event.row != old.row:
        _require_free(state, old.player, event.row)
    new = replace(old, row=event.row, faces=event.faces, is_served=event.is_served)
    return replace(state, entries=tuple(new if entry is old else entry for entry in state.entries))


def _taken_back(state: EscaleroState) -> EscaleroState:
    if not state.entries:
        raise NothingEnteredError("nothing was entered yet; there is nothing to take back")
    if state.turn.throws or state.turn.burn is not None:
        raise TakeBackTooLateError("the next turn has begun; the entry can only be corrected now")
    latest = state.entries[-1]
    if latest.player not in state.seats:
        raise TakeBackTooLateError("who made the entry has left; it can only be corrected now")
    return replace(state, entries=state.entries[:-1], turn=latest.turn)


def _left(state: EscaleroState, player: int) -> EscaleroState:
    if player not in state.seats:
        raise UnknownPlayerError(f"got player {player}; at the table are {state.seats}")
    return replace(
        state,
        seats=without(state.seats, player),
        beginning=state.beginning.without(player) if state.is_beginning else state.beginning,
        turn=Turn() if state.to_move == player else state.turn,
    )


def _require_free(state: EscaleroState, player: int, row: Row) -> None:
    if row not in state.free_rows(player):
        free = ", ".join(row.name for row in state.free_rows(player)) or "none"
        raise CellTakenError(f"{row.name} is filled; free are: {free}")
