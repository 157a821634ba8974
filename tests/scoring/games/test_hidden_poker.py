"""Verdecktes Würfelpoker: announced, believed or doubted, and the cup lifted."""

from __future__ import annotations

import pytest

from scoring import errors
from scoring import events as ev
from scoring.dice import Face
from scoring.games.hidden_poker import Announced, Believed, CupLifted, Doubted, HiddenPokerBegan
from scoring.games.pot import RoundBegan
from scoring.games.rounds import RoundPhase
from scoring.hands.hand import Hand
from scoring.hands.ranking import Claim, Ranking
from tests.scoring.table import ADAM, BERTA, CAESAR, THREE, begin, run


@pytest.fixture
def hidden():
    """Return three players' Verdecktes Würfelpoker, their first round begun by Adam."""
    state = begin(HiddenPokerBegan(players=THREE, stack=10, beginner=ADAM))
    return run(state, RoundBegan())


KINGS, TENS, FULL = (
    Claim(Hand.PAIR, (Face.KING,)),
    Claim(Hand.PAIR, (Face.TEN,)),
    Claim(Hand.FULL, (Face.KING, Face.ACE)),
)


def test_nobody_doubts_and_the_highest_announcement_takes_the_pot(hidden):
    assert hidden.chips.stacks == (9, 9, 9)
    state = run(hidden, Announced(KINGS), Believed(), Announced(FULL), Believed())
    state = run(state, Announced(TENS), Believed())  # below the last: allowed, and beaten
    assert state.results == (BERTA,)
    assert state.chips.stacks == (9, 12, 9)
    assert run(state, RoundBegan()).to_move == BERTA


def test_who_doubts_the_truth_doubles_the_pot(hidden, dice):
    state = run(hidden, Announced(KINGS), Doubted(CAESAR), CupLifted(dice("KK9DA")))
    assert (state.chips.stacks, state.chips.pot) == ((9, 9, 6), 6)
    assert not state.round.standing[0].was_bluff


def test_who_bluffed_doubles_the_pot_and_falls_back_to_what_lies(hidden, dice):
    state = run(hidden, Announced(FULL), Doubted(BERTA), CupLifted(dice("KK9DA")))
    assert (state.chips.stacks, state.chips.pot) == ((6, 9, 9), 6)
    assert state.round.standing[0].claim == KINGS
    assert state.round.standing[0].was_bluff


def test_a_bluff_that_nobody_doubts_stands_and_nothing_was_seen(hidden):
    state = run(hidden, Announced(Claim(Hand.GRANDE, (Face.ACE,))), Believed())
    assert state.round.standing[0].faces is None
    with pytest.raises(errors.WrongPhaseError, match="too early or too late"):
        run(state, Doubted(BERTA))  # after ten seconds
    with pytest.raises(errors.WrongPhaseError):
        run(state, CupLifted((Face.ACE,) * 5))
    with pytest.raises(errors.NothingEnteredError):
        run(state, ev.EntryTakenBack())  # it would give more than ten seconds


def test_equal_highest_announcements_play_a_decider(hidden):
    state = run(hidden, *(Announced(KINGS), Believed()) * 2, Announced(TENS), Believed())
    assert state.round.is_decider
    assert state.round.entrants == (ADAM, BERTA)
    assert state.chips.pot == 3
    assert run(state, Announced(KINGS), Believed(), Announced(TENS), Believed()).results == (ADAM,)


def test_whoever_cannot_double_the_pot_puts_in_what_he_has(dice):
    state = begin(HiddenPokerBegan(players=THREE, stack=2, beginner=ADAM))
    state = run(state, RoundBegan(), Announced(FULL), Doubted(BERTA), CupLifted(dice("KK9DA")))
    assert (state.chips.stacks, state.chips.pot) == ((0, 1, 1), 4)


def test_a_joker_hand_that_reads_two_ways_is_true_either_way(dice):
    agreed = HiddenPokerBegan(players=THREE, stack=10, ranking=Ranking(jokers=True), beginner=ADAM)
    for said in (Claim(Hand.POKER, (Face.KING,)), Claim(Hand.FULL, (Face.KING, Face.NINE))):
        state = run(begin(agreed), RoundBegan(), Announced(said), Doubted(BERTA))
        state = run(state, CupLifted(dice("AAKK9")))
        assert state.round.standing[0].claim == said
        assert state.chips.stacks == (9, 6, 9)


def test_what_nobody_can_throw_cannot_be_announced(hidden):
    for claim in (Claim(Hand.LARGE_STRAIGHT), Claim(Hand.FULL, (Face.KING, Face.KING)), Claim(Hand.PAIR)):
        with pytest.raises(errors.ClaimRefusedError, match="no five dice are that"):
            run(hidden, Announced(claim))


def test_nobody_doubts_himself_and_four_dice_lie_under_no_cup(hidden, dice):
    with pytest.raises(errors.NotYourTurnError):
        run(hidden, Announced(KINGS), Doubted(ADAM))
    with pytest.raises(errors.WrongDiceCountError, match="got 4 dice"):
        run(hidden, Announced(KINGS), Doubted(BERTA), CupLifted(dice("KK9D")))


def test_a_throw_that_burned_under_the_cup_is_repeated_and_announced_anew(hidden, dice):
    state = run(hidden, Announced(FULL), Doubted(BERTA), ev.ThrowBurned((True, False, False, False, False)))
    assert (state.phase, state.to_move, state.chips) == (RoundPhase.HIDDEN, ADAM, hidden.chips)
    with pytest.raises(errors.NothingEnteredError):
        run(state, ev.EntryTakenBack())  # the dice are gone
    state = run(state, Announced(KINGS), Doubted(CAESAR), CupLifted(dice("KK9DA")))
    assert (state.chips.stacks, state.chips.pot) == ((9, 9, 6), 6)


def test_nothing_burns_under_a_cup_that_nobody_lifted(hidden):
    for events in ((), (Announced(KINGS),)):
        with pytest.raises(errors.WrongPhaseError):
            run(hidden, *events, ev.ThrowBurned((True,) * 5))
    with pytest.raises(errors.NothingBurningError):
        run(hidden, Announced(KINGS), Doubted(BERTA), ev.ThrowBurned((False,) * 5))


def test_who_leaves_under_the_cup_takes_his_announcement_along(hidden):
    state = run(hidden, Announced(KINGS), Doubted(BERTA), ev.PlayerLeft(BERTA))
    assert state.phase is RoundPhase.DOUBTING
    assert state.may_doubt == (CAESAR,)
    state = run(state, ev.PlayerLeft(ADAM))
    assert state.results == (CAESAR,)
