import itertools
import threading
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from unittest.mock import Mock, patch

import cv2
import numpy as np
import pytest

from firmware.adapters.usb import UsbCamera
from firmware.adapters.usb_lock import lacks_of
from firmware.adapters.video4linux import Knob, VideoDevice, device_of, usb_identity
from firmware.errors import CameraBusyError, CameraLostError, CameraMissingError, CameraTimeoutError
from firmware.ports import Lack
from tests.cases import cases
from tests.doubles.recorded_camera import NAMES, RecordedCamera

MS = 1_000_000
LATENCY_NS = 120 * MS  # exposure, read-out, USB: what a cheap camera has
WH = (64, 48)


class Driver:
    """A camera and its driver, with a clock that only its frames move on.

    The pixels of a frame tell its number, and `exposed_ns` when it was really exposed.
    """

    def __init__(self, *, has_stamps: bool) -> None:
        self.clock_ns = 50_000 * MS
        self.decoded = 0
        self.properties: dict[int, float] = {}
        self.exposed_ns: dict[int, int] = {}
        self.is_released = threading.Event()
        self.failing = 0
        self._has_stamps = has_stamps
        self._number = self._stalled_frames = self._stall_began_ns = 0
        self.is_stall_due = False  # nobody takes frames for two seconds: the driver keeps the first four
        self.awake = threading.Event()  # else it hangs
        self.awake.set()

    def now_ns(self) -> int:
        return self.clock_ns

    def isOpened(self) -> bool:  # noqa: N802
        return True

    def set(self, prop: int, value: float, /) -> bool:
        self.properties[prop] = value
        return True

    def get(self, prop: int, /) -> float:
        if prop != cv2.CAP_PROP_POS_MSEC:
            return self.properties.get(prop, -1.0)
        return self.exposed_ns[self._number] / MS if self._has_stamps else 0.0

    def grab(self) -> bool:
        self.awake.wait()
        if self.failing:
            self.failing -= 1
            return False
        self._number += 1
        self.exposed_ns[self._number] = self._next_exposure_ns()
        return True

    def _next_exposure_ns(self) -> int:
        if self.is_stall_due:
            self.is_stall_due, self._stalled_frames, self._stall_began_ns = False, 4, self.clock_ns
            self.clock_ns += 2_000 * MS
        if self._stalled_frames:
            self._stalled_frames -= 1
            self.clock_ns += MS
            return self._stall_began_ns - LATENCY_NS
        self.clock_ns += 33 * MS
        return self.clock_ns - LATENCY_NS

    def retrieve(self) -> tuple[bool, Any]:
        self.decoded += 1
        pixels = np.zeros((WH[1], WH[0], 3), np.uint8)
        pixels[:] = [self._number & 255, self._number >> 8 & 255, self._number >> 16]
        return True, pixels

    def release(self) -> None:
        self.is_released.set()


def number_of(pixels: Any) -> int:
    red, green, blue = (int(part) for part in pixels[0, 0])
    return red << 16 | green << 8 | blue


def opened(driver: Driver, controls: VideoDevice) -> UsbCamera:
    return UsbCamera(3, open_capture=lambda _: driver, open_controls=lambda _: controls, now_ns=driver.now_ns)


@pytest.fixture(params=[True, False], ids=["stamped", "unstamped"])
def driver(request) -> Driver:
    return Driver(has_stamps=request.param)


@pytest.fixture
def camera(driver) -> Iterator[UsbCamera]:
    camera = UsbCamera(3, open_capture=lambda _: driver, now_ns=driver.now_ns)
    yield camera
    driver.awake.set()
    camera.close()


@pytest.mark.parametrize("stalls", [False, True])
def test_a_frame_is_never_older_than_the_press_it_answers_nor_kept_during_a_stall(driver, camera, stalls):
    for _ in range(20):
        driver.is_stall_due = stalls
        pressed_ns = driver.now_ns()
        frame = camera.capture(not_before_ns=pressed_ns, timeout_s=10.0)
        assert pressed_ns <= frame.exposed_ns <= driver.exposed_ns[number_of(frame.pixels)]


def test_an_answer_comes_soon_after_its_press(driver, camera):
    driver.awake.clear()  # its clock stands until the frame is asked for, however long this thread has to wait
    pressed_ns, decoded, waits = driver.now_ns() + 1_000 * MS, driver.decoded, camera._changed.wait_for
    clocks = itertools.count(0.0, 0.002)  # the two that tell how long it was idle are not read at once
    waiting = patch.object(camera._changed, "wait_for", lambda *args, **kw: driver.awake.set() or waits(*args, **kw))
    with waiting, patch("time.thread_time", lambda: next(clocks)):
        frame = camera.capture(not_before_ns=pressed_ns, timeout_s=10.0)
    assert driver.exposed_ns[number_of(frame.pixels)] - pressed_ns < 200 * MS
    assert driver.decoded - decoded == 1  # no other was asked for


