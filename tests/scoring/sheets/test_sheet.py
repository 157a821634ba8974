from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from scoring import rules
from scoring.errors import UnknownColumnError
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell, ChosenBy, Sheet


@pytest.fixture
def sheet(log_of):
    """Return player 0's sheet after three turns of his."""
    log = log_of(
        ("KKKAA", Category.FULL, 10),
        ("9TBDK", Category.STRAIGHT, 1),
        ("DDD9A", Category.QUEENS, 10),
        ("9TBDK", Category.STRAIGHT, 2),
        ("DDD9A", Category.GRANDE, 1),
    )
    return rules.replay(log).sheets[0]


@pytest.mark.parametrize("column", [-1, 0, 11])
def test_a_cell_outside_the_sheet_is_refused(column):
    with pytest.raises(UnknownColumnError, match="columns 1 to 10"):
        Cell(Category.ACES, column)


def test_an_empty_sheet_has_a_hundred_free_cells():
    # Source: S1: „eine beliebige noch freie Stelle im 10×10 Raster“.
    sheet = Sheet(10)
    assert len(sheet.free_cells) == len(set(sheet.free_cells)) == 100
    assert sheet.free_cells == sheet.cells
    assert sheet.total == 0


def test_an_entered_cell_is_no_longer_free(sheet):
    assert len(sheet.free_cells) == 97
    assert Cell(Category.FULL, 10) not in sheet.free_cells
    assert Cell(Category.FULL, 9) in sheet.free_cells


def test_sums_by_column_and_all_together(sheet):
    # Three Kings and two Aces served are 40, three Queens 12, three Queens as Grande nothing.
    assert [sheet.column_sum(column) for column in (1, 2, 10)] == [0, 0, 52]
    assert sheet.total == 52


def test_an_entry_tells_how_it_came_about(sheet, dice):
    entry = sheet.entry_at(Cell(Category.QUEENS, 10))
    assert (entry.points, entry.faces, entry.is_served) == (12, dice("DDD9A"), True)
    assert (entry.turn_number, entry.player, entry.chosen_by) == (3, 0, ChosenBy.PLAYER)
    assert [throw.faces for throw in entry.throws] == [dice("DDD9A")]
    assert sheet.entry_at(Cell(Category.QUEENS, 9)) is None


def test_a_column_is_full_with_ten_entries(log_of):
    turns = [turn for row in Category for turn in (("9TBDK", row, 1), ("9TBDK", row, 1))]
    almost = rules.replay(log_of(*turns[:-2])).sheets[0]
    full = rules.replay(log_of(*turns)).sheets[0]
    assert not almost.is_column_full(1)
    assert full.is_column_full(1)
    assert not full.is_column_full(2)
    assert not Sheet(1, full.entries).free_cells


def test_what_is_written_stays_written(sheet):
    with pytest.raises(FrozenInstanceError):
        sheet.entries = ()
    with pytest.raises(FrozenInstanceError):
        sheet.entries[0].points = 60
