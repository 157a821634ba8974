"""What five dice make, whatever the game."""

from collections import Counter
from collections.abc import Sequence
from enum import IntEnum

from scoring.dice import Face, require_five


class Hand(IntEnum):
    """Kinds of hands, low to high, as Offenes Würfelpoker ranks them with sequences.

    Source:
        scoring/RULES.md, "Offenes Würfelpoker": the sequences lie between three alike and full house.
    """

    NOTHING = 0
    PAIR = 1
    TWO_PAIRS = 2
    THREE = 3
    SMALL_STRAIGHT = 4
    LARGE_STRAIGHT = 5
    FULL = 6
    POKER = 7
    GRANDE = 8


# How often the faces occur, most frequent first; five different ones may be a straight as well.
_HANDS_BY_SHAPE = {
    (5,): Hand.GRANDE,
    (4, 1): Hand.POKER,
    (3, 2): Hand.FULL,
    (3, 1, 1): Hand.THREE,
    (2, 2, 1): Hand.TWO_PAIRS,
    (2, 1, 1, 1): Hand.PAIR,
}


def classify(faces: Sequence[Face]) -> Hand:
    """Return the kind of a hand.

    Raises:
        WrongDiceCountError: If there are not exactly five faces.

    Source:
        scoring/RULES.md, "Würfelpoker 10×10" and "Offenes Würfelpoker".

    >>> classify((Face.KING, Face.KING, Face.ACE, Face.KING, Face.ACE)).name
    'FULL'
    """
    require_five(faces)
    shape = tuple(sorted(Counter(faces).values(), reverse=True))
    if shape in _HANDS_BY_SHAPE:
        return _HANDS_BY_SHAPE[shape]
    # Of five different faces out of six, one is missing: the ace, the nine, or one in between.
    if Face.ACE not in faces:
        return Hand.SMALL_STRAIGHT
    return Hand.LARGE_STRAIGHT if Face.NINE not in faces else Hand.NOTHING


def most_frequent(faces: Sequence[Face]) -> Face:
    """Return the face that lies most often; of equally frequent ones the highest."""
    return max(faces, key=lambda face: (faces.count(face), face))
