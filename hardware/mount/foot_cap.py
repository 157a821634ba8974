"""Cap of a foot: holds the end of the profile and, below it, the end of the steel bar; stands on rubber."""

from __future__ import annotations

from build123d import Part, Pos

from hardware.mount.boards import RUBBER_MM, RUBBER_RECESS_MM
from hardware.mount.layout import CAP_END_MM, CAP_FLOOR_MM, CAP_POCKET_MM, CAP_SIDE_MM, cap_width_mm, profile_low_mm
from hardware.mount.profile import BALLAST_WIDTH_MM, JOINT_MM, SIDE_MM
from hardware.mount.shapes import SKIN_MM, block, bore, clear_mm, lying, plate, whole
from hardware.numbers import Numbers

SCREW_MM = 18.0
"""From the cap's open end to its screw."""


def foot_cap(numbers: Numbers) -> Part:
    """Return the cap standing on its closed end, pockets open upwards; its underside faces -y.

    The origin lies in the middle of the closed end's lower edge.
    """
    c, ballast, profile_low = numbers.mount.clearance_mm, numbers.mount.ballast_mm, profile_low_mm(numbers)
    top = profile_low + SIDE_MM + c + JOINT_MM
    height = CAP_END_MM + CAP_POCKET_MM
    body = plate(_outline_mm(numbers, profile_low, top), height, 2.0)
    body -= Pos(0, profile_low + (SIDE_MM + c) / 2, CAP_END_MM) * block(
        SIDE_MM + c, SIDE_MM + c, CAP_POCKET_MM + SKIN_MM
    )
    if ballast:
        pocket = block(BALLAST_WIDTH_MM + c, ballast + c, CAP_POCKET_MM + SKIN_MM)
        body -= Pos(0, CAP_FLOOR_MM + (ballast + c) / 2, CAP_END_MM) * pocket
    body -= Pos(0, top, height - SCREW_MM) * lying(bore(clear_mm("M5"), 2 * JOINT_MM), "-y")
    body -= Pos(0, 0, height / 2) * lying(bore(RUBBER_MM[0] + 0.6, RUBBER_RECESS_MM), "y")
    return whole(body)


def _outline_mm(numbers: Numbers, profile_low: float, top: float) -> list[tuple[float, float]]:
    """Return the outline: wide around the bar, narrow around the profile."""
    wide = cap_width_mm(numbers) / 2
    if not numbers.mount.ballast_mm:
        return [(-wide, 0), (wide, 0), (wide, top), (-wide, top)]
    narrow = (SIDE_MM + numbers.mount.clearance_mm) / 2 + CAP_SIDE_MM
    shoulder = profile_low + 3.0
    return [
        (-wide, 0),
        (wide, 0),
        (wide, shoulder),
        (narrow, shoulder + wide - narrow),
        (narrow, top),
        (-narrow, top),
        (-narrow, shoulder + wide - narrow),
        (-wide, shoulder),
    ]
