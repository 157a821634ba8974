from __future__ import annotations

import pytest

from scoring.ruleset import Level
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from scoring.strategy.advice import Advice, EntryAdvice, Reason, Why, reason


def advice(*entries):
    """Return advice on cells: row, column, points and worth of each, best first."""
    return Advice(
        (), tuple(EntryAdvice(Cell(row, column), points, worth) for row, column, points, worth in entries), True
    )


KINGS = (Category.KINGS, 10, 20, 0.75)
OTHER_COLUMN = (Category.KINGS, 9, 20, 0.7)
OTHER_ROW = (Category.POKER, 10, 45, 0.625)


@pytest.mark.parametrize("level", [Level.CONNOISSEUR, Level.JUNKIE])
def test_who_reckons_in_chances_names_the_best_cell_of_another_row(level):
    found = reason(advice(KINGS, OTHER_COLUMN, OTHER_ROW), level)
    assert (found.why, found.worth, found.instead.cell) == (Why.CHANCE, 0.75, Cell(Category.POKER, 10))


def test_where_one_row_is_left_the_next_column_is_named():
    assert reason(advice(KINGS, OTHER_COLUMN), Level.JUNKIE).instead.cell == Cell(Category.KINGS, 9)


def test_a_strike_costs_least():
    found = reason(advice((Category.GRANDE, 1, 0, 0.8), KINGS), Level.JUNKIE)
    assert found.why is Why.STRIKE


def test_the_last_cell_needs_no_reason():
    assert reason(advice(KINGS), Level.BEGINNER) == reason(advice(KINGS), Level.JUNKIE) == Reason(Why.LAST_CELL)


def test_where_the_match_is_decided_it_is_said():
    decided = [(*each[:3], 1.0) for each in (KINGS, OTHER_COLUMN, OTHER_ROW)]
    assert reason(advice(*decided), Level.CONNOISSEUR) == Reason(Why.DECIDED)


@pytest.mark.parametrize(("points", "why"), [(20, Why.MOST_POINTS), (0, Why.NO_POINTS)])
def test_a_beginner_sees_points(points, why):
    assert reason(advice((Category.KINGS, 10, points, points + 0.01), OTHER_ROW), Level.BEGINNER) == Reason(why)


@pytest.mark.parametrize(("worth", "why"), [(5.0, Why.ABOVE_USUAL), (0.0, Why.ABOVE_USUAL), (-3.0, Why.BELOW_USUAL)])
def test_a_regular_compares_with_what_the_row_usually_brings(worth, why):
    found = reason(advice((Category.KINGS, 10, 20, worth), (*OTHER_ROW[:3], worth - 1)), Level.REGULAR)
    assert found == Reason(why, abs(worth))
