"""What is bought, as simple bodies: to see that it fits, to weigh it, and for pictures.

The two flat cables run as `hardware.mount.cables` reckons them.
"""

from collections.abc import Sequence

import numpy as np
from build123d import Part, Pos, Rectangle, RegularPolygon, Rot, extrude

from hardware.mount import boards, case_size, pi_size
from hardware.mount.cables import CONNECTOR_MM, SLOT_MM, WIDE_MM, cables, slope
from hardware.mount.frames import Vector, frame
from hardware.mount.layout import layout
from hardware.mount.pi_size import PERFBOARD_MM
from hardware.mount.profile import BORE_MM, JOINT_MM, LIP_MM, SIDE_MM, SLOT_DEPTH_MM, SLOT_INSIDE_MM, THREADS
from hardware.mount.profile import SLOT_MM as MOUTH_MM
from hardware.mount.shapes import at, block, plate, rod, symmetric
from hardware.numbers import BoardShape, Numbers

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
_HALF = SIDE_MM / 2


def profile(length_mm: float) -> Part:
    """Return a profile standing on z = 0."""
    half, mouth, inside = SIDE_MM / 2, MOUTH_MM / 2, SLOT_INSIDE_MM / 2
    lip, floor = half - LIP_MM, half - SLOT_DEPTH_MM
    right = [(floor - 1, floor), (inside, lip - 1.0), (inside, lip), (mouth, lip), (mouth, half + 1)]
    cut = plate(symmetric(right), length_mm)
    body = extrude(Rectangle(SIDE_MM, SIDE_MM), length_mm) - [Rot(0, 0, 90 * turn) * cut for turn in range(4)]
    return (body - rod(BORE_MM, length_mm)).solids()[0]


def board(numbers: Numbers) -> Part:
    """Return the Würfelbrett, its flat sides left, right, front and back."""
    across, high, floor = numbers.board.across_mm, numbers.board.rim_height_mm, numbers.board.floor_mm
    rim = min(12.0, across / 20)
    return _outline(numbers, across, high) - Pos(0, 0, floor) * _outline(numbers, across - 2 * rim, high)


def _outline(numbers: Numbers, across_mm: float, high_mm: float) -> Part:
    if numbers.board.shape is BoardShape.ROUND:
        return rod(across_mm, high_mm)
    return extrude(RegularPolygon(across_mm / 2, 8, major_radius=False, rotation=22.5), high_mm)


def camera(numbers: Numbers) -> Part:
    """Return the camera, its lens's front at the origin, looking down; its cable leaves to +y."""
    found = boards.camera_board(numbers.camera.model)
    (x0, x1), (y0, y1), front = found.x_mm, found.y_mm, found.lens_front_mm
    if not found.board_mm:
        return block(40, 30, front - 22, 6)
    body = Pos((x0 + x1) / 2, (y0 + y1) / 2, front) * block(x1 - x0, y1 - y0, found.board_mm, 1.0)
    body -= at(found.holes_mm, rod(THREADS[found.thread].clear_mm, found.board_mm), front)
    lens = found.opening_mm - 2.0
    body += rod(lens if found.is_opening_round else lens * 0.7, front)
    if not found.is_opening_round:
        body += Pos(0, 0, 2.5) * block(lens, lens, front - 2.5)
    return body + Pos(0, y1 - 3.2, front + found.board_mm) * block(20.0, 5.5, 2.6)


def display(numbers: Numbers) -> Part:
    """Return the display lying on its glass."""
    found = boards.display_board(numbers.display.model)
    glass = block(found.width_mm, found.height_mm, found.rim_mm, 3.0)
    behind = block(found.width_mm - 26, found.height_mm - 22, found.depth_mm)
    return glass + behind


def raspberry_pi() -> Part:
    """Return a Raspberry Pi; the origin is its lower left corner."""
    wide, high, thick = boards.PI_MM
    body = Pos(wide / 2, high / 2, 0) * block(wide, high, thick, 3.0)
    body -= at(boards.PI_HOLES_MM, rod(2.7, thick))
    for y in (9.0, 27.9, 46.0):
        body += Pos(wide + boards.PI_OVERHANG_MM - 10.0, y, thick) * block(20.0, 14.6, boards.PI_TALL_MM)
    for x, deep in ((11.2, 7.5), (26.0, 7.0), (39.5, 7.0)):
        body += Pos(x, 2.6, thick) * block(8.5, deep, 3.2)
    body += Pos(32.5, high - 3.5, thick) * block(50.8, 5.0, 8.5)
    for x in (47.0, 53.0):
        body += Pos(x, 11.0, thick) * block(4.0, 16.0, 5.0)
    return body + Pos(29.2, 32.5, thick) * block(16.0, 16.0, 2.4)


