"""A Raspberry Pi's own: its supply and heat, its clock and pins."""

import re

from firmware.doctor.finding import Finding, Instruments, doubtful, failed, good, skipped
from firmware.log.wall_clock import wall_utc
from firmware.settings.boot_config import FILES, claims_of
from firmware.settings.config import Config
from hardware.header import PULLED_UP, Bus, nearest_free, pin_of

NO_PI = "not a Raspberry Pi: nothing to measure"

LOW_NOW, HEAT_NOW = 0b0001, 0b1110
LOW_ONCE, HEAT_ONCE = LOW_NOW << 16, HEAT_NOW << 16
"""Bits of ``get_throttled``, now and once since the start; heat is the frequency capped, slowed down, or near to it.

Source: Raspberry Pi documentation, "The config.txt file and vcgencmd", get_throttled.
"""

_THROTTLED = re.compile(r"(?:throttled=)?(?:0x)?([0-9a-f]{1,8})", re.IGNORECASE)
SUPPLY = "Take the supply made for this Pi (5.1 V; 3 A for a Pi 4, 5 A for a Pi 5) and its own short cable."
COOLING = "Give it air, a heat sink or a fan."

CLOCKS_APART_S = 3600.0


def _pi_model(tools: Instruments) -> str | None:
    """Return which Raspberry Pi this is, None for any other computer."""
    model = tools.text("proc/device-tree/model")
    return model if model is not None and model.startswith("Raspberry Pi") else None


def power(tools: Instruments) -> Finding:
    """Return whether the supply holds, how hot it is, and whether the computer had to be slowed down."""
    if _pi_model(tools) is None:
        return skipped("power", NO_PI)
    said = tools.run(("vcgencmd", "get_throttled"))
    if said is None:
        said = tools.text("sys/devices/platform/soc/soc:firmware/get_throttled")
    if (found := _THROTTLED.fullmatch((said or "").strip())) is None:
        mend = "Start the doctor with sudo, or: sudo apt install raspi-utils."
        return doubtful("power", f"neither vcgencmd nor the kernel tells the voltage. {mend}")
    millidegrees = tools.number("sys/class/thermal/thermal_zone0/temp")
    heat = "" if millidegrees is None else f"; the processor is at {millidegrees / 1000:.0f} °C"
    bits = int(found[1], 16)  # the gravest of them is told
    if bits & LOW_NOW:
        # Below 4.63 V cards lose writes and USB cameras drop off, before the Pi itself stops.
        return failed("power", f"the voltage is too low now ({bits:#x}). {SUPPLY}")
    if bits & LOW_ONCE:
        return doubtful("power", f"the voltage was too low since the start ({bits:#x}). {SUPPLY}")
    if bits & HEAT_NOW:
        return doubtful("power", f"the voltage holds, but heat slows it down ({bits:#x}){heat}. {COOLING}")
    if bits & HEAT_ONCE:
        return doubtful("power", f"the voltage holds; since the start heat slowed it down ({bits:#x}){heat}. {COOLING}")
    return good("power", f"the voltage held since the start, and nothing was slowed down{heat}")


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
    troubles = []  # each with the nearest pin that is free
    for use in config.pins:
        nearest = nearest_free(use.bcm, taken)
        instead = "" if nearest is None else f": the nearest free one is GPIO {nearest} (pin {pin_of(nearest).number})"
        if (claim := next((claim for claim in claims if claim.bcm == use.bcm), None)) is not None:
            troubles.append(f"GPIO {use.bcm} of {use.setting} is taken by {claim.line} in config.txt{instead}")
        elif pin_of(use.bcm).bus is Bus.HAT:
            troubles.append(f"GPIO {use.bcm} of {use.setting} belongs to the {Bus.HAT} of every add-on board{instead}")
        if use.setting in SWITCHED_ON and use.bcm in PULLED_UP:
            why = f"since GPIO {use.bcm} is pulled up at the start"
            troubles.append(f"{use.setting} is on until Serviert runs, {why}{instead}")
    if troubles:
        return doubtful("pins", "; ".join(troubles))
    said = ", ".join(f"{use.setting} is GPIO {use.bcm}" for use in config.pins) or "none is used"
    return good("pins", f"{said}; nothing else takes them in config.txt")
