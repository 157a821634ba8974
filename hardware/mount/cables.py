"""The flat cables of camera and display as they really run, and how high Pi and display hang for them to fit.

The camera's runs from behind its board up to the beam's back, along it over the corner's plate, round the beam's end,
and straight down into the Pi's case; the display's from there down the mast's outside and over to its case. So the Pi
hangs as low as the camera's cable lets it, and the display as low as its own does: the lower, the better it is seen.
"""

import math
from dataclasses import dataclass

from hardware.mount import boards, case_size, pi_size
from hardware.mount.case_size import Slope, slope_at
from hardware.mount.layout import FOOT_HEIGHT_MM, Layout, layout
from hardware.mount.profile import JOINT_MM, SIDE_MM
from hardware.numbers import LONGEST_RIBBON_MM, Computer, Numbers

WIDE_MM = 16.0  # of the widest flat cable, with 15 ways
CONNECTOR_MM = 1.3  # middle of the camera's connector behind its board
BEND_MM = 3.0  # out of it and upwards
ROUND_MM = 3.5  # the beam's cap and the cable's bend around it
INTO_PI_MM = 8.0  # from the mast's face out to the Pi's socket and into it
OVER_PI_MM = 15.0  # the display's, out of its socket, over the Ethernet socket and back to the mast
SLOT_MM = 6.5  # middle of the slot in the display's case, from its cover's outside
FALL_MM = 20.0  # so far above that slot the cable leaves the mast
INTO_DISPLAY_MM = 6.0
ARM_DOWN_MM = 85.0  # so far below the case's lower edge its arm reaches down the mast
HIGHEST_MM = 350.0  # of the case's lower edge: higher, its upper edge comes between the players' eyes
BELOW_PI_MM = 115.0  # from that edge up to the display's upper one, which no Pi should hide
CLIP_STEP_MM = 90.0
BOX_AWAY_MM = 60.0  # from the right foot to the middle of the button's box


@dataclass(frozen=True, slots=True, kw_only=True)
class Cables:
    """How the flat cables run."""

    pi_z_mm: float  # the Pi's sockets above the table
    low_z_mm: float  # lower edge of the display's case above the table
    leave_z_mm: float  # there the display's cable leaves the mast
    camera_mm: float  # the camera's from connector to connector, 0 where it has none
    display_mm: float  # the display's, to the middle of the display's back


def cables(numbers: Numbers) -> Cables:
    """Return how the flat cables run; `NumbersError` if one is too short."""
    place, free = layout(numbers), free_mm(numbers)
    top = math.floor(place.beam_z_mm - 2.0 - pi_size.reach_mm(numbers)[0])
    pi_z = _pi_z_mm(numbers, place, top, free)
    least = math.ceil(place.profile_z_mm + FOOT_HEIGHT_MM + ARM_DOWN_MM + 3.0)
    low = max(least, math.ceil(_display_mm(numbers, pi_z, 0.0) - free))
    if low > HIGHEST_MM:
        why = f"with cables of {numbers.cables.ribbon_mm:g} mm the display would hang {low:g} mm high"
        raise numbers.refused("camera.height_mm", f"{why}, before the players' eyes")
    return Cables(
        pi_z_mm=pi_z,
        low_z_mm=low,
        leave_z_mm=_slot_mm(numbers, low)[1] + FALL_MM,
        camera_mm=_camera_mm(numbers, place, pi_z) if _has_ribbon(numbers) else 0.0,
        display_mm=_display_mm(numbers, pi_z, low),
    )


def free_mm(numbers: Numbers) -> float:
    """Return how far a cable may run."""
    return numbers.cables.ribbon_mm - 2 * numbers.cables.slack_mm


def slope(numbers: Numbers) -> Slope:
    """Return where the display's case hangs."""
    return slope_at(numbers, cables(numbers).low_z_mm)


def beam_clips_mm(numbers: Numbers) -> tuple[float, ...]:
    """Return where along the beam clips hold the camera's cable: from its middle to the right."""
    last = layout(numbers).mast_x_mm - 85.0
    return (45.0, (45.0 + last) / 2, last) if _has_ribbon(numbers) else ()


def mast_clips_mm(numbers: Numbers) -> tuple[float, ...]:
    """Return how high clips hold the display's cable at the mast's outside."""
    found = cables(numbers)
    high = found.pi_z_mm - pi_size.reach_mm(numbers)[1] - 16.0
    low = found.leave_z_mm + 10.0
    parts = max(1, math.ceil((high - low) / CLIP_STEP_MM))
    return tuple(low + (high - low) * part / parts for part in range(parts + 1)) if high > low else ()


def _has_ribbon(numbers: Numbers) -> bool:
    return not numbers.camera.model.startswith("usb")


def _pi_z_mm(numbers: Numbers, place: Layout, top: float, free: float) -> float:
    """Return how high the Pi's sockets hang: as low as the camera's cable lets them, above the display."""
    wanted = place.profile_z_mm + FOOT_HEIGHT_MM + ARM_DOWN_MM + BELOW_PI_MM + pi_size.reach_mm(numbers)[1]
    if not _has_ribbon(numbers):
        return min(top, math.ceil(wanted))
    missing = _camera_mm(numbers, place, top) - free
    if missing > 0:
        longer, short = math.ceil(numbers.cables.ribbon_mm + missing), f"not of {numbers.cables.ribbon_mm:g}"
        wide = "light.ring_diameter_mm" if place.wing_gap_mm < 2.5 else "board.across_mm"  # in steps of 5 mm
        name = "cables.ribbon_mm" if longer <= LONGEST_RIBBON_MM else wide
        raise numbers.refused(name, f"from the camera to the Pi it takes a flat cable of {longer} mm, {short}")
    return min(top, max(math.ceil(top + missing), math.ceil(wanted)))


def _camera_mm(numbers: Numbers, place: Layout, pi_z_mm: float) -> float:
    """Return how far the camera's cable runs to sockets so high."""
    camera, beam = boards.camera_board(numbers.camera.model), place.beam_z_mm + SIDE_MM / 2
    connector = place.lens_z_mm + camera.lens_front_mm + camera.board_mm + CONNECTOR_MM
    around = SIDE_MM / 2 + JOINT_MM + 0.5
    return BEND_MM + beam - connector + place.beam_mm / 2 + ROUND_MM + around + beam - pi_z_mm + INTO_PI_MM


def _slot_mm(numbers: Numbers, low_z_mm: float) -> tuple[float, float]:
    """Return the slot in the display's case: x from the mast's outside, z from the table."""
    return slope_at(numbers, low_z_mm).along(0.0, -SLOT_MM)


def _display_mm(numbers: Numbers, pi_z_mm: float, low_z_mm: float) -> float:
    """Return how far the display's cable runs from sockets so high to a case so high."""
    x, z = _slot_mm(numbers, low_z_mm)
    inside = case_size.case_size(numbers).outside_mm[1] / 2 + INTO_DISPLAY_MM
    down = pi_z_mm - z - FALL_MM
    farther = pi_size.PI_4_DISPLAY_MM if numbers.wiring.computer is Computer.PI_4 else 0.0
    return OVER_PI_MM + farther + down + math.hypot(x, FALL_MM) + inside
