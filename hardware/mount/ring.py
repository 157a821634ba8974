"""Ring of light under the beam: arcs of a channel for a strip of LEDs, opal diffusers, two hangers."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

from build123d import Axis, Part, Plane, Polyline, Pos, Rot, make_face, revolve

from hardware.errors import NumbersError
from hardware.mount import ring_section as section
from hardware.mount.layout import layout
from hardware.mount.profile import JOINT_MM, SIDE_MM
from hardware.mount.shapes import SKIN_MM, at, block, bore, clear_mm, insert_bore, rod, whole

if TYPE_CHECKING:
    from hardware.numbers import Numbers

BED_MARGIN_MM = 2.0
LUG_MM = (9.0, 7.0)
"""Width and thickness of what joins two arcs."""
HANGER_HOLES_MM = (-5.5, 5.5)
"""Across the beam, where a hanger's inserts meet the ring's roof."""
HANGER_SCREWS_MM = (-22.0, 22.0)
"""Along the beam from the ring's middle line."""
WIRE_MM = 6.0


def arcs(numbers: Numbers) -> int:
    """Return into how many alike arcs the ring is split: 1, 2, 4, 6 … so that each fits the bed.

    Raises:
        NumbersError: If no number of arcs up to twelve does.
    """
    radius = layout(numbers).ring_radius_mm + section.WIDTH_MM / 2
    free = numbers.printer.bed_mm - 2 * BED_MARGIN_MM
    for count in (1, 2, 4, 6, 8, 10, 12):
        if _side_mm(radius, count) <= free:
            return count
    least = math.ceil(_side_mm(radius, 12) + 2 * BED_MARGIN_MM)
    raise NumbersError(f"printer.bed_mm = {numbers.printer.bed_mm:g} is too small for the ring; the nearest is {least}")


def turn_deg(count: int) -> float:
    """Return how an arc lies best on a square bed: its middle along a diagonal; a whole ring as it is."""
    return 0.0 if count == 1 else 45.0


def arc_height_mm() -> float:
    """Return the height of an arc as it is printed."""
    return section.DEPTH_MM


def _side_mm(radius_mm: float, count: int) -> float:
    """Return the side of the square that an arc lies in, ears and lugs included."""
    ear = section.EAR_OUT_MM + section.EAR_MM / 2
    if count == 1:
        return max(2 * radius_mm, math.sqrt(2) * (radius_mm + ear) + section.EAR_MM)
    half = math.pi / count
    outer = radius_mm + max(ear, LUG_MM[0])
    inner = radius_mm - section.WIDTH_MM
    angles = [math.pi / 4 - half + 2 * half * step / 48 for step in range(49)]
    xs = [r * math.cos(angle) for angle in angles for r in (outer, inner)]
    return max(xs) - min(xs) + 2 * LUG_MM[1]


def arc(numbers: Numbers) -> Part:
    """Return one arc, roof down as it is printed, its middle towards +x; the ring's axis is the origin's z."""
    radius, count = layout(numbers).ring_radius_mm, arcs(numbers)
    body = _swept(_channel_mm(radius), count)
    for angle in ear_angles_deg(count):
        body += Rot(0, 0, angle) * _ear(radius, section.DEPTH_MM - section.DIFFUSER_MM)
    for angle in ear_angles_deg(count):
        body -= Rot(0, 0, angle) * _ear_room(numbers, radius)
    body = _with_lugs(body, radius, count)
    for angle in hanger_angles_deg(count):
        body -= Rot(0, 0, angle) * _hanger_cuts(radius)
    return whole(Rot(0, 0, turn_deg(count)) * body)


def diffuser(numbers: Numbers) -> Part:
    """Return one arc of the diffuser, lying as it is printed, its middle towards +x."""
    radius, count = layout(numbers).ring_radius_mm, arcs(numbers)
    half = section.INSIDE_MM / 2 + section.RABBET_MM - numbers.mount.clearance_mm / 2
    low, high = radius - half, radius + half
    body = _swept([(low, 0), (high, 0), (high, section.DIFFUSER_MM), (low, section.DIFFUSER_MM)], count, 0.15)
    for angle in ear_angles_deg(count):
        reach = radius + section.WIDTH_MM / 2 + section.EAR_OUT_MM
        ear = Pos(reach, 0, 0) * rod(section.EAR_MM - 1, section.DIFFUSER_MM)
        neck = Pos((reach + radius) / 2, 0, 0) * block(reach - radius, section.EAR_MM - 1, section.DIFFUSER_MM)
        channel = Pos(radius, 0, -SKIN_MM) * block(section.INSIDE_MM, 2 * section.EAR_MM, 3)
        body += Rot(0, 0, angle) * (ear + (neck - channel))
        body -= Rot(0, 0, angle) * Pos(reach, 0, 0) * bore(clear_mm("M3"), section.DIFFUSER_MM)
    return whole(Rot(0, 0, turn_deg(count)) * body)