def cooler() -> Part:
    """Return an active cooler on a Pi, from the same corner."""
    body = Pos(29.0, 34.0, boards.PI_MM[2] + 2.5) * block(50.0, 27.0, 10.5, 2.0)
    return body - Pos(38.0, 34.0, 8.0) * rod(22.0, 10.0)


def perfboard() -> Part:
    """Return the perfboard with its highest parts, as `hardware.wiring.perfboard` has them, row A below."""
    body = block(*PERFBOARD_MM)
    for x, y in ((19.0, -19.0), (6.4, -19.0), (6.4, 6.4), (-14.0, 6.4)):
        body += Pos(x, y, PERFBOARD_MM[2]) * block(9.0, 3.0, 9.0)
    return body + Pos(1.3, 19.0, PERFBOARD_MM[2]) * block(41.0, 8.0, 10.0)


def button(numbers: Numbers) -> Part:
    """Return a push button in its hole, its head up from z = 0."""
    hole = numbers.mount.button_hole_mm
    head = rod(hole + boards.BUTTON_HEAD_MM, 2.5) + rod(hole - 3, 4.0)
    return head + Pos(0, 0, -boards.BUTTON_DEPTH_MM + 8) * rod(hole - 0.4, boards.BUTTON_DEPTH_MM - 8)


def screw(thread: str, length_mm: float) -> Part:
    """Return a screw, its head up from z = 0, its shank down."""
    found = THREADS[thread]
    size = float(thread[1:])
    return rod(found.head_mm, found.head_height_mm) + Pos(0, 0, -length_mm) * rod(size - 0.05, length_mm)


def _flat(places_mm: Sequence[Vector], across: Sequence[Vector]) -> Part:
    """Return a flat cable through places; each stretch lies across its own direction."""
    body = Part()
    for start, end, side in zip(places_mm[:-1], places_mm[1:], across, strict=True):
        way = np.subtract(end, start)
        long = float(np.linalg.norm(way))
        where = frame(start, side, (float(way[0]), float(way[1]), float(way[2])))
        body += where * block(WIDE_MM, 0.6, long)
    return body


def camera_ribbon(numbers: Numbers) -> Part:
    """Return the camera's flat cable."""
    place, camera, pi_z = layout(numbers), boards.camera_board(numbers.camera.model), cables(numbers).pi_z_mm
    start, beam = place.lens_z_mm + camera.lens_front_mm + camera.board_mm + CONNECTOR_MM, place.beam_z_mm + _HALF
    near, over, end = _HALF + 0.6, _HALF + JOINT_MM + 0.4, place.beam_mm / 2 + 3.0
    socket = place.mast_x_mm + _HALF + pi_size.BOARD_W_MM + pi_size.SOCKET_HIGH_MM + 4
    corner = place.beam_mm / 2 - 80.0
    high = beam + WIDE_MM / 2
    up = _flat([(0, near, start), (0, near, high)], [X])
    level = ((-WIDE_MM / 2, near), (corner - 6, near), (corner + 2, over), (end, over), (end, -WIDE_MM / 2))
    along = _flat([(x, y, beam) for x, y in level], [Z] * 4)
    down = _flat([(end, 0, high), (end + 8, 0, pi_z + 75), (socket, 0, pi_z + 40), (socket, 0, pi_z)], [Y] * 3)
    return up + along + down


def display_ribbon(numbers: Numbers) -> Part:
    """Return the display's flat cable."""
    found, mast = cables(numbers), layout(numbers).mast_x_mm + _HALF
    pi, over = found.pi_z_mm, mast + pi_size.BOARD_W_MM + boards.PI_TALL_MM + 1
    where = slope(numbers)
    x, z = where.along(0.0, -SLOT_MM)
    inside = where.along(case_size.case_size(numbers).outside_mm[1] / 2, -SLOT_MM)
    out = pi_size.INSIDE_U_MM[1] + 3
    spots = [(over - 8, pi - 4), (over, pi - 16), (over, pi - out), (mast + 10, pi - out - 18)]
    spots += [(mast + 0.6, pi - out - 30), (mast + 0.6, found.leave_z_mm), (mast + x, z), (mast + inside[0], inside[1])]
    return _flat([(along, 0, up) for along, up in spots], [Y] * 7)
