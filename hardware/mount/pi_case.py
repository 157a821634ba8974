"""Case of the Raspberry Pi and its perfboard on the outside of the right mast: a tray with two ears, a cover.

Both in the axes of `hardware.mount.pi_size`; printed with their mast's side down.
"""

from build123d import Part, Pos

from hardware.mount import boards
from hardware.mount.pi_size import (
    BOSS_MM,
    COVER_MM,
    EAR_MM,
    EAR_THICK_MM,
    FLOOR_MM,
    INSIDE_U_MM,
    INSIDE_V_MM,
    LEDGE_MM,
    PERFBOARD_AT_MM,
    PERFBOARD_MM,
    SOCKETS_ON_PI_MM,
    board_w_mm,
    depth_mm,
    ear_screws_mm,
)
from hardware.mount.shapes import SKIN_MM, at, block, bore, clear_mm, insert_bore, lying, rod, slot, whole
from hardware.mount.shapes import boss_mm as boss_width_mm
from hardware.numbers import Numbers

POSTS_MM = ((-56.5, 18.0), (-56.5, 99.5), (33.0, 51.4))
"""Where the cover is screwed on: clear of flat cables, Pi, perfboard and button."""
BUTTON_AT_MM = (30.5, 24.0)  # of the shutdown button in the wall at the back: u and w
WIRES_AT_MM, WIRES_MM = 66.0, (14.0, 12.0)
RIBBON_MM = (24.0, 12.0)  # the camera's slot: wide, and its lower side from the mast
_MIDDLE_MM = (sum(INSIDE_U_MM) / 2, sum(INSIDE_V_MM) / 2)
_LONG_MM, _WIDE_MM = INSIDE_U_MM[1] - INSIDE_U_MM[0], INSIDE_V_MM[1] - INSIDE_V_MM[0]


def pi_corner_mm() -> tuple[float, float]:
    """Return where the lower left corner of the Pi's board lies."""
    return -SOCKETS_ON_PI_MM[0], -SOCKETS_ON_PI_MM[1]


def pi_holes_mm() -> list[tuple[float, float]]:
    """Return where the Pi is screwed on."""
    u, v = pi_corner_mm()
    return [(u + x, v + y) for x, y in boards.PI_HOLES_MM]


def pi_tray(numbers: Numbers) -> Part:
    """Return the tray: bosses for the Pi, a fence for the perfboard, sockets and cables through its walls."""
    wall, deep = numbers.mount.wall_mm, depth_mm()
    body = Pos(*_MIDDLE_MM) * block(_LONG_MM + 2 * wall, _WIDE_MM + 2 * wall, deep, 3.0)
    body -= Pos(*_MIDDLE_MM, FLOOR_MM) * block(_LONG_MM, _WIDE_MM, deep, 0.6)
    body += [Pos(u, 0, 0) * block(EAR_MM + 2, 24.0, EAR_THICK_MM) for u in ear_screws_mm(numbers)]
    # A tongue beside the power socket, to tie its cable to.
    tongue = Pos(20.0, INSIDE_V_MM[0] - wall - 6.0, 0) * block(30.0, 16.0, FLOOR_MM)
    body += tongue - [Pos(u, INSIDE_V_MM[0] - wall - 7.0, -1) * block(2.4, 6.0, FLOOR_MM + 2) for u in (13, 27)]
    body += at(POSTS_MM, rod(boss_width_mm("M3") + 0.4, deep - SKIN_MM), SKIN_MM)
    body += at(pi_holes_mm(), rod(boss_width_mm("M2.5"), FLOOR_MM + BOSS_MM))
    body += _fence(numbers)
    body -= at(POSTS_MM, insert_bore("M3"), deep)
    body -= at(pi_holes_mm(), insert_bore("M2.5"), FLOOR_MM + BOSS_MM)
    body -= at([(u, 0.0) for u in ear_screws_mm(numbers)], bore(clear_mm("M5"), EAR_THICK_MM))
    return whole(body - _openings(numbers))


def pi_cover(numbers: Numbers) -> Part:
    """Return the cover: flat, with slots over the cooler; either side may lie on the bed."""
    wall = numbers.mount.wall_mm
    body = Pos(*_MIDDLE_MM) * block(_LONG_MM + 2 * wall, _WIDE_MM + 2 * wall, COVER_MM, 3.0)
    body -= at(POSTS_MM, bore(clear_mm("M3"), COVER_MM))
    cut = slot(34.0, 3.0, COVER_MM + 2)
    body -= [Pos(u, v, -1) * cut for u in (-30, 9) for v in range(6, 96, 8)]
    return whole(body)


def _fence(numbers: Numbers) -> Part:
    """Return the fence around the perfboard, its ledge, and its gaps for wires; a cable tie holds it down."""
    long, wide, _ = PERFBOARD_MM
    c = numbers.mount.clearance_mm + 0.3
    outside = block(long + c + 4.4, wide + c + 4.4, LEDGE_MM + 4.0)
    body = outside - Pos(0, 0, LEDGE_MM) * block(long + c, wide + c, 20.0)
    body -= Pos(0, 0, -1) * block(long - 6, wide - 6, 20.0)
    body -= Pos(0, 0, LEDGE_MM) * block(long - 24, 100.0, 20.0)
    body -= Pos(0, 0, LEDGE_MM) * block(200.0, wide - 20, 20.0)
    return Pos(*PERFBOARD_AT_MM, FLOOR_MM - SKIN_MM) * body


def _openings(numbers: Numbers) -> list[Part]:
    """Return what cuts the walls, all open to the cover: sockets below, power in front, cables, the button."""
    wall, deep = numbers.mount.wall_mm, depth_mm()
    u, v = pi_corner_mm()
    low = board_w_mm() - 2.0
    (u0, u1), (v0, v1) = INSIDE_U_MM, INSIDE_V_MM
    cuts = [
        Pos(u1 + wall, v + boards.PI_MM[1] / 2, low) * block(4 * wall, 54.0, 60.0),
        Pos(u + 25.5, v0 - wall, low) * block(41.0, 4 * wall, 60.0),
        Pos(u0 - wall, 0, RIBBON_MM[1]) * block(4 * wall, RIBBON_MM[0], 60.0),
        Pos(u1 + wall, WIRES_AT_MM, deep - WIRES_MM[1]) * block(4 * wall, WIRES_MM[0], 60.0),
    ]
    ties = [Pos(PERFBOARD_AT_MM[0] + x, PERFBOARD_AT_MM[1] + y, -1) for x in (-3, 3) for y in (-20, 20)]
    cuts += [where * block(2.4, 5.0, FLOOR_MM + 2) for where in ties]
    if hole := numbers.display.shutdown_hole_mm:
        cuts.append(Pos(BUTTON_AT_MM[0], v1 - wall, BUTTON_AT_MM[1]) * lying(bore(hole + 0.4, 4 * wall), "y"))
    return cuts
