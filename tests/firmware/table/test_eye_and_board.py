"""The eye, the board, the light and who borrows the camera."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import cv2
import numpy as np
import pytest

from firmware.board.calibration_lock import Locked
from firmware.errors import CameraLostError
from firmware.session.events import BoardMoving, BoardStill, CameraBack, CameraLost, ReadingTaken
from firmware.table.eye import Eye
from firmware.table.eye_parts import EyeHooks, EyePolicy
from firmware.table.latency import PressPart, Stopwatch
from tests.firmware.session.table_talk import reading
from tests.firmware.table.watched_board import CALM_LOOKS, STEP_NS, BoardCamera, PlannedReader, Watch, press
from vision.find.board import BoardKind, BoardOutline
from vision.frame import Frame
from vision.reading import Reading, Verdict


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

    def read(self, frames, board=None, *, backdrop=None, seen=(), dice=None) -> Reading:
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
    watch.press(15, replace(before, exposed_ns=watch.camera.now_ns - STEP_NS))
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
        lambda: watch.camera,
        watch.reader,
        watch.said.append,
        hooks=EyeHooks(moved=lambda: told.append(len(watch.reader.boards))),
    )
    watch.look(15)
    assert told == []
    watch.camera.shift_px = 12.0
    watch.look(15)
    moved_at = watch.reader.boards.index(watch.reader.boards[-1])
    watch.press(15)
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
        watch.press(40)
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
    watch.press()
    first, second = (done[1] for done in watch.reader.done[:2])
    assert watch.reader.done == [("sights", first, 1), ("sights", second, 2), ("read", 2, 3)]
    assert first < second < watch.said[-1].reading.exposed_ns


@pytest.mark.parametrize(("dark", "ahead"), [((1, 2), 0), ((1,), 0), ((2,), 1), ((), 2)])
def test_frames_are_read_ahead_up_to_the_first_that_cannot_be(dark: tuple[int, ...], ahead: int):
    watch = far_sighted(*dark)
    watch.press()
    assert watch.reader.done[-1] == ("read", ahead, 3)
    assert isinstance(watch.said[-1], ReadingTaken)


def test_how_the_board_looked_is_learnt_once_nobody_waits_for_it():
    watch = far_sighted()
    assert watch.reader.backdrops == [None], "that of the board coming to rest"
    watch.press()
    watch.press()
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
    watch.eye = Eye(lambda: watch.camera, watch.reader, watch.said.append, hooks=EyeHooks(stopwatch=stopwatch))
    watch.settle()
    asked = press(watch.camera)
    stopwatch.begin(asked.not_before_ns)
    watch.eye.read(asked)
    watch.look(3)
    for stage in (PressPart.SESSION, PressPart.TELL, PressPart.STORE):
        stopwatch.lap(stage)
    stopwatch.end(1)
    spent = stopwatch.answers[0].spent
    assert [part for part in PressPart if part in spent][1:4] == [PressPart.WAIT, PressPart.CAPTURE, PressPart.LOOK]
    assert spent[PressPart.WAIT].wall_ns == STEP_NS
    assert spent[PressPart.CAPTURE].wall_ns == EyePolicy().frames * STEP_NS


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
    watch.press(5)
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
    watch.press(10)
    assert boards[-1] == outline
