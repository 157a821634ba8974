"""Where on the board a lamp mirrors, and where the lamp is then to be looked for."""

from __future__ import annotations

import math
from pathlib import Path

from hardware.errors import NumbersError
from hardware.numbers import FILE, load
from hardware.optics.glare import floor_reach_mm

MIDDLE = 0.25
"""Of the board's radius: a spot nearer to its middle lies on no side of it."""

SIDES = ("right", "lower right", "bottom", "lower left", "left", "upper left", "top", "upper right")
"""Of the picture, from the right on clockwise."""


def lamp_of(spot: tuple[float, float], *, file: Path = FILE) -> str:
    """Return in words where a lamp mirrors and stands.

    A level mirror throws light back as far off the plumb line as it came: the lamp stands on the side of its image,
    seen from there as far off straight above as the camera on the other side.

    Args:
        spot: Of the image, x to the right and y down off the board's middle, in radii of the board.
        file: Of the numbers by which the board was built.
    """
    off = math.hypot(*spot)
    if off < MIDDLE:
        return "most of it in the middle, so the lamp hangs straight above"
    side = SIDES[round(math.atan2(spot[1], spot[0]) / (math.pi / 4)) % len(SIDES)]
    return f"most of it towards the {side} of the picture, so the lamp stands on that side{_how_far_off(off, file)}"


def _how_far_off(off: float, file: Path) -> str:
    """Return how far off straight above a lamp stands, if the camera hangs as the numbers say; else nothing."""
    try:
        numbers = load(file)
    except NumbersError:
        return ""
    angle_deg = math.degrees(math.atan(off * floor_reach_mm(numbers) / numbers.camera.height_mm))
    return f", about {angle_deg:.0f}° off straight above"
