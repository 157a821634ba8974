"""``serviert doctor``: what works here and what does not, in words, and how to mend it."""

from __future__ import annotations

import errno
import importlib.util
import os
import platform
import shutil
import socket
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.adapters.open import SIMULATED, open_buttons, open_camera, open_folder, resolve_source
from firmware.adapters.speaker import find_programs
from firmware.calibration import calibration_file
from firmware.calibration import load as load_calibration
from firmware.config import Gpio
from firmware.display.messages import LANGUAGES, catalogue
from firmware.errors import CalibrationError, FirmwareError, SoundError, StoreCorruptError, StoreInUseError
from firmware.store import SqliteStore
from firmware.wall_clock import shown_date
from vision.board import find_board
from vision.errors import ModelError
from vision.light import Light, light_of
from vision.load import load_board_reader

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from firmware.config import Config
    from firmware.ports import Camera
    from vision.read import ReaderPolicy

CAPTURE_S = 2.0
LEAST_FREE_BYTES = 50_000_000
"""Room for some twenty games with their copies (about 1.2 MB each); below it a café should clear the card."""

FULL_BYTES = 1_000_000
"""With less than this not even the game that is running can be saved to its end."""

SETTLE_NS = 1_000_000_000
"""A camera just opened takes so long to find its exposure; its first frames are dark."""

LEAST_SIDE_PX = 1080
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "firefox", "firefox-esr")


class Health(StrEnum):
    """How a part is."""

    GOOD = "ok"
    DOUBTFUL = "mind"  # works, but not as well as it could
    FAILED = "FAIL"


@dataclass(frozen=True, slots=True)
class Finding:
    """One part, how it is, and what to do.

    Attributes:
        part: Its name.
        health: How it is.
        sentence: In words, with how to mend it.
    """

    part: str
    health: Health
    sentence: str

    @property
    def is_failure(self) -> bool:
        """Return whether the companion cannot do its work so."""
        return self.health is Health.FAILED


def free_bytes(folder: Path) -> int:
    """Return how much room is left on the disk of a folder."""
    return shutil.disk_usage(folder).free


def diagnose(
    config: Config,
    *,
    load: Callable[[ReaderPolicy], object] = load_board_reader,
    room_in: Callable[[Path], int] = free_bytes,
) -> tuple[Finding, ...]:
    """Look at every part once; no file is made, a store of an older Serviert is brought up to date.

    Args:
        config: The settings to be used.
        load: Loads the models.
        room_in: Tells how many bytes are free on the disk of a folder.
    """
    examinations: Sequence[tuple[str, Callable[[Config], Finding]]] = (
        ("python", _python),
        ("models", partial(_models, load)),
        ("camera", _camera),
        ("calibration", _calibration),
        ("button", _button),
        ("sound", _sound),
        ("store", _store),
        ("disk", partial(_disk, room_in)),
        ("display", _display),
        ("screen", _screen),
    )
    return tuple(_examined(part, examine, config) for part, examine in examinations)


def report(findings: Sequence[Finding]) -> str:
    """Return findings as people read them, a line each."""
    width = max(len(finding.part) for finding in findings)
    return "\n".join(f"{f.health.value:>4}  {f.part:<{width}}  {f.sentence}" for f in findings)


def _examined(part: str, examine: Callable[[Config], Finding], config: Config) -> Finding:
    try:
        return examine(config)
    except (FirmwareError, ModelError) as error:
        return Finding(part, Health.FAILED, str(error))


def _python(_: Config) -> Finding:
    version = platform.python_version()
    return Finding("python", Health.GOOD, f"Python {version} on {platform.machine()}")


def _models(load: Callable[[ReaderPolicy], object], config: Config) -> Finding:
    load(config.reader.policy)
    return Finding("models", Health.GOOD, "both models are whole and keep their contracts")


def _camera(config: Config) -> Finding:
    source, reason = resolve_source(config.camera.source)
    if source == SIMULATED:
        return _simulated(reason)
    is_folder = source.startswith("folder:")
    camera: Camera = (
        open_folder(source.removeprefix("folder:"))
        if is_folder
        else open_camera(source, mains_hz=config.camera.mains_hz)
    )
    try:
        return seen_by(camera, settle_ns=0 if is_folder else SETTLE_NS)
    finally:
        camera.close()


def _simulated(reason: str) -> Finding:
    if importlib.util.find_spec("mujoco") is None:
        mend = "Plug one in, or install what the simulated board needs: pip install 'serviert[simulated]'."
        return Finding("camera", Health.FAILED, f"{reason}, but MuJoCo is missing. {mend}")
    return Finding("camera", Health.DOUBTFUL, f"{reason}. Plug one in to play with real dice.")


