"""Rounds for a pot (Offenes Würfelpoker, Joker Poker, Al Capone) as the page shows them: the table seen from above."""

from enum import StrEnum
from typing import Any

from firmware.display.games import pot_words
from firmware.display.games.common import decisions_view, highest, stacks
from firmware.display.games.pot_words import Showdown
from firmware.display.messages import Catalogue
from firmware.session.choosing import choice_of
from firmware.session.state import SessionState
from scoring.dice import Faces
from scoring.games.al_capone import AlCaponeBegan
from scoring.games.pot import KeepHand, PotState, Round, ShownHand
from scoring.games.rounds import RoundPhase

told, hint, standing, ending = pot_words.told, pot_words.hint, pot_words.standing, pot_words.ending


def game_view(state: SessionState, game: PotState, words: Catalogue) -> dict[str, object]:
    """Return the part of the view that the game fills."""
    return {
        "players": stacks(game),
        "decisions": decisions_view(game, words),
        "pot": _pot(game, pot_words.latest(state.records), words),
    }


def _pot(game: PotState, event: Any, words: Catalogue) -> dict[str, object]:
    """Return what lies in the middle of the table, who sits around it, and how high may be raised."""
    running = game.round
    return {
        "phase": game.phase.value,
        "name": words.text(f"game.{choice_of(game.agreed).value}"),
        "chips": game.chips.pot,
        "label": words.text("ui.in-pot"),
        "cost": _cost(game, words),
        "round": "" if game.phase is RoundPhase.OVER else words.text("pot.round", number=len(game.results) + 1),
        "decider": words.text("pot.decider") if running is not None and running.is_decider else "",
        "stack": game.agreed.stakes.stack,
        "seats": seats(game, event, words),
        "worth": pot_words.worth_view(game.agreed, words) if isinstance(game.agreed, AlCaponeBegan) else None,
        "raise": _raise(game, words),
    }


def _cost(game: PotState, words: Catalogue) -> str:
    """Return what the running round costs, before one what rounds may cost."""
    if game.round is not None:
        return words.text("pot.cost", count=game.round.stake)
    if game.phase is RoundPhase.OVER:
        return ""
    stakes = game.agreed.stakes
    return words.text("pot.stakes", least=stakes.minimum, most=stakes.maximum)


def _raise(game: PotState, words: Catalogue) -> dict[str, object] | None:
    keep = next((action for action in game.legal_actions() if isinstance(action, KeepHand)), None)
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


class PotSeatState(StrEnum):
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
    """Return every seat in the order the dice go round, after the newest event that counts."""
    end = pot_words.showdown(game, event)
    hands = {hand.player: hand.faces for hand in _hands(game, end)}
    kept = () if game.round is None else game.round.hands
    worth = {hand.player: game.agreed.worth(hand.faces) for hand in kept}
    leading = highest(worth) if len(kept) > 1 else ()  # of kept hands; nobody while only one lies
    return [_seat(game, seat, end, hands, words, is_leading=seat in leading) for seat in range(len(game.players))]


def _seat(
    game: PotState, seat: int, end: Showdown | None, hands: dict[int, Faces], words: Catalogue, *, is_leading: bool
) -> dict[str, object]:
    about, faces = seat_state(game, seat, end), hands.get(seat)
    shown: dict[str, object] = {"faces": [], "stands_for": [], "hand": ""}
    if faces is not None:
        shown = pot_words.hand_view(game.agreed, faces, words, hands.values())
    if game.phase is RoundPhase.BEGINNING and faces is not None:
        shown = {**shown, "hand": str(sum(faces)), "stands_for": [None] * len(faces)}
    return {
        "name": game.players[seat],
        "stack": game.chips.stacks[seat],
        "staked": game.chips.staked[seat],
        "state": about.value,
        "about": words.text(f"pot.seat.{about.value}", count=game.pot_won),
        "is_leading": is_leading,
        **shown,
    }


def _hands(game: PotState, end: Showdown | None) -> tuple[ShownHand, ...]:
    """Return what lies before the players: what they keep, and the throw of the one who throws."""
    if game.phase is RoundPhase.BEGINNING:
        return tuple(ShownHand(throw.player, throw.faces) for throw in game.beginning.latest)
    if game.round is None:
        return () if end is None else end.hands
    thrown = () if game.to_move is None or not game.turn.throws else (ShownHand(game.to_move, game.turn.faces),)
    return (*game.round.hands, *thrown)


def seat_state(game: PotState, seat: int, end: Showdown | None) -> PotSeatState:
    """Return what a player is about."""
    if seat not in game.seats:
        return PotSeatState.GONE
    if game.phase is RoundPhase.OVER:
        if game.chips.stacks[seat] == max(game.chips.stacks):
            return PotSeatState.CHAMPION
        return PotSeatState.PAYS if seat in pot_words.payers(game) else PotSeatState.RESTING
    if game.phase is RoundPhase.BEGINNING:
        if seat not in game.beginning.to_throw:
            return PotSeatState.RESTING
        return PotSeatState.TO_MOVE if seat == game.beginning.to_throw[0] else PotSeatState.WAITING
    return _between(game, seat, end) if game.round is None else _in_round(game, game.round, seat)


def _between(game: PotState, seat: int, end: Showdown | None) -> PotSeatState:
    if end is not None and seat == end.winner:
        return PotSeatState.WON
    if seat not in game.able:
        return PotSeatState.POOR
    if end is not None:
        return PotSeatState.PASSED if seat in end.folded else PotSeatState.RESTING
    return PotSeatState.BEGINS if seat == game.begins_round else PotSeatState.RESTING


def _in_round(game: PotState, running: Round, seat: int) -> PotSeatState:
    if seat not in running.entrants:
        out = PotSeatState.OUT if running.is_decider else PotSeatState.PASSED
        return out if game.chips.staked[seat] else PotSeatState.POOR
    if running.asked:
        if seat in running.asked:
            return PotSeatState.TO_ANSWER if seat == running.asked[0] else PotSeatState.ASKED
        if running.hands and seat == running.hands[-1].player:  # whoever raised may have gone home since
            return PotSeatState.RAISED
    if seat in running.waiting:
        return PotSeatState.TO_MOVE if seat == game.to_move else PotSeatState.WAITING
    return PotSeatState.KEPT
