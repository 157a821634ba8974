"""The camera of the settings, or the simulated board where there is none."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from firmware.adapters.open import SIMULATED, open_camera, open_folder, open_light, resolve_source
from firmware.ports import Camera, Light
from firmware.settings.config import Config, SimulatedConfig
from firmware.settings.header_setting import LightConfig
from firmware.simulated.board import SimulatedBoard
from firmware.simulated.cast import Pace
from firmware.simulated.setting import Setting

log = logging.getLogger(__name__)

FOLDER = "folder:"
AUTO, ATTACHED = "auto", "attached"
_SEED_BITS = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where frames come from."""

    name: str  # such as ``simulated`` or ``usb:0``
    open_camera: Callable[[], Camera]  # opens its camera, again after it was lost
    board: SimulatedBoard | None = None  # the simulated board, if it is that
    # Called when a press was answered: a folder goes on to its next picture.
    after_reading: Callable[[], None] = lambda: None
    # Gives back what belongs to it and to no camera of it: the light over the board.
    close: Callable[[], None] = lambda: None


def camera_source(
    config: Config,
    *,
    resolve: Callable[[str], tuple[str, str]] = resolve_source,
    open_named: Callable[..., Camera] = open_camera,
    light_of: Callable[[LightConfig], Light] = open_light,
) -> Source:
    """Return where frames come from.

    Raises:
        ButtonError: If a light is insisted on and there is none.
        CameraMissingError: If it is a folder and holds no pictures.
        SimulationError: If the simulated board is to be played on and cannot run.
    """
    name, reason = resolve(config.camera.source)
    log.info("%s", reason)
    if name == SIMULATED:
        board = simulated_board(config.simulated)
        return Source(name=name, open_camera=board.open_camera, board=board)
    if name.startswith(FOLDER):
        folder = open_folder(name.removeprefix(FOLDER))
        return Source(name=name, open_camera=lambda: folder, after_reading=folder.turn_page)
    # One that was found may come back under another number after its plug was out.
    again = ATTACHED if config.camera.source == AUTO else name
    light = light_of(config.light)
    opener = partial(open_named, again, mains_hz=config.camera.mains_hz)
    return Source(name=name, open_camera=partial(lit, light, opener), close=light.close)


def lit(light: Light, opener: Callable[[], Camera]) -> Camera:
    """Open a camera with the board's light on: it measures and locks its exposure by that.

    The light stays on when the camera is lost, which is opened again every few seconds: nobody wants it to blink.
    """
    light.switch(is_on=True)
    return opener()


def simulated_board(config: SimulatedConfig) -> SimulatedBoard:
    """Return the simulated board of the settings, running.

    Raises:
        SimulationError: If it cannot run here.
    """
    seed = config.seed or secrets.randbits(_SEED_BITS)
    log.info("the simulated board is thrown with seed %d", seed)
    setting = Setting.for_session(seed, board=config.board, light=config.light, dice=config.dice)
    return SimulatedBoard.for_play(seed, setting, pace=Pace(speed=config.speed))
