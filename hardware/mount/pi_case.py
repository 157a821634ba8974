"""Case of the Raspberry Pi and its perfboard on the outside of the right mast: a tray with two ears, a cover.

Both in the axes of `hardware.mount.pi_size`; printed with their mast's side down.
"""

from build123d import Part, Pos

from hardware.mount import boards
from hardware.mount import pi_size as pi
from hardware.mount.shapes import SKIN_MM, at, block, bore, clear_mm, insert_bore, lying, rod, slot, whole
from hardware.mount.shapes import boss_mm as boss_width_mm
from hardware.numbers import Numbers

POSTS_MM = ((-56.5, 18.0), (-56.5, 99.5), (33.0, 51.4))
"""Where the cover is screwed on: clear of flat cables, Pi, perfboard and button."""
BUTTON_AT_MM = (30.5, 24.0)  # of the shutdown button in the wall at the back: u and w
WIRES_AT_MM, WIRES_MM = 66.0, (14.0, 12.0)
RIBBON_MM = (24.0, 12.0)  # the camera's slot: wide, and its lower side from the mast
_MIDDLE_MM = (sum(pi.INSIDE_U_MM) / 2, sum(pi.INSIDE_V_MM) / 2)
_LONG_MM, _WIDE_MM = pi.INSIDE_U_MM[1] - pi.INSIDE_U_MM[0], pi.INSIDE_V_MM[1] - pi.INSIDE_V_MM[0]
PI_CORNER_MM = (-pi.SOCKETS_ON_PI_MM[0], -pi.SOCKETS_ON_PI_MM[1])  # the lower left one of the Pi's board
PI_HOLES_MM = tuple((PI_CORNER_MM[0] + x, PI_CORNER_MM[1] + y) for x, y in boards.PI_HOLES_MM)


def pi_tray(numbers: Numbers) -> Part:
    """Return the tray: bosses for the Pi, a fence for the perfboard, sockets and cables through its walls."""
    wall, deep = numbers.mount.wall_mm, pi.DEPTH_MM
    body = Pos(*_MIDDLE_MM) * block(_LONG_MM + 2 * wall, _WIDE_MM + 2 * wall, deep, 3.0)
    body -= Pos(*_MIDDLE_MM, pi.FLOOR_MM) * block(_LONG_MM, _WIDE_MM, deep, 0.6)
    body += [Pos(u, 0, 0) * block(pi.EAR_MM + 2, 24.0, pi.EAR_THICK_MM) for u in pi.ear_screws_mm(numbers)]
    # A tongue beside the power socket, to tie its cable to.
    tongue = Pos(20.0, pi.INSIDE_V_MM[0] - wall - 6.0, 0) * block(30.0, 16.0, pi.FLOOR_MM)
    body += tongue - [Pos(u, pi.INSIDE_V_MM[0] - wall - 7.0, -1) * block(2.4, 6.0, pi.FLOOR_MM + 2) for u in (13, 27)]
    body += at(POSTS_MM, rod(boss_width_mm("M3") + 0.4, deep - SKIN_MM), SKIN_MM)
    body += at(PI_HOLES_MM, rod(boss_width_mm("M2.5"), pi.FLOOR_MM + pi.BOSS_MM))
    body += _fence(numbers)
    body -= at(POSTS_MM, insert_bore("M3"), deep)
    body -= at(PI_HOLES_MM, insert_bore("M2.5"), pi.FLOOR_MM + pi.BOSS_MM)
    body -= at([(u, 0.0) for u in pi.ear_screws_mm(numbers)], bore(clear_mm("M5"), pi.EAR_THICK_MM))
    return whole(body - _openings(numbers))


def pi_cover(numbers: Numbers) -> Part:
    """Return the cover: flat, with slots over the cooler; either side may lie on the bed."""
    wall = numbers.mount.wall_mm
    body = Pos(*_MIDDLE_MM) * block(_LONG_MM + 2 * wall, _WIDE_MM + 2 * wall, pi.COVER_MM, 3.0)
    body -= at(POSTS_MM, bore(clear_mm("M3"), pi.COVER_MM))
    cut = slot(34.0, 3.0, pi.COVER_MM + 2)
    body -= [Pos(u, v, -1) * cut for u in (-30, 9) for v in range(6, 96, 8)]
    return whole(body)


def _fence(numbers: Numbers) -> Part:
    """Return the fence around the perfboard, its ledge, and its gaps for wires; a cable tie goes around both."""
    long, wide, _ = pi.PERFBOARD_MM
    c = numbers.mount.clearance_mm + 0.3
    outside = block(long + c + 4.4, wide + c + 4.4, pi.LEDGE_MM + 4.0)
    body = outside - Pos(0, 0, pi.LEDGE_MM) * block(long + c, wide + c, 20.0)
    body -= Pos(0, 0, -1) * block(long - 6, wide - 6, 20.0)
    body -= [Pos(0, 0, pi.LEDGE_MM) * block(*gap, 20.0) for gap in ((long - 24, 100.0), (200.0, wide - 20))]
    return Pos(*pi.PERFBOARD_AT_MM, pi.FLOOR_MM - SKIN_MM) * body


def _openings(numbers: Numbers) -> list[Part]:
    """Return what cuts the walls, all open to the cover: sockets below, power in front, cables, the button."""
    wall, deep = numbers.mount.wall_mm, pi.DEPTH_MM
    u, v = PI_CORNER_MM
    low = pi.BOARD_W_MM - 2.0
    (u0, u1), (v0, v1) = pi.INSIDE_U_MM, pi.INSIDE_V_MM
    cuts = [
        Pos(u1 + wall, v + boards.PI_MM[1] / 2, low) * block(4 * wall, 54.0, 60.0),
        Pos(u + 25.5, v0 - wall, low) * block(41.0, 4 * wall, 60.0),
        Pos(u0 - wall, 0, RIBBON_MM[1]) * block(4 * wall, RIBBON_MM[0], 60.0),
        Pos(u1 + wall, WIRES_AT_MM, deep - WIRES_MM[1]) * block(4 * wall, WIRES_MM[0], 60.0),
    ]
    tie, (aside, apart) = block(3.4, 2.4, pi.FLOOR_MM + pi.LEDGE_MM + 6), pi.TIE_AT_MM
    cuts += [Pos(pi.PERFBOARD_AT_MM[0] + aside, pi.PERFBOARD_AT_MM[1] + v, -1) * tie for v in (-apart, apart)]
    if hole := numbers.display.shutdown_hole_mm:
        cuts.append(Pos(BUTTON_AT_MM[0], v1 - wall, BUTTON_AT_MM[1]) * lying(bore(hole + 0.4, 4 * wall), "y"))
    return cuts
