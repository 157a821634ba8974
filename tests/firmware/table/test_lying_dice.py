"""One die is played with: what the eye answers, and what it says by itself."""

from __future__ import annotations

import pytest

from firmware.session.events import BoardStill
from tests.firmware.session.table_talk import reading
from tests.firmware.table.watched_board import Watch
from vision.reading import Reading, Verdict
from vision.watch.track import HoldFinding

HERE, THERE = ((300.0, 300.0),), ((700.0, 500.0),)
ONE = reading("Q", at=HERE)
NONE = reading("", verdict=Verdict.EMPTY)


def said_of(watch: Watch) -> BoardStill:
    """Let something move and rest, and return what is said of the board."""
    return watch.roll().said_of(BoardStill)[0]


def test_a_press_asks_for_as_many_dice_as_it_says_and_one_that_lies_as_before_was_not_thrown():
    watch = Watch(ONE).settle()
    watch.press(before=ONE, dice=1).press(before=reading("Q", at=THERE), dice=1)
    assert watch.reader.dice_asked[-1] == 1
    assert [taken.hold.finding is HoldFinding.NOTHING_THROWN for taken in watch.said] == [True, False]
    five = reading("99XKA")
    assert Watch(five).settle().press(before=five, dice=1).said[-1].hold is None  # five are not compared with one


def test_the_eye_expects_five_dice_until_it_is_told_otherwise():
    watch = Watch().settle()
    for dice in (1, 5):
        assert watch.reader.dice_asked[-1] == 6 - dice or watch.reader.dice_asked == [5]
        watch.eye.expect(dice)
        said_of(watch)
        assert watch.reader.dice_asked[-1] == dice


@pytest.mark.parametrize(
    ("dice", "seen", "is_new"),
    [
        (1, ONE, True),
        (1, NONE, False),
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
    watch = Watch(ONE).settle()
    watch.eye.expect(1)
    watch.eye.accept(ONE)
    assert not said_of(watch).is_new
    watch.reader.plan[0] = reading("Q", at=THERE)
    assert said_of(watch).is_new


def test_what_remained_of_five_dice_says_nothing_of_one():
    watch = Watch(reading("99XKA")).settle()
    watch.eye.accept(reading("9", at=HERE, exposed_ns=7))
    watch.reader.plan[0] = NONE
    said_of(watch)  # all dice in the cup
    watch.stir().eye.expect(1)
    watch.reader.plan[0] = reading("9", at=HERE, verdict=Verdict.CLEAR)
    watch.camera.place = 60
    assert not watch.look(15).said[-1].is_new
