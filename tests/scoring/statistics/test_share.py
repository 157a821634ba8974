import math

import numpy as np
import pytest

from scoring.statistics.share import Share, grouped_interval


# Source: Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 3 (score).
@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_is_wilsons(hits, n, low, high):
    assert Share(hits, n).interval == pytest.approx((low, high), abs=5e-5)


def test_a_share_is_shown_with_interval_and_counts_and_of_nothing_nothing_is_known():
    assert str(Share(9, 10)) == "0.900  [0.596, 0.982]  (9 of 10)"
    assert str(Share(0, 0)) == "–  (0 of 0)"
    assert math.isnan(Share(0, 0).value)
    assert Share(0, 0).interval == grouped_interval([]) == (0.0, 1.0)


def width(interval):
    return interval[1] - interval[0]


def test_pairs_that_go_together_tell_less_and_pairs_that_balance_tell_more():
    together = grouped_interval([(2, 2)] * 100 + [(0, 2)] * 100)
    balanced = grouped_interval([(1, 2)] * 180 + [(2, 2)] * 10 + [(0, 2)] * 10)
    plain = Share(200, 400).interval
    assert width(together) == pytest.approx(width(plain) * math.sqrt(2), rel=0.02)
    assert width(balanced) < width(plain) / 2
    assert grouped_interval([(2, 2)] * 50) == Share(100, 100).interval  # where all hit


@pytest.mark.parametrize(
    ("pairs", "share", "likeness"),
    [(25, 0.5, -0.5), (100, 0.75, -0.45), pytest.param(500, 0.9, 0.4, marks=pytest.mark.proof)],
)
def test_19_of_20_intervals_hold_the_share_that_made_the_pairs(pairs, share, likeness):
    """Both cases of a pair hit where normal numbers, correlated so, are small enough."""
    duels, dice = 4000, np.random.default_rng(7)
    limit = np.quantile(dice.standard_normal(1_000_000), share)
    one, other = dice.standard_normal((2, duels, pairs))
    other = likeness * one + math.sqrt(1 - likeness**2) * other
    hits = (one < limit).astype(float) + (other < limit)
    intervals = [grouped_interval([(each, 2) for each in duel]) for duel in hits]
    assert 0.935 <= np.mean([low <= share <= high for low, high in intervals]) <= 0.965
