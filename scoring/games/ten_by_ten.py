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
from typing import Any, ClassVar

from scoring.actions import Abandon, ChangeEntry, Enter, SwapEntries, TakeBackEntry
from scoring.dice import Faces, require_five
from scoring.errors import CellTakenError, SwapError, UnknownCellError
from scoring.events import Entered, EntriesSwapped, EntryCorrected, GameBegan
from scoring.games.sheet_game import SheetGame
from scoring.ruleset import Level, Ruleset
from scoring.sheets.category import Category, points
from scoring.sheets.sheet import Cell, Entry, Sheet
from scoring.turns.turn import Throw, Turn

PLAYERS = (0, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState(SheetGame):
    """A game at one moment."""

    name: ClassVar = "ten-by-ten"
    opening: ClassVar = GameBegan

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
        if self.beginner is None or self.is_over:
            return None
        return (self.beginner + len(self.entries)) % len(PLAYERS)

    @property
    def sheets(self) -> tuple[Sheet, Sheet]:
        """Return both sheets, player 0's first."""
        return self.sheet(0), self.sheet(1)

    def sheet(self, player: int) -> Sheet:
        """Return one player's sheet."""
        return Sheet(self.ruleset.columns, tuple(entry for entry in self.entries if entry.player == player))

    def legal_actions(self) -> tuple[Any, ...]:
        """Return all that may be done now; empty once the game is abandoned."""
        if self.is_abandoned:
            return ()
        enter = () if self.to_move is None else tuple(map(Enter, self.sheet(self.to_move).free_cells))
        running = (*self.turn_actions(enter), Abandon()) if not self.is_over else ()
        return (*running, *self.throw_corrections(), *self._entry_corrections())

    def _entry_corrections(self) -> tuple[Any, ...]:
        back = (TakeBackEntry(self.entries[-1].turn_number),) if self.may_take_back else ()
        free = [sheet.free_cells for sheet in self.sheets]
        changes = (ChangeEntry(entry.turn_number, free[entry.player]) for entry in self.entries)
        turns = (tuple(entry.turn_number for entry in sheet.entries) for sheet in self.sheets)
        return (*back, *changes, *(SwapEntries(numbers) for numbers in turns if len(numbers) > 1))

    def _enter(self, event: Entered) -> GameState:
        player, cell = self.require_dice_to_enter(), event.cell
        self._require_free(cell, player=player)
        scored = points(cell.category, self.turn.faces, is_served=self.is_served)
        return self.entered(Entry, player, cell=cell, points=scored, chosen_by=event.chosen_by)

    def _correct(self, event: EntryCorrected) -> GameState:
        entry: Entry = self.entry_of_turn(event.turn_number)
        require_five(event.faces)
        if event.cell != entry.cell:
            self._require_free(event.cell, player=entry.player)
        throws = _with_latest_faces(entry.throws, event.faces)
        corrected = replace(entry, faces=event.faces, is_served=event.is_served, throws=throws)
        return self.with_entries(_placed(corrected, event.cell))

    def _swap(self, event: EntriesSwapped) -> GameState:
        one, other = (self.entry_of_turn(number) for number in event.turn_numbers)
        if one.player != other.player or one is other:
            raise SwapError(f"turns {event.turn_numbers} cannot change places; two entries of one player can")
        return self.with_entries(_placed(one, other.cell), _placed(other, one.cell))

    def _require_free(self, cell: Cell, *, player: int) -> None:
        columns = self.ruleset.columns
        if cell.column > columns:
            raise UnknownCellError(f"got column {cell.column}; this game has columns 1 to {columns}")
        if (entry := self.sheet(player).entry_at(cell)) is not None:
            raise CellTakenError(
                f"{cell.category.name} in column {cell.column} was filled in turn {entry.turn_number}; pick a free cell"
            )

    handlers: ClassVar = {**SheetGame.handlers, Entered: _enter, EntryCorrected: _correct, EntriesSwapped: _swap}


def begin(players: tuple[str, str], ruleset: Ruleset | None = None, *, beginner: int | None = None) -> GameState:
    """Return the game of two players in which nothing has happened yet.

    Raises:
        UnknownPlayerError: If the beginner is neither.
    """
    return GameState.begin(GameBegan(players=players, ruleset=ruleset or Ruleset(), beginner=beginner))


def preview(state: GameState) -> Mapping[Category, int]:
    """Return what the dice on the table would score in each row with a free cell; empty without dice to enter."""
    if state.to_move is None or not state.turn.may_enter:
        return {}
    rows = dict.fromkeys(cell.category for cell in state.sheet(state.to_move).free_cells)
    return {row: points(row, state.turn.faces, is_served=state.is_served) for row in rows}


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


def _placed(entry: Entry, cell: Cell) -> Entry:
    return replace(entry, cell=cell, points=points(cell.category, entry.faces, is_served=entry.is_served))
