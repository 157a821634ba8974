"""Rock and Roll: bets, what they win, and what the bank must cover."""

from __future__ import annotations

import pytest

from scoring import errors
from scoring import events as ev
from scoring.dice import Face
from scoring.games import rock_and_roll
from scoring.rules import legal_actions
from tests.scoring.table import ADAM, BERTA, CAESAR, THREE, begin, run


@pytest.fixture
def roulette():
    """Return Rock and Roll of three, Adam holding the bank."""
    return begin(rock_and_roll.RockAndRollBegan(players=THREE, bank=ADAM, stack=10, bank_stack=50))


def test_a_colour_pays_two_and_a_value_five_beside_the_stake(roulette):
    bets = (
        rock_and_roll.BetPlaced(BERTA, rock_and_roll.Field.RED, 1),
        rock_and_roll.BetPlaced(BERTA, rock_and_roll.Field.KING, 1),
        rock_and_roll.BetPlaced(CAESAR, rock_and_roll.Field.BLUE, 2),
    )
    state = run(roulette, *bets, rock_and_roll.BankThrew(Face.KING))
    assert [payout.chips for payout in state.payouts] == [3, 6, 0]
    assert state.chips.stacks == (50 + 2 - 2 - 5, 10 - 2 + 3 + 6, 8)


@pytest.mark.parametrize("face", Face)
def test_each_face_wins_its_value_and_its_colour(face):
    won = [field for field in rock_and_roll.Field if field.is_won_by(face)]
    assert won == [rock_and_roll.Field(face.colour.value), rock_and_roll.Field[face.name]]


def test_the_bank_ends_five_throws_after_its_notice_and_not_before(roulette):
    with pytest.raises(errors.BankStaysError, match="5 throws before"):
        run(roulette, ev.PlayerLeft(ADAM))
    state = run(roulette, rock_and_roll.NoticeGiven())
    with pytest.raises(errors.WrongPhaseError, match="5 throws are left"):
        run(state, rock_and_roll.NoticeGiven())
    state = run(state, *[rock_and_roll.BankThrew(Face.NINE)] * 5)
    assert state.is_over
    with pytest.raises(errors.GameOverError):
        run(state, rock_and_roll.BankThrew(Face.NINE))


def test_a_bet_the_bank_could_not_pay_is_refused(roulette):
    poor = begin(rock_and_roll.RockAndRollBegan(players=THREE, bank=ADAM, stack=10, bank_stack=12))
    assert poor.most_on(BERTA, rock_and_roll.Field.KING) == 2
    with pytest.raises(errors.BankCannotCoverError, match="got 3 chips on king; 2 more"):
        run(poor, rock_and_roll.BetPlaced(BERTA, rock_and_roll.Field.KING, 3))
    state = run(poor, rock_and_roll.BetPlaced(BERTA, rock_and_roll.Field.KING, 2))
    assert state.most_on(CAESAR, rock_and_roll.Field.RED) == 1  # 12 - 10, at two a chip
    assert state.most_on(CAESAR, rock_and_roll.Field.BLUE) == 6


def test_bets_that_cannot_be_are_refused(roulette):
    with pytest.raises(errors.NotYourTurnError, match="bank"):
        run(roulette, rock_and_roll.BetPlaced(ADAM, rock_and_roll.Field.RED, 1))
    with pytest.raises(errors.StakeRefusedError):
        run(roulette, rock_and_roll.BetPlaced(BERTA, rock_and_roll.Field.RED, 0))
    with pytest.raises(errors.CannotPayError, match="1 chips short"):
        run(roulette, rock_and_roll.BetPlaced(BERTA, rock_and_roll.Field.RED, 11))
    with pytest.raises(errors.UnknownPlayerError):
        run(roulette, rock_and_roll.BetPlaced(7, rock_and_roll.Field.RED, 1))


def test_only_who_has_chips_on_the_fields_takes_them_back(roulette):
    with pytest.raises(errors.NothingEnteredError, match="no chips on the fields"):
        run(roulette, rock_and_roll.BetsTakenBack(BERTA))
    assert not any(isinstance(action, rock_and_roll.TakeBetsBack) for action in legal_actions(roulette))
    placed = run(roulette, rock_and_roll.BetPlaced(BERTA, rock_and_roll.Field.RED, 1))
    assert rock_and_roll.TakeBetsBack((BERTA,)) in legal_actions(placed)


def test_the_throw_before_the_notice_stays_as_it_is(roulette):
    state = run(roulette, rock_and_roll.BankThrew(Face.NINE), rock_and_roll.NoticeGiven())
    with pytest.raises(errors.NothingEnteredError):
        run(state, ev.EntryTakenBack())
    assert run(state, rock_and_roll.BankThrew(Face.TEN), ev.EntryTakenBack()).throws_to_end == 5


def test_bets_are_taken_back_before_and_a_misread_die_after_the_throw(roulette):
    state = run(
        roulette, rock_and_roll.BetPlaced(BERTA, rock_and_roll.Field.RED, 4), rock_and_roll.BetsTakenBack(BERTA)
    )
    assert state == roulette
    placed = run(roulette, rock_and_roll.BetPlaced(BERTA, rock_and_roll.Field.RED, 4))
    assert run(placed, rock_and_roll.BankThrew(Face.NINE), ev.EntryTakenBack()) == placed
    with pytest.raises(errors.NothingEnteredError):
        run(placed, ev.EntryTakenBack())


def test_who_goes_home_takes_his_bets_along(roulette):
    state = run(roulette, rock_and_roll.BetPlaced(BERTA, rock_and_roll.Field.RED, 4), ev.PlayerLeft(BERTA))
    assert (state.seats, state.bets, state.chips.stacks[BERTA]) == ((ADAM, CAESAR), (), 10)
    assert (state.beginning.seats, state.beginning.beginner) == ((ADAM, CAESAR), ADAM)
