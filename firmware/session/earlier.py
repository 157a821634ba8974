"""Earlier entries put right by the button: which entry, then which row, then which column; the dice stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.session.dial import DialKind, OpenDial, Option, OptionKey
from firmware.session.events import CorrectEntry
from firmware.session.log import sheet_of
from scoring.sheets.category import Category, points
from scoring.sheets.sheet import Cell

if TYPE_CHECKING:
    from firmware.session.state import SessionState
    from scoring.games.ten_by_ten import GameState
    from scoring.sheets.sheet import Entry

NEWEST = 10
"""So many entries are offered: nobody turns further by ear, and the page has them all."""

_NOTHING = Option(key=OptionKey.NO)


def options(state: SessionState, kind: DialKind) -> tuple[Option, ...]:
    """Return what one of the three dials offers, of the entry last in view; empty where there is none."""
    game = sheet_of(state)
    if game is None or not game.entries:
        return ()
    if kind is DialKind.ENTRY:
        return *(_naming(game, entry) for entry in reversed(game.entries[-NEWEST:])), _NOTHING
    dial = state.dial
    if dial is None or dial.turn_in_view is None or dial.cell_in_view is None:
        return ()
    entry = game.entries[dial.turn_in_view - 1]
    if kind is DialKind.ENTRY_ROW:
        return *_rows(game, entry), _NOTHING
    return *(_moving(game, entry, cell) for cell in _others(game, entry, dial.cell_in_view.category)), _NOTHING


def _naming(game: GameState, entry: Entry) -> Option:
    return Option(
        key=OptionKey.ENTRY,
        does=OpenDial(DialKind.ENTRY_ROW),
        value=game.players[entry.player],
        turn_number=entry.turn_number,
        cell=entry.cell,
        points=entry.points,
    )


def _rows(game: GameState, entry: Entry) -> tuple[Option, ...]:
    """Return the rows that have another cell than the entry's, by what its dice bring there."""
    rows = sorted(Category, key=lambda row: (-_points(entry, row), row))
    return tuple(
        Option(key=OptionKey.ROW, does=OpenDial(DialKind.ENTRY_COLUMN), cell=Cell(row, entry.cell.column))
        for row in rows
        if _others(game, entry, row)
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
