"""Escalero: eleven rows a player, any number of players, and the highest sum is paid the difference in chips.

Source:
    scoring/RULES.md, "Escalero".
"""

from typing import get_args

from scoring.game import Rules
from scoring.games.escalero.apply import apply, replay
from scoring.games.escalero.events import EscaleroBegan, EscaleroEvent, LaterEvent, RowCorrected, RowEntered
from scoring.games.escalero.legal import CorrectRow, EnterRow, legal_actions
from scoring.games.escalero.payment import Payment
from scoring.games.escalero.rows import Row, points
from scoring.games.escalero.state import Entry, EscaleroPhase, EscaleroState, begin, preview

__all__ = [
    "RULES",
    "CorrectRow",
    "EnterRow",
    "Entry",
    "EscaleroBegan",
    "EscaleroEvent",
    "EscaleroPhase",
    "EscaleroState",
    "Payment",
    "Row",
    "RowCorrected",
    "RowEntered",
    "apply",
    "begin",
    "legal_actions",
    "points",
    "preview",
    "replay",
]

RULES = Rules(
    name="escalero",
    opening=EscaleroBegan,
    begin=begin,
    apply=apply,
    legal_actions=legal_actions,
    events=get_args(LaterEvent),
)
