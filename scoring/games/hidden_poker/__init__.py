"""Verdecktes Würfelpoker, and as Joker Poker: one throw under the cup, announced truly or not, believed or doubted.

What lies under the cup is nobody's business before it is lifted: until then the log knows the announcement alone.

Source:
    scoring/RULES.md, "Verdecktes Würfelpoker" and "Joker Poker".
"""

from typing import get_args

from scoring.game import Rules
from scoring.games.hidden_poker.apply import apply, replay
from scoring.games.hidden_poker.events import (
    SECONDS_TO_DOUBT,
    Announced,
    Believed,
    CupLifted,
    Doubted,
    HiddenPokerBegan,
    HiddenPokerEvent,
    LaterEvent,
)
from scoring.games.hidden_poker.legal import Announce, Doubt, LiftCup, legal_actions
from scoring.games.hidden_poker.state import Announcement, HiddenPhase, HiddenPokerState, begin

__all__ = [
    "RULES",
    "SECONDS_TO_DOUBT",
    "Announce",
    "Announced",
    "Announcement",
    "Believed",
    "CupLifted",
    "Doubt",
    "Doubted",
    "HiddenPhase",
    "HiddenPokerBegan",
    "HiddenPokerEvent",
    "HiddenPokerState",
    "LiftCup",
    "apply",
    "begin",
    "legal_actions",
    "replay",
]

RULES = Rules(
    name="hidden-poker",
    opening=HiddenPokerBegan,
    begin=begin,
    apply=apply,
    legal_actions=legal_actions,
    events=get_args(LaterEvent),
)
