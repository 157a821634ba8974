"""Fair dice are let alone however often they are looked at; loaded ones are found."""

import math
import random
from itertools import product

import pytest

from scoring.dice import Face
from scoring.statistics.fairness import ALPHA, Fairness

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
    assert Fairness().chance == 1.0
    assert Fairness().shares() == (1 / 6,) * 6
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
    alarms = sum(thrown(seed, (1,) * 6, 200).is_loaded for seed in range(200))
    assert alarms <= 6  # of 200 at most 2 are to be expected; more than 6 come with a chance below 1 %


def test_a_die_with_a_corner_filed_off_is_found_and_stays_found():
    seen = thrown(1, (1, 1, 1, 1, 1, 1.4), 20_000)
    assert seen.is_loaded
    assert max(FACES, key=lambda face: seen.counts[face - 1]) is Face.ACE
    loaded = thrown(2, (1, 1, 1, 1, 1, 3), 20_000)
    evened = loaded.after([face for face in FACES[:5] for _ in range(max(loaded.counts) - loaded.counts[face - 1])])
    assert evened.log_ratio < 0
    assert evened.chance == loaded.chance <= ALPHA
