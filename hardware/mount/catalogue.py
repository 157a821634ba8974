"""The printed parts: name, how many, what draws them; drawing is loaded only when a part is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from hardware.mount import boards
from hardware.mount import light as lamp
from hardware.mount.cables import beam_clips_mm, mast_clips_mm
from hardware.numbers import Numbers

DENSITY_G_PER_MM3 = 1.27e-3
"""PETG."""
INFILL = 0.25
SKIN_MM = 1.2
"""Three lines of 0.4 mm, and as much above and below: what is nearer to a surface is solid."""
MM3_PER_S = 8.0
"""What a small printer lays down with acceleration and travel taken off: an assumption, slicers know better."""
MINUTES_A_PART = 6.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedPart:
    """A part that is printed.

    Attributes:
        name: Of its files.
        count: How many of it one stand needs.
        drawn_by: Module and function.
        colour: What it should be printed in: "any", "white" inside lamps, "opal" for what light passes.
    """

    name: str
    count: int
    drawn_by: str
    colour: str = "any"

    def draw(self, numbers: Numbers) -> Any:
        """Return the part as it lies on the bed, z = 0 below it."""
        module, function = self.drawn_by.split(":")
        return getattr(import_module(f"hardware.mount.{module}"), function)(numbers)


def catalogue(numbers: Numbers) -> tuple[PrintedPart, ...]:
    """Return the printed parts of one stand."""
    in_wing = lamp.light(numbers).in_wing
    found = [
        ("foot-cap", 4, "foot_cap:foot_cap", "any"),
        ("foot-plate", 4, "joints:foot_plate", "any"),
        ("corner-plate", 4, "joints:corner_plate", "any"),
        ("beam-cap", 2, "joints:beam_cap", "any"),
        ("carriage", 1, "carriage:carriage", "any"),
        (boards.camera_board(numbers.camera.model).family, 1, "carriage:camera_plate", "any"),
        ("wing-channel", 2 * in_wing, "wing:channel", "white"),
        ("wing-diffuser", 2 * in_wing, "wing:diffuser", "opal"),
        ("wing-strap", 2 * (in_wing - 1), "wing:strap", "any"),
        ("wing-holder", 2, "wing:holder", "any"),
        ("wing-end", 4, "wing:wing_end", "any"),
        ("case-tray", 1, "case:tray", "any"),
        ("case-clamp", 3, "case:clamp", "any"),
        ("case-cover", 1, "case:cover", "any"),
        ("case-arm", 1, "arm:arm", "any"),
        ("pi-tray", 1, "pi_case:pi_tray", "any"),
        ("pi-cover", 1, "pi_case:pi_cover", "any"),
        ("button-box", 1, "button_box:button_box", "any"),
        ("button-lid", 1, "button_box:button_lid", "any"),
        ("cable-clip", len(beam_clips_mm(numbers)) + len(mast_clips_mm(numbers)), "clip:clip", "any"),
    ]
    return tuple(PrintedPart(name=n, count=c, drawn_by=d, colour=k) for n, c, d, k in found if c)


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """What printing one part takes.

    Attributes:
        name: Of its files.
        count: How many of it.
        size_mm: As it lies on the bed.
        grams: Each, in PETG with `INFILL`.
        hours: Each, an estimate.
        colour: See `PrintedPart`.
    """

    name: str
    count: int
    size_mm: tuple[float, float, float]
    grams: float
    hours: float
    colour: str


def printing_of(part: PrintedPart, solid: Any) -> Printed:
    """Return what printing a part takes, from its drawn solid."""
    box, volume = solid.bounding_box().size, float(solid.volume)
    shell = min(volume, float(solid.area) * SKIN_MM)
    laid = shell + (volume - shell) * INFILL
    return Printed(
        name=part.name,
        count=part.count,
        size_mm=(round(box.X, 1), round(box.Y, 1), round(box.Z, 1)),
        grams=round(laid * DENSITY_G_PER_MM3, 1),
        hours=round(laid / MM3_PER_S / 3600 + MINUTES_A_PART / 60, 1),
        colour=part.colour,
    )
