"""What may be done now in Escalero."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from scoring.actions import Abandon, BeginnerThrow, CorrectThrow, Leave, TakeBackDecision, ThrowDice, WithdrawThrow
from scoring.games.escalero.rows import Row
from scoring.games.escalero.state import EscaleroPhase, EscaleroState
from scoring.games.holds import legal_holds


@dataclass(frozen=True, slots=True)
class EnterRow:
    """The dice on the table may be entered here (RowEntered)."""

    row: Row


@dataclass(frozen=True, slots=True)
class CorrectRow:
    """An entry may be put right (RowCorrected): in its own row or moved to one of these."""

    turn_number: int
    free_rows: tuple[Row, ...]


Action: TypeAlias = (
    BeginnerThrow
    | ThrowDice
    | CorrectThrow
    | WithdrawThrow
    | EnterRow
    | CorrectRow
    | TakeBackDecision
    | Leave
    | Abandon
)


def legal_actions(state: EscaleroState) -> tuple[Action, ...]:
    """Return all that may be done now; empty once the game is abandoned."""
    if state.is_abandoned:
        return ()
    corrections = (*_throw_corrections(state), *_entry_corrections(state))
    if state.phase is EscaleroPhase.OVER:
        return corrections
    begin = map(BeginnerThrow, state.beginning.to_throw)
    return (*begin, *_turn(state), *corrections, Leave(state.seats), Abandon())


def _turn(state: EscaleroState) -> tuple[Action, ...]:
    turn = state.turn
    if state.to_move is None:
        return ()
    entries = map(EnterRow, state.free_rows(state.to_move)) if turn.may_enter else ()
    if not turn.throws_left:
        return tuple(entries)
    throw = ThrowDice(
        throw_number=turn.throws_made + 1,
        dice=turn.dice_to_throw(state.ruleset),
        holds=legal_holds(turn),
        is_repeat=turn.burn is not None,
    )
    return (throw, *entries)


def _throw_corrections(state: EscaleroState) -> tuple[Action, ...]:
    if state.turn.throws:
        return CorrectThrow(may_hold=state.turn.throws_made > 1), WithdrawThrow()
    if state.is_beginning and state.beginning.throws:
        return CorrectThrow(may_hold=False), WithdrawThrow()
    return ()


def _entry_corrections(state: EscaleroState) -> tuple[Action, ...]:
    corrections: list[Action] = [
        CorrectRow(entry.turn_number, state.free_rows(entry.player)) for entry in state.entries
    ]
    is_next_untouched = not state.turn.throws and state.turn.burn is None
    if state.entries and is_next_untouched and state.entries[-1].player in state.seats:
        corrections.append(TakeBackDecision())
    return tuple(corrections)
