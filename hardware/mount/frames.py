"""Where the parts of each name are put: from how one lies on the bed to where it stands on the table."""

import math

from build123d import Location, Plane, Pos, Rot

from hardware.mount import boards, button_box, cables, case, pi_size, wing
from hardware.mount import light as lamp
from hardware.mount.case_size import BEZEL_MM, COVER_MM, case_size
from hardware.mount.layout import cap_width_mm, layout, wing_top_mm
from hardware.mount.profile import JOINT_MM, SIDE_MM
from hardware.numbers import Numbers

_HALF = SIDE_MM / 2
_FEET_Z_MM = boards.RUBBER_MM[1] - boards.RUBBER_RECESS_MM

Vector = tuple[float, float, float]
Places = dict[str, list[Location]]


def frame(origin: Vector, x: Vector, z: Vector) -> Location:
    """Return where a part's own origin, x and z come to."""
    return Plane(origin=origin, x_dir=x, z_dir=z).location


def places(numbers: Numbers) -> Places:
    """Return where the printed parts go, and ``strip`` and ``pi``; what is in both wings, in the right one first."""
    return _stand(numbers) | _wings(numbers) | _case(numbers) | _pi(numbers) | _box(numbers)


def case_axes(numbers: Numbers) -> tuple[Vector, Vector, Vector]:
    """Return the middle of the cover's outside, up the slope, and towards whoever looks."""
    where = cables.slope(numbers)
    x = layout(numbers).mast_x_mm + _HALF + (where.low_mm[0] + where.high_mm[0]) / 2
    tilt = math.radians(where.tilt_deg)
    middle = (x, 0.0, (where.low_mm[1] + where.high_mm[1]) / 2)
    return middle, (math.cos(tilt), 0, math.sin(tilt)), (-math.sin(tilt), 0, math.cos(tilt))


def _stand(numbers: Numbers) -> Places:
    place, camera = layout(numbers), boards.camera_board(numbers.camera.model)
    mast, foot, under = place.mast_x_mm, numbers.mount.foot_mm / 2, place.beam_z_mm - JOINT_MM
    x, y, z = place.beam_mm / 2, _HALF + JOINT_MM, place.beam_z_mm + SIDE_MM
    end, middle = x + 2.4, place.beam_z_mm + _HALF
    sides = [(side, face) for side in (-1, 1) for face in (1, -1)]
    plate = Location((0, 0, place.plate_z_mm)) if camera.board_mm else frame((0, 22, under), (1, 0, 0), (0, -1, 0))
    clips = [frame((along, _HALF, middle), (0, 0, -1), (1, 0, 0)) for along in cables.beam_clips_mm(numbers)]
    clips += [Pos(mast + _HALF, 0, high) * Rot(0, 0, -90) for high in cables.mast_clips_mm(numbers)]
    return {
        "foot-cap": [frame((s * mast, -f * foot, _FEET_Z_MM), (-f, 0, 0), (0, f, 0)) for s, f in sides],
        "foot-plate": [frame((s * mast - f * y, 0, place.profile_z_mm), (0, f, 0), (f, 0, 0)) for s, f in sides],
        "corner-plate": [
            frame((-x, -y, z), (0, 0, -1), (0, 1, 0)),
            frame((x, y, z), (0, 0, -1), (0, -1, 0)),
            frame((x, -y, z), (-1, 0, 0), (0, 1, 0)),
            frame((-x, y, z), (1, 0, 0), (0, -1, 0)),
        ],
        "beam-cap": [frame((s * end, 0, middle), (0, 1, 0), (-s, 0, 0)) for s in (-1, 1)],
        "carriage": [Location((0, 0, under))],
        camera.family: [plate],
        "cable-clip": clips,
    }


