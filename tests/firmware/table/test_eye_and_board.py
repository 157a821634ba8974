"""The eye, the board, the light, who borrows the camera, and what is read before anybody asks."""

from collections import deque
from dataclasses import replace

import cv2
import numpy as np
import pytest

from firmware.adapters.open import Source
from firmware.board.calibration import Calibration, calibration_file, save
from firmware.board.calibration_lock import Locked
from firmware.commands.sighted import sighted
from firmware.session.effects import ReadBoard
from firmware.session.events import BoardMoving, BoardStill, ReadingTaken
from firmware.settings.config import Config, StoreConfig
from firmware.table import eye_parts
from firmware.table.latency import PressPart, Stopwatch
from tests.firmware.session.table_talk import reading
from tests.firmware.table.watched_board import CALM_LOOKS, IN_A_ROW, STEP_NS, BoardCamera, PlannedReader, Watch, press
from vision.find.board import BoardKind, BoardOutline
from vision.frame import Frame
from vision.reading import EyeDoubt, Verdict
from vision.watch.track import HoldFinding


class TrayCamera(BoardCamera):
    """A camera over a round tray with a grained rim; `shift_px` is how far it was pushed, `lie` where dice lie."""

    lie: tuple[tuple[float, float], ...] = ()

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
        for x, y in np.int32(self.lie).reshape(-1, 2):
            pixels[y : y + 60, x : x + 60] = 230
        return np.asarray(pixels, np.uint8)


def test_a_tray_that_was_pushed_is_told_once_before_it_is_read_where_it_stands_and_its_held_dice_with_it():
    told = []
    before = reading("99XKA", at=tuple((140.0 + 50 * i, 240.0) for i in range(5)))
    after = reading("99XKA", at=tuple((152.0 + 50 * i, 240.0) for i in range(5)))
    watch = Watch(before, camera=TrayCamera(), hooks={"moved": lambda: told.append(len(watch.reader.boards))}).look(15)
    watch.eye.accept(replace(before, exposed_ns=watch.camera.now_ns))
    assert told == []
    watch.stir()
    watch.camera.place, watch.camera.shift_px = 1, 12.0
    watch.reader.plan = deque([after])
    watch.press(15, replace(before, exposed_ns=watch.camera.now_ns - STEP_NS))
    first, *_, last = watch.reader.boards
    assert told == [watch.reader.boards.index(last)]
    assert last.centre_xy[0] == pytest.approx(first.centre_xy[0] + 12.0, abs=0.8)
    (taken,) = watch.said_of(ReadingTaken)
    assert all(die.is_unmoved for die in taken.hold.dice)


@pytest.mark.parametrize(("is_looking", "is_anew"), [(True, False), (False, False), (True, True)])
def test_one_look_tells_which_dice_lie_until_the_throw_is_taken_anew_and_asks_nothing_again(is_looking, is_anew):
    lay = tuple((82.0 + 64 * i, 190.0) for i in range(5))
    lie = (*((x, y - 43.0) for x, y in lay[:2]), (140.0, 290.0), (210.0, 290.0), (280.0, 290.0))
    before, after = reading("9XJKA", at=lay), reading("9XAAK", at=lie, doubts={1: EyeDoubt.FACE_UNCLEAR})
    watch = Watch(reading("", verdict=Verdict.EMPTY), before, camera=TrayCamera()).look(15)
    watch.camera.lie = lay
    taken = watch.press(15).said_of(ReadingTaken)[-1].reading
    watch.eye.accept(taken)
    watch.camera.lie = lay[1:2]
    watch.look(is_looking)
    for accepted in (None, taken) * is_anew:
        watch.eye.accept(accepted)
    watch.camera.lie, watch.reader.plan = lie, deque([after])
    last = watch.press(15, taken).said_of(ReadingTaken)[-1]
    is_told = is_looking and not is_anew
    expected = (HoldFinding.CLEAR, Verdict.CLEAR) if is_told else (HoldFinding.AMBIGUOUS, Verdict.NOT_SURE)
    assert (last.hold.finding, last.reading.verdict) == expected
    assert not is_told or last.hold.flags == (False, True, False, False, False)


class LockableCamera(BoardCamera):
    def __init__(self) -> None:
        super().__init__()
        self.locked_ns: list[int] = []

    def lock(self, board: BoardOutline | None, *, timeout_s: float = 4.0) -> Locked:
        self.locked_ns.append(self.now_ns)
        return Locked(exposure_us=20_000, is_steady=True)

    def expose(self, times: float, *, timeout_s: float = 3.0) -> Frame:
        self.meanwhile.get("expose", lambda: None)()
        return Frame(np.full((120, 160, 3), min(255, round(90 * times)), np.uint8), self.now_ns)


