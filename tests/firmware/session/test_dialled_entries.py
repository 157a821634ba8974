"""Entries made and put right with one button."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.session.dial import OptionKey
from firmware.session.events import BoardMoving, BoardStill
from firmware.session.touches import OpenDial, TakeOption, TouchCell
from firmware.session.vocabulary import DialKind, EntryMode, NoticeKey, Phase
from scoring.ruleset import Ruleset
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.firmware.session.dial_talk import LONG, MENU, SHORT, begun, take, turn_to, turn_until
from tests.firmware.session.table_talk import Table, faces, reading
from vision.reading import EyeDoubt


def test_after_the_third_throw_presses_go_through_every_free_row_best_or_dearest_first():
    table = begun().throw("99XKA").throw("JJQKA").throw("JJJJA")
    suggested, seen = table.state.suggestion, []
    table.tell(SHORT)
    assert table.key is NoticeKey.THROWS_USED_UP
    for _ in table.state.dial.options:
        if table.state.dial.shown.cell is not None:
            seen.append(table.state.dial.shown.cell)
        table.tell(SHORT)
    assert {cell.category for cell in seen} == set(Category)
    assert seen[-1] == suggested
    table.tell(LONG)
    assert table.state.game.entries[-1].cell == seen[0]
    table = begun(EntryMode.ASK).throw("KKKAA").throw("KKKAA").throw("KKKAA").tell(SHORT)
    points = [option.points for option in table.state.dial.options if option.cell is not None]
    assert points == [35, 15, 12, 0, 0, 0, 0, 0, 0, 0]
    assert table.state.dial.shown.cell.category is Category.FULL


def every_column(table: Table, category: Category) -> list[int]:
    table.tell(LONG) if table.state.dial is None and table.state.mode is EntryMode.ASK else None
    while table.state.dial.shown.cell.category is not category:
        table.tell(SHORT)
    take(table, OptionKey.OTHER_COLUMN)
    assert table.state.dial.kind is DialKind.COLUMN
    cells = [option.cell for option in table.state.dial.options if option.cell is not None]
    assert {cell.category for cell in cells} == {category}
    return [cell.column for cell in cells]


def test_every_free_cell_of_the_sheet_can_be_reached():
    table = begun(EntryMode.ASK).throw("QQQKA").tell(TouchCell(Cell(Category.QUEENS, 4))).throw("99XKA")
    table.tell(TouchCell(Cell(Category.QUEENS, 4))).throw("JJJXA")
    for category in Category:
        free = [column for column in range(1, 11) if (category, column) != (Category.QUEENS, 4)]
        asked = replace_dial(table)
        assert every_column(asked, category) == free
    every = replace_dial(table)
    every_column(every, Category.QUEENS)
    while every.state.dial.shown.cell.column != 9:
        every.tell(SHORT)
    every.tell(LONG)
    assert every.state.game.entries[-1].cell == Cell(Category.QUEENS, 9)


def replace_dial(table: Table) -> Table:
    """Return the same table with nothing on its dial."""
    return Table(replace(table.state, dial=None), list(table.effects), table.throws)


def test_new_dice_on_the_board_take_the_dial_away_and_a_hand_does_not():
    table = begun(EntryMode.ASK).throw("QQQKA").tell(LONG, BoardMoving())
    assert table.state.dial is not None
    table.tell(BoardStill(reading("99XKA"), is_new=False))
    assert table.state.dial is not None
    table.tell(BoardMoving(), BoardStill(reading("99XKA")))
    assert (table.state.phase, table.state.dial) == (Phase.STILL, None)
    table.tell(SHORT)
    assert table.state.phase is Phase.READING


def test_nothing_is_entered_where_nothing_lies_nor_by_a_touch_aimed_at_another_dial():
    table = begun().tell(LONG)
    assert (table.key, table.state.dial) == (NoticeKey.NOT_NOW, None)
    assert table.tell(OpenDial(DialKind.ROW)).key is NoticeKey.NOT_NOW
    table = begun(EntryMode.ASK).throw("QQQKA").tell(LONG)
    table.tell(TakeOption(DialKind.MENU, 0), TakeOption(DialKind.ROW, 99))
    assert table.state.game.entries == ()
    wanted = table.state.dial.options[3].cell
    table.tell(TakeOption(DialKind.ROW, 3))
    assert table.state.game.entries[-1].cell == wanted
    before = table.state
    assert table.tell(TakeOption(DialKind.ROW, 0)).state == before


QUEENS_4, KINGS_2, POKER_1 = Cell(Category.QUEENS, 4), Cell(Category.KINGS, 2), Cell(Category.POKER, 1)


def entered(columns: int = 10) -> Table:
    """Return a table with entries: Manfred's queens and kings, and between them one of Ewald's."""
    table = begun(ruleset=Ruleset(columns=columns))
    for letters, cell in (("QQQKA", QUEENS_4), ("9999K", POKER_1), ("KKQJ9", KINGS_2)):
        table.throw(letters).tell(TouchCell(cell))
    return table


def named(table: Table, turn_number: int) -> Table:
    """Take an entry from the dial of entries."""
    take(table, OptionKey.CORRECT_ENTRY)
    return turn_until(table, lambda shown: shown.turn_number == turn_number).tell(LONG)


def moved(table: Table, turn_number: int, cell: Cell) -> Table:
    """Move an entry by the dials."""
    turn_until(named(table, turn_number), lambda shown: shown.cell and shown.cell.category is cell.category)
    return turn_until(table.tell(LONG), lambda shown: shown.cell == cell).tell(LONG)


def standing(table: Table) -> list[tuple[Cell, int]]:
    return [(entry.cell, entry.points) for entry in table.state.game.entries]


def test_an_earlier_entry_is_moved_with_its_dice_or_changes_places_with_another():
    table = moved(entered(), 1, Cell(Category.KINGS, 7))
    assert standing(table) == [(Cell(Category.KINGS, 7), 5), (POKER_1, 46), (KINGS_2, 10)]
    assert table.state.game.entries[0].faces == faces("QQQKA")
    assert (table.key, table.state.dial, table.state.phase) == (NoticeKey.CORRECTED, None, Phase.WAITING)
    table = moved(entered(), 3, QUEENS_4)
    assert standing(table) == [(KINGS_2, 5), (POKER_1, 46), (QUEENS_4, 4)]
    table = moved(entered(), 3, POKER_1)
    assert standing(table)[1:] == [(POKER_1, 46), (POKER_1, 0)]
    table = moved(entered().throw("JJJXA"), 1, Cell(Category.QUEENS, 9))
    assert standing(table)[0] == (Cell(Category.QUEENS, 9), 12)
    assert (table.state.phase, table.state.game.turn.faces) == (Phase.READ, faces("JJJXA"))


def test_entries_are_offered_from_the_newest_and_rows_by_what_the_dice_bring():
    table = take(entered(), OptionKey.CORRECT_ENTRY)
    assert [option.turn_number for option in table.state.dial.options] == [3, 2, 1, None]
    table = begun()
    for column in range(1, 7):
        table.throw("QQQKA").tell(TouchCell(Cell(Category.QUEENS, column)))
        table.throw("99999").tell(TouchCell(Cell(Category.POKER, column)))
    take(table, OptionKey.CORRECT_ENTRY)
    assert [option.turn_number for option in table.state.dial.options] == [*range(12, 2, -1), None]
    table = named(entered(columns=4), 3)
    rows = [option.cell.category for option in table.state.dial.options[:-1]]
    assert rows[:3] == [Category.KINGS, Category.QUEENS, Category.JACKS]
    assert set(rows) == set(Category)
    table.tell(LONG)
    assert [option.cell for option in table.state.dial.options[:-1]] == [
        Cell(Category.KINGS, column) for column in (1, 3, 4)
    ]
    assert {option.key for option in table.state.dial.options[:-1]} == {OptionKey.CELL}
    table = begun(ruleset=Ruleset(columns=1)).throw("QQQKA").tell(TouchCell(Cell(Category.QUEENS, 1)))
    rows = {option.cell.category for option in named(table, 1).state.dial.options[:-1]}
    assert rows == set(Category) - {Category.QUEENS}


@pytest.mark.parametrize("steps", [0, 1, 2])
def test_each_dial_of_an_entry_can_be_left(steps: int):
    table = take(entered(), OptionKey.CORRECT_ENTRY)
    before = standing(table), len(table.state.records)
    table.tell(*[LONG] * steps)
    turn_to(table, OptionKey.NO).tell(LONG)
    assert ((standing(table), len(table.state.records)), table.state.dial) == (before, None)


def test_no_entry_is_put_right_before_there_is_one_but_still_after_the_end():
    def offered(table: Table) -> set[OptionKey]:
        return {option.key for option in table.tell(MENU).state.dial.options}

    assert OptionKey.CORRECT_ENTRY not in offered(Table())
    assert OptionKey.CORRECT_ENTRY not in offered(begun().throw("QQQKA"))
    assert OptionKey.CORRECT_ENTRY not in offered(entered().throw("99XKA", doubts={3: EyeDoubt.FACE_UNCLEAR}))
    for kind in (DialKind.ENTRY, DialKind.ENTRY_ROW, DialKind.ENTRY_COLUMN):
        assert begun().tell(OpenDial(kind)).key is NoticeKey.NOT_NOW
    assert entered().tell(OpenDial(DialKind.ENTRY_ROW)).key is NoticeKey.NOT_NOW
    table = begun(EntryMode.AUTO, ruleset=Ruleset(columns=1))
    while table.state.phase is not Phase.GAME_OVER:
        table.throw("99XKA").throw("JJQKA").throw("9XJQK")
    last, before = table.state.game.entries[-1], table.state.game.entries[-3]
    moved(table, last.turn_number, before.cell)
    assert (table.state.game.entries[-1].cell, table.state.game.entries[-3].cell) == (before.cell, last.cell)
    assert table.state.phase is Phase.GAME_OVER
