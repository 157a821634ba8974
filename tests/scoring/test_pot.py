"""Rounds for a pot with open throws: stakes, raises, deciders, and who takes what."""

from __future__ import annotations

import pytest

from scoring import errors
from scoring import events as ev
from scoring.dice import Face
from scoring.games import al_capone, open_poker
from scoring.games.pot import HandKept, Passed, RoundBegan, Stakes, WentAlong
from scoring.hands.hand import Hand
from scoring.hands.ranking import Claim, Ranking, strength
from scoring.rules import legal_actions
from tests.scoring.table import ADAM, BERTA, CAESAR, THREE, begin, run


@pytest.fixture
def poker():
    """Return three players' Offenes Würfelpoker, their first round begun by Adam."""
    agreed = open_poker.OpenPokerBegan(players=THREE, stakes=Stakes(minimum=1, maximum=6, stack=10), beginner=ADAM)
    return run(begin(agreed), RoundBegan())


@pytest.fixture
def shows(dice):
    """Return the events of a player who throws once and keeps it, at a stake."""
    return lambda text, stake=1: (ev.ThrowMade(dice(text)), HandKept(stake))


def test_everybody_puts_the_minimum_in_and_the_highest_hand_takes_the_pot_and_begins(poker, shows):
    assert (poker.chips.stacks, poker.chips.pot) == ((9, 9, 9), 3)
    state = run(poker, *shows("KK9DA"), *shows("KKKDA"), *shows("TT9DA"))
    assert state.results == (BERTA,)
    assert state.chips.stacks == (9, 12, 9)
    assert run(state, RoundBegan()).to_move == BERTA


def test_a_raise_is_gone_along_with_or_passed(poker, shows):
    state = run(poker, *shows("KKKDA", 4))
    assert state.to_move == BERTA
    state = run(state, WentAlong(), Passed())
    assert (state.chips.stacks, state.chips.pot) == ((6, 6, 9), 9)
    assert state.to_move == BERTA
    state = run(state, *shows("AAADK", 4))
    assert state.chips.stacks == (6, 15, 9)


def test_who_is_left_alone_takes_the_pot_without_showing(poker, shows):
    state = run(poker, *shows("99TBK", 6), Passed(), Passed())
    assert state.chips.stacks == (12, 9, 9)


def test_equal_hands_play_a_decider_for_the_pot_that_stays(poker, shows):
    state = run(poker, *shows("KKKDA"), *shows("99TDA"), *shows("AKDKK"))
    assert state.round.is_decider
    assert state.round.entrants == (ADAM, CAESAR)
    assert (state.chips.pot, state.chips.stacks) == (3, (9, 9, 9))
    with pytest.raises(errors.StakeRefusedError, match="1 to 1"):
        run(state, *shows("KKKDA", 2))
    assert run(state, *shows("99TDA"), *shows("TTBDK")).results == (CAESAR,)


def test_one_to_four_dice_stay_between_throws(poker, dice, held):
    state = run(poker, ev.ThrowMade(dice("KKKDA")))
    with pytest.raises(errors.NothingHeldError, match="one to four"):
        run(state, ev.ThrowMade(dice("99TBD")))
    with pytest.raises(errors.NothingHeldError):
        run(state, ev.ThrowBurned((True, False, False, False, False), ()))
    state = run(state, ev.ThrowMade(dice("KKK9A"), held("KKK..")), ev.ThrowMade(dice("KKK9T"), held("KKK..")))
    with pytest.raises(errors.ThrowsUsedUpError):
        run(state, ev.ThrowMade(dice("KKK9T"), held("KKK..")))


def test_stakes_outside_what_was_agreed_are_refused(poker, shows):
    for stake in (0, 7):
        with pytest.raises(errors.StakeRefusedError, match=f"got a stake of {stake}; 1 to 6"):
            run(poker, *shows("KKKDA", stake))
    with pytest.raises(errors.NotYourTurnError, match="nobody has raised"):
        run(poker, Passed())
    with pytest.raises(errors.NotYourTurnError, match="player 1"):
        run(poker, *shows("KKKDA", 2), HandKept(2))


def test_a_stack_that_cannot_pay_passes_and_is_not_asked_for_the_next_round(shows):
    agreed = open_poker.OpenPokerBegan(players=THREE, stakes=Stakes(minimum=1, maximum=3, stack=3), beginner=ADAM)
    state = run(begin(agreed), RoundBegan(), *shows("AAAAA", 3), WentAlong(), WentAlong())
    state = run(state, *shows("KKKKK", 3), *shows("AAAAA", 3))
    assert state.round.entrants == (ADAM, CAESAR)
    state = run(state, *shows("AAAAA", 3), *shows("KKKKK", 3))
    assert state.chips.stacks == (9, 0, 0)
    assert state.phase == "over"
    with pytest.raises(errors.GameOverError):
        run(state, RoundBegan())
    poor = open_poker.OpenPokerBegan(players=THREE, stakes=Stakes(minimum=1, maximum=3, stack=4), beginner=ADAM)
    state = run(begin(poor), RoundBegan(), *shows("AAAAA", 3), Passed(), WentAlong())
    state = run(state, *shows("99TBD", 3), RoundBegan(), *shows("AAAAA", 3), WentAlong())
    assert legal_actions(state)[0].chips is None
    with pytest.raises(errors.CannotPayError, match="player 2 is 2 chips short"):
        run(state, WentAlong())


def test_a_misread_last_hand_is_taken_back_with_the_pot_it_won(poker, shows):
    state = run(poker, *shows("KK9DA"), *shows("KKKDA"), *shows("TT9DA"), ev.EntryTakenBack())
    assert state.chips.pot == 3
    assert state.turn.throws_made == 1
    with pytest.raises(errors.NothingEnteredError):
        run(state, ev.EntryTakenBack())


