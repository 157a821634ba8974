import math
import random
from itertools import product

import numpy as np
import pytest

from scoring.dice import Face
from scoring.statistics.fairness import ALPHA, Fairness
from scoring.statistics.share import Share, grouped_interval


# Source: Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 3 (score).
@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_is_wilsons(hits, n, low, high):
    assert Share(hits, n).interval == pytest.approx((low, high), abs=5e-5)


def test_a_share_is_shown_with_interval_and_counts_and_of_nothing_nothing_is_known():
    assert (str(Share(9, 10)), str(Share(0, 0))) == ("0.900  [0.596, 0.982]  (9 of 10)", "–  (0 of 0)")
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


FACES = tuple(Face)


def thrown(seed, weights, throws):
    rng, seen = random.Random(seed), Fairness()
    for _ in range(throws):
        seen = seen.after(rng.choices(FACES, weights, k=rng.randint(1, 5)))
        if seen.is_loaded:
            break
    return seen


def test_dice_that_nobody_threw_are_fair_and_their_order_changes_nothing():
    assert not Fairness().is_loaded
    assert (Fairness().chance, Fairness().shares()) == (1.0, (1 / 6,) * 6)
    assert Fairness().after([Face.ACE, Face.NINE]) == Fairness().after([Face.NINE, Face.ACE])
    assert Fairness().after([]).chance == pytest.approx(1)


def test_the_ratio_is_one_on_average_over_all_that_fair_dice_can_show():
    """The law that everything rests on, over all sequences: the mean of the ratio under fair dice is 1."""
    for number in (1, 2, 4):
        ratios = [math.exp(Fairness().after(faces).log_ratio) for faces in product(FACES, repeat=number)]
        assert sum(ratios) / len(ratios) == pytest.approx(1, abs=1e-9)
    # One ace, then a second: with so many of each face beforehand its share was (a + 1) / (6a + 1).
    expected = sum((a + 1) / (6 * a + 1) * 6 for a in (1, 10, 100, 1_000, 10_000)) / 5
    assert math.exp(Fairness().after([Face.ACE, Face.ACE]).log_ratio) == pytest.approx(expected, abs=1e-9)


def test_fair_dice_are_seldom_called_loaded_though_looked_at_after_every_throw():
    alarms = sum(thrown(seed, (1,) * 6, 100).is_loaded for seed in range(60))
    assert alarms <= 3  # of 60 at most one is to be expected; more than 3 come with a chance below 1 %


def test_a_die_with_a_corner_filed_off_is_found_and_stays_found():
    seen = thrown(1, (1, 1, 1, 1, 1, 1.4), 20_000)
    assert seen.is_loaded
    assert max(FACES, key=lambda face: seen.counts[face - 1]) is Face.ACE
    loaded = thrown(2, (1, 1, 1, 1, 1, 3), 20_000)
    evened = loaded.after([face for face in FACES[:5] for _ in range(max(loaded.counts) - loaded.counts[face - 1])])
    assert evened.log_ratio < 0
    assert evened.chance == loaded.chance <= ALPHA