def hanger(numbers: Numbers) -> Part:
    """Return what holds the ring under the beam: flange down as it is printed, hung the other way up."""
    high = layout(numbers).hanger_mm
    body = block(60.0, SIDE_MM, JOINT_MM, 3.0) + block(26.0, SIDE_MM, high, 3.0)
    body -= at([(x, 0) for x in HANGER_SCREWS_MM], bore(clear_mm("M5"), JOINT_MM))
    return whole(body - at([(0, y) for y in HANGER_HOLES_MM], insert_bore("M3"), high))


def ear_angles_deg(count: int) -> tuple[float, ...]:
    """Return where an arc has ears for the diffuser's screws, from its middle."""
    if count == 1:
        return (45.0, 135.0, 225.0, 315.0)
    return (-90.0 / count, 90.0 / count)


def hanger_angles_deg(count: int) -> tuple[float, ...]:
    """Return where an arc is hung, from its middle: every arc has the holes, so that all are alike."""
    return (0.0, 180.0) if count == 1 else (0.0,)


@cache
def _channel_mm(radius_mm: float) -> tuple[tuple[float, float], ...]:
    """Return the channel's section: distance from the axis and height, roof down."""
    half, wall, roof, depth = section.WIDTH_MM / 2, section.WALL_MM, section.ROOF_MM, section.DEPTH_MM
    step, ledge = section.RABBET_MM, section.DEPTH_MM - section.DIFFUSER_MM
    right = [(half, 0), (half, depth), (half - wall + step, depth), (half - wall + step, ledge)]
    right += [(half - wall, ledge), (half - wall, roof)]
    left = [(-x, z) for x, z in reversed(right)]
    return tuple((radius_mm + x, z) for x, z in (*right, *left))


def _swept(
    points_mm: tuple[tuple[float, float], ...] | list[tuple[float, float]], count: int, gap_mm: float = 0.0
) -> Part:
    """Return a section turned round the axis by one arc, its middle towards +x."""
    face = make_face(Plane.XZ * Polyline(*points_mm, close=True))
    span = 360.0 / count - (math.degrees(2 * gap_mm / points_mm[0][0]) if count > 1 else 0.0)
    return Rot(0, 0, -span / 2) * revolve(face, Axis.Z, span)


def _ear(radius_mm: float, height_mm: float) -> Part:
    """Return a column outside the outer wall with an insert's hole from above."""
    reach = radius_mm + section.WIDTH_MM / 2 + section.EAR_OUT_MM
    neck = Pos(reach - section.EAR_OUT_MM, 0, 0) * block(2 * section.EAR_OUT_MM, section.EAR_MM, height_mm)
    return Pos(reach, 0, 0) * rod(section.EAR_MM, height_mm) + neck - _inside(radius_mm)


def _inside(radius_mm: float) -> Part:
    """Return a block that covers the channel at +x, so that ears do not grow into it."""
    return Pos(radius_mm, 0, -SKIN_MM) * block(section.INSIDE_MM, 3 * section.EAR_MM, section.DEPTH_MM + 1)


def _ear_room(numbers: Numbers, radius_mm: float) -> Part:
    """Return what is cut for the diffuser's ear and its screw's insert."""
    ledge = section.DEPTH_MM - section.DIFFUSER_MM
    wall = radius_mm + section.WIDTH_MM / 2 - section.WALL_MM
    notch = Pos(wall + section.WALL_MM, 0, ledge) * block(
        2 * section.WALL_MM, section.EAR_MM - 1 + numbers.mount.clearance_mm, section.DIFFUSER_MM + 1
    )
    reach = radius_mm + section.WIDTH_MM / 2 + section.EAR_OUT_MM
    return notch + Pos(reach, 0, ledge) * insert_bore("M3")


def _with_lugs(body: Part, radius_mm: float, count: int) -> Part:
    """Return an arc with lugs at its ends, one for an insert, one for a screw; a whole ring has none."""
    if count == 1:
        return body
    outer, (wide, thick) = radius_mm + section.WIDTH_MM / 2, LUG_MM
    for end, hole in ((1, insert_bore("M3")), (-1, bore(clear_mm("M3"), thick))):
        lug = Pos(outer + wide / 2 - 1, -end * thick / 2, 0) * block(wide + 2, thick, 10.0)
        axis = Pos(outer + wide / 2, 0, 5.0) * Rot(-90 if end > 0 else 90, 0, 0) * hole
        body += Rot(0, 0, end * 180 / count) * (lug - axis)
    return body


def _hanger_cuts(radius_mm: float) -> Part:
    """Return the screws' holes in the roof, and one for the strip's wires."""
    holes = at([(radius_mm, y) for y in HANGER_HOLES_MM], bore(clear_mm("M3"), section.ROOF_MM))
    wire = Rot(0, 0, 20) * Pos(radius_mm, 0, 0) * bore(WIRE_MM, section.ROOF_MM)
    return Part() + holes + wire
