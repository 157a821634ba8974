"""Rounds for a pot in words: hands, who did what, what came of it, what to do now, who won and who pays the round."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from firmware.display.games.common import chips_text, highest, lowest, mover, named
from firmware.display.messages import Catalogue
from firmware.display.names import claim_text, letter, pays_round
from firmware.display.touches import name_of
from firmware.log.record import Record
from firmware.session.log import resting_phase
from firmware.session.state import SessionState
from firmware.session.vocabulary import Phase
from scoring.dice import Face, Faces
from scoring.events import EntryTakenBack, PlayerLeft
from scoring.games import pot as rounds
from scoring.games.al_capone import WORTH, AlCaponeBegan
from scoring.hands.ranking import stands_for, strength


def told(state: SessionState, game: rounds.PotState, words: Catalogue) -> str:
    """Return what the newest event was, and what came of it."""
    event = latest(state.records)
    return " ".join(filter(None, (_done(game, event, words), _come_of_it(game, event, words))))


def _done(game: rounds.PotState, event: Any, words: Catalogue) -> str:
    match event:
        case rounds.RoundBegan():  # what everybody put in, and who could not
            entrants = () if game.round is None else game.round.entrants
            said = words.text("pot.told.began", count=game.agreed.stakes.minimum)
            poor = [seat for seat in game.seats if seat not in entrants]
            could_not = words.text("pot.told.poor", players=named(game, poor, words), count=len(poor)) if poor else ""
            return " ".join(filter(None, (said, could_not)))
        case rounds.HandKept():
            return _kept(game, event, words)
        case rounds.WentAlong():
            return words.text("pot.told.went", player=_actor(game))
        case rounds.Passed():
            return words.text("pot.told.passed", player=_actor(game))
        case PlayerLeft():
            return words.text("notice.left", player=game.players[event.player])
        case _:
            return ""


def _actor(game: rounds.PotState) -> str:
    seat = None if game.before is None else game.before.to_move
    return "" if seat is None else game.players[seat]


def _kept(game: rounds.PotState, event: rounds.HandKept, words: Catalogue) -> str:
    hand, before = last_hand(game, event), game.before
    if hand is None or before is None or before.round is None:
        return ""
    lying, player = [each.faces for each in (*before.round.hands, hand)], game.players[hand.player]
    name = hand_text(game.agreed, hand.faces, words, lying)
    if event.stake > before.round.stake:
        return words.text("pot.told.raised", player=player, hand=name, stake=event.stake)
    return words.text("pot.told.kept", player=player, hand=name)


def _come_of_it(game: rounds.PotState, event: Any, words: Catalogue) -> str:
    """Return who took the pot with it, or who goes on to a decider."""
    if (end := showdown(game, event)) is not None:
        return words.text("pot.told.won", player=game.players[end.winner], count=game.pot_won)
    before, running = game.before, game.round
    if before is None or before.round is None or running is None or isinstance(event, rounds.RoundBegan):
        return ""
    is_new = _is_fresh_decider(running) and not _is_fresh_decider(before.round)
    return words.text("pot.told.tied", players=named(game, running.entrants, words)) if is_new else ""


def _is_fresh_decider(running: rounds.Round) -> bool:
    return running.is_decider and running.waiting == running.entrants


# -- what to do next -----------------------------------------------------------------------------------------------


def hint(state: SessionState, game: rounds.PotState, words: Catalogue) -> str | None:
    """Return what to do next, None where the usual words for the phase say it."""
    match resting_phase(state):
        case Phase.DECIDING:
            return _to_decide(game, words)
        case Phase.WAITING if game.round is not None and game.round.is_decider:
            return words.text("pot.hint.decider", player=mover(game))
        case Phase.READ:
            return words.text("pot.hint.read", hand=_hand(game, words))
        case Phase.ENTERING:
            may_raise = game.round is not None and game.most_stake > game.round.stake
            return words.text("pot.hint.last" if may_raise else "pot.hint.keep", hand=_hand(game, words))
        case _:
            return None


def _hand(game: rounds.PotState, words: Catalogue) -> str:
    return hand_text(game.agreed, game.turn.faces, words)


def _to_decide(game: rounds.PotState, words: Catalogue) -> str:
    """Return who begins the next round, or who is asked and what it costs him."""
    answer = next((action for action in game.legal_actions() if isinstance(action, rounds.Answer)), None)
    if answer is None:
        begins = game.begins_round
        return words.text("pot.hint.begin", player="" if begins is None else game.players[begins])
    if answer.chips is None:
        return words.text("pot.hint.cannot", player=mover(game))
    return words.text("pot.hint.answer", player=mover(game), count=answer.chips)


# -- how it stands, how it ended -----------------------------------------------------------------------------------


def standing(game: rounds.PotState, words: Catalogue) -> str:
    """Return how many chips everybody has, and the pot."""
    return chips_text(game, words, "pot.holds")


def ending(state: SessionState, game: rounds.PotState, words: Catalogue) -> str:
    """Return what ended the game, who has most chips, and who pays the round."""
    winners = highest(dict(enumerate(game.chips.stacks)))
    won = words.text("pot.won", players=named(game, winners, words), count=len(winners), chips=max(game.chips.stacks))
    pays = pays_round([game.players[seat] for seat in payers(game)], words)
    return " ".join(filter(None, (told(state, game, words), won, pays)))


def payers(game: rounds.PotState) -> list[int]:
    """Return who has fewest chips and pays the round; nobody where all have the same."""
    return lowest(dict(enumerate(game.chips.stacks)))


def hand_name(agreed: rounds.PotBegan, faces: Faces, words: Catalogue, lying: Collection[Faces] = ()) -> str:
    """Return what a hand is called: "Zwei Könige", with what decides between equal ones of those that lie."""
    own = strength(faces, agreed.ranking)
    name = claim_text(own.claim, words)
    if isinstance(agreed, AlCaponeBegan):
        return words.text("pot.with-sum", hand=name, sum=agreed.sum_of(faces))
    if own.dead and [strength(each, agreed.ranking).claim for each in lying].count(own.claim) > 1:
        return words.text("pot.with-dead", hand=name, dice=_letters(own.dead, words))
    return name


def hand_text(agreed: rounds.PotBegan, faces: Faces, words: Catalogue, lying: Collection[Faces] = ()) -> str:
    """Return what a hand is, and of what where aces are jokers: "A-A-K-K-9: Vier Könige"."""
    name = hand_name(agreed, faces, words, lying)
    if stands_for(faces, agreed.ranking) == tuple(faces):
        return name
    return words.text("pot.joker-hand", dice=_letters(sorted(faces, reverse=True), words), hand=name)


def _letters(faces: Sequence[Face], words: Catalogue) -> str:
    return "-".join(letter(face, words) for face in faces)


def hand_view(agreed: rounds.PotBegan, faces: Faces, words: Catalogue, lying: Collection[Faces]) -> dict[str, object]:
    """Return a hand as it is drawn: its dice from the highest down, what jokers stand for, and its name."""
    ordered = tuple(sorted(faces, reverse=True))
    meant = stands_for(ordered, agreed.ranking)
    return {
        "faces": [name_of(face) for face in ordered],
        "stands_for": [name_of(m) if m is not face else None for face, m in zip(ordered, meant, strict=True)],
        "hand": hand_name(agreed, faces, words, lying),
    }


def worth_view(agreed: AlCaponeBegan, words: Catalogue) -> dict[str, object]:
    """Return the table that decides between hands of one kind."""
    worth = WORTH[agreed.table]
    return {
        "name": words.text(f"pot.worth.{agreed.table.value}"),
        "values": [{"face": name_of(face), "points": worth[face]} for face in Face],
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Showdown:
    """The end of a round."""

    winner: int
    hands: tuple[rounds.ShownHand, ...]
    folded: tuple[int, ...]  # who had put something in and was out of it before


def latest(records: Sequence[Record]) -> Any:
    """Return the newest event that was not taken back."""
    undone = 0
    for record in reversed(records):
        if isinstance(record.event, EntryTakenBack):
            undone += 1
        elif not undone:
            return record.event
        else:
            undone -= 1
    return None


def last_hand(game: rounds.PotState, event: Any) -> rounds.ShownHand | None:
    """Return the hand that the newest event kept, None where it kept none."""
    before = game.before
    if not isinstance(event, rounds.HandKept) or before is None or before.to_move is None:
        return None
    return rounds.ShownHand(before.to_move, before.turn.faces)


def showdown(game: rounds.PotState, event: Any) -> Showdown | None:
    """Return how the newest event that counts ended a round, None where it ended none."""
    before = game.before
    if before is None or before.round is None or game.round is not None or game.is_abandoned:
        return None
    winner, kept = game.results[-1], last_hand(game, event)
    hands = (*before.round.hands, *(() if kept is None else (kept,)))
    staked = range(len(game.players))
    return Showdown(
        winner=winner,
        hands=tuple(hand for hand in hands if hand.player in game.seats),
        folded=tuple(seat for seat in staked if before.chips.staked[seat] and seat not in before.round.entrants),
    )
