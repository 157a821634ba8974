"""Every screw where it sits: for pictures, for the list of what is bought, and to see that holes and lengths meet."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from build123d import Location, Pos, Rot

from hardware.mount import boards, button_box, cables, carriage, case, joints, layout, pi_case, pi_size, wing
from hardware.mount import light as lamp
from hardware.mount.case_size import COVER_MM
from hardware.mount.fasteners import LENGTHS_MM
from hardware.mount.frames import Places, places
from hardware.mount.profile import JOINT_MM, SIDE_MM
from hardware.mount.steps import BUTTON_STEP
from hardware.numbers import Numbers

_DOWN = Rot(180, 0, 0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Screw:
    """A screw in its place."""

    place: str  # one of `fasteners.LENGTHS_MM`
    thread: str
    length_mm: float  # below its head
    through: str  # name of the part that its head lies on
    grip_mm: float  # how thick that is
    where: Location  # its head's underside, z out of the head
    step: int  # of the assembly


def screws(numbers: Numbers) -> tuple[Screw, ...]:
    """Return all screws."""
    where = places(numbers)
    return tuple(screw for part in (_stand, _wings, _cases) for screw in part(numbers, where))


def _each(place: str, through: str, grip_mm: float, step: int, spots: Iterable[Location]) -> Iterator[Screw]:
    for where in spots:  # of a bracket's tripod screw there is none
        thread, mm = LENGTHS_MM[place]
        yield Screw(place=place, thread=thread, length_mm=mm, through=through, grip_mm=grip_mm, where=where, step=step)


def _on(parts: Iterable[Location], spots_mm: Iterable[tuple[float, float]], z_mm: float) -> list[Location]:
    """Return spots of parts, heads towards their z."""
    spots = tuple(spots_mm)
    return [where * Pos(x, y, z_mm) for where in parts for x, y in spots]


def _below(parts: Iterable[Location], spots_mm: Iterable[tuple[float, float]]) -> list[Location]:
    """Return spots of parts' undersides, heads away from their z."""
    return [where * _DOWN for where in _on(parts, spots_mm, 0)]


def _stand(numbers: Numbers, where: Places) -> Iterator[Screw]:
    c, camera = numbers.mount.clearance_mm, boards.camera_board(numbers.camera.model)
    top = layout.profile_low_mm(numbers) + SIDE_MM + c + JOINT_MM
    spot = Pos(0, top, layout.CAP_END_MM + layout.CAP_POCKET_MM - joints.CAP_SCREW_MM) * Rot(-90, 0, 0)
    yield from _each("plate", "foot-cap", JOINT_MM + c, 1, [foot * spot for foot in where["foot-cap"]])
    yield from _each("plate", "foot-plate", JOINT_MM, 2, _below(where["foot-plate"], joints.FOOT_SCREWS_MM))
    yield from _each("plate", "corner-plate", JOINT_MM, 3, _below(where["corner-plate"], joints.CORNER_SPOTS_MM))
    yield from _each("plate", "carriage", JOINT_MM, 5, _below(where["carriage"], carriage.SLOT_SCREWS_MM))
    yield from _each("pillar", "carriage", JOINT_MM, 5, _on(where["carriage"], carriage.PILLARS_MM, JOINT_MM))
    high = layout.CAMERA_PLATE_MM + layout.boss_mm(camera) + camera.board_mm
    yield from _each(camera.thread, "camera", camera.board_mm, 4, _on(where[camera.family], camera.holes_mm, high))


def _wings(numbers: Numbers, where: Places) -> Iterator[Screw]:
    found, wall = numbers.light, lamp.BACK_MM + layout.layout(numbers).wing_gap_mm
    straps = _on(where["wing-strap"], wing.strap_holes_mm(found), wing.STRAP_MM)
    yield from _each("strap", "wing-strap", wing.STRAP_MM, 6, straps)
    hole, ends = [wing.end_hole_mm(found)], where["wing-end"]  # to the back and to the front, in turn
    yield from _each("end", "wing-end", lamp.END_MM, 6, _on(ends[::2], hole, lamp.END_MM) + _below(ends[1::2], hole))
    half, r = wing.HOLDER_HALF_MM, lamp.INSERT_R_MM - 3
    flat = [Pos(r, layout.HOLDER_PLATE_MM, half + 7 + z) * Rot(-90, 0, 0) for z in (-half, half)]
    upright = [Pos(wall - JOINT_MM, up, half + 7) * Rot(0, -90, 0) for up in wing.HOLDER_SCREWS_MM]
    for holder in where["wing-holder"]:
        yield from _each("holder", "wing-holder", layout.HOLDER_PLATE_MM, 7, [holder * spot for spot in flat])
        yield from _each("plate", "wing-holder", JOINT_MM, 7, [holder * spot for spot in upright])


def _cases(numbers: Numbers, where: Places) -> Iterator[Screw]:
    cover, low = where["case-cover"], cables.cables(numbers).low_z_mm
    yield from _each("clamp", "case-clamp", 4.0, 8, _on(where["case-clamp"], [(0, 0)], 4.0))
    yield from _each("arm", "case-cover", COVER_MM, 9, _on(cover, case.arm_holes_mm(numbers), COVER_MM))
    yield from _each("cover", "case-cover", COVER_MM, 10, _below(cover, case.cover_posts_mm(numbers)))
    spots = [Pos(JOINT_MM, low + up, case.ARM_WIDE_MM / 2) * Rot(0, 90, 0) for up in case.MAST_SCREWS_MM]
    yield from _each("plate", "case-arm", JOINT_MM, 11, [where["case-arm"][0] * spot for spot in spots])
    tray, thick = where["pi-tray"], pi_size.EAR_THICK_MM
    ears = [(u, 0.0) for u in pi_size.ear_screws_mm(numbers)]
    yield from _each("plate", "pi-tray", thick, 12, _on(tray, ears, thick))
    yield from _each("pi", "pi", boards.PI_MM[2], 13, _on(tray, pi_case.PI_HOLES_MM, pi_size.BOARD_W_MM))
    top = pi_size.DEPTH_MM + pi_size.COVER_MM
    yield from _each("pi cover", "pi-cover", pi_size.COVER_MM, 16, _on(tray, pi_case.POSTS_MM, top))
    lid = _below(where["button-lid"], button_box.SCREWS_MM)
    yield from _each("lid", "button-lid", button_box.LID_MM, BUTTON_STEP, lid)
