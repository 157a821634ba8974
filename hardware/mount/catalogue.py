"""The printed parts: name, what draws them, in which step they are mounted and where they come from."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from build123d import Location, Part, Pos

from hardware.mount import boards, button_box, carriage, case, joints, pi_case, wing
from hardware.mount.frames import Vector, case_axes, places
from hardware.mount.steps import BUTTON_STEP
from hardware.numbers import Numbers

DENSITY_G_PER_MM3 = 1.27e-3  # PETG
INFILL = 0.25
SKIN_MM = 1.2  # three lines of 0.4 mm, and as much above and below: what is nearer to a surface is solid
MM3_PER_S = 8.0
"""What a small printer lays down with acceleration and travel taken off: an assumption, slicers know better."""
MINUTES_A_PART = 6.0

Away = Callable[[Location], Vector]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedPart:
    """A part that is printed."""

    name: str
    draw: Callable[[Numbers], Part]  # as it lies on the bed, z = 0 below it
    step: int  # in which it is mounted
    away: Away  # where it comes from, for exploded pictures
    where: list[Location]  # each of them
    colour: str  # "any", "white" inside lamps, "opal" for what light passes


def catalogue(numbers: Numbers) -> tuple[PrintedPart, ...]:
    """Return the printed parts of one stand."""
    _, _, out = case_axes(numbers)
    where, plate = places(numbers), boards.camera_board(numbers.camera.model).family
    found: list[tuple[str, Callable[[Numbers], Part], int, Away, str]] = [
        ("foot-cap", joints.foot_cap, 1, _own(z=-70.0), "any"),
        ("foot-plate", joints.foot_plate, 2, _own(z=-55.0), "any"),
        ("corner-plate", joints.corner_plate, 3, _own(z=-50.0), "any"),
        ("beam-cap", joints.beam_cap, 3, _own(z=-40.0), "any"),
        ("carriage", carriage.carriage, 5, _apart(up=-30.0), "any"),
        (plate, carriage.camera_plate, 4, _apart(), "any"),
        ("wing-channel", wing.channel, 6, _apart(), "white"),
        ("wing-diffuser", wing.diffuser, 6, _apart(up=-60.0), "opal"),
        ("wing-strap", wing.strap, 6, _apart(up=40.0), "any"),
        ("wing-holder", wing.holder, 7, _apart(up=60.0), "any"),
        ("wing-end", wing.wing_end, 6, _apart(35.0), "any"),
        ("case-tray", case.tray, 8, _apart(), "any"),
        ("case-clamp", case.clamp, 8, _own(z=70.0), "any"),
        ("case-cover", case.cover, 9, _apart(), "any"),
        ("case-arm", case.arm, 9, lambda _: (-60.0 * out[0], -60.0 * out[1], -60.0 * out[2]), "any"),
        ("pi-tray", pi_case.pi_tray, 12, _own(z=70.0), "any"),
        ("pi-cover", pi_case.pi_cover, 16, _own(z=70.0), "any"),
        ("button-box", button_box.button_box, BUTTON_STEP, _apart(), "any"),
        ("button-lid", button_box.button_lid, BUTTON_STEP, _apart(up=-60.0), "any"),
        ("cable-clip", joints.clip, 15, _own(y=45.0), "any"),
    ]
    return tuple(
        PrintedPart(name=name, draw=draw, step=step, away=away, where=where[name], colour=colour)
        for name, draw, step, away, colour in found
        if where[name]
    )


def _own(*, y: float = 0.0, z: float = 0.0) -> Away:
    """Return the way along a part's own axes: off the face that it lies on."""

    def away(where: Location) -> Vector:
        way = (where * Pos(0, y, z)).position - where.position
        return way.X, way.Y, way.Z

    return away


def _apart(aside: float = 0.0, *, up: float = 0.0) -> Away:
    """Return the way to the front or the back, whichever is nearer, and up."""
    return lambda where: (0.0, aside if where.position.Y > 0 else -aside, up)


def printing_of(part: PrintedPart, solid: Part) -> dict[str, Any]:
    """Return what printing a part takes, from its drawn solid: grams of PETG with `INFILL` and hours, each."""
    box, volume = solid.bounding_box().size, float(solid.volume)
    shell = min(volume, float(solid.area) * SKIN_MM)
    laid = shell + (volume - shell) * INFILL
    return {
        "name": part.name,
        "count": len(part.where),
        "size_mm": (round(box.X, 1), round(box.Y, 1), round(box.Z, 1)),
        "grams": round(laid * DENSITY_G_PER_MM3, 1),
        "hours": round(laid / MM3_PER_S / 3600 + MINUTES_A_PART / 60, 1),
        "colour": part.colour,
    }
