"""The camera of the settings, or the simulated board where there is none."""

from __future__ import annotations

import logging
import secrets
from functools import partial
from typing import TYPE_CHECKING

from firmware.adapters.open import open_camera, resolve_source
from firmware.simulated.board import SimulatedBoard
from firmware.simulated.cast import Pace
from firmware.simulated.setting import Setting

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.config import Config, SimulatedConfig
    from firmware.ports import Camera

log = logging.getLogger(__name__)

SIMULATED = "simulated"
_SEED_BITS = 32


def cameras(config: Config) -> tuple[str, Callable[[], Camera], SimulatedBoard | None]:
    """Return where frames come from.

    Returns:
        The source by name, what opens its camera (again, after it was lost), and the simulated board if that is it.

    Raises:
        SimulationError: If the simulated board is to be played on and cannot run.
    """
    source, reason = resolve_source(config.camera.source)
    log.info("%s", reason)
    if source != SIMULATED:
        return source, partial(open_camera, source), None
    board = simulated_board(config.simulated)
    return source, board.open_camera, board


def simulated_board(config: SimulatedConfig) -> SimulatedBoard:
    """Return the simulated board of the settings, running.

    Raises:
        SimulationError: If it cannot run here.
    """
    seed = config.seed or secrets.randbits(_SEED_BITS)
    log.info("the simulated board is thrown with seed %d", seed)
    setting = Setting.for_session(seed, board=config.board, light=config.light, dice=config.dice)
    return SimulatedBoard.for_play(seed, setting, pace=Pace(speed=config.speed))
