"""Games alone: small sheets against what they must bring; the whole of Yahtzee is `tests.bench.solitaire`."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.sheets.category import Category
from scoring.strategy.entry_worths import turn_values
from scoring.strategy.outcomes import HANDS, SCORES
from tests.bench import yahtzee
from tests.bench.solitaire import OneColumn, expectations
from tests.bench.yahtzee import Yahtzee

ALL = (1 << len(Category)) - 1


@pytest.fixture(scope="module")
def column():
    return expectations(OneColumn())


def test_the_last_row_brings_what_one_turn_for_it_alone_brings(column):
    for row in Category:
        alone = turn_values(*(SCORES[served, row].astype(float) for served in (0, 1))).start
        assert column[ALL & ~(1 << row)] == pytest.approx(float(alone))
    chance = 347897 / 7558272  # published, of a Grande
    assert 50 * chance < column[ALL & ~(1 << Category.GRANDE)] < 67 * chance


def test_more_rows_are_worth_more_and_never_more_than_each_alone_with_a_turn_of_its_own(column):
    for position in range(0, ALL, 37):
        free = [row for row in Category if not position >> row & 1]
        assert column[position] > max(column[position | 1 << row] for row in free)
    assert column[ALL] == 0
    assert column[0] == pytest.approx(160.83, abs=0.005)
    whenever = expectations(OneColumn(), served_whenever=True)
    assert (whenever >= column - 1e-9).all()
    assert whenever[0] == pytest.approx(160.87, abs=0.005)


class OnlyRows(Yahtzee):
    """Yahtzee of which some rows are still free."""

    def __init__(self, *free: int) -> None:
        self._free = free

    def by_filled(self):
        filled = sum(1 << row for row in range(yahtzee.ROWS) if row not in self._free)
        for positions in super().by_filled():
            yield positions[(positions // (yahtzee.STEPS * 2)) & filled == filled]


def position(*free: int, upper: int = 0, fifty: bool = False) -> int:
    rows = sum(1 << row for row in range(yahtzee.ROWS) if row not in free)
    return (rows * yahtzee.STEPS + upper) * 2 + fifty


def test_yahtzees_last_rows_bring_what_is_published_for_one_row():
    # Chances in three throws, "Yahtzee", Wikipedia: Yahtzee 4.6029 %, large straight 26.11 %.
    free = yahtzee.YAHTZEE, yahtzee.LARGE
    worths = expectations(OnlyRows(*free))
    assert worths[position(yahtzee.YAHTZEE)] == pytest.approx(50 * 347897 / 7558272)
    # A Yahtzee that was struck makes five alike a joker: forty points in the large straight.
    assert 40 * 0.2611 < worths[position(yahtzee.LARGE)] < 40 * (0.2611 + 0.0461)
    assert worths[position(yahtzee.LARGE, fifty=True)] > worths[position(yahtzee.LARGE)]


def test_the_upper_bonus_comes_with_the_63rd_point():
    worths = expectations(OnlyRows(5))  # only the sixes are free
    plain = turn_values(*(yahtzee.SCORES[[5, 5]].astype(float))).start
    chance_of_one = 1 - (5 / 6) ** 15
    assert worths[position(5, upper=0)] == pytest.approx(float(plain))
    assert worths[position(5, upper=57)] == pytest.approx(float(plain) + 35 * chance_of_one, abs=0.5)
    assert worths[position(5, upper=63)] == pytest.approx(float(plain))


def ways_of(hand: int, *free: int) -> dict[int, float]:
    """Return what a hand brings in each of the rows that are free."""
    at, brought = np.array([position(*free)]), {}
    for row, (points, _, is_allowed) in enumerate(Yahtzee().entries(at, is_served=False)):
        if is_allowed[0, 0]:
            brought[row] = float(points[0, hand])
    return brought


def test_a_yahtzee_is_a_joker_once_the_upper_row_of_its_face_is_filled():
    sixes = HANDS - 1
    assert ways_of(sixes, 5, yahtzee.FULL) == {5: 30.0, yahtzee.FULL: 0.0}
    assert ways_of(sixes, yahtzee.FULL, yahtzee.SMALL) == {yahtzee.FULL: 25.0, yahtzee.SMALL: 30.0}
    assert ways_of(sixes, yahtzee.YAHTZEE, yahtzee.FULL) == {yahtzee.YAHTZEE: 50.0, yahtzee.FULL: 0.0}
