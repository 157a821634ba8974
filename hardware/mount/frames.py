"""Where each printed part is put: from how it lies on the bed to where it stands on the table."""

from __future__ import annotations

import math

from build123d import Location, Plane, Pos, Rot

from hardware.mount import arm as case_arm
from hardware.mount import boards, button_box, cables, case, pi_size, wing
from hardware.mount import light as lamp
from hardware.mount.case_size import BEZEL_MM, COVER_MM, case_size
from hardware.mount.layout import cap_width_mm, layout, wing_top_mm
from hardware.mount.profile import JOINT_MM, SIDE_MM
from hardware.numbers import Numbers

_HALF = SIDE_MM / 2

Vector = tuple[float, float, float]


def frame(origin: Vector, x: Vector, z: Vector) -> Location:
    """Return where a part's own origin, x and z come to."""
    return Plane(origin=origin, x_dir=x, z_dir=z).location


def foot_caps(numbers: Numbers) -> list[Location]:
    """Return the caps, front and back, left and right."""
    x, half = layout(numbers).mast_x_mm, numbers.mount.foot_mm / 2
    low = boards.RUBBER_MM[1] - boards.RUBBER_RECESS_MM
    return [frame((side * x, -end * half, low), (-end, 0, 0), (0, end, 0)) for side in (-1, 1) for end in (1, -1)]


def foot_plates(numbers: Numbers) -> list[Location]:
    """Return the plates over masts and feet, either face."""
    place = layout(numbers)
    return [
        frame((side * place.mast_x_mm - face * (_HALF + JOINT_MM), 0, place.profile_z_mm), (0, face, 0), (face, 0, 0))
        for side in (-1, 1)
        for face in (1, -1)
    ]


def corner_plates(numbers: Numbers) -> list[Location]:
    """Return the plates over the corners: front left, back right, front right, back left."""
    place = layout(numbers)
    x, y, z = place.beam_mm / 2, _HALF + JOINT_MM, place.beam_z_mm + SIDE_MM
    return [
        frame((-x, -y, z), (0, 0, -1), (0, 1, 0)),
        frame((x, y, z), (0, 0, -1), (0, -1, 0)),
        frame((x, -y, z), (-1, 0, 0), (0, 1, 0)),
        frame((-x, y, z), (1, 0, 0), (0, -1, 0)),
    ]


def beam_caps(numbers: Numbers) -> list[Location]:
    """Return the caps of the beam's ends; they begin 2.4 mm outside."""
    place = layout(numbers)
    x, z = place.beam_mm / 2 + 2.4, place.beam_z_mm + _HALF
    return [frame((-x, 0, z), (0, 1, 0), (1, 0, 0)), frame((x, 0, z), (0, 1, 0), (-1, 0, 0))]


def carriage(numbers: Numbers) -> Location:
    """Return the carriage under the beam's middle."""
    return Location((0, 0, layout(numbers).beam_z_mm - JOINT_MM))


def camera_plate(numbers: Numbers) -> Location:
    """Return the camera's plate or bracket."""
    place = layout(numbers)
    if boards.camera_board(numbers.camera.model).board_mm:
        return Location((0, 0, place.plate_z_mm))
    return frame((0, 22, place.beam_z_mm - JOINT_MM), (1, 0, 0), (0, -1, 0))


def wings(numbers: Numbers) -> list[Location]:
    """Return the right and the left wing: their own frame has the right one's."""
    del numbers
    return [Location((0, 0, 0)), Location((0, 0, 0), (0, 0, 180))]


def channels(numbers: Numbers) -> list[Location]:
    """Return the channels of the right wing."""
    found, place = lamp.light(numbers), layout(numbers)
    top = wing_top_mm(found, place)
    return [Rot(0, 0, angle) * Pos(found.radius_mm, 0, top) * Rot(180, 0, 0) for angle in found.angles_deg()]


def on_strip(numbers: Numbers, out_mm: float) -> list[Location]:
    """Return where flat things lie in the right wing's channels, so far before the strip's mid-line."""
    found, place = lamp.light(numbers), layout(numbers)
    tilt = math.radians(found.tilt_deg)
    c, s = math.cos(tilt), math.sin(tilt)
    r, h = lamp.on_face(found, out_mm, 0)
    flat = frame((found.radius_mm + r, 0, place.strip_z_mm - h), (s, 0, -c), (-c, 0, -s))
    return [Rot(0, 0, angle) * flat for angle in found.angles_deg()]


def straps(numbers: Numbers) -> list[Location]:
    """Return the straps of the right wing."""
    found, place = lamp.light(numbers), layout(numbers)
    reach = (found.radius_mm + lamp.INSERT_R_MM) / math.cos(math.radians(found.step_deg / 2))
    flat = Pos(reach, 0, wing_top_mm(found, place))
    return [Rot(0, 0, angle + found.step_deg / 2) * flat for angle in found.angles_deg()[:-1]]


