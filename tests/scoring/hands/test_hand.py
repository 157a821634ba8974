from collections import Counter

from scoring.dice import Face
from scoring.hands.hand import Hand, classify, most_frequent
from tests.scoring.table import five

# Source: "Poker dice", reference.com (after Wikipedia), table "Probability after 1 Roll": 6, 150, 240 straights, 300,
# 1200, 1800, 3600 and 480 of 7,776. The two straights come 5! times each. In the order of S2: nothing, pair, two pairs,
# three, [lower and higher Quint], full house, four, five alike.
OF_7776_THROWS = {
    Hand.NOTHING: 480,
    Hand.PAIR: 3600,
    Hand.TWO_PAIRS: 1800,
    Hand.THREE: 1200,
    Hand.SMALL_STRAIGHT: 120,
    Hand.LARGE_STRAIGHT: 120,
    Hand.FULL: 300,
    Hand.POKER: 150,
    Hand.GRANDE: 6,
}


def test_each_hand_comes_as_often_as_the_literature_says_and_ranks_as_in_offenes_wuerfelpoker(all_throws):
    assert Counter(map(classify, all_throws)) == OF_7776_THROWS
    assert sorted(Hand) == list(OF_7776_THROWS)


def test_of_equally_frequent_faces_the_highest_is_taken():
    assert most_frequent(five("KK9AA")) is Face.ACE
    assert most_frequent(five("99KAT")) is Face.NINE
