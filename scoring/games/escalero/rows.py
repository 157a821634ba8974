"""The eleven rows of Escalero's sheet and what a hand scores in each.

Source:
    scoring/RULES.md, "Escalero".
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from scoring.dice import Face, require_five
from scoring.hands.hand import Hand, classify

if TYPE_CHECKING:
    from collections.abc import Sequence


class Row(IntEnum):
    """A row of the sheet, from the top."""

    NINES = 0
    TENS = 1
    JACKS = 2
    QUEENS = 3
    KINGS = 4
    ACES = 5
    QUINT = 6
    FULL_HAND = 7
    POKER = 8
    GRANDE = 9
    GRANDE_SERVED = 10

    @property
    def face(self) -> Face | None:
        """Return the face an upper row counts, None for a lower row."""
        return Face(self + 1) if self < Row.QUINT else None


_HANDS = {
    Row.QUINT: {Hand.SMALL_STRAIGHT, Hand.LARGE_STRAIGHT},
    Row.FULL_HAND: {Hand.FULL},
    Row.POKER: {Hand.POKER},
    Row.GRANDE: {Hand.GRANDE},
    Row.GRANDE_SERVED: {Hand.GRANDE},
}
_POINTS = {
    Row.QUINT: (25, 30),
    Row.FULL_HAND: (30, 35),
    Row.POKER: (40, 45),
    Row.GRANDE: (50, 50),
    Row.GRANDE_SERVED: (0, 100),
}
"""By row: not served, served."""


def points(row: Row, faces: Sequence[Face], *, is_served: bool) -> int:
    """Return what five dice score in a row; 0 strikes it.

    Args:
        row: Row to enter them in.
        faces: Exactly five faces, in any order.
        is_served: Whether they lay after the first throw; counts only where a lower row's combination is there.

    Raises:
        WrongDiceCountError: If there are not exactly five faces.

    >>> points(Row.QUINT, (Face.TEN, Face.JACK, Face.QUEEN, Face.KING, Face.ACE), is_served=True)
    30
    """
    require_five(faces)
    if row.face is not None:
        return faces.count(row.face) * row.face
    return _POINTS[row][is_served] if classify(faces) in _HANDS[row] else 0
