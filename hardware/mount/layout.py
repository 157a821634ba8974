"""Where everything stands: one arithmetic for parts, assembly, stability and the list of profiles to cut.

The origin lies on the table under the board's centre; x to the right, y to the back, z up. Players sit at the
front (-y) and at the back (+y); the beam runs from left to right.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardware.errors import NumbersError
from hardware.mount import boards, ring_section
from hardware.mount.profile import BALLAST_WIDTH_MM, JOINT_MM, SIDE_MM

if TYPE_CHECKING:
    from hardware.numbers import Numbers

CAP_SIDE_MM = 3.0
CAP_END_MM = 4.0
CAP_FLOOR_MM = 4.0
CAP_POCKET_MM = 30.0
"""So deep sit profile and steel bar in the caps of a foot."""
BOSS_MM = 4.0
CAMERA_PLATE_MM = 3.0
PILLAR_LEAST_MM = 20.0
PILLAR_MOST_MM = 90.0
HANGER_LEAST_MM = 8.0
HANGER_MOST_MM = 150.0
HANGER_HALF_MM = 30.0
CARRIAGE_MM = (70.0, 44.0)
RING_DIAMETER_MM = 180.0
RING_ABOVE_LENS_MM = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Heights and lengths of the stand.

    Attributes:
        mast_x_mm: From the board's centre to the middle of either mast.
        profile_z_mm: Underside of the feet's profiles.
        foot_top_mm: Their upper side, on which the masts stand.
        foot_profile_mm: Length of the feet's profiles and of the steel bars.
        mast_mm: Length of a mast.
        beam_mm: Length of the beam.
        beam_z_mm: Its underside.
        lens_z_mm: Front of the lens.
        plate_z_mm: Underside of the camera's plate.
        pillar_mm: Height of the plate's pillars.
        ring_radius_mm: Middle of the ring of light.
        ring_z_mm: Underside of its diffuser.
        hanger_mm: Height of what it hangs on.
    """

    mast_x_mm: float
    profile_z_mm: float
    foot_top_mm: float
    foot_profile_mm: float
    mast_mm: float
    beam_mm: float
    beam_z_mm: float
    lens_z_mm: float
    plate_z_mm: float
    pillar_mm: float
    ring_radius_mm: float
    ring_z_mm: float
    hanger_mm: float


def layout(numbers: Numbers) -> Layout:
    """Return where everything stands.

    Raises:
        NumbersError: If ring, camera and board do not go together.
    """
    camera = boards.camera_board(numbers.camera.model)
    radius_mm, ring_above_floor_mm = ring(numbers)
    beam_mm = _beam_mm(numbers)
    _check_ring(numbers, radius_mm, beam_mm / 2 - SIDE_MM)
    profile_z = _profile_z_mm(numbers)
    lens_z = numbers.board.floor_mm + numbers.camera.height_mm
    ring_z = numbers.board.floor_mm + ring_above_floor_mm
    plate_z = lens_z + camera.lens_front_mm - boss_mm(camera) - CAMERA_PLATE_MM
    lowest = max(
        plate_z + CAMERA_PLATE_MM + PILLAR_LEAST_MM + JOINT_MM, ring_z + ring_section.DEPTH_MM + HANGER_LEAST_MM
    )
    mast_mm = math.ceil((lowest - profile_z - SIDE_MM) / 5) * 5.0
    beam_z = profile_z + SIDE_MM + mast_mm
    found = Layout(
        mast_x_mm=beam_mm / 2 - SIDE_MM / 2,
        profile_z_mm=profile_z,
        foot_top_mm=profile_z + SIDE_MM,
        foot_profile_mm=numbers.mount.foot_mm - 2 * CAP_END_MM,
        mast_mm=mast_mm,
        beam_mm=beam_mm,
        beam_z_mm=beam_z,
        lens_z_mm=lens_z,
        plate_z_mm=plate_z,
        pillar_mm=beam_z - JOINT_MM - plate_z - CAMERA_PLATE_MM,
        ring_radius_mm=radius_mm,
        ring_z_mm=ring_z,
        hanger_mm=beam_z - ring_z - ring_section.DEPTH_MM,
    )
    _check_heights(numbers, found)
    return found


