"""Where the pieces of light hang, and their section: straight channels round the board, a wing on each mast.

A channel's section lives in two axes: r outward from the strip's mid-line, h down from it, as the channel is printed:
its level top lies on the bed.
"""

import math

from hardware.numbers import LightNumbers

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


def on_face(found: LightNumbers, out_mm: float, across_mm: float) -> tuple[float, float]:
    """Return r and h of a place before the strip: so far the way it faces, and so far across, outward and down."""
    tilt = math.radians(found.tilt_deg)
    c, s = math.cos(tilt), math.sin(tilt)
    return -c * out_mm + s * across_mm, s * out_mm + c * across_mm


def bed_h_mm(found: LightNumbers) -> float:
    """Return h of the channel's level top, which lies on the bed."""
    return on_face(found, 0, -found.diffuser_width_mm / 2)[1] - FLOOR_MM


def outline_mm(found: LightNumbers) -> list[tuple[float, float]]:
    """Return the section's outline without the channel cut into it: r and h."""
    front = DEEP_MM + DIFFUSER_MM + LIP_MM
    reach = found.diffuser_width_mm / 2 + SIDE_MM
    near, far = on_face(found, front, -reach), on_face(found, front, reach)
    low = bed_h_mm(found)
    fall = (BACK_MM - far[0]) * math.tan(math.radians(found.tilt_deg))
    return [(near[0], low), (BACK_MM, low), (BACK_MM, max(far[1] - fall, low + 8)), far, near]
