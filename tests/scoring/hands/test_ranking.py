"""The order of hands, held against a brute force written anew from the words of scoring/RULES.md."""

from collections import Counter
from itertools import combinations_with_replacement, product

import pytest

from scoring.dice import Face
from scoring.hands.hand import Hand, classify, most_frequent
from scoring.hands.ranking import Claim, Ranking, all_claims, claims, stands_for, strength
from tests.cases import cases
from tests.scoring.table import ALL_THROWS, five

HANDS = tuple(combinations_with_replacement(Face, 5))
RANKINGS = [Ranking(sequences=sequences, jokers=jokers) for sequences in (False, True) for jokers in (False, True)]
JOKERS = Ranking(jokers=True)
NAMES = ["plain", "jokers", "sequences", "sequences-jokers"]

# Low to high, as "Offenes Würfelpoker" lists them; the sequences only where they are agreed.
NOTHING, PAIR, TWO, THREE, LOW, HIGH, FULL, FOUR, FIVE = range(9)


def plain_order(hand, has_sequences):
    """Return what a hand is compared by, as a list: kind, then what the rules name, in their order."""
    counts = Counter(int(face) for face in hand)
    alike = {n: sorted((face for face, count in counts.items() if count == n), reverse=True) for n in range(1, 6)}
    singles = alike[1]
    if alike[5]:
        return [FIVE, *alike[5]]
    if alike[4]:
        return [FOUR, *alike[4], *singles]
    if alike[3] and alike[2]:
        return [FULL, *alike[3], *alike[2]]
    if has_sequences and set(counts) == {1, 2, 3, 4, 5}:
        return [LOW]
    if has_sequences and set(counts) == {2, 3, 4, 5, 6}:
        return [HIGH]
    if alike[3]:
        return [THREE, *alike[3], *singles]
    return [(NOTHING, PAIR, TWO)[len(alike[2])], *alike[2], *singles]


def order(hand, ranking):
    """Return the same with every ace standing for every value, the best of all."""
    aces = hand.count(Face.ACE) if ranking.jokers else 0
    rest = [face for face in hand if face != Face.ACE] if ranking.jokers else list(hand)
    return max(plain_order([*rest, *values], ranking.sequences) for values in product(Face, repeat=aces))


@pytest.mark.parametrize("ranking", RANKINGS, ids=NAMES)
def test_every_pair_of_hands_compares_as_the_rules_say(ranking):
    assert len(HANDS) == 252
    strengths = [strength(hand, ranking) for hand in HANDS]
    orders = [order(hand, ranking) for hand in HANDS]
    for (ours, true), (other, other_true) in product(zip(strengths, orders, strict=True), repeat=2):
        assert (ours < other, ours == other) == (true < other_true, true == other_true)


def test_a_joker_hand_may_truly_be_called_all_it_can_be():
    said = claims(five("AAKK9"), JOKERS)
    assert said[0] == Claim(Hand.POKER, (Face.KING,))
    assert {Claim(Hand.FULL, (Face.KING, Face.NINE)), Claim(Hand.TWO_PAIRS, (Face.ACE, Face.KING))} <= set(said)
    assert Claim(Hand.GRANDE, (Face.KING,)) not in said
    assert claims(five("AAKK9"), Ranking()) == (Claim(Hand.TWO_PAIRS, (Face.ACE, Face.KING)),)


@pytest.mark.parametrize(("ranking", "count"), list(zip(RANKINGS, (70, 70, 72, 72), strict=True)), ids=NAMES)
def test_everything_that_dice_can_be_can_be_announced(ranking, count):
    sayable = all_claims(ranking)
    # nothing, six pairs, fifteen two pairs, six threes, thirty full houses, six fours, six fives; two sequences
    assert (len(sayable), list(sayable)) == (count, sorted(sayable))
    assert {claim for hand in HANDS for claim in claims(hand, ranking)} == set(sayable)


@pytest.mark.parametrize("ranking", RANKINGS, ids=NAMES)
def test_jokers_stand_for_what_makes_the_hand_as_high_as_it_counts(ranking):
    plain = Ranking(sequences=ranking.sequences)
    for hand in (hand[2:] + hand[:2] for hand in HANDS):  # in whatever order they lie
        meant = stands_for(hand, ranking)
        assert strength(meant, plain) == strength(hand, ranking)
        assert all(a == b or (a == Face.ACE and ranking.jokers) for a, b in zip(hand, meant, strict=True))


OF_7776_THROWS = {Hand[name]: number for name, number in cases(__file__).items()}


def test_each_hand_comes_as_often_as_the_literature_says_and_ranks_as_in_offenes_wuerfelpoker():
    assert Counter(map(classify, ALL_THROWS)) == OF_7776_THROWS
    assert sorted(Hand) == list(OF_7776_THROWS)


def test_of_equally_frequent_faces_the_highest_is_taken():
    assert (most_frequent(five("KK9AA")), most_frequent(five("99KAT"))) == (Face.ACE, Face.NINE)
