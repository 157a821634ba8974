"""Every screw where it sits: for pictures, and to see that holes meet and lengths do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def _feet(numbers: Numbers) -> Iterator[Screw]:
    c, wall, ballast = numbers.mount.clearance_mm, numbers.mount.wall_mm, numbers.mount.ballast_mm
    top = CAP_FLOOR_MM + (ballast + c + wall if ballast else 0) + SIDE_MM + c + JOINT_MM
    along = CAP_END_MM + CAP_POCKET_MM - foot_cap.SCREW_MM
    for where in frames.foot_caps(numbers):
        yield Screw(
            place="plate",
            through="foot-cap",
            grip_mm=JOINT_MM + c,
            where=where * Pos(0, top, along) * Rot(-90, 0, 0),
            step=1,
        )
    for where in frames.foot_plates(numbers):
        for x, y in joints.FOOT_SCREWS_MM:
            yield Screw(
                place="plate", through="foot-plate", grip_mm=JOINT_MM, where=where * Pos(x, y, 0) * _DOWN, step=2
            )


def _corners(numbers: Numbers) -> Iterator[Screw]:
    middle = SIDE_MM / 2
    for where in frames.corner_plates(numbers):
        for along in joints.CORNER_SCREWS_MM:
            for x, y in ((along, -middle), (middle, -along)):
                yield Screw(
                    place="plate", through="corner-plate", grip_mm=JOINT_MM, where=where * Pos(x, y, 0) * _DOWN, step=3
                )


def _camera(numbers: Numbers) -> Iterator[Screw]:
    found, where = boards.camera_board(numbers.camera.model), frames.carriage(numbers)
    for x, y in carriage.SLOT_SCREWS_MM:
        yield Screw(place="plate", through="carriage", grip_mm=JOINT_MM, where=where * Pos(x, y, 0) * _DOWN, step=5)
    for x, y in carriage.PILLARS_MM:
        yield Screw(place="pillar", through="carriage", grip_mm=JOINT_MM, where=where * Pos(x, y, JOINT_MM), step=5)
    high = CAMERA_PLATE_MM + boss_mm(found) + found.board_mm
    for x, y in found.holes_mm:
        yield Screw(
            place=found.thread,
            through="camera",
            grip_mm=found.board_mm,
            where=frames.camera_plate(numbers) * Pos(x, y, high),
            step=4,
        )


def _wings(numbers: Numbers) -> Iterator[Screw]:
    for side in frames.wings(numbers):
        for screw in _right_wing(numbers):
            yield Screw(
                place=screw.place,
                through=screw.through,
                grip_mm=screw.grip_mm,
                where=side * screw.where,
                step=screw.step,
            )


def _right_wing(numbers: Numbers) -> Iterator[Screw]:
    found, wall = lamp.light(numbers), lamp.BACK_MM + layout(numbers).wing_gap_mm
    for where in frames.straps(numbers):
        for x, y in wing.strap_holes_mm(found):
            yield Screw(
                place="strap",
                through="wing-strap",
                grip_mm=wing.STRAP_MM,
                where=where * Pos(x, y, wing.STRAP_MM),
                step=6,
            )
    x, y = wing.end_hole_mm(found)
    plus, minus = frames.wing_ends(numbers)
    for where in (plus * Pos(x, y, lamp.END_MM), minus * Pos(x, y, 0) * _DOWN):
        yield Screw(place="end", through="wing-end", grip_mm=lamp.END_MM, where=where, step=6)
    holder, middle = frames.holder(numbers), wing.HOLDER_HALF_MM + 7
    for z in (middle - wing.HOLDER_HALF_MM, middle + wing.HOLDER_HALF_MM):
        where = holder * Pos(lamp.INSERT_R_MM - 3, HOLDER_PLATE_MM, z) * Rot(-90, 0, 0)
        yield Screw(place="holder", through="wing-holder", grip_mm=HOLDER_PLATE_MM, where=where, step=7)
    for up in wing.HOLDER_SCREWS_MM:
        where = holder * Pos(wall - JOINT_MM, up, middle) * Rot(0, -90, 0)
        yield Screw(place="plate", through="wing-holder", grip_mm=JOINT_MM, where=where, step=7)


def _case(numbers: Numbers) -> Iterator[Screw]:
    cover = frames.cover(numbers)
    for where in frames.clamps(numbers):
        yield Screw(place="clamp", through="case-clamp", grip_mm=4.0, where=where * Pos(0, 0, 4.0), step=8)
    for x, y in case.arm_holes_mm(numbers):
        yield Screw(place="arm", through="case-cover", grip_mm=COVER_MM, where=cover * Pos(x, y, COVER_MM), step=9)
    for x, y in case.cover_posts_mm(numbers):
        yield Screw(place="cover", through="case-cover", grip_mm=COVER_MM, where=cover * Pos(x, y, 0) * _DOWN, step=10)
    low = cables.cables(numbers).low_z_mm
    for up in arm.SCREWS_MM:
        where = frames.arm(numbers) * Pos(JOINT_MM, low + up, arm.WIDE_MM / 2) * Rot(0, 90, 0)
        yield Screw(place="plate", through="case-arm", grip_mm=JOINT_MM, where=where, step=11)


def _pi(numbers: Numbers) -> Iterator[Screw]:
    tray = frames.pi_tray(numbers)
    for u in pi_size.ear_screws_mm(numbers):
        where = tray * Pos(u, 0, pi_size.EAR_THICK_MM)
        yield Screw(place="plate", through="pi-tray", grip_mm=pi_size.EAR_THICK_MM, where=where, step=12)
    for u, v in pi_case.pi_holes_mm():
        where = tray * Pos(u, v, pi_size.board_w_mm())
        yield Screw(place="pi", through="pi", grip_mm=boards.PI_MM[2], where=where, step=13)
    for u, v in pi_case.POSTS_MM:
        where = tray * Pos(u, v, pi_size.depth_mm() + pi_size.COVER_MM)
        yield Screw(place="pi cover", through="pi-cover", grip_mm=pi_size.COVER_MM, where=where, step=16)


def _box(numbers: Numbers) -> Iterator[Screw]:
    for x, y in button_box.screws_mm():
        yield Screw(
            place="lid",
            through="button-lid",
            grip_mm=button_box.LID_MM,
            where=frames.lid(numbers) * Pos(x, y, 0) * _DOWN,
            step=BUTTON_STEP,
        )
