"""The assembly guide in both languages: the words of ``words``, filled with numbers, tables and steps."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from hardware.arm.made import NAMES, choosing
from hardware.mount.profile import GRAVITY
from hardware.mount.steps import STEPS, Step
from hardware.numbers import Build, Numbers
from hardware.optics.cameras import camera_named
from hardware.optics.needs import LEAST_DIE_PX
from hardware.optics.table import lined
from hardware.parts.made import Wording
from hardware.wiring.pins import ohms, pin_table, wires
from hardware.words import WORDS, PageLanguage, decimal, word

TEXTS = Path(__file__).with_name("words")


def files(numbers: Numbers, made: Mapping[str, Mapping[str, bytes]]) -> dict[str, bytes]:
    """Return the guide in each language, from what the rooms before this one made."""
    numbers, found = replace(numbers, build=Build.STAND), {}
    stand = json.loads(made["mount"]["mount.json"])  # what it says of itself: nothing has to be drawn again to know it
    for language, name in NAMES.items():
        told = choosing(numbers, made, language)
        told.values |= facts(numbers, stand, language)
        told.values["steps"] = "\n\n".join(_step(step, told) for step in STEPS)
        found[name] = told.of(TEXTS / f"guide.{language.value}.md").encode()
    return found


def _step(step: Step, told: Wording) -> str:
    title, said, see, if_not = (told.of(texts) for texts in zip(step.english, step.german, strict=True))
    head = f"### {word('step', told.language)} {step.number} · {title}"
    saw, missed = word("step-see", told.language), word("step-if-not", told.language)
    table = f"| | |\n|---|---|\n| **{saw}** | {see} |\n| **{missed}** | {if_not} |"
    return f"{head}\n\n![{title}](../mount/steps/{step.picture})\n\n{said}\n\n{table}"


def facts(numbers: Numbers, stand: dict[str, Any], language: PageLanguage) -> dict[str, Any]:
    """Return what stands for each name in the guide's words, of the numbers and of what the mount says of itself."""
    printed, tip_n = stand["printed"], math.floor(min(stand["stability"]["tip_n"].values()))
    return {
        "sensor": camera_named(numbers.camera.model).sensor or "USB",
        "least_px": LEAST_DIE_PX,
        "inserts": sum(one["count"] for one in stand["fasteners"] if one["kind"] == "insert"),
        "print_grams": math.ceil(sum(part["grams"] * part["count"] for part in printed) / 10) * 10,
        "lean_per_mm": math.degrees(math.atan(1 / stand["layout"]["beam_mm"])),
        "tip_n": tip_n,
        "tip_kg": round(tip_n / GRAVITY, 1),
        "stand": stand,
        "printed_table": _printed(printed, language),
        "cut_table": _cuts(stand["cuts"], language),
        "pin_table": pin_table(numbers, language).rstrip(),
        "lamp_ohms": ohms(numbers.wiring.lamp_ohm),
        "pin": {wire.part.value: wire.pin for wire in wires(numbers) if wire.role == "signal"},
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
    names = ("cut-profile", "cut-strip", "cut-steel")  # what is cut, by the words that its name begins with
    heads, said = ("printed-count", "cut-what", "cut-length"), {WORDS[name][0]: word(name, language) for name in names}
    lines = []
    for cut in cuts:
        english = next(each for each in said if cut["name"].startswith(each))
        what = cut["name"].replace(english, said[english])
        lines.append((f"{cut['count']} ×", what, f"{cut['length_mm']:.0f} mm"))
    return lined([word(head, language) for head in heads], lines)
