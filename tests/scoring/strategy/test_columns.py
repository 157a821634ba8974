"""What a column will come to, against the library's normal distribution; the match, against all 3^n ends."""

from itertools import product
from statistics import NormalDist

import numpy as np
import pytest

from scoring.strategy.columns import LOST, TIED, WON, below, chances_by_column, won_tied_lost


def test_the_distribution_function_is_right_to_a_ten_millionth():
    z = np.linspace(-6, 6, 997)
    assert below(z) == pytest.approx([NormalDist().cdf(each) for each in z], abs=1e-7)


def test_a_full_column_is_won_tied_or_lost_and_a_lead_is_lost_as_often_as_the_same_deficit_is_won():
    assert won_tied_lost(np.array([3.0, 0.0, -1.0]), np.zeros(3)) == pytest.approx(np.eye(3))
    ahead, behind = won_tied_lost(np.array([7.0, -7.0]), np.array([150.0, 150.0]))
    assert ahead == pytest.approx(behind[::-1])
    assert ahead.sum() == pytest.approx(1)
    assert ahead[0] > behind[0]


STEPS = {WON: 1, TIED: 0, LOST: -1}


def counted(chances):
    """Return the match chance by going through every way the columns can end; a draw is worth half."""
    total = 0.0
    for results in product(STEPS, repeat=len(chances)):
        lead = sum(STEPS[result] * (column + 1) for column, result in enumerate(results))
        chance = np.prod([chances[column][result] for column, result in enumerate(results)])
        total += chance * (np.sign(lead) + 1) / 2
    return total


def match_chance(chances):
    """Return the chance of each match: of any one column's results, as likely as they are."""
    by_column = (chances_by_column(chances) * chances).sum(axis=2)
    assert by_column == pytest.approx(np.broadcast_to(by_column[:, :1], by_column.shape))
    return by_column[:, 0]


@pytest.mark.parametrize("columns", [1, 2, 3, 5])
def test_the_match_chance_is_the_sum_over_all_ways_the_columns_can_end(columns):
    chances = np.random.default_rng(columns).dirichlet((2.0, 0.3, 2.0), size=(3, columns))
    assert match_chance(chances) == pytest.approx([counted(each) for each in chances])
    by_column = chances_by_column(chances)
    for number, column, result in np.ndindex(by_column.shape):
        settled = chances[number].copy()  # what becomes of one column
        settled[column] = np.eye(3)[result]
        assert by_column[number, column, result] == pytest.approx(counted(settled))


def test_28_of_55_wins_and_27_with_a_column_lost_does_not():
    won, lost, tied = np.eye(3)[[WON, LOST, TIED]]
    dear = [lost] * 6 + [won] * 4  # 7 + 8 + 9 + 10 = 34
    cheap = [won] * 7 + [lost] * 3  # 28 of 55
    behind = [won] * 6 + [tied] + [lost] * 3  # 21 to 27
    equal = [tied] * 10
    assert match_chance(np.array([dear, cheap, behind, equal])).tolist() == [1.0, 1.0, 0.0, 0.5]
