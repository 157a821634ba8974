"""Offenes Würfelpoker, with and without sequences, and as Joker Poker: up to three open throws for a pot of chips.

Source:
    scoring/RULES.md, "Offenes Würfelpoker" and "Joker Poker".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scoring.dice import Faces
from scoring.games.pot import PotBegan, pot_rules
from scoring.hands.ranking import Ranking, Strength, strength
from scoring.turns.turn import THROWS_A_TURN


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPokerBegan(PotBegan):
    """Players sat down to Offenes Würfelpoker.

    Attributes:
        jokers: Whether every ace may stand for any value.
    """

    throws_a_turn: ClassVar[int] = THROWS_A_TURN

    jokers: bool = False

    @property
    def ranking(self) -> Ranking:
        """Return what was agreed about hands."""
        return Ranking(sequences=self.sequences, jokers=self.jokers)

    def worth(self, faces: Faces) -> Strength:
        """Return how high a hand is."""
        return strength(faces, self.ranking)


RULES = pot_rules("open-poker", OpenPokerBegan)
