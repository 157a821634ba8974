"""The eye watching a board through a camera whose every frame the test decides."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from firmware.errors import CameraMissingError
from firmware.session import events
from firmware.session.vocabulary import NoticeKey
from firmware.table.eye import Eye
from firmware.table.eye_parts import EyeHooks, EyePolicy
from tests.firmware.session.table_talk import reading
from tests.firmware.table.watched_board import CALM_LOOKS, STEP_NS, BoardCamera, PlannedReader, Watch, press
from vision.frame import Frame
from vision.reading import Reading, Verdict


def test_a_board_that_comes_to_rest_is_read_once_without_a_press():
    watch = Watch().look(20)
    assert [type(event) for event in watch.said] == [events.BoardMoving, events.BoardStill]
    assert watch.reader.frames_read == [1]


def test_movement_is_said_once_and_so_is_rest():
    watch = Watch().settle()
    watch.camera.place = None
    watch.look(5)
    assert watch.said == [events.BoardMoving()]
    watch.camera.place = 90
    watch.look(15)
    assert [type(event) for event in watch.said] == [events.BoardMoving, events.BoardStill]


def test_a_board_that_has_lain_still_for_long_is_looked_at_less_often_until_something_moves():
    watch = Watch().look(20)
    assert watch.eye.pause_s == 0.0
    watch.look(CALM_LOOKS)
    assert watch.eye.pause_s == EyePolicy().calm_pause_s
    watch.camera.place = 90
    assert watch.look().eye.pause_s == 0.0
    assert watch.said[-1] == events.BoardMoving()


def test_a_press_ends_the_pause_and_none_follows_before_it_is_answered():
    watch = Watch(calm_pause_s=3600.0).look(CALM_LOOKS)
    resting = threading.Thread(target=watch.eye.rest, daemon=True)
    resting.start()
    resting.join(0.05)
    assert resting.is_alive()
    watch.eye.read(press(watch.camera))
    resting.join(10.0)
    assert not resting.is_alive()
    assert watch.eye.pause_s == 0.0
    watch.look(3)
    assert isinstance(watch.said[-1], events.ReadingTaken)
    assert watch.eye.pause_s == 3600.0


def test_a_camera_that_was_opened_again_is_looked_through_without_a_pause():
    watch = Watch().look(CALM_LOOKS)
    watch.camera.is_lost = True
    watch.look()
    watch.camera.is_lost = False
    assert watch.look().eye.pause_s == 0.0


def test_a_press_is_answered_from_still_frames_not_older_than_it():
    watch = Watch().settle()
    asked = press(watch.camera)
    watch.eye.read(asked)
    watch.look(3)
    (taken,) = watch.said
    assert isinstance(taken, events.ReadingTaken)
    assert min(watch.camera.captured_ns[-2:]) >= asked.not_before_ns
    assert watch.reader.frames_read[-1] == EyePolicy().frames
    assert taken.reading.exposed_ns > asked.not_before_ns


def test_a_press_in_motion_waits_for_stillness():
    watch = Watch().settle()
    watch.camera.place = None
    watch.look(3)
    watch.said.clear()
    watch.press(10)
    assert watch.said == []
    watch.camera.place = 60
    watch.look(15)
    assert [type(event) for event in watch.said] == [events.ReadingTaken]


def test_a_board_that_never_rests_ends_the_press_in_words():
    watch = Watch(patience_ns=10 * STEP_NS).settle()
    watch.camera.place = None
    watch.look(3)
    watch.said.clear()
    watch.press(15)
    assert watch.said == [events.ReadingFailed(NoticeKey.STILL_MOVING)]


def test_what_remained_while_the_others_were_in_the_cup_is_held_even_where_it_was_pushed():
    before = reading("99XKA", at=tuple((100.0 + 120 * i, 100.0) for i in range(5)))
    pushed = ((700.0, 600.0), (800.0, 600.0))
    remaining = reading("KA", at=pushed, verdict=Verdict.WRONG_COUNT)
    after = reading("KAQQJ", at=(*pushed, (200.0, 300.0), (300.0, 420.0), (420.0, 310.0)))
    watch = Watch(before, remaining, after).settle()
    watch.eye.accept(before)
    watch.roll()
    watch.camera.place = None
    watch.look(3)
    watch.camera.place = 90
    watch.press(15, before=before)
    assert watch.said[-1].hold.flags == (True, True, False, False, False)


def test_a_lost_camera_is_said_once_and_opened_again():
    watch = Watch().settle()
    watch.eye.read(press(watch.camera))
    watch.camera.is_lost = True
    assert not watch.eye.look()
    assert not watch.eye.look()
    assert watch.said == [events.CameraLost()]
    assert watch.camera.is_closed
    watch.camera.is_lost = False
    assert watch.eye.look()
    assert watch.said[:2] == [events.CameraLost(), events.CameraBack()]
    watch.look(20)
    assert events.ReadingTaken not in [type(event) for event in watch.said]  # the press died with the camera


def test_a_camera_that_was_never_there_is_said():
    said: list[events.SessionEvent] = []

    def missing() -> BoardCamera:
        raise CameraMissingError("no camera")

    assert not Eye(missing, PlannedReader(reading("99XKA")), said.append).look()
    assert said == [events.CameraLost()]


def test_pictures_of_recent_readings_are_kept_and_old_ones_are_not():
    watch = Watch(frames_kept=2).settle()
    for _ in range(3):
        watch.press(2)
    first, *_, last = (event.reading for event in watch.said)
    assert watch.eye.picture_of(last.exposed_ns)[1] == last
    assert watch.eye.picture_of(first.exposed_ns) is None


@pytest.mark.parametrize("verdict", [Verdict.HAND_IN_VIEW, Verdict.TOO_DARK])
def test_a_board_under_a_hand_says_nothing_of_what_remained(verdict: Verdict):
    before = reading("99XKA", at=tuple((100.0 + 120 * i, 100.0) for i in range(5)))
    hidden = reading("9", verdict=verdict)
    watch = Watch(hidden, before).look(15)
    watch.eye.accept(before)
    watch.press(before=before)
    assert watch.said[-1].hold.compared_with == before


def test_closing_gives_the_camera_back():
    watch = Watch().look()
    watch.eye.close()
    assert watch.camera.is_closed


def test_a_die_missed_in_a_finished_throw_does_not_make_the_others_look_held():
    before = reading("99XKA", at=tuple((100.0 + 120 * i, 100.0) for i in range(5)))
    places = tuple((200.0 + 130 * i, 700.0) for i in range(5))
    missed = reading("JQQK", at=places[:4], verdict=Verdict.WRONG_COUNT)
    watch = Watch(before, missed, reading("JQQKA", at=places)).settle()
    watch.eye.accept(before)
    watch.roll()
    watch.press(before=before)
    assert watch.said[-1].hold.flags == (False,) * 5


class PutRight(Watch):
    """A watch whose eye tells what was put right."""

    def __init__(self, *readings: Reading) -> None:
        super().__init__(*readings)
        self.told: list[tuple[str, str]] = []
        self.eye = Eye(lambda: self.camera, self.reader, self.said.append, hooks=EyeHooks(put_right=self.put_right))

    def put_right(self, frame: Frame, read: Reading, right: Reading) -> None:
        assert frame.exposed_ns == read.exposed_ns == right.exposed_ns
        self.told.append((labels_of(read), labels_of(right)))

    def pressed(self) -> Reading:
        """Press, and return what was read."""
        self.eye.read(press(self.camera))
        self.look(20)
        return next(event.reading for event in reversed(self.said) if isinstance(event, events.ReadingTaken))


def labels_of(taken: Reading) -> str:
    return "".join(str(die.label) for die in taken.dice)


def labelled(taken: Reading, *labels: int) -> Reading:
    dice = (replace(die, label=label) for die, label in zip(taken.dice, labels, strict=True))
    return replace(taken, dice=tuple(dice))


def test_what_was_put_right_is_told_once_the_throw_is_over_and_only_as_it_was_in_the_end():
    watch = PutRight(reading("99XKA"))
    taken = watch.pressed()
    for right in (taken, labelled(taken, 0, 0, 1, 2, 5), labelled(taken, 0, 0, 1, 3, 5)):
        watch.eye.accept(right)
    assert watch.told == []
    watch.eye.accept(watch.pressed())
    assert watch.told == [("00145", "00135")]


def test_the_end_of_a_game_is_the_end_of_its_throw():
    watch = PutRight(reading("99XKA"))
    watch.eye.accept(labelled(watch.pressed(), 1, 0, 1, 4, 5))
    watch.eye.accept(None)
    watch.eye.accept(None)
    assert watch.told == [("00145", "10145")]


def test_a_throw_whose_frame_is_no_longer_kept_teaches_nothing():
    watch = PutRight(reading("99XKA"))
    watch.eye.accept(reading("99XKA", exposed_ns=77))
    watch.eye.accept(None)
    assert watch.told == []
