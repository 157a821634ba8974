"""The numbers and tables that the guide's sentences are filled with, as each language writes them."""

from __future__ import annotations

import math

from hardware.guide.stand import Stand
from hardware.guide.tables import cut_table, printed_table, steps
from hardware.numbers import Numbers
from hardware.optics.cameras import camera_named
from hardware.optics.needs import LEAST_DIE_PX
from hardware.wiring.cable import area_mm2
from hardware.wiring.pins import Part, wires
from hardware.wiring.table import ohms, pin_table
from hardware.words import PageLanguage, decimal, word

GRAVITY = 9.81


def facts(numbers: Numbers, stand: Stand, language: PageLanguage) -> dict[str, str]:
    """Return what stands for each name in the guide's words.

    Raises:
        NumbersError: If something of it cannot be built.
    """
    board, camera = numbers.board, camera_named(numbers.camera.model)
    tip_n = math.floor(stand.tip_n)
    return {
        "board": word(f"board-{board.shape.value}", language).format(decimal(board.across_mm, language)),
        "die_mm": decimal(numbers.dice.size_mm, language),
        "camera": camera.title,
        "sensor": camera.sensor or "USB",
        "height_cm": decimal(round(numbers.camera.height_mm / 10), language),
        "least_px": decimal(LEAST_DIE_PX, language),
        "bed_mm": decimal(numbers.printer.bed_mm, language),
        "print_hours": str(math.ceil(sum(part.hours * part.count for part in stand.printed))),
        "print_grams": str(math.ceil(sum(part.grams * part.count for part in stand.printed) / 10) * 10),
        "lean_per_mm": decimal(round(math.degrees(math.atan(1 / stand.beam_mm)), 2), language),
        "tip_n": str(tip_n),
        "tip_kg": decimal(round(tip_n / GRAVITY, 1), language),
        "printed_table": printed_table(stand, language),
        "cut_table": cut_table(stand, language),
        "steps": steps(language, _heights(numbers, stand, language)),
        "pin_table": pin_table(numbers, language).rstrip(),
        "lamp_ohms": ohms(numbers.wiring.lamp_ohm),
        **_pins(numbers),
    }


def _heights(numbers: Numbers, stand: Stand, language: PageLanguage) -> dict[str, str]:
    """Return the heights and lengths that the steps name, in cm."""
    found = {
        "strip_cm": stand.strip_z_mm,
        "display_cm": stand.display_z_mm,
        "pi_cm": stand.pi_slot_z_mm,
        "slack_cm": numbers.cables.slack_mm,
        "ribbon_cm": numbers.cables.ribbon_mm,
        "lead_cm": numbers.wiring.display_lead_mm,
    }
    lead_mm2 = decimal(round(area_mm2(numbers.wiring.display_lead_awg), 1), language)
    return {"lead_mm2": lead_mm2} | {name: decimal(round(mm / 10, 1), language) for name, mm in found.items()}


def _pins(numbers: Numbers) -> dict[str, str]:
    """Return BCM number and place on the header of what is measured."""
    found = {}
    for wire in wires(numbers):
        if wire.role == "signal" and wire.part in (Part.BUTTON, Part.LAMP):
            found[f"{wire.part.value}_gpio"] = str(wire.pin.bcm)
            found[f"{wire.part.value}_pin"] = str(wire.pin.number)
    return found
