"""Every screw where it sits: for pictures, and to see that holes meet and lengths do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from build123d import Location, Pos, Rot

from hardware.mount import (
    arm,
    boards,
    button_box,
    cables,
    carriage,
    case,
    foot_cap,
    frames,
    joints,
    pi_case,
    pi_size,
    wing,
)
from hardware.mount import light as lamp
from hardware.mount.case_size import COVER_MM
from hardware.mount.fasteners import LENGTHS_MM
from hardware.mount.layout import (
    CAMERA_PLATE_MM,
    CAP_END_MM,
    CAP_FLOOR_MM,
    CAP_POCKET_MM,
    HOLDER_PLATE_MM,
    boss_mm,
    layout,
)
from hardware.mount.profile import JOINT_MM, SIDE_MM
from hardware.mount.steps import BUTTON_STEP
from hardware.numbers import Numbers

_DOWN = Rot(180, 0, 0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Screw:
    """A screw in its place.

    Attributes:
        place: One of `fasteners.LENGTHS_MM`.
        through: Name of the part that its head lies on.
        grip_mm: How thick that is.
        where: Its head's underside, z out of the head.
        step: Of the assembly.
    """

    place: str
    through: str
    grip_mm: float
    where: Location
    step: int

    @property
    def thread(self) -> str:
        """Return its thread."""
        return LENGTHS_MM[self.place][0]

    @property
    def length_mm(self) -> float:
        """Return its length below the head."""
        return LENGTHS_MM[self.place][1]

    @property
    def inside_mm(self) -> float:
        """Return how much of it is beyond what it holds."""
        return self.length_mm - self.grip_mm


def screws(numbers: Numbers) -> tuple[Screw, ...]:
    """Return all screws."""
    parts = (_feet, _corners, _camera, _wings, _case, _pi, _box)
    return tuple(screw for part in parts for screw in part(numbers))


def _each(place: str, through: str, grip_mm: float, step: int, places: Iterable[Location]) -> Iterator[Screw]:
    """Yield a screw at each place."""
    for where in places:
        yield Screw(place=place, through=through, grip_mm=grip_mm, where=where, step=step)


def _on(where: Location, spots_mm: Iterable[tuple[float, float]], z_mm: float) -> list[Location]:
    """Return spots of a part, heads towards its z."""
    return [where * Pos(x, y, z_mm) for x, y in spots_mm]


def _below(where: Location, spots_mm: Iterable[tuple[float, float]]) -> list[Location]:
    """Return spots of a part's underside, heads away from its z."""
    return [where * Pos(x, y, 0) * _DOWN for x, y in spots_mm]


def _feet(numbers: Numbers) -> Iterator[Screw]:
    c, wall, ballast = numbers.mount.clearance_mm, numbers.mount.wall_mm, numbers.mount.ballast_mm
    top = CAP_FLOOR_MM + (ballast + c + wall if ballast else 0) + SIDE_MM + c + JOINT_MM
    spot = Pos(0, top, CAP_END_MM + CAP_POCKET_MM - foot_cap.SCREW_MM) * Rot(-90, 0, 0)
    yield from _each("plate", "foot-cap", JOINT_MM + c, 1, [where * spot for where in frames.foot_caps(numbers)])
    for where in frames.foot_plates(numbers):
        yield from _each("plate", "foot-plate", JOINT_MM, 2, _below(where, joints.FOOT_SCREWS_MM))


def _corners(numbers: Numbers) -> Iterator[Screw]:
    middle = SIDE_MM / 2
    spots = [spot for along in joints.CORNER_SCREWS_MM for spot in ((along, -middle), (middle, -along))]
    for where in frames.corner_plates(numbers):
        yield from _each("plate", "corner-plate", JOINT_MM, 3, _below(where, spots))


def _camera(numbers: Numbers) -> Iterator[Screw]:
    found, where = boards.camera_board(numbers.camera.model), frames.carriage(numbers)
    yield from _each("plate", "carriage", JOINT_MM, 5, _below(where, carriage.SLOT_SCREWS_MM))
    yield from _each("pillar", "carriage", JOINT_MM, 5, _on(where, carriage.PILLARS_MM, JOINT_MM))
    high = CAMERA_PLATE_MM + boss_mm(found) + found.board_mm
    yield from _each(found.thread, "camera", found.board_mm, 4, _on(frames.camera_plate(numbers), found.holes_mm, high))


def _wings(numbers: Numbers) -> Iterator[Screw]:
    for side in frames.wings(numbers):
        for screw in _right_wing(numbers):
            yield replace(screw, where=side * screw.where)


def _right_wing(numbers: Numbers) -> Iterator[Screw]:
    found, wall = lamp.light(numbers), lamp.BACK_MM + layout(numbers).wing_gap_mm
    for where in frames.straps(numbers):
        spots = _on(where, wing.strap_holes_mm(found), wing.STRAP_MM)
        yield from _each("strap", "wing-strap", wing.STRAP_MM, 6, spots)
    x, y = wing.end_hole_mm(found)
    plus, minus = frames.wing_ends(numbers)
    ends = [plus * Pos(x, y, lamp.END_MM), minus * Pos(x, y, 0) * _DOWN]
    yield from _each("end", "wing-end", lamp.END_MM, 6, ends)
    holder, half = frames.holder(numbers), wing.HOLDER_HALF_MM
    flat = [holder * Pos(lamp.INSERT_R_MM - 3, HOLDER_PLATE_MM, half + 7 + z) * Rot(-90, 0, 0) for z in (-half, half)]
    yield from _each("holder", "wing-holder", HOLDER_PLATE_MM, 7, flat)
    upright = [holder * Pos(wall - JOINT_MM, up, half + 7) * Rot(0, -90, 0) for up in wing.HOLDER_SCREWS_MM]
    yield from _each("plate", "wing-holder", JOINT_MM, 7, upright)


def _case(numbers: Numbers) -> Iterator[Screw]:
    cover, low = frames.cover(numbers), cables.cables(numbers).low_z_mm
    yield from _each("clamp", "case-clamp", 4.0, 8, [where * Pos(0, 0, 4.0) for where in frames.clamps(numbers)])
    yield from _each("arm", "case-cover", COVER_MM, 9, _on(cover, case.arm_holes_mm(numbers), COVER_MM))
    yield from _each("cover", "case-cover", COVER_MM, 10, _below(cover, case.cover_posts_mm(numbers)))
    spots = [Pos(JOINT_MM, low + up, arm.WIDE_MM / 2) * Rot(0, 90, 0) for up in arm.SCREWS_MM]
    yield from _each("plate", "case-arm", JOINT_MM, 11, [frames.arm(numbers) * spot for spot in spots])


def _pi(numbers: Numbers) -> Iterator[Screw]:
    tray, thick = frames.pi_tray(numbers), pi_size.EAR_THICK_MM
    ears = [(u, 0.0) for u in pi_size.ear_screws_mm(numbers)]
    yield from _each("plate", "pi-tray", thick, 12, _on(tray, ears, thick))
    yield from _each("pi", "pi", boards.PI_MM[2], 13, _on(tray, pi_case.pi_holes_mm(), pi_size.board_w_mm()))
    top = pi_size.depth_mm() + pi_size.COVER_MM
    yield from _each("pi cover", "pi-cover", pi_size.COVER_MM, 16, _on(tray, pi_case.POSTS_MM, top))


def _box(numbers: Numbers) -> Iterator[Screw]:
    spots = _below(frames.lid(numbers), button_box.screws_mm())
    yield from _each("lid", "button-lid", button_box.LID_MM, BUTTON_STEP, spots)
