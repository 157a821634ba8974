"""The computer: how fast it reads, its supply, heat, clock and pins; the page, its screen, and what is to be heard."""

from __future__ import annotations

import errno
import re
import shutil
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

from firmware.adapters.speaker import find_programs
from firmware.display.messages import LANGUAGES, catalogue
from firmware.doctor.finding import Finding, Instruments, doubtful, failed, good, skipped
from firmware.errors import SoundError
from firmware.log.wall_clock import wall_utc
from firmware.settings.boot_config import FILES, TakenPin, claims_of
from firmware.settings.config import Config, Gpio
from firmware.table.eye_parts import BoardReader
from hardware.header import PULLED_UP, Bus, PinUse, nearest_free, pin_of
from vision.find.board import find_board
from vision.find.picture import load_picture
from vision.frame import Frame
from vision.preprocess import resized
from vision.reading import Verdict

# -- how long a throw takes from a still board to a reading, on a picture whose dice are known ---------------------

PICTURE = Path(__file__).with_name("five_dice.jpg")
"""Five dice as the simulated board shows them; drawn by ``python -m tests.bench.five_dice``."""

LABELS = (1, 2, 3, 4, 5)  # what they show, from left to right
READINGS, LONGEST_READING_S = 20, 3.0
NOTICED_S = 1.0
"""From so long on players wait for the page, capture and reading together.

Source: Nielsen, "Response Times: The 3 Important Limits": up to a second a train of thought is not broken.
"""

USUAL = "usual by arithmetic: 0.1 to 0.2 s on a Pi 4, less on a Pi 5 or a PC"
"""Source: ``python -m tests.bench.arithmetic``, one core."""


def speed_of(
    reader: BoardReader, size_wh: tuple[int, int] | None, *, now_s: Callable[[], float] = time.perf_counter
) -> tuple[float, ...] | None:
    """Return how long each reading of five dice takes, s; None where their faces are read wrong.

    Where the camera's full frames are larger, px, the picture is enlarged; None for its own size.
    """
    frame = _sized(load_picture(PICTURE), size_wh)
    board = find_board(frame)
    # The first one looks at several sizes, and does not count where others come.
    began = now_s()
    reading = reader.read([frame], board)
    first_s = now_s() - began
    spent = [first_s] if first_s > LONGEST_READING_S else []
    while not spent or (len(spent) < READINGS and now_s() - began < LONGEST_READING_S):
        start = now_s()
        reading = reader.read([frame], board)
        spent.append(now_s() - start)
    labels = tuple(die.label for die in sorted(reading.dice, key=lambda die: die.detection.centre_xy))
    return tuple(spent) if reading.verdict is Verdict.CLEAR and labels == LABELS else None


def speed(times_s: tuple[float, ...] | None, capture_s: tuple[float, ...]) -> Finding:
    """Return whether players have to wait."""
    if times_s is None:
        sentence = "five dice whose faces are known are read wrong on this computer. Install Serviert again."
        return failed("speed", sentence)
    usual_s, slow_s = np.percentile(times_s, [50, 95])
    said = f"five dice are read in {usual_s:.2f} s, {slow_s:.2f} s at the 95th centile of {len(times_s)}"
    taken_s = float(np.median(capture_s)) if capture_s else 0.0
    if capture_s:
        said += f"; a picture is there in {taken_s:.2f} s"
    if slow_s + taken_s > NOTICED_S:
        mend = "End other programs; see whether power or heat slows it down."
        return doubtful("speed", f"{said}, so players wait ({USUAL}). {mend}")
    return good("speed", f"{said} ({USUAL})")


