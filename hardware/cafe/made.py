"""What is made of the café's build: guide and drawing in both languages, printed parts as STL and STEP, pictures."""

import base64
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from hardware.arm.made import NAMES, drawing, shared
from hardware.arm.plan import footprint_mm
from hardware.cafe import plan
from hardware.mount import mast, mast_parts, scenes
from hardware.mount.assembly import Placed
from hardware.mount.catalogue import printing_of
from hardware.mount.made import solids
from hardware.mount.picture import MARGIN, draw
from hardware.mount.profile import GRAVITY
from hardware.numbers import Build, Numbers

TEXTS = Path(__file__).with_name("words")
SEEN_PX = (900, 1000)


def files(numbers: Numbers, made: Mapping[str, Mapping[str, bytes]]) -> dict[str, bytes]:
    """Return every file; `NumbersError` if it cannot be built."""
    numbers = replace(numbers, build=Build.CAFE)
    plan.check(numbers)
    parts = {part.name: part.draw(numbers) for part in mast_parts.catalogue(numbers)}
    printed = [printing_of(part, parts[part.name]) for part in mast_parts.catalogue(numbers)]
    told = (json.dumps({"printed": printed}, indent=1) + "\n").encode()
    placed = mast_parts.placed(numbers, parts)
    whole = draw([(one.solid, one.colour) for one in placed], -35.0, 22.0, (700, 760))
    found = {"cafe.json": told, "whole.png": whole, **solids(numbers, parts), **scenes.parts(parts)}
    lengths = _lengths(numbers, placed)
    for language, name in NAMES.items():
        said = shared(numbers, {**made, "cafe": {"cafe.json": told}}, language, plan.seen_by)
        said.values |= facts(numbers, printed)
        found[name] = said.of(TEXTS / f"cafe.{language.value}.md").encode()
        found[f"cafe-{language.value}.svg"] = drawing(TEXTS / "cafe.svg", lengths, numbers, language)
    return found


def facts(numbers: Numbers, printed: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what stands for each name in the café's words alone."""
    place, right = mast.mast_layout(numbers), numbers.cafe.wide_mm - numbers.board.across_mm / 2
    return {
        "place": place,
        "needed_mm": plan.cable_mm(numbers),
        "sway_hz": round(plan.sway_hz(numbers)),
        "kg": round(plan.kg(numbers), 1),
        "tip_n": math.floor(plan.tip_n(numbers)),
        "tip_kg": round(math.floor(plan.tip_n(numbers)) / GRAVITY, 1),
        "inset_mm": mast.INSET_MM,
        "behind_mm": round(right - place.back_mm),
        "holes_mm": [round(right - x, 1) for x, y in mast_parts.plate_bolts_mm(numbers) if y > 0],
        "printed": {part["name"]: {**part, "grams": round(part["grams"])} for part in printed},
    }


def _lengths(numbers: Numbers, placed: Sequence[Placed]) -> dict[str, Any]:
    """Return what the drawing is drawn by: lengths, and pictures from a player's seat and from above."""
    cafe, place, (long, side) = numbers.cafe, mast.mast_layout(numbers), footprint_mm(numbers)
    top = place.boom_z_mm + place.half_mm
    right, low = cafe.wide_mm - numbers.board.across_mm / 2, plan.above_table_mm(numbers)
    size = {"long": long, "side": side / 2, "front": cafe.deep_mm / 2, "right": right, "low": low, "top": top}
    size |= {"tall": max(top + low + 190.0, side + 310.0)}
    return size | {"side_seen": _seen(placed, 2, 0.0), "above": _seen(placed, 1, 90.0)}


def _seen(placed: Sequence[Placed], up: int, high_deg: float) -> tuple[str, float, float, float, float]:
    """Return its picture from the front or from above, and where that lies: which axis goes up, how high one looks."""
    boxes = [one.solid.bounding_box() for one in placed]
    low = np.min([tuple(box.min) for box in boxes], axis=0)[[0, up]]
    top = np.max([tuple(box.max) for box in boxes], axis=0)[[0, up]]
    size = max((top - low) / (1 - 2 * MARGIN) / SEEN_PX) * np.array(SEEN_PX)
    picture = draw([(one.solid, one.colour) for one in placed], 0.0, high_deg, SEEN_PX)
    left, upper = (low + top - size) / 2 * (1, 0) + (low + top + size) / 2 * (0, -1)
    return base64.b64encode(picture).decode(), left, upper, *size
