import pytest

from scoring import rules
from scoring.errors import UnknownColumnError
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell, ChosenBy, Sheet
from tests.scoring.table import five


def test_a_cell_outside_the_sheet_is_refused():
    for column in (-1, 0, 11):
        with pytest.raises(UnknownColumnError, match="columns 1 to 10"):
            Cell(Category.ACES, column)


def test_an_empty_sheet_has_a_hundred_free_cells():
    # Source: S1: „eine beliebige noch freie Stelle im 10×10 Raster“.
    sheet = Sheet(10)
    assert len(sheet.free_cells) == len(set(sheet.free_cells)) == 100
    assert sheet.free_cells == sheet.cells
    assert sheet.total == 0


def test_what_is_entered_fills_its_cell_counts_and_tells_how_it_came_about(log_of):
    turns = ("KKKAA", Category.FULL, 10), ("DDD9A", Category.QUEENS, 10), ("DDD9A", Category.GRANDE, 1)
    other = ("9TBDK", Category.STRAIGHT, 1), ("9TBDK", Category.STRAIGHT, 2)
    sheet = rules.replay(log_of(turns[0], other[0], turns[1], other[1], turns[2])).sheets[0]
    assert len(sheet.free_cells) == 97
    assert Cell(Category.FULL, 10) not in sheet.free_cells
    assert Cell(Category.FULL, 9) in sheet.free_cells
    # Three Kings and two Aces served are 40, three Queens 12, three Queens as Grande nothing.
    assert [sheet.column_sum(column) for column in (1, 2, 10)] == [0, 0, 52]
    assert sheet.total == 52
    entry = sheet.entry_at(Cell(Category.QUEENS, 10))
    assert (entry.points, entry.faces, entry.is_served) == (12, five("DDD9A"), True)
    assert (entry.turn_number, entry.player, entry.chosen_by) == (3, 0, ChosenBy.PLAYER)
    assert [throw.faces for throw in entry.throws] == [five("DDD9A")]
    assert sheet.entry_at(Cell(Category.QUEENS, 9)) is None


def test_a_column_is_full_with_ten_entries(log_of):
    turns = [turn for row in Category for turn in (("9TBDK", row, 1), ("9TBDK", row, 1))]
    almost, full = (rules.replay(log_of(*some)).sheets[0] for some in (turns[:-2], turns))
    assert [sheet.is_column_full(1) for sheet in (almost, full)] == [False, True]
    assert not full.is_column_full(2)
    assert not Sheet(1, full.entries).free_cells
