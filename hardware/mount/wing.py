"""Wings of light on the masts: channels for a strip of LEDs, opal diffusers, straps that join them, holders, ends."""

import math

from build123d import Part, Pos, Rot

from hardware.mount import light as lamp
from hardware.mount.layout import HOLDER_PLATE_MM, HOLDER_UP_MM, layout
from hardware.mount.light import END_MM, INSERT_R_MM
from hardware.mount.profile import JOINT_MM
from hardware.mount.shapes import at, block, bore, clear_mm, insert_bore, key, lying, plate, whole
from hardware.numbers import LightNumbers, Numbers

FROM_MITRE_MM = (12.0, 26.0)  # along a channel from its mitre, at `INSERT_R_MM`: where straps are screwed
HOLDER_HALF_MM = 13.0  # along the channel from its middle: where the holder is screwed
END_H_MM = -2.0
STRAP_MM = 4.0
WIRE_MM = 6.0


def channel(numbers: Numbers) -> Part:
    """Return a channel as it is printed: level top down, outward to +x, along y; x = 0 is the strip's mid-line."""
    found = numbers.light
    body = _prism(lamp.outline_mm(found), found)
    for end in (1, -1):  # cut at both mitres
        cut, turn = Pos(0, 0, -1) * block(200, 200, 100), Rot(0, 0, end * found.step_deg / 2)
        body -= Pos(-found.radius_mm, 0, 0) * turn * Pos(found.radius_mm, end * 100, 0) * cut
    body -= _trough(found)
    body -= at(insert_places_mm(found), Rot(180, 0, 0) * insert_bore("M3"))
    wire = Pos(-4, 0, -lamp.bed_h_mm(found)) * Rot(0, 90, 0) * bore(WIRE_MM, lamp.BACK_MM + 5)
    for end in (1, -1):  # an end's insert has its mouth on the mitre, its axis square to it
        along, turn = found.length_mm(INSERT_R_MM) / 2, Rot(0, 0, end * found.step_deg / 2)
        spot = Pos(INSERT_R_MM, end * along, END_H_MM - lamp.bed_h_mm(found)) * turn * Rot(-90 * end, 0, 0)
        body -= spot * insert_bore("M3")
    return whole(body - wire)


def diffuser(numbers: Numbers) -> Part:
    """Return the diffuser of a channel, lying, along y: it slides into the grooves."""
    found, c = numbers.light, numbers.mount.clearance_mm
    half = found.diffuser_width_mm / 2 + lamp.GROOVE_MM - c / 2

    def corner(across: float, end: int) -> tuple[float, float]:
        r, _ = lamp.on_face(found, lamp.DEEP_MM + lamp.DIFFUSER_MM, across)
        return across, end * (found.length_mm(r) / 2 - 0.3)

    points = [corner(-half, -1), corner(half, -1), corner(half, 1), corner(-half, 1)]
    return whole(plate(points, lamp.DIFFUSER_MM - c / 2))


def strap(numbers: Numbers) -> Part:
    """Return the strap over a mitre, lying; its middle line is the mitre at y = 0, outward to +x."""
    found = numbers.light
    half = math.radians(found.step_deg / 2)
    wide, reach = 9.0, FROM_MITRE_MM[1] + 7.0
    inner, outer = ([_beside_mitre(half, side, r, reach) for side in (1, -1)] for r in (-wide, wide))
    middle = wide / math.cos(half)
    body = plate([inner[0], outer[0], (middle, 0.0), outer[1], inner[1], (-middle, 0.0)], STRAP_MM)
    return whole(body - at(strap_holes_mm(found), bore(clear_mm("M3"), STRAP_MM)))


def strap_holes_mm(found: LightNumbers) -> list[tuple[float, float]]:
    """Return where a strap is screwed to the two channels that meet there."""
    half = math.radians(found.step_deg / 2)
    return [_beside_mitre(half, side, 0.0, along) for side in (1, -1) for along in FROM_MITRE_MM]


