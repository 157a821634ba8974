"""The guide to build A in both languages, on two pages, and its drawing; it begins with which build to choose."""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from string import Template

from hardware.arm import plan
from hardware.arm.drawing import drawing
from hardware.mount.boards import DISPLAYS
from hardware.mount.layout import layout
from hardware.numbers import Numbers
from hardware.optics.cameras import camera_named
from hardware.optics.exposure import least_lux
from hardware.optics.table import markdown
from hardware.optics.view import BoardScene, legal_heights
from hardware.parts.made import Build, bill_rows, joint_rows, total
from hardware.words import PageLanguage, decimal, word

TEXTS = Path(__file__).with_name("words")
NAMES = {PageLanguage.ENGLISH: "guide.md", PageLanguage.GERMAN: "anleitung.md"}


def files(numbers: Numbers, made: Mapping[str, Mapping[str, bytes]]) -> dict[str, bytes]:
    """Return guide and drawing in each language; `NumbersError` if the arm cannot be built."""
    plan.check(numbers)
    printed = json.loads(made["mount"]["mount.json"])["printed"]
    found = {}
    for language, name in NAMES.items():
        words = (TEXTS / f"arm.{language.value}.md").read_text(encoding="utf-8")
        hours = str(math.ceil(sum(part["hours"] * part["count"] for part in printed)))
        found[name] = Template(words).substitute(facts(numbers, language), print_hours=hours).encode()
        found[f"arm-{language.value}.svg"] = drawing(numbers, language)
    return found


def facts(numbers: Numbers, language: PageLanguage) -> dict[str, str]:
    """Return what stands for each name in the guide's words."""
    arm, scene, camera = numbers.arm, BoardScene.from_numbers(numbers), camera_named(numbers.arm.camera)
    long_mm, wide_mm = plan.footprint_mm(numbers)
    stand_mm = layout(numbers).beam_mm + 2 * plan.STAND_MM
    found = {
        "height_cm": arm.height_mm / 10,
        "edge_cm": arm.edge_mm / 10,
        "display_cm": arm.display_mm / 10,
        "cable_m": math.ceil(plan.cable_mm(numbers) / 100) / 10,
        "lamp_cm": arm.lamp_mm / 10,
        "lamp_height_cm": arm.lamp_height_mm / 10,
        "lumens": arm.lamp_lumens,
        "lux": round(plan.lux(numbers)),
        "needs_lux": math.ceil(least_lux(camera)),
        "mirrors_deg": round(plan.mirrors_from_deg(numbers), 1),
        "sway_hz": round(plan.sway_hz(numbers), 1),
        "long_cm": long_mm / 10,
        "wide_cm": wide_mm / 10,
        "tilt": arm.display_tilt_deg,
        "die_mm": scene.die_mm,
        "arm_eur": round(total(Build.ARM, numbers)),
        "stand_eur": round(total(Build.STAND, numbers)),
        "stand_cm": round(stand_mm / 10),
    }
    board = word(f"board-{numbers.board.shape.value}", language).format(decimal(numbers.board.across_mm, language))
    return {name: decimal(value, language) for name, value in found.items()} | {
        "board": board,
        "camera": camera.title,
        "arm": language.of(plan.arm_in(numbers).title),
        "parts": markdown([_short(row) for row in bill_rows(Build.ARM, numbers, language)]).rstrip(),
        "joints": markdown(joint_rows(Build.ARM, numbers, language)).rstrip(),
        "cameras": markdown(_cameras(scene, language)).rstrip(),
        "arms": markdown(_arms(language)).rstrip(),
        "displays": markdown(_displays(numbers, language)).rstrip(),
    }


def _short(row: dict[str, str]) -> dict[str, str]:
    """Return a row of the bill without why and what instead, which the bill itself says."""
    count, part, _, _, eur = row.items()
    return dict((count, part, eur))


def _cameras(scene: BoardScene, language: PageLanguage) -> list[dict[str, str]]:
    rows = []
    for camera in plan.USB_CAMERAS:
        heights = legal_heights(camera, scene)
        hangs = f"{heights.lowest_mm / 10:.0f}–{heights.highest_mm / 10:.0f} cm" if heights.is_possible else "–"
        rows.append({word("camera", language): f"{camera.title} (`{camera.name}`)", word("arm-hangs", language): hangs})
    return rows


def _arms(language: PageLanguage) -> list[dict[str, str]]:
    return [
        {
            word("arm-arm", language): f"{language.of(arm.title)} (`{arm.name}`)",
            word("arm-search", language): language.of(arm.search),
            word("arm-reach", language): f"{arm.reach_mm / 10:g} cm",
            word("arm-high", language): f"{arm.pole_mm[0] / 10:g}–{arm.pole_mm[1] / 10:g} cm",
        }
        for arm in plan.ARMS.values()
    ]


def _displays(numbers: Numbers, language: PageLanguage) -> list[dict[str, str]]:
    rows = []
    for name in DISPLAYS:
        seen = plan.seen_by(numbers.changed("display", model=name))
        if seen:
            arcmin = f"{decimal(round(seen[0].letter_arcmin), language)}′"
            rows.append({word("display", language): f"`{name}`", word("arm-letters", language): arcmin})
    return rows
