from __future__ import annotations

from itertools import product
from math import comb, isclose

import pytest

from scoring.dice import Face
from tests.scoring.strategy.by_sums import NOTHING, expected, hands, hold_worths, holds_of


def is_grande(hand):
    return float(len(set(hand)) == 1)


def never(hand):
    return 0.0


def test_there_are_252_hands_and_462_holds():
    # Multisets of n dice out of six faces: C(n + 5, 5).
    assert len(set(hands())) == comb(10, 5) == 252
    assert len(expected(dict.fromkeys(hands(), 0.0))) == sum(comb(n + 5, 5) for n in range(6)) == 462


def test_a_hand_can_be_held_in_as_many_ways_as_it_has_different_parts(dice):
    assert holds_of(dice("AAAAA")) == tuple(dice("A" * count) for count in range(5))
    assert len(holds_of(dice("9TBDK"))) == 31
    assert NOTHING in holds_of(dice("9TBDK"))


@pytest.mark.parametrize("held", ["", "A", "AA", "KA", "AAA", "99KA"])
def test_expectations_are_the_mean_over_all_throws(dice, held):
    def worth(hand):
        return sum(hand) ** 2 + 10.0 * is_grande(hand)

    means = expected({hand: worth(hand) for hand in hands()})
    kept = dice(held)
    throws = list(product(Face, repeat=5 - len(kept)))
    mean = sum(worth(tuple(sorted((*kept, *throw)))) for throw in throws) / len(throws)
    assert isclose(means[kept], mean)


def test_the_chance_of_a_grande_in_one_throw_is_6_in_7776(dice):
    means = hold_worths(1, worth=is_grande, worth_full=is_grande)
    assert isclose(means[NOTHING], 6 / 7776)
    assert isclose(means[dice("AAAA")], 1 / 6)


def test_the_chance_of_a_yahtzee_in_three_throws_is_as_published():
    # Source: "Yahtzee", Wikipedia, "Probabilities": five alike in three throws, 4.6029 % (347897 / 7558272).
    def best_of_two(hand):
        if is_grande(hand):
            return 1.0
        return max(two[held] for held in holds_of(hand))

    two = hold_worths(2, worth=is_grande, worth_full=is_grande)
    assert isclose(expected({hand: best_of_two(hand) for hand in hands()})[NOTHING], 347897 / 7558272)


def test_a_full_throw_can_be_worth_more_than_the_same_hand_held_for():
    means = hold_worths(1, worth=never, worth_full=is_grande)
    assert isclose(means[NOTHING], 6 / 7776)
    assert means[(Face.ACE,)] == 0
    assert hold_worths(2, worth=never, worth_full=is_grande)[NOTHING] > 6 / 7776
