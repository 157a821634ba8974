"""Case of the display: a tray that frames it, clamps that hold it, a cover, and the arm that carries it.

Local axes of the case, as whoever looks at the display sees them: x to the right, y up its slope, z towards him;
the origin is the middle of the display's opening in the tray. Tray and cover are printed with their outside down.
"""

from build123d import Part, Pos, Rot

from hardware.mount import boards
from hardware.mount.cables import ARM_DOWN_MM, SLOT_MM, slope
from hardware.mount.case_size import BEZEL_MM, COVER_MM, STRIP_MM, case_size
from hardware.mount.profile import JOINT_MM
from hardware.mount.shapes import SKIN_MM, at, block, bore, clear_mm, insert_bore, lying, plate, rod, slot, whole
from hardware.numbers import Numbers

LIP_MM = (1.6, 2.0)  # thickness and height of the rim by which the cover sits in the tray
ARM_SCREWS_MM = (30.0, 88.0)  # up the slope from the cover's lower edge
ARM_ASIDE_MM = (-15.0, 15.0)
ARM_WIDE_MM = 44.0
ARM_TOP_MM = -22.0  # from the case's lower edge down to the arm's upper end at the mast
MAST_SCREWS_MM = (-41.0, -62.0)  # from the same edge to the screws in the mast's slot
KEY_HOLE_MM = 10.0
"""Side of a square on its edge, whose roof prints by itself: a screw's head and the key behind it pass here."""
CABLE_SLOT_MM = (34.0, 7.0)  # the flat cable and, beside it, the display's power lead


def cover_posts_mm(numbers: Numbers) -> tuple[tuple[float, float], ...]:
    """Return where the cover is screwed on."""
    wide, high = case_size(numbers).inside_mm
    x, y = wide / 2 - STRIP_MM / 2, high / 2 - STRIP_MM / 2
    return ((-x, -y), (-x, y), (x, y), (x, -y))


def clamp_posts_mm(numbers: Numbers) -> tuple[tuple[float, float], ...]:
    """Return where clamps hold the display's rim."""
    wide, high = case_size(numbers).inside_mm
    x = wide / 2 - STRIP_MM / 2
    return ((-x, -high / 2 + 36), (-x, high / 2 - 36), (x, high / 2 - 28))


def arm_holes_mm(numbers: Numbers) -> tuple[tuple[float, float], ...]:
    """Return where the arm is screwed to the cover."""
    half = case_size(numbers).outside_mm[1] / 2
    return tuple((x, along - half) for x in ARM_ASIDE_MM for along in ARM_SCREWS_MM)


def tray(numbers: Numbers) -> Part:
    """Return the tray lying on its front: x of the case runs to -x here, for it is seen from behind."""
    size, wall = case_size(numbers), numbers.mount.wall_mm
    display = boards.display_board(numbers.display.model)
    body = block(*size.outside_mm, size.depth_mm, 4.0)
    body -= Pos(0, 0, BEZEL_MM) * block(*size.inside_mm, size.depth_mm, 4.0 - wall if wall < 3.5 else 0.4)
    body -= _window(display.window_mm)
    posts, clamps = ([(-x, y) for x, y in spots(numbers)] for spots in (cover_posts_mm, clamp_posts_mm))
    body += at(posts, _post(size.depth_mm - BEZEL_MM), BEZEL_MM)
    body += at(clamps, _post(display.rim_mm), BEZEL_MM)
    body -= at(posts, insert_bore("M3"), size.depth_mm)
    body -= at(clamps, insert_bore("M3"), BEZEL_MM + display.rim_mm)
    # For the cables, open to the cover.
    wide, high = CABLE_SLOT_MM
    middle = size.depth_mm - (SLOT_MM - COVER_MM)
    return whole(body - Pos(0, -size.outside_mm[1] / 2, middle - high / 2) * block(wide, 4 * wall, 2 * high))


def clamp(_: Numbers) -> Part:
    """Return a clamp: screwed on its post, it reaches over the display's rim."""
    body = Pos(4.75, 0, 0) * slot(18.5, 9.0, 4.0)
    return whole(body - bore(clear_mm("M3"), 4.0))


