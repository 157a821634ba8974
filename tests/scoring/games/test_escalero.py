"""Escalero: sheets to their end, and who pays whom; Rock and Roll: bets, what they win, what the bank must cover."""

import pytest

from scoring import errors, rules
from scoring import events as ev
from scoring.dice import Face
from scoring.games import al_capone, escalero, hidden_poker, open_poker, pot, rock_and_roll
from scoring.games.escalero import EscaleroBegan, Payment, Row, RowCorrected, RowEntered, payments
from scoring.games.rock_and_roll import BankThrew, BetPlaced, Field, NoticeGiven, RockAndRollBegan
from tests.cases import cases
from tests.scoring.table import ADAM, BERTA, CAESAR, THREE, begin, five, flags, run

OF_TWO = begin(EscaleroBegan(players=THREE[:2], beginner=ADAM))
ONE_HELD = flags("K....")


def entered(*turns):
    """Return the events of turns of one throw each: its dice and their row."""
    return [event for text, row in turns for event in (ev.ThrowMade(five(text)), RowEntered(row))]


def test_after_eleven_rounds_the_winner_is_paid_the_differences():
    turns = []  # Adam strikes all but the aces, Berta gets a served grande of aces, Cäsar nothing.
    for row in Row:
        nothing = "TTBBA" if row in (Row.NINES, Row.POKER) else "AAAA9"
        texts = {Row.ACES: ("9TBDA", "AAAAA", "99999"), Row.GRANDE_SERVED: ("9TBDA", "AAAAA", "9TBDA")}
        turns += [(text, row) for text in texts.get(row, (nothing,) * 3)]
    state = run(begin(EscaleroBegan(players=THREE, beginner=ADAM)), *entered(*turns))
    assert (state.stage, [state.sum_of(player) for player in range(3)]) == ("over", [6, 130, 0])
    assert state.payments == (Payment(0, 1, 124), Payment(2, 1, 130))
    assert state.chips.stacks == (500 - 124, 500 + 124 + 130, 500 - 130)


@pytest.mark.parametrize(
    ("sums", "expected"),
    [
        ({0: 20, 1: 20, 2: 9}, (Payment(2, 0, 5), Payment(2, 1, 5))),  # 11 owed: the odd chip stays
        ({0: 20, 1: 20, 2: 19}, ()),  # one chip cannot be shared
        ({0: 20, 1: 20}, ()),
        ({0: 7, 2: 99}, (Payment(0, 2, 50),)),  # all that he has; player 1 left
    ],
)
def test_equal_highest_sums_share_and_nobody_pays_what_he_has_not(sums, expected):
    assert payments(sums, stack=50) == expected


def test_nothing_is_paid_before_the_last_row_and_again_nothing_once_it_is_taken_back():
    *most, last = entered(*((text, row) for row in Row for text in ("AAAAA", "9TBDA")))
    before = run(OF_TWO, *most)
    after = run(before, last)
    assert [(state.is_filled, len(state.payments)) for state in (before, after)] == [(False, 0), (True, 1)]
    assert run(after, ev.EntryTakenBack()) == before


def test_any_free_row_may_be_struck_and_none_twice_and_a_served_grande_may_go_to_grande():
    state = run(OF_TWO, *entered(("9TBDA", Row.GRANDE_SERVED), ("9TBDA", Row.NINES)), ev.ThrowMade(five("AAAAA")))
    assert state.entries[0].points == 0
    with pytest.raises(errors.CellTakenError, match="GRANDE_SERVED is filled"):
        run(state, RowEntered(Row.GRANDE_SERVED))
    shown = escalero.preview(run(OF_TWO, ev.ThrowMade(five("AAAAA"))))
    assert (shown[Row.GRANDE], shown[Row.GRANDE_SERVED]) == (50, 100)


@pytest.mark.parametrize("text", ["9TBDK", "TBDKA", "KKKAA", "KKKK9", "KKKKK"])
def test_a_combination_counts_in_the_upper_rows_as_well_unless_it_was_agreed_otherwise(text):
    # Source: Spiele mit Pokerwürfeln, "Escalero": „… die ersten 6 gelten, wenn keine Fünferkombination erreicht wurde“
    agreed = EscaleroBegan(players=THREE[:2], beginner=ADAM, upper_too=False)
    usual, strict = (run(begun, ev.ThrowMade(five(text))) for begun in (OF_TWO, begin(agreed)))
    for state, kings in ((usual, 5 * text.count("K")), (strict, 0)):
        assert escalero.preview(state)[Row.KINGS] == run(state, RowEntered(Row.KINGS)).sum_of(ADAM) == kings
    lower = [row for row in Row if row not in tuple(Row)[:6]]
    assert [escalero.preview(usual)[row] for row in lower] == [escalero.preview(strict)[row] for row in lower]
    three = run(begin(agreed), ev.ThrowMade(five("KKKA9")), RowEntered(Row.KINGS))
    corrected = run(three, RowCorrected(turn_number=1, row=Row.KINGS, faces=five(text), is_served=False))
    assert (three.sum_of(ADAM), corrected.sum_of(ADAM)) == (15, 0)


