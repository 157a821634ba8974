"""Where everything stands: one arithmetic for parts, assembly, stability and the list of profiles to cut.

The origin lies on the table under the board's centre; x to the right, y to the back, z up. Players sit at the
front (-y) and at the back (+y); the beam runs from left to right.
"""

import math
from dataclasses import dataclass

from hardware.mount import boards
from hardware.mount import light as lamp
from hardware.mount.profile import BALLAST_WIDTH_MM, JOINT_MM, SIDE_MM
from hardware.numbers import LightNumbers, Numbers

CAP_SIDE_MM = 3.0
CAP_END_MM = 4.0
CAP_FLOOR_MM = 4.0
CAP_POCKET_MM = 30.0  # so deep sit profile and steel bar in the caps of a foot
BOSS_MM = 4.0
CAMERA_PLATE_MM = 3.0
PILLAR_LEAST_MM = 20.0
CARRIAGE_MM = (70.0, 44.0)
HOLDER_UP_MM = 60.0
HOLDER_PLATE_MM = 5.0
HOLDER_MOST_MM = 60.0  # so far from the mast a wing may hang
LOWEST_WING_MM = 110.0  # above the feet: over the plates that join masts and feet
FOOT_HEIGHT_MM = 100.0  # of the plates that join them, from the foot's underside
BELOW_BEAM_MM = 65.0  # the corners' plates reach so far down the masts


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Heights and lengths of the stand."""

    mast_x_mm: float  # from the board's centre to the middle of either mast
    profile_z_mm: float  # underside of the feet's profiles
    foot_top_mm: float  # their upper side, on which the masts stand
    foot_profile_mm: float  # length of the feet's profiles and of the steel bars
    mast_mm: float  # length of a mast
    beam_mm: float  # length of the beam
    beam_z_mm: float  # its underside
    lens_z_mm: float  # front of the lens
    plate_z_mm: float  # underside of the camera's plate
    pillar_mm: float  # height of the plate's pillars
    strip_z_mm: float  # mid-line of the strip of light
    wing_gap_mm: float  # between a wing's back and its mast


def layout(numbers: Numbers) -> Layout:
    """Return where everything stands; `NumbersError` if light, camera and board do not go together."""
    camera = boards.camera_board(numbers.camera.model)
    found = numbers.light
    # Feet clear of the board, masts behind the light; in steps of 5 mm.
    beside_board = numbers.board.across_mm + 2 * numbers.mount.gap_mm + cap_width_mm(numbers) + SIDE_MM
    beam_mm = math.ceil(max(beside_board, 2 * (found.radius_mm + lamp.BACK_MM + SIDE_MM)) / 5) * 5.0
    profile_z = boards.RUBBER_MM[1] - boards.RUBBER_RECESS_MM + profile_low_mm(numbers)
    lens_z = numbers.board.floor_mm + numbers.camera.height_mm
    plate_z = lens_z + camera.lens_front_mm - boss_mm(camera) - CAMERA_PLATE_MM
    lowest = plate_z + CAMERA_PLATE_MM + PILLAR_LEAST_MM + JOINT_MM
    mast_mm = math.ceil((lowest - profile_z - SIDE_MM) / 5) * 5.0
    beam_z = profile_z + SIDE_MM + mast_mm
    place = Layout(
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
        strip_z_mm=numbers.board.floor_mm + found.ring_height_mm,
        wing_gap_mm=beam_mm / 2 - SIDE_MM - found.radius_mm - lamp.BACK_MM,
    )
    _check_wings(numbers, found, place)
    return place


def boss_mm(camera: boards.CameraBoard) -> float:
    """Return how high the bosses stand that a camera's board lies on."""
    return BOSS_MM + 1.5 if camera.thread == "M2.5" else BOSS_MM


def cap_width_mm(numbers: Numbers) -> float:
    """Return the width of a foot's cap, its widest part."""
    inside = BALLAST_WIDTH_MM if numbers.mount.ballast_mm else SIDE_MM
    return inside + numbers.mount.clearance_mm + 2 * CAP_SIDE_MM


def wing_top_mm(found: LightNumbers, place: Layout) -> float:
    """Return the height of the channels' level top above the table."""
    return place.strip_z_mm - lamp.bed_h_mm(found)


def hands_mm(numbers: Numbers) -> tuple[float, float]:
    """Return the free width between the wings' ends and the free height from the board's rim to the camera."""
    found, place = numbers.light, layout(numbers)
    half = math.radians(found.in_wing * found.step_deg / 2)
    near = (found.radius_mm + min(r for r, _ in lamp.outline_mm(found))) / math.cos(math.radians(found.step_deg / 2))
    width = 2 * (near * math.cos(half) - lamp.END_MM * math.sin(half))
    return width, place.plate_z_mm - numbers.board.rim_height_mm


def profile_low_mm(numbers: Numbers) -> float:
    """Return how high the profile of a foot lies in its cap."""
    ballast = numbers.mount.ballast_mm
    return CAP_FLOOR_MM + (ballast + numbers.mount.clearance_mm + numbers.mount.wall_mm if ballast else 0.0)


def check_channels(numbers: Numbers) -> None:
    """Refuse with `NumbersError` a ring whose sides are too short to be held."""
    if numbers.light.length_mm(lamp.INSERT_R_MM) < lamp.LEAST_CHANNEL_MM:
        why = f"{numbers.light.ring_sides} sides leave no room for straps and holder on a channel"
        raise numbers.refused("light.ring_diameter_mm", why)


def _check_wings(numbers: Numbers, found: LightNumbers, place: Layout) -> None:
    above = wing_top_mm(found, place) - place.strip_z_mm
    least = math.ceil(place.foot_top_mm + LOWEST_WING_MM - above - numbers.board.floor_mm)
    most = math.floor(place.beam_z_mm - BELOW_BEAM_MM - HOLDER_UP_MM - above - numbers.board.floor_mm)
    if place.wing_gap_mm > HOLDER_MOST_MM:
        raise numbers.refused("light.ring_diameter_mm", "it hangs too far from masts beside such a board")
    if most < least:
        raise numbers.refused("camera.height_mm", "it leaves no room for the light on the masts")
    if not least <= found.ring_height_mm <= most:
        why = f"it goes between the plates of the masts, from {least} to {most}"
        raise numbers.refused("light.ring_height_mm", f"{why} with camera.height_mm = {numbers.camera.height_mm:g}")
