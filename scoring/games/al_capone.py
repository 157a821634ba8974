"""Al Capone: one open throw for a pot of chips; the same kind of hand is decided by the sum of the dice.

Source:
    scoring/RULES.md, "Al Capone".
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from scoring.dice import Face, Faces
from scoring.games.pot import PotBegan, PotState
from scoring.hands.hand import Hand
from scoring.hands.ranking import strength


class Table(StrEnum):
    """What the faces are worth: „Wertung A“, „B“ or „C“."""

    A = "a"
    B = "b"
    C = "c"


WORTH = {
    Table.A: dict(zip(Face, (9, 10, 11, 12, 13, 14), strict=True)),
    Table.B: dict(zip(Face, (9, 10, 2, 3, 4, 11), strict=True)),
    Table.C: dict(zip(Face, (1, 2, 3, 4, 5, 11), strict=True)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AlCaponeBegan(PotBegan):
    """Players sat down to Al Capone."""

    table: Table = Table.A

    def worth(self, faces: Faces) -> tuple[Hand, int]:
        """Return what decides: the kind of a hand, a pair being a pair, then the sum of all five dice."""
        return strength(faces, self.ranking).claim.hand, self.sum_of(faces)

    def sum_of(self, faces: Faces) -> int:
        """Return what all five dice are worth together."""
        return sum(WORTH[self.table][face] for face in faces)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlCaponeState(PotState):
    """A game at one moment."""

    name: ClassVar = "al-capone"
    opening: ClassVar = AlCaponeBegan
    throws_a_turn: ClassVar = 1
