"""Who has thrown what for who begins, and who still throws, as the page lists it."""

from __future__ import annotations

from firmware.display.messages import Catalogue
from firmware.session.state import SessionState
from firmware.session.vocabulary import NoticeKey
from scoring.game import Game, Stage


def beginning_view(state: SessionState, words: Catalogue) -> list[dict[str, object]] | None:
    """Return a line for everybody who throws for who begins: the sums, a tie's after the one before; else None.

    The list stays until the first throw of the game, so that the throw that settled it is seen as well.
    """
    game = state.game
    if game is None or not _is_shown(state, game):
        return None
    beginning = game.beginning
    seats = ((seat, name) for seat, name in enumerate(game.players) if seat in beginning.seats)
    return [
        {
            "seat": seat,
            "name": name,
            "sums": [sum(throw.faces) for throw in beginning.throws if throw.player == seat],
            **_standing(game, seat, words),
        }
        for seat, name in seats
    ]


def _is_shown(state: SessionState, game: Game) -> bool:
    if game.stage is Stage.BEGINNING:
        return True
    is_fresh = state.notice.key is NoticeKey.BEGINS and game.stage is Stage.TURN
    return is_fresh and bool(game.beginning.throws)


def _standing(game: Game, seat: int, words: Catalogue) -> dict[str, object]:
    """Return what a player is to do for it: to throw now, to wait, nothing more."""
    beginning = game.beginning
    if seat == beginning.beginner:
        return {"state": "begins", "said": words.text("beginning.begins")}
    if seat in beginning.to_throw[:1]:
        return {"state": "next", "said": words.text("beginning.next")}
    if seat in beginning.to_throw:
        return {"state": "waiting", "said": words.text("beginning.waiting")}
    return {"state": "done", "said": ""}
