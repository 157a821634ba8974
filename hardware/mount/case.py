"""Case of display and Raspberry Pi: a tray that frames the display, clamps, a cover that carries the Pi, two legs.

Local axes of the case, as whoever looks at the display sees them: x to the right, y up its slope, z towards him;
the origin is the middle of the display's opening in the tray. Tray and cover are printed with their outside down.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from build123d import Part, Pos, Rot

from hardware.mount import boards
from hardware.mount.shapes import SKIN_MM, at, block, bore, clear_mm, insert_bore, plate, rod, slot, whole
from hardware.mount.shapes import boss_mm as boss_width_mm

if TYPE_CHECKING:
    from hardware.numbers import Numbers

BEZEL_MM = 2.4
STRIP_MM = 9.5
"""Left and right of the display, where the posts stand."""
ROOM_MM = 33.0
"""Behind the display: the Pi's sockets, a cooler, cables."""
COVER_MM = 3.0
PI_BOSS_MM = 6.0
LIP_MM = (1.6, 2.0)
"""Thickness and height of the rim by which the cover sits in the tray."""
LEG_MM = 14.0
LEG_AT_MM = 70.0
LEG_SCREWS_MM = (-40.0, 30.0)
"""Up the slope from the case's middle."""
CABLE_SLOT_MM = (24.0, 4.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseSize:
    """Sizes of the case.

    Attributes:
        inside_mm: Width and height of the room.
        outside_mm: Width and height over the walls.
        depth_mm: Of the tray, bezel included.
    """

    inside_mm: tuple[float, float]
    outside_mm: tuple[float, float]
    depth_mm: float


def case_size(numbers: Numbers) -> CaseSize:
    """Return how large the case is."""
    display = boards.display_board(numbers.display.model)
    c, wall = numbers.mount.clearance_mm, numbers.mount.wall_mm
    inside = (display.width_mm + 2 * c + 2 * STRIP_MM, display.height_mm + 2 * c)
    return CaseSize(
        inside_mm=inside,
        outside_mm=(inside[0] + 2 * wall, inside[1] + 2 * wall),
        depth_mm=BEZEL_MM + display.depth_mm + ROOM_MM,
    )


def cover_posts_mm(numbers: Numbers) -> tuple[tuple[float, float], ...]:
    """Return where the cover is screwed on; the corner at the lower right belongs to the Pi's sockets."""
    wide, high = case_size(numbers).inside_mm
    x, y = wide / 2 - STRIP_MM / 2, high / 2 - STRIP_MM / 2
    return ((-x, -y), (-x, y), (x, y), (x, -high / 2 + 68.0))


def clamp_posts_mm(numbers: Numbers) -> tuple[tuple[float, float], ...]:
    """Return where clamps hold the display's rim."""
    wide, high = case_size(numbers).inside_mm
    x = wide / 2 - STRIP_MM / 2
    return ((-x, -high / 2 + 36), (-x, high / 2 - 36), (x, high / 2 - 28))


def pi_corner_mm(numbers: Numbers) -> tuple[float, float]:
    """Return where the lower left corner of the Pi's board lies: USB at the right wall, USB-C at the lower one."""
    wide, high = case_size(numbers).inside_mm
    return wide / 2 - boards.PI_MM[0] - boards.PI_OVERHANG_MM - 0.5, -high / 2 + 2.0


def pi_holes_mm(numbers: Numbers) -> tuple[tuple[float, float], ...]:
    """Return where the Pi is screwed to the cover."""
    x, y = pi_corner_mm(numbers)
    return tuple((x + dx, y + dy) for dx, dy in boards.PI_HOLES_MM)


def pi_z_mm(numbers: Numbers) -> float:
    """Return how high the Pi's lower side lies above the tray's front, measured into the case."""
    return case_size(numbers).depth_mm - PI_BOSS_MM


def leg_holes_mm() -> tuple[tuple[float, float], ...]:
    """Return where the legs are screwed to the cover."""
    return tuple((x, y) for x in (-LEG_AT_MM, LEG_AT_MM) for y in LEG_SCREWS_MM)


def tray(numbers: Numbers) -> Part:
    """Return the tray lying on its front: x of the case runs to -x here, for it is seen from behind."""
    size, wall = case_size(numbers), numbers.mount.wall_mm
    display = boards.display_board(numbers.display.model)
    body = block(*size.outside_mm, size.depth_mm, 4.0)
    body -= Pos(0, 0, BEZEL_MM) * block(*size.inside_mm, size.depth_mm, 4.0 - wall if wall < 3.5 else 0.4)
    body -= _window(display.window_mm)
    body += at(_seen_from_behind(cover_posts_mm(numbers)), _post(size.depth_mm - BEZEL_MM), BEZEL_MM)
    body += at(_seen_from_behind(clamp_posts_mm(numbers)), _post(display.rim_mm), BEZEL_MM)
    body -= at(_seen_from_behind(cover_posts_mm(numbers)), insert_bore("M3"), size.depth_mm)
    body -= at(_seen_from_behind(clamp_posts_mm(numbers)), insert_bore("M3"), BEZEL_MM + display.rim_mm)
    return whole(body - _openings(numbers))


def clamp(numbers: Numbers) -> Part:
    """Return a clamp: screwed on its post, it reaches over the display's rim."""
    del numbers
    body = Pos(4.75, 0, 0) * slot(18.5, 9.0, 4.0)
    return whole(body - bore(clear_mm("M3"), 4.0))


def cover(numbers: Numbers) -> Part:
    """Return the cover lying on its outside, seen from inside: x and y as the case's own."""
    size = case_size(numbers)
    body = block(*size.outside_mm, COVER_MM, 4.0) + Pos(0, 0, COVER_MM - SKIN_MM) * _lip(numbers)
    bosses = at(pi_holes_mm(numbers), rod(boss_width_mm("M2.5"), COVER_MM + PI_BOSS_MM))
    body += bosses
    body -= at(pi_holes_mm(numbers), insert_bore("M2.5"), COVER_MM + PI_BOSS_MM)
    body -= at(cover_posts_mm(numbers), bore(clear_mm("M3"), COVER_MM))
    body -= at(leg_holes_mm(), bore(clear_mm("M3"), COVER_MM))
    return whole(body - _vents(numbers) - _ties())


def _seen_from_behind(places_mm: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    """Return places mirrored left to right."""
    return [(-x, y) for x, y in places_mm]


def _post(height_mm: float) -> Part:
    """Return a post for an insert, as wide as the strip that it stands on."""
    return Pos(0, 0, -SKIN_MM) * rod(STRIP_MM - 0.4, height_mm + SKIN_MM)


def _window(window_mm: tuple[float, float]) -> Part:
    """Return what cuts the display's opening, wider outside so that a flat view is not cut off."""
    wide, high = window_mm
    straight = Pos(0, 0, -SKIN_MM) * block(wide, high, BEZEL_MM + 1)
    slope = Pos(0, 0, -SKIN_MM) * plate(
        [(-wide / 2 - 1.2, 0), (wide / 2 + 1.2, 0), (wide / 2, 1.2), (-wide / 2, 1.2)], high + 2.4
    )
    return straight + Pos(0, high / 2 + 1.2, 0) * Rot(90, 0, 0) * slope


def _openings(numbers: Numbers) -> Part:
    """Return what cuts the tray's walls: the Pi's sockets and flat cable, open to the cover, the button."""
    size, wall = case_size(numbers), numbers.mount.wall_mm
    (out_x, out_y), deep = size.outside_mm, size.depth_mm
    x, y = pi_corner_mm(numbers)
    board = pi_z_mm(numbers) - boards.PI_MM[2]
    usb = Pos(-out_x / 2, y + boards.PI_MM[1] / 2, board - 17.0) * block(4 * wall, 54.0, 40.0)
    power = Pos(-(x + 33.0), -out_y / 2, board - 9.0) * block(62.0, 4 * wall, 40.0)
    flat = Pos(-(x - 22.0), -out_y / 2, deep - CABLE_SLOT_MM[1]) * block(CABLE_SLOT_MM[0], 4 * wall, 10.0)
    cut = usb + power + flat
    if numbers.display.shutdown_hole_mm:
        hole = bore(numbers.display.shutdown_hole_mm + 0.4, 4 * wall)
        cut += Pos(out_x / 2 - 2 * wall, 0, deep - ROOM_MM / 2) * Rot(0, 90, 0) * hole
    return cut


def _lip(numbers: Numbers) -> Part:
    """Return the rim by which the cover sits in the tray, left out where posts and sockets are."""
    wide, high = case_size(numbers).inside_mm
    c, (thick, tall) = numbers.mount.clearance_mm, LIP_MM
    rim = block(wide - c, high - c, tall, 1.4) - Pos(0, 0, -1) * block(
        wide - c - 2 * thick, high - c - 2 * thick, tall + 2
    )
    rim -= [Pos(x, y, -1) * block(STRIP_MM + 8, STRIP_MM + 4, tall + 2) for x, y in cover_posts_mm(numbers)]
    x, y = pi_corner_mm(numbers)
    rim -= Pos(x + boards.PI_MM[0] / 2 + 6, y + boards.PI_MM[1] / 2 - 4, -1) * block(100, 66, tall + 2)
    return rim - Pos(x - 22.0, -high / 2, -1) * block(CABLE_SLOT_MM[0] + 2, 12, tall + 2)


def _vents(numbers: Numbers) -> list[Part]:
    """Return slots below and above the Pi: warm air leaves at the top, drinks stay outside."""
    _, high = case_size(numbers).inside_mm
    row = [x for x in range(-84, 85, 8) if min(abs(x - LEG_AT_MM), abs(x + LEG_AT_MM)) > LEG_MM / 2 + 3]
    cut = Rot(0, 0, 90) * slot(22.0, 3.0, COVER_MM + 2)
    lower = [Pos(x, -high / 2 + 29.0, -1) * cut for x in row]
    return lower + [Pos(x, high / 2 - 22.0, -1) * cut for x in row]


def _ties() -> list[Part]:
    """Return pairs of slots for cable ties: whatever else is built in is tied to the cover."""
    pair = Pos(-3, 0, -1) * block(2.0, 5.0, COVER_MM + 2) + Pos(3, 0, -1) * block(2.0, 5.0, COVER_MM + 2)
    return [Pos(x, y) * pair for x in (-52, -30, -8) for y in (-8, 12)]
