"""The café's build as plain lengths: a steel plate, mast and boom of square tube, three printed parts that join them.

The origin lies on the plate under the board's middle; x to the mast, where nobody sits, z up; players sit at -y and +y.
Printed parts are sections in x and z, `WIDE_MM` along y, and are printed lying on the side that is turned to +y.
"""

import math
from dataclasses import dataclass

from hardware.mount import boards
from hardware.numbers import Numbers

Spot = tuple[float, float]

TUBE_MM, TUBE_WALL_MM = 20.0, 2.0
WALL_MM = 4.0  # of sockets round a tube, and of the jaws at the glass's edges
WIDE_MM, AXIS_MM = 40.0, 17.0  # of parts, and how high in them tubes lie: the roof over one takes more than its floor
SOCKET_MM = 60.0  # so deep tubes sit in the elbow
FLANGE_MM = 6.0
BOARD_GAP_MM = 2.0
GLASS_LOW_MM = 24.0  # the glass's lower edge, for plugs below the Pi
LIP_MM, JAW_MM, FOAM_MM, BACK_MM = 3.4, 6.0, 1.0, 4.5
"""The jaws: before the glass with the strip of foam there, along it, the foam on either side, behind the foam."""
PI_MM, PI_HALF_MM = 19.0, boards.PI_MM[1] / 2  # the Pi with cooler and air behind the display, in its middle: assumed
LENS_MM, THREAD_MM = 27.0, 25.0  # from the lens to the camera's thread, aside and up: assumed, its slot gives 4 mm
TONGUE_MM = 8.0  # thickness of what the camera is screwed to
INSET_MM = 15.0  # of the rubber feet's middles from the plate's edges
BOLT, CLAMP_BOLT_MM, PLATE_BOLT_MM = "M5", 50.0, 20.0
WASHER_MM, NUT_MM = 1.0, 5.0  # ISO 7089, DIN 985


@dataclass(frozen=True, slots=True, kw_only=True)
class MastLayout:
    """Where everything stands, in x and z."""

    tilt_deg: float  # of the display, from lying flat
    half_mm: float  # of a socket's outside
    glass_mm: Spot  # lower edge of the display's glass
    foot_mm: float  # height of the foot
    mast_x_mm: float  # middle of the mast
    back_mm: float  # where the foot ends behind it
    lens_z_mm: float
    boom_z_mm: float  # middle of the boom
    mast_mm: float  # length of the mast
    boom_mm: float  # length of the boom

    def on_display(self, up_mm: float, out_mm: float) -> Spot:
        """Return a place so far up the glass, and so far before it."""
        x, z = _along(self.tilt_deg, up_mm, out_mm)
        return self.glass_mm[0] + x, self.glass_mm[1] + z


def mast_layout(numbers: Numbers) -> MastLayout:
    """Return where everything stands; `NumbersError` if the foot has no jaws for such a display."""
    display, tilt = boards.display_board(numbers.display.model), numbers.cafe.display_tilt_deg
    half = (TUBE_MM + numbers.mount.clearance_mm) / 2 + WALL_MM
    glass_x = numbers.board.across_mm / 2 + BOARD_GAP_MM - _along(tilt, -WALL_MM, LIP_MM)[0]
    pi = _along(tilt, display.height_mm / 2 + PI_HALF_MM, -display.depth_mm - PI_MM)[0]
    jaw = _along(tilt, display.height_mm - JAW_MM, -display.rim_mm - FOAM_MM - BACK_MM)[0]
    mast_x = math.ceil(glass_x + max(pi, jaw) + half)
    lens_z = numbers.board.floor_mm + numbers.cafe.height_mm
    boom_z = lens_z + THREAD_MM + 12.0 + half
    return MastLayout(
        tilt_deg=tilt,
        half_mm=half,
        glass_mm=(glass_x, GLASS_LOW_MM),
        foot_mm=GLASS_LOW_MM + _along(tilt, display.height_mm + WALL_MM, LIP_MM)[1],
        mast_x_mm=mast_x,
        back_mm=mast_x + half,
        lens_z_mm=lens_z,
        boom_z_mm=boom_z,
        mast_mm=math.floor(boom_z - half),
        boom_mm=math.floor(mast_x + half - LENS_MM - TONGUE_MM),
    )


def _along(tilt_deg: float, up_mm: float, out_mm: float) -> Spot:
    c, s = math.cos(math.radians(tilt_deg)), math.sin(math.radians(tilt_deg))
    return up_mm * c - out_mm * s, up_mm * s + out_mm * c


def feet_mm(numbers: Numbers) -> tuple[Spot, ...]:
    """Return where rubber touches the table, x and y."""
    left, back = INSET_MM - numbers.board.across_mm / 2, numbers.cafe.deep_mm / 2 - INSET_MM
    right = left + numbers.cafe.wide_mm - 2 * INSET_MM
    return tuple((x, y) for x in (left, right) for y in (-back, back))


def counts(numbers: Numbers) -> dict[str, float]:
    """Return how much it takes, by the names that the bill's parts give under ``mount``: metres and pieces."""
    place = mast_layout(numbers)
    return {"tube": math.ceil((place.mast_mm + place.boom_mm) / 100) / 10, "feet": float(len(feet_mm(numbers)))}