@pytest.mark.parametrize("is_unplugged", [True, False])
def test_one_frame_that_fails_is_not_the_end_but_none_that_can_be_decoded_is(driver, camera, is_unplugged):
    for _ in range(2):
        driver.failing = 3
        assert camera.preview(timeout_s=10.0).size_wh == WH
    broken = 0, Mock(side_effect=cv2.error("decoder"))
    driver.failing, driver.retrieve = (1_000_000, driver.retrieve) if is_unplugged else broken
    with pytest.raises(CameraLostError, match="usb:3 is gone: plug it in again"):
        camera.capture(not_before_ns=driver.now_ns(), timeout_s=10.0)
    assert driver.is_released.wait(timeout=5.0)
    with pytest.raises(CameraLostError):
        camera.lock(None, timeout_s=20.0)


@pytest.mark.parametrize("driver", [True], indirect=True)  # closing waits for two seconds
def test_a_camera_that_hangs_times_out_and_is_given_back_when_the_driver_lets_go(driver, camera):
    driver.awake.clear()
    with pytest.raises(CameraTimeoutError, match=r"no frame within 0\.05 s"):
        camera.capture(not_before_ns=driver.now_ns() + 60_000_000 * MS, timeout_s=0.05)
    camera.close()
    assert not driver.is_released.is_set()  # releasing a device that is being read from may crash
    driver.awake.set()
    assert driver.is_released.wait(timeout=5.0)


def test_a_camera_that_hangs_while_it_is_opened_keeps_nobody_waiting_and_is_given_back():
    driver = Driver(has_stamps=True)
    driver.awake.clear()
    for told in (r"usb:3 hangs while opening, after 0\.05 s", "still hangs while opening"):
        with pytest.raises(CameraTimeoutError, match=told):
            UsbCamera(3, open_capture=lambda _: driver, open_timeout_s=0.05)
    driver.awake.set()
    assert driver.is_released.wait(timeout=5.0)


@pytest.mark.parametrize(("name", "mode"), cases(__file__)["modes"])
def test_of_a_cameras_modes_most_pixels_that_come_often_enough_are_asked_for(name, mode):
    driver = Driver(has_stamps=True)
    opened(driver, RecordedCamera(name).controls if name else device_of(63)).close()
    asked = cv2.CAP_PROP_FOURCC, cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT, cv2.CAP_PROP_FPS
    assert [driver.properties[prop] for prop in asked] == [cv2.VideoWriter.fourcc(*mode[0]), *mode[1:]]


@pytest.mark.parametrize(("part", "answers"), [("retrieve", (True, np.zeros((48, 64), np.uint8))), ("grab", False)])
def test_a_device_that_is_missing_or_no_camera_is_refused_and_opencv_says_nothing_of_it(part, answers, capfd):
    driver = Driver(has_stamps=True)
    setattr(driver, part, lambda: answers)
    with pytest.raises(CameraMissingError, match="no colour pictures"):
        UsbCamera(63, open_capture=lambda _: driver, now_ns=driver.now_ns)
    assert driver.is_released.is_set()
    with pytest.raises(CameraMissingError, match="There is no camera /dev/video63"):
        UsbCamera(63)
    recorded = RecordedCamera(NAMES[0])
    recorded.is_taken = True
    with pytest.raises(CameraBusyError, match="Another program uses the camera /dev/video3"):
        opened(driver, recorded.controls)
    assert capfd.readouterr() == ("", "")


SHARP, FIXED, LAPTOP = NAMES


@pytest.mark.parametrize(("times", "units"), [(0.3, 30), (2.0, 200), (9.0, 300)])
def test_one_picture_is_exposed_otherwise_as_far_as_it_fits_a_frame_and_the_next_as_before(times, units):
    webcam, exposed = RecordedCamera(SHARP), []
    assert webcam.lock_at().exposed(times, lambda: exposed.append(0)) is None  # it exposes by itself
    webcam.values |= {Knob.AUTO_EXPOSURE: 1, Knob.EXPOSURE: 100}
    webcam.lock_at().exposed(times, lambda: exposed.append(webcam.values[Knob.EXPOSURE]))
    assert (exposed, webcam.values[Knob.EXPOSURE]) == ([units], 100)


