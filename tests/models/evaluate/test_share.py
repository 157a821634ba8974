import math

import pytest

from models.evaluate.share import Share


# Source: Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 3 (score).
@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_is_wilsons(hits, n, low, high):
    assert Share(hits, n).interval == pytest.approx((low, high), abs=5e-5)


def test_of_nothing_nothing_is_known():
    assert Share(0, 0).interval == (0.0, 1.0)
    assert math.isnan(Share(0, 0).value)
    assert str(Share(0, 0)) == "–  (0 of 0)"


def test_a_share_is_shown_with_interval_and_counts():
    assert str(Share(9, 10)) == "0.900  [0.596, 0.982]  (9 of 10)"
