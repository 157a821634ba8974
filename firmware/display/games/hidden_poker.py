"""Verdecktes Würfelpoker as the page shows it: who announced what, what of it was looked at, and what is to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.display.games.common import beginners, decisions_view, stacks, throwing_player
from firmware.display.games.hidden_poker_seats import seats
from firmware.display.games.hidden_poker_told import ending, headline, hint, loser_pays, standing, told
from firmware.display.names import claim_text
from firmware.session.doubting import may_repeat
from firmware.session.state import Phase
from scoring.games.hidden_poker import SECONDS_TO_DOUBT, HiddenPhase
from scoring.hands.ranking import all_claims

if TYPE_CHECKING:
    from firmware.display.messages import Catalogue
    from firmware.session.state import SessionState
    from scoring.games.hidden_poker import HiddenPokerState
    from scoring.hands.hand import Hand

__all__ = ["button", "ending", "game_view", "hint", "standing", "told"]

_BUTTONS = {
    HiddenPhase.BETWEEN: "begin",
    HiddenPhase.HIDDEN: "announce",
    HiddenPhase.DOUBTING: "doubt",
    HiddenPhase.LIFTING: "lift",
}


def game_view(state: SessionState, game: HiddenPokerState, words: Catalogue) -> dict[str, object]:
    """Return the part of the view that the game fills; of dice under the cup nothing is known, so nothing is in it."""
    return {
        "players": stacks(game),
        "to_move": throwing_player(game),
        "decisions": decisions_view(game, words),
        "remarks": beginners(game, words),
        "suggestion": None,
        "advised": None,
        "hint": None,
        "result": None,
        "hidden": _table(state, game, words),
    }


def _table(state: SessionState, game: HiddenPokerState, words: Catalogue) -> dict[str, object]:
    return {
        "stage": game.phase.value,
        "round": f"{len(game.results)}.{game.to_move}.{game.round is not None and game.round.is_decider}",
        "pot": game.chips.pot,
        "seats": seats(game, words),
        "hands": _hands(game, words) if game.phase is HiddenPhase.HIDDEN else [],
        "headline": headline(game, words),
        "claim": _pending_text(game, words),
        "detail": loser_pays(game, words) if game.phase is HiddenPhase.OVER else hint(state, game, words) or "",
        "seconds": SECONDS_TO_DOUBT,
        "may_repeat": may_repeat(state),
    }


def _pending_text(game: HiddenPokerState, words: Catalogue) -> str:
    pending = None if game.round is None else game.round.pending
    return "" if pending is None else claim_text(pending.claim, words)


def _hands(game: HiddenPokerState, words: Catalogue) -> list[dict[str, str]]:
    """Return the kinds of hands that can be announced, lowest first."""
    kinds = dict.fromkeys(claim.hand for claim in all_claims(game.agreed.ranking))
    return [{"hand": _plain(hand), "name": words.text(f"hidden.hand.{_plain(hand)}")} for hand in kinds]


def _plain(hand: Hand) -> str:
    return hand.name.lower().replace("_", "-")


def button(state: SessionState, game: HiddenPokerState, words: Catalogue) -> dict[str, object]:
    """Return what the button on the screen says where a press means something of this game alone."""
    if state.dial is not None or state.teaching is not None or state.wizard is not None:
        return {}
    if state.phase is Phase.BURNING and game.phase is HiddenPhase.LIFTING:
        return {"label": words.text("button.again")}
    if state.phase not in {Phase.DECIDING, Phase.WAITING}:
        return {}
    label = words.text(f"hidden.button.{_BUTTONS[game.phase]}")
    if game.phase is HiddenPhase.LIFTING:
        return {"label": label} if state.has_camera else {}
    kind = "used-up" if game.phase is HiddenPhase.HIDDEN else "decide"
    return {"kind": kind, "label": label, "throws": False}
