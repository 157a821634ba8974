"""The rows of sheets, the ten of Würfelpoker 10×10, and what a hand scores in each."""

from collections.abc import Sequence
from enum import IntEnum

from scoring.dice import DICE_COUNT, Face, require_five
from scoring.hands.hand import Hand, classify, most_frequent


class SheetRow(IntEnum):
    """A row of any sheet, from the top; the first six count dice of one face each."""

    @property
    def is_upper(self) -> bool:
        """Tell whether the row counts dice of one face."""
        return self < len(Face)

    @property
    def face(self) -> Face | None:
        """Return the face an upper row counts, None for a lower row."""
        return Face(self + 1) if self.is_upper else None

    def upper_points(self, faces: Sequence[Face]) -> int:
        """Return what five dice score in an upper row."""
        return (self + 1) * sum(face == self + 1 for face in faces)


class Category(SheetRow):
    """A row of the sheet of Würfelpoker 10×10, from the top."""

    NINES = 0
    TENS = 1
    JACKS = 2
    QUEENS = 3
    KINGS = 4
    ACES = 5
    STRAIGHT = 6
    FULL = 7
    POKER = 8
    GRANDE = 9

    @property
    def most_points(self) -> int:
        """Return the most that one cell of the row can hold: five aces, the large straight, …, all served."""
        if self.is_upper:
            return DICE_COUNT * (self + 1)
        top = 1 if self is Category.STRAIGHT else Face.ACE
        return _BASE[self] + top + _SERVED_BONUS[self]


# Source: scoring/RULES.md, "Würfelpoker 10×10".
_BASE = {Category.STRAIGHT: 25, Category.FULL: 30, Category.POKER: 40, Category.GRANDE: 50}
_SERVED_BONUS = {Category.STRAIGHT: 5, Category.FULL: 5, Category.POKER: 5, Category.GRANDE: 10}
_ROWS = {
    Hand.SMALL_STRAIGHT: Category.STRAIGHT,
    Hand.LARGE_STRAIGHT: Category.STRAIGHT,
    Hand.FULL: Category.FULL,
    Hand.POKER: Category.POKER,
    Hand.GRANDE: Category.GRANDE,
}


def points(category: Category, faces: Sequence[Face], *, is_served: bool) -> int:
    """Return what five dice score in a row; 0 strikes the cell.

    That they lie served counts only where a lower row's combination is there.

    Raises:
        WrongDiceCountError: If there are not exactly five faces.

    Source:
        scoring/RULES.md, "Würfelpoker 10×10".

    >>> points(Category.FULL, (Face.KING, Face.KING, Face.KING, Face.ACE, Face.ACE), is_served=False)
    35
    """
    require_five(faces)
    if category.is_upper:
        return category.upper_points(faces)
    hand = classify(faces)
    if _ROWS.get(hand) is not category:
        return 0
    extra = hand is Hand.LARGE_STRAIGHT if category is Category.STRAIGHT else most_frequent(faces)
    return _BASE[category] + extra + is_served * _SERVED_BONUS[category]
