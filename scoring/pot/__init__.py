"""Rounds for a pot with open throws: ante, throw, raise, go along or pass, and the highest hand takes it.

What the games that are played like this share: Offenes Würfelpoker, its Joker Poker, and Al Capone. How often a player
throws and which hand is higher is theirs.

Source:
    scoring/RULES.md, "Offenes Würfelpoker".
"""

from scoring.pot.apply import apply
from scoring.pot.events import HandKept, Passed, PlayerLeft, PotEvent, RoundBegan, WentAlong
from scoring.pot.legal import Answer, BeginRound, KeepHand, Leave, PotAction, TakeBackDecision, legal_actions
from scoring.pot.state import PotPhase, PotState, Round, ShownHand, Stakes, begin

__all__ = [
    "Answer",
    "BeginRound",
    "HandKept",
    "KeepHand",
    "Leave",
    "Passed",
    "PlayerLeft",
    "PotAction",
    "PotEvent",
    "PotPhase",
    "PotState",
    "Round",
    "RoundBegan",
    "ShownHand",
    "Stakes",
    "TakeBackDecision",
    "WentAlong",
    "apply",
    "begin",
    "legal_actions",
]