def test_a_round_that_began_is_taken_back_until_dice_are_thrown_and_then_the_hand_before_it(poker, shows, dice):
    kept = run(poker, *shows("KK9DA"), *shows("KKKDA"), *shows("TT9DA"))
    begun = run(kept, RoundBegan())
    assert begun.chips.stacks == (8, 11, 8)
    assert run(begun, ev.EntryTakenBack()) == kept
    assert run(begun, ev.EntryTakenBack(), ev.EntryTakenBack()).turn.faces == dice("TT9DA")
    with pytest.raises(errors.NothingEnteredError):
        run(begun, ev.ThrowMade(dice("KK9DA")), ev.EntryTakenBack())


def test_where_the_winner_has_gone_home_the_next_to_his_left_begins(poker, shows):
    assert poker.beginning.beginner == ADAM
    state = run(poker, *shows("KK9DA"), *shows("KKKDA"), *shows("TT9DA"))
    assert state.begins_round == BERTA
    state = run(state, ev.PlayerLeft(BERTA))
    assert state.begins_round == CAESAR
    assert run(state, RoundBegan()).to_move == CAESAR


def test_who_goes_home_in_a_round_leaves_what_he_put_in(poker, shows):
    state = run(poker, *shows("KKKDA"), ev.PlayerLeft(ADAM), ev.PlayerLeft(BERTA))
    assert state.results == (CAESAR,)
    assert state.chips.stacks == (9, 9, 12)
    assert state.phase == "over"
    with pytest.raises(errors.UnknownPlayerError):
        run(run(poker, ev.PlayerLeft(ADAM)), ev.PlayerLeft(ADAM))


def test_players_who_stop_take_back_what_they_put_in(poker, shows):
    state = run(poker, *shows("KKKDA", 4), WentAlong(), ev.GameAbandoned())
    assert state.chips.stacks == (10, 10, 10)
    with pytest.raises(errors.NothingEnteredError):
        run(state, ev.EntryTakenBack())


def test_the_highest_throw_begins_and_equal_ones_throw_again(dice):
    state = begin(open_poker.OpenPokerBegan(players=THREE))
    throws = ((ADAM, "KKKK9"), (CAESAR, "9999T"), (BERTA, "KKKK9"))
    state = run(state, *(ev.BeginnerThrown(player, dice(text)) for player, text in throws))
    assert state.beginning.to_throw == (ADAM, BERTA)
    with pytest.raises(errors.WrongPhaseError):
        run(state, RoundBegan())
    state = run(state, ev.BeginnerThrown(BERTA, dice("99999")), ev.BeginnerThrown(ADAM, dice("TTTTT")), RoundBegan())
    assert state.to_move == ADAM


def test_joker_poker_is_played_open(shows):
    agreed = open_poker.OpenPokerBegan(players=THREE[:2], jokers=True, beginner=ADAM)
    state = run(begin(agreed), RoundBegan(), *shows("AAKK9"), *shows("KKKDD"))
    assert state.results == (ADAM,)
    assert strength((Face.ACE, Face.ACE, Face.KING, Face.KING, Face.NINE), Ranking(jokers=True)).claim == Claim(
        Hand.POKER, (Face.KING,)
    )


# Two pairs each: by A 13+13+9+9+14 = 58 against 12+12+10+10+13 = 57; by B 4+4+9+9+11 = 37 against 3+3+10+10+4 = 30;
# by C 5+5+1+1+11 = 23 against 4+4+2+2+5 = 17. Nothing each: by A 9+10+11+12+14 = 56 against 9+10+11+13+14 = 57.
@pytest.mark.parametrize(
    ("table", "first", "second", "winner"),
    [
        ("a", "KK99A", "DDTTK", ADAM),
        ("b", "KK99A", "DDTTK", ADAM),
        ("c", "KK99A", "DDTTK", ADAM),
        ("a", "TTBDK", "99KDA", BERTA),  # 10+10+11+12+13 = 56, 9+9+13+12+14 = 57
        ("b", "TTBDK", "99KDA", BERTA),  # 10+10+2+3+4 = 29, 9+9+4+3+11 = 36
        ("b", "TTTKD", "AAAKD", BERTA),  # 37, 40
        ("c", "KKKDA", "AAA9T", BERTA),  # 30, 36
        ("b", "999KD", "BBBAK", ADAM),  # 34, 21: under B the three Jacks are worth less
        ("a", "999KD", "BBBAK", BERTA),  # 52, 60
    ],
)
def test_al_capone_decides_the_same_kind_of_hand_by_the_agreed_sum(shows, table, first, second, winner):
    agreed = al_capone.AlCaponeBegan(players=THREE[:2], table=al_capone.Table(table), beginner=ADAM)
    state = run(begin(agreed), RoundBegan(), *shows(first), *shows(second))
    assert state.results == (winner,)


def test_al_capone_is_one_open_throw_that_may_be_raised(shows, dice, held):
    agreed = al_capone.AlCaponeBegan(players=THREE[:2], beginner=ADAM)
    state = run(begin(agreed), RoundBegan(), ev.ThrowMade(dice("KK99A")))
    with pytest.raises(errors.ThrowsUsedUpError, match="1 throws were made"):
        run(state, ev.ThrowMade(dice("KK99A"), held("KK...")))
    state = run(state, HandKept(5), WentAlong(), *shows("9TBDA", 5))
    assert state.chips.stacks == (55, 45)


def test_equal_sums_of_one_kind_play_a_decider(shows):
    agreed = al_capone.AlCaponeBegan(players=THREE[:2], beginner=ADAM)
    state = run(begin(agreed), RoundBegan(), *shows("KK99A"), *shows("A9K9K"))
    assert state.round.is_decider
