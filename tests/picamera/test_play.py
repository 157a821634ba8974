"""The whole path on a Pi's own software: picamera2 → eye → models → session → store, from a press on."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from firmware.commands.play import RunningCompanion
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
SPOTS_MM = ((-70.0, -40.0), (-20.0, 60.0), (10.0, -70.0), (50.0, 30.0), (80.0, -20.0))
ANSWER_S = 60.0


def picture(path: Path, faces: tuple[int, ...]) -> Path:
    """Draw five dice on a board, as a camera of this shape sees them."""
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
    if not virtual.FRAMES.is_dir():
        pytest.skip("libcamera's virtual camera is only there in a Debian of its own: make test-picamera")
    virtual.let_picamera2_drive_it()
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
