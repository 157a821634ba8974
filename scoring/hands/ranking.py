"""Which hand is higher, where hands are compared and not entered: with or without sequences and jokers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

from scoring.dice import DICE_COUNT, Face, Faces, require_five
from scoring.hands.hand import Hand, classify

SEQUENCES = frozenset({Hand.SMALL_STRAIGHT, Hand.LARGE_STRAIGHT})


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """What was agreed about hands.

    Source:
        scoring/RULES.md, "Offenes Würfelpoker" and "Joker Poker".
    """

    sequences: bool = False  # Whether five in a row count, between three alike and full house; else they are nothing.
    jokers: bool = False  # Whether every ace may stand for any value


@dataclass(frozen=True, slots=True, order=True)
class Claim:
    """A combination as it is announced: its kind and what it is made of, without the dead dice."""

    hand: Hand
    # The faces it is made of, those that decide first at first: of a full house the three, then the pair; of two pairs
    # the higher one. Empty for sequences and for nothing.
    values: Faces = ()


@dataclass(frozen=True, slots=True, order=True)
class Strength:
    """How high a hand is; of two strengths the greater one wins, equal ones tie."""

    claim: Claim
    dead: Faces = ()  # The dice that are no part of it, highest first; of "nothing" all five.


def strength(faces: Sequence[Face], ranking: Ranking) -> Strength:
    """Return how high a hand is; of all that jokers let it be, the highest.

    Raises:
        WrongDiceCountError: If there are not exactly five faces.

    >>> A, K, NINE = Face.ACE, Face.KING, Face.NINE
    >>> strength((A, A, K, K, NINE), Ranking(jokers=True)).claim.hand.name
    'POKER'
    """
    require_five(faces)
    return _readings(tuple(sorted(faces)), ranking)[0]


def claims(faces: Sequence[Face], ranking: Ranking) -> tuple[Claim, ...]:
    """Return all that may truly be said of a hand, the highest first: one claim, with jokers often several.

    Raises:
        WrongDiceCountError: If there are not exactly five faces.
    """
    require_five(faces)
    return tuple(dict.fromkeys(reading.claim for reading in _readings(tuple(sorted(faces)), ranking)))


def stands_for(faces: Sequence[Face], ranking: Ranking) -> Faces:
    """Return what each die stands for in the highest reading of a hand: itself, but for aces that are jokers.

    Raises:
        WrongDiceCountError: If there are not exactly five faces.

    >>> A, K, NINE = Face.ACE, Face.KING, Face.NINE
    >>> [face.name for face in stands_for((A, A, K, K, NINE), Ranking(jokers=True))]
    ['KING', 'KING', 'KING', 'KING', 'NINE']
    """
    jokers = faces.count(Face.ACE) if ranking.jokers else 0
    fixed = tuple(face for face in faces if not (jokers and face is Face.ACE))
    readings = combinations_with_replacement(Face, jokers)
    meant = max(readings, key=lambda values: _natural((*fixed, *values), ranking.sequences))
    aces = iter(reversed(meant))
    return tuple(next(aces) if jokers and face is Face.ACE else face for face in faces)


@cache
def all_claims(ranking: Ranking) -> tuple[Claim, ...]:
    """Return everything that can be announced, lowest first."""
    hands = combinations_with_replacement(Face, DICE_COUNT)
    return tuple(sorted({_natural(hand, ranking.sequences).claim for hand in hands}))


@cache
def _readings(faces: Faces, ranking: Ranking) -> tuple[Strength, ...]:
    """Return each strength that a hand can be read as, highest first."""
    jokers = faces.count(Face.ACE) if ranking.jokers else 0
    fixed = faces[: DICE_COUNT - jokers]  # ascending: the aces stand last
    stands_for = combinations_with_replacement(Face, jokers)
    return tuple(sorted({_natural((*fixed, *values), ranking.sequences) for values in stands_for}, reverse=True))


def _natural(faces: Faces, has_sequences: bool) -> Strength:
    hand, high_first = classify(faces), tuple(sorted(faces, reverse=True))
    if hand in SEQUENCES:
        return Strength(Claim(hand)) if has_sequences else Strength(Claim(Hand.NOTHING), high_first)
    # Of what lies equally often the higher comes first: that is how two pairs are compared.
    by_count = Counter(high_first).most_common()
    made_of = tuple(face for face, count in by_count if count > 1)
    return Strength(Claim(hand, made_of), tuple(face for face, count in by_count if count == 1))