@pytest.mark.parametrize(
    ("scene", "mains_hz", "units"), [(0.2, 50, {100, 200, 300}), (3.0, 60, {83, 167, 250}), (60.0, 50, set(range(100)))]
)
@pytest.mark.parametrize("name", [SHARP, FIXED])
def test_exposures_are_whole_half_periods_bright_as_dice_want_in_daylight_less_and_said(name, scene, mains_hz, units):
    webcam = RecordedCamera(name, scene=scene)
    locked = webcam.locked(mains_hz=mains_hz)
    assert webcam.values[Knob.AUTO_EXPOSURE] == 1
    assert webcam.values[Knob.EXPOSURE] in units
    assert (webcam.values[Knob.MAINS], locked.is_steady) == ({50: 1, 60: 2}[mains_hz], scene < 60)
    assert (locked.loose, webcam.light) == (frozenset(), pytest.approx((215 / 255) ** 2.2, rel=0.35))


def test_white_balance_and_focus_stay_where_the_camera_put_them_until_it_is_unlocked():
    webcam, driver = RecordedCamera(SHARP), Driver(has_stamps=True)
    with closing(opened(driver, webcam.controls)) as camera:
        assert camera.lacks() == frozenset()
        automatics = (Knob.AUTO_EXPOSURE, Knob.AUTO_WHITE, Knob.AUTOFOCUS)
        for lock, values in ((camera.lock, [1, 0, 0]), (lambda _, **how: camera.unlock(**how), [3, 1, 1])):
            lock(None, timeout_s=3.0)
            assert [webcam.values[control] for control in automatics] == values
        assert (webcam.values[Knob.WHITE_K], webcam.values[Knob.FOCUS]) == (3800, 310)


@pytest.mark.parametrize(
    ("refused", "loose", "automatic"),
    [
        (Knob.AUTO_EXPOSURE, Lack.EXPOSURE, {Knob.AUTO_EXPOSURE: 3}),
        (Knob.EXPOSURE, Lack.EXPOSURE, {Knob.AUTO_EXPOSURE: 3}),
        (Knob.AUTO_WHITE, Lack.WHITE_BALANCE, {Knob.AUTO_EXPOSURE: 1, Knob.AUTO_WHITE: 1}),
        (Knob.AUTOFOCUS, Lack.FOCUS, {Knob.AUTO_EXPOSURE: 1, Knob.AUTOFOCUS: 1}),
        (None, Lack.FOCUS, {Knob.AUTOFOCUS: 1}),  # its lens moves as its automatic is switched off
    ],
)
def test_what_the_driver_refuses_is_said_and_left_to_the_cameras_automatic(refused, loose, automatic):
    webcam = RecordedCamera(SHARP, refuses=(refused,), lies=refused is None)
    assert webcam.locked().loose == {loose}
    assert webcam.values.items() >= automatic.items()


@pytest.mark.parametrize(
    ("name", "lacks", "loose"),
    [
        (FIXED, {Lack.LENS}, set()),
        (LAPTOP, {Lack.LENS, Lack.EXPOSURE}, {Lack.EXPOSURE}),  # it lets its exposure only be read
        (None, {Lack.LENS, Lack.EXPOSURE, Lack.WHITE_BALANCE}, {Lack.EXPOSURE, Lack.WHITE_BALANCE}),
    ],
)
def test_what_a_camera_has_no_control_for_it_lacks_and_it_is_left_as_it_came(name, lacks, loose):
    webcam = RecordedCamera(name or FIXED)
    if name is None:
        webcam.values = {}
    assert lacks_of(webcam.controls) == lacks
    before = dict(webcam.values)
    assert webcam.locked().loose == loose
    if Lack.EXPOSURE in loose and before:
        assert webcam.values == before | {Knob.AUTO_WHITE: 0, Knob.MAINS: 1}


def test_a_camera_that_calls_its_own_exposure_priority_of_the_shutter_is_locked_as_well():
    webcam = RecordedCamera(FIXED)
    webcam.menu, webcam.values[Knob.AUTO_EXPOSURE] = {0, 2}, 0
    assert webcam.locked().loose == set()
    assert webcam.lock_at().exposed(2.0, lambda: webcam.preview(timeout_s=0)) is not None
    webcam.lock_at().unlock()
    assert webcam.values[Knob.AUTO_EXPOSURE] == 0


def test_a_camera_is_known_by_maker_product_and_serial_number_wherever_it_is_plugged_in(tmp_path):
    for number, (socket, serial) in enumerate((("1-1", "A7"), ("2-1", "A7"), ("1-2", None))):
        usb = tmp_path / "usb1" / socket
        (usb / f"{socket}:1.0").mkdir(parents=True)
        for name, text in (("idVendor", "046d"), ("idProduct", "082d"), ("serial", serial)):
            if text is not None:
                (usb / name).write_text(f"{text}\n")
        (tmp_path / f"video{number}").mkdir()
        (tmp_path / f"video{number}" / "device").symlink_to(usb / f"{socket}:1.0")
    known = ["usb:046d:082d:A7", "usb:046d:082d:A7", "usb:046d:082d", "usb:3"]
    assert [usb_identity(number, tmp_path) for number in range(4)] == known
