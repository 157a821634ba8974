"""Entering, taking back and putting right."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from scoring.dice import Faces, require_five
from scoring.errors import (
    CellTakenError,
    GameOverError,
    NothingEnteredError,
    SwapError,
    TakeBackTooLateError,
    ThrowBurningError,
    UnknownCellError,
    UnknownTurnError,
    WrongPhaseError,
)
from scoring.events import Entered, EntriesSwapped, EntryCorrected, EntryEvent, EntryTakenBack
from scoring.games.ten_by_ten.state import GamePhase, GameState
from scoring.sheets.category import points
from scoring.sheets.sheet import Cell, Entry
from scoring.turns.turn import Throw, Turn

if TYPE_CHECKING:
    from collections.abc import Sequence


def apply_entry(state: GameState, event: EntryEvent) -> GameState:
    """Return the state after an entry, or after a change to one.

    Raises:
        IllegalEventError: If the event does not fit the state.
        WrongDiceCountError: If it does not carry five dice.
    """
    match event:
        case Entered():
            return _enter(state, event)
        case EntryTakenBack():
            return _take_back(state)
        case EntryCorrected():
            return _correct(state, event)
        case EntriesSwapped():
            return _swap(state, event)
        case _:
            assert_never(event)


def _enter(state: GameState, event: Entered) -> GameState:
    player = _require_player_to_move(state)
    if state.turn.burn is not None:
        raise ThrowBurningError("the throw burned; it must be repeated before the dice are entered")
    faces, is_served = state.turn.faces, state.is_served
    _require_free(state, event.cell, player=player)
    entry = Entry(
        cell=event.cell,
        points=points(event.cell.category, faces, is_served=is_served),
        faces=faces,
        is_served=is_served,
        turn_number=state.turn_number,
        player=player,
        chosen_by=event.chosen_by,
        throws=state.turn.throws,
    )
    return replace(state, entries=(*state.entries, entry), turn=Turn())


def _take_back(state: GameState) -> GameState:
    if not state.entries:
        raise NothingEnteredError("nothing is entered yet; there is nothing to take back")
    if state.turn.throws:
        raise TakeBackTooLateError(
            f"turn {state.turn_number} has begun; the entry of turn {state.turn_number - 1} can be corrected instead"
        )
    return replace(state, entries=state.entries[:-1], turn=Turn(state.entries[-1].throws))


def _correct(state: GameState, event: EntryCorrected) -> GameState:
    entry = _entry_of_turn(state, event.turn_number)
    require_five(event.faces)
    if event.cell != entry.cell:
        _require_free(state, event.cell, player=entry.player)
    corrected = replace(
        entry,
        cell=event.cell,
        points=points(event.cell.category, event.faces, is_served=event.is_served),
        faces=event.faces,
        is_served=event.is_served,
        throws=_with_latest_faces(entry.throws, event.faces),
    )
    return _with_entries(state, (corrected,))


def _with_latest_faces(throws: tuple[Throw, ...], faces: Faces) -> tuple[Throw, ...]:
    # Dice that read the same keep their place, so that the flags of held dice stay with their dice.
    latest = throws[-1]
    same = Counter(faces) & Counter(latest.faces)
    changed = sorted((Counter(faces) - same).elements())
    aligned = []
    for face in latest.faces:
        aligned.append(face if same[face] > 0 else changed.pop())
        same[face] -= 1
    return Turn(throws).corrected(Throw(tuple(aligned), latest.held)).throws


def _swap(state: GameState, event: EntriesSwapped) -> GameState:
    one, other = (_entry_of_turn(state, number) for number in event.turn_numbers)
    if one.player != other.player or one is other:
        raise SwapError(f"turns {event.turn_numbers} cannot change places; two entries of one player can")
    return _with_entries(state, (_moved(one, other.cell), _moved(other, one.cell)))


def _moved(entry: Entry, cell: Cell) -> Entry:
    return replace(entry, cell=cell, points=points(cell.category, entry.faces, is_served=entry.is_served))


def _with_entries(state: GameState, changed: Sequence[Entry]) -> GameState:
    entries = list(state.entries)
    for entry in changed:
        entries[entry.turn_number - 1] = entry
    return replace(state, entries=tuple(entries))


def _require_player_to_move(state: GameState) -> int:
    if state.phase is GamePhase.OVER:
        raise GameOverError(f"all {state.turns} cells are filled; entries can only be corrected or taken back")
    if state.to_move is None:
        raise WrongPhaseError("who begins is not thrown for yet; nothing can be entered")
    return state.to_move


def _require_free(state: GameState, cell: Cell, *, player: int) -> None:
    if cell.column > state.ruleset.columns:
        raise UnknownCellError(f"got column {cell.column}; this game has columns 1 to {state.ruleset.columns}")
    if (entry := state.sheet(player).entry_at(cell)) is not None:
        raise CellTakenError(
            f"{cell.category.name} in column {cell.column} was filled in turn {entry.turn_number}; pick a free cell"
        )


def _entry_of_turn(state: GameState, turn_number: int) -> Entry:
    if not 1 <= turn_number <= len(state.entries):
        raise UnknownTurnError(f"turn {turn_number} has no entry; turns 1 to {len(state.entries)} have")
    return state.entries[turn_number - 1]
