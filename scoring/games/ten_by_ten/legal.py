"""What may be done now."""

from __future__ import annotations

from typing import assert_never

from scoring.actions import (
    Abandon,
    Action,
    BeginnerThrow,
    CorrectEntry,
    CorrectThrow,
    Enter,
    SwapEntries,
    TakeBack,
    ThrowDice,
    WithdrawThrow,
)
from scoring.games.holds import legal_holds
from scoring.games.ten_by_ten.state import GamePhase, GameState


def legal_actions(state: GameState) -> tuple[Action, ...]:
    """Return all that may be done now; empty once the game is abandoned."""
    if state.is_abandoned:
        return ()
    phase = state.phase
    match phase:
        case GamePhase.BEGINNING:
            running: tuple[Action, ...] = (*map(BeginnerThrow, state.beginning.to_throw), Abandon())
        case GamePhase.TURN:
            running = (*_legal_throws(state), *_legal_entries(state), Abandon())
        case GamePhase.OVER:
            running = ()
        case _:
            assert_never(phase)
    return (*running, *_legal_throw_corrections(state), *_legal_entry_corrections(state))


def _legal_throws(state: GameState) -> tuple[ThrowDice, ...]:
    turn = state.turn
    if not turn.throws_left:
        return ()
    action = ThrowDice(
        throw_number=turn.throws_made + 1,
        dice=turn.dice_to_throw(state.ruleset),
        holds=legal_holds(turn),
        is_repeat=turn.burn is not None,
    )
    return (action,)


def _legal_entries(state: GameState) -> tuple[Enter, ...]:
    if state.to_move is None or not state.turn.may_enter:
        return ()
    return tuple(map(Enter, state.sheet(state.to_move).free_cells))


def _legal_throw_corrections(state: GameState) -> tuple[Action, ...]:
    if state.turn.throws or state.is_beginner_throw_latest:
        return CorrectThrow(may_hold=state.turn.throws_made > 1), WithdrawThrow()
    return ()


def _legal_entry_corrections(state: GameState) -> tuple[Action, ...]:
    actions: list[Action] = []
    if state.entries and not state.turn.throws:
        actions.append(TakeBack(state.entries[-1].turn_number))
    sheets = state.sheets
    free = [sheet.free_cells for sheet in sheets]
    actions += [CorrectEntry(entry.turn_number, free[entry.player]) for entry in state.entries]
    actions += [
        SwapEntries(tuple(entry.turn_number for entry in sheet.entries)) for sheet in sheets if len(sheet.entries) > 1
    ]
    return tuple(actions)
