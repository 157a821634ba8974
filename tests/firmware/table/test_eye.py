"""The eye watching a board through a camera whose every frame the test decides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.session import events
from firmware.session.vocabulary import NoticeKey
from firmware.table.eye_parts import EyePolicy
from tests.firmware.session.table_talk import reading
from tests.firmware.table.watched_board import CALM_LOOKS, IN_A_ROW, STEP_NS, Watch, press
from vision.reading import Reading, Verdict
from vision.watch.track import HoldFinding

BEFORE = reading("99XKA", at=IN_A_ROW)


def test_movement_is_said_once_and_so_is_rest_which_is_read_once_without_a_press():
    watch = Watch().look(20)
    assert watch.kinds == [events.BoardMoving, events.BoardStill]
    assert watch.reader.frames_read == [1]
    watch.said.clear()
    watch.camera.place = None
    watch.look(5)
    assert watch.said == [events.BoardMoving()]
    watch.camera.place = 90
    assert watch.look(15).kinds == [events.BoardMoving, events.BoardStill]


def test_a_board_that_has_lain_still_for_long_is_looked_at_less_often_until_something_moves():
    watch = Watch().look(20)
    assert watch.eye.pause_s == 0.0
    assert watch.look(CALM_LOOKS).eye.pause_s == EyePolicy().calm_pause_s
    watch.camera.place = 90
    assert watch.look().eye.pause_s == 0.0
    assert watch.said[-1] == events.BoardMoving()
    watch.look(CALM_LOOKS).camera.is_lost = True
    watch.look().camera.is_lost = False
    assert watch.look().eye.pause_s == 0.0  # a camera that was opened again


def test_a_press_ends_the_pause_and_none_follows_before_it_is_answered():
    watch = Watch(calm_pause_s=3600.0).look(CALM_LOOKS)
    assert watch.is_woken_by(lambda: watch.eye.read(press(watch.camera)))
    assert watch.eye.pause_s == 0.0
    watch.look(3)
    assert isinstance(watch.said[-1], events.ReadingTaken)
    assert watch.eye.pause_s == 3600.0


def test_a_press_is_answered_from_still_frames_not_older_than_it():
    watch = Watch().settle()
    asked = press(watch.camera)
    watch.eye.read(asked)
    (taken,) = watch.look(3).said
    assert min(watch.camera.captured_ns[-2:]) >= asked.not_before_ns
    assert watch.reader.frames_read[-1] == EyePolicy().frames
    assert taken.reading.exposed_ns > asked.not_before_ns


def test_a_press_in_motion_waits_for_stillness_and_a_board_that_never_rests_ends_it_in_words():
    watch = Watch().settle().stir().press(10)
    assert watch.said == []
    watch.camera.place = 60
    assert watch.look(15).kinds == [events.ReadingTaken]
    watch = Watch(patience_ns=10 * STEP_NS).settle().stir().press(15)
    assert watch.said == [events.ReadingFailed(NoticeKey.STILL_MOVING)]


def test_what_remained_while_the_others_were_in_the_cup_is_held_even_where_it_was_pushed():
    pushed = ((700.0, 600.0), (800.0, 600.0))
    remaining = reading("KA", at=pushed, verdict=Verdict.WRONG_COUNT)
    after = reading("KAQQJ", at=(*pushed, (200.0, 300.0), (300.0, 420.0), (420.0, 310.0)))
    watch = Watch(BEFORE, remaining, after).settle()
    watch.eye.accept(BEFORE)
    watch.roll().stir().camera.place = 90
    watch.press(15, before=BEFORE)
    assert watch.said[-1].hold.flags == (True, True, False, False, False)


def test_a_lost_camera_is_said_once_given_back_and_opened_again():
    watch = Watch().settle()
    watch.eye.read(press(watch.camera))
    watch.camera.is_lost = True
    assert [watch.eye.look() for _ in range(2)] == [False, False]
    assert watch.said == [events.CameraLost()]
    assert watch.camera.is_closed
    watch.camera.is_lost = False
    assert watch.eye.look()
    assert watch.said[:2] == [events.CameraLost(), events.CameraBack()]
    assert events.ReadingTaken not in watch.look(20).kinds  # the press died with the camera
    watch.camera.is_closed = False
    watch.eye.close()
    assert watch.camera.is_closed


def test_pictures_of_recent_readings_are_kept_and_old_ones_are_not():
    watch = Watch(frames_kept=2).settle()
    for _ in range(3):
        watch.press(2)
    first, *_, last = (event.reading for event in watch.said)
    assert watch.eye.picture_of(last.exposed_ns)[1] == last
    assert watch.eye.picture_of(first.exposed_ns) is None


def test_a_board_under_a_hand_says_nothing_of_what_remained():
    watch = Watch(BEFORE, reading("9", verdict=Verdict.HAND_IN_VIEW), BEFORE).settle()
    watch.eye.accept(BEFORE)
    watch.roll().stir().camera.place = 90
    watch.press(15, before=BEFORE)
    assert watch.said[-1].hold.compared_with == BEFORE


def test_a_die_missed_in_a_finished_throw_does_not_make_the_others_look_held():
    places = tuple((200.0 + 130 * i, 700.0) for i in range(5))
    missed = reading("JQQK", at=places[:4], verdict=Verdict.WRONG_COUNT)
    watch = Watch(BEFORE, missed, reading("JQQKA", at=places)).settle()
    watch.eye.accept(BEFORE)
    watch.roll().press(before=BEFORE)
    assert watch.said[-1].hold.flags == (False,) * 5


def labels_of(taken: Reading) -> str:
    return "".join(str(die.label) for die in taken.dice)


def labelled(taken: Reading, *labels: int) -> Reading:
    dice = (replace(die, label=label) for die, label in zip(taken.dice, labels, strict=True))
    return replace(taken, dice=tuple(dice))


def test_what_was_put_right_is_told_once_the_throw_is_over_and_only_as_it_was_in_the_end():
    told = []

    def put_right(frame, read: Reading, right: Reading) -> None:
        assert frame.exposed_ns == read.exposed_ns == right.exposed_ns
        told.append((labels_of(read), labels_of(right)))

    watch = Watch(hooks={"put_right": put_right})

    def taken() -> Reading:
        return watch.press(20).said_of(events.ReadingTaken)[-1].reading

    first = taken()
    for right in (first, labelled(first, 0, 0, 1, 2, 5), labelled(first, 0, 0, 1, 3, 5)):
        watch.eye.accept(right)
    assert told == []
    watch.eye.accept(labelled(taken(), 1, 0, 1, 4, 5))
    assert told == [("00145", "00135")]
    for _ in range(2):
        watch.eye.accept(None)  # the end of a game is the end of its throw
    assert told[1:] == [("00145", "10145")]
    watch.eye.accept(reading("99XKA", exposed_ns=77))  # its frame is no longer kept
    watch.eye.accept(None)
    assert len(told) == 2


# -- one die is played with ------------------------------------------------------------------------------------

HERE, THERE = ((300.0, 300.0),), ((700.0, 500.0),)
ONE = reading("Q", at=HERE)
NO_DICE = reading("", verdict=Verdict.EMPTY)


def said_of(watch: Watch) -> events.BoardStill:
    """Let something move and rest, and return what is said of the board."""
    return watch.roll().said_of(events.BoardStill)[0]


def test_a_press_asks_for_as_many_dice_as_it_says_and_one_that_lies_as_before_was_not_thrown():
    watch = Watch(ONE).settle()
    watch.press(before=ONE, dice=1).press(before=reading("Q", at=THERE), dice=1)
    assert watch.reader.dice_asked[-1] == 1
    assert [taken.hold.finding is HoldFinding.NOTHING_THROWN for taken in watch.said] == [True, False]
    five = reading("99XKA")
    assert Watch(five).settle().press(before=five, dice=1).said[-1].hold is None  # five are not compared with one


@pytest.mark.parametrize(
    ("dice", "seen", "is_new"),
    [
        (1, ONE, True),
        (1, NO_DICE, False),
        (1, reading("QK", at=(*HERE, *THERE), verdict=Verdict.WRONG_COUNT), False),
        (5, reading("Q", at=HERE, verdict=Verdict.WRONG_COUNT), False),
        (5, reading("99XKA"), True),
    ],
)
def test_as_many_dice_as_are_played_with_are_new(dice: int, seen: Reading, is_new: bool):
    watch = Watch(seen).settle()
    watch.eye.expect(dice)
    assert said_of(watch).is_new is is_new


def test_one_die_that_lies_as_before_is_not_new_and_what_remained_of_five_dice_says_nothing_of_it():
    watch = Watch(ONE).settle()
    watch.eye.expect(1)
    watch.eye.accept(ONE)
    assert not said_of(watch).is_new
    watch.reader.plan[0] = reading("Q", at=THERE)
    assert said_of(watch).is_new
    watch = Watch(reading("99XKA")).settle()
    assert watch.reader.dice_asked == [5]
    watch.eye.accept(reading("9", at=HERE, exposed_ns=7))
    watch.reader.plan[0] = NO_DICE
    said_of(watch)  # all dice in the cup
    watch.stir().eye.expect(1)
    watch.reader.plan[0] = reading("9", at=HERE, verdict=Verdict.CLEAR)
    watch.camera.place = 60
    assert not watch.look(15).said[-1].is_new
