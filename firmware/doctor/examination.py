"""The examination: every part once, whatever the others are like."""

import platform
from collections.abc import Callable

from firmware.adapters.open import FOLDER, SIMULATED
from firmware.display.turned import Turned
from firmware.doctor import computer, light, screen, speed
from firmware.doctor import store as games
from firmware.doctor.button import button
from firmware.doctor.camera import WATCH_S, Look, calibration, camera, dice_on, look
from firmware.doctor.finding import Finding, Instruments, failed, good, skipped
from firmware.errors import FirmwareError
from firmware.settings.config import Config
from firmware.table.watchdog import page_answers
from vision.errors import ModelError, VisionError
from vision.read.reader import Reader

HELD = "a companion is running here and uses it. To have it looked at: sudo systemctl stop serviert, and start it again"
LIGHT_S = 4.0  # of watching, for light alone
ANSWER_S = 1.0


def diagnose(config: Config, instruments: Instruments | None = None) -> tuple[Finding, ...]:
    """Look at every part once; no file is made."""
    tools = instruments or Instruments()
    of_store, is_playing = games.store(config)
    is_served = _is_served(config)
    is_held = is_playing or is_served
    of_models, reader = _models(config, tools)
    of_camera, seen = _camera(config, is_held=is_held)
    return (
        good("python", f"Python {platform.python_version()} on {platform.machine()}"),
        of_models,
        of_camera,
        *_light(config, reader, seen),
        _speed(reader, seen),
        calibration(config, seen),
        skipped("button", HELD) if is_held else _guarded("button", lambda: button(config)),
        computer.pins(config, tools),
        _guarded("sound", lambda: screen.sound(config)),
        of_store,
        games.room(config, tools),
        games.card(config, tools),
        screen.display(config, is_served=is_served),
        screen.screen(tools, screen.browser_here(), Turned(config.store.file.parent).quarters),
        computer.power(tools),
        computer.clock(tools),
    )


def examine_light(config: Config, instruments: Instruments | None = None) -> tuple[Finding, ...]:
    """Look at the board for some seconds, and return everything the eye needs of light and focus."""
    tools = instruments or Instruments()
    _, is_playing = games.store(config)
    _, reader = _models(config, tools)
    of_camera, seen = _camera(config, is_held=is_playing or _is_served(config), watch_s=LIGHT_S)
    return (of_camera, *_light(config, reader, seen))


def _guarded(part: str, examine: Callable[[], Finding]) -> Finding:
    try:
        return examine()
    except (FirmwareError, VisionError) as error:
        return failed(part, str(error))


def _is_served(config: Config) -> bool:
    """Return whether a companion, with whatever games, serves its page at the address of the settings."""
    return page_answers(config.display.host, config.display.port, timeout_s=ANSWER_S)


def _models(config: Config, tools: Instruments) -> tuple[Finding, Reader | None]:
    try:
        reader = tools.load(config.reader.policy)
    except ModelError as error:
        return failed("models", str(error)), None
    return good("models", "all four models are whole and keep their contracts"), reader


def _camera(config: Config, *, is_held: bool, watch_s: float = WATCH_S) -> tuple[Finding, Look | None]:
    """Return what is said of the camera, and what was seen; pictures and a simulated board nobody holds."""
    if is_held and config.camera.source != SIMULATED and not config.camera.source.startswith(FOLDER):
        return skipped("camera", HELD), None
    try:
        seen = look(config, watch_s=watch_s)
    except (FirmwareError, VisionError) as error:
        return failed("camera", str(error)), None
    return camera(seen), seen


def _light(config: Config, reader: Reader | None, seen: Look | None) -> tuple[Finding, ...]:
    if seen is None:
        return (skipped("light", "there is no picture to judge it and the focus by; see camera"),)
    return light.aspects(seen, dice_on(reader, seen.frames, seen.board), config.camera.mains_hz)


def _speed(reader: Reader | None, seen: Look | None) -> Finding:
    if reader is None:
        return skipped("speed", "there is nothing to read with; see models")
    size_wh, capture_s = (None, ()) if seen is None else (seen.frames[-1].size_wh, seen.capture_s)
    return _guarded("speed", lambda: speed.speed(speed.speed_of(reader, size_wh), capture_s))
