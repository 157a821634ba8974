"""Verdecktes Würfelpoker on the page: who announced what, what of it was looked at, what is to be done, who pays."""

from enum import StrEnum
from typing import Any

from firmware.display.dials import option_text
from firmware.display.games import common
from firmware.display.messages import Catalogue
from firmware.display.names import claim_text, pays_round
from firmware.display.touches import name_of
from firmware.session.deciding import may_repeat
from firmware.session.offers import by_long_press
from firmware.session.state import SessionState
from firmware.session.vocabulary import Phase
from scoring.events import PlayerLeft, ThrowBurned
from scoring.games import hidden_poker as hidden
from scoring.games.pot import RoundBegan
from scoring.games.rounds import RoundPhase
from scoring.hands.ranking import all_claims


def told(state: SessionState, game: hidden.HiddenPokerState, words: Catalogue) -> str:
    """Return what the newest event was, and where it ended a round who has won it."""
    event = state.records[-1].event
    settles = isinstance(event, hidden.Believed | hidden.CupLifted | PlayerLeft)
    return " ".join(filter(None, (_event(event, game, words), _settled(game, words) if settles else "")))


def _event(event: Any, game: hidden.HiddenPokerState, words: Catalogue) -> str:
    match event:
        case RoundBegan():
            return words.text("hidden.told.round", number=len(game.results) + 1)
        case hidden.Announced():
            return words.text("hidden.told.announced", player=common.mover(game), claim=claim_text(event.claim, words))
        case hidden.Believed():
            found = _newest(game)
            claim = claim_text(found.claim, words)
            return words.text("hidden.told.believed", player=game.players[found.player], claim=claim)
        case hidden.Doubted():
            return words.text("hidden.told.doubted", player=game.players[event.player])
        case hidden.CupLifted():
            return _lifted(game, words)
        case PlayerLeft():
            return words.text("notice.left", player=game.players[event.player])
        case ThrowBurned():
            return words.text("hidden.told.burned", player=common.mover(game))
        case _:  # the opening: what to do next says all
            return ""


def _newest(game: hidden.HiddenPokerState) -> Any:
    """Return the newest announcement that stands: of the running round, else of the one that it ended."""
    running = game.round
    return (running.standing if running is not None and running.standing else game.latest)[-1]


def _lifted(game: hidden.HiddenPokerState, words: Catalogue) -> str:
    found, before = _newest(game), game.before
    assert before is not None
    doubted = _pending(before)
    player, claim = game.players[found.player], claim_text(found.claim, words)
    payer = found.player if found.was_bluff or doubted is None or doubted.doubter is None else doubted.doubter
    key = "bluff" if found.was_bluff else "true"
    verdict = words.text(f"hidden.told.{key}", player=player, claim=claim)
    pot, count = before.chips.pot, min(before.chips.pot, before.chips.stacks[payer])
    gives = "hidden.told.gives-all" if count else "hidden.told.gives-none"  # as far as the stack went
    paid = words.text("hidden.told.doubles" if count == pot else gives, player=game.players[payer], count=count)
    return f"{verdict} {paid}"


def _settled(game: hidden.HiddenPokerState, words: Catalogue) -> str:
    """Return who has won the round, or who plays on for it; empty while others are to announce."""
    running = game.round
    if running is None:
        if not game.results or game.is_abandoned:
            return ""
        return words.text("pot.told.won", player=game.players[game.results[-1]], count=game.pot_won)
    if running.is_decider and not running.standing and len(running.waiting) == len(running.entrants):
        return words.text("hidden.told.decider", players=common.named(game, running.entrants, words))
    return ""


def headline(game: hidden.HiddenPokerState, words: Catalogue) -> str:
    """Return what stands above that which is to be done now."""
    match game.phase:
        case RoundPhase.BEGINNING:
            return words.text("throw.for-beginning")
        case RoundPhase.BETWEEN if game.begins_next is None:
            return words.text("hidden.head.first", player=game.players[game.beginning.beginner or 0])
        case RoundPhase.BETWEEN:
            return words.text("pot.told.won", player=game.players[game.results[-1]], count=game.pot_won)
        case RoundPhase.HIDDEN:
            decides = game.round is not None and game.round.is_decider
            return words.text("hidden.head.decider" if decides else "hidden.head.cup", player=common.mover(game))
        case RoundPhase.DOUBTING:
            return words.text("hidden.head.claims", player=common.mover(game))
        case RoundPhase.LIFTING:
            doubter = None if (pending := _pending(game)) is None else pending.doubter
            name = "" if doubter is None else game.players[doubter]
            return words.text("hidden.head.doubted", player=name, other=common.mover(game))
        case _:
            return common.richest(game, words)


def _pending(game: hidden.HiddenPokerState) -> Any:
    return None if game.round is None else game.round.pending


