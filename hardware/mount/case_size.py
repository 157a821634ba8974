"""How large the display's case is, and where its slope lies; plain arithmetic."""

import math
from dataclasses import dataclass

from hardware.mount import boards
from hardware.numbers import Numbers

BEZEL_MM = 2.4
STRIP_MM = 9.5  # left and right of the display, where the posts stand
ROOM_MM = 10.0  # behind the display: its plugs and the bend of its flat cable
COVER_MM = 3.0
AWAY_MM = 45.0  # from the mast to the tray's nearest edge: nearer, the mast hides it from the players


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseSize:
    """Sizes of the case."""

    inside_mm: tuple[float, float]  # width and height of the room
    outside_mm: tuple[float, float]  # width and height over the walls
    depth_mm: float  # of the tray, bezel included


@dataclass(frozen=True, slots=True, kw_only=True)
class Slope:
    """Where the case hangs, seen from the front: x from the outside of the right mast, z from the table."""

    tilt_deg: float  # from lying flat
    low_mm: tuple[float, float]  # the cover's lower outer edge
    high_mm: tuple[float, float]  # its upper outer edge
    middle_mm: tuple[float, float]  # middle of the display's face

    def along(self, up_mm: float, below_mm: float = 0.0) -> tuple[float, float]:
        """Return a place so far up the cover's outside from its lower edge, and so far below it."""
        tilt = math.radians(self.tilt_deg)
        c, s = math.cos(tilt), math.sin(tilt)
        return self.low_mm[0] + up_mm * c + below_mm * s, self.low_mm[1] + up_mm * s - below_mm * c


def case_size(numbers: Numbers) -> CaseSize:
    """Return how large the case is."""
    display = boards.display_board(numbers.display.model)
    c, wall = numbers.mount.clearance_mm, numbers.mount.wall_mm
    inside = (display.width_mm + 2 * c + 2 * STRIP_MM, display.height_mm + 2 * c)
    return CaseSize(
        inside_mm=inside,
        outside_mm=(inside[0] + 2 * wall, inside[1] + 2 * wall),
        depth_mm=BEZEL_MM + display.depth_mm + ROOM_MM,
    )


def slope_at(numbers: Numbers, low_z_mm: float) -> Slope:
    """Return where the case hangs whose lower outer edge is so high above the table."""
    size, tilt = case_size(numbers), math.radians(numbers.display.tilt_deg)
    c, s = math.cos(tilt), math.sin(tilt)
    deep, high = size.depth_mm + COVER_MM, size.outside_mm[1]
    low = (AWAY_MM + deep * s, low_z_mm)
    up = (low[0] + high * c, low[1] + high * s)
    middle = ((low[0] + up[0]) / 2 - deep * s, (low[1] + up[1]) / 2 + deep * c)
    return Slope(tilt_deg=numbers.display.tilt_deg, low_mm=low, high_mm=up, middle_mm=middle)
