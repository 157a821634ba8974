"""Who sits at the table in rounds for a pot: stack, stake, hand, and what each is about to do."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

from firmware.display.games.pot_hands import hand_view
from firmware.display.games.pot_showdown import showdown
from firmware.display.games.pot_words import payers
from scoring.pot import PotPhase, ShownHand

if TYPE_CHECKING:
    from firmware.display.games.pot_showdown import Showdown
    from firmware.display.messages import Catalogue
    from scoring.dice import Faces
    from scoring.pot import PotState, Round


class SeatState(StrEnum):
    """What a player at the table is about; the catalogues have the words."""

    TO_MOVE = "to-move"
    TO_ANSWER = "to-answer"
    ASKED = "asked"  # answers the raise after others
    WAITING = "waiting"
    KEPT = "kept"
    RAISED = "raised"
    PASSED = "passed"
    OUT = "out"  # of the decider
    POOR = "poor"  # cannot pay for a round
    GONE = "gone"
    BEGINS = "begins"
    WON = "won"  # the round
    PAYS = "pays"  # the last round
    CHAMPION = "champion"
    RESTING = "resting"


def seats(game: PotState, event: Any, words: Catalogue) -> list[dict[str, object]]:
    """Return every seat in the order the dice go round.

    Args:
        game: At this moment.
        event: The newest event that counts.
        words: The players' language.
    """
    end = showdown(game, event)
    hands = {hand.player: hand.faces for hand in _hands(game, end)}
    leading = _leading(game, hands)
    return [
        _seat(game, seat, end, hands.get(seat), words, is_leading=seat in leading) for seat in range(len(game.players))
    ]


def _seat(
    game: PotState, seat: int, end: Showdown | None, faces: Faces | None, words: Catalogue, *, is_leading: bool
) -> dict[str, object]:
    about = seat_state(game, seat, end)
    chips = 0 if end is None or about is not SeatState.WON else end.chips
    shown = {"faces": [], "stands_for": [], "hand": ""} if faces is None else hand_view(game.agreed, faces, words)
    if game.phase is PotPhase.BEGINNING and faces is not None:
        shown = {**shown, "hand": str(sum(faces)), "stands_for": [None] * len(faces)}
    return {
        "name": game.players[seat],
        "stack": game.chips.stacks[seat],
        "staked": game.chips.staked[seat],
        "state": about.value,
        "about": words.text(f"pot.seat.{about.value}", count=chips),
        "is_leading": is_leading,
        **shown,
    }


def _hands(game: PotState, end: Showdown | None) -> tuple[ShownHand, ...]:
    """Return what lies before the players: what they keep, and the throw of the one who throws."""
    if game.phase is PotPhase.BEGINNING:
        return tuple(ShownHand(throw.player, throw.faces) for throw in game.beginning.latest)
    if game.round is None:
        return () if end is None else end.hands
    thrown = () if game.to_move is None or not game.turn.throws else (ShownHand(game.to_move, game.turn.faces),)
    return (*game.round.hands, *thrown)


def _leading(game: PotState, hands: dict[int, Faces]) -> frozenset[int]:
    """Return whose kept hand is the highest so far; nobody's while only one lies."""
    kept = () if game.round is None else tuple(hand.player for hand in game.round.hands)
    if len(kept) < 2:
        return frozenset()
    worth = {seat: game.agreed.worth(hands[seat]) for seat in kept}
    return frozenset(seat for seat in kept if worth[seat] == max(worth.values()))


def seat_state(game: PotState, seat: int, end: Showdown | None) -> SeatState:
    """Return what a player is about."""
    if seat not in game.seats:
        return SeatState.GONE
    match game.phase:
        case PotPhase.OVER:
            return _at_the_end(game, seat)
        case PotPhase.BEGINNING:
            return _at_the_beginning(game, seat)
        case _ if game.round is None:
            return _between(game, seat, end)
        case _:
            return _in_round(game, game.round, seat)


def _at_the_end(game: PotState, seat: int) -> SeatState:
    if game.chips.stacks[seat] == max(game.chips.stacks):
        return SeatState.CHAMPION
    return SeatState.PAYS if seat in payers(game) else SeatState.RESTING


def _at_the_beginning(game: PotState, seat: int) -> SeatState:
    to_throw = game.beginning.to_throw
    if seat not in to_throw:
        return SeatState.RESTING
    return SeatState.TO_MOVE if seat == to_throw[0] else SeatState.WAITING


def _between(game: PotState, seat: int, end: Showdown | None) -> SeatState:
    if end is not None and seat == end.winner:
        return SeatState.WON
    if seat not in game.able:
        return SeatState.POOR
    if end is not None:
        return SeatState.PASSED if seat in end.folded else SeatState.RESTING
    return SeatState.BEGINS if seat == game.begins_round else SeatState.RESTING


def _in_round(game: PotState, running: Round, seat: int) -> SeatState:
    if seat not in running.entrants:
        return _not_in_round(game, running, seat)
    if running.asked:
        if seat in running.asked:
            return SeatState.TO_ANSWER if seat == running.asked[0] else SeatState.ASKED
        if seat == running.hands[-1].player:
            return SeatState.RAISED
    if seat in running.waiting:
        return SeatState.TO_MOVE if seat == game.to_move else SeatState.WAITING
    return SeatState.KEPT


def _not_in_round(game: PotState, running: Round, seat: int) -> SeatState:
    if not game.chips.staked[seat]:
        return SeatState.POOR
    return SeatState.OUT if running.is_decider else SeatState.PASSED
