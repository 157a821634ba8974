"""What every camera must do, the simulated one and each adapter."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from firmware import errors, ports
from firmware.adapters.folder import FolderCamera
from firmware.adapters.picamera import PiCamera
from firmware.adapters.usb import UsbCamera
from firmware.board.calibration_lock import LockingCamera
from firmware.ports import Lack, LimitedCamera
from firmware.settings.config import CameraConfig
from firmware.simulated.board import SimulatedBoard
from firmware.simulated.setting import BoardName, Setting
from tests.doubles.clock import ManualClock
from tests.doubles.recorded_camera import NAMES, RecordedCamera
from tests.firmware.adapters.pi_device import Device

RED_RGB = (200, 30, 40)
WH = (1440, 1080)


@dataclass(frozen=True, slots=True)
class Rig:
    """A camera that sees something red, and its clock."""

    camera: ports.Camera
    now_ns: Callable[[], int]


def red_capture(_: object) -> Any:
    """Return what `cv2.VideoCapture` does with a USB camera that sees red."""
    pace = threading.Event()
    return SimpleNamespace(
        isOpened=lambda: True,
        set=lambda *_: True,
        get=lambda prop: time.monotonic_ns() / 1e6 if prop == cv2.CAP_PROP_POS_MSEC else 0.0,
        grab=lambda: pace.wait(0.002) or True,
        retrieve=lambda: (True, np.full((WH[1], WH[0], 3), RED_RGB[::-1], np.uint8)),
        release=pace.set,
    )


@pytest.fixture(scope="module")
def red_board() -> SimulatedBoard:
    pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
    return SimulatedBoard(Setting.for_session(1, board=BoardName.RED_ROUND), seed=1, clock=ManualClock())


def virtual_camera(folder: Path) -> PiCamera:
    """Return libcamera's virtual camera, driven by the real picamera2, that sees red."""
    if not Path("/frames").is_dir():
        pytest.skip("the real picamera2 is driven in a Debian of its own: make test-picamera")
    from tests.picamera import virtual

    cv2.imwrite(str(folder / "red.jpg"), np.full((1296, 2304, 3), RED_RGB[::-1], np.uint8))
    virtual.let_picamera2_drive_it()
    virtual.show([folder / "red.jpg"])
    return PiCamera()


@pytest.fixture(params=["simulated", *NAMES, "folder", "picamera", "virtual"])
def rig(request, tmp_path) -> Iterator[Rig]:
    with ExitStack() as stack:
        match request.param:
            case "simulated":
                board: SimulatedBoard = request.getfixturevalue("red_board")
                rig = Rig(board.open_camera(), board.clock.now_ns)
            case name if name in NAMES:
                recorded = RecordedCamera(name)
                ways = {"open_capture": red_capture, "open_controls": lambda _: recorded.controls}
                rig = Rig(UsbCamera(0, **ways), time.monotonic_ns)
            case "folder":
                cv2.imwrite(str(tmp_path / "red.png"), np.full((WH[1], WH[0], 3), RED_RGB[::-1], np.uint8))
                clock = ManualClock()
                rig = Rig(FolderCamera(tmp_path, now_ns=clock.now_ns, sleep=clock.sleep), clock.now_ns)
            case "picamera":
                rig = Rig(PiCamera(open_device=lambda: Device(colour_rgb=RED_RGB, padding=64)), time.monotonic_ns)
            case _:
                rig = Rig(virtual_camera(tmp_path), time.monotonic_ns)
        stack.callback(rig.camera.close)
        yield rig


def test_previews_are_small_colour_pictures_and_captures_show_a_die_large_enough_to_read(rig):
    assert CameraConfig(rig.camera.name).source == rig.camera.name  # it is called as in the settings
    frame = rig.camera.preview()
    assert (frame.pixels.dtype, frame.pixels.shape[2:]) == (np.uint8, (3,))
    assert max(frame.size_wh) <= 640
    assert min(rig.camera.capture(not_before_ns=0).size_wh) >= 1080


def test_red_is_the_first_channel(rig):
    for frame in (rig.camera.preview(), rig.camera.capture(not_before_ns=0)):
        height, width = frame.pixels.shape[:2]
        middle = frame.pixels[height // 3 : -height // 3, width // 3 : -width // 3]
        red, green, blue = np.median(middle.reshape(-1, 3), axis=0)
        assert red > 2 * max(green, blue)


def test_previews_move_on_and_sizes_never_change(rig):
    previews = [rig.camera.preview() for _ in range(4)]
    exposures = [frame.exposed_ns for frame in previews]
    assert exposures == sorted(set(exposures))
    assert len({frame.size_wh for frame in previews}) == 1
    assert len({rig.camera.capture(not_before_ns=0).size_wh for _ in range(3)}) == 1


def test_a_capture_is_never_older_than_asked_for_nor_from_the_future_and_times_out_where_it_cannot_be(rig):
    with pytest.raises(errors.CameraTimeoutError):
        rig.camera.capture(not_before_ns=rig.now_ns() + 60_000_000_000, timeout_s=0.05)
    for ahead_ns in (0, 5_000_000, 150_000_000):
        wanted_ns = rig.now_ns() + ahead_ns
        assert wanted_ns <= rig.camera.capture(not_before_ns=wanted_ns).exposed_ns <= rig.now_ns()


def test_a_frame_stays_as_it_is_while_others_are_taken(rig):
    frame = rig.camera.capture(not_before_ns=0)
    before = frame.pixels.copy()
    rig.camera.capture(not_before_ns=frame.exposed_ns + 1)
    assert np.array_equal(frame.pixels, before)


def test_closing_twice_does_nothing_and_a_closed_camera_says_so(rig):
    rig.camera.close()
    rig.camera.close()
    for take in (rig.camera.preview, lambda: rig.camera.capture(not_before_ns=0)):
        with pytest.raises(errors.CameraLostError):
            take()


def test_what_cannot_be_locked_is_said_and_frames_come_as_before_until_it_is_closed(rig):
    if not isinstance(locking := rig.camera, LockingCamera):
        pytest.skip("its exposure never changes by itself")
    size_wh, timeout_s = rig.camera.preview().size_wh, 20.0 if rig.camera.name == "usb:0" else 1.0
    loose = locking.lock(None, timeout_s=timeout_s).loose
    assert isinstance(locking, LimitedCamera)
    assert loose == rig.camera.lacks() & {Lack.EXPOSURE, Lack.WHITE_BALANCE, Lack.FOCUS}
    assert loose >= ({Lack.EXPOSURE, Lack.WHITE_BALANCE} if rig.camera.name == "picamera" else set())
    assert rig.camera.preview().size_wh == size_wh
    if isinstance(locking, ports.ExposingCamera):
        assert (locking.expose(0.3) is None) is (ports.Lack.EXPOSURE in loose)
    rig.camera.close()
    with pytest.raises(errors.CameraLostError):
        locking.lock(None, timeout_s=0.2)
