"""Games alone: small sheets against what they must bring; the whole of Yahtzee is `tests.bench.solitaire`."""

import numpy as np
import pytest

from scoring.sheets.category import Category
from scoring.strategy.entry_worths import turn_values
from scoring.strategy.outcomes import HANDS, SCORES
from tests.bench import solitaire
from tests.bench.solitaire import FULL, LARGE, SMALL, STEPS, YAHTZEE, YAHTZEE_ROWS, OneColumn, Yahtzee, expectations

ALL = (1 << len(Category)) - 1
CHANCE = 347897 / 7558272
"""Of five alike in three throws. Source: "Yahtzee", Wikipedia, which has 26.11 % for a large straight."""


def test_the_last_row_brings_what_one_turn_for_it_brings_and_all_what_is_told_of_them():
    column = expectations(OneColumn())
    for row in Category:
        alone = turn_values(*(SCORES[served, row].astype(float) for served in (0, 1))).start
        assert column[ALL & ~(1 << row)] == pytest.approx(float(alone))
    assert 50 * CHANCE < column[ALL & ~(1 << Category.GRANDE)] < 67 * CHANCE
    assert (column[ALL], column[0]) == pytest.approx((0, 160.83), abs=0.005)
    assert expectations(OneColumn(), served_whenever=True)[0] == pytest.approx(160.87, abs=0.005)


class OnlyRows(Yahtzee):
    """Yahtzee of which some rows are still free."""

    def __init__(self, *free):
        self.filled = sum(1 << row for row in range(YAHTZEE_ROWS) if row not in free)

    def by_filled(self):
        for positions in super().by_filled():
            yield positions[(positions // (STEPS * 2)) & self.filled == self.filled]


def position(*free, upper=0, fifty=False):
    return (OnlyRows(*free).filled * STEPS + upper) * 2 + fifty


def test_yahtzees_last_rows_bring_what_is_published_and_the_upper_bonus_comes_with_the_63rd_point():
    worths = expectations(OnlyRows(YAHTZEE, LARGE))
    assert worths[position(YAHTZEE)] == pytest.approx(50 * CHANCE)
    # A Yahtzee that was struck makes five alike a joker: forty points in the large straight.
    assert 40 * 0.2611 < worths[position(LARGE)] < 40 * (0.2611 + 0.0461)
    assert worths[position(LARGE, fifty=True)] > worths[position(LARGE)]
    worths = expectations(OnlyRows(5))  # only the sixes are free
    plain = float(turn_values(*(solitaire.YAHTZEE_SCORES[[5, 5]].astype(float))).start)
    assert worths[position(5, upper=0)] == pytest.approx(plain)
    assert worths[position(5, upper=57)] == pytest.approx(plain + 35 * (1 - (5 / 6) ** 15), abs=0.5)
    assert worths[position(5, upper=63)] == pytest.approx(plain)


@pytest.mark.parametrize("brought", [{5: 30.0, FULL: 0.0}, {FULL: 25.0, SMALL: 30.0}, {FULL: 0.0, YAHTZEE: 50.0}])
def test_a_yahtzee_is_a_joker_once_the_upper_row_of_its_face_is_filled(brought):
    ways = Yahtzee().entries(np.array([position(*brought)]), is_served=False)
    sixes = {row: points[0, HANDS - 1] for row, (points, _, is_allowed) in enumerate(ways) if is_allowed[0, 0]}
    assert sixes == brought
