from itertools import permutations

import pytest

from scoring import dice, rules
from scoring.sheets.category import Category, points
from scoring.sheets.sheet import Cell, ChosenBy
from tests.scoring.table import ALL_THROWS, five, log_of


def test_what_is_entered_fills_its_cell_counts_and_tells_how_it_came_about():
    turns = ("KKKAA", Category.FULL, 10), ("DDD9A", Category.QUEENS, 10), ("DDD9A", Category.GRANDE, 1)
    other = ("9TBDK", Category.STRAIGHT, 1), ("9TBDK", Category.STRAIGHT, 2)
    sheet = rules.replay(log_of(turns[0], other[0], turns[1], other[1], turns[2])).sheets[0]
    assert len(sheet.free_cells) == 97
    assert Cell(Category.FULL, 10) not in sheet.free_cells
    assert Cell(Category.FULL, 9) in sheet.free_cells
    # Three Kings and two Aces served are 40, three Queens 12, three Queens as Grande nothing.
    assert ([sheet.column_sum(column) for column in (1, 2, 10)], sheet.total) == ([0, 0, 52], 52)
    entry = sheet.entry_at(Cell(Category.QUEENS, 10))
    assert (entry.points, entry.faces, entry.is_served) == (12, five("DDD9A"), True)
    assert (entry.turn_number, entry.player, entry.chosen_by) == (3, 0, ChosenBy.PLAYER)
    assert [throw.faces for throw in entry.throws] == [five("DDD9A")]
    assert sheet.entry_at(Cell(Category.QUEENS, 9)) is None


# Source: S1, „Spielplan“: Neuner to Asse above, Straße, Full, Poker, Grande below.
UPPER = (Category.NINES, Category.TENS, Category.JACKS, Category.QUEENS, Category.KINGS, Category.ACES)
ROWS = [*UPPER, Category.STRAIGHT, Category.FULL, Category.POKER, Category.GRANDE]

# Every combination built up from its description in S1's rows, not recognised: sorted values to points before served.
VALUES = range(1, 7)
COMBINATIONS = {
    Category.STRAIGHT: {(1, 2, 3, 4, 5): 25, (2, 3, 4, 5, 6): 26},
    Category.FULL: {tuple(sorted([a, a, a, b, b])): 30 + a for a, b in permutations(VALUES, 2)},
    Category.POKER: {tuple(sorted([a, a, a, a, b])): 40 + a for a, b in permutations(VALUES, 2)},
    Category.GRANDE: {(a, a, a, a, a): 50 + a for a in VALUES},
}
SERVED = {Category.STRAIGHT: 5, Category.FULL: 5, Category.POKER: 5, Category.GRANDE: 10}


def expected_points(category, faces, is_served):
    values = [face.value for face in faces]
    if category in UPPER:
        return sum(value for value in values if value == UPPER.index(category) + 1)
    base = COMBINATIONS[category].get(tuple(sorted(values)), 0)
    return base + SERVED[category] if base and is_served else base


@pytest.mark.parametrize("category", Category)
def test_every_throw_scores_what_its_description_says(category):
    for is_served in (False, True):
        scored = [points(category, faces, is_served=is_served) for faces in ALL_THROWS]
        assert scored == [expected_points(category, faces, is_served) for faces in ALL_THROWS]
    assert category.most_points == max(scored)


def test_the_rows_stand_as_on_the_sheet():
    assert list(Category) == sorted(Category) == ROWS
    assert [(row.face, row.is_upper) for row in Category] == [*((face, True) for face in dice.Face), *[(None, 0)] * 4]