def holder(numbers: Numbers) -> Part:
    """Return the angle between mast and wing, lying on its side: x outward from the strip, y up from the channel.

    The mast's face is at the outer end; z runs along the channel.
    """
    gap = layout(numbers).wing_gap_mm
    wall, width, web, foot = lamp.BACK_MM + gap, 2 * HOLDER_HALF_MM + 14, JOINT_MM, HOLDER_PLATE_MM
    inside, middle = wall - web, width / 2
    upright = [(0, 0), (wall, 0), (wall, HOLDER_UP_MM), (inside, HOLDER_UP_MM)]
    body = plate([*upright, (inside, foot + 5), (inside - 5, foot), (0, foot)], width)
    for z in (middle - HOLDER_HALF_MM, middle + HOLDER_HALF_MM):
        body -= Pos(INSERT_R_MM - 3, 0, z) * lying(bore(clear_mm("M3"), foot), "y")
    for y in HOLDER_SCREWS_MM:
        body -= Pos(inside, y, middle) * lying(bore(clear_mm("M5"), web), "x")
    ridge = Pos(wall, sum(HOLDER_SCREWS_MM) / 2, middle) * Rot(0, 90, 0) * Rot(0, 0, 90) * key(14)
    return whole(body + ridge)


HOLDER_SCREWS_MM = (20.0, 48.0)  # up from the channels' top


def wing_end(numbers: Numbers) -> Part:
    """Return the plate that shuts a wing's open end, lying; seen along the channel: x outward, y down."""
    found = numbers.light
    stretch = 1 / math.cos(math.radians(found.step_deg / 2))
    body = plate([(r * stretch, h) for r, h in lamp.outline_mm(found)], END_MM)
    return whole(body - Pos(*end_hole_mm(found), 0) * bore(clear_mm("M3"), END_MM))


def end_hole_mm(found: LightNumbers) -> tuple[float, float]:
    """Return where a wing's end is screwed on: outward along the mitre, and down."""
    return INSERT_R_MM / math.cos(math.radians(found.step_deg / 2)), END_H_MM


def insert_places_mm(found: LightNumbers) -> list[tuple[float, float]]:
    """Return the inserts in a channel's top, r and along it: at both mitres for straps, two for the holder."""
    half = found.length_mm(INSERT_R_MM) / 2
    ends = [(INSERT_R_MM, end * (half - along)) for end in (1, -1) for along in FROM_MITRE_MM]
    return [*ends, (INSERT_R_MM - 3, -HOLDER_HALF_MM), (INSERT_R_MM - 3, HOLDER_HALF_MM)]


def _beside_mitre(half_rad: float, side: int, r_mm: float, along_mm: float) -> tuple[float, float]:
    """Return a place beside a mitre: so far from it along a channel, so far outward of the inserts' line."""
    x, y = r_mm, side * along_mm
    turn = side * half_rad
    return x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)


def _prism(points_mm: list[tuple[float, float]], found: LightNumbers) -> Part:
    """Return a section (r, h) drawn along y, standing with the channel's top on z = 0."""
    low, long = lamp.bed_h_mm(found), found.length_mm(40) + 20
    return Pos(0, long / 2, 0) * Rot(90, 0, 0) * plate([(r, h - low) for r, h in points_mm], long)


def _trough(found: LightNumbers) -> Part:
    """Return what cuts the channel: room for strip and light, and the diffuser's grooves."""
    half, deep = found.diffuser_width_mm / 2, lamp.DEEP_MM
    top = deep + lamp.DIFFUSER_MM + lamp.LIP_MM
    room = [(0.0, -half), (top + 1, -half), (top + 1, half), (0.0, half)]
    wide = half + lamp.GROOVE_MM
    groove = [(deep, -wide), (deep + lamp.DIFFUSER_MM, -wide), (deep + lamp.DIFFUSER_MM, wide), (deep, wide)]
    cuts = [_prism([lamp.on_face(found, *place) for place in shape], found) for shape in (room, groove)]
    return cuts[0] + cuts[1]
