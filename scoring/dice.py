"""The five dice and their six faces."""

from collections.abc import Sequence
from enum import IntEnum, StrEnum
from typing import TypeAlias

from scoring.errors import WrongDiceCountError

DICE_COUNT = 5


class Colour(StrEnum):
    """Colour a face is printed in; Rock and Roll bets on it."""

    BLACK = "black"
    RED = "red"
    BLUE = "blue"


class Face(IntEnum):
    """What a die shows on top; the number is its value.

    Source:
        scoring/RULES.md, "Dice". Letters differ by country and belong to the display.
    """

    NINE = 1
    TEN = 2
    JACK = 3
    QUEEN = 4
    KING = 5
    ACE = 6

    @property
    def colour(self) -> Colour:
        """Return the colour the face is printed in."""
        return _COLOURS[self]


_COLOURS = {
    Face.NINE: Colour.BLACK,
    Face.TEN: Colour.RED,
    Face.JACK: Colour.BLUE,
    Face.QUEEN: Colour.BLUE,
    Face.KING: Colour.RED,
    Face.ACE: Colour.BLACK,
}


# Always five of them; the length is checked where they come in, because a camera may see four or six.
Faces: TypeAlias = tuple[Face, ...]
Flags: TypeAlias = tuple[bool, ...]

NOTHING_HELD: Flags = (False,) * DICE_COUNT


def require_five(dice: Sequence[object]) -> None:
    """Refuse anything but five dice (or five flags, one a die).

    Raises:
        WrongDiceCountError: If there are not exactly five.
    """
    if len(dice) != DICE_COUNT:
        raise WrongDiceCountError(len(dice), DICE_COUNT)
