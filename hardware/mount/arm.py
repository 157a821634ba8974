"""Arm that carries the display's case on the outside of the right mast."""

from __future__ import annotations

from build123d import Part, Pos, Rot

from hardware.mount import cables, case
from hardware.mount.profile import JOINT_MM
from hardware.mount.shapes import block, bore, clear_mm, insert_bore, lying, plate, whole
from hardware.numbers import Numbers

WIDE_MM = 44.0
TOP_MM = -22.0
"""From the case's lower edge down to the arm's upper end at the mast."""
SCREWS_MM = (-41.0, -62.0)
"""From the same edge to the screws in the mast's slot."""
KEY_HOLE_MM = 10.0
"""Side of a square on its edge, whose roof prints by itself: a screw's head and the key behind it pass here."""


def arm(numbers: Numbers) -> Part:
    """Return the arm lying on its side: x away from the mast's outside, y up from the table."""
    where = cables.slope(numbers)
    low = where.low_mm[1]
    end, foot = low - cables.ARM_DOWN_MM, 14.0
    body = plate(
        [
            (0, end),
            (0, low + TOP_MM),
            (foot, low + TOP_MM),
            (where.low_mm[0] + 4, low - 8),
            where.along(14),
            where.along(100),
            where.along(100, 9),
            where.along(14, 22),
            (foot, end),
        ],
        WIDE_MM,
    )
    web = JOINT_MM
    body -= Pos(0, 0, -1) * plate([(web, low - 70), (web, low - 31), (52, low - 27)], WIDE_MM + 2)
    key_way = lying(Rot(0, 0, 45) * block(KEY_HOLE_MM, KEY_HOLE_MM, 200.0), "x")
    for up in SCREWS_MM:
        way = Pos(0, low + up, WIDE_MM / 2)
        body -= way * lying(bore(clear_mm("M5"), web), "x") + way * Pos(web, 0, 0) * key_way
    for along in case.ARM_SCREWS_MM:
        for aside in case.ARM_ASIDE_MM:
            spot = Pos(*where.along(along), WIDE_MM / 2 + aside)
            body -= spot * Rot(0, 0, where.tilt_deg) * Rot(-90, 0, 0) * insert_bore("M3")
    return whole(body)