@pytest.mark.parametrize(("players", "message"), cases(__file__)["refused"])
def test_a_table_that_cannot_play_is_refused(players, message):
    open_throws = open_poker.OpenPokerBegan, al_capone.AlCaponeBegan
    for began in (EscaleroBegan, hidden_poker.HiddenPokerBegan, RockAndRollBegan, *open_throws):
        with pytest.raises(errors.PlayersError, match=message):
            began(players=tuple(players))
    names = ("🎲", "مانفريد", "אוואלד", "Jean-Luc", "李", *map(str, range(7)))
    assert len(EscaleroBegan(players=names).players) == 12


def test_stakes_that_do_not_fit_each_other_are_refused():
    for minimum, maximum, stack in ((0, 6, 50), (7, 6, 50), (1, 6, 5)):
        with pytest.raises(errors.StakesError, match="each must be at least the one before"):
            pot.Stakes(minimum=minimum, maximum=maximum, stack=stack)
    assert pot.Stakes(minimum=6, maximum=6, stack=6)
    for began in (EscaleroBegan, RockAndRollBegan):
        assert began(players=THREE, stack=1)
        with pytest.raises(errors.StakesError, match="got a stack of 0"):
            began(players=THREE, stack=0)


def test_an_entry_cannot_be_taken_back_once_the_next_player_has_thrown():
    state = run(OF_TWO, *entered(("AAAKK", Row.ACES)))
    assert run(state, ev.EntryTakenBack()).turn.faces == five("AAAKK")
    for thrown in (ev.ThrowMade(five("9TBDK")), ev.ThrowBurned(ONE_HELD)):
        with pytest.raises(errors.TakeBackTooLateError, match="next turn has begun"):
            run(state, thrown, ev.EntryTakenBack())


def test_an_entry_is_put_right_in_its_own_row_or_a_free_one_and_in_no_taken_one():
    state = run(OF_TWO, *entered(("AAAKK", Row.ACES), ("99999", Row.NINES), ("KKKAA", Row.KINGS)))
    wrong = {"turn_number": 1, "faces": five("AAAAK"), "is_served": False}
    assert run(state, RowCorrected(row=Row.ACES, **wrong)).sum_of(ADAM) == 24 + 15
    assert run(state, RowCorrected(row=Row.POKER, **wrong)).sum_of(ADAM) == 40 + 15
    with pytest.raises(errors.CellTakenError, match="KINGS is filled"):
        run(state, RowCorrected(row=Row.KINGS, **wrong))


def test_what_somebody_threw_for_who_begins_goes_home_with_him_and_holds_no_die_when_it_is_put_right():
    once = run(begin(EscaleroBegan(players=THREE)), ev.BeginnerThrown(ADAM, five("AAAAA")))
    gone = (ev.BeginnerThrown(BERTA, five("9999T")), ev.PlayerLeft(ADAM), ev.BeginnerThrown(CAESAR, five("99999")))
    after = run(once, *gone)
    assert (after.beginning.beginner, after.to_move) == (BERTA, BERTA)
    with pytest.raises(errors.FirstThrowHeldError):
        run(once, ev.ThrowCorrected(five("AAAAK"), ONE_HELD))
    assert run(once, ev.ThrowCorrected(five("AAAAK"))).beginning.throws[0].faces == five("AAAAK")


# Adam holds the bank.
ROULETTE, POOR = (begin(RockAndRollBegan(players=THREE, bank=ADAM, stack=10, bank_stack=each)) for each in (50, 12))
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
        (ROULETTE, rock_and_roll.BetsTakenBack(BERTA), errors.NothingEnteredError, "no chips on the fields"),
        (run(ROULETTE, FOUR_ON_RED), ev.EntryTakenBack(), errors.NothingEnteredError, None),
        (run(ROULETTE, NINE, NoticeGiven()), ev.EntryTakenBack(), errors.NothingEnteredError, None),  # the throw stays
        (ROULETTE, ev.PlayerLeft(ADAM), errors.BankStaysError, "5 throws before"),
        (run(ROULETTE, NoticeGiven()), NoticeGiven(), errors.WrongPhaseError, "5 throws are left"),
        (run(ROULETTE, NoticeGiven(), *[NINE] * 5), NINE, errors.GameOverError, None),
    ],
)
def test_what_cannot_be_is_refused(state, event, error, said):
    with pytest.raises(error, match=said):
        run(state, event)


def test_bets_are_taken_back_before_and_a_misread_die_after_the_throw():
    assert not any(isinstance(action, rock_and_roll.TakeBetsBack) for action in rules.legal_actions(ROULETTE))
    placed = run(ROULETTE, FOUR_ON_RED)
    assert rock_and_roll.TakeBetsBack((BERTA,)) in rules.legal_actions(placed)
    assert run(placed, rock_and_roll.BetsTakenBack(BERTA)) == ROULETTE
    assert run(placed, NINE, ev.EntryTakenBack()) == placed


def test_who_goes_home_takes_his_bets_along():
    state = run(ROULETTE, FOUR_ON_RED, ev.PlayerLeft(BERTA))
    assert (state.seats, state.bets, state.chips.stacks[BERTA]) == ((ADAM, CAESAR), (), 10)
    assert (state.beginning.seats, state.beginning.beginner) == ((ADAM, CAESAR), ADAM)
