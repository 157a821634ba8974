from __future__ import annotations

from collections import Counter

import pytest

from scoring.dice import Face
from scoring.errors import WrongDiceCountError
from scoring.hands.hand import Hand, classify, most_frequent

# Source: "Poker dice", reference.com (after Wikipedia), table "Probability after 1 Roll": 6, 150, 240 straights, 300,
# 1200, 1800, 3600 and 480 of 7,776. The two straights come 5! times each.
OF_7776_THROWS = {
    Hand.GRANDE: 6,
    Hand.POKER: 150,
    Hand.FULL: 300,
    Hand.SMALL_STRAIGHT: 120,
    Hand.LARGE_STRAIGHT: 120,
    Hand.THREE: 1200,
    Hand.TWO_PAIRS: 1800,
    Hand.PAIR: 3600,
    Hand.NOTHING: 480,
}


def test_each_hand_comes_as_often_as_the_literature_says(all_throws):
    assert Counter(map(classify, all_throws)) == OF_7776_THROWS


def test_hands_rank_as_in_offenes_wuerfelpoker_with_sequences():
    # Source: S2: nothing, pair, two pairs, three, [lower and higher Quint], full house, four, five alike.
    assert sorted(Hand) == [
        Hand.NOTHING,
        Hand.PAIR,
        Hand.TWO_PAIRS,
        Hand.THREE,
        Hand.SMALL_STRAIGHT,
        Hand.LARGE_STRAIGHT,
        Hand.FULL,
        Hand.POKER,
        Hand.GRANDE,
    ]


@pytest.mark.parametrize("count", [0, 4, 6])
def test_hands_of_anything_but_five_dice_are_refused(count):
    with pytest.raises(WrongDiceCountError):
        classify((Face.NINE,) * count)


def test_of_equally_frequent_faces_the_highest_is_taken(dice):
    assert most_frequent(dice("KK9AA")) is Face.ACE
    assert most_frequent(dice("99KAT")) is Face.NINE