def _wings(numbers: Numbers) -> Places:
    found, place = numbers.light, layout(numbers)
    top, half = wing_top_mm(found, place), found.step_deg / 2
    stretch, angles = math.cos(math.radians(half)), found.angles_deg()
    strap = Pos((found.radius_mm + lamp.INSERT_R_MM) / stretch, 0, top)
    ends = ((found.in_wing * half, 0.0), (-found.in_wing * half, -lamp.END_MM))
    right = {
        "wing-channel": [Rot(0, 0, a) * Pos(found.radius_mm, 0, top) * Rot(180, 0, 0) for a in angles],
        "wing-diffuser": _on_strip(numbers, lamp.DEEP_MM),
        "strip": _on_strip(numbers, 0.0),
        "wing-strap": [Rot(0, 0, a + half) * strap for a in angles[:-1]],
        "wing-end": [
            Rot(0, 0, a) * frame((found.radius_mm / stretch, away, place.strip_z_mm), (1, 0, 0), (0, 1, 0))
            for a, away in ends
        ],
        "wing-holder": [frame((found.radius_mm, wing.HOLDER_HALF_MM + 7, top), (1, 0, 0), (0, -1, 0))],
    }
    sides = Location((0, 0, 0)), Location((0, 0, 0), (0, 0, 180))
    return {name: [side * where for side in sides for where in spots] for name, spots in right.items()}


def _on_strip(numbers: Numbers, out_mm: float) -> list[Location]:
    """Return where flat things lie in the right wing's channels, so far before the strip's mid-line."""
    found, place = numbers.light, layout(numbers)
    tilt = math.radians(found.tilt_deg)
    c, s = math.cos(tilt), math.sin(tilt)
    r, h = lamp.on_face(found, out_mm, 0)
    flat = frame((found.radius_mm + r, 0, place.strip_z_mm - h), (s, 0, -c), (-c, 0, -s))
    return [Rot(0, 0, angle) * flat for angle in found.angles_deg()]


def _case(numbers: Numbers) -> Places:
    """Return the display's case: the tray lies on its front as printed, so its z runs into the case."""
    middle, _, out = case_axes(numbers)
    deep = case_size(numbers).depth_mm + COVER_MM
    x, y, z = (m + deep * o for m, o in zip(middle, out, strict=True))
    tray = frame((x, y, z), (0, 1, 0), (-out[0], -out[1], -out[2]))
    high = BEZEL_MM + boards.display_board(numbers.display.model).rim_mm
    posts = case.clamp_posts_mm(numbers)
    mast = layout(numbers).mast_x_mm + _HALF
    return {
        "case-tray": [tray],
        "case-clamp": [tray * Pos(-x, y, high) * Rot(0, 0, 0 if -x < 0 else 180) for x, y in posts],
        "case-cover": [frame(middle, (0, -1, 0), out)],
        "case-arm": [frame((mast, case.ARM_WIDE_MM / 2, 0), (1, 0, 0), (0, -1, 0))],
    }


def _pi(numbers: Numbers) -> Places:
    """Return the Pi's case, its x down the mast, its y to the back, and the Pi's lower left corner."""
    tray = frame((layout(numbers).mast_x_mm + _HALF, 0, cables.cables(numbers).pi_z_mm), (0, 0, -1), (1, 0, 0))
    u, v = pi_size.SOCKETS_ON_PI_MM
    return {
        "pi-tray": [tray],
        "pi": [tray * Pos(-u, -v, pi_size.FLOOR_MM + pi_size.BOSS_MM)],
        "pi-cover": [tray * Pos(0, 0, pi_size.DEPTH_MM)],
    }


def _box(numbers: Numbers) -> Places:
    """Return the button's box beside the right foot, for its cable to be short, cable towards the stand."""
    x = layout(numbers).mast_x_mm + cap_width_mm(numbers) / 2 + cables.BOX_AWAY_MM
    high = _FEET_Z_MM + button_box.LID_MM + button_box.TOP_MM + button_box.ROOM_MM
    return {
        "button-box": [Pos(x, 0, high) * Rot(0, 0, -90) * Rot(180, 0, 0)],
        "button-lid": [Pos(x, 0, _FEET_Z_MM) * Rot(0, 0, 90)],
    }
