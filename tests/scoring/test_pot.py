"""Rounds for a pot: stakes, raises, deciders; under the cup announced, believed or doubted, and the cup lifted."""

import pytest

from scoring import errors, rules
from scoring import events as ev
from scoring.dice import Face
from scoring.games.al_capone import AlCaponeBegan, Table
from scoring.games.hidden_poker import Announced, Believed, CupLifted, Doubted, HiddenPokerBegan
from scoring.games.open_poker import OpenPokerBegan
from scoring.games.pot import HandKept, Passed, RoundBegan, Stakes, WentAlong
from scoring.games.rounds import RoundPhase
from scoring.hands.hand import Hand
from scoring.hands.ranking import Claim, Ranking
from tests.cases import cases
from tests.scoring.table import ADAM, BERTA, CAESAR, THREE, begin, five, flags, run


def staked(minimum, maximum, stack):
    """Return three players' Offenes Würfelpoker, their first round begun by Adam."""
    stakes = Stakes(minimum=minimum, maximum=maximum, stack=stack)
    return run(begin(OpenPokerBegan(players=THREE, stakes=stakes, beginner=ADAM)), RoundBegan())


def shows(*texts, stake=1):
    """Return the events of players who throw once and keep it, at a stake."""
    return [event for text in texts for event in (ev.ThrowMade(five(text)), HandKept(stake))]


def of_two(began, **agreed):
    return run(begin(began(players=THREE[:2], beginner=ADAM, **agreed)), RoundBegan())


POKER, CAPONE = staked(1, 6, 10), of_two(AlCaponeBegan)
WON = run(POKER, *shows("KK9DA", "KKKDA", "TT9DA"))
DECIDER = run(POKER, *shows("KKKDA", "99TDA", "AKDKK"))
ONE_THROW = run(CAPONE, ev.ThrowMade(five("KK99A")))
THROWN = run(POKER, ev.ThrowMade(five("KKKDA")))
THRICE = run(THROWN, *[ev.ThrowMade(five("KKK9A"), flags("KKK.."))] * 2)


def test_everybody_puts_the_minimum_in_and_the_highest_hand_takes_the_pot_and_begins():
    assert (POKER.chips.stacks, POKER.chips.pot, POKER.beginning.beginner) == ((9, 9, 9), 3, ADAM)
    assert (WON.results, WON.chips.stacks, WON.begins_round) == ((BERTA,), (9, 12, 9), BERTA)
    assert run(WON, RoundBegan()).to_move == BERTA
    gone = run(WON, ev.PlayerLeft(BERTA))  # the next to his left begins
    assert gone.begins_round == run(gone, RoundBegan()).to_move == CAESAR


def test_a_raise_is_gone_along_with_or_passed():
    state = run(POKER, *shows("KKKDA", stake=4))
    assert state.to_move == BERTA
    state = run(state, WentAlong(), Passed())
    assert (state.chips.stacks, state.chips.pot, state.to_move) == ((6, 6, 9), 9, BERTA)
    assert run(state, *shows("AAADK", stake=4)).chips.stacks == (6, 15, 9)
    # who is left alone takes the pot without showing
    assert run(POKER, *shows("99TBK", stake=6), Passed(), Passed()).chips.stacks == (12, 9, 9)


def test_equal_hands_play_a_decider_for_the_pot_that_stays():
    assert (DECIDER.round.is_decider, DECIDER.round.entrants) == (True, (ADAM, CAESAR))
    assert (DECIDER.chips.pot, DECIDER.chips.stacks) == (3, (9, 9, 9))
    assert run(DECIDER, *shows("99TDA", "TTBDK")).results == (CAESAR,)


