"""The ten rows of the sheet and what a hand scores in each."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from scoring.dice import DICE_COUNT, Face, require_five
from scoring.hands.hand import Hand, classify, most_frequent

if TYPE_CHECKING:
    from collections.abc import Sequence


class Category(IntEnum):
    """A row of the sheet, from the top."""

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
    def is_upper(self) -> bool:
        """Tell whether the row counts dice of one face."""
        return self < Category.STRAIGHT

    @property
    def face(self) -> Face | None:
        """Return the face an upper row counts, None for a lower row."""
        return Face(self + 1) if self.is_upper else None

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

    Args:
        category: Row to enter them in.
        faces: Exactly five faces, in any order.
        is_served: Whether they lay served; counts only where a lower row's combination is there.

    Raises:
        WrongDiceCountError: If there are not exactly five faces.

    Source:
        scoring/RULES.md, "Würfelpoker 10×10".

    >>> points(Category.FULL, (Face.KING, Face.KING, Face.KING, Face.ACE, Face.ACE), is_served=False)
    35
    """
    require_five(faces)
    if category.is_upper:
        value = category + 1
        return faces.count(Face(value)) * value
    hand = classify(faces)
    if _ROWS.get(hand) is not category:
        return 0
    return _BASE[category] + _extra(hand, faces) + is_served * _SERVED_BONUS[category]


def _extra(hand: Hand, faces: Sequence[Face]) -> int:
    if hand in (Hand.SMALL_STRAIGHT, Hand.LARGE_STRAIGHT):
        return int(hand is Hand.LARGE_STRAIGHT)
    return most_frequent(faces)
