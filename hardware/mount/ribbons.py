"""The two flat cables as they run, for pictures: strips from place to place; `hardware.mount.cables` reckons them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from build123d import Part

from hardware.mount import boards, case_size, pi_size
from hardware.mount.cables import WIDE_MM, cables, slope
from hardware.mount.frames import frame
from hardware.mount.layout import layout
from hardware.mount.profile import JOINT_MM, SIDE_MM
from hardware.mount.shapes import block
from hardware.numbers import Numbers

Vector = tuple[float, float, float]
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
THICK_MM = 0.6
_HALF = SIDE_MM / 2


def strip(places_mm: Sequence[Vector], across: Sequence[Vector]) -> Part:
    """Return a flat cable through places; each stretch lies across its own direction."""
    body = Part()
    for start, end, side in zip(places_mm[:-1], places_mm[1:], across, strict=True):
        way = np.subtract(end, start)
        long = float(np.linalg.norm(way))
        where = frame(start, side, (float(way[0]), float(way[1]), float(way[2])))
        body += where * block(WIDE_MM, THICK_MM, long)
    return body


def camera_ribbon(numbers: Numbers) -> Part:
    """Return the camera's flat cable."""
    place, camera, pi_z = layout(numbers), boards.camera_board(numbers.camera.model), cables(numbers).pi_z_mm
    start, beam = place.lens_z_mm + camera.lens_front_mm + camera.board_mm + 1.3, place.beam_z_mm + _HALF
    near, over, end = _HALF + 0.6, _HALF + JOINT_MM + 0.4, place.beam_mm / 2 + 3.0
    socket = place.mast_x_mm + _HALF + pi_size.board_w_mm() + pi_size.SOCKET_HIGH_MM + 4
    corner = place.beam_mm / 2 - 80.0
    high = beam + WIDE_MM / 2
    up = strip([(0, near, start), (0, near, high)], [X])
    along = strip(
        [
            (-WIDE_MM / 2, near, beam),
            (corner - 6, near, beam),
            (corner + 2, over, beam),
            (end, over, beam),
            (end, -WIDE_MM / 2, beam),
        ],
        [Z] * 4,
    )
    down = strip([(end, 0, high), (end + 8, 0, pi_z + 75), (socket, 0, pi_z + 40), (socket, 0, pi_z)], [Y] * 3)
    return up + along + down


def display_ribbon(numbers: Numbers) -> Part:
    """Return the display's flat cable."""
    found, mast = cables(numbers), layout(numbers).mast_x_mm + _HALF
    over = mast + pi_size.board_w_mm() + boards.PI_TALL_MM + 1
    where = slope(numbers)
    x, z = where.along(0.0, -6.5)
    inside = where.along(case_size.case_size(numbers).outside_mm[1] / 2, -6.5)
    out = pi_size.INSIDE_U_MM[1] + 3
    return strip(
        [
            (over - 8, 0, found.pi_z_mm - 4),
            (over, 0, found.pi_z_mm - 16),
            (over, 0, found.pi_z_mm - out),
            (mast + 10, 0, found.pi_z_mm - out - 18),
            (mast + 0.6, 0, found.pi_z_mm - out - 30),
            (mast + 0.6, 0, found.leave_z_mm),
            (mast + x, 0, z),
            (mast + inside[0], 0, inside[1]),
        ],
        [Y] * 7,
    )
