"""The assembly guide in both languages: the words of ``words``, filled with numbers, tables and steps."""

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

from hardware.arm.made import choice
from hardware.mount.profile import GRAVITY
from hardware.mount.steps import STEPS, Step
from hardware.numbers import Numbers
from hardware.optics.cameras import camera_named
from hardware.optics.needs import LEAST_DIE_PX
from hardware.optics.table import lined
from hardware.wiring.pins import Part, ohms, pin_table, wires
from hardware.wiring.power import area_mm2
from hardware.words import WORDS, PageLanguage, decimal, word

TEXTS = Path(__file__).with_name("words")
NAMES = {PageLanguage.ENGLISH: "guide.md", PageLanguage.GERMAN: "anleitung.md"}
STAND = "mount.json"  # what the mount says of itself: nothing has to be drawn again to know it


def files(numbers: Numbers, made: Mapping[str, Mapping[str, bytes]]) -> dict[str, bytes]:
    """Return the guide in each language, from what the rooms before this one made."""
    stand = json.loads(made["mount"][STAND])
    found = {}
    for language, name in NAMES.items():
        filled = facts(numbers, stand, language) | {"choice": choice(numbers, made, language)}
        words = (TEXTS / f"guide.{language.value}.md").read_text(encoding="utf-8")
        steps = Template("\n\n".join(_step(step, language) for step in STEPS)).substitute(filled)
        found[name] = Template(words).substitute(filled, steps=steps).encode()
    return found


def _step(step: Step, language: PageLanguage) -> str:
    title, told, see, if_not = language.of((step.english, step.german))
    head = f"### {word('step', language)} {step.number} · {title}"
    saw, missed = word("step-see", language), word("step-if-not", language)
    table = f"| | |\n|---|---|\n| **{saw}** | {see} |\n| **{missed}** | {if_not} |"
    return f"{head}\n\n![{title}](../mount/steps/{step.picture})\n\n{told}\n\n{table}"


CUTS = ("cut-profile", "cut-strip", "cut-steel")  # what is cut, by the words that its name begins with


def facts(numbers: Numbers, stand: dict[str, Any], language: PageLanguage) -> dict[str, str]:
    """Return what stands for each name in the guide's words, of the numbers and of what the mount says of itself."""
    board, camera, printed = numbers.board, camera_named(numbers.camera.model), stand["printed"]
    tip_n = math.floor(min(stand["stability"]["tip_n"].values()))
    grams = sum(part["grams"] * part["count"] for part in printed)
    return {
        "board": word(f"board-{board.shape.value}", language).format(decimal(board.across_mm, language)),
        "die_mm": decimal(numbers.dice.size_mm, language),
        "camera": camera.title,
        "sensor": camera.sensor or "USB",
        "height_cm": decimal(round(numbers.camera.height_mm / 10), language),
        "least_px": decimal(LEAST_DIE_PX, language),
        "bed_mm": decimal(numbers.printer.bed_mm, language),
        "print_hours": str(math.ceil(sum(part["hours"] * part["count"] for part in printed))),
        "inserts": str(sum(one["count"] for one in stand["fasteners"] if one["kind"] == "insert")),
        "print_grams": str(math.ceil(grams / 10) * 10),
        "lean_per_mm": decimal(round(math.degrees(math.atan(1 / stand["layout"]["beam_mm"])), 2), language),
        "tip_n": str(tip_n),
        "tip_kg": decimal(round(tip_n / GRAVITY, 1), language),
        "printed_table": _printed(printed, language),
        "cut_table": _cuts(stand["cuts"], language),
        "pin_table": pin_table(numbers, language).rstrip(),
        "lamp_ohms": ohms(numbers.wiring.lamp_ohm),
        **_heights(numbers, stand, language),
        **_pins(numbers),
    }


def _printed(parts: Sequence[dict[str, Any]], language: PageLanguage) -> str:
    heads = [word(f"printed-{each}", language) for each in ("count", "part", "colour", "grams", "hours")]
    lines = []
    for part in parts:
        name, colour = part["name"], word(f"printed-{part['colour']}", language)
        each = (decimal(round(part["grams"]), language), decimal(part["hours"], language))
        lines.append((f"{part['count']} ×", f"[{name}](../mount/stl/{name}.stl)", colour, *each))
    return lined(heads, lines)


def _cuts(cuts: Sequence[dict[str, Any]], language: PageLanguage) -> str:
    heads, said = ("printed-count", "cut-what", "cut-length"), {WORDS[name][0]: word(name, language) for name in CUTS}
    lines = []
    for cut in cuts:
        english = next(each for each in said if cut["name"].startswith(each))
        what = cut["name"].replace(english, said[english])
        lines.append((f"{cut['count']} ×", what, f"{cut['length_mm']:.0f} mm"))
    return lined([word(head, language) for head in heads], lines)


def _heights(numbers: Numbers, stand: dict[str, Any], language: PageLanguage) -> dict[str, str]:
    found = {
        "strip_cm": stand["layout"]["strip_z_mm"],
        "display_cm": stand["cables"]["low_z_mm"],
        "pi_cm": stand["pi_tray_top_mm"],
        "slack_cm": numbers.cables.slack_mm,
        "ribbon_cm": numbers.cables.ribbon_mm,
        "lead_cm": numbers.wiring.display_lead_mm,
    }
    lead_mm2 = decimal(round(area_mm2(numbers.wiring.display_lead_awg), 1), language)
    return {"lead_mm2": lead_mm2} | {name: decimal(round(mm / 10, 1), language) for name, mm in found.items()}


def _pins(numbers: Numbers) -> dict[str, str]:
    found = [wire for wire in wires(numbers) if wire.role == "signal" and wire.part in (Part.BUTTON, Part.LAMP)]
    named = {f"{wire.part.value}_gpio": str(wire.pin.bcm) for wire in found}
    return named | {f"{wire.part.value}_pin": str(wire.pin.number) for wire in found}
