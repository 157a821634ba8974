"""The guide to build A in both languages, and its drawing; it begins with which build to choose."""

import json
import math
from collections.abc import Mapping
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from hardware.arm import plan
from hardware.mount.boards import standing
from hardware.mount.layout import layout
from hardware.numbers import BoardShape, Build, Numbers
from hardware.optics.cameras import camera_named
from hardware.optics.exposure import least_lux
from hardware.optics.plot import filled
from hardware.optics.table import lined, range_of
from hardware.optics.view import BoardScene
from hardware.parts.made import bill_rows, joint_table, total
from hardware.words import WORDS, PageLanguage, decimal, word

TEXTS = Path(__file__).with_name("words")
NAMES = {PageLanguage.ENGLISH: "guide.md", PageLanguage.GERMAN: "anleitung.md"}


def files(numbers: Numbers, made: Mapping[str, Mapping[str, bytes]]) -> dict[str, bytes]:
    """Return guide and drawing in each language; `NumbersError` if the arm cannot be built."""
    numbers = replace(numbers, build=Build.ARM)
    plan.check(numbers)
    found = {}
    for language, name in NAMES.items():
        words = (TEXTS / f"arm.{language.value}.md").read_text(encoding="utf-8")
        found[name] = words.format(**shared(numbers, made, language), **facts(numbers, language)).encode()
        found[f"arm-{language.value}.svg"] = drawing(TEXTS / "arm.svg", lengths(numbers), numbers, language)
    return found


def lengths(numbers: Numbers) -> dict[str, Any]:
    """Return what the arm's drawing is drawn by."""
    arm, board, turns = numbers.arm, numbers.board, 8 if numbers.board.shape is BoardShape.OCTAGON else 64
    radius = board.across_mm / 2 / math.cos(math.pi / turns)
    angles = [math.pi * (2 * turn + 1) / turns for turn in range(turns)]
    outline = " ".join(f"{radius * math.cos(angle):.1f},{radius * math.sin(angle):.1f}" for angle in angles)
    top, deep = plan.boom_mm(numbers), plan.footprint_mm(numbers)[1]
    found = {"edge": arm.edge_mm, "display": arm.display_mm, "top": top, "side": deep / 2, "outline": outline}
    return found | {"tall": max(top, deep + 70.0) + 260.0}


def facts(numbers: Numbers, language: PageLanguage) -> dict[str, Any]:
    """Return what stands for each name in the arm's words alone."""
    arms = []
    for arm in plan.ARMS.values():
        title, poles_mm = f"{language.of(arm.title)} (`{arm.name}`)", "–".join(f"{mm:g}" for mm in arm.pole_mm)
        arms.append((title, language.of(arm.search), f"{arm.reach_mm:g}", poles_mm))
    return {
        "cable_mm": math.ceil(plan.cable_mm(numbers) / 100) * 100,
        "arcmin": math.floor(plan.seen_by(standing(numbers)).letter_arcmin),
        "sway_hz": plan.sway_hz(numbers),
        "arms": lined((), arms),
        "lamp_in_mm": numbers.arm.edge_mm - plan.lamp_at_mm(numbers)[0],
    }


def shared(numbers: Numbers, made: Mapping[str, Mapping[str, bytes]], language: PageLanguage) -> dict[str, Any]:
    """Return what stands for each name that both the arm's and the café's words have."""
    scene, camera, board = BoardScene.from_numbers(numbers), camera_named(numbers.desk.camera), numbers.board
    return {
        "arm": numbers.arm,
        "cafe": numbers.cafe,
        "camera": camera.title,
        "board": word(f"board-{board.shape.value}", language).format(decimal(board.across_mm, language)),
        "die_mm": numbers.dice.size_mm,
        "lamp_at_mm": plan.lamp_at_mm(numbers),
        "lux": plan.lux(numbers).darkest,
        "needs_lux": math.ceil(least_lux(camera)),
        "mirrors_deg": math.floor(plan.mirrors_from_deg(numbers)),
        "choice": choice(numbers, made, language),
        "parts": lined((), ((n, name, eur) for n, name, *_, eur in bill_rows(numbers.build, numbers, language))),
        "joints": joint_table(numbers.build, numbers, language),
        "cameras": lined((), ((f"{each.title} (`{each.name}`)", range_of(each, scene)) for each in plan.USB_CAMERAS)),
    }


def choice(numbers: Numbers, made: Mapping[str, Mapping[str, bytes]], language: PageLanguage) -> str:
    """Return the table of all three builds by which one is chosen."""
    values: dict[str, Any] = {f"{build.value}_eur": total(build, numbers) for build in Build}
    for room in ("cafe", "mount"):
        printed = json.loads(made[room][f"{room}.json"])["printed"]
        values[f"{room}_hours"] = math.ceil(sum(each["hours"] * each["count"] for each in printed))
    arm, cafe = (replace(numbers, build=build) for build in (Build.ARM, Build.CAFE))
    values |= {"arm_mm": plan.footprint_mm(arm, lit=False), "lit_mm": plan.footprint_mm(arm)}
    values |= {"beside_mm": plan.footprint_mm(cafe), "beam_mm": layout(standing(numbers)).beam_mm}
    words = (TEXTS / f"choice.{language.value}.md").read_text(encoding="utf-8")
    return words.format(cafe=numbers.cafe, mount=numbers.mount, **values).rstrip()


def drawing(file: Path, lengths: Mapping[str, Any], numbers: Numbers, language: PageLanguage) -> bytes:
    """Return a file's drawing with the build's lengths and words put in."""
    desk, board, (x, y), floor = numbers.desk, numbers.board, plan.lamp_at_mm(numbers), numbers.board.floor_mm
    beside = {"half": board.across_mm / 2, "lamp_x": x, "lamp_y": y, "shade": plan.SHADE_MM / 2}
    beside |= {"gap": plan.KEY_GAP_MM, "key": plan.KEY_MM}
    high = {"rim": board.rim_height_mm, "lens": floor + desk.height_mm, "lamp_z": floor + desk.lamp_height_mm}
    words = {name: escape(word(name, language)) for name in WORDS}
    drawn = {"words": words, "floor": floor, "lamps": "inline" if desk.lamp_mm else "none"}
    return filled(file, {**beside, **high, **drawn, **lengths})
