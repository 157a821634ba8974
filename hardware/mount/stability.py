"""Whether the stand stands: centre of gravity, forces that tip it, sway; plain arithmetic over masses.

The board's own weight is not counted: it only stands between the feet.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from hardware.mount import joints
from hardware.mount.cables import slope
from hardware.mount.case_size import COVER_MM, case_size
from hardware.mount.layout import CAP_END_MM, CAP_POCKET_MM, cap_width_mm, layout
from hardware.mount.profile import GRAVITY, JOINT_MM, KG_PER_M, LEAST_N, PETG_MPA, SECOND_MOMENT_MM4, SIDE_MM, YOUNG_MPA
from hardware.numbers import Numbers

PRESS_N = 10.0  # a firm finger on the display


@dataclass(frozen=True, slots=True)
class Mass:
    """A mass."""

    name: str
    kg: float
    centre_mm: tuple[float, float, float]  # its centre of gravity


@dataclass(frozen=True, slots=True, kw_only=True)
class Stability:
    """How it stands."""

    kg: float  # its mass without board and button's box
    centre_mm: tuple[float, float, float]  # its centre of gravity
    tip_n: dict[str, float]  # level force at the beam that tips it to the front, back, left and right
    press_margin: float  # how many times a press on the display's upper edge could be as strong before a foot lifts
    sway_hz: float  # lowest frequency at which the beam swings to the front and back


def feet_mm(numbers: Numbers) -> tuple[tuple[float, float], ...]:
    """Return where rubber touches the table: four caps."""
    x, y = layout(numbers).mast_x_mm, numbers.mount.foot_mm / 2 - (CAP_END_MM + CAP_POCKET_MM) / 2
    return ((-x, -y), (x, -y), (x, y), (-x, y))


def stability(numbers: Numbers, masses: Sequence[Mass]) -> Stability:
    """Return how it stands under all masses that stand on the feet."""
    kg = sum(mass.kg for mass in masses)
    x, y, z = (sum(mass.kg * mass.centre_mm[k] for mass in masses) / kg for k in range(3))
    beam = layout(numbers).beam_z_mm + SIDE_MM / 2
    xs, ys = zip(*feet_mm(numbers), strict=True)
    reach = {"front": y - min(ys), "back": max(ys) - y, "left": x - min(xs), "right": max(xs) - x}
    weight = kg * GRAVITY
    return Stability(
        kg=kg,
        centre_mm=(x, y, z),
        tip_n={way: weight * mm / beam for way, mm in reach.items()},
        press_margin=_press_margin(numbers, weight, x),
        sway_hz=sway_hz(numbers, masses),
    )


def check(numbers: Numbers, masses: Sequence[Mass]) -> Stability:
    """Return how it stands; `NumbersError`, with the nearest feet, if less than `LEAST_N` at the beam tips it."""
    found, harmless = stability(numbers, masses), f"N at the beam, {LEAST_N:g} N must do no harm; the nearest is"
    needed_mm = LEAST_N * (layout(numbers).beam_z_mm + SIDE_MM / 2) / (found.kg * GRAVITY)
    if (weak := min(found.tip_n["front"], found.tip_n["back"])) < LEAST_N:
        longer = 2 * (needed_mm + abs(found.centre_mm[1])) + CAP_END_MM + CAP_POCKET_MM
        nearest = f"{math.ceil(longer / 5) * 5} (or a thicker mount.ballast_mm)"
        raise numbers.refused("mount.foot_mm", f"it tips at {weak:.1f} {harmless} {nearest}")
    if (weak := min(found.tip_n["left"], found.tip_n["right"])) < LEAST_N:
        missing = needed_mm * (1 - weak / LEAST_N)
        wider = layout(numbers).mast_x_mm + missing - numbers.board.across_mm / 2 - cap_width_mm(numbers) / 2
        raise numbers.refused("mount.gap_mm", f"it tips sideways at {weak:.1f} {harmless} {math.ceil(wider)}")
    return found


def sway_hz(numbers: Numbers, masses: Sequence[Mass]) -> float:
    """Return the lowest frequency to the front and back: two masts clamped at their feet, the beam's mass on top.

    A mast bends by F·h³/3EI, and its foot turns in two plates of PETG over the height of their screws; a clamped
    beam counts with 33/140 of its mass (Rayleigh). Rubber and table are taken as stiff, so the true one is lower.
    """
    place = layout(numbers)
    high = place.mast_mm
    bending = 3 * YOUNG_MPA * SECOND_MOMENT_MM4 / high**3
    (_, low), (_, top) = joints.FOOT_SCREWS_MM[2:]
    span, wide = top - low, 40.0
    turning = 2 * PETG_MPA * (JOINT_MM * wide**3 / 12) / span / high**2
    stiff = 2 / (1 / bending + 1 / turning) * 1000
    above = sum(mass.kg for mass in masses if mass.centre_mm[2] > place.beam_z_mm - 80)
    return math.sqrt(stiff / (above + 2 * 33 / 140 * KG_PER_M * high / 1000)) / (2 * math.pi)


def _press_margin(numbers: Numbers, weight_n: float, x_mm: float) -> float:
    """Return how many times `PRESS_N` square on the display's upper edge may come before the left feet lift."""
    where, size = slope(numbers), case_size(numbers)
    tilt = math.radians(where.tilt_deg)
    deep = size.depth_mm + COVER_MM
    x = layout(numbers).mast_x_mm + SIDE_MM / 2 + where.high_mm[0] - deep * math.sin(tilt)
    z = where.high_mm[1] + deep * math.cos(tilt)
    pivot = max(spot[0] for spot in feet_mm(numbers))
    overturning = PRESS_N * (math.sin(tilt) * z - math.cos(tilt) * (pivot - x))
    return math.inf if overturning <= 0 else weight_n * (pivot - x_mm) / overturning