def hint(state: SessionState, game: hidden.HiddenPokerState, words: Catalogue) -> str | None:
    """Return what to do next, None where the usual words for the phase say it."""
    match game.phase:
        case RoundPhase.BETWEEN if game.begins_next is None:
            return words.text("hidden.hint.first", player=game.players[game.beginning.beginner or 0])
        case RoundPhase.BETWEEN:
            return words.text("hidden.hint.next", player=game.players[game.begins_next or 0])
        case RoundPhase.HIDDEN:
            first = by_long_press(state)
            option = "" if first is None else option_text(first, words)
            return words.text(
                "hidden.hint.cup-first" if option else "hidden.hint.cup", player=common.mover(game), option=option
            )
        case RoundPhase.DOUBTING if len(game.may_doubt) == 1:
            return words.text("hidden.hint.doubt-one", player=game.players[game.may_doubt[0]])
        case RoundPhase.DOUBTING:
            return words.text("hidden.hint.doubt")
        case RoundPhase.LIFTING:
            return words.text("hidden.hint.lift")
        case _:
            return None


def standing(game: hidden.HiddenPokerState, words: Catalogue) -> str:
    """Return how many chips everybody has, and how many lie in the pot."""
    return common.chips_text(game, words, "hidden.pot")


def ending(state: SessionState, game: hidden.HiddenPokerState, words: Catalogue) -> str:  # noqa: ARG001 - as every game's
    """Return who won, and who pays a round."""
    return " ".join(filter(None, (common.richest(game, words), loser_pays(game, words))))


def loser_pays(game: hidden.HiddenPokerState, words: Catalogue) -> str:
    """Return who pays the round: whoever has fewest chips of those who stayed; nobody where they have the same."""
    fewest = common.lowest({seat: game.chips.stacks[seat] for seat in game.seats})
    return pays_round([game.players[seat] for seat in fewest], words)


_BUTTONS = {
    RoundPhase.BETWEEN: "begin",
    RoundPhase.HIDDEN: "announce",
    RoundPhase.DOUBTING: "doubt",
    RoundPhase.LIFTING: "lift",
}


def game_view(state: SessionState, game: hidden.HiddenPokerState, words: Catalogue) -> dict[str, object]:
    """Return the part of the view that the game fills; of dice under the cup nothing is known, so nothing is in it."""
    claims = all_claims(game.agreed.ranking) if game.phase is RoundPhase.HIDDEN else ()
    return {
        "players": common.stacks(game),
        "decisions": common.decisions_view(game, words),
        "hidden": {
            "stage": game.phase.value,
            "round": f"{len(game.results)}.{game.to_move}.{game.round is not None and game.round.is_decider}",
            "pot": game.chips.pot,
            "seats": [_seat(game, seat, words) for seat in range(len(game.players))],
            "hands": [
                {"hand": plain, "name": words.text(f"hidden.hand.{plain}")}
                for plain in dict.fromkeys(name_of(claim.hand) for claim in claims)
            ],
            "headline": headline(game, words),
            "claim": "" if (pending := _pending(game)) is None else claim_text(pending.claim, words),
            "detail": loser_pays(game, words) if game.phase is RoundPhase.OVER else hint(state, game, words) or "",
            "seconds": hidden.SECONDS_TO_DOUBT,
            "may_repeat": may_repeat(state),
        },
    }


def button(state: SessionState, game: hidden.HiddenPokerState, words: Catalogue) -> dict[str, object]:
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


def _seat(game: hidden.HiddenPokerState, seat: int, words: Catalogue) -> dict[str, object]:
    found, state = _announced(game, seat), seat_state(game, seat)
    pending = _pending(game) if game.to_move == seat else None
    claim = None if found is None else found.announced
    claim = claim if pending is None else pending.claim
    return {
        "name": game.players[seat],
        "stack": game.chips.stacks[seat],
        "state": state.value,
        "is_in": game.round is None or seat in game.round.entrants,
        "is_to_move": game.to_move == seat,
        "is_winner": game.round is None and bool(game.results) and game.results[-1] == seat,
        "claim": "" if claim is None else claim_text(claim, words),
        "note": _note(game, seat, words),
        "found": [] if found is None or found.faces is None else [name_of(face) for face in sorted(found.faces)[::-1]],
    }


def seat_state(game: hidden.HiddenPokerState, seat: int) -> HiddenSeatState:
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


def _announced(game: hidden.HiddenPokerState, seat: int) -> hidden.Announcement | None:
    """Return what a player announced in this round or the last one; before a decider, where he is not in it."""
    running = game.round
    heard = game.latest if running is None else running.standing
    if running is not None and running.is_decider and seat not in running.entrants:
        heard = game.latest
    return next((found for found in heard if found.player == seat), None)


def _note(game: hidden.HiddenPokerState, seat: int, words: Catalogue) -> str:
    found, state = _announced(game, seat), seat_state(game, seat)
    if state not in {HiddenSeatState.NOTHING, HiddenSeatState.WAITING}:
        claim = "" if found is None else claim_text(found.claim, words)
        return words.text(f"hidden.seat.{state.value}", claim=claim)
    sums = [sum(throw.faces) for throw in game.beginning.latest if throw.player == seat]
    return words.text("hidden.seat.thrown", points=sums[-1]) if sums and game.phase is RoundPhase.BEGINNING else ""
