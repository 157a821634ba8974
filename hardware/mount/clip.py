"""Clip that holds the camera's flat cable against a profile and shuts the slots in which wires run."""

from __future__ import annotations

from build123d import Part, Pos

from hardware.mount.profile import SIDE_MM
from hardware.mount.shapes import block, plate, whole
from hardware.numbers import Numbers

HEIGHT_MM = 12.0
ARM_MM = 1.8
CABLE_MM = (17.0, 1.2)
"""Room for a flat cable 16 mm wide."""
BUMP_MM = 1.2
REACH_MM = 13.5


def clip(numbers: Numbers) -> Part:
    """Return the clip lying on its side: flexing bends no layer from the next; the profile's face is y = 0."""
    half = (SIDE_MM + numbers.mount.clearance_mm) / 2
    out = half + ARM_MM
    back = plate([(-out, 0), (out, 0), (out, CABLE_MM[1] + 2), (-out, CABLE_MM[1] + 2)], HEIGHT_MM, 1.5)
    back -= Pos(0, CABLE_MM[1] / 2 - 1, -1) * block(CABLE_MM[0], CABLE_MM[1] + 2, HEIGHT_MM + 2)
    arm = plate(_arm_mm(half), HEIGHT_MM)
    other = plate([(-x, y) for x, y in _arm_mm(half)], HEIGHT_MM)
    return whole(back + arm + other)


def _arm_mm(half_mm: float) -> list[tuple[float, float]]:
    """Return an arm's outline, its bump in the middle of the slot at the profile's side."""
    out = half_mm + ARM_MM
    return [
        (half_mm, 1),
        (out, 1),
        (out, -REACH_MM - 1.5),
        (half_mm + 0.6, -REACH_MM - 1.5),
        (half_mm, -12.8),
        (half_mm - BUMP_MM, -11.4),
        (half_mm - BUMP_MM, -9.4),
        (half_mm, -8.2),
    ]
