"""Whether dice are read under the café's mast, whether it stands, and stands still; plain arithmetic.

Source: Young, Budynas, "Roark's Formulas for Stress and Strain" (cantilevers, torsion of a thin square tube, a beam on
    two supports with a couple in its middle).
"""

import math

from hardware.arm import plan as desk
from hardware.mount import boards, mast
from hardware.mount.profile import GRAVITY, LEAST_N, PETG_MPA, STEEL_KG_PER_MM3
from hardware.mount.reading import Legibility, legibility
from hardware.numbers import LONGEST_USB_MM, Numbers, within

ALUMINIUM_MPA, STEEL_MPA = 69_000.0, 205_000.0
JOINT_MM = 40.0  # of a socket bend as if there were no tube in it: assumed
FOOT_KG, ELBOW_KG, PI_KG = 0.15, 0.1, 0.08  # with bolts: assumed
TILTS_DEG = (40.0, 65.0)  # for which the foot has jaws


def above_table_mm(numbers: Numbers) -> float:
    """Return how high the plate's upper side is."""
    return numbers.cafe.plate_mm + boards.RUBBER_MM[1]


def cable_mm(numbers: Numbers) -> float:
    """Return how long the camera's cable must be, in whole decimetres: along the boom, down the mast, to the Pi."""
    place = mast.mast_layout(numbers)
    return math.ceil((place.boom_mm + place.mast_mm + desk.SLACK_MM) / 100) * 100


def seen_by(numbers: Numbers) -> Legibility:
    """Return how either player sees the display."""
    display, place = boards.display_board(numbers.display.model), mast.mast_layout(numbers)
    x, z = place.on_display(display.height_mm / 2, 0.0)
    return legibility(display, place.tilt_deg, (x, 0.0, z + above_table_mm(numbers)), -1)


def sway_hz(numbers: Numbers) -> float:
    """Return the lowest frequency at which the camera swings towards the players.

    Mast and boom bend, the mast twists, foot and elbow give, and the plate bends between its rubber feet.
    """
    place, cafe, side, wall = mast.mast_layout(numbers), numbers.cafe, mast.TUBE_MM, mast.TUBE_WALL_MM
    high, out = place.boom_z_mm, place.mast_x_mm
    bends = ALUMINIUM_MPA * (math.pow(side, 4) - math.pow(side - 2 * wall, 4)) / 12
    twists = ALUMINIUM_MPA / (2 * (1 + desk.POISSON)) * math.pow(side - wall, 3) * wall
    socket = PETG_MPA * (2 * place.half_mm * math.pow(mast.WIDE_MM, 3) - math.pow(side, 4)) / 12
    under = STEEL_MPA * (place.back_mm - place.glass_mm[0]) * math.pow(cafe.plate_mm, 3)
    gives_mm_per_n = (
        high**3 / (3 * bends)
        + out**2 * high / twists
        + out**3 / (3 * bends)
        + (high**2 + 2 * out**2) * JOINT_MM / socket
        + high**2 * (cafe.deep_mm - 2 * mast.INSET_MM) / under
    )
    moving_kg = desk.HEAD_KG + ELBOW_KG + tube_kg(place.mast_mm) * 33 / 140 + tube_kg(place.boom_mm) / 3
    return math.sqrt(1000.0 / gives_mm_per_n / moving_kg) / (2 * math.pi)


def tube_kg(long_mm: float) -> float:
    """Return what a piece of tube weighs."""
    return desk.KG_PER_MM3 * 4 * (mast.TUBE_MM - mast.TUBE_WALL_MM) * mast.TUBE_WALL_MM * long_mm


def kg(numbers: Numbers) -> float:
    """Return what is carried away, without the board."""
    return sum(each for each, _ in _masses(numbers))


def tip_n(numbers: Numbers) -> float:
    """Return the least level force at the boom that tips it to any side; the board is not counted."""
    masses, total, feet = _masses(numbers), kg(numbers), mast.feet_mm(numbers)
    x = sum(each * at for each, at in masses) / total
    reach = min(x - feet[0][0], feet[-1][0] - x, feet[-1][1])
    return total * GRAVITY * reach / (mast.mast_layout(numbers).boom_z_mm + above_table_mm(numbers))


def _masses(numbers: Numbers) -> tuple[tuple[float, float], ...]:
    """Return what weighs how much, and its x."""
    cafe, place, display = numbers.cafe, mast.mast_layout(numbers), boards.display_board(numbers.display.model)
    plate = cafe.wide_mm * cafe.deep_mm * cafe.plate_mm * STEEL_KG_PER_MM3
    return (
        (plate, (cafe.wide_mm - numbers.board.across_mm) / 2),
        (tube_kg(place.mast_mm) + ELBOW_KG + FOOT_KG, place.mast_x_mm),
        (tube_kg(place.boom_mm), place.mast_x_mm / 2),
        (display.mass_g / 1000 + PI_KG, place.on_display(display.height_mm / 2, 0.0)[0]),
        (desk.HEAD_KG, 0.0),
    )


def check(numbers: Numbers) -> None:
    """Refuse with `NumbersError`, and the nearest that works, what is not seen, carried, held still, reached or lit."""
    desk.check_sight(numbers)
    cafe, board = numbers.cafe, numbers.board
    within("cafe.display_tilt_deg", cafe.display_tilt_deg, *TILTS_DEG)
    place, glass_mm = mast.mast_layout(numbers), boards.display_board(numbers.display.model).width_mm
    within("cafe.wide_mm", cafe.wide_mm, math.ceil(board.across_mm / 2 + place.back_mm), 900.0)
    within("cafe.deep_mm", cafe.deep_mm, math.ceil(max(board.across_mm, glass_mm)), 900.0)
    within("cafe.cable_mm", cafe.cable_mm, cable_mm(numbers), LONGEST_USB_MM)
    lower, why = range(int(cafe.height_mm), 150, -5), desk.swings(sway_hz(numbers))
    desk.tried(numbers, "height_mm", lower, lambda other: sway_hz(other) >= desk.LEAST_HZ, why)
    deeper, why = range(int(cafe.deep_mm), 900, 5), f"it tips at {tip_n(numbers):.1f} N, {LEAST_N:g} N must do no harm"
    desk.tried(numbers, "deep_mm", deeper, lambda other: tip_n(other) >= LEAST_N, why, "make cafe.plate_mm larger")
    desk.check_lamps(numbers)