def cover(numbers: Numbers) -> Part:
    """Return the cover lying on its outside, seen from inside: x and y as the case's own."""
    size = case_size(numbers)
    body = block(*size.outside_mm, COVER_MM, 4.0) + Pos(0, 0, COVER_MM - SKIN_MM) * _lip(numbers)
    body -= at(cover_posts_mm(numbers), bore(clear_mm("M3"), COVER_MM))
    body -= at(arm_holes_mm(numbers), bore(clear_mm("M3"), COVER_MM))
    # Slots beside the arm, where warm air leaves; pairs for cable ties hold whatever else is built in.
    high, row = size.inside_mm[1], [x for x in range(-84, 85, 12) if abs(x) > 30]
    cut = Rot(0, 0, 90) * slot(22.0, 3.0, COVER_MM + 2)
    body -= [Pos(x, y, -1) * cut for x in row for y in (29.0 - high / 2, high / 2 - 22.0)]
    pair = Pos(-3, 0, -1) * block(2.0, 5.0, COVER_MM + 2) + Pos(3, 0, -1) * block(2.0, 5.0, COVER_MM + 2)
    return whole(body - [Pos(x, y) * pair for x in (-52, 52) for y in (-8, 12)])


def arm(numbers: Numbers) -> Part:
    """Return the arm that carries the case on the outside of the right mast.

    It lies on its side: x away from the mast's outside, y up from the table.
    """
    where = slope(numbers)
    low = where.low_mm[1]
    end, foot = low - ARM_DOWN_MM, 14.0
    outline = [(0, end), (0, low + ARM_TOP_MM), (foot, low + ARM_TOP_MM), (where.low_mm[0] + 4, low - 8)]
    outline += [where.along(14), where.along(100), where.along(100, 9), where.along(14, 22), (foot, end)]
    body = plate(outline, ARM_WIDE_MM)
    web = JOINT_MM
    body -= Pos(0, 0, -1) * plate([(web, low - 70), (web, low - 31), (52, low - 27)], ARM_WIDE_MM + 2)
    key_way = lying(Rot(0, 0, 45) * block(KEY_HOLE_MM, KEY_HOLE_MM, 200.0), "x")
    for up in MAST_SCREWS_MM:
        way = Pos(0, low + up, ARM_WIDE_MM / 2)
        body -= way * lying(bore(clear_mm("M5"), web), "x") + way * Pos(web, 0, 0) * key_way
    for along in ARM_SCREWS_MM:
        for aside in ARM_ASIDE_MM:
            spot = Pos(*where.along(along), ARM_WIDE_MM / 2 + aside)
            body -= spot * Rot(0, 0, where.tilt_deg) * Rot(-90, 0, 0) * insert_bore("M3")
    return whole(body)


def _post(height_mm: float) -> Part:
    """Return a post for an insert, as wide as the strip that it stands on."""
    return Pos(0, 0, -SKIN_MM) * rod(STRIP_MM - 0.4, height_mm + SKIN_MM)


def _window(window_mm: tuple[float, float]) -> Part:
    """Return what cuts the display's opening, wider outside so that a flat view is not cut off."""
    wide, high = window_mm
    straight = Pos(0, 0, -SKIN_MM) * block(wide, high, BEZEL_MM + 1)
    bevel = [(-wide / 2 - 1.2, 0), (wide / 2 + 1.2, 0), (wide / 2, 1.2), (-wide / 2, 1.2)]
    slope = Pos(0, 0, -SKIN_MM) * plate(bevel, high + 2.4)
    return straight + Pos(0, high / 2 + 1.2, 0) * Rot(90, 0, 0) * slope


def _lip(numbers: Numbers) -> Part:
    """Return the rim by which the cover sits in the tray, left out where posts and cables are."""
    wide, high = case_size(numbers).inside_mm
    c, (thick, tall) = numbers.mount.clearance_mm, LIP_MM
    inside = Pos(0, 0, -1) * block(wide - c - 2 * thick, high - c - 2 * thick, tall + 2)
    rim = block(wide - c, high - c, tall, 1.4) - inside
    rim -= [Pos(x, y, -1) * block(STRIP_MM + 8, STRIP_MM + 4, tall + 2) for x, y in cover_posts_mm(numbers)]
    return rim - Pos(0, -high / 2, -1) * block(CABLE_SLOT_MM[0] + 2, 12, tall + 2)
