"""Verdecktes Würfelpoker: announced, believed or doubted, and the cup lifted."""

import pytest

from scoring import errors
from scoring import events as ev
from scoring.dice import Face
from scoring.games.hidden_poker import Announced, Believed, CupLifted, Doubted, HiddenPokerBegan
from scoring.games.pot import RoundBegan
from scoring.games.rounds import RoundPhase
from scoring.hands.hand import Hand
from scoring.hands.ranking import Claim, Ranking
from tests.scoring.table import ADAM, BERTA, CAESAR, THREE, begin, five, flags, run


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
    assert (state.results, state.chips.stacks) == ((BERTA,), (9, 12, 9))
    assert run(state, RoundBegan()).to_move == BERTA


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
        # a bluff that nobody doubts stands, and nothing was seen
        ((Announced(GRANDE), Believed()), Doubted(BERTA), errors.WrongPhaseError),  # after ten seconds
        ((Announced(GRANDE), Believed()), LIFTED, errors.WrongPhaseError),
        ((Announced(GRANDE), Believed()), ev.EntryTakenBack(), errors.NothingEnteredError),  # more than ten seconds
        # nothing burns under a cup that nobody lifted
        ((), BURNED, errors.WrongPhaseError),
        ((KINGS,), BURNED, errors.WrongPhaseError),
        ((KINGS, Doubted(BERTA)), ev.ThrowBurned((False,) * 5), errors.NothingBurningError),
        ((Announced(FULL), Doubted(BERTA), BURNED), ev.EntryTakenBack(), errors.NothingEnteredError),  # dice are gone
    ],
)
def test_what_cannot_be_is_refused(before, event, error):
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
