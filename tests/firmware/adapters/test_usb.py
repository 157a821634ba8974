import math
import threading
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from unittest.mock import Mock

import cv2
import numpy as np
import pytest

from firmware.adapters.usb import FOURCC_MJPG, WISHED_WH, UsbCamera
from firmware.adapters.usb_lock import UsbLock
from firmware.board.calibration_lock import Lockable, Locked
from firmware.errors import CameraLostError, CameraMissingError, CameraTimeoutError
from vision.frame import Frame

MS = 1_000_000
PERIOD_NS = 33 * MS
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
        self._number = 0
        self._stalled_frames = 0
        self._stall_began_ns = 0
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
        self.clock_ns += PERIOD_NS
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
        really_ns = driver.exposed_ns[number_of(frame.pixels)]
        assert pressed_ns <= frame.exposed_ns <= really_ns


def test_an_answer_comes_soon_after_its_press(driver, camera):
    # A press to come: the driver's clock runs on while this thread only looks at it.
    pressed_ns = driver.now_ns() + 600_000 * MS
    decoded = driver.decoded
    frame = camera.capture(not_before_ns=pressed_ns, timeout_s=10.0)
    assert driver.exposed_ns[number_of(frame.pixels)] - pressed_ns < 200 * MS
    assert driver.decoded - decoded == 1  # no other was asked for


@pytest.mark.parametrize("is_unplugged", [True, False])
def test_a_single_frame_that_fails_is_not_the_end_but_one_that_sends_none_or_none_that_can_be_decoded_is_lost(
    driver, camera, is_unplugged
):
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


def test_the_highest_resolution_is_asked_for_in_a_format_usb_can_carry_and_a_small_camera_is_told(caplog):
    driver = Driver(has_stamps=True)
    UsbCamera(3, open_capture=lambda _: driver, now_ns=driver.now_ns).close()
    assert "sends only 64×48: hang it lower" in caplog.text
    size = {cv2.CAP_PROP_FRAME_WIDTH: WISHED_WH[0], cv2.CAP_PROP_FRAME_HEIGHT: WISHED_WH[1]}
    assert driver.properties == {cv2.CAP_PROP_FOURCC: FOURCC_MJPG, **size}


@pytest.mark.parametrize(("part", "answers"), [("retrieve", (True, np.zeros((48, 64), np.uint8))), ("grab", False)])
def test_a_device_that_is_missing_or_no_camera_is_refused_and_opencv_says_nothing_of_it(part, answers, capfd):
    driver = Driver(has_stamps=True)
    setattr(driver, part, lambda: answers)
    with pytest.raises(CameraMissingError, match="no colour pictures"):
        UsbCamera(63, open_capture=lambda _: driver, now_ns=driver.now_ns)
    assert driver.is_released.is_set()
    with pytest.raises(CameraMissingError, match="There is no camera /dev/video63"):
        UsbCamera(63)
    assert capfd.readouterr() == ("", "")


EXPOSURE, GAIN = cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_GAIN
AUTO_EXPOSURE, AUTO_WB, AUTOFOCUS = cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_AUTOFOCUS
WHITE, FOCUS = cv2.CAP_PROP_WB_TEMPERATURE, cv2.CAP_PROP_FOCUS
AS_IT_COMES = {AUTO_EXPOSURE: 3, EXPOSURE: 157, GAIN: 16, AUTO_WB: 1, WHITE: 3800, AUTOFOCUS: 1, FOCUS: 35}


