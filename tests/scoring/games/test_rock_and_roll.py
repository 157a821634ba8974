"""Rock and Roll: bets, what they win, and what the bank must cover."""

from __future__ import annotations

import pytest

from scoring.dice import Face
from scoring.errors import (
    BankCannotCoverError,
    BankStaysError,
    CannotPayError,
    GameOverError,
    NothingEnteredError,
    NotYourTurnError,
    StakeRefusedError,
    UnknownPlayerError,
    WrongPhaseError,
)
from scoring.events import (
    EntryTakenBack,
    PlayerLeft,
)
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


@pytest.fixture
def roulette():
    """Return Rock and Roll of three, Adam holding the bank."""
    return begin(RockAndRollBegan(players=THREE, bank=ADAM, stack=10, bank_stack=50))


def test_a_colour_pays_two_and_a_value_five_beside_the_stake(roulette):
    bets = (BetPlaced(BERTA, Field.RED, 1), BetPlaced(BERTA, Field.KING, 1), BetPlaced(CAESAR, Field.BLUE, 2))
    state = run(roulette, *bets, BankThrew(Face.KING))
    assert [payout.chips for payout in state.payouts] == [3, 6, 0]
    assert state.chips.stacks == (50 + 2 - 2 - 5, 10 - 2 + 3 + 6, 8)


@pytest.mark.parametrize("face", Face)
def test_each_face_wins_its_value_and_its_colour(face):
    won = [field for field in Field if field.is_won_by(face)]
    assert won == [Field(face.colour.value), Field[face.name]]


def test_the_bank_ends_five_throws_after_its_notice_and_not_before(roulette):
    with pytest.raises(BankStaysError, match="5 throws before"):
        run(roulette, PlayerLeft(ADAM))
    state = run(roulette, NoticeGiven())
    with pytest.raises(WrongPhaseError, match="5 throws are left"):
        run(state, NoticeGiven())
    state = run(state, *[BankThrew(Face.NINE)] * 5)
    assert state.is_over
    with pytest.raises(GameOverError):
        run(state, BankThrew(Face.NINE))


def test_a_bet_the_bank_could_not_pay_is_refused(roulette):
    poor = begin(RockAndRollBegan(players=THREE, bank=ADAM, stack=10, bank_stack=12))
    assert poor.most_on(BERTA, Field.KING) == 2
    with pytest.raises(BankCannotCoverError, match="got 3 chips on king; 2 more"):
        run(poor, BetPlaced(BERTA, Field.KING, 3))
    state = run(poor, BetPlaced(BERTA, Field.KING, 2))
    assert state.most_on(CAESAR, Field.RED) == 1  # 12 - 10, at two a chip
    assert state.most_on(CAESAR, Field.BLUE) == 6


def test_bets_that_cannot_be_are_refused(roulette):
    with pytest.raises(NotYourTurnError, match="bank"):
        run(roulette, BetPlaced(ADAM, Field.RED, 1))
    with pytest.raises(StakeRefusedError):
        run(roulette, BetPlaced(BERTA, Field.RED, 0))
    with pytest.raises(CannotPayError, match="1 chips short"):
        run(roulette, BetPlaced(BERTA, Field.RED, 11))
    with pytest.raises(UnknownPlayerError):
        run(roulette, BetPlaced(7, Field.RED, 1))


def test_only_who_has_chips_on_the_fields_takes_them_back(roulette):
    with pytest.raises(NothingEnteredError, match="no chips on the fields"):
        run(roulette, BetsTakenBack(BERTA))
    assert not any(isinstance(action, TakeBetsBack) for action in legal_actions(roulette))
    placed = run(roulette, BetPlaced(BERTA, Field.RED, 1))
    assert TakeBetsBack((BERTA,)) in legal_actions(placed)


def test_the_throw_before_the_notice_stays_as_it_is(roulette):
    state = run(roulette, BankThrew(Face.NINE), NoticeGiven())
    with pytest.raises(NothingEnteredError):
        run(state, EntryTakenBack())
    assert run(state, BankThrew(Face.TEN), EntryTakenBack()).throws_to_end == 5


def test_bets_are_taken_back_before_and_a_misread_die_after_the_throw(roulette):
    state = run(roulette, BetPlaced(BERTA, Field.RED, 4), BetsTakenBack(BERTA))
    assert state == roulette
    placed = run(roulette, BetPlaced(BERTA, Field.RED, 4))
    assert run(placed, BankThrew(Face.NINE), EntryTakenBack()) == placed
    with pytest.raises(NothingEnteredError):
        run(placed, EntryTakenBack())


def test_who_goes_home_takes_his_bets_along(roulette):
    state = run(roulette, BetPlaced(BERTA, Field.RED, 4), PlayerLeft(BERTA))
    assert (state.seats, state.bets, state.chips.stacks[BERTA]) == ((ADAM, CAESAR), (), 10)
    assert (state.beginning.seats, state.beginning.beginner) == ((ADAM, CAESAR), ADAM)
