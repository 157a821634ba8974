"""What a column will come to, held against the normal distribution of the standard library."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pytest

from scoring.strategy.columns import below, won_tied_lost


def test_the_distribution_function_is_right_to_a_ten_millionth():
    z = np.linspace(-6, 6, 997)
    assert below(z) == pytest.approx([NormalDist().cdf(each) for each in z], abs=1e-7)


@pytest.mark.parametrize(("lead", "chances"), [(3.0, (1, 0, 0)), (0.0, (0, 1, 0)), (-1.0, (0, 0, 1))])
def test_a_column_that_is_full_is_won_tied_or_lost(lead, chances):
    assert won_tied_lost(np.array([lead]), np.array([0.0]))[0] == pytest.approx(chances)


def test_a_lead_is_lost_as_often_as_the_same_deficit_is_won():
    ahead, behind = won_tied_lost(np.array([7.0, -7.0]), np.array([150.0, 150.0]))
    assert ahead == pytest.approx(behind[::-1])
    assert ahead.sum() == pytest.approx(1)
    assert ahead[0] > behind[0]