def _sized(frame: Frame, size_wh: tuple[int, int] | None) -> Frame:
    """Return a picture at a camera's size, without stretching it: what it lacks at the sides is its own border.

    It is never made smaller: its dice would become too small to be read for sure.
    """
    if size_wh is None or min(size_wh) <= min(frame.size_wh):
        return frame
    side = min(size_wh)
    across, down = size_wh[0] - side, size_wh[1] - side
    edges = (down // 2, down - down // 2, across // 2, across - across // 2)
    return Frame(np.asarray(cv2.copyMakeBorder(resized(frame.pixels, (side, side)), *edges, cv2.BORDER_REPLICATE)))


# -- a Pi's own ----------------------------------------------------------------------------------------------------

NO_PI = "not a Raspberry Pi: nothing to measure"

LOW_NOW, HEAT_NOW = 0b0001, 0b1110
LOW_ONCE, HEAT_ONCE = LOW_NOW << 16, HEAT_NOW << 16
"""Bits of ``get_throttled``, now and once since the start; heat is the frequency capped, slowed down, or near to it.

Source: Raspberry Pi documentation, "The config.txt file and vcgencmd", get_throttled.
"""

_THROTTLED = re.compile(r"(?:throttled=)?(?:0x)?([0-9a-f]{1,8})", re.IGNORECASE)
SUPPLY = "Take the supply made for this Pi (5.1 V; 3 A for a Pi 4, 5 A for a Pi 5) and its own short cable."
COOLING = "Give it air, a heat sink or a fan."

WARM_C, SLOWED_C = 70.0, 80.0
"""From the second on a Pi slows itself down. Source: Raspberry Pi documentation, "Frequency management"."""

COLDEST_C, HOTTEST_C = -40.0, 125.0  # what the sensor can tell; anything else is no temperature
CLOCKS_APART_S = 3600.0


def _pi_model(tools: Instruments) -> str | None:
    """Return which Raspberry Pi this is, None for any other computer."""
    model = tools.text("proc/device-tree/model")
    return model if model is not None and model.startswith("Raspberry Pi") else None


def power(tools: Instruments) -> Finding:
    """Return whether the supply holds, and whether the computer had to be slowed down.

    Source: Linux, Documentation/hwmon/raspberrypi-hwmon.rst; hwmon's numbers differ from start to start.
    """
    if _pi_model(tools) is None:
        return skipped("power", NO_PI)
    said = tools.run(("vcgencmd", "get_throttled"))
    if said is None:
        said = tools.text("sys/devices/platform/soc/soc:firmware/get_throttled")
    if found := _THROTTLED.fullmatch((said or "").strip()):
        return _power_by(int(found[1], 16))
    sensors = sorted((tools.root / "sys/class/hwmon").glob("hwmon*"))
    alarms = (tools.number(each / "in0_lcrit_alarm") for each in sensors if tools.text(each / "name") == "rpi_volt")
    match next(alarms, None):
        case None:
            mend = "Start the doctor with sudo, or: sudo apt install raspi-utils."
            return doubtful("power", f"neither vcgencmd nor the kernel tells the voltage. {mend}")
        case 0:
            told = "the voltage is high enough now; what was since the start only vcgencmd tells, which says nothing"
            return good("power", told)
        case _:
            return _power_by(LOW_NOW)


def _power_by(bits: int) -> Finding:
    """Return what the bits say, the gravest of it."""
    if bits & LOW_NOW:
        # Below 4.63 V cards lose writes and USB cameras drop off, before the Pi itself stops.
        return failed("power", f"the voltage is too low now ({bits:#x}). {SUPPLY}")
    if bits & LOW_ONCE:
        return doubtful("power", f"the voltage was too low since the start ({bits:#x}). {SUPPLY}")
    if bits & HEAT_NOW:
        return doubtful("power", f"the voltage holds, but heat slows it down ({bits:#x}). {COOLING}")
    if bits & HEAT_ONCE:
        return doubtful("power", f"the voltage holds; since the start heat slowed it down ({bits:#x}). {COOLING}")
    return good("power", "the voltage held since the start, and nothing was slowed down")


def heat(tools: Instruments) -> Finding:
    """Return how hot the processor is."""
    if _pi_model(tools) is None:
        return skipped("heat", NO_PI)
    millidegrees = tools.number("sys/class/thermal/thermal_zone0/temp")
    if millidegrees is None or not COLDEST_C <= millidegrees / 1000 <= HOTTEST_C:
        got = "nothing" if millidegrees is None else f"{millidegrees / 1000:g} °C"
        return doubtful("heat", f"the processor's sensor says {got}. Switch the device off and on.")
    said = f"the processor is at {millidegrees / 1000:.0f} °C"
    if millidegrees / 1000 >= SLOWED_C:
        return doubtful("heat", f"{said} and slows itself down. {COOLING}")
    if millidegrees / 1000 >= WARM_C:
        return doubtful("heat", f"{said}; from {SLOWED_C:.0f} °C on it slows itself down. {COOLING}")
    return good("heat", said)


def clock(tools: Instruments) -> Finding:
    """Return whether the date can be believed; the games do not depend on it."""
    now = wall_utc(tools.now_s)
    if now is None:
        mend = "Games keep their order without; for their dates connect it to a network once, or fit a clock battery."
        return doubtful("clock", f"it was never set: no date can be believed. {mend}")
    said = f"{now:%Y-%m-%d %H:%M} UTC"
    kept_s = tools.number("sys/class/rtc/rtc0/since_epoch")
    if tools.run(("timedatectl", "show", "--property=NTPSynchronized", "--value")) == "yes\n":
        return good("clock", f"{said}, in step with the network's time")
    if kept_s is None:
        mend = "After a power cut it goes on where it stood; a network or a clock battery keeps it right."
        return doubtful("clock", f"{said}, but nothing keeps it in step. {mend}")
    if abs(kept_s - now.timestamp()) > CLOCKS_APART_S:
        mend = "Charge or change the battery of the clock; a network sets both."
        return doubtful("clock", f"{said}, but the clock with the battery says another time. {mend}")
    return good("clock", f"{said}, kept by a clock with a battery")


SWITCHED_ON = frozenset({"light.pin", "lamp.pin", "sound.pin"})  # settings of what is on while its pin is high


def pins(config: Config, tools: Instruments) -> Finding:
    """Return whether the pins of the settings are free on this computer."""
    model = _pi_model(tools)
    if model is None:
        return skipped("pins", "not a Raspberry Pi: there is no header")
    boot_config = next((text for name in FILES if (text := tools.whole_text(name)) is not None), "")
    claims = claims_of(boot_config, model=model)
    taken = [use.bcm for use in config.pins] + [claim.bcm for claim in claims]
    if troubles := [trouble for use in config.pins for trouble in _troubles(use, claims, taken)]:
        return doubtful("pins", "; ".join(troubles))
    said = ", ".join(f"{use.setting} is GPIO {use.bcm}" for use in config.pins) or "none is used"
    return good("pins", f"{said}; nothing else takes them in config.txt")


def _troubles(use: PinUse, claims: tuple[TakenPin, ...], taken: list[int]) -> Iterator[str]:
    """Yield what is wrong with one pin, each with the nearest free one."""
    nearest = nearest_free(use.bcm, taken)
    instead = "" if nearest is None else f": the nearest free one is GPIO {nearest} (pin {pin_of(nearest).number})"
    if (claim := next((claim for claim in claims if claim.bcm == use.bcm), None)) is not None:
        yield f"GPIO {use.bcm} of {use.setting} is taken by {claim.line} in config.txt{instead}"
    elif pin_of(use.bcm).bus is Bus.HAT:
        yield f"GPIO {use.bcm} of {use.setting} belongs to the {Bus.HAT} of every add-on board{instead}"
    if use.setting in SWITCHED_ON and use.bcm in PULLED_UP:
        yield f"{use.setting} is on until Serviert runs, since GPIO {use.bcm} is pulled up at the start{instead}"


# -- what players see and hear -------------------------------------------------------------------------------------

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "firefox", "firefox-esr")
LEAST_WH = (800, 480)  # the smallest screen the sheet was made for, lying or upright
_CONNECTOR = re.compile(r"card\d+-(.+)")
_MODE = re.compile(r"(\d+)x(\d+)")
KIOSK = "serviert-browser"
"""The folder of the browser's own files, which hardware/install/kiosk.sh names on its command line."""


def browser_here() -> str | None:
    """Return what can show the page; None on a Debian without a browser, other systems have one of another name."""
    is_debian = sys.platform == "linux" and Path("/usr/bin/apt").exists()
    return next((name for name in BROWSERS if shutil.which(name)), None if is_debian else "a browser")


def screen(tools: Instruments, browser: str | None) -> Finding:
    """Return whether anybody can see the page."""
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
    # The browser that shows only the page, as far as this user may see it.
    lines = (tools.text(process) or "" for process in (tools.root / "proc").glob("[0-9]*/cmdline"))
    is_kiosk = any("--kiosk" in line and KIOSK in line for line in lines)
    return good("screen", f"{said}; {'the page is shown there' if is_kiosk else shown}")


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
        sentence = f"port {port} is in use: Serviert runs already, or will take one of the next ports"
        return doubtful("display", sentence)
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
