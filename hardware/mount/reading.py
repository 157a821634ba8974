"""How both players see the display: angles, sizes; plain arithmetic."""

import math
from dataclasses import dataclass

from hardware.mount import boards
from hardware.mount.cables import slope
from hardware.mount.layout import layout
from hardware.mount.profile import SIDE_MM
from hardware.numbers import Numbers

EYE_MM = (0.0, 450.0, 450.0)
"""A seated player's eyes: before the middle of the board, so far from it, so high above the table. An assumption:
seat and table of usual heights put a middling adult's eyes 400 to 500 mm above the table."""
LETTER_PX = 25.4  # height of the sheet's digits on a page so wide as a display shows it: ``page.css``, ``--high``


@dataclass(frozen=True, slots=True, kw_only=True)
class Legibility:
    """How a player sees the display."""

    angle_deg: float  # between straight on and his look
    limit_deg: float  # up to which the display may be looked at
    far_mm: float  # from his eye to its middle
    letter_arcmin: float  # how high small letters look to him; ISO 9241-303 asks 16 and more for reading


def readings(numbers: Numbers) -> tuple[Legibility, Legibility]:
    """Return how the player in front and the one at the back see the display."""
    display, middle = boards.display_board(numbers.display.model), middle_mm(numbers)
    front, back = (legibility(display, numbers.display.tilt_deg, middle, side) for side in (-1, 1))
    return front, back


def middle_mm(numbers: Numbers) -> tuple[float, float, float]:
    """Return the middle of the display's face."""
    x, z = slope(numbers).middle_mm
    return layout(numbers).mast_x_mm + SIDE_MM / 2 + x, 0.0, z


def legibility(
    display: boards.DisplayBoard, tilt_deg: float, middle_mm: tuple[float, float, float], side: int
) -> Legibility:
    """Return how the player at a side (-1: the front) sees a display that leans back and looks to the board."""
    tilt, (x, y, z) = math.radians(tilt_deg), middle_mm
    way = (EYE_MM[0] - abs(x), side * EYE_MM[1] - y, EYE_MM[2] - z)
    far = math.sqrt(sum(part * part for part in way))
    facing = (-math.sin(tilt) * way[0] + math.cos(tilt) * way[2]) / far
    letter = LETTER_PX * display.window_mm[0] / display.page_px * facing
    return Legibility(
        angle_deg=math.degrees(math.acos(facing)),
        limit_deg=display.view_limit_deg,
        far_mm=far,
        letter_arcmin=math.degrees(math.atan(letter / far)) * 60,
    )