@pytest.mark.parametrize(
    ("camera", "looks_away", "level"), [(LockableCamera, 0, 27), (LockableCamera, 1, None), (BoardCamera, 0, None)]
)
def test_faces_that_light_hides_are_exposed_anew_where_the_camera_can_and_the_eye_may_look(camera, looks_away, level):
    watch = Watch(camera=camera()).settle()
    if looks_away:
        watch.camera.meanwhile["expose"] = lambda: watch.eye.look_away(True)
    retaken = watch.press().reader.retaken
    assert (retaken and retaken.pixels[0, 0, 0]) == level


def test_a_camera_is_locked_once_the_board_rests_and_nobody_waits_again_after_it_was_away_or_it_got_too_dark():
    watch = Watch(camera=LockableCamera()).press(0)
    while not watch.said_of(ReadingTaken):
        assert watch.look().camera.locked_ns == []
    assert len(watch.look(60).camera.locked_ns) == 1
    watch.camera.is_lost = True
    watch.look().camera.is_lost = False
    assert len(watch.look(40).camera.locked_ns) == 2
    watch.reader.plan = deque([reading("", verdict=Verdict.TOO_DARK)])
    for _ in range(3):
        watch.press(40)
    assert len(watch.camera.locked_ns) == 2  # not all the time
    assert len(watch.look(250).camera.locked_ns) == 3


def test_a_camera_whose_board_is_known_from_the_start_is_locked_and_another_at_its_name_begins_anew(tmp_path):
    config, outline = Config(store=StoreConfig(str(tmp_path / "games.sqlite3"))), ((1.0, 1.0), (9.0, 1.0), (9.0, 9.0))
    kept = Calibration(made_utc="", camera="usb:1:2", size_wh=(160, 120), outline=outline, kind=BoardKind.OTHER)
    watch = Watch(camera=LockableCamera())
    save(calibration_file(config), kept, Frame(watch.camera.pixels(), 0))
    source = Source(name="attached", open_camera=lambda: watch.camera)
    watch.eye = sighted(config, source, watch.said.append, stopwatch=Stopwatch()).eye
    boards = []
    for watch.camera.identity in ("usb:1:2", "usb:1:2", "usb:8:9", "usb:1:2"):
        watch.camera.is_lost = False
        watch.eye.look()
        boards.append(watch.eye._board.outline)
        watch.camera.is_lost = True
        watch.eye.look()
    assert boards == [kept.board, kept.board, None, kept.board]
    watch.camera.is_lost = False
    assert len(watch.look(30).camera.locked_ns) == 1


class FarSightedReader(PlannedReader):
    """A reader that looks ahead but for some frames, and notes what was there by then."""

    def __init__(self, camera: BoardCamera, dark: tuple[int, ...]) -> None:
        super().__init__()
        self._camera, self._dark = camera, dark
        self.done: list[tuple[object, ...]] = []

    def sights(self, frame, board, dice):
        self.done.append((f"sights of {dice}", len(self._camera.captured_ns)))
        return None if len(self._camera.captured_ns) in self._dark else ((frame.exposed_ns,),)

    def read(self, frames, board=None, *, backdrop=None, seen=(), dice=None, retake=None):
        self.done.append(("read", len(self._camera.captured_ns)))
        assert [sights[0][0] for sights in seen] == [frame.exposed_ns for frame in frames[: len(seen)]]
        return super().read(frames, board, backdrop=backdrop, dice=dice)


@pytest.mark.parametrize(("dark", "sights"), [((1,), 1), ((2,), 2), ((), 2)])
def test_frames_are_read_while_the_next_is_waited_for_up_to_the_first_that_cannot_be(dark, sights):
    camera = BoardCamera()
    watch = Watch(camera=camera, reader=FarSightedReader(camera, dark), frames=3).settle()
    camera.captured_ns.clear()
    watch.reader.done.clear()
    assert isinstance(watch.press().said[-1], ReadingTaken)
    assert watch.reader.done == [*(("sights of 5", frame) for frame in range(1, sights + 1)), ("read", 3)]


def test_how_the_board_looked_is_learnt_once_nobody_waits_for_it_and_not_of_a_camera_that_was_lost():
    watch = Watch(reading("99XKA", at=IN_A_ROW)).settle()
    assert watch.reader.backdrops == [None], "that of the board coming to rest"
    watch.press().press()
    assert [backdrop is None for backdrop in watch.reader.backdrops] == [True, False], "the first was read by then"
    watch.look()
    watch.reader.backdrops.clear()
    watch.stir().camera.place = 60
    while not watch.reader.backdrops:
        watch.look()  # until it was read at rest
    watch.camera.is_lost = True
    watch.look()
    watch.camera.is_lost, watch.camera.place = False, 100
    assert watch.look(15).reader.backdrops[-1] is watch.reader.backdrops[0]


def test_how_the_board_looks_while_dice_roll_is_not_learnt():
    watch = Watch(reading("99XKA", at=tuple((490.0 + 120 * i, 468.0) for i in range(5))))
    watch.camera.meanwhile["capture"] = lambda: setattr(watch.camera, "place", 160 - watch.camera.place)
    watch.camera.place = 60
    watch.settle().press().press()
    assert watch.reader.backdrops == [None, None]


