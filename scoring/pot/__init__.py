"""Rounds for a pot with open throws: ante, throw, raise, go along or pass, and the highest hand takes it.

What the games that are played like this share: Offenes Würfelpoker, its Joker Poker, and Al Capone. Each is a subclass
of `PotBegan`: how often a player throws, and which hand is higher.

Source:
    scoring/RULES.md, "Offenes Würfelpoker".
"""

from scoring.pot.apply import apply, replay
from scoring.pot.events import HandKept, LaterEvent, Passed, PotBegan, PotEvent, RoundBegan, Stakes, WentAlong
from scoring.pot.legal import Answer, BeginRound, KeepHand, PotAction, legal_actions
from scoring.pot.state import PotPhase, PotState, Round, ShownHand, begin

__all__ = [
    "Answer",
    "BeginRound",
    "HandKept",
    "KeepHand",
    "LaterEvent",
    "Passed",
    "PotAction",
    "PotBegan",
    "PotEvent",
    "PotPhase",
    "PotState",
    "Round",
    "RoundBegan",
    "ShownHand",
    "Stakes",
    "WentAlong",
    "apply",
    "begin",
    "legal_actions",
    "replay",
]
