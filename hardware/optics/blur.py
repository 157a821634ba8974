"""How blurred dice are: by what is not in focus, and by what still moves while the shutter is open.

Both are held against `needs.MOST_BLUR`, which is a standard deviation. A disc of light of diameter d has one of d/4
along any line through it; a smear of length l one of l/√12.
"""

from __future__ import annotations

import math

from hardware.optics.cameras import CameraModel
from hardware.optics.needs import MOST_BLUR

DISC = 4.0
SMEAR = math.sqrt(12.0)


def opening_mm(camera: CameraModel) -> float:
    """Return the diameter through which light enters a lens."""
    return camera.focal_mm / camera.f_number


def defocus_mm(camera: CameraModel, *, focused_mm: float, distance_mm: float) -> float:
    """Return the standard deviation by which something at a distance from the lens is blurred, mm at that distance.

    Source:
        Similar triangles: the cone of light from the opening to a point in focus is a disc at any other distance.
    """
    return opening_mm(camera) * abs(distance_mm - focused_mm) / focused_mm / DISC


def sharp_mm(camera: CameraModel, *, focused_mm: float, die_mm: float) -> tuple[float, float]:
    """Return the nearest and farthest distance from the lens at which a die is as sharp as the eye needs."""
    reach = DISC * MOST_BLUR * die_mm / opening_mm(camera)
    return focused_mm * max(0.0, 1.0 - reach), focused_mm * (1.0 + reach)


def smear(speed_mm_per_s: float, shutter_ms: float, die_mm: float) -> float:
    """Return the standard deviation by which a moving die is smeared, as a share of its width."""
    return speed_mm_per_s * shutter_ms / 1000.0 / SMEAR / die_mm


def most_speed_mm_per_s(shutter_ms: float, die_mm: float) -> float:
    """Return how fast a die may still move to be as sharp as the eye needs."""
    return SMEAR * MOST_BLUR * die_mm / (shutter_ms / 1000.0)