def test_the_parts_of_an_answer_are_timed_and_those_of_other_readings_are_not():
    camera = BoardCamera()
    stopwatch = Stopwatch(lambda: camera.now_ns)
    watch = Watch(camera=camera, hooks={"stopwatch": stopwatch}).settle()
    stopwatch.begin(press(camera).not_before_ns)
    watch.press()
    for stage in (PressPart.SESSION, PressPart.TELL, PressPart.STORE):
        stopwatch.lap(stage)
    stopwatch.end(1)
    spent = stopwatch.answers[0].spent
    assert [part for part in PressPart if part in spent][1:4] == [PressPart.WAIT, PressPart.CAPTURE, PressPart.LOOK]
    assert (spent[PressPart.WAIT], spent[PressPart.CAPTURE]) == (STEP_NS, eye_parts.EyePolicy().frames * STEP_NS)


def test_a_borrower_looks_instead_of_the_eye_without_a_pause_then_the_board_is_watched_as_for_the_first_time():
    watch, lent = Watch().look(CALM_LOOKS), []
    assert watch.eye.pause_s > 0
    watch.eye.read(press(watch.camera))  # it waits when the camera is lent, and is not answered any more
    watch.said.clear()
    watch.eye.lend(lambda camera, _: lent.append(camera))
    watch.camera.place = None
    assert (watch.look(5).said, lent, watch.eye.pause_s) == ([], [watch.camera] * 5, 0.0)
    watch.camera.place = 20
    watch.eye.lend(None)
    assert watch.look(15).kinds == [BoardMoving, BoardStill]
    assert isinstance(watch.press(5).said[-1], ReadingTaken)


def test_a_board_calibrated_just_now_is_the_one_that_is_read():
    watch = Watch().settle()
    outline = BoardOutline(polygon=((5, 5), (150, 5), (150, 110), (5, 110)), kind=BoardKind.SQUARE, size_wh=(160, 120))
    watch.eye.stand(outline, Frame(watch.camera.pixels(), watch.camera.now_ns))
    assert watch.look(10).press(10).reader.boards[-1] == outline


LYING = reading("99XKA", at=IN_A_ROW)


def test_dice_that_lay_still_when_the_button_went_down_are_read_by_then_and_a_frame_from_after_it_shows_that():
    watch = Watch(LYING).settle()
    watch.camera.captured_ns.clear()
    asked = press(watch.camera)
    assert (watch.eye.read(asked), watch.said) == (False, []), "no frame since the press has shown them"
    (taken,) = watch.look().said
    assert taken.reading.exposed_ns < asked.not_before_ns <= watch.camera.now_ns
    assert watch.eye.picture_of(taken.reading.exposed_ns)[0].exposed_ns == taken.reading.exposed_ns
    assert watch.camera.captured_ns == []
    assert watch.roll().look().eye.read(ReadBoard(watch.camera.now_ns, None))
    assert isinstance(watch.said[-1], ReadingTaken), "it was seen before the button came up"


def turned_over(watch: Watch) -> None:
    """Show a die otherwise, by so little that nothing moves."""
    shown = watch.camera.pixels

    def pixels() -> np.ndarray:
        pixels = shown()
        pixels[13:16, 13:16] = 200
        return pixels

    watch.camera.pixels = pixels


@pytest.mark.parametrize(
    ("seen", "happens"),
    [
        (LYING, turned_over),
        (LYING, lambda watch: setattr(watch.camera, "place", 60)),
        (LYING, lambda watch: watch.sets.append("named")),
        (LYING, lambda watch: watch.press(1).said.clear()),
        (LYING, lambda watch: watch.look().glance_away()),
        (LYING, lambda watch: setattr(watch, "dice", 4)),
        (replace(LYING, verdict=Verdict.HAND_IN_VIEW), Watch.look),
        (replace(LYING, verdict=Verdict.WRONG_COUNT), Watch.look),
        (reading("99XKA"), Watch.look),  # beyond the picture
    ],
    ids=["turned", "moved", "named", "pressed before", "looked away", "fewer dice", "hand", "one missing", "unseen"],
)
def test_what_may_not_lie_as_it_was_read_or_not_mean_the_same_is_read_again_at_the_press(seen, happens):
    sets: list[str] = []
    watch = Watch(seen, hooks={"known": lambda: tuple(sets)}).settle()
    watch.sets, watch.dice = sets, 5
    asked_ns = watch.camera.now_ns + STEP_NS // 2
    happens(watch)
    watch.camera.captured_ns.clear()
    watch.eye.read(ReadBoard(asked_ns, None, watch.dice))
    (taken,) = watch.look(15).said_of(ReadingTaken)
    assert taken.reading.exposed_ns > min(watch.camera.captured_ns) >= asked_ns
    assert watch.reader.frames_read[-1] == eye_parts.EyePolicy().frames