@pytest.mark.parametrize(
    ("state", "event", "error", "said"),
    [
        (DECIDER, shows("KKKDA", stake=2), errors.StakeRefusedError, "1 to 1"),
        (POKER, shows("KKKDA", stake=0), errors.StakeRefusedError, "got a stake of 0; 1 to 6"),
        (POKER, shows("KKKDA", stake=7), errors.StakeRefusedError, "got a stake of 7; 1 to 6"),
        (POKER, [Passed()], errors.NotYourTurnError, "nobody has raised"),
        (POKER, [*shows("KKKDA", stake=2), HandKept(2)], errors.NotYourTurnError, "player 1"),
        (THROWN, [ev.ThrowMade(five("99TBD"))], errors.NothingHeldError, "one to four"),
        (THROWN, [ev.ThrowBurned(flags("K...."), ())], errors.NothingHeldError, None),
        (THRICE, [ev.ThrowMade(five("KKK9T"), flags("KKK.."))], errors.ThrowsUsedUpError, None),
        (run(WON, ev.EntryTakenBack()), [ev.EntryTakenBack()], errors.NothingEnteredError, None),
        (run(WON, RoundBegan(), ev.ThrowMade(five("KK9DA"))), [ev.EntryTakenBack()], errors.NothingEnteredError, None),
        (run(POKER, ev.PlayerLeft(ADAM)), [ev.PlayerLeft(ADAM)], errors.UnknownPlayerError, None),
        (begin(OpenPokerBegan(players=THREE)), [RoundBegan()], errors.WrongPhaseError, None),
        (ONE_THROW, [ev.ThrowMade(five("KK99A"), flags("KK..."))], errors.ThrowsUsedUpError, "1 throws were made"),
    ],
)
def test_what_cannot_be_is_refused(state, event, error, said):
    with pytest.raises(error, match=said):
        run(state, *event)


def test_a_stack_that_cannot_pay_passes_and_is_not_asked_for_the_next_round():
    state = run(staked(1, 3, 3), *shows("AAAAA", stake=3), WentAlong(), WentAlong(), *shows("KKKKK", "AAAAA", stake=3))
    assert state.round.entrants == (ADAM, CAESAR)
    state = run(state, *shows("AAAAA", "KKKKK", stake=3))
    assert (state.chips.stacks, state.phase) == ((9, 0, 0), "over")
    with pytest.raises(errors.GameOverError):
        run(state, RoundBegan())
    poor = run(staked(1, 3, 4), *shows("AAAAA", stake=3), Passed(), WentAlong(), *shows("99TBD", stake=3))
    state = run(poor, RoundBegan(), *shows("AAAAA", stake=3), WentAlong())
    assert rules.legal_actions(state)[0].chips is None
    with pytest.raises(errors.CannotPayError, match="player 2 is 2 chips short"):
        run(state, WentAlong())


def test_a_misread_last_hand_and_a_round_that_began_are_taken_back():
    back = run(WON, ev.EntryTakenBack())
    assert (back.chips.pot, back.turn.throws_made) == (3, 1)
    begun = run(WON, RoundBegan())
    assert (begun.chips.stacks, run(begun, ev.EntryTakenBack())) == ((8, 11, 8), WON)
    assert run(begun, ev.EntryTakenBack(), ev.EntryTakenBack()).turn.faces == five("TT9DA")


def test_who_goes_home_in_a_round_leaves_what_he_put_in_and_who_stop_together_take_it_back():
    state = run(POKER, *shows("KKKDA"), ev.PlayerLeft(ADAM), ev.PlayerLeft(BERTA))
    assert (state.results, state.chips.stacks, state.phase) == ((CAESAR,), (9, 9, 12), "over")
    state = run(POKER, *shows("KKKDA", stake=4), WentAlong(), ev.GameAbandoned())
    assert state.chips.stacks == (10, 10, 10)
    with pytest.raises(errors.NothingEnteredError):
        run(state, ev.EntryTakenBack())


@pytest.mark.parametrize(("table", "first", "second", "winner"), cases(__file__)["sums"])
def test_the_same_kind_of_hand_is_decided_by_the_agreed_sum(table, first, second, winner):
    game = of_two(AlCaponeBegan, table=Table(table)) if table else of_two(OpenPokerBegan, jokers=True)
    assert run(game, *shows(first, second)).results == (winner,)


def test_al_capone_is_one_open_throw_that_may_be_raised_and_equal_sums_play_a_decider():
    assert run(ONE_THROW, HandKept(5), WentAlong(), *shows("9TBDA", stake=5)).chips.stacks == (55, 45)
    assert run(CAPONE, *shows("KK99A", "A9K9K")).round.is_decider


def begun(stack=10, ranking=None):
    """Return three players' game, their first round begun by Adam."""
    agreed = HiddenPokerBegan(players=THREE, stack=stack, ranking=ranking or Ranking(), beginner=ADAM)
    return run(begin(agreed), RoundBegan())


