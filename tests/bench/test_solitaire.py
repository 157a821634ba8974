"""A column played alone against what its last row must bring, and what is told of the whole."""

import pytest

from scoring.sheets.category import Category
from scoring.strategy.entry_worths import turn_values
from scoring.strategy.outcomes import SCORES
from tests.bench.solitaire import expectations

ALL = (1 << len(Category)) - 1
CHANCE = 347897 / 7558272
"""Of five alike in three throws. Source: "Yahtzee", Wikipedia."""


def test_the_last_row_brings_what_one_turn_for_it_brings_and_all_what_is_told_of_them():
    column = expectations()
    for row in Category:
        alone = turn_values(*(SCORES[served, row].astype(float) for served in (0, 1))).start
        assert column[ALL & ~(1 << row)] == pytest.approx(float(alone))
    assert 50 * CHANCE < column[ALL & ~(1 << Category.GRANDE)] < 67 * CHANCE
    assert (column[ALL], column[0]) == pytest.approx((0, 160.83), abs=0.005)
    assert expectations(served_whenever=True)[0] == pytest.approx(160.87, abs=0.005)
