"""The guide to build A in both languages, on two pages, and its drawing; it begins with which build to choose."""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hardware.arm import plan
from hardware.arm.drawing import drawing
from hardware.mount.boards import standing
from hardware.mount.layout import layout
from hardware.numbers import Build, Numbers
from hardware.optics.cameras import CameraModel, camera_named
from hardware.optics.exposure import least_lux
from hardware.optics.table import markdown
from hardware.optics.view import BoardScene, legal_heights
from hardware.parts.made import bill_rows, joint_rows, total
from hardware.words import PageLanguage, decimal, word

TEXTS = Path(__file__).with_name("words")
NAMES = {PageLanguage.ENGLISH: "guide.md", PageLanguage.GERMAN: "anleitung.md"}


def files(numbers: Numbers, made: Mapping[str, Mapping[str, bytes]]) -> dict[str, bytes]:
    """Return guide and drawing in each language; `NumbersError` if the arm cannot be built."""
    plan.check(numbers)
    printed = json.loads(made["mount"]["mount.json"])["printed"]
    hours, found = math.ceil(sum(part["hours"] * part["count"] for part in printed)), {}
    for language, name in NAMES.items():
        words = (TEXTS / f"arm.{language.value}.md").read_text(encoding="utf-8")
        found[name] = words.format(**facts(numbers, language), print_hours=hours).encode()
        found[f"arm-{language.value}.svg"] = drawing(numbers, language)
    return found


def facts(numbers: Numbers, language: PageLanguage) -> dict[str, Any]:
    """Return what stands for each name in the guide's words."""
    scene, camera, board = BoardScene.from_numbers(numbers), camera_named(numbers.arm.camera), numbers.board
    return {
        "arm": numbers.arm,
        "camera": camera.title,
        "board": word(f"board-{board.shape.value}", language).format(decimal(board.across_mm, language)),
        "die_mm": numbers.dice.size_mm,
        "footprint_mm": plan.footprint_mm(numbers),
        "beam_mm": layout(standing(numbers)).beam_mm,
        "cable_mm": math.ceil(plan.cable_mm(numbers) / 100) * 100,
        "lux": plan.lux(numbers),
        "needs_lux": math.ceil(least_lux(camera)),
        "arcmin": math.floor(plan.seen_by(standing(numbers)).letter_arcmin),
        "mirrors_deg": math.floor(plan.mirrors_from_deg(numbers)),
        "sway_hz": plan.sway_hz(numbers),
        "arm_eur": total(Build.ARM, numbers),
        "stand_eur": total(Build.STAND, numbers),
        "parts": "\n".join(
            _line(n, part, eur)
            for n, part, _, _, eur in (row.values() for row in bill_rows(Build.ARM, numbers, language))
        ),
        "joints": markdown(joint_rows(Build.ARM, numbers, language)).rstrip(),
        "cameras": "\n".join(_line(f"{each.title} (`{each.name}`)", _hangs(each, scene)) for each in plan.USB_CAMERAS),
        "arms": "\n".join(
            _line(
                f"{language.of(arm.title)} (`{arm.name}`)",
                language.of(arm.search),
                f"{arm.reach_mm:g}",
                "–".join(f"{mm:g}" for mm in arm.pole_mm),
            )
            for arm in plan.ARMS.values()
        ),
    }


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _hangs(camera: CameraModel, scene: BoardScene) -> str:
    heights = legal_heights(camera, scene)
    return f"{heights.lowest_mm}–{heights.highest_mm}" if heights.is_possible else "–"
