"""The turn computed over arrays, held against sums over every throw and against published figures."""

from itertools import combinations, product

import numpy as np
import pytest

from scoring.dice import DICE_COUNT, Face
from scoring.strategy import outcomes
from scoring.strategy.entry_worths import hold_worths, turn_values
from tests.bench import by_throws

IS_GRANDE = (outcomes.COUNTS[: outcomes.HANDS].max(axis=1) == DICE_COUNT).astype(float)
IS_LARGE_STRAIGHT = np.array(
    [float(len(set(hand)) == 5 and max(hand) - min(hand) == 4) for hand in outcomes.MULTISETS[: outcomes.HANDS]]
)


def test_there_are_252_hands_and_462_holds_numbered_by_size_in_whatever_order_they_lie():
    assert (outcomes.HANDS, outcomes.HOLDS, outcomes.MULTISETS[outcomes.NOTHING]) == (252, 462, ())
    assert sorted(outcomes.SIZES, reverse=True) == outcomes.SIZES.tolist()
    assert len(set(outcomes.MULTISETS)) == outcomes.HOLDS
    lying = [Face.ACE, Face.NINE, Face.KING, Face.NINE, Face.TEN]
    assert outcomes.hand_number(lying) == outcomes.NUMBER_OF[0, 0, 1, 4, 5]
    assert outcomes.hand_number([]) == outcomes.NOTHING
    for size, lessened in outcomes.LESSENED.items():
        for held, less in zip((m for m in outcomes.MULTISETS if len(m) == size), lessened, strict=True):
            assert {outcomes.MULTISETS[number] for number in less} == set(combinations(held, size - 1))


@pytest.mark.parametrize("held", [(), (5,), (0, 0, 4), (1, 2, 3, 4)])
def test_chances_are_counted_over_all_throws(held):
    counted = np.zeros(outcomes.HANDS)
    for thrown in product(range(6), repeat=DICE_COUNT - len(held)):
        counted[outcomes.NUMBER_OF[tuple(sorted((*held, *thrown)))]] += 1
    assert outcomes.CHANCES[outcomes.NUMBER_OF[held]] == pytest.approx(counted / counted.sum())


def test_five_alike_and_a_large_straight_in_three_throws_are_as_published():
    # Source: "Yahtzee", Wikipedia, "Probabilities": 4.6029 % (347897 / 7558272) and 26.11 %.
    assert turn_values(IS_GRANDE, IS_GRANDE).start == pytest.approx(347897 / 7558272, abs=1e-12)
    assert turn_values(IS_LARGE_STRAIGHT, IS_LARGE_STRAIGHT).start == pytest.approx(0.2611, abs=5e-5)
    worths = hold_worths(np.zeros(outcomes.HANDS), IS_GRANDE)  # where only a full throw counts
    assert worths[outcomes.NOTHING] == pytest.approx(6 / 7776)
    assert np.count_nonzero(worths) == 1


@pytest.mark.parametrize("served_whenever", [False, True])
def test_a_turn_is_worth_what_it_is_over_every_throw_alone_or_with_many(served_whenever):
    plain = np.random.default_rng(1).normal(0, 10, (2, 3, outcomes.HANDS))
    served = plain + np.random.default_rng(9).random(outcomes.HANDS)
    turn = turn_values(plain, served, served_whenever=served_whenever)
    as_tuples = [outcomes.NUMBER_OF[tuple(face - 1 for face in hand)] for hand in by_throws.HANDS]
    for at in ((0, 0), (1, 2)):
        ours = (worths[at][as_tuples].tolist() for worths in (plain, served))
        start, *holds = by_throws.turn_chances(*ours, served_whenever)
        for left, worths in enumerate(holds):
            for held, worth in zip(by_throws.HOLDS, worths, strict=True):
                assert turn.holds[left][at][outcomes.hand_number(held)] == pytest.approx(worth)
        assert turn.start[at] == pytest.approx(start)
