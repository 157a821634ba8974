"""The page, the screen it is shown on, and what is to be heard."""

import errno
import re
import shutil
import socket
import sys
from pathlib import Path

from firmware.adapters.speaker import find_programs
from firmware.display.messages import LANGUAGES, catalogue
from firmware.doctor.finding import Finding, Instruments, doubtful, failed, good
from firmware.errors import SoundError
from firmware.settings.config import Config, Gpio

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "firefox", "firefox-esr")
LEAST_WH = (800, 480)  # the smallest screen the sheet was made for, lying or upright
_CONNECTOR = re.compile(r"card\d+-(.+)")
_MODE = re.compile(r"(\d+)x(\d+)")


def browser_here() -> str | None:
    """Return what can show the page; None on a Debian without a browser, other systems have one of another name."""
    is_debian = sys.platform == "linux" and Path("/usr/bin/apt").exists()
    return next((name for name in BROWSERS if shutil.which(name)), None if is_debian else "a browser")


def screen(tools: Instruments, browser: str | None, quarters: int = 0) -> Finding:
    """Return whether anybody can see the page, which is turned by so many quarters."""
    if browser is None:
        return doubtful("screen", "no browser is installed here: sudo apt install chromium")
    shown = f"{browser} can show the page"
    names, plugged = _connectors(tools)
    if not names:
        return good("screen", f"{shown}; what screen there is this computer does not tell")
    if not plugged:
        mend = f"Plug one in ({', '.join(names)}), and its power."
        return doubtful("screen", f"{shown}, but no screen is connected. {mend}")
    sizes = ["a screen of unknown size" if size_wh is None else "{}×{} px".format(*size_wh) for _, size_wh in plugged]
    said = ", ".join(f"{size} on {name}" for size, (name, _) in zip(sizes, plugged, strict=True))
    # The sheet fits lying or upright; of an unknown size nothing else is known.
    if not any(size is None or (min(size) >= min(LEAST_WH) and max(size) >= max(LEAST_WH)) for _, size in plugged):
        sentence = f"{said}: the sheet is made for {LEAST_WH[0]}×{LEAST_WH[1]} and more; take a larger one"
        return doubtful("screen", sentence)
    is_upright = not quarters and any(size is not None and size[0] < size[1] for _, size in plugged)
    mend = ". Where it is mounted across: touch the round arrow under Einrichten until the page stands" * is_upright
    return good("screen", f"{said}; {shown}{mend}")


def _connectors(tools: Instruments) -> tuple[list[str], list[tuple[str, tuple[int, int] | None]]]:
    """Return the names of where screens can be plugged in, and of where one is, with its size in its best mode, px.

    Source: Linux, Documentation/gpu/drm-uapi.rst: ``status`` and ``modes`` of a connector, the preferred one first.
    """
    names, plugged = list[str](), list[tuple[str, tuple[int, int] | None]]()
    for folder in sorted((tools.root / "sys/class/drm").glob("card*-*")):
        named, mode = _CONNECTOR.fullmatch(folder.name), _MODE.match(tools.text(folder / "modes") or "")
        if named is not None and named[1] != "Writeback-1":
            names.append(named[1])
            if tools.text(folder / "status") == "connected":
                plugged.append((named[1], None if mode is None else (int(mode[1]), int(mode[2]))))
    return names, plugged


def display(config: Config, *, is_served: bool = False) -> Finding:
    """Return whether the page can be served."""
    for language in LANGUAGES:
        catalogue(language)
    host, port = config.display.host, config.display.port
    if is_served:
        return good("display", f"a companion serves the page on port {port}")
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port just left is free
            probe.bind((host, port))
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            sentence = f"nothing can be served on {host} ({error.strerror}). Set host under [display] to 127.0.0.1."
            return failed("display", sentence)
        return doubtful("display", f"port {port} is in use: Serviert runs already, or will take one of the next ports")
    return good("display", f"port {port} is free")


def sound(config: Config) -> Finding:
    """Return whether tones and speech can be heard."""
    if config.sound.speaker is Gpio.OFF:
        return good("sound", "the speaker is switched off in the settings")
    try:
        programs = find_programs()
    except SoundError as error:
        return (failed if config.sound.speaker is Gpio.ON else doubtful)("sound", str(error))
    player = Path(programs.player[0]).name
    if programs.speaker is None and config.sound.speech is not Gpio.OFF:
        return doubtful("sound", f"{player} plays tones; for speech: sudo apt install espeak-ng")
    return good("sound", f"{player} plays, and {'nobody' if programs.speaker is None else 'espeak-ng'} speaks")
