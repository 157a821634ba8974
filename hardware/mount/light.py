"""Where the pieces of light hang, and their section: straight channels round the board, a wing on each mast.

A channel's section lives in two axes: r outward from the strip's mid-line, h down from it, as the channel is printed:
its level top lies on the bed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from hardware.errors import NumbersError
from hardware.numbers import Numbers

DEEP_MM = 8.0  # from the strip to its diffuser
DIFFUSER_MM = 1.6
GROOVE_MM = 1.2
LIP_MM = 1.2
SIDE_MM = 2.6
FLOOR_MM = 3.5
BACK_MM = 14.0  # from the strip's mid-line to the channel's upright back
END_MM = 2.4  # thickness of the plates that shut the wings
INSERT_R_MM = 7.0  # outward from the strip's mid-line: where the channel is solid
LEAST_CHANNEL_MM = 108.0  # there: a strap at either end, the holder between


@dataclass(frozen=True, slots=True, kw_only=True)
class LightRing:
    """The ring of light."""

    radius_mm: float  # from the middle to the strip's mid-line
    height_mm: float  # of that above the dice' floor
    sides: int  # of the whole polygon
    in_wing: int  # channels in each wing
    tilt_deg: float  # below level, the way the strip faces
    width_mm: float  # of the shining face

    @property
    def step_deg(self) -> float:
        """Return the angle from one side to the next."""
        return 360.0 / self.sides

    def angles_deg(self) -> tuple[float, ...]:
        """Return in which directions the right wing's channels lie, from the right."""
        return tuple((k - (self.in_wing - 1) / 2) * self.step_deg for k in range(self.in_wing))

    def length_mm(self, r_mm: float = 0.0) -> float:
        """Return a channel's length from mitre to mitre, so far outward of the strip."""
        return 2 * (self.radius_mm + r_mm) * math.tan(math.pi / self.sides)


def light(numbers: Numbers) -> LightRing:
    """Return the ring of light; `NumbersError` if it has no side before each mast."""
    given = numbers.light
    if given.lit_sides % 4 != 2:
        nearest = max(2, given.lit_sides - given.lit_sides % 4 + 2)
        raise NumbersError(f"light.lit_sides = {given.lit_sides} leaves no side at the masts; the nearest is {nearest}")
    return LightRing(
        radius_mm=given.ring_diameter_mm / 2,
        height_mm=given.ring_height_mm,
        sides=given.ring_sides,
        in_wing=given.lit_sides // 2,
        tilt_deg=given.tilt_deg,
        width_mm=given.diffuser_width_mm,
    )


def on_face(found: LightRing, out_mm: float, across_mm: float) -> tuple[float, float]:
    """Return r and h of a place before the strip: so far the way it faces, and so far across, outward and down."""
    tilt = math.radians(found.tilt_deg)
    c, s = math.cos(tilt), math.sin(tilt)
    return -c * out_mm + s * across_mm, s * out_mm + c * across_mm


def bed_h_mm(found: LightRing) -> float:
    """Return h of the channel's level top, which lies on the bed."""
    return on_face(found, 0, -found.width_mm / 2)[1] - FLOOR_MM


def outline_mm(found: LightRing) -> list[tuple[float, float]]:
    """Return the section's outline without the channel cut into it: r and h."""
    front = DEEP_MM + DIFFUSER_MM + LIP_MM
    reach = found.width_mm / 2 + SIDE_MM
    near, far = on_face(found, front, -reach), on_face(found, front, reach)
    low = bed_h_mm(found)
    fall = (BACK_MM - far[0]) * math.tan(math.radians(found.tilt_deg))
    return [(near[0], low), (BACK_MM, low), (BACK_MM, max(far[1] - fall, low + 8)), far, near]