def ring(numbers: Numbers) -> tuple[float, float]:
    """Return radius and height above the board's floor of the ring of light; without a choice, just above the lens."""
    light = getattr(numbers, "light", None)
    diameter = getattr(light, "ring_diameter_mm", RING_DIAMETER_MM)
    height = getattr(light, "ring_height_mm", numbers.camera.height_mm + RING_ABOVE_LENS_MM)
    return float(diameter) / 2, float(height)


def boss_mm(camera: boards.CameraBoard) -> float:
    """Return how high the bosses stand that a camera's board lies on."""
    return BOSS_MM + 1.5 if camera.thread == "M2.5" else BOSS_MM


def cap_width_mm(numbers: Numbers) -> float:
    """Return the width of a foot's cap, its widest part."""
    inside = BALLAST_WIDTH_MM if numbers.mount.ballast_mm else SIDE_MM
    return inside + numbers.mount.clearance_mm + 2 * CAP_SIDE_MM


def sees_ring(numbers: Numbers) -> bool:
    """Return whether the camera would see the ring of light."""
    radius_mm, height_mm = ring(numbers)
    below_mm = numbers.camera.height_mm - height_mm
    half = boards.camera_board(numbers.camera.model).half_angle_deg
    return below_mm > 0 and below_mm * math.tan(math.radians(half)) > radius_mm - ring_section.WIDTH_MM / 2


def _beam_mm(numbers: Numbers) -> float:
    """Return the beam's length: so that the feet stand clear of the board, in steps of 5 mm."""
    between = numbers.board.across_mm + 2 * numbers.mount.gap_mm + cap_width_mm(numbers)
    return math.ceil((between + SIDE_MM) / 5) * 5.0


def _profile_z_mm(numbers: Numbers) -> float:
    """Return how high the profiles of the feet lie."""
    floor = boards.RUBBER_MM[1] - boards.RUBBER_RECESS_MM + CAP_FLOOR_MM
    ballast = numbers.mount.ballast_mm
    return floor + (ballast + numbers.mount.clearance_mm + numbers.mount.wall_mm if ballast else 0.0)


def _check_ring(numbers: Numbers, radius_mm: float, free_mm: float) -> None:
    """Refuse rings that meet the camera's carriage or the masts."""
    least = 2 * (CARRIAGE_MM[0] / 2 + HANGER_HALF_MM + 2)
    most = 2 * (free_mm - HANGER_HALF_MM)
    if not least <= 2 * radius_mm <= most:
        nearest = least if 2 * radius_mm < least else most
        raise NumbersError(
            f"light.ring_diameter_mm = {2 * radius_mm:g} does not go between carriage and masts: legal is {least:g} to "
            f"{most:g} with board.across_mm = {numbers.board.across_mm:g}; the nearest is {nearest:g}"
        )


def _check_heights(numbers: Numbers, found: Layout) -> None:
    """Refuse rings too far from the camera, or seen by it."""
    height = found.ring_z_mm - numbers.board.floor_mm
    if found.hanger_mm > HANGER_MOST_MM:
        nearest = height + found.hanger_mm - HANGER_MOST_MM
        raise NumbersError(f"light.ring_height_mm = {height:g} hangs too low to be held; the nearest is {nearest:g}")
    if found.pillar_mm > PILLAR_MOST_MM:
        nearest = height - (found.pillar_mm - PILLAR_MOST_MM)
        raise NumbersError(f"light.ring_height_mm = {height:g} is too far above the lens; the nearest is {nearest:g}")
    if sees_ring(numbers):
        half = boards.camera_board(numbers.camera.model).half_angle_deg
        down = (found.ring_radius_mm - ring_section.WIDTH_MM / 2) / math.tan(math.radians(half))
        nearest = math.ceil(numbers.camera.height_mm - down)
        raise NumbersError(f"light.ring_height_mm = {height:g} is in the camera's view; the nearest is {nearest:g}")
