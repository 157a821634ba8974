"""Rounds for a pot in sentences: who did what, what it costs, what to do now, who won and who pays the round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firmware.display.games.common import chips_text
from firmware.display.games.pot_hands import hand_text
from firmware.display.games.pot_showdown import last_hand, latest, showdown
from firmware.display.names import listed, pays_round
from firmware.session.log import resting_phase
from firmware.session.state import Phase
from scoring.events import PlayerLeft
from scoring.pot import Answer, HandKept, Passed, RoundBegan, WentAlong, legal_actions

if TYPE_CHECKING:
    from firmware.display.messages import Catalogue
    from firmware.session.state import SessionState
    from scoring.pot import PotState, Round


def told(state: SessionState, game: PotState, words: Catalogue) -> str:
    """Return what the newest event was, and what came of it."""
    event = latest(state.records)
    return " ".join(filter(None, (_done(game, event, words), _come_of_it(game, event, words))))


def _done(game: PotState, event: Any, words: Catalogue) -> str:
    """Return who did what."""
    match event:
        case RoundBegan():
            return _put_in(game, words)
        case HandKept():
            return _kept(game, event, words)
        case WentAlong():
            return words.text("pot.told.went", player=_actor(game))
        case Passed():
            return words.text("pot.told.passed", player=_actor(game))
        case PlayerLeft():
            return words.text("notice.left", player=game.players[event.player])
        case _:
            return ""


def _actor(game: PotState) -> str:
    """Return who made the newest decision."""
    seat = None if game.before is None else game.before.to_move
    return "" if seat is None else game.players[seat]


def _kept(game: PotState, event: HandKept, words: Catalogue) -> str:
    hand, before = last_hand(game, event), game.before
    if hand is None or before is None or before.round is None:
        return ""
    name, player = hand_text(game.agreed, hand.faces, words), game.players[hand.player]
    if event.stake > before.round.stake:
        return words.text("pot.told.raised", player=player, hand=name, stake=event.stake)
    return words.text("pot.told.kept", player=player, hand=name)


def _put_in(game: PotState, words: Catalogue) -> str:
    """Return what everybody put in, and who could not."""
    entrants = () if game.round is None else game.round.entrants
    said = words.text("pot.told.began", count=game.agreed.stakes.minimum)
    poor = [game.players[seat] for seat in game.seats if seat not in entrants]
    if not poor:
        return said
    out = words.text("pot.told.poor", players=listed(poor, words), count=len(poor))
    return f"{said} {out}"


def _come_of_it(game: PotState, event: Any, words: Catalogue) -> str:
    """Return who took the pot with it, or who goes on to a decider."""
    if (end := showdown(game, event)) is not None:
        return words.text("pot.told.won", player=game.players[end.winner], count=end.chips)
    before, running = game.before, game.round
    if before is None or before.round is None or running is None or isinstance(event, RoundBegan):
        return ""
    is_new = _is_fresh_decider(running) and not _is_fresh_decider(before.round)
    return words.text("pot.told.tied", players=_names(game, running.entrants, words)) if is_new else ""


def _is_fresh_decider(running: Round) -> bool:
    return running.is_decider and running.waiting == running.entrants


def _names(game: PotState, seats: tuple[int, ...], words: Catalogue) -> str:
    return listed([game.players[seat] for seat in seats], words)


# -- what to do next -----------------------------------------------------------------------------------------------


def hint(state: SessionState, game: PotState, words: Catalogue) -> str | None:
    """Return what to do next, None where the usual words for the phase say it."""
    match resting_phase(state):
        case Phase.DECIDING:
            return _to_decide(game, words)
        case Phase.WAITING if game.round is not None and game.round.is_decider:
            return words.text("pot.hint.decider", player=_mover(game))
        case Phase.READ:
            return words.text("pot.hint.read", hand=_hand(game, words))
        case Phase.ENTERING:
            may_raise = game.round is not None and game.most_stake > game.round.stake
            return words.text("pot.hint.last" if may_raise else "pot.hint.keep", hand=_hand(game, words))
        case _:
            return None


def _hand(game: PotState, words: Catalogue) -> str:
    return hand_text(game.agreed, game.turn.faces, words)


def _mover(game: PotState) -> str:
    return "" if game.to_move is None else game.players[game.to_move]


def _to_decide(game: PotState, words: Catalogue) -> str:
    """Return who begins the next round, or who is asked and what it costs him."""
    answer = next((action for action in legal_actions(game) if isinstance(action, Answer)), None)
    if answer is None:
        begins = game.begins_round
        return words.text("pot.hint.begin", player="" if begins is None else game.players[begins])
    if answer.chips is None:
        return words.text("pot.hint.cannot", player=_mover(game))
    return words.text("pot.hint.answer", player=_mover(game), count=answer.chips)


# -- how it stands, how it ended -----------------------------------------------------------------------------------


def standing(game: PotState, words: Catalogue) -> str:
    """Return how many chips everybody has, and the pot."""
    pot = words.text("pot.holds", count=game.chips.pot) if game.chips.pot else ""
    return " ".join(filter(None, (chips_text(game, words), pot)))


def ending(state: SessionState, game: PotState, words: Catalogue) -> str:
    """Return what ended the game, who has most chips, and who pays the round."""
    most = max(game.chips.stacks)
    winners = tuple(seat for seat, stack in enumerate(game.chips.stacks) if stack == most)
    won = words.text("pot.won", players=_names(game, winners, words), count=len(winners), chips=most)
    pays = pays_round([game.players[seat] for seat in payers(game)], words)
    return " ".join(filter(None, (told(state, game, words), won, pays)))


def payers(game: PotState) -> tuple[int, ...]:
    """Return who has fewest chips and pays the round; nobody where all have the same."""
    fewest, most = min(game.chips.stacks), max(game.chips.stacks)
    return tuple(seat for seat, stack in enumerate(game.chips.stacks) if stack == fewest < most)
