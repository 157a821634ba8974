"""Escalero: sheets to their end, who pays whom, and what is put right; and tables that cannot play."""

from __future__ import annotations

import pytest

from scoring import errors
from scoring import events as ev
from scoring.games import al_capone, escalero, open_poker, rock_and_roll
from scoring.games.escalero import EscaleroBegan, Payment, Row, RowCorrected, RowEntered, payments
from scoring.games.hidden_poker import HiddenPokerBegan
from scoring.games.pot import Stakes
from tests.scoring.table import ADAM, BERTA, CAESAR, THREE, begin, run


def escalero_turns(dice, rows_of):
    """Return the events of whole sheets: for each row the dice each player enters."""
    for row in Row:
        for text in rows_of(row):
            yield ev.ThrowMade(dice(text))
            yield RowEntered(row)


def test_after_eleven_rounds_the_winner_is_paid_the_differences(dice):
    # Adam strikes all but the aces, Berta gets a served grande of aces, Cäsar nothing.
    def rows_of(row):
        if row is Row.ACES:
            return "9TBDA", "AAAAA", "99999"
        if row is Row.GRANDE_SERVED:
            return "9TBDA", "AAAAA", "9TBDA"
        return ("9TBKD" if row is Row.ACES else "AAAA9" if row not in (Row.NINES, Row.POKER) else "TTBBA",) * 3

    state = begin(EscaleroBegan(players=THREE, beginner=ADAM))
    state = run(state, *escalero_turns(dice, rows_of))
    assert state.stage == "over"
    sums = [state.sum_of(player) for player in range(3)]
    assert sums == [6, 130, 0]
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


def test_nothing_is_paid_before_the_last_row_and_again_nothing_once_it_is_taken_back(dice):
    state = begin(EscaleroBegan(players=THREE[:2], beginner=ADAM))
    turns = list(escalero_turns(dice, lambda _: ("AAAAA", "9TBDA")))
    before = run(state, *turns[:-1])
    assert (before.is_filled, before.payments) == (False, ())
    after = run(before, turns[-1])
    assert (after.is_filled, len(after.payments)) == (True, 1)
    assert run(after, ev.EntryTakenBack()) == before


def test_any_free_row_may_be_struck_and_none_twice(dice):
    state = begin(EscaleroBegan(players=THREE[:2], beginner=ADAM))
    state = run(state, ev.ThrowMade(dice("9TBDA")), RowEntered(Row.GRANDE_SERVED), ev.ThrowMade(dice("9TBDA")))
    assert state.entries[0].points == 0
    state = run(state, RowEntered(Row.NINES), ev.ThrowMade(dice("AAAAA")))
    with pytest.raises(errors.CellTakenError, match="GRANDE_SERVED is filled"):
        run(state, RowEntered(Row.GRANDE_SERVED))


def test_a_served_grande_may_go_to_grande_for_fifty(dice):
    state = begin(EscaleroBegan(players=THREE[:2], beginner=ADAM))
    state = run(state, ev.ThrowMade(dice("AAAAA")))
    assert escalero.preview(state)[Row.GRANDE] == 50
    assert escalero.preview(state)[Row.GRANDE_SERVED] == 100


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (("Adam",), "got 1 players; 2 to 12"),
        (tuple(map(str, range(13))), "got 13 players"),
        (("Adam", " adam "), "one name"),
        (("Adam", "  "), "no name"),
    ],
)
def test_a_table_that_cannot_play_is_refused(players, message):
    begun = (
        EscaleroBegan,
        open_poker.OpenPokerBegan,
        HiddenPokerBegan,
        al_capone.AlCaponeBegan,
        rock_and_roll.RockAndRollBegan,
    )
    for began in begun:
        with pytest.raises(errors.PlayersError, match=message):
            began(players=players)


def test_twelve_players_with_names_of_all_kinds_can_play():
    names = ("🎲", "مانفريد", "אוואלד", "Jean-Luc", "李", *map(str, range(7)))
    assert len(EscaleroBegan(players=names).players) == 12


def test_stakes_that_do_not_fit_each_other_are_refused():
    for minimum, maximum, stack in ((0, 6, 50), (7, 6, 50), (1, 6, 5)):
        with pytest.raises(errors.StakesError, match="each must be at least the one before"):
            Stakes(minimum=minimum, maximum=maximum, stack=stack)
    for began in (EscaleroBegan, rock_and_roll.RockAndRollBegan):
        with pytest.raises(errors.StakesError, match="got a stack of 0"):
            began(players=THREE, stack=0)


def test_an_entry_cannot_be_taken_back_once_the_next_player_has_thrown(dice):
    state = begin(EscaleroBegan(players=THREE[:2], beginner=ADAM))
    entered = run(state, ev.ThrowMade(dice("AAAKK")), RowEntered(Row.ACES))
    assert run(entered, ev.EntryTakenBack()).turn.faces == dice("AAAKK")
    with pytest.raises(errors.TakeBackTooLateError, match="next turn has begun"):
        run(entered, ev.ThrowMade(dice("9TBDK")), ev.EntryTakenBack())
    with pytest.raises(errors.TakeBackTooLateError):
        run(entered, ev.ThrowBurned((True, False, False, False, False)), ev.EntryTakenBack())


def test_an_entry_is_put_right_in_its_own_row_or_a_free_one_and_in_no_taken_one(dice):
    state = begin(EscaleroBegan(players=THREE[:2], beginner=ADAM))
    rows = ("AAAKK", Row.ACES), ("99999", Row.NINES), ("KKKAA", Row.KINGS)
    for text, row in rows:
        state = run(state, ev.ThrowMade(dice(text)), RowEntered(row))
    wrong = {"turn_number": 1, "faces": dice("AAAAK"), "is_served": False}
    assert run(state, RowCorrected(row=Row.ACES, **wrong)).sum_of(ADAM) == 24 + 15
    assert run(state, RowCorrected(row=Row.POKER, **wrong)).sum_of(ADAM) == 40 + 15
    with pytest.raises(errors.CellTakenError, match="KINGS is filled"):
        run(state, RowCorrected(row=Row.KINGS, **wrong))


def test_what_somebody_threw_for_who_begins_goes_home_with_him(dice):
    state = begin(EscaleroBegan(players=THREE))
    thrown = run(state, ev.BeginnerThrown(ADAM, dice("AAAAA")), ev.BeginnerThrown(BERTA, dice("9999T")))
    after = run(thrown, ev.PlayerLeft(ADAM), ev.BeginnerThrown(CAESAR, dice("99999")))
    assert (after.beginning.beginner, after.to_move) == (BERTA, BERTA)


def test_no_die_is_held_in_a_throw_for_who_begins_that_is_put_right(dice):
    state = run(begin(EscaleroBegan(players=THREE)), ev.BeginnerThrown(ADAM, dice("AAAAA")))
    with pytest.raises(errors.FirstThrowHeldError):
        run(state, ev.ThrowCorrected(dice("AAAAK"), (True, False, False, False, False)))
    assert run(state, ev.ThrowCorrected(dice("AAAAK"))).beginning.throws[0].faces == dice("AAAAK")
