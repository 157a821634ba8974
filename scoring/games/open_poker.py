"""Offenes Würfelpoker, with and without sequences, and as Joker Poker: up to three open throws for a pot of chips.

Source:
    scoring/RULES.md, "Offenes Würfelpoker" and "Joker Poker".
"""

from dataclasses import dataclass
from typing import ClassVar

from scoring.dice import Faces
from scoring.games.pot import PotBegan, PotState
from scoring.hands.ranking import Ranking, Strength, strength


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPokerBegan(PotBegan):
    """Players sat down to Offenes Würfelpoker."""

    jokers: bool = False

    @property
    def ranking(self) -> Ranking:
        """Return what was agreed about hands."""
        return Ranking(sequences=self.sequences, jokers=self.jokers)

    def worth(self, faces: Faces) -> Strength:
        """Return how high a hand is."""
        return strength(faces, self.ranking)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPokerState(PotState):
    """A game at one moment."""

    name: ClassVar = "open-poker"
    opening: ClassVar = OpenPokerBegan
