"""The adapter over the real picamera2 and libcamera, beside the contract suite that it passes there, too."""

import gc
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware.adapters import open as hardware
from firmware.adapters.errand import Errands
from firmware.adapters.pi_device import first_device
from firmware.adapters.picamera import PiCamera
from firmware.commands.play import RunningCompanion
from firmware.errors import CameraBusyError, CameraLostError, CameraTimeoutError
from firmware.faces import FACES
from firmware.ports import Edge
from firmware.session.state import SessionState
from firmware.session.touches import NewGame
from firmware.session.vocabulary import NoticeKey
from firmware.settings.config import ButtonConfig, CameraConfig, Config, DisplayConfig, Gpio, StoreConfig
from firmware.simulated.setting import Setting
from models.render.stage import render
from models.render.world import DieInstance, Scene
from models.train.pictures.placing import flat_rotation
from scoring.events import GameBegan
from scoring.ruleset import Ruleset

virtual = pytest.importorskip(
    "tests.picamera.virtual", reason="the real picamera2 is driven in a Debian of its own: make test-picamera"
)

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
    return first_device()


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
    again = first_device()
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
    device = first_device()
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
    errands, let_go = Errands("The Pi's camera"), threading.Event()
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
    _until_free(errands)


def _until_free(errands: Errands) -> None:
    deadline_s = time.monotonic() + 10.0
    while time.monotonic() < deadline_s:
        try:
            PiCamera(errands=errands).close()
        except (CameraTimeoutError, CameraBusyError):
            time.sleep(0.05)
        else:
            return
    pytest.fail("the camera was never let go")


# -- the whole path: picamera2 → eye → models → session → store, from a press on ---------------------------------

SPOTS_MM = ((-70.0, -40.0), (-20.0, 60.0), (10.0, -70.0), (50.0, 30.0), (80.0, -20.0))
ANSWER_S = 60.0


def picture(path: Path, faces: tuple[int, ...]) -> Path:
    setting = Setting.for_session(1)
    dice = tuple(
        DieInstance(
            design=setting.design,
            size_mm=setting.bodies.size_mm,
            position_mm=(x, y, setting.bodies.size_mm / 2),
            rotation=flat_rotation(face, 25.0 * face + x),
        )
        for face, (x, y) in zip(faces, SPOTS_MM, strict=True)
    )
    camera = replace(setting.camera_of(SENT_WH[1]), size_wh=SENT_WH)
    pixels = render(
        Scene(dice=dice, board=setting.board, camera=camera, film=setting.film_of(SENT_WH[1]), light=setting.light)
    ).pixels
    cv2.imwrite(str(path), cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, 95])
    return path


@pytest.fixture
def config(tmp_path) -> Config:
    return Config(
        camera=CameraConfig("auto"),
        button=ButtonConfig(gpio=Gpio.OFF, keyboard=False),
        display=DisplayConfig(port=8441, open_browser=False),
        store=StoreConfig(str(tmp_path / "games.sqlite3")),
    )


@pytest.fixture
def playing(config, tmp_path, request) -> Iterator[RunningCompanion]:
    virtual.show([picture(tmp_path / "board.jpg", request.param)])
    table = RunningCompanion(config)
    loop = threading.Thread(target=table.companion.run)
    table.start()
    loop.start()
    yield table
    table.companion.stop()
    loop.join()
    table.close()


def until(table: RunningCompanion, is_so: Callable[[SessionState], bool]) -> SessionState:
    deadline_s = time.monotonic() + ANSWER_S
    while not is_so(table.companion.state):
        assert time.monotonic() < deadline_s, f"never came about: {table.companion.state.notice}"
        time.sleep(0.02)
    return table.companion.state


FACES_THROWN = ((0, 0, 2, 3, 5), (5, 5, 5, 1, 4))


@pytest.mark.parametrize(("playing", "faces"), [(faces, faces) for faces in FACES_THROWN], indirect=["playing"])
def test_a_press_gives_the_reading_of_what_lies_before_the_camera(playing, faces):
    assert playing.source.name == "picamera"  # found by itself
    playing.companion.post(NewGame(GameBegan(players=("Anna", "Ben"), ruleset=Ruleset(), beginner=0)))
    until(playing, lambda state: state.game is not None)
    time.sleep(1.0)
    pressed_ns = time.monotonic_ns()
    playing.companion.edge("screen", Edge(is_down=True, at_ns=pressed_ns))
    playing.companion.edge("screen", Edge(is_down=False, at_ns=pressed_ns + 1))
    state = until(playing, lambda state: state.notice.key is NoticeKey.THROWN)
    assert sorted(die.face for die in state.dice) == sorted(FACES[face] for face in faces)
    assert state.reading is not None
    assert state.reading.exposed_ns >= pressed_ns
    assert state.reading.size_wh == SENT_WH
