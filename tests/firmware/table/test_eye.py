"""The eye watching a board through a camera whose every frame the test decides."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import replace

import cv2
import numpy as np
import pytest

from firmware.board.calibration_lock import Locked
from firmware.errors import CameraLostError, CameraMissingError
from firmware.session.events import (
    BoardMoving,
    BoardStill,
    CameraBack,
    CameraLost,
    ReadingFailed,
    ReadingTaken,
    SessionEvent,
)
from firmware.session.state import NoticeKey
from firmware.table.eye import Eye, EyePolicy
from firmware.table.latency import Stage, Stopwatch
from tests.firmware.session.table_talk import reading
from tests.firmware.table.watched_board import STEP_NS, BoardCamera, PlannedReader, Watch, press
from vision.find.board import BoardKind, BoardOutline
from vision.frame import Frame
from vision.reading import Reading, Verdict


def test_a_board_that_comes_to_rest_is_read_once_without_a_press():
    watch = Watch().look(20)
    assert [type(event) for event in watch.said] == [BoardMoving, BoardStill]
    assert watch.reader.frames_read == [1]


def test_movement_is_said_once_and_so_is_rest():
    watch = Watch().settle()
    watch.camera.place = None
    watch.look(5)
    assert watch.said == [BoardMoving()]
    watch.camera.place = 90
    watch.look(15)
    assert [type(event) for event in watch.said] == [BoardMoving, BoardStill]


CALM_LOOKS = EyePolicy().calm_after_ns // STEP_NS + 15


def test_a_board_that_has_lain_still_for_long_is_looked_at_less_often_until_something_moves():
    watch = Watch().look(20)
    assert watch.eye.pause_s == 0.0
    watch.look(CALM_LOOKS)
    assert watch.eye.pause_s == EyePolicy().calm_pause_s
    watch.camera.place = 90
    assert watch.look().eye.pause_s == 0.0
    assert watch.said[-1] == BoardMoving()


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
    assert isinstance(watch.said[-1], ReadingTaken)
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
    assert isinstance(taken, ReadingTaken)
    assert min(watch.camera.captured_ns[-2:]) >= asked.not_before_ns
    assert watch.reader.frames_read[-1] == EyePolicy().frames
    assert taken.reading.exposed_ns > asked.not_before_ns


def test_a_press_in_motion_waits_for_stillness():
    watch = Watch().settle()
    watch.camera.place = None
    watch.look(3)
    watch.said.clear()
    watch.eye.read(press(watch.camera))
    watch.look(10)
    assert watch.said == []
    watch.camera.place = 60
    watch.look(15)
    assert [type(event) for event in watch.said] == [ReadingTaken]


def test_a_board_that_never_rests_ends_the_press_in_words():
    watch = Watch(patience_ns=10 * STEP_NS).settle()
    watch.camera.place = None
    watch.look(3)
    watch.said.clear()
    watch.eye.read(press(watch.camera))
    watch.look(15)
    assert watch.said == [ReadingFailed(NoticeKey.STILL_MOVING)]


def test_holds_are_found_against_the_reading_before():
    before = reading("99XKA")
    watch = Watch(before).settle()
    watch.eye.accept(before)
    watch.eye.read(press(watch.camera, before))
    watch.look(3)
    assert watch.said[-1].hold.flags == (True,) * 5


def test_what_remained_while_the_others_were_in_the_cup_is_held_even_where_it_was_pushed():
    before = reading("99XKA", at=tuple((100.0 + 120 * i, 100.0) for i in range(5)))
    pushed = ((700.0, 600.0), (800.0, 600.0))
    remaining = reading("KA", at=pushed, verdict=Verdict.WRONG_COUNT)
    after = reading("KAQQJ", at=(*pushed, (200.0, 300.0), (300.0, 420.0), (420.0, 310.0)))
    watch = Watch(before, remaining, after).settle()
    watch.eye.accept(before)
    watch.camera.place = None
    watch.look(3)
    watch.camera.place = 60
    watch.look(15)
    watch.camera.place = None
    watch.look(3)
    watch.camera.place = 90
    watch.eye.read(press(watch.camera, before))
    watch.look(15)
    assert watch.said[-1].hold.flags == (True, True, False, False, False)


def test_dice_that_lie_as_before_are_not_new():
    before = reading("99XKA")
    watch = Watch(before)
    watch.eye.accept(before)
    watch.look(20)
    assert watch.said[-1] == BoardStill(watch.said[-1].reading, is_new=False)


def test_fewer_than_five_dice_at_rest_are_not_new():
    watch = Watch(reading("99XK", verdict=Verdict.WRONG_COUNT)).look(20)
    assert not watch.said[-1].is_new


def test_a_lost_camera_is_said_once_and_opened_again():
    watch = Watch().settle()
    watch.eye.read(press(watch.camera))
    watch.camera.is_lost = True
    assert not watch.eye.look()
    assert not watch.eye.look()
    assert watch.said == [CameraLost()]
    assert watch.camera.is_closed
    watch.camera.is_lost = False
    assert watch.eye.look()
    assert watch.said[:2] == [CameraLost(), CameraBack()]
    watch.look(20)
    assert ReadingTaken not in [type(event) for event in watch.said]  # the press died with the camera


def test_a_camera_that_was_never_there_is_said():
    said: list[SessionEvent] = []

    def missing() -> BoardCamera:
        raise CameraMissingError("no camera")

    assert not Eye(missing, PlannedReader(reading("99XKA")), said.append).look()
    assert said == [CameraLost()]


def test_pictures_of_recent_readings_are_kept_and_old_ones_are_not():
    watch = Watch(frames_kept=2).settle()
    for _ in range(3):
        watch.eye.read(press(watch.camera))
        watch.look(2)
    first, *_, last = (event.reading for event in watch.said)
    assert watch.eye.picture_of(last.exposed_ns)[1] == last
    assert watch.eye.picture_of(first.exposed_ns) is None


@pytest.mark.parametrize("verdict", [Verdict.HAND_IN_VIEW, Verdict.TOO_DARK])
def test_a_board_under_a_hand_says_nothing_of_what_remained(verdict: Verdict):
    before = reading("99XKA", at=tuple((100.0 + 120 * i, 100.0) for i in range(5)))
    hidden = reading("9", verdict=verdict)
    watch = Watch(hidden, before).look(15)
    watch.eye.accept(before)
    watch.eye.read(press(watch.camera, before))
    watch.look(3)
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
    watch.camera.place = None
    watch.look(3)
    watch.camera.place = 60
    watch.look(15)
    watch.eye.read(press(watch.camera, before))
    watch.look(3)
    assert watch.said[-1].hold.flags == (False,) * 5


# -- what players put right ------------------------------------------------------------------------------------


class PutRight(Watch):
    """A watch whose eye tells what was put right."""

    def __init__(self, *readings: Reading) -> None:
        super().__init__(*readings)
        self.told: list[tuple[str, str]] = []
        self.eye = Eye(lambda: self.camera, self.reader, self.said.append, put_right=self.put_right)

    def put_right(self, frame: Frame, read: Reading, right: Reading) -> None:
        assert frame.exposed_ns == read.exposed_ns == right.exposed_ns
        self.told.append((labels_of(read), labels_of(right)))

    def pressed(self) -> Reading:
        """Press, and return what was read."""
        self.eye.read(press(self.camera))
        self.look(20)
        return next(event.reading for event in reversed(self.said) if isinstance(event, ReadingTaken))


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


# -- the board and the light -----------------------------------------------------------------------------------


class TrayCamera(BoardCamera):
    """A camera over a round tray with a grained rim; `shift_px` is how far it was pushed."""

    def __init__(self) -> None:
        super().__init__()
        self.shift_px = 0.0
        rng = np.random.default_rng(4)
        table = cv2.resize(rng.integers(60, 120, (40, 40, 3), np.uint8), (480, 480), interpolation=cv2.INTER_CUBIC)
        cv2.circle(table, (240, 240), 190, (180, 140, 90), -1, cv2.LINE_AA)
        cv2.circle(table, (240, 240), 170, (20, 100, 60), -1, cv2.LINE_AA)
        self.table = table

    def pixels(self) -> np.ndarray:
        moved = np.array([[1.0, 0.0, self.shift_px], [0.0, 1.0, 0.0]])
        pixels = cv2.warpAffine(self.table, moved, (480, 480), borderMode=cv2.BORDER_REFLECT)
        if self.place is None:
            pixels[:, :: 2 + self.now_ns // STEP_NS % 7] //= 2
        return np.asarray(pixels, np.uint8)


class BoardKnowingReader(PlannedReader):
    """A reader that keeps which board it was told to read."""

    def __init__(self, *readings: Reading) -> None:
        super().__init__(*readings)
        self.boards: list[BoardOutline | None] = []

    def read(self, frames, board=None, *, backdrop=None, dice=None) -> Reading:
        self.boards.append(board)
        return super().read(frames, board, backdrop=backdrop, dice=dice)


def test_a_tray_that_was_pushed_is_read_where_it_stands_and_its_held_dice_with_it():
    watch = Watch()
    watch.camera = TrayCamera()
    before = reading("99XKA", at=tuple((140.0 + 50 * i, 240.0) for i in range(5)))
    after = reading("99XKA", at=tuple((152.0 + 50 * i, 240.0) for i in range(5)))
    watch.reader = BoardKnowingReader(before)
    watch.eye = Eye(lambda: watch.camera, watch.reader, watch.said.append)
    watch.look(15)
    watch.eye.accept(replace(before, exposed_ns=watch.camera.now_ns))
    watch.camera.place = None
    watch.look(3)
    watch.camera.place, watch.camera.shift_px = 1, 12.0
    watch.reader.plan = deque([after])
    watch.eye.read(press(watch.camera, replace(before, exposed_ns=watch.camera.now_ns - STEP_NS)))
    watch.look(15)
    first, last = watch.reader.boards[0], watch.reader.boards[-1]
    taken = next(event for event in watch.said if isinstance(event, ReadingTaken))
    assert first is not None
    assert last is not None
    assert last.centre_xy[0] == pytest.approx(first.centre_xy[0] + 12.0, abs=0.8)
    assert [die.slid_px for die in taken.hold.dice] == pytest.approx([0.0] * 5, abs=1.0)


def test_that_the_tray_or_the_camera_was_moved_is_told_once_and_before_the_reading():
    watch, told = Watch(), []
    watch.camera = TrayCamera()
    watch.reader = BoardKnowingReader(reading("99XKA"))
    watch.eye = Eye(
        lambda: watch.camera, watch.reader, watch.said.append, moved=lambda: told.append(len(watch.reader.boards))
    )
    watch.look(15)
    assert told == []
    watch.camera.shift_px = 12.0
    watch.look(15)
    moved_at = watch.reader.boards.index(watch.reader.boards[-1])
    watch.eye.read(press(watch.camera))
    watch.look(15)
    assert told == [moved_at]


class LockableCamera(BoardCamera):
    def __init__(self) -> None:
        super().__init__()
        self.locked_ns: list[int] = []

    def lock(self, board: BoardOutline | None, *, timeout_s: float = 4.0) -> Locked:
        self.locked_ns.append(self.now_ns)
        return Locked(exposure_us=20_000, is_steady=True)


def lockable(*readings: Reading) -> Watch:
    watch = Watch(*readings)
    watch.camera = LockableCamera()
    return watch


def test_a_camera_is_locked_once_the_board_rests_and_not_again():
    watch = lockable().look(60)
    assert len(watch.camera.locked_ns) == 1


def test_a_press_that_waits_is_answered_before_the_camera_is_locked():
    watch = lockable()
    watch.eye.read(press(watch.camera))
    while not any(isinstance(event, ReadingTaken) for event in watch.said):
        watch.look()
        assert watch.camera.locked_ns == []


def test_a_camera_is_locked_anew_when_it_got_too_dark_but_not_all_the_time():
    dark = reading("", verdict=Verdict.TOO_DARK)
    watch = lockable(reading("99XKA"), reading("99XKA"), dark).look(60)
    for _ in range(3):
        watch.eye.read(press(watch.camera))
        watch.look(40)
    assert len(watch.camera.locked_ns) == 1
    watch.look(250)
    assert len(watch.camera.locked_ns) == 2


def test_a_camera_that_was_away_is_locked_again():
    watch = lockable().look(40)
    watch.camera.is_lost = True
    watch.eye.look()
    watch.camera.is_lost = False
    watch.look(40)
    assert len(watch.camera.locked_ns) == 2


class FarSightedReader(PlannedReader):
    """A reader that looks ahead, and notes what it did and which frames were there by then."""

    def __init__(self, camera: BoardCamera, *, dark: frozenset[int] = frozenset()) -> None:
        super().__init__(reading("99XKA"))
        self._camera, self._dark = camera, dark
        self.done: list[tuple[str, int, int]] = []
        self.backdrops: list[object] = []

    def sights(self, frame, board):
        self.done.append(("sights", frame.exposed_ns, len(self._camera.captured_ns)))
        return None if len(self._camera.captured_ns) in self._dark else ((frame.exposed_ns,),)

    def read(self, frames, board=None, *, backdrop=None, seen=(), dice=None):
        self.done.append(("read", len(seen), len(self._camera.captured_ns)))
        self.backdrops.append(backdrop)
        assert [sights[0][0] for sights in seen] == [frame.exposed_ns for frame in frames[: len(seen)]]
        return super().read(frames, board, backdrop=backdrop, dice=dice)


def far_sighted(*dark: int) -> Watch:
    watch = Watch()
    watch.reader = FarSightedReader(watch.camera, dark=frozenset(dark))
    watch.eye = Eye(lambda: watch.camera, watch.reader, watch.said.append, policy=EyePolicy(frames=3))
    watch.settle()
    watch.camera.captured_ns.clear()
    watch.reader.done.clear()
    return watch


def test_what_can_be_read_while_a_frame_is_waited_for_is_read_by_then():
    watch = far_sighted()
    watch.eye.read(press(watch.camera))
    watch.look(3)
    first, second = (done[1] for done in watch.reader.done[:2])
    assert watch.reader.done == [("sights", first, 1), ("sights", second, 2), ("read", 2, 3)]
    assert first < second < watch.said[-1].reading.exposed_ns


@pytest.mark.parametrize(("dark", "ahead"), [((1, 2), 0), ((1,), 0), ((2,), 1), ((), 2)])
def test_frames_are_read_ahead_up_to_the_first_that_cannot_be(dark: tuple[int, ...], ahead: int):
    watch = far_sighted(*dark)
    watch.eye.read(press(watch.camera))
    watch.look(3)
    assert watch.reader.done[-1] == ("read", ahead, 3)
    assert isinstance(watch.said[-1], ReadingTaken)


def test_how_the_board_looked_is_learnt_once_nobody_waits_for_it():
    watch = far_sighted()
    assert watch.reader.backdrops == [None], "that of the board coming to rest"
    watch.eye.read(press(watch.camera))
    watch.look(3)
    watch.eye.read(press(watch.camera))
    watch.look(3)
    assert [backdrop is None for backdrop in watch.reader.backdrops] == [True, False, False]


def test_how_the_board_looked_is_not_learnt_of_a_camera_that_was_lost():
    watch = far_sighted()
    watch.eye.look()
    watch.reader.backdrops.clear()
    watch.camera.place = None
    watch.look(3)
    watch.camera.place = 60
    while not watch.reader.backdrops:
        watch.look()  # until it was read at rest
    known = watch.reader.backdrops[0]
    watch.camera.is_lost = True
    watch.eye.look()
    watch.camera.is_lost = False
    watch.camera.place = 100
    watch.look(15)
    assert watch.reader.backdrops[-1] is known


def test_the_parts_of_an_answer_are_timed_and_those_of_other_readings_are_not():
    watch = Watch()
    stopwatch = Stopwatch(lambda: watch.camera.now_ns, lambda: 0)
    watch.eye = Eye(lambda: watch.camera, watch.reader, watch.said.append, stopwatch=stopwatch)
    watch.settle()
    asked = press(watch.camera)
    stopwatch.begin(asked.not_before_ns)
    watch.eye.read(asked)
    watch.look(3)
    for stage in (Stage.SESSION, Stage.TELL, Stage.STORE):
        stopwatch.lap(stage)
    stopwatch.end(1)
    spent = stopwatch.answers[0].spent
    assert [stage for stage in Stage if stage in spent][1:4] == [Stage.WAIT, Stage.CAPTURE, Stage.LOOK]
    assert spent[Stage.WAIT].wall_ns == STEP_NS
    assert spent[Stage.CAPTURE].wall_ns == EyePolicy().frames * STEP_NS


class Surveying:
    """Somebody who borrows the camera."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.previews: list[int] = []
        self.trouble: Exception | None = None

    def survey(self, camera, preview: Frame) -> None:
        if self.trouble is not None:
            raise self.trouble
        assert camera is self.watch.camera
        self.previews.append(preview.exposed_ns)


