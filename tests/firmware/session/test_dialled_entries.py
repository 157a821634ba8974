"""Entries made and put right with one button."""

from firmware.session.dial import OptionKey
from firmware.session.events import BoardMoving, BoardStill
from firmware.session.touches import ChooseMode, OpenDial, TakeOption, TouchCell
from firmware.session.vocabulary import DialKind, EntryMode, NoticeKey, Phase
from scoring.ruleset import Ruleset
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.firmware.session.table_talk import (
    KINGS_2,
    LONG,
    POKER_1,
    QUEENS_4,
    SHORT,
    Table,
    begun,
    entered,
    faces,
    played_out,
    reading,
    thrown_out,
)


def test_after_the_third_throw_presses_go_through_every_free_row_best_or_dearest_first():
    table = thrown_out()
    suggested, seen = table.state.suggestion, []
    assert table.tell(SHORT).key is NoticeKey.THROWS_USED_UP
    for _ in table.state.dial.options:
        seen += [table.state.dial.shown.cell] if table.state.dial.shown.cell is not None else []
        table.tell(SHORT)
    assert ({cell.category for cell in seen}, seen[-1]) == (set(Category), suggested)
    assert table.tell(LONG).state.game.entries[-1].cell == seen[0]
    table = begun(EntryMode.ASK).throw("KKKAA").throw("KKKAA").throw("KKKAA").tell(SHORT)
    points = [option.points for option in table.state.dial.options if option.cell is not None]
    assert points == [35, 15, 12, 0, 0, 0, 0, 0, 0, 0]
    assert table.state.dial.shown.cell.category is Category.FULL
    table = Table().begin(ruleset=Ruleset(columns=1))
    for category in list(Category)[:-1] * 2:  # the last row shows before the way out
        table.throw("99XKA").tell(TouchCell(Cell(category, 1)))
    table.tell(ChooseMode(EntryMode.SUGGEST)).throw("99XKA").throw("JJQKA").throw("9XJQK").tell(SHORT)
    assert [option.key for option in table.state.dial.options] == [OptionKey.CELL, OptionKey.NO]
    assert table.state.dial.shown.key is OptionKey.CELL


def test_every_free_column_of_a_row_can_be_reached():
    queens_4 = TouchCell(Cell(Category.QUEENS, 4))
    table = begun(EntryMode.ASK).throw("QQQKA").tell(queens_4).throw("99XKA").tell(queens_4).throw("JJJXA").tell(LONG)
    table.turn_until(lambda shown: shown.cell.category is Category.QUEENS).take(OptionKey.OTHER_COLUMN)
    cells = [option.cell for option in table.state.dial.options[:-1]]
    assert cells == [Cell(Category.QUEENS, column) for column in (1, 2, 3, 5, 6, 7, 8, 9, 10)]
    assert table.pick(cell=cells[7]).state.game.entries[-1].cell == cells[7]


def test_new_dice_on_the_board_take_the_dial_away_and_a_hand_does_not():
    table = begun(EntryMode.ASK).throw("QQQKA").tell(LONG, BoardMoving())
    assert table.state.dial is not None
    assert table.tell(BoardStill(reading("99XKA"), is_new=False)).state.dial is not None
    table.tell(BoardMoving(), BoardStill(reading("99XKA")))
    assert (table.state.phase, table.state.dial) == (Phase.STILL, None)


def test_nothing_is_entered_where_nothing_lies_nor_by_a_touch_aimed_at_another_dial():
    table = begun().tell(LONG)
    assert (table.key, table.state.dial) == (NoticeKey.NOT_NOW, None)
    assert table.tell(OpenDial(DialKind.ROW)).key is NoticeKey.NOT_NOW
    table = begun(EntryMode.ASK).throw("QQQKA").tell(LONG, TakeOption(DialKind.MENU, 0), TakeOption(DialKind.ROW, 99))
    assert table.state.game.entries == ()
    wanted = table.state.dial.options[3].cell
    assert table.tell(TakeOption(DialKind.ROW, 3)).state.game.entries[-1].cell == wanted
    before = table.state
    assert table.tell(TakeOption(DialKind.ROW, 0)).state == before


def moved(table: Table, turn_number: int, cell: Cell) -> Table:
    """Move an entry by the dials."""
    table.take(OptionKey.CORRECT_ENTRY).pick(turn_number=turn_number)
    table.turn_until(lambda shown: shown.cell and shown.cell.category is cell.category)
    return table.tell(LONG).pick(cell=cell)


def standing(table: Table) -> list[tuple[Cell, int]]:
    return [(entry.cell, entry.points) for entry in table.state.game.entries]


def test_an_earlier_entry_is_moved_with_its_dice_or_changes_places_with_another_also_after_the_end():
    table = moved(entered(), 1, Cell(Category.KINGS, 7))
    assert standing(table) == [(Cell(Category.KINGS, 7), 5), (POKER_1, 46), (KINGS_2, 10)]
    assert table.state.game.entries[0].faces == faces("QQQKA")
    assert (table.key, table.state.dial, table.state.phase) == (NoticeKey.CORRECTED, None, Phase.WAITING)
    assert standing(moved(entered(), 3, QUEENS_4)) == [(KINGS_2, 5), (POKER_1, 46), (QUEENS_4, 4)]
    assert standing(moved(entered(), 3, POKER_1))[1:] == [(POKER_1, 46), (POKER_1, 0)]
    table = moved(entered().throw("JJJXA"), 1, Cell(Category.QUEENS, 9))
    assert (table.state.phase, table.state.game.turn.faces) == (Phase.READ, faces("JJJXA"))
    table = played_out()
    last, before = table.state.game.entries[-1], table.state.game.entries[-3]
    moved(table, last.turn_number, before.cell)
    assert (table.state.game.entries[-1].cell, table.state.game.entries[-3].cell) == (before.cell, last.cell)
    assert table.state.phase is Phase.GAME_OVER


def test_entries_are_offered_from_the_newest_and_rows_by_what_the_dice_bring_and_none_before_there_is_one():
    table = begun()
    for column in range(1, 7):
        table.throw("QQQKA").tell(TouchCell(Cell(Category.QUEENS, column)))
        table.throw("99999").tell(TouchCell(Cell(Category.POKER, column)))
    table.take(OptionKey.CORRECT_ENTRY)
    assert [option.turn_number for option in table.state.dial.options] == [*range(12, 2, -1), None]
    table = entered(columns=4).take(OptionKey.CORRECT_ENTRY).pick(turn_number=3)
    rows = [option.cell.category for option in table.state.dial.options[:-1]]
    assert (rows[:3], set(rows)) == ([Category.KINGS, Category.QUEENS, Category.JACKS], set(Category))
    cells = [option.cell for option in table.tell(LONG).state.dial.options[:-1]]
    assert cells == [Cell(Category.KINGS, column) for column in (1, 3, 4)]
    assert {option.key for option in table.state.dial.options[:-1]} == {OptionKey.CELL}
    table = begun(ruleset=Ruleset(columns=1)).throw("QQQKA").tell(TouchCell(Cell(Category.QUEENS, 1)))
    rows = {option.cell.category for option in table.take(OptionKey.CORRECT_ENTRY).tell(LONG).state.dial.options[:-1]}
    assert rows == set(Category) - {Category.QUEENS}
    for kind in (DialKind.ENTRY, DialKind.ENTRY_ROW, DialKind.ENTRY_COLUMN):
        assert begun().tell(OpenDial(kind)).key is NoticeKey.NOT_NOW
    assert entered().tell(OpenDial(DialKind.ENTRY_ROW)).key is NoticeKey.NOT_NOW
