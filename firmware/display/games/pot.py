"""Rounds for a pot (Offenes Würfelpoker, Joker Poker, Al Capone) as the page shows them: the table seen from above."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firmware.display.games.common import beginners, decisions_view, stacks, throwing_player
from firmware.display.games.pot_hands import game_name, hand_text, worth_view
from firmware.display.games.pot_seats import seats
from firmware.display.games.pot_showdown import latest
from firmware.display.games.pot_words import ending, hint, standing, told
from scoring.games.al_capone import AlCaponeBegan
from scoring.pot import KeepHand, PotPhase, legal_actions

if TYPE_CHECKING:
    from firmware.display.messages import Catalogue
    from firmware.session.state import SessionState
    from scoring.pot import PotState

__all__ = ["ending", "game_view", "hand_text", "hint", "standing", "told"]


def game_view(state: SessionState, game: PotState, words: Catalogue) -> dict[str, object]:
    """Return the part of the view that the game fills."""
    return {
        "players": stacks(game),
        "to_move": throwing_player(game),
        "decisions": decisions_view(game, words),
        "remarks": beginners(game, words),
        "suggestion": None,
        "advised": None,
        "hint": None,
        "result": None,
        "pot": _pot(game, latest(state.records), words),
    }


def _pot(game: PotState, event: Any, words: Catalogue) -> dict[str, object]:
    """Return what lies in the middle of the table, who sits around it, and how high may be raised."""
    running = game.round
    return {
        "phase": game.phase.value,
        "name": game_name(game.agreed, words),
        "chips": game.chips.pot,
        "label": words.text("ui.in-pot"),
        "cost": _cost(game, words),
        "round": "" if game.phase is PotPhase.OVER else words.text("pot.round", number=len(game.results) + 1),
        "decider": words.text("pot.decider") if running is not None and running.is_decider else "",
        "stack": game.agreed.stakes.stack,
        "seats": seats(game, event, words),
        "worth": worth_view(game.agreed, words) if isinstance(game.agreed, AlCaponeBegan) else None,
        "raise": _raise(game, words),
    }


def _cost(game: PotState, words: Catalogue) -> str:
    """Return what the running round costs, before one what rounds may cost."""
    if game.round is not None:
        return words.text("pot.cost", count=game.round.stake)
    if game.phase is PotPhase.OVER:
        return ""
    stakes = game.agreed.stakes
    return words.text("pot.stakes", least=stakes.minimum, most=stakes.maximum)


def _raise(game: PotState, words: Catalogue) -> dict[str, object] | None:
    """Return from where to where the player to move may raise, None where he may not."""
    keep = next((action for action in legal_actions(game) if isinstance(action, KeepHand)), None)
    if keep is None or keep.most <= keep.least:
        return None
    return {
        "least": keep.least + 1,
        "most": keep.most,
        "label": words.text("pot.raise"),
        "to": words.text("decision.raise", stake="%"),
        "less": words.text("ui.fewer"),
        "more": words.text("ui.more"),
    }
