"""Würfelpoker 10×10: two players, ten rows, ten columns, two hundred turns.

The state is what the log of events amounts to; corrections are folded in, so everything derived from it (sheets,
standings, advice) is of one piece. `apply` takes one event, `replay` a whole log, `legal_actions` says what may
be done now.

Source:
    scoring/RULES.md, "Würfelpoker 10×10".
"""

from typing import get_args

from scoring.events import GameBegan, GameEvent
from scoring.game import Rules
from scoring.games.ten_by_ten.apply import apply, replay
from scoring.games.ten_by_ten.legal import legal_actions
from scoring.games.ten_by_ten.state import PLAYERS, GamePhase, GameState, begin, opened, preview

__all__ = [
    "PLAYERS",
    "RULES",
    "GamePhase",
    "GameState",
    "apply",
    "begin",
    "legal_actions",
    "preview",
    "replay",
]

RULES = Rules(
    name="ten-by-ten",
    opening=GameBegan,
    begin=opened,
    apply=apply,
    legal_actions=legal_actions,
    events=get_args(GameEvent),
)
