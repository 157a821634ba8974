"""The eye looks away: what was exposed meanwhile is never read, kept or spoken of."""

from __future__ import annotations

import pytest

from firmware.errors import CameraLostError
from firmware.session.events import BoardMoving, BoardStill, CameraBack, CameraLost, ReadingFailed, ReadingTaken
from firmware.session.vocabulary import NoticeKey
from firmware.table.eye_parts import Blindfold, EyePolicy
from tests.firmware.session.table_talk import reading
from tests.firmware.table.watched_board import IN_A_ROW, STEP_NS, Watch, press
from vision.reading import Verdict

REFUSED = [ReadingFailed(NoticeKey.LOOKED_AWAY)]


def test_a_blindfold_hides_all_while_it_is_on_and_what_is_older_once_it_is_off():
    on = Blindfold().worn(True, 5).worn(True, 7)
    assert (Blindfold().hides(0), on.hides(4), on.hides(6)) == (False, True, True)
    seeing = on.worn(False, 9).worn(False, 20)
    assert [seeing.hides(exposed_ns) for exposed_ns in (4, 8, 9)] == [True, True, False]
    assert seeing.worn(True, 30).worn(False, 40).hides(39)


def away(**policy: float) -> Watch:
    """Return a watch whose eye has just turned away from a board at rest."""
    watch = Watch(**policy).settle()
    watch.eye.look_away(True)
    watch.camera.previews = 0
    watch.camera.captured_ns.clear()
    return watch


def glance_away(watch: Watch) -> None:
    watch.eye.look_away(True)
    watch.eye.look_away(False)


def test_while_away_no_frame_is_taken_nothing_is_said_and_the_camera_stays_open():
    watch = away()
    assert watch.eye.pause_s == EyePolicy().calm_pause_s
    watch.camera.place = None
    watch.eye.read(press(watch.camera))
    assert watch.look(30).said == []
    assert (watch.camera.previews, watch.camera.captured_ns, watch.camera.is_closed) == (0, [], False)
    assert watch.eye.look()
    assert watch.eye.pause_s == EyePolicy().calm_pause_s  # it sleeps between rounds even if a press waits
    watch.eye.look_away(False)
    assert watch.eye.pause_s == 0.0


def test_a_press_is_answered_from_frames_not_older_than_the_return_nor_than_itself():
    watch = away(patience_ns=20 * STEP_NS)
    watch.eye.read(press(watch.camera))
    watch.eye.look_away(True)
    watch.camera.now_ns += 1000 * STEP_NS  # far longer than a press has patience
    watch.eye.look_away(False)
    returned_ns = watch.camera.now_ns
    (taken,) = watch.look(20).said_of(ReadingTaken, ReadingFailed)
    assert taken.reading.exposed_ns >= returned_ns
    assert min(watch.camera.captured_ns) >= returned_ns
    watch.camera.captured_ns.clear()
    asked = press(watch.camera)
    watch.eye.read(asked)
    assert isinstance(watch.look(3).said[-1], ReadingTaken)
    assert min(watch.camera.captured_ns) >= asked.not_before_ns


def test_on_return_the_board_is_settled_anew_and_movement_is_said_again():
    watch = away()
    watch.camera.now_ns += 3 * STEP_NS  # no gap that would make the settler start anew by itself
    watch.eye.look_away(False)
    assert watch.look().said == [BoardMoving()]
    assert watch.look(15).kinds == [BoardMoving, BoardStill]
    watch.stir()
    glance_away(watch)
    assert watch.look(3).said == [BoardMoving()]


def meanwhile(watch: Watch, at: str, turn) -> Watch:
    """Let something happen in the midst of each look."""
    watch.reader.frames_read.clear()
    if at == "read":
        watch.reader.meanwhile = turn
    else:
        watch.camera.meanwhile[at] = turn
    return watch


MOMENTS = pytest.mark.parametrize("at", ["preview", "capture", "read"])


@MOMENTS
@pytest.mark.parametrize("turns", [(True,), (True, False)], ids=["away", "away-and-back"])
def test_a_press_being_answered_when_the_eye_turns_away_is_refused_and_its_reading_not_kept(at: str, turns):
    watch = Watch().settle()

    def turn() -> None:
        watch.camera.meanwhile.clear()
        watch.reader.meanwhile = lambda: None
        watch.camera.captured_ns.clear()
        watch.reader.frames_read.clear()
        for is_away in turns:
            watch.camera.now_ns += STEP_NS
            watch.eye.look_away(is_away)

    meanwhile(watch, at, turn).press(1)
    assert (watch.camera.captured_ns, watch.reader.frames_read) == ([], [])
    assert watch.look(3).said_of(ReadingTaken, ReadingFailed) == REFUSED
    assert watch.eye._frames == {}


@MOMENTS
def test_a_board_coming_to_rest_when_the_eye_turns_away_is_not_spoken_of(at: str):
    watch = Watch().settle().stir()
    watch.camera.place, previews = 60, watch.camera.previews

    def turn() -> None:
        if at != "preview" or watch.camera.previews > previews + 3:
            watch.eye.look_away(True)

    meanwhile(watch, at, turn).look(30)
    assert watch.said == []
    assert watch.reader.frames_read == ([1] if at == "read" else [])


def test_what_remained_before_looking_away_is_compared_with_nothing_afterwards():
    before = reading("99XKA", at=IN_A_ROW)
    after = reading("KAQQJ", at=((700.0, 600.0), (800.0, 600.0), (200.0, 300.0), (300.0, 420.0), (420.0, 310.0)))
    remaining = reading("KA", at=((700.0, 600.0), (800.0, 600.0)), verdict=Verdict.WRONG_COUNT)
    watch = Watch(before, remaining, after).settle()
    watch.eye.accept(before)
    watch.roll()
    glance_away(watch)
    watch.camera.place = 90
    watch.press(15, before=before)
    assert watch.said[-1].hold.flags == (False,) * 5


def test_a_camera_lost_or_back_while_a_frame_was_under_way_is_said_after_the_return():
    watch = Watch().settle()

    def lose() -> None:
        watch.eye.look_away(True)
        watch.camera.is_lost = True
        raise CameraLostError("unplugged")

    watch.camera.meanwhile["preview"] = lose
    assert watch.look(5).said == []
    watch.eye.look_away(False)
    assert not watch.eye.look()
    assert watch.said == [CameraLost()]
    watch.said.clear()
    watch.camera.is_lost = False
    watch.camera.meanwhile["preview"] = lambda: watch.eye.look_away(True)
    assert watch.look(3).said == []
    watch.camera.meanwhile.clear()
    watch.eye.look_away(False)
    assert watch.look().said[0] == CameraBack()


def test_the_return_wakes_the_thread():
    watch = away(calm_pause_s=3600.0)
    assert watch.is_woken_by(lambda: watch.eye.look_away(False))