def test_a_borrower_looks_instead_of_the_eye_which_says_nothing_meanwhile():
    watch = Watch().settle()
    borrower = Surveying(watch)
    watch.eye.lend(borrower)
    watch.camera.place = None
    watch.look(5)
    assert len(borrower.previews) == 5
    assert watch.said == []


def test_a_press_that_waits_when_the_camera_is_lent_is_not_answered_any_more():
    watch = Watch().settle()
    watch.eye.read(press(watch.camera))
    watch.eye.lend(Surveying(watch))
    watch.eye.lend(None)
    watch.look(15)
    assert watch.said == []


def test_given_back_the_board_is_watched_as_if_for_the_first_time():
    watch = Watch().settle()
    watch.eye.lend(Surveying(watch))
    watch.look(3)
    watch.eye.lend(None)
    watch.look(15)
    assert [type(event) for event in watch.said] == [BoardMoving, BoardStill]
    watch.eye.read(press(watch.camera))
    watch.look(5)
    assert isinstance(watch.said[-1], ReadingTaken)


def test_a_lent_camera_is_looked_through_without_a_pause():
    watch = Watch().look(CALM_LOOKS)
    assert watch.eye.pause_s > 0
    watch.eye.lend(Surveying(watch))
    assert watch.look().eye.pause_s == 0.0


def test_a_camera_that_is_lost_while_it_is_lent_is_said_and_opened_again():
    watch = Watch().settle()
    borrower = Surveying(watch)
    watch.eye.lend(borrower)
    borrower.trouble = CameraLostError("unplugged")
    watch.look()
    watch.camera.is_lost = True
    watch.look(2)
    borrower.trouble, watch.camera.is_lost = None, False
    watch.look(2)
    assert watch.said == [CameraLost(), CameraBack()]
    assert len(borrower.previews) == 2


def test_a_board_calibrated_just_now_is_the_one_that_is_read():
    watch = Watch().settle()
    outline = BoardOutline(polygon=((5, 5), (150, 5), (150, 110), (5, 110)), kind=BoardKind.SQUARE, size_wh=(160, 120))
    boards = []
    read = watch.reader.read
    watch.reader.read = lambda frames, board=None, **kw: boards.append(board) or read(frames, board, **kw)
    watch.eye.stand(outline, Frame(watch.camera.pixels(), watch.camera.now_ns))
    watch.look(10)
    watch.eye.read(press(watch.camera))
    watch.look(10)
    assert boards[-1] == outline