class Webcam:
    """A camera whose pictures are as bright as exposure and gain make them; `refuses` properties stay as they are."""

    def __init__(self, scene: float = 1.0, *, refuses: tuple[int, ...] = (), has_controls: bool = True) -> None:
        self.scene = scene
        self.refuses = refuses
        self.properties: dict[int, float] = dict(AS_IT_COMES) if has_controls else {}

    def access(self, prop: int, value: float | None, *, timeout_s: float) -> float:
        if value is not None and prop in self.properties and prop not in self.refuses:
            self.properties[prop] = min(max(value, 1.0), 64.0) if prop == GAIN else value
            if prop == AUTO_WB and not value:
                self.properties[WHITE] = 6500  # some drivers jump to their default
        return self.properties.get(prop, -1.0)

    @property
    def light(self) -> float:
        if self.properties.get(AUTO_EXPOSURE) != 1:
            return 0.3  # what the camera's own exposure comes to
        return min(1.0, self.scene * self.properties[EXPOSURE] / 200 * self.properties[GAIN] / 16)

    def preview(self, *, timeout_s: float) -> Frame:
        return Frame(np.full((WH[1], WH[0], 3), round(255 * self.light ** (1 / 2.2)), np.uint8), 0)

    def locked(self, *, mains_hz: int = 50) -> Locked:
        return self.lock_at(mains_hz).lock()

    def lock_at(self, mains_hz: int = 50) -> UsbLock:
        parts = {"access": self.access, "preview": self.preview, "deadline_s": math.inf, "board": None}
        return UsbLock(**parts, half_period_us=1e6 / (2 * mains_hz))


@pytest.mark.parametrize(("times", "units"), [(0.3, 30), (2.0, 200), (9.0, 300)])
def test_one_picture_is_exposed_otherwise_as_far_as_it_fits_a_frame_and_the_next_as_before(times, units):
    webcam, exposed = Webcam(), []
    assert webcam.lock_at().exposed(times, lambda: exposed.append(0)) is None  # it exposes by itself
    webcam.properties |= {AUTO_EXPOSURE: 1, EXPOSURE: 100}
    webcam.lock_at().exposed(times, lambda: exposed.append(webcam.properties[EXPOSURE]))
    assert (exposed, webcam.properties[EXPOSURE]) == ([units], 100)


@pytest.mark.parametrize(
    ("scene", "mains_hz", "units"), [(0.2, 50, {100, 200, 300}), (3.0, 60, {83, 167, 250}), (60.0, 50, set(range(100)))]
)
def test_exposures_are_whole_half_periods_and_as_bright_as_dice_want_but_in_bright_daylight_less_and_said(
    scene, mains_hz, units
):
    webcam = Webcam(scene)
    locked = webcam.locked(mains_hz=mains_hz)
    assert webcam.properties[AUTO_EXPOSURE] == 1
    assert webcam.properties[EXPOSURE] in units
    assert locked.is_steady is (scene < 60)
    assert locked.loose == frozenset()
    assert webcam.properties[WHITE] == 3800
    assert webcam.light == pytest.approx((215 / 255) ** 2.2, rel=0.35)


def test_white_balance_and_focus_stay_where_the_camera_put_them_until_it_is_unlocked():
    webcam = Driver(has_stamps=True)
    with closing(UsbCamera(3, open_capture=lambda _: webcam, now_ns=webcam.now_ns)) as camera:
        webcam.properties |= AS_IT_COMES
        camera.lock(None, timeout_s=40.0)
        assert [webcam.properties[prop] for prop in (AUTO_EXPOSURE, AUTO_WB, AUTOFOCUS)] == [1, 0, 0]
        assert (webcam.properties[WHITE], webcam.properties[FOCUS]) == (3800, 35)
        camera.unlock(timeout_s=40.0)
        assert [webcam.properties[prop] for prop in (AUTO_EXPOSURE, AUTO_WB, AUTOFOCUS)] == [3, 1, 1]


@pytest.mark.parametrize(
    ("refused", "loose"),
    [
        (AUTO_EXPOSURE, Lockable.EXPOSURE),
        (EXPOSURE, Lockable.EXPOSURE),
        (AUTO_WB, Lockable.WHITE_BALANCE),
        (AUTOFOCUS, Lockable.FOCUS),
    ],
)
def test_what_the_driver_refuses_is_said_but_a_lens_it_has_not(refused, loose):
    webcam = Webcam(refuses=(refused,))
    assert webcam.locked().loose == {loose}
    assert (webcam.properties[AUTO_EXPOSURE] == 3) is (loose is Lockable.EXPOSURE)
    assert Webcam(has_controls=False).locked().loose == {Lockable.EXPOSURE}