def seen_by(camera: Camera, *, settle_ns: int = SETTLE_NS) -> Finding:
    """Return what a frame of the camera says of resolution, light and board.

    Args:
        camera: Just opened.
        settle_ns: How long it takes to find its exposure.

    Raises:
        CameraError: If it delivers none.
    """
    frame = camera.capture(not_before_ns=time.monotonic_ns() + settle_ns, timeout_s=CAPTURE_S + settle_ns / 1e9)
    width, height = frame.size_wh
    troubles = []
    if min(width, height) < LEAST_SIDE_PX:
        troubles.append("its pictures are small: hang it lower, so that a die is at least 55 px wide")
    match light_of(frame):
        case Light.TOO_DARK:
            troubles.append("it is too dark: more light on the board, or take the cap off")
        case Light.TOO_BRIGHT:
            troubles.append("it is too bright: turn the lamp away from the board")
        case Light.GOOD:
            if find_board(frame) is None:
                troubles.append("it sees no tray: the whole picture counts as the board")
    health = Health.DOUBTFUL if troubles else Health.GOOD
    return Finding("camera", health, f"{camera.name}, {width}×{height}; {'; '.join(troubles) or 'it sees the board'}")


def _calibration(config: Config) -> Finding:
    try:
        found = load_calibration(calibration_file(config))
    except CalibrationError as error:
        return Finding("calibration", Health.DOUBTFUL, f"{error} Until then the board is looked for.")
    if found is None:
        sentence = "none was made, and none is needed: the board is looked for (`serviert calibrate` adds millimetres)"
        return Finding("calibration", Health.GOOD, sentence)
    lens = "with its lens" if found.lens is not None else "its outline only"
    made = shown_date(found.made_utc)
    return Finding("calibration", Health.GOOD, f"of {found.camera}, {lens}{made and f', made {made}'}")


def _button(config: Config) -> Finding:
    buttons = open_buttons(config.button)
    for button in buttons.values():
        button.close()
    if "gpio" in buttons:
        return Finding("button", Health.GOOD, f"a button can be on GPIO {config.button.pin}")
    wish = "switched off in the settings" if config.button.gpio is Gpio.OFF else "there is no GPIO header here"
    return Finding("button", Health.DOUBTFUL, f"{wish}: press on the screen, or Space")


def _sound(config: Config) -> Finding:
    if config.sound.speaker is Gpio.OFF:
        return Finding("sound", Health.GOOD, "the speaker is switched off in the settings")
    try:
        programs = find_programs()
    except SoundError as error:
        return Finding("sound", Health.FAILED if config.sound.speaker is Gpio.ON else Health.DOUBTFUL, str(error))
    player = Path(programs.player[0]).name
    if programs.speaker is None and config.sound.speech is not Gpio.OFF:
        return Finding("sound", Health.DOUBTFUL, f"{player} plays tones; for speech: sudo apt install espeak-ng")
    return Finding(
        "sound", Health.GOOD, f"{player} plays, and {'nobody' if programs.speaker is None else 'espeak-ng'} speaks"
    )


def _store(config: Config) -> Finding:
    path = config.store.file
    try:
        if not path.exists():
            return _store_to_be(path)
        with closing(SqliteStore.open(path)) as store:
            count, problem = len(store.games()), store.problem
    except StoreInUseError:
        return Finding("store", Health.GOOD, f"a companion is playing with {path}")
    except StoreCorruptError as error:
        mend = "The next `serviert play` moves the file aside and keeps every record that can still be read."
        return Finding("store", Health.FAILED, f"{error} {mend}")
    if problem is not None:
        return Finding("store", Health.FAILED, str(problem))
    return Finding("store", Health.GOOD, f"{count} {'game' if count == 1 else 'games'} in {path}")


def _store_to_be(path: Path) -> Finding:
    """Return whether the file of the games can be made, without making it."""
    folder = _nearest_folder(path)
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        mend = "Make it writable, or choose another path under [store]."
        return Finding("store", Health.FAILED, f"{path} cannot be made: {folder} may not be written. {mend}")
    return Finding("store", Health.GOOD, f"no games yet; they will be kept in {path}")


def _nearest_folder(path: Path) -> Path:
    return next(parent for parent in path.parents if parent.exists())


def _disk(room_in: Callable[[Path], int], config: Config) -> Finding:
    folder = _nearest_folder(config.store.file)
    free = room_in(folder)
    if free < FULL_BYTES:
        return Finding("disk", Health.FAILED, f"the disk is full, nothing can be saved: delete something on {folder}")
    said = f"{_size(free)} free where the games are kept"
    if free < LEAST_FREE_BYTES:
        return Finding("disk", Health.DOUBTFUL, f"{said}: delete something on {folder}")
    return Finding("disk", Health.GOOD, said)


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 10**9 else f"{count / 1e6:.0f} MB"


def _display(config: Config) -> Finding:
    for language in LANGUAGES:
        catalogue(language)
    host, port = config.display.host, config.display.port
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port just left is free
            probe.bind((host, port))
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            sentence = f"nothing can be served on {host} ({error.strerror}). Set host under [display] to 127.0.0.1."
            return Finding("display", Health.FAILED, sentence)
        sentence = f"port {port} is in use: Serviert runs already, or will take one of the next ports"
        return Finding("display", Health.DOUBTFUL, sentence)
    return Finding("display", Health.GOOD, f"port {port} is free")


def _screen(_: Config) -> Finding:
    browser = next((name for name in BROWSERS if shutil.which(name)), None)
    if browser is None and sys.platform == "linux" and Path("/usr/bin/apt").exists():
        return Finding("screen", Health.DOUBTFUL, "no browser is installed here: sudo apt install chromium")
    return Finding("screen", Health.GOOD, f"{browser or 'a browser'} can show the page")
