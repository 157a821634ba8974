"""One die is played with: what the eye answers, and what it says by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.session.events import BoardStill, ReadingTaken
from tests.firmware.session.table_talk import reading
from tests.firmware.table.watched_board import Watch
from vision.reading import Reading, Verdict
from vision.watch.track import HoldFinding

HERE, THERE = ((300.0, 300.0),), ((700.0, 500.0),)


def said_of(watch: Watch) -> BoardStill:
    """Let something move and rest, and return what is said of the board."""
    watch.camera.place = None
    watch.look(3)
    watch.said.clear()
    watch.camera.place = 60
    watch.look(15)
    return next(event for event in watch.said if isinstance(event, BoardStill))


def test_a_press_asks_for_as_many_dice_as_it_says_and_one_that_lies_as_before_was_not_thrown():
    one = reading("Q", at=HERE)
    watch = Watch(one).settle()
    watch.eye.accept(one)
    watch.press(before=one, dice=1)
    (taken,) = watch.said
    assert isinstance(taken, ReadingTaken)
    assert watch.reader.dice_asked[-1] == 1
    assert taken.hold.finding is HoldFinding.NOTHING_THROWN


def test_one_die_that_lies_elsewhere_was_thrown():
    watch = Watch(reading("Q", at=HERE)).settle()
    watch.press(before=reading("Q", at=THERE), dice=1)
    assert watch.said[-1].hold.finding is not HoldFinding.NOTHING_THROWN


def test_five_dice_are_not_compared_where_one_was_asked_for():
    five = reading("99XKA")
    watch = Watch(five).settle()
    watch.press(before=five, dice=1)
    assert watch.said[-1].hold is None


def test_the_eye_expects_five_dice_until_it_is_told_otherwise():
    watch = Watch().settle()
    assert set(watch.reader.dice_asked) == {5}
    watch.eye.expect(1)
    said_of(watch)
    assert watch.reader.dice_asked[-1] == 1
    watch.eye.expect(5)
    said_of(watch)
    assert watch.reader.dice_asked[-1] == 5


@pytest.mark.parametrize(
    ("dice", "seen", "is_new"),
    [
        (1, reading("Q", at=HERE), True),
        (1, reading("", verdict=Verdict.EMPTY), False),
        (1, reading("QK", at=(*HERE, *THERE), verdict=Verdict.WRONG_COUNT), False),
        (5, reading("Q", at=HERE, verdict=Verdict.WRONG_COUNT), False),
        (5, reading("99XKA"), True),
    ],
)
def test_as_many_dice_as_are_played_with_are_new(dice: int, seen: Reading, is_new: bool):
    watch = Watch(seen).settle()
    watch.eye.expect(dice)
    assert said_of(watch).is_new is is_new


def test_one_die_that_lies_as_before_is_not_new_and_one_that_does_not_is():
    before = reading("Q", at=HERE)
    watch = Watch(before).settle()
    watch.eye.expect(1)
    watch.eye.accept(before)
    assert not said_of(watch).is_new
    watch.reader.plan.clear()
    watch.reader.plan.append(reading("Q", at=THERE))
    assert said_of(watch).is_new


def test_what_remained_of_five_dice_says_nothing_of_one():
    before = reading("99XKA", at=tuple((100.0 + 120 * i, 100.0) for i in range(5)))
    remaining = reading("9", at=HERE, verdict=Verdict.WRONG_COUNT)
    watch = Watch(before).settle()
    watch.eye.accept(replace(reading("9", at=HERE), exposed_ns=7))
    watch.reader.plan[0] = reading("", verdict=Verdict.EMPTY)
    said_of(watch)  # all dice in the cup
    watch.camera.place = None
    watch.look(3)
    watch.eye.expect(1)
    watch.reader.plan[0] = replace(remaining, verdict=Verdict.CLEAR)
    watch.camera.place = 60
    watch.look(15)
    assert not watch.said[-1].is_new
