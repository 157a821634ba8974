"""Rock and Roll: bets, what they win, and what the bank must cover."""

import pytest

from scoring import errors
from scoring import events as ev
from scoring.dice import Face
from scoring.games.rock_and_roll import (
    BankThrew,
    BetPlaced,
    BetsTakenBack,
    Field,
    NoticeGiven,
    RockAndRollBegan,
    TakeBetsBack,
)
from scoring.rules import legal_actions
from tests.scoring.table import ADAM, BERTA, CAESAR, THREE, begin, run

ROULETTE, POOR = (
    begin(RockAndRollBegan(players=THREE, bank=ADAM, stack=10, bank_stack=chips)) for chips in (50, 12)
)  # Adam holds the bank
NINE, FOUR_ON_RED = BankThrew(Face.NINE), BetPlaced(BERTA, Field.RED, 4)


def test_a_colour_pays_two_and_a_value_five_beside_the_stake():
    bets = BetPlaced(BERTA, Field.RED, 1), BetPlaced(BERTA, Field.KING, 1), BetPlaced(CAESAR, Field.BLUE, 2)
    state = run(ROULETTE, *bets, BankThrew(Face.KING))
    assert [payout.chips for payout in state.payouts] == [3, 6, 0]
    assert state.chips.stacks == (50 + 2 - 2 - 5, 10 - 2 + 3 + 6, 8)
    for face in Face:
        assert [field for field in Field if field.is_won_by(face)] == [Field(face.colour.value), Field[face.name]]


def test_the_bank_ends_five_throws_after_its_notice_and_not_before():
    noticed = run(ROULETTE, NINE, NoticeGiven())
    assert run(noticed, BankThrew(Face.TEN), ev.EntryTakenBack()).throws_to_end == 5
    assert not run(noticed, *[NINE] * 4).is_over
    assert run(noticed, *[NINE] * 5).is_over


def test_the_bank_covers_every_bet():
    assert POOR.most_on(BERTA, Field.KING) == 2
    state = run(POOR, BetPlaced(BERTA, Field.KING, 2))
    assert state.most_on(CAESAR, Field.RED) == 1  # 12 - 10, at two a chip
    assert state.most_on(CAESAR, Field.BLUE) == 6


@pytest.mark.parametrize(
    ("state", "event", "error", "said"),
    [
        (POOR, BetPlaced(BERTA, Field.KING, 3), errors.BankCannotCoverError, "got 3 chips on king; 2 more"),
        (ROULETTE, BetPlaced(ADAM, Field.RED, 1), errors.NotYourTurnError, "bank"),
        (ROULETTE, BetPlaced(BERTA, Field.RED, 0), errors.StakeRefusedError, None),
        (ROULETTE, BetPlaced(BERTA, Field.RED, 11), errors.CannotPayError, "1 chips short"),
        (ROULETTE, BetPlaced(7, Field.RED, 1), errors.UnknownPlayerError, None),
        (ROULETTE, BetsTakenBack(BERTA), errors.NothingEnteredError, "no chips on the fields"),
        (run(ROULETTE, FOUR_ON_RED), ev.EntryTakenBack(), errors.NothingEnteredError, None),
        # the throw before the notice stays as it is
        (run(ROULETTE, NINE, NoticeGiven()), ev.EntryTakenBack(), errors.NothingEnteredError, None),
        (ROULETTE, ev.PlayerLeft(ADAM), errors.BankStaysError, "5 throws before"),
        (run(ROULETTE, NoticeGiven()), NoticeGiven(), errors.WrongPhaseError, "5 throws are left"),
        (run(ROULETTE, NoticeGiven(), *[NINE] * 5), NINE, errors.GameOverError, None),
    ],
)
def test_what_cannot_be_is_refused(state, event, error, said):
    with pytest.raises(error, match=said):
        run(state, event)


def test_bets_are_taken_back_before_and_a_misread_die_after_the_throw():
    assert not any(isinstance(action, TakeBetsBack) for action in legal_actions(ROULETTE))
    placed = run(ROULETTE, FOUR_ON_RED)
    assert TakeBetsBack((BERTA,)) in legal_actions(placed)
    assert run(placed, BetsTakenBack(BERTA)) == ROULETTE
    assert run(placed, NINE, ev.EntryTakenBack()) == placed


def test_who_goes_home_takes_his_bets_along():
    state = run(ROULETTE, FOUR_ON_RED, ev.PlayerLeft(BERTA))
    assert (state.seats, state.bets, state.chips.stacks[BERTA]) == ((ADAM, CAESAR), (), 10)
    assert (state.beginning.seats, state.beginning.beginner) == ((ADAM, CAESAR), ADAM)
