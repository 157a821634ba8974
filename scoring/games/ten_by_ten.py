"""Würfelpoker 10×10: two players, ten rows, ten columns, two hundred turns.

The state is what the log of events amounts to; corrections are folded in, so everything derived from it (sheets,
standings, advice) is of one piece.

Source:
    scoring/RULES.md, "Würfelpoker 10×10".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, assert_never, get_args

from scoring.actions import Abandon, BeginnerThrow, ChangeEntry, Enter, SwapEntries, TakeBackEntry
from scoring.dice import Faces, require_five
from scoring.errors import CellTakenError, SwapError, UnknownCellError
from scoring.events import Entered, EntriesSwapped, EntryCorrected, GameBegan, GameEvent
from scoring.game import Rules, Stage, throw_corrections
from scoring.games.sheet_game import (
    SheetGame,
    apply,
    entry_of_turn,
    may_take_back,
    require_dice_to_enter,
    seated,
    turn_actions,
    with_entries,
)
from scoring.ruleset import Level, RerollRule, Ruleset, ServedRule
from scoring.sheets.category import Category, points
from scoring.sheets.sheet import Cell, Entry, Sheet
from scoring.turns.turn import Throw, Turn

PLAYERS = (0, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState(SheetGame):
    """A game at one moment."""

    agreed: GameBegan
    entries: tuple[Entry, ...] = ()

    @property
    def players(self) -> tuple[str, str]:
        """Return the names, player 0 first."""
        return self.agreed.players

    @property
    def level_to_move(self) -> Level | None:
        """Return how strongly the companion plays for who is to move; None for a person, or nobody."""
        return None if self.to_move is None else self.agreed.levels[self.to_move]

    @property
    def ruleset(self) -> Ruleset:
        """Return what they agreed on."""
        return self.agreed.ruleset

    @property
    def served(self) -> ServedRule:
        """Return when a combination counts as served."""
        return self.ruleset.served

    @property
    def reroll(self) -> RerollRule:
        """Return what is thrown again when a die burns."""
        return self.ruleset.reroll

    @property
    def beginner(self) -> int | None:
        """Return 0 or 1; None until it was thrown for."""
        return self.beginning.beginner

    @property
    def turns(self) -> int:
        """Return how many turns the game has: 200 with ten columns."""
        return len(PLAYERS) * len(Category) * self.ruleset.columns

    @property
    def has_ended(self) -> bool:
        """Tell whether every cell is filled."""
        return len(self.entries) == self.turns

    @property
    def turn_number(self) -> int:
        """Return the number of the running turn, counted from 1; the last one's when the game is over."""
        return min(len(self.entries) + 1, self.turns)

    @property
    def to_move(self) -> int | None:
        """Return whose turn it is; None when the game is over or it is still thrown for who begins."""
        if self.beginner is None or self.stage is Stage.OVER:
            return None
        return (self.beginner + len(self.entries)) % len(PLAYERS)

    @property
    def sheets(self) -> tuple[Sheet, Sheet]:
        """Return both sheets, player 0's first."""
        return self.sheet(0), self.sheet(1)

    def sheet(self, player: int) -> Sheet:
        """Return one player's sheet."""
        return Sheet(self.ruleset.columns, tuple(entry for entry in self.entries if entry.player == player))

    def with_entry(self, event: Entered | EntryCorrected | EntriesSwapped) -> GameState:
        """Return the game after an entry, or after one was put right."""
        match event:
            case Entered():
                return _enter(self, event)
            case EntryCorrected():
                return _correct(self, event)
            case EntriesSwapped():
                return _swap(self, event)
            case _:
                assert_never(event)


def begin(players: tuple[str, str], ruleset: Ruleset | None = None, *, beginner: int | None = None) -> GameState:
    """Return the state of a game in which nothing has happened yet.

    Args:
        players: Names, player 0 first.
        ruleset: What they agreed on; the defaults of `Ruleset` when None.
        beginner: 0 or 1 where it is known who begins, None to throw for it.

    Raises:
        UnknownPlayerError: If the beginner is neither.
    """
    return opened(GameBegan(players=players, ruleset=ruleset or Ruleset(), beginner=beginner))


def opened(agreed: GameBegan) -> GameState:
    """Return the same for what was agreed."""
    return GameState(**seated(agreed))


def preview(state: GameState) -> Mapping[Category, int]:
    """Return what the dice on the table would score in each row with a free cell; empty without dice to enter."""
    if state.to_move is None or not state.turn.may_enter:
        return {}
    rows = dict.fromkeys(cell.category for cell in state.sheet(state.to_move).free_cells)
    return {row: points(row, state.turn.faces, is_served=state.is_served) for row in rows}


def legal_actions(state: GameState) -> tuple[Any, ...]:
    """Return all that may be done now; empty once the game is abandoned."""
    if state.is_abandoned:
        return ()
    throws = tuple(map(BeginnerThrow, state.beginning.to_throw))
    enter = () if state.to_move is None else tuple(map(Enter, state.sheet(state.to_move).free_cells))
    running = (*throws, *turn_actions(state, enter), Abandon()) if state.stage is not Stage.OVER else ()
    return (*running, *throw_corrections(state), *_entry_corrections(state))


def _entry_corrections(state: GameState) -> tuple[Any, ...]:
    back = (TakeBackEntry(state.entries[-1].turn_number),) if may_take_back(state) else ()
    free = [sheet.free_cells for sheet in state.sheets]
    changes = (ChangeEntry(entry.turn_number, free[entry.player]) for entry in state.entries)
    turns = (tuple(entry.turn_number for entry in sheet.entries) for sheet in state.sheets)
    return (*back, *changes, *(SwapEntries(numbers) for numbers in turns if len(numbers) > 1))


def _enter(state: GameState, event: Entered) -> GameState:
    player, faces, is_served = require_dice_to_enter(state), state.turn.faces, state.is_served
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


def _correct(state: GameState, event: EntryCorrected) -> GameState:
    entry: Entry = entry_of_turn(state, event.turn_number)
    require_five(event.faces)
    if event.cell != entry.cell:
        _require_free(state, event.cell, player=entry.player)
    throws = _with_latest_faces(entry.throws, event.faces)
    corrected = replace(entry, faces=event.faces, is_served=event.is_served, throws=throws)
    return with_entries(state, _placed(corrected, event.cell))


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
    one, other = (entry_of_turn(state, number) for number in event.turn_numbers)
    if one.player != other.player or one is other:
        raise SwapError(f"turns {event.turn_numbers} cannot change places; two entries of one player can")
    return with_entries(state, _placed(one, other.cell), _placed(other, one.cell))


def _placed(entry: Entry, cell: Cell) -> Entry:
    return replace(entry, cell=cell, points=points(cell.category, entry.faces, is_served=entry.is_served))


def _require_free(state: GameState, cell: Cell, *, player: int) -> None:
    if cell.column > state.ruleset.columns:
        raise UnknownCellError(f"got column {cell.column}; this game has columns 1 to {state.ruleset.columns}")
    if (entry := state.sheet(player).entry_at(cell)) is not None:
        raise CellTakenError(
            f"{cell.category.name} in column {cell.column} was filled in turn {entry.turn_number}; pick a free cell"
        )


RULES = Rules("ten-by-ten", GameBegan, opened, apply, legal_actions, get_args(GameEvent))
