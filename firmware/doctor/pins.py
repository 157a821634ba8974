"""The pins of the header: whether something else takes one of ours, and whether one is bad for what hangs there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from firmware.doctor.computer import pi_model
from firmware.doctor.finding import Finding, doubtful, good, skipped
from firmware.doctor.instruments import Instruments, text_of_all
from firmware.settings.boot_config import FILES, TakenPin, claims_of
from firmware.settings.config import Config
from hardware.header import PULLED_UP, Bus, PinUse, nearest_free, pin_of

SWITCHED_ON = frozenset({"light.pin", "lamp.pin", "sound.pin"})
"""Settings of what is on while its pin is high."""


def pins(config: Config, instruments: Instruments) -> Finding:
    """Return whether the pins of the settings are free on this computer."""
    model = pi_model(instruments.root)
    if model is None:
        return skipped("pins", "not a Raspberry Pi: there is no header")
    claims = claims_of(_boot_config(instruments.root), model=model)
    taken = [use.bcm for use in config.pins] + [claim.bcm for claim in claims]
    if troubles := [trouble for use in config.pins for trouble in _troubles(use, claims, taken)]:
        return doubtful("pins", "; ".join(troubles))
    said = ", ".join(f"{use.setting} is GPIO {use.bcm}" for use in config.pins) or "none is used"
    return good("pins", f"{said}; nothing else takes them in config.txt")


def _boot_config(root: Path) -> str:
    """Return the Pi's config.txt, nothing where there is none."""
    return next((text for name in FILES if (text := text_of_all(root / name)) is not None), "")


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
