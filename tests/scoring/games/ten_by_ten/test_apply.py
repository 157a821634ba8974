from __future__ import annotations

import pytest

from scoring import errors
from scoring import events as ev
from scoring.game import Stage
from scoring.games.ten_by_ten import begin
from scoring.rules import apply, replay
from scoring.ruleset import Ruleset, ServedRule
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from scoring.turns.turn import Turn

PLAYERS = ("Manfred", "Ewald")
BURNING = (True, False, False, False, False)


@pytest.fixture
def undecided():
    return begin(PLAYERS)


@pytest.fixture
def running():
    return begin(PLAYERS, beginner=0)


def after(state, *events):
    for event in events:
        state = apply(state, event)
    return state


# ---- the log


def test_a_log_keeps_names_and_house_rules():
    rules = Ruleset(served=ServedRule.ANY_FULL_THROW, columns=3)
    state = replay([ev.GameBegan(players=PLAYERS, ruleset=rules, beginner=1)])
    assert (state.players, state.ruleset, state.beginner, state.to_move) == (PLAYERS, rules, 1, 1)


@pytest.mark.parametrize("beginner", [-1, 2])
def test_only_one_of_the_two_can_begin(beginner):
    with pytest.raises(errors.UnknownPlayerError):
        replay([ev.GameBegan(players=PLAYERS, beginner=beginner)])


# ---- who begins


@pytest.mark.parametrize(
    ("first", "second", "beginner"),
    [
        ((0, "99999"), (1, "9999T"), 1),
        ((1, "99999"), (0, "9999T"), 0),
        ((0, "AAAAA"), (1, "KKKKK"), 0),
        ((1, "AAA99"), (0, "KKKKA"), 0),  # 20 against 26: the sum of the values counts, not the hand
    ],
)
def test_the_highest_sum_begins(undecided, dice, first, second, beginner):
    state = after(undecided, *(ev.BeginnerThrown(player, dice(text)) for player, text in (first, second)))
    assert (state.beginner, state.to_move, state.stage) == (beginner, beginner, Stage.TURN)


def test_ties_throw_again_until_one_is_higher(undecided, dice):
    tie = (ev.BeginnerThrown(0, dice("AA999")), ev.BeginnerThrown(1, dice("TTTBA")))
    state = after(undecided, *tie)
    assert (state.stage, state.to_move) == (Stage.BEGINNING, None)
    state = after(state, *reversed(tie), ev.BeginnerThrown(1, dice("99999")))
    assert state.stage is Stage.BEGINNING
    assert apply(state, ev.BeginnerThrown(0, dice("9999T"))).beginner == 0


def test_a_throw_for_who_begins_can_burn_and_is_repeated(undecided):
    assert apply(undecided, ev.ThrowBurned(BURNING)) == undecided


def test_a_misread_throw_for_who_begins_can_be_put_right_until_the_first_throw(undecided, dice):
    state = after(undecided, ev.BeginnerThrown(0, dice("AAAAK")), ev.BeginnerThrown(1, dice("AAAAA")))
    assert state.beginner == 1
    tied = apply(state, ev.ThrowCorrected(dice("AAAAK")))
    assert (tied.beginner, tied.stage) == (None, Stage.BEGINNING)
    other = apply(state, ev.ThrowCorrected(dice("AAAA9")))
    assert other.beginner == 0
    begun = after(other, ev.ThrowMade(dice("KKKAA")), ev.ThrowCorrected(dice("KKKA9")))
    assert (begun.beginner, begun.turn.faces) == (0, dice("KKKA9"))


def test_a_withdrawn_throw_for_who_begins_is_thrown_again(undecided, dice):
    once = apply(undecided, ev.BeginnerThrown(0, dice("AAAAK")))
    twice = apply(once, ev.BeginnerThrown(1, dice("AAAAA")))
    assert apply(twice, ev.ThrowWithdrawn()) == once
    assert apply(once, ev.ThrowWithdrawn()) == undecided


# ---- turns


def test_the_throws_of_a_turn_are_kept_with_its_entry(running, dice, held):
    state = after(
        running,
        ev.ThrowMade(dice("KK9TA")),
        ev.ThrowMade(dice("KKAAB"), held("KKA..")),
        ev.ThrowMade(dice("KKAAK"), held("KKAA.")),
        ev.Entered(Cell(Category.FULL, 10)),
    )
    (entry,) = state.entries
    assert [throw.faces for throw in entry.throws] == [dice("KK9TA"), dice("KKAAB"), dice("KKAAK")]
    assert (entry.points, entry.is_served) == (35, False)
    assert (state.turn, state.turn_number, state.to_move) == (Turn(), 2, 1)


def test_served_is_worth_its_bonus_after_a_burned_first_throw(running, dice):
    state = after(running, ev.ThrowBurned(BURNING), ev.ThrowMade(dice("BBBBB")), ev.Entered(Cell(Category.GRANDE, 10)))
    assert state.entries[0].points == 63


def test_after_burning_the_dice_are_thrown_again_before_they_are_entered(running, dice):
    burned = after(running, ev.ThrowMade(dice("KKKAA")), ev.ThrowBurned(BURNING))
    assert after(burned, ev.ThrowMade(dice("99TTT")), ev.Entered(Cell(Category.FULL, 10))).entries[0].points == 32


def test_a_withdrawn_throw_can_be_made_again(running, dice):
    state = after(running, ev.ThrowMade(dice("KKKAB")), ev.ThrowWithdrawn(), ev.ThrowMade(dice("KKKAA")))
    assert (state.turn.throws_made, state.is_served) == (1, True)


# ---- the end


def test_a_full_game_has_200_turns(random_logs):
    # Source: scoring/RULES.md, "200 turns in all".
    log = random_logs(10, Ruleset())
    assert sum(isinstance(event, ev.Entered) for event in log) == 200
    state = replay(log)
    assert (state.stage, state.turns) == (Stage.OVER, 200)
    assert not any(sheet.free_cells for sheet in state.sheets)


def test_a_game_can_be_abandoned_before_it_is_known_who_begins(undecided):
    assert apply(undecided, ev.GameAbandoned()).stage is Stage.OVER