def holder(numbers: Numbers) -> Location:
    """Return the holder of the right wing."""
    found, place = lamp.light(numbers), layout(numbers)
    half = wing.HOLDER_HALF_MM + 7
    return frame((found.radius_mm, half, wing_top_mm(found, place)), (1, 0, 0), (0, -1, 0))


def wing_ends(numbers: Numbers) -> list[Location]:
    """Return the ends of the right wing."""
    found, place = lamp.light(numbers), layout(numbers)
    half = found.in_wing * found.step_deg / 2
    reach = found.radius_mm / math.cos(math.radians(found.step_deg / 2))
    return [
        Rot(0, 0, angle) * frame((reach, away, place.strip_z_mm), (1, 0, 0), (0, 1, 0))
        for angle, away in ((half, 0.0), (-half, -lamp.END_MM))
    ]


def arm(numbers: Numbers) -> Location:
    """Return the arm of the display's case."""
    return frame((layout(numbers).mast_x_mm + _HALF, case_arm.WIDE_MM / 2, 0), (1, 0, 0), (0, -1, 0))


def pi_tray(numbers: Numbers) -> Location:
    """Return the tray of the Pi's case: its x runs down the mast, its y to the back."""
    return frame((layout(numbers).mast_x_mm + _HALF, 0, cables.cables(numbers).pi_z_mm), (0, 0, -1), (1, 0, 0))


def pi_board(numbers: Numbers) -> Location:
    """Return the Pi's lower left corner."""
    u, v = pi_size.SOCKETS_ON_PI_MM
    return pi_tray(numbers) * Pos(-u, -v, pi_size.FLOOR_MM + pi_size.BOSS_MM)


def pi_cover(numbers: Numbers) -> Location:
    """Return the cover of the Pi's case."""
    return pi_tray(numbers) * Pos(0, 0, pi_size.depth_mm())


def case_axes(numbers: Numbers) -> tuple[Vector, Vector, Vector]:
    """Return the middle of the cover's outside, up the slope, and towards whoever looks."""
    where = cables.slope(numbers)
    x = layout(numbers).mast_x_mm + _HALF + (where.low_mm[0] + where.high_mm[0]) / 2
    tilt = math.radians(where.tilt_deg)
    middle = (x, 0.0, (where.low_mm[1] + where.high_mm[1]) / 2)
    return middle, (math.cos(tilt), 0, math.sin(tilt)), (-math.sin(tilt), 0, math.cos(tilt))


def cover(numbers: Numbers) -> Location:
    """Return the case's cover."""
    middle, _, out = case_axes(numbers)
    return frame(middle, (0, -1, 0), out)


def tray(numbers: Numbers) -> Location:
    """Return the case's tray: it lies on its front as printed, so its z runs into the case."""
    middle, _, out = case_axes(numbers)
    deep = case_size(numbers).depth_mm + COVER_MM
    x, y, z = (m + deep * o for m, o in zip(middle, out, strict=True))
    return frame((x, y, z), (0, 1, 0), (-out[0], -out[1], -out[2]))


def clamps(numbers: Numbers) -> list[Location]:
    """Return the clamps, reaching from their posts over the display's rim."""
    high = BEZEL_MM + boards.display_board(numbers.display.model).rim_mm
    return [tray(numbers) * Pos(-x, y, high) * Rot(0, 0, 0 if -x < 0 else 180) for x, y in case.clamp_posts_mm(numbers)]


def box_x_mm(numbers: Numbers) -> float:
    """Return where the button's box stands: beside the right foot, for its cable to be short."""
    return layout(numbers).mast_x_mm + cap_width_mm(numbers) / 2 + cables.BOX_AWAY_MM


def box(numbers: Numbers) -> Location:
    """Return the button's box, cable towards the stand."""
    low = boards.RUBBER_MM[1] - boards.RUBBER_RECESS_MM + button_box.LID_MM
    high = low + button_box.TOP_MM + button_box.ROOM_MM
    return Pos(box_x_mm(numbers), 0, high) * Rot(0, 0, -90) * Rot(180, 0, 0)


def lid(numbers: Numbers) -> Location:
    """Return the box's lid."""
    return Pos(box_x_mm(numbers), 0, boards.RUBBER_MM[1] - boards.RUBBER_RECESS_MM) * Rot(0, 0, 90)


def clips(numbers: Numbers) -> list[Location]:
    """Return the clips of the flat cables: along the beam's back to the right, down the right mast's outside."""
    place = layout(numbers)
    beam = [frame((x, _HALF, place.beam_z_mm + _HALF), (0, 0, -1), (1, 0, 0)) for x in cables.beam_clips_mm(numbers)]
    down = [Pos(place.mast_x_mm + _HALF, 0, z) * Rot(0, 0, -90) for z in cables.mast_clips_mm(numbers)]
    return beam + down
