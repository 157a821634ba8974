"""What is said of Verdecktes Würfelpoker: what happened, what it cost, what to do now, who won, who pays a round."""

from __future__ import annotations

from typing import Any

from firmware.display.games.common import chips_text, richest
from firmware.display.messages import Catalogue
from firmware.display.names import claim_text, listed, pays_round
from firmware.session.state import SessionState
from scoring.events import PlayerLeft, ThrowBurned
from scoring.games.hidden_poker import Announced, Believed, CupLifted, Doubted, HiddenPokerState
from scoring.games.pot import RoundBegan
from scoring.games.rounds import RoundPhase


def told(state: SessionState, game: HiddenPokerState, words: Catalogue) -> str:
    """Return what the newest event was, and where it ended a round who has won it."""
    event = state.records[-1].event
    settles = isinstance(event, Believed | CupLifted | PlayerLeft)
    return " ".join(filter(None, (_event(event, game, words), _settled(game, words) if settles else "")))


def _event(event: Any, game: HiddenPokerState, words: Catalogue) -> str:
    match event:
        case RoundBegan():
            return words.text("hidden.told.round", number=len(game.results) + 1)
        case Announced():
            return words.text("hidden.told.announced", player=_mover(game), claim=claim_text(event.claim, words))
        case Believed():
            found = _newest(game)
            claim = claim_text(found.claim, words)
            return words.text("hidden.told.believed", player=game.players[found.player], claim=claim)
        case Doubted():
            return words.text("hidden.told.doubted", player=game.players[event.player])
        case CupLifted():
            return _lifted(game, words)
        case PlayerLeft():
            return words.text("notice.left", player=game.players[event.player])
        case ThrowBurned():
            return words.text("hidden.told.burned", player=_mover(game))
        case _:  # the opening: what to do next says all
            return ""


def _mover(game: HiddenPokerState) -> str:
    return "" if game.to_move is None else game.players[game.to_move]


def _newest(game: HiddenPokerState) -> Any:
    """Return the newest announcement that stands: of the running round, else of the one that it ended."""
    running = game.round
    return (running.standing if running is not None and running.standing else game.latest)[-1]


def _lifted(game: HiddenPokerState, words: Catalogue) -> str:
    """Return what the cup hid, who pays for it and how much."""
    found, before = _newest(game), game.before
    assert before is not None
    assert before.round is not None
    assert before.round.pending is not None
    player, claim = game.players[found.player], claim_text(found.claim, words)
    doubter = before.round.pending.doubter
    payer = found.player if found.was_bluff or doubter is None else doubter
    key = "bluff" if found.was_bluff else "true"
    verdict = words.text(f"hidden.told.{key}", player=player, claim=claim)
    return f"{verdict} {_paid(before, payer, words)}"


def _paid(before: HiddenPokerState, payer: int, words: Catalogue) -> str:
    """Return who doubled the pot, as far as the stack went."""
    pot, stack = before.chips.pot, before.chips.stacks[payer]
    name, count = before.players[payer], min(pot, stack)
    if count == pot:
        return words.text("hidden.told.doubles", player=name, count=count)
    return (
        words.text("hidden.told.gives-all", player=name, count=count)
        if count
        else words.text("hidden.told.gives-none", player=name)
    )


def _settled(game: HiddenPokerState, words: Catalogue) -> str:
    """Return who has won the round, or who plays on for it; empty while others are to announce."""
    running = game.round
    if running is None:
        if not game.results or game.is_abandoned:
            return ""
        return words.text("pot.told.won", player=game.players[game.results[-1]], count=game.pot_won)
    if running.is_decider and not running.standing and len(running.waiting) == len(running.entrants):
        names = listed([game.players[seat] for seat in running.entrants], words)
        return words.text("hidden.told.decider", players=names)
    return ""


def headline(game: HiddenPokerState, words: Catalogue) -> str:
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
            return words.text("hidden.head.decider" if decides else "hidden.head.cup", player=_mover(game))
        case RoundPhase.DOUBTING:
            return words.text("hidden.head.claims", player=_mover(game))
        case RoundPhase.LIFTING:
            return words.text("hidden.head.doubted", player=_doubter(game), other=_mover(game))
        case _:
            return richest(game, words)


def _doubter(game: HiddenPokerState) -> str:
    pending = None if game.round is None else game.round.pending
    return "" if pending is None or pending.doubter is None else game.players[pending.doubter]


def hint(state: SessionState, game: HiddenPokerState, words: Catalogue) -> str | None:  # noqa: ARG001 - as every game's
    """Return what to do next, None where the usual words for the phase say it."""
    match game.phase:
        case RoundPhase.BETWEEN if game.begins_next is None:
            return words.text("hidden.hint.first", player=game.players[game.beginning.beginner or 0])
        case RoundPhase.BETWEEN:
            return words.text("hidden.hint.next", player=game.players[game.begins_next or 0])
        case RoundPhase.HIDDEN:
            return words.text("hidden.hint.cup", player=_mover(game))
        case RoundPhase.DOUBTING if len(game.may_doubt) == 1:
            return words.text("hidden.hint.doubt-one", player=game.players[game.may_doubt[0]])
        case RoundPhase.DOUBTING:
            return words.text("hidden.hint.doubt")
        case RoundPhase.LIFTING:
            return words.text("hidden.hint.lift")
        case _:
            return None


def standing(game: HiddenPokerState, words: Catalogue) -> str:
    """Return how many chips everybody has, and how many lie in the pot."""
    pot = words.text("hidden.pot", count=game.chips.pot) if game.chips.pot else ""
    return " ".join(filter(None, (chips_text(game, words), pot)))


def ending(state: SessionState, game: HiddenPokerState, words: Catalogue) -> str:  # noqa: ARG001 - as every game's
    """Return who won, and who pays a round."""
    return " ".join(filter(None, (richest(game, words), loser_pays(game, words))))


def loser_pays(game: HiddenPokerState, words: Catalogue) -> str:
    """Return who pays the round: whoever has fewest chips of those who stayed; nobody where they have the same."""
    stacks = {seat: game.chips.stacks[seat] for seat in game.seats}
    fewest, most = min(stacks.values(), default=0), max(stacks.values(), default=0)
    return pays_round([game.players[seat] for seat, stack in stacks.items() if stack == fewest < most], words)
