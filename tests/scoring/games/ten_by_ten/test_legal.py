from __future__ import annotations

import pytest

from scoring.actions import (
    Abandon,
    BeginnerThrow,
    ChangeEntry,
    CorrectThrow,
    Enter,
    SwapEntries,
    TakeBackEntry,
    ThrowDice,
    WithdrawThrow,
)
from scoring.events import BeginnerThrown, GameAbandoned, ThrowBurned, ThrowMade
from scoring.games.ten_by_ten import begin
from scoring.rules import apply, legal_actions, replay
from scoring.ruleset import RerollRule, Ruleset
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell

PLAYERS = ("Manfred", "Ewald")


def only(kind, actions):
    return [action for action in actions if isinstance(action, kind)]


def kinds(state):
    return {type(action) for action in legal_actions(state)}


def test_at_first_both_may_throw_for_who_begins():
    assert legal_actions(begin(PLAYERS)) == (BeginnerThrow(0), BeginnerThrow(1), Abandon())


def test_after_one_throw_for_who_begins_the_other_throws(dice):
    state = apply(begin(PLAYERS), BeginnerThrown(1, dice("AAAAA")))
    assert legal_actions(state) == (BeginnerThrow(0), Abandon(), CorrectThrow(may_hold=False), WithdrawThrow())


def test_a_turn_opens_with_a_throw_of_all_five():
    (throw, abandon) = legal_actions(begin(PLAYERS, beginner=0))
    assert throw == ThrowDice(throw_number=1, dice=(5,), holds=((False,) * 5,), is_repeat=False)
    assert abandon == Abandon()


def test_after_the_first_throw_one_may_throw_on_or_enter_anywhere(dice):
    state = apply(begin(PLAYERS, beginner=0), ThrowMade(dice("9TBDK")))
    actions = legal_actions(state)
    (throw,) = only(ThrowDice, actions)
    assert (throw.throw_number, throw.dice, throw.is_repeat) == (2, (1, 2, 3, 4, 5), False)
    assert len(throw.holds) == len(set(throw.holds)) == 31  # Source: 2⁵ choices but the one that holds all five
    assert [action.cell for action in only(Enter, actions)] == list(state.sheets[0].free_cells)
    assert CorrectThrow(may_hold=False) in actions


def test_of_equal_dice_it_is_the_same_which_stay(dice):
    state = apply(begin(PLAYERS, beginner=0), ThrowMade(dice("AAAAA")))
    (throw,) = only(ThrowDice, legal_actions(state))
    assert [sum(flags) for flags in throw.holds] == [0, 1, 2, 3, 4]


def test_after_the_third_throw_only_an_entry_is_left(dice):
    state = begin(PLAYERS, beginner=0)
    for _ in range(3):
        state = apply(state, ThrowMade(dice("9TBDK")))
    assert kinds(state) == {Enter, Abandon, CorrectThrow, WithdrawThrow}
    assert CorrectThrow(may_hold=True) in legal_actions(state)


@pytest.mark.parametrize(("rule", "in_cup"), [(RerollRule.THROW, (3,)), (RerollRule.DIE, (1,))])
def test_a_burned_throw_is_repeated_and_nothing_entered(dice, rule, in_cup):
    state = apply(begin(PLAYERS, Ruleset(reroll=rule), beginner=0), ThrowMade(dice("9KTKA")))
    state = apply(state, ThrowBurned((True, False, False, False, False), dice("KK")))
    actions = legal_actions(state)
    (throw,) = only(ThrowDice, actions)
    assert throw == ThrowDice(throw_number=2, dice=in_cup, holds=((False, True, False, True, False),), is_repeat=True)
    assert not only(Enter, actions)


def test_entries_may_be_taken_back_corrected_and_swapped(log_of, dice):
    log = log_of(
        ("KKKAA", Category.FULL, 1),
        ("KKKAA", Category.FULL, 1),
        ("KKKAA", Category.ACES, 1),
        ruleset=Ruleset(columns=1),
    )
    state = replay(log)
    actions = legal_actions(state)
    assert only(TakeBackEntry, actions) == [TakeBackEntry(3)]
    assert only(SwapEntries, actions) == [SwapEntries((1, 3))]
    free = [sheet.free_cells for sheet in state.sheets]
    assert only(ChangeEntry, actions) == [ChangeEntry(1, free[0]), ChangeEntry(2, free[1]), ChangeEntry(3, free[0])]
    assert Cell(Category.FULL, 1) not in free[0]
    assert not only(TakeBackEntry, legal_actions(apply(state, ThrowMade(dice("KKKAA")))))


def test_after_the_end_entries_can_still_be_put_right(random_logs):
    over = replay(random_logs(1, Ruleset(columns=1)))
    assert kinds(over) == {TakeBackEntry, ChangeEntry, SwapEntries}


def test_once_abandoned_nothing_may_be_done(random_logs, dice):
    log = random_logs(1, Ruleset(columns=1))[:8]
    assert legal_actions(replay([*log, GameAbandoned()])) == ()
