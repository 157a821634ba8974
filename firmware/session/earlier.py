"""Earlier entries put right by the button: which entry, then which row, then which column; the dice stay."""

from __future__ import annotations

from firmware.session.dial import Option, OptionKey
from firmware.session.log import sheet_of
from firmware.session.state import SessionState
from firmware.session.touches import CorrectEntry, OpenDial
from firmware.session.vocabulary import DialKind
from scoring.games.ten_by_ten import GameState
from scoring.sheets.category import Category, points
from scoring.sheets.sheet import Cell, Entry

NEWEST = 10
"""So many entries are offered: nobody turns further by ear, and the page has them all."""

_NOTHING = Option(key=OptionKey.NO)


def entries(state: SessionState) -> tuple[Option, ...]:
    """Return which of the newest entries may be wrong; empty where there is none."""
    game = sheet_of(state)
    if game is None or not game.entries:
        return ()
    return *(_naming(game, entry) for entry in reversed(game.entries[-NEWEST:])), _NOTHING


def rows(state: SessionState) -> tuple[Option, ...]:
    """Return the rows that have another cell than that of the entry last in view, by what its dice bring there."""
    if (found := _in_view(state)) is None:
        return ()
    game, entry, _ = found
    ranked = sorted(Category, key=lambda row: (-_points(entry, row), row))
    options = (
        Option(key=OptionKey.ROW, does=OpenDial(DialKind.ENTRY_COLUMN), cell=Cell(row, entry.cell.column))
        for row in ranked
        if _others(game, entry, row)
    )
    return *options, _NOTHING


def columns(state: SessionState) -> tuple[Option, ...]:
    """Return the cells that the entry may be moved to, in the row last in view."""
    if (found := _in_view(state)) is None:
        return ()
    game, entry, cell = found
    return *(_moving(game, entry, other) for other in _others(game, entry, cell.category)), _NOTHING


def _in_view(state: SessionState) -> tuple[GameState, Entry, Cell] | None:
    """Return the game, and the entry and cell last in view."""
    game, dial = sheet_of(state), state.dial
    if game is None or not game.entries or dial is None or dial.turn_in_view is None or dial.cell_in_view is None:
        return None
    return game, game.entries[dial.turn_in_view - 1], dial.cell_in_view


def _naming(game: GameState, entry: Entry) -> Option:
    return Option(
        key=OptionKey.ENTRY,
        does=OpenDial(DialKind.ENTRY_ROW),
        value=game.players[entry.player],
        turn_number=entry.turn_number,
        cell=entry.cell,
        points=entry.points,
    )


def _others(game: GameState, entry: Entry, row: Category) -> tuple[Cell, ...]:
    """Return the cells of a row in which the entry does not stand."""
    cells = (Cell(row, column) for column in range(1, game.ruleset.columns + 1))
    return tuple(cell for cell in cells if cell != entry.cell)


def _moving(game: GameState, entry: Entry, cell: Cell) -> Option:
    """Return the option to move an entry; into a cell that is filled, its entry comes into the one that gets free."""
    is_free = game.sheet(entry.player).entry_at(cell) is None
    return Option(
        key=OptionKey.CELL if is_free else OptionKey.SWAP,
        does=CorrectEntry(turn_number=entry.turn_number, cell=cell, faces=entry.faces, is_served=entry.is_served),
        cell=cell,
        points=_points(entry, cell.category),
    )


def _points(entry: Entry, row: Category) -> int:
    return points(row, entry.faces, is_served=entry.is_served)
