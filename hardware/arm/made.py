"""The guide to build A in both languages, and its drawing; it begins with which build to choose."""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from hardware import data
from hardware.arm import plan
from hardware.mount.layout import layout
from hardware.mount.reading import Legibility
from hardware.numbers import BoardShape, Build, Numbers
from hardware.optics.cameras import camera_named
from hardware.optics.exposure import least_lux
from hardware.optics.plot import filled
from hardware.optics.table import lined, range_of
from hardware.optics.view import BoardScene
from hardware.parts.made import Wording, bought_rows, choice, joint_table, numbers_of, sold, total
from hardware.words import WORDS, PageLanguage, word

TEXTS = Path(__file__).with_name("words")
CHOSEN = data.load(TEXTS / "chosen.toml", dict[str, dict[str, dict[str, tuple[str, str]]]])
SeenBy = Callable[[Numbers], Legibility | None]  # how the display is seen
NAMES = {PageLanguage.ENGLISH: "guide.md", PageLanguage.GERMAN: "anleitung.md"}


def files(numbers: Numbers, made: Mapping[str, Mapping[str, bytes]]) -> dict[str, bytes]:
    """Return guide and drawing in each language; `NumbersError` if the arm cannot be built."""
    numbers = replace(numbers, build=Build.ARM)
    plan.check(numbers)
    found = {}
    for language, name in NAMES.items():
        told = shared(numbers, made, language, plan.seen_by)
        told.values |= facts(numbers, told)
        found[name] = told.of(TEXTS / f"arm.{language.value}.md").encode()
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


def facts(numbers: Numbers, told: Wording) -> dict[str, Any]:
    """Return what stands for each name in the arm's words alone."""
    arms, parts = list[Sequence[str]](), sold("arm.model", Build.ARM)
    for name, arm in plan.ARMS.items():
        poles_mm, search = "–".join(f"{mm:g}" for mm in arm.pole_mm), told.of(parts[name].search)
        arms.append((f"{told.of(arm.title)} (`{name}`)", search, f"{arm.reach_mm:g}", poles_mm))
    sway_hz = round(plan.sway_hz(numbers))
    return {"needed_mm": plan.cable_mm(numbers), "sway_hz": sway_hz, "arms": lined((), arms)}


def shared(
    numbers: Numbers, made: Mapping[str, Mapping[str, bytes]], language: PageLanguage, seen_by: SeenBy
) -> Wording:
    """Return what stands for each name that both the arm's and the café's words have."""
    told = choosing(numbers, made, language)
    scene, cameras, displays = BoardScene.from_numbers(numbers), list[Sequence[str]](), list[Sequence[str]]()
    for name, part in sold("camera.model", numbers.build).items():
        cameras.append((f"{told.of(part.name)} (`{name}`)", told.of(part.search), range_of(camera_named(name), scene)))
    for name, part in sold("display.model", numbers.build).items():
        seen = seen_by(numbers.changed("display", model=name))
        letters = f"{math.floor(seen.letter_arcmin)}′" if seen else "–"
        displays.append((f"{told.of(part.name)} (`{name}`)", told.of(part.search), letters))
    told.values |= {
        "lamp_at_mm": (at_mm := plan.lamp_at_mm(numbers)),
        "lamp_in_mm": numbers.arm.edge_mm - at_mm[0],
        "lux": round(plan.lux(numbers).darkest),
        "needs_lux": math.ceil(least_lux(camera_named(numbers.desk.camera))),
        "mirrors_deg": math.floor(plan.mirrors_from_deg(numbers)),
        "arcmin": math.floor(seen.letter_arcmin) if (seen := seen_by(numbers)) else 0,
        "parts": bought_rows(numbers.build, numbers, language),
        "joints": joint_table(numbers.build, numbers, language),
        "cameras": lined((), cameras),
        "displays": lined((), displays),
    }
    built = numbers_of(numbers.build, numbers)
    for name in ("wiring.computer", "display.model", "build", "lamps"):
        told.values |= {each: told.of(text) for each, text in CHOSEN[name][choice(name, built)].items()}
    return told


def choosing(numbers: Numbers, made: Mapping[str, Mapping[str, bytes]], language: PageLanguage) -> Wording:
    """Return what stands for each name in the table of all three builds by which one is chosen, and the table."""
    told = Wording(numbers.build, numbers, language)
    for room in ("cafe", "mount"):
        printed = json.loads(made[room][f"{room}.json"])["printed"]
        told.values[f"{room}_hours"] = math.ceil(sum(each["hours"] * each["count"] for each in printed))
    arm, cafe, stand = (numbers_of(build, numbers) for build in Build)
    told.values |= {name: told.of(text) for name, text in CHOSEN["arm.model"][arm.arm.model].items()}
    for each in (arm, cafe):
        told.values |= {f"{each.build}_mm": plan.footprint_mm(each, lit=False), "lit_mm": plan.footprint_mm(each)}
        lamps = CHOSEN["lamps"][choice("lamps", each)]
        told.values |= {f"{each.build}_{name}": told.of(lamps[name]) for name in ("light", "takes")}
    told.values |= {f"{build}_eur": round(total(build, numbers)) for build in Build}
    told.values["beam_mm"] = round(layout(stand).beam_mm)
    told.values["choice"] = told.of(TEXTS / f"choice.{language.value}.md").rstrip()
    return told


def drawing(file: Path, lengths: Mapping[str, Any], numbers: Numbers, language: PageLanguage) -> bytes:
    """Return a file's drawing with the build's lengths and words put in."""
    desk, board, (x, y), floor = numbers.desk, numbers.board, plan.lamp_at_mm(numbers), numbers.board.floor_mm
    beside = {"half": board.across_mm / 2, "lamp_x": x, "lamp_y": y, "shade": plan.SHADE_MM / 2}
    beside |= {"gap": plan.KEY_GAP_MM, "key": plan.KEY_MM}
    high = {"rim": board.rim_height_mm, "lens": floor + desk.height_mm, "lamp_z": floor + desk.lamp_height_mm}
    words = {name: escape(word(name, language)) for name in WORDS}
    drawn = {"words": words, "floor": floor, "lamps": "inline" if desk.lamp_mm else "none"}
    return filled(file, {**beside, **high, **drawn, **lengths})
