"""Who sits at Verdecktes Würfelpoker: what each announced, and whether anybody looked under the cup."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from firmware.display.names import claim_text
from firmware.display.touches import name_of
from scoring.games.hidden_poker import HiddenPhase

if TYPE_CHECKING:
    from firmware.display.messages import Catalogue
    from scoring.games.hidden_poker import Announcement, HiddenPokerState


class SeatState(StrEnum):
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


def seat_state(game: HiddenPokerState, seat: int) -> SeatState:
    """Return what a player does, or did."""
    if seat not in game.seats:
        return SeatState.GONE
    if game.to_move == seat:
        return SeatState.CUP if game.phase is HiddenPhase.HIDDEN else SeatState.SAID
    if (found := _announced(game, seat)) is not None:
        if found.faces is None:
            return SeatState.BELIEVED
        return SeatState.BLUFF if found.was_bluff else SeatState.TRUE
    if game.round is None:
        return SeatState.NOTHING
    return SeatState.WAITING if seat in game.round.waiting else SeatState.OUT


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


def _note(state: SeatState, found: Announcement | None, words: Catalogue) -> str:
    if state in {SeatState.NOTHING, SeatState.WAITING}:
        return ""
    claim = "" if found is None else claim_text(found.claim, words)
    return words.text(f"hidden.seat.{state.value}", claim=claim)


def _thrown(game: HiddenPokerState, seat: int, words: Catalogue) -> str:
    """Return what a player threw for who begins."""
    if game.phase is not HiddenPhase.BEGINNING:
        return ""
    sums = [sum(throw.faces) for throw in game.beginning.latest if throw.player == seat]
    return words.text("hidden.seat.thrown", points=sums[-1]) if sums else ""
