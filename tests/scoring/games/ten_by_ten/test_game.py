from __future__ import annotations

import pytest

from scoring import actions as act
from scoring import errors
from scoring import events as ev
from scoring.game import Stage
from scoring.games.ten_by_ten import GameState, begin, preview
from scoring.rules import apply, legal_actions, replay
from scoring.ruleset import RerollRule, Ruleset, ServedRule
from scoring.seats import Beginning
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


# ---- the preview


def test_a_game_begins_with_empty_sheets_and_the_defaults(undecided):
    agreed = ev.GameBegan(players=PLAYERS)
    assert undecided == GameState(agreed=agreed, seats=(0, 1), beginning=Beginning((0, 1)))
    assert (undecided.stage, undecided.turn_number, undecided.to_move) == (Stage.BEGINNING, 1, None)
    assert [len(sheet.free_cells) for sheet in undecided.sheets] == [100, 100]
    for columns in (1, 2, 10):
        assert begin(PLAYERS, Ruleset(columns=columns)).turns == 20 * columns


def test_without_dice_to_enter_nothing_is_previewed(undecided, running, dice, random_logs):
    burned = after(running, ev.ThrowMade(dice("KKKAA")), ev.ThrowBurned((True,) * 5))
    for state in (undecided, running, burned, replay(random_logs(0, Ruleset(columns=1)))):
        assert preview(state) == {}


def test_the_preview_says_what_every_row_would_score_and_is_what_is_then_entered(running, dice):
    state = apply(running, ev.ThrowMade(dice("KKKAA")))
    expected = dict.fromkeys(Category, 0) | {Category.KINGS: 15, Category.ACES: 12, Category.FULL: 40}
    assert list(preview(state).items()) == list(expected.items())
    for row, scored in expected.items():
        assert apply(state, ev.Entered(Cell(row, 3))).entries[0].points == scored


def test_the_preview_leaves_out_rows_without_a_free_cell(log_of, dice):
    log = log_of(("KKKAA", Category.FULL, 1), ("KKKAA", Category.GRANDE, 1), ruleset=Ruleset(columns=1))
    state = replay([*log, ev.ThrowMade(dice("KKKAA"))])
    assert set(preview(state)) == set(Category) - {Category.FULL}


# ---- what may be done


def only(kind, state):
    return [action for action in legal_actions(state) if isinstance(action, kind)]


def test_before_anything_lies_there_is_nothing_but_to_throw(undecided, running, dice):
    assert legal_actions(undecided) == (act.BeginnerThrow(0), act.BeginnerThrow(1), act.Abandon())
    one = apply(undecided, ev.BeginnerThrown(1, dice("AAAAA")))
    corrections = act.CorrectThrow(may_hold=False), act.WithdrawThrow()
    assert legal_actions(one) == (act.BeginnerThrow(0), act.Abandon(), *corrections)
    first = act.ThrowDice(throw_number=1, dice=(5,), holds=((False,) * 5,), is_repeat=False)
    assert legal_actions(running) == (first, act.Abandon())


def test_after_the_first_throw_one_may_throw_on_or_enter_anywhere(running, dice):
    state = apply(running, ev.ThrowMade(dice("9TBDK")))
    (throw,) = only(act.ThrowDice, state)
    assert (throw.throw_number, throw.dice, throw.is_repeat) == (2, (1, 2, 3, 4, 5), False)
    assert len(throw.holds) == len(set(throw.holds)) == 31  # Source: 2⁵ choices but the one that holds all five
    assert [action.cell for action in only(act.Enter, state)] == list(state.sheets[0].free_cells)
    assert act.CorrectThrow(may_hold=False) in legal_actions(state)


def test_of_equal_dice_it_is_the_same_which_stay(running, dice):
    (throw,) = only(act.ThrowDice, apply(running, ev.ThrowMade(dice("AAAAA"))))
    assert [sum(flags) for flags in throw.holds] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("rule", "in_cup"), [(RerollRule.THROW, (3,)), (RerollRule.DIE, (1,))])
def test_a_burned_throw_is_repeated_and_nothing_entered(dice, rule, in_cup):
    state = begin(PLAYERS, Ruleset(reroll=rule), beginner=0)
    state = after(state, ev.ThrowMade(dice("9KTKA")), ev.ThrowBurned(BURNING, dice("KK")))
    again = act.ThrowDice(throw_number=2, dice=in_cup, holds=((False, True, False, True, False),), is_repeat=True)
    assert only(act.ThrowDice, state) == [again]
    assert not only(act.Enter, state)


def test_entries_may_be_taken_back_corrected_and_swapped(log_of, dice):
    rows = Category.FULL, Category.FULL, Category.ACES
    state = replay(log_of(*(("KKKAA", row, 1) for row in rows), ruleset=Ruleset(columns=1)))
    assert only(act.TakeBackEntry, state) == [act.TakeBackEntry(3)]
    assert only(act.SwapEntries, state) == [act.SwapEntries((1, 3))]
    free = [sheet.free_cells for sheet in state.sheets]
    changes = [act.ChangeEntry(number, free[player]) for number, player in ((1, 0), (2, 1), (3, 0))]
    assert only(act.ChangeEntry, state) == changes
    assert Cell(Category.FULL, 1) not in free[0]
    assert not only(act.TakeBackEntry, apply(state, ev.ThrowMade(dice("KKKAA"))))


def test_near_the_end_less_and_less_may_be_done(running, dice, random_logs):
    thrice = after(running, *[ev.ThrowMade(dice("9TBDK"))] * 3)
    log = random_logs(1, Ruleset(columns=1))
    for state, kinds in (
        (thrice, {act.Enter, act.Abandon, act.CorrectThrow, act.WithdrawThrow}),
        (replay(log), {act.TakeBackEntry, act.ChangeEntry, act.SwapEntries}),
        (replay([*log[:8], ev.GameAbandoned()]), set()),
    ):
        assert set(map(type, legal_actions(state))) == kinds
    assert act.CorrectThrow(may_hold=True) in legal_actions(thrice)
