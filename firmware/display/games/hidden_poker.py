"""Verdecktes Würfelpoker as the page shows it: who announced what, what of it was looked at, and what is to be done."""

from __future__ import annotations

from enum import StrEnum

from firmware.display.games.common import beginners, decisions_view, stacks, throwing_player
from firmware.display.games.hidden_poker_told import ending, headline, hint, loser_pays, standing, told
from firmware.display.messages import Catalogue
from firmware.display.names import claim_text
from firmware.display.touches import name_of
from firmware.session.deciding import may_repeat
from firmware.session.state import SessionState
from firmware.session.vocabulary import Phase
from scoring.games.hidden_poker import SECONDS_TO_DOUBT, Announcement, HiddenPokerState
from scoring.games.rounds import RoundPhase
from scoring.hands.hand import Hand
from scoring.hands.ranking import all_claims

__all__ = ["button", "ending", "game_view", "hint", "standing", "told"]

_BUTTONS = {
    RoundPhase.BETWEEN: "begin",
    RoundPhase.HIDDEN: "announce",
    RoundPhase.DOUBTING: "doubt",
    RoundPhase.LIFTING: "lift",
}


def game_view(state: SessionState, game: HiddenPokerState, words: Catalogue) -> dict[str, object]:
    """Return the part of the view that the game fills; of dice under the cup nothing is known, so nothing is in it."""
    return {
        "players": stacks(game),
        "to_move": throwing_player(game),
        "decisions": decisions_view(game, words),
        "remarks": beginners(game, words),
        "hidden": _table(state, game, words),
    }


def _table(state: SessionState, game: HiddenPokerState, words: Catalogue) -> dict[str, object]:
    return {
        "stage": game.phase.value,
        "round": f"{len(game.results)}.{game.to_move}.{game.round is not None and game.round.is_decider}",
        "pot": game.chips.pot,
        "seats": seats(game, words),
        "hands": _hands(game, words) if game.phase is RoundPhase.HIDDEN else [],
        "headline": headline(game, words),
        "claim": _pending_text(game, words),
        "detail": loser_pays(game, words) if game.phase is RoundPhase.OVER else hint(state, game, words) or "",
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
    if state.phase is Phase.BURNING and game.phase is RoundPhase.LIFTING:
        return {"label": words.text("button.again")}
    if state.phase not in {Phase.DECIDING, Phase.WAITING}:
        return {}
    label = words.text(f"hidden.button.{_BUTTONS[game.phase]}")
    if game.phase is RoundPhase.LIFTING:
        return {"label": label} if state.has_camera else {}
    kind = "used-up" if game.phase is RoundPhase.HIDDEN else "decide"
    return {"kind": kind, "label": label, "throws": False}


class HiddenSeatState(StrEnum):
    """What a player does, or did."""

    CUP = "cup"  # throws under the cup and announces
    SAID = "said"  # has announced; it may be doubted, or is
    WAITING = "waiting"  # announces later
    BELIEVED = "believed"  # nobody doubted
    TRUE = "true"  # was doubted, and had said the truth
    BLUFF = "bluff"  # was found out
    OUT = "out"  # does not play in this round
    GONE = "gone"  # went home
    NOTHING = "nothing"


def seats(game: HiddenPokerState, words: Catalogue) -> list[dict[str, object]]:
    """Return the seats in their order."""
    return [_seat(game, seat, words) for seat in range(len(game.players))]


def _seat(game: HiddenPokerState, seat: int, words: Catalogue) -> dict[str, object]:
    found, state = _announced(game, seat), seat_state(game, seat)
    return {
        "name": game.players[seat],
        "stack": game.chips.stacks[seat],
        "state": state.value,
        "is_in": game.round is None or seat in game.round.entrants,
        "is_to_move": game.to_move == seat,
        "is_winner": game.round is None and bool(game.results) and game.results[-1] == seat,
        "claim": _claim(game, seat, found, words),
        "note": _note(state, found, words) or _thrown(game, seat, words),
        "found": [] if found is None or found.faces is None else [name_of(face) for face in sorted(found.faces)[::-1]],
    }


def seat_state(game: HiddenPokerState, seat: int) -> HiddenSeatState:
    """Return what a player does, or did."""
    if seat not in game.seats:
        return HiddenSeatState.GONE
    if game.to_move == seat:
        return HiddenSeatState.CUP if game.phase is RoundPhase.HIDDEN else HiddenSeatState.SAID
    if (found := _announced(game, seat)) is not None:
        if found.faces is None:
            return HiddenSeatState.BELIEVED
        return HiddenSeatState.BLUFF if found.was_bluff else HiddenSeatState.TRUE
    if game.round is None:
        return HiddenSeatState.NOTHING
    return HiddenSeatState.WAITING if seat in game.round.waiting else HiddenSeatState.OUT


def _announced(game: HiddenPokerState, seat: int) -> Announcement | None:
    """Return what a player announced in this round or the last one; before a decider, where he is not in it."""
    running = game.round
    heard = game.latest if running is None else running.standing
    if running is not None and running.is_decider and seat not in running.entrants:
        heard = game.latest
    return next((found for found in heard if found.player == seat), None)


def _claim(game: HiddenPokerState, seat: int, found: Announcement | None, words: Catalogue) -> str:
    if game.to_move == seat and game.round is not None and game.round.pending is not None:
        return claim_text(game.round.pending.claim, words)
    return "" if found is None else claim_text(found.announced, words)


def _note(state: HiddenSeatState, found: Announcement | None, words: Catalogue) -> str:
    if state in {HiddenSeatState.NOTHING, HiddenSeatState.WAITING}:
        return ""
    claim = "" if found is None else claim_text(found.claim, words)
    return words.text(f"hidden.seat.{state.value}", claim=claim)


def _thrown(game: HiddenPokerState, seat: int, words: Catalogue) -> str:
    """Return what a player threw for who begins."""
    if game.phase is not RoundPhase.BEGINNING:
        return ""
    sums = [sum(throw.faces) for throw in game.beginning.latest if throw.player == seat]
    return words.text("hidden.seat.thrown", points=sums[-1]) if sums else ""