HIDDEN = begun()
PAIR, TENS = (Claim(Hand.PAIR, (face,)) for face in (Face.KING, Face.TEN))
FULL, GRANDE = Claim(Hand.FULL, (Face.KING, Face.ACE)), Claim(Hand.GRANDE, (Face.ACE,))
KINGS, LIFTED = Announced(PAIR), CupLifted(five("KK9DA"))
BURNED = ev.ThrowBurned(flags("K...."))


def test_nobody_doubts_and_the_highest_announcement_takes_the_pot():
    assert HIDDEN.chips.stacks == (9, 9, 9)
    state = run(HIDDEN, KINGS, Believed(), Announced(FULL), Believed())
    state = run(state, Announced(TENS), Believed())  # below the last: allowed, and beaten
    assert (state.results, state.chips.stacks, run(state, RoundBegan()).to_move) == ((BERTA,), (9, 12, 9), BERTA)


@pytest.mark.parametrize(
    ("game", "said", "doubter", "lifted", "stands", "stacks"),
    [
        (HIDDEN, PAIR, CAESAR, "KK9DA", PAIR, (9, 9, 6)),  # who doubts the truth doubles the pot
        (HIDDEN, FULL, BERTA, "KK9DA", PAIR, (6, 9, 9)),  # who bluffed does, and falls back to what lies
        (begun(stack=2), FULL, BERTA, "KK9DA", PAIR, (0, 1, 1)),  # who cannot puts in what he has
        # a joker hand that reads two ways is true either way
        *(
            (begun(ranking=Ranking(jokers=True)), said, BERTA, "AAKK9", said, (9, 6, 9))
            for said in (Claim(Hand.POKER, (Face.KING,)), Claim(Hand.FULL, (Face.KING, Face.NINE)))
        ),
    ],
)
def test_who_is_wrong_doubles_the_pot(game, said, doubter, lifted, stands, stacks):
    state = run(game, Announced(said), Doubted(doubter), CupLifted(five(lifted)))
    assert (state.round.standing[0].claim, state.round.standing[0].was_bluff) == (stands, stands != said)
    assert (state.chips.stacks, state.chips.pot) == (stacks, game.chips.total - sum(stacks))


@pytest.mark.parametrize(
    ("before", "event", "error"),
    [
        *(
            ((), Announced(claim), errors.ClaimRefusedError)
            for claim in (Claim(Hand.LARGE_STRAIGHT), Claim(Hand.FULL, (Face.KING, Face.KING)), Claim(Hand.PAIR))
        ),
        ((KINGS,), Doubted(ADAM), errors.NotYourTurnError),
        ((KINGS, Doubted(BERTA)), CupLifted(five("KK9D")), errors.WrongDiceCountError),
        ((Announced(GRANDE), Believed()), Doubted(BERTA), errors.WrongPhaseError),  # after ten seconds
        ((Announced(GRANDE), Believed()), LIFTED, errors.WrongPhaseError),
        ((Announced(GRANDE), Believed()), ev.EntryTakenBack(), errors.NothingEnteredError),  # more than ten seconds
        ((), BURNED, errors.WrongPhaseError),  # nothing burns under a cup that nobody lifted
        ((KINGS,), BURNED, errors.WrongPhaseError),
        ((KINGS, Doubted(BERTA)), ev.ThrowBurned((False,) * 5), errors.NothingBurningError),
        ((Announced(FULL), Doubted(BERTA), BURNED), ev.EntryTakenBack(), errors.NothingEnteredError),  # dice are gone
    ],
)
def test_what_cannot_be_said_or_lifted_is_refused(before, event, error):
    state = run(HIDDEN, *before)
    with pytest.raises(error):
        run(state, event)


def test_a_throw_that_burned_under_the_cup_is_repeated_and_announced_anew():
    state = run(HIDDEN, Announced(FULL), Doubted(BERTA), BURNED)
    assert (state.phase, state.to_move, state.chips) == (RoundPhase.HIDDEN, ADAM, HIDDEN.chips)
    assert run(state, KINGS, Doubted(CAESAR), LIFTED).chips.stacks == (9, 9, 6)


def test_who_leaves_under_the_cup_takes_his_announcement_along():
    state = run(HIDDEN, KINGS, Doubted(BERTA), ev.PlayerLeft(BERTA))
    assert (state.phase, state.may_doubt) == (RoundPhase.DOUBTING, (CAESAR,))
    assert run(state, Believed()).round.standing[0].faces is None  # nobody looked
    assert run(state, ev.PlayerLeft(ADAM)).results == (CAESAR,)
