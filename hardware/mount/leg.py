"""Leg that holds the case at its slope, screwed to the outside of the right foot."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from build123d import Part, Pos, Rot

from hardware.errors import NumbersError
from hardware.mount import boards, case
from hardware.mount.layout import layout
from hardware.mount.profile import JOINT_MM, SIDE_MM
from hardware.mount.shapes import SKIN_MM, bore, clear_mm, insert_bore, plate, whole

if TYPE_CHECKING:
    from hardware.numbers import Numbers

AWAY_MM = 60.0
"""From the foot's plates to the tray's nearest edge: nearer, the wings of light hide it from the players."""
ARM_MM = 31.0
"""So far from the foot the leg begins below its arm."""
UNDER_MM = 32.0
"""From the table to the cover's lower edge: a plug leaves the lower wall there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slope:
    """Where the case stands, seen from the front: x from the outside of the right foot's profile, z from the table.

    Attributes:
        tilt_deg: From lying flat.
        low_mm: The cover's lower outer edge.
        high_mm: Its upper outer edge.
        middle_mm: Middle of the display's face.
    """

    tilt_deg: float
    low_mm: tuple[float, float]
    high_mm: tuple[float, float]
    middle_mm: tuple[float, float]


def slope(numbers: Numbers) -> Slope:
    """Return where the case stands."""
    size, tilt = case.case_size(numbers), math.radians(numbers.display.tilt_deg)
    deep, high = size.depth_mm + case.COVER_MM, size.outside_mm[1]
    low = (JOINT_MM + AWAY_MM + deep * math.sin(tilt), UNDER_MM)
    up = (low[0] + high * math.cos(tilt), low[1] + high * math.sin(tilt))
    middle = ((low[0] + up[0]) / 2 - deep * math.sin(tilt), (low[1] + up[1]) / 2 + deep * math.cos(tilt))
    return Slope(tilt_deg=numbers.display.tilt_deg, low_mm=low, high_mm=up, middle_mm=middle)


def leg(numbers: Numbers) -> Part:
    """Return the leg lying on its side: x away from the foot, y up from the table.

    Raises:
        NumbersError: If the display leans so flat that no leg fits below it.
    """
    where, place = slope(numbers), layout(numbers)
    floor = boards.RUBBER_MM[1] - boards.RUBBER_RECESS_MM
    low, high = where.low_mm, where.high_mm
    if high[1] - low[1] < 50:
        raise NumbersError(f"display.tilt_deg = {where.tilt_deg:g} is too flat for a leg; the nearest is 25")
    back = high[0] - 4.0
    profile = place.profile_z_mm
    top, web = profile + SIDE_MM + 8.0, JOINT_MM
    # Open below the arm: the steel bar of the foot is wider than its profile, and a key must reach the screw.
    body = plate(
        [
            (0, profile + 0.5),
            (0, top),
            (24.0, top),
            (38.0, low[1] + 2),
            low,
            high,
            (high[0], high[1] - 14),
            (back, floor + 14),
            (back, floor),
            (back - 24, floor),
            (back - 34, floor + 9),
            (ARM_MM, floor + 9),
            (ARM_MM, top - 9),
            (web, top - 9),
            (web, profile + 0.5),
        ],
        case.LEG_MM,
    )
    body -= _window(numbers)
    middle = case.LEG_MM / 2
    body -= Pos(-SKIN_MM, profile + SIDE_MM / 2, middle) * Rot(0, 90, 0) * bore(clear_mm("M5"), JOINT_MM + 1)
    for along in case.LEG_SCREWS_MM:
        body -= Pos(*_on_slope(where, along), middle) * Rot(0, 0, where.tilt_deg) * Rot(-90, 0, 0) * insert_bore("M3")
    rubber = bore(boards.RUBBER_MM[0] + 0.6, boards.RUBBER_RECESS_MM)
    body -= Pos(back - 12, floor, middle) * Rot(-90, 0, 0) * rubber
    return whole(body)


def _on_slope(where: Slope, along_mm: float) -> tuple[float, float]:
    """Return a place on the cover's outside, so far up the slope from its middle."""
    tilt = math.radians(where.tilt_deg)
    x, z = (where.low_mm[0] + where.high_mm[0]) / 2, (where.low_mm[1] + where.high_mm[1]) / 2
    return x + along_mm * math.cos(tilt), z + along_mm * math.sin(tilt)


def _window(numbers: Numbers) -> Part:
    """Return the opening in the leg: less to print, and a place to tie cables to."""
    where = slope(numbers)
    (low_x, low_z), (high_x, high_z) = where.low_mm, where.high_mm
    floor = boards.RUBBER_MM[1] + 18
    tilt = math.radians(where.tilt_deg)
    down = 16.0
    right = high_x - 22
    top = high_z - (high_x - right) * math.tan(tilt) - down / math.cos(tilt)
    left = low_x + (floor - low_z + down / math.cos(tilt)) / math.tan(tilt) + 8
    left_top = low_z + (left - low_x) * math.tan(tilt) - down / math.cos(tilt)
    return Pos(0, 0, -SKIN_MM) * plate([(left, floor), (right, floor), (right, top), (left, left_top)], case.LEG_MM + 1)
