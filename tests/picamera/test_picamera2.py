"""The adapter over the real picamera2 and libcamera, beside the contract suite that it passes there, too."""

import gc
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware.adapters import errand, pi_device
from firmware.adapters import open as hardware
from firmware.adapters.picamera import PiCamera
from firmware.errors import CameraBusyError, CameraLostError, CameraTimeoutError
from firmware.faces import FACES
from firmware.session.vocabulary import NoticeKey
from firmware.settings.config import ButtonConfig, CameraConfig, Config, DisplayConfig, Gpio, StoreConfig
from tests.bench.five_dice import picture
from tests.doubles.patience import until
from tests.firmware.commands.guest import at_table, new_game, press

ELSEWHERE = "the real picamera2 is driven in a Debian of its own: make test-picamera"
virtual = pytest.importorskip("tests.picamera.virtual", reason=ELSEWHERE)

SENT_WH = (2304, 1296)
CAMERAS = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")


@pytest.fixture(autouse=True)
def _grey(tmp_path) -> None:
    if not virtual.FRAMES.is_dir():
        pytest.skip("libcamera's virtual camera is only there in a Debian of its own: make test-picamera")
    cv2.imwrite(str(tmp_path / "grey.jpg"), np.full((SENT_WH[1], SENT_WH[0], 3), 90, np.uint8))
    virtual.let_picamera2_drive_it()
    virtual.show([tmp_path / "grey.jpg"])


def left() -> tuple[int, int]:
    """Return how many files are open and how many threads run, without what only waits to be collected."""
    gc.collect()
    return len(list(Path("/proc/self/fd").iterdir())), threading.active_count()


@pytest.fixture
def device() -> Any:
    return pi_device.first_device()


@pytest.fixture
def camera(device) -> Iterator[PiCamera]:
    opened = PiCamera(open_device=lambda: device)
    yield opened
    opened.close()


def test_what_libcamera_made_of_the_wish_is_read_back(camera, device):
    wished, got = device.camera_configuration(), camera.capture(not_before_ns=0)
    assert wished["main"]["format"] == "NV12"  # BGR888 was asked for, larger, and no error said that it would not be
    assert got.size_wh == wished["main"]["size"] == SENT_WH
    for frame in (got, camera.preview()):  # it sends a JPEG's brightness, 0 to 255, as video's, 16 to 235
        assert abs(int(np.median(frame.pixels)) - 90) <= 5


def test_no_control_is_set_that_the_camera_has_not(camera, device):
    assert "ExposureTime" not in device.camera_controls
    locked = camera.lock(None, timeout_s=0.5)
    assert len(locked.loose) == 2  # exposure and white balance; a lens that cannot move has no focus to lose
    camera.preview()


def test_a_second_one_is_told_that_the_camera_is_busy_and_the_first_goes_on(camera):
    before = left()
    for _ in range(5):
        with pytest.raises(CameraBusyError, match="Another program uses"):
            PiCamera()
    assert left() == before  # it is tried again every few seconds, all evening
    camera.preview()


def test_a_busy_camera_is_waited_for_and_no_reason_to_play_on_the_simulated_board(camera):
    assert hardware.resolve_source("auto")[0] == "picamera"


def test_it_is_opened_again_and_again_and_nothing_of_it_remains(camera):
    camera.close()
    before = left()
    for _ in range(6):
        again = PiCamera()
        again.capture(not_before_ns=time.monotonic_ns())
        again.close()
    files, threads = left()
    assert files <= before[0]
    assert threads <= before[1]


@pytest.fixture
def cameras() -> Iterator[Path]:
    """The list of virtual cameras, to be changed."""
    before = CAMERAS.read_text()
    yield CAMERAS
    CAMERAS.write_text(before)


def test_that_there_is_no_camera_is_said(cameras):
    cameras.unlink()
    # In a process of its own: this libcamera never makes virtual cameras again where it once found none.
    opening = "from firmware.adapters.picamera import PiCamera; PiCamera()"
    ended = subprocess.run([sys.executable, "-c", opening], capture_output=True, text=True, check=False)
    assert "CameraMissingError: libcamera finds no camera. Check the cable" in ended.stderr


