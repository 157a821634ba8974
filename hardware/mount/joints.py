"""Plates that join the profiles, in pairs, one on either face: corners above, feet below; caps of the beam's ends.

All lie as they are printed: outside down, the ridges that sit in the slots up.
"""

from __future__ import annotations

from build123d import Part, Pos, Rot

from hardware.mount.layout import FOOT_HEIGHT_MM
from hardware.mount.profile import BORE_MM, JOINT_MM, KEY_MM, SIDE_MM
from hardware.mount.shapes import at, block, bore, clear_mm, key, plate, rod, whole
from hardware.numbers import Numbers

LEG_MM = 80.0
CORNER_SCREWS_MM = (34.0, 70.0)
"""From the stand's outer corner along either profile."""
CORNER_SPOTS_MM = tuple((mm, -SIDE_MM / 2) for mm in CORNER_SCREWS_MM) + tuple(
    (SIDE_MM / 2, -mm) for mm in CORNER_SCREWS_MM
)
FOOT_HALF_MM = 55.0
FOOT_SCREWS_MM = ((-40.0, 10.0), (40.0, 10.0), (0.0, 36.0), (0.0, 88.0))
"""Along the foot from the mast's middle, and up from the foot's underside."""


def corner_plate(numbers: Numbers) -> Part:
    """Return the plate over a corner of beam and mast; mirrored about its diagonal, so all four are alike.

    The origin is the stand's outer corner; +x runs along the beam, -y down the mast.
    """
    del numbers
    inside = LEG_MM - 18
    body = plate(
        [
            (0, 0),
            (LEG_MM, 0),
            (LEG_MM, -SIDE_MM),
            (inside, -SIDE_MM),
            (SIDE_MM, -inside),
            (SIDE_MM, -LEG_MM),
            (0, -LEG_MM),
        ],
        JOINT_MM,
        3.0,
    )
    middle = SIDE_MM / 2
    between = sum(CORNER_SCREWS_MM) / 2
    ridges = [Pos(between, -middle, JOINT_MM) * key(22), Pos(middle, -between, JOINT_MM) * Rot(0, 0, 90) * key(22)]
    return whole(body + ridges - at(CORNER_SPOTS_MM, bore(clear_mm("M5"), JOINT_MM)))


def foot_plate(numbers: Numbers) -> Part:
    """Return the plate over a mast and its foot; the origin is the middle of the foot's lower edge, +y goes up."""
    del numbers
    wide, high, half = FOOT_HALF_MM, FOOT_HEIGHT_MM, SIDE_MM / 2
    body = plate(
        [
            (-wide, 0),
            (wide, 0),
            (wide, SIDE_MM),
            (half, high - 30),
            (half, high),
            (-half, high),
            (-half, high - 30),
            (-wide, SIDE_MM),
        ],
        JOINT_MM,
        3.0,
    )
    ridges = [
        Pos(0, half, JOINT_MM) * key(56),
        Pos(0, (FOOT_SCREWS_MM[2][1] + FOOT_SCREWS_MM[3][1]) / 2, JOINT_MM) * Rot(0, 0, 90) * key(38),
    ]
    return whole(body + ridges - at(FOOT_SCREWS_MM, bore(clear_mm("M5"), JOINT_MM)))


def beam_cap(numbers: Numbers) -> Part:
    """Return the cap of an open end of the beam: a plate with four tongues for the slots and a peg for the bore."""
    del numbers
    body = block(SIDE_MM, SIDE_MM, 2.4, 2.0)
    tongue = Pos(0, SIDE_MM / 2 - 2.4, 2.4) * block(KEY_MM, 3.6, 8.0)
    tongues = [Rot(0, 0, 90 * turn) * tongue for turn in range(4)]
    return whole(body + tongues + Pos(0, 0, 2.4) * rod(BORE_MM - 0.3, 8.0))
