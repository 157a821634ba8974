"""Holds told from simulated tables, where the truth is known."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from itertools import product

import pytest

from tests.vision.table import DIE_PX, Table, TableHabits, die_at, probabilities, reading_of
from vision.errors import TooManyDiceError
from vision.watch.track import HoldFinding, HoldReason, held

PLACES = ((300.0, 300.0), (500.0, 420.0), (700.0, 300.0), (420.0, 700.0), (800.0, 760.0))
ELSEWHERE = ((250.0, 900.0), (950.0, 500.0), (620.0, 950.0), (1000.0, 900.0), (200.0, 520.0))
BEFORE = reading_of([die_at(place, face, 7.0 * face) for face, place in enumerate(PLACES)])
ALL_HOLDS = tuple(product((True, False), repeat=5))
QUESTIONS = (HoldFinding.AMBIGUOUS, HoldFinding.TURNED)


def after_holding(flags):
    """Return a throw in which the flagged dice of BEFORE lie where they lay and the others elsewhere."""
    thrown = [die_at(place, (face + 2) % 6, 33.0) for face, place in enumerate(ELSEWHERE)]
    dice = [BEFORE.dice[i] if flag else thrown[i] for i, flag in enumerate(flags)]
    return reading_of(dice)


def moved(die, by):
    x, y = die.detection.centre_xy
    return die_at((x + by * DIE_PX, y), die.label, die.detection.turn_deg)


@pytest.mark.parametrize("flags", ALL_HOLDS)
def test_each_of_the_thirty_two_holds_is_told_from_the_place_alone(flags):
    hold = held(BEFORE, after_holding(flags))
    assert hold.flags == flags
    assert hold.finding is (HoldFinding.NOTHING_THROWN if all(flags) else HoldFinding.CLEAR)


@pytest.mark.parametrize("flags", ALL_HOLDS)
def test_each_of_the_thirty_two_holds_is_told_from_what_remained(flags):
    remaining = reading_of([die for die, flag in zip(BEFORE.dice, flags, strict=True) if flag])
    hold = held(BEFORE, after_holding(flags), remaining)
    assert hold.flags == flags
    assert hold.finding is (HoldFinding.NOTHING_THROWN if all(flags) else HoldFinding.CLEAR)


def test_a_held_die_says_which_one_it_was():
    after = reading_of([die_at(ELSEWHERE[0], 3), BEFORE.dice[4], die_at(ELSEWHERE[1], 3), BEFORE.dice[1]])
    assert [die.before for die in held(BEFORE, after).dice] == [None, 4, None, 1]


def test_a_die_pushed_aside_while_others_were_collected_is_still_held():
    pushed = reading_of([moved(BEFORE.dice[0], 1.4), moved(BEFORE.dice[1], 1.4)])
    after = reading_of([*pushed.dice, *(die_at(place, 5, 33.0) for place in ELSEWHERE[:3])])
    hold = held(BEFORE, after, pushed)
    assert hold.flags == (True, True, False, False, False)
    assert hold.compared_with is pushed
    assert hold.finding is HoldFinding.CLEAR


def test_a_die_bumped_a_few_millimetres_is_held_and_said_to_have_slid():
    after = reading_of([moved(BEFORE.dice[0], 0.25), *after_holding((False,) * 5).dice[1:]])
    first = held(BEFORE, after).dice[0]
    assert (first.is_held, first.reason) == (True, HoldReason.SLID)
    assert first.slid_px == pytest.approx(0.25 * DIE_PX)


def test_a_remaining_die_knocked_far_is_held_and_pointed_out():
    remaining = reading_of([BEFORE.dice[0]])
    after = reading_of([moved(BEFORE.dice[0], 1.5), *after_holding((False,) * 5).dice[1:]])
    hold = held(BEFORE, after, remaining)
    assert hold.flags == (True, False, False, False, False)
    assert hold.dice[0].reason is HoldReason.SLID_FAR
    assert hold.finding is HoldFinding.SLID_FAR


def test_a_held_die_that_shows_another_face_is_pointed_out():
    turned = replace(BEFORE.dice[0], label=4, probabilities=probabilities(4))
    after = reading_of([turned, *after_holding((False,) * 5).dice[1:]])
    hold = held(BEFORE, after)
    assert hold.dice[0].reason is HoldReason.TURNED
    assert hold.finding is HoldFinding.TURNED


def test_a_die_turned_over_while_others_were_collected_is_pointed_out():
    turned = replace(BEFORE.dice[0], label=4, probabilities=probabilities(4))
    remaining = reading_of([turned, BEFORE.dice[1]])
    after = reading_of([*remaining.dice, *after_holding((False,) * 5).dice[2:]])
    hold = held(BEFORE, after, remaining)
    assert hold.flags == (True, True, False, False, False)
    assert [die.reason for die in hold.dice[:2]] == [HoldReason.TURNED, HoldReason.UNMOVED]
    assert hold.finding is HoldFinding.TURNED


def test_a_throw_landing_half_a_die_from_a_like_face_is_ambiguous():
    near = reading_of([moved(BEFORE.dice[0], 0.62), *after_holding((False,) * 5).dice[1:]])
    hold = held(BEFORE, near)
    assert hold.dice[0].reason is HoldReason.AMBIGUOUS
    assert hold.finding is HoldFinding.AMBIGUOUS


def test_a_die_in_its_old_place_but_twisted_is_held_with_less_confidence():
    turned = die_at(PLACES[0], BEFORE.dice[0].label, 40.0)
    after = reading_of([turned, *after_holding((False,) * 5).dice[1:]])
    first = held(BEFORE, after).dice[0]
    assert (first.is_held, first.reason) == (True, HoldReason.SLID)
    assert first.confidence < 0.95


def test_what_was_seen_after_the_throw_is_not_taken_for_what_remained():
    after = after_holding((True, False, False, False, False))
    one_missed = reading_of(after.dice[:4])
    hold = held(BEFORE, after, one_missed)
    assert hold.compared_with is BEFORE
    assert hold.flags == (True, False, False, False, False)


def test_more_dice_than_lay_before_are_not_what_remained():
    after = after_holding((True, False, False, False, False))
    six = reading_of([*after.dice, die_at((1200.0, 1200.0), 0)])
    assert held(BEFORE, after, six).compared_with is BEFORE


def test_nothing_remaining_means_that_all_were_thrown():
    hold = held(BEFORE, after_holding((False,) * 5), reading_of([]))
    assert hold.flags == (False,) * 5
    assert all(die.confidence > 0.99 for die in hold.dice)


def test_an_empty_board_holds_nothing():
    assert held(BEFORE, reading_of([])).dice == ()


def test_thirteen_dice_are_refused_in_words():
    many = reading_of([die_at((60.0 * i, 300.0), 0) for i in range(13)])
    with pytest.raises(TooManyDiceError, match="at most 12 dice; got 13"):
        held(BEFORE, many)


@dataclass(kw_only=True)
class Tally:
    """What was told wrongly, of how many simulated throws."""

    throws: int = 0
    wrong: int = 0
    silent: int = 0
    asked: int = 0

    def count(self, hold, truth):
        is_wrong, is_asked = hold.flags != truth, hold.finding in QUESTIONS
        self.throws += 1
        self.wrong += is_wrong
        self.silent += is_wrong and not is_asked
        self.asked += is_asked


def play(throws, *, is_seen, habits):
    table, tally = Table(random.Random(20_260_101), habits), Tally()
    for _ in range(throws):
        lay = table.throw((), 5)
        kept = [die for die in lay if table.rng.random() < 0.5][:4]
        remaining = tuple(kept)
        if is_seen:
            remaining = table.nudge(kept, habits.pushed, sd=0.25, far=0.1)
        lying = table.nudge(remaining, habits.bumped, sd=0.18, far=habits.shoved, tipped=habits.tipped)
        after, order = table.read((*lying, *table.throw(lying, 5 - len(lying))))
        before, seen = table.read(lay)[0], table.read(remaining)[0]
        hold = held(before, after, seen if is_seen else None)
        tally.count(hold, tuple(i < len(lying) for i in order))
    return tally


def test_holds_of_seen_remains_are_told_on_simulated_tables():
    tally = play(1500, is_seen=True, habits=TableHabits())
    assert tally.wrong <= 0.015 * tally.throws
    assert tally.silent <= 0.006 * tally.throws
    assert tally.asked <= 0.1 * tally.throws


def test_holds_of_unseen_remains_are_told_on_simulated_tables():
    tally = play(1500, is_seen=False, habits=TableHabits())
    assert tally.wrong <= 0.16 * tally.throws
    assert tally.silent <= 0.08 * tally.throws
    assert tally.asked <= 0.17 * tally.throws