def test_a_camera_that_was_changed_meanwhile_is_found(camera, cameras):
    camera.close()
    cameras.write_text(cameras.read_text().replace("Virtual0", "Virtual1"))
    again = pi_device.first_device()
    assert [one["Id"] for one in again.global_camera_info()] == ["Virtual1"]
    again.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_camera_that_stops_sending_is_given_up_and_opened_again(camera, device):
    camera.preview()
    device.camera.stop()  # it takes no request back, of which picamera2's loop dies
    began_s = time.monotonic()
    with pytest.raises((CameraTimeoutError, CameraLostError)):
        camera.capture(not_before_ns=time.monotonic_ns(), timeout_s=0.3)
    assert time.monotonic() - began_s < 3.0
    camera.close()
    again = PiCamera()
    again.preview()
    again.close()


def test_many_waits_given_up_cost_no_buffer(camera):
    for _ in range(12):  # three times as many as there are buffers
        with pytest.raises(CameraTimeoutError):
            camera.capture(not_before_ns=time.monotonic_ns() + 60_000_000_000, timeout_s=0.03)
    camera.capture(not_before_ns=time.monotonic_ns())


def test_picamera2_itself_leaves_out_what_is_older_than_the_press(monkeypatch):
    from picamera2.request import CompletedRequest

    said = CompletedRequest.get_metadata
    # The virtual camera does not say how long it exposed, which picamera2 needs to compare.
    monkeypatch.setattr(CompletedRequest, "get_metadata", lambda request: {**said(request), "ExposureTime": 1000})
    device = pi_device.first_device()
    taken: list[int] = []
    asked = device.capture_request
    device.capture_request = lambda **how: taken.append(how.get("flush", 0)) or asked(**how)
    camera = PiCamera(open_device=lambda: device)
    pressed_ns = time.monotonic_ns() + 300_000_000
    before = len(taken)
    assert camera.capture(not_before_ns=pressed_ns).exposed_ns >= pressed_ns
    assert taken[before:] == [pressed_ns]  # one request, though many frames came meanwhile
    camera.close()


def test_libcamera_that_hangs_while_closing_keeps_nobody_waiting(device):
    errands, let_go = errand.Errands("The Pi's camera"), threading.Event()
    camera = PiCamera(open_device=lambda: device, close_timeout_s=0.2, errands=errands)
    device.pre_callback = lambda _: let_go.wait()  # picamera2's own loop hangs with its lock held
    time.sleep(0.1)
    began_s = time.monotonic()
    camera.close()
    assert time.monotonic() - began_s < 2.0
    with pytest.raises(CameraTimeoutError, match="still hangs while closing"):
        PiCamera(errands=errands)
    with pytest.raises(CameraLostError):
        camera.preview()
    let_go.set()

    def is_free() -> bool:
        with suppress(CameraTimeoutError, CameraBusyError):
            PiCamera(errands=errands).close()
            return True
        return False

    until(is_free)


def wide_picture(path: Path, faces: tuple[int, ...]) -> Path:
    """Draw five dice in the middle of a picture as wide as the camera sends it."""
    square = cv2.imdecode(np.frombuffer(picture(faces), np.uint8), cv2.IMREAD_COLOR)
    beside = (SENT_WH[0] - SENT_WH[1]) // 2
    middle = cv2.resize(square, (SENT_WH[1], SENT_WH[1]), interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(path), cv2.copyMakeBorder(middle, 0, 0, beside, beside, cv2.BORDER_REPLICATE))
    return path


@pytest.mark.parametrize("faces", [(0, 0, 2, 3, 5), (5, 5, 5, 1, 4)])
def test_a_press_gives_the_reading_of_what_lies_before_the_camera(tmp_path, faces):
    virtual.show([wide_picture(tmp_path / "board.jpg", faces)])
    config = Config(
        camera=CameraConfig("auto"),
        button=ButtonConfig(gpio=Gpio.OFF),
        display=DisplayConfig(port=8441, open_browser=False),
        store=StoreConfig(str(tmp_path / "games.sqlite3")),
    )
    with at_table(config) as (guest, table):
        assert table.source.name == "picamera"  # found by itself
        new_game(guest)
        pressed_ns = press(table)
        guest.until_told(NoticeKey.THROWN)
        state = table.companion.state
    assert sorted(die.face for die in state.dice) == sorted(FACES[face] for face in faces)
    assert state.reading.exposed_ns >= pressed_ns
    assert state.reading.size_wh == SENT_WH
