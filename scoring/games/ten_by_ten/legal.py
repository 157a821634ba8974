"""What may be done now."""

from __future__ import annotations

from itertools import compress, product
from typing import TYPE_CHECKING, assert_never

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
from scoring.dice import DICE_COUNT, NOTHING_HELD, Faces, Flags
from scoring.games.ten_by_ten.state import GamePhase, GameState

if TYPE_CHECKING:
    from scoring.turn import Turn


def legal_actions(state: GameState) -> tuple[Action, ...]:
    """Return all that may be done now; empty once the game is abandoned."""
    if state.is_abandoned:
        return ()
    phase = state.phase
    match phase:
        case GamePhase.BEGINNING:
            running: tuple[Action, ...] = (*map(BeginnerThrow, state.may_throw_for_beginning), Abandon())
        case GamePhase.TURN:
            running = (*_legal_throws(state), *_legal_entries(state), Abandon())
        case GamePhase.OVER:
            running = ()
        case _:
            assert_never(phase)
    return (*running, *_legal_throw_corrections(state), *_legal_entry_corrections(state))


def legal_holds(turn: Turn) -> tuple[Flags, ...]:
    """Return every choice of dice to leave lying before the next throw, one a multiset of faces, fewest first.

    Args:
        turn: A turn with throws left; the flags are over its faces.
    """
    if not turn.throws:
        return (NOTHING_HELD,)
    wanted = None if turn.burn is None else turn.burn.held_faces
    holds: dict[Faces, Flags] = {}
    for flags in sorted(product((False, True), repeat=DICE_COUNT), key=lambda flags: (sum(flags), flags)):
        faces = tuple(sorted(compress(turn.faces, flags)))
        if len(faces) < DICE_COUNT and (wanted is None or faces == tuple(sorted(wanted))):
            holds.setdefault(faces, flags)
    return tuple(holds.values())


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
