"""The numbers that everything here is made from, as `hardware/numbers.toml` has them."""

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any, Self, get_type_hints

from hardware import data
from hardware.errors import NumbersError

FILE = Path(__file__).with_name("numbers.toml")

HIGHEST_MM = 1500  # so far a camera hangs above the dice' floor
LONGEST_RIBBON_MM = 500.0
"""Of flat cables for cameras and displays: the longest that Raspberry Pi sells.

Ones of a metre are known to lock cameras up or hide them (picamera2 issue 962, crowsnest issue 126).
"""

LONGEST_USB_MM = 5000.0  # Source: Universal Serial Bus Specification, Revision 2.0, "Cable Delay": 26 ns


@dataclass(frozen=True, slots=True)
class Range:
    """What is legal for a number, both ends included."""

    low: float
    high: float
    or_none: bool = False  # whether 0 is legal as well: there is none then


class InRange:
    """A section of the numbers: `NumbersError`, with the nearest that does, where a field is out of its range."""

    __slots__ = ()

    def __post_init__(self) -> None:
        """Refuse numbers out of their range."""
        kind: Any = type(self)
        for field, legal in ranges(kind).items():
            value = getattr(self, field.rpartition(".")[2])
            if value or not legal.or_none:
                within(field, value, legal.low, legal.high)


@cache
def ranges(kind: Any) -> dict[str, Range]:
    """Return the ranges of a section's fields, by their full names."""
    (section,) = (name for name, each in get_type_hints(Numbers).items() if each is kind)
    hints = get_type_hints(kind, include_extras=True)
    return {f"{section}.{name}": hint.__metadata__[0] for name, hint in hints.items() if hasattr(hint, "__metadata__")}


class Build(StrEnum):
    """A way to build one."""

    ARM = "arm"  # the camera on a clamp arm: `hardware.arm`
    CAFE = "cafe"  # a base plate with a mast, carried away as one piece: `hardware.cafe`
    STAND = "stand"  # the printed stand with its light: `hardware.mount`


class BoardShape(StrEnum):
    """Outline of a Würfelbrett."""

    OCTAGON = "octagon"
    ROUND = "round"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardNumbers(InRange):
    """The Würfelbrett."""

    shape: BoardShape
    across_mm: Annotated[float, Range(150.0, 600.0)]  # over the rim: from flat to flat, or the diameter
    rim_height_mm: float  # above the table
    rim_width_mm: Annotated[float, Range(1.0, 50.0)]  # seen from above
    floor_mm: Annotated[float, Range(1.0, 40.0)]  # thickness: so high lie the dice above the table

    def __post_init__(self) -> None:
        """Refuse numbers out of their range, and a rim below the floor."""
        InRange.__post_init__(self)
        within("board.rim_height_mm", self.rim_height_mm, self.floor_mm, 100.0)


@dataclass(frozen=True, slots=True)
class DiceNumbers(InRange):
    """The dice."""

    size_mm: Annotated[float, Range(8.0, 30.0)]


@dataclass(frozen=True, slots=True)
class CameraNumbers(InRange):
    """The camera."""

    model: str  # one of `hardware.optics.cameras`
    height_mm: Annotated[float, Range(150.0, HIGHEST_MM)]  # of its lens above the floor that the dice lie on


@dataclass(frozen=True, slots=True)
class PrinterNumbers(InRange):
    """The printers, of plastic and of paper."""

    bed_mm: Annotated[float, Range(100.0, 1000.0)]  # side of the square bed
    paper_scale: Annotated[float, Range(0.8, 1.2)]  # a line of 100 mm on paper measures so many times 100 mm


@dataclass(frozen=True, slots=True)
class LabelNumbers(InRange):
    """The labels around buttons."""

    holes_mm: tuple[float, ...]  # of buttons that are screwed in: 16 and 22 mm are sold everywhere
    # so much wider than its hole is what a button covers; an assumption, makers differ by some mm
    bezel_over_mm: Annotated[float, Range(0.0, 20.0)]
    band_mm: Annotated[float, Range(4.0, 30.0)]  # width of what is read around it

    def __post_init__(self) -> None:
        """Refuse numbers out of their range, and holes that no button fits."""
        InRange.__post_init__(self)
        within("labels.holes_mm, how many", len(self.holes_mm), 1, 3)
        for hole_mm in self.holes_mm:
            within("labels.holes_mm", hole_mm, 8.0, 60.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class MountNumbers(InRange):
    """The stand."""

    wall_mm: Annotated[float, Range(1.6, 4.0)]  # thickness of printed boxes' walls
    clearance_mm: Annotated[float, Range(0.1, 0.8)]  # between a printed pocket and what goes in, both sides together
    gap_mm: Annotated[float, Range(5.0, 100.0)]  # between the board's rim and the feet beside it
    foot_mm: Annotated[float, Range(250.0, 800.0)]  # length of the feet, front to back, over their caps
    # thickness of the flat steel bar in each foot; 0 for none
    ballast_mm: Annotated[float, Range(4.0, 12.0, or_none=True)]
    button_hole_mm: Annotated[float, Range(12.0, 30.0)]  # diameter of the push button's thread


@dataclass(frozen=True, slots=True)
class DisplayNumbers(InRange):
    """The display beside the board."""

    model: str  # one of ``hardware/wiring/displays.toml``; the case fits those of `hardware.mount.boards`
    tilt_deg: Annotated[float, Range(25.0, 60.0)]  # how far it leans back from lying flat
    # diameter of the shutdown button's thread in the Pi's case; 0 for none
    shutdown_hole_mm: Annotated[float, Range(6.0, 16.0, or_none=True)]


@dataclass(frozen=True, slots=True)
class CableNumbers(InRange):
    """The flat cables of camera and display."""

    ribbon_mm: Annotated[float, Range(100.0, LONGEST_RIBBON_MM)]  # length of each
    slack_mm: Annotated[float, Range(10.0, 100.0)]  # of it that stays free at each end


@dataclass(frozen=True, slots=True, kw_only=True)
class PinNumbers(InRange):
    """BCM numbers of what hangs on the header."""

    button: Annotated[int, Range(0, 27)]
    lamp: Annotated[int, Range(0, 27)]
    buzzer: Annotated[int, Range(0, 27)]
    light: Annotated[int, Range(0, 27)]
    shutdown: Annotated[int, Range(0, 27)]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskNumbers(InRange):
    """What the arm's and the café's build share: lengths from the board's middle, heights above the dice' floor."""

    camera: str  # one of `hardware.optics.cameras`
    height_mm: Annotated[float, Range(150.0, HIGHEST_MM)]  # of its lens
    cable_mm: Annotated[float, Range(500.0, LONGEST_USB_MM)]  # of the camera
    display_tilt_deg: Annotated[float, Range(25.0, 80.0)]  # how far it leans back from lying flat
    lamp_mm: Annotated[float, Range(100.0, 2000.0, or_none=True)]  # to the rim of either lamp; 0 for none
    lamp_height_mm: Annotated[float, Range(100.0, 2000.0)]  # of the lamps
    lamp_lumens: Annotated[float, Range(50.0, 5000.0)]  # of each lamp's bulb


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmNumbers(DeskNumbers):
    """Build A, `hardware.arm`."""

    model: str  # of the arm, one of ``hardware/arm/arms.toml``
    edge_mm: Annotated[float, Range(75.0, 1000.0)]  # to the table's edge that it is clamped to
    display_mm: Annotated[float, Range(100.0, 1000.0)]  # to the display's middle, away from that edge


@dataclass(frozen=True, slots=True, kw_only=True)
class CafeNumbers(DeskNumbers):
    """The café's build, `hardware.cafe`."""

    wide_mm: Annotated[float, Range(200.0, 900.0)]  # of the steel plate, from the board's far side to behind the mast
    deep_mm: Annotated[float, Range(200.0, 900.0)]  # of the plate, from player to player
    plate_mm: Annotated[float, Range(3.0, 8.0)]  # its thickness


class Computer(StrEnum):
    """Which Raspberry Pi."""

    PI_4 = "pi-4"
    PI_5 = "pi-5"


@dataclass(frozen=True, slots=True, kw_only=True)
class WiringNumbers(InRange):
    """What is wired to what."""

    computer: Computer  # which Raspberry Pi
    button_cable_mm: Annotated[float, Range(50.0, 20_000.0)]  # from the header to the button
    display_lead_mm: Annotated[float, Range(50.0, 3_000.0)]  # of the display's 5 V lead, from the header
    display_lead_awg: Annotated[int, Range(14, 30)]
    games_disk: bool  # whether the games lie on a USB stick of their own
    lamp_ohm: Annotated[float, Range(1.0, 100_000.0)]  # the lamp's resistor
    lamp_volts: Annotated[float, Range(1.5, 3.2)]  # over the lamp's LED while it shines


@dataclass(frozen=True, slots=True, kw_only=True)
class LightSupplyNumbers(InRange):
    """What feeds the LED ring, and its cable."""

    amps: Annotated[float, Range(0.5, 20.0)]  # it can give
    cable_awg: Annotated[int, Range(10, 30)]  # gauge of the conductors
    cable_mm: Annotated[float, Range(100.0, 5000.0)]  # from the supply to what it feeds


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplyNumbers(LightSupplyNumbers):
    """What feeds the Pi, and its cable."""

    volts: Annotated[float, Range(4.75, 5.25)]  # at no load


@dataclass(frozen=True, slots=True, kw_only=True)
class LightNumbers(InRange):
    """The LED ring: straight pieces in a regular polygon round the board, below the camera."""

    # from the mid-line of the LED strip to that of the opposite side
    ring_diameter_mm: Annotated[float, Range(60.0, 1200.0)]
    ring_height_mm: Annotated[float, Range(60.0, 1500.0)]  # of the strip above the floor that the dice lie on
    ring_sides: Annotated[int, Range(4, 32)]  # of the whole polygon; even
    lit_sides: int  # how many are built, an odd number left and the same right; front and back stay open
    tilt_deg: Annotated[float, Range(0.0, 90.0)]  # below level, towards the middle: where the strip faces
    strip_watts_per_m: Annotated[float, Range(0.3, 60.0)]
    strip_cut_mm: Annotated[float, Range(1.0, 100.0)]  # from one cut mark of the strip to the next
    led_lumens_per_watt: Annotated[float, Range(30.0, 220.0)]  # of the bare strip
    colour_k: Annotated[int, Range(2200, 6500)]  # colour temperature
    diffuser_transmission: Annotated[float, Range(0.1, 1.0)]  # share of the light that comes through
    diffuser_width_mm: Annotated[float, Range(3.0, 60.0)]  # of the shining face, across the strip

    def __post_init__(self) -> None:
        """Refuse numbers out of their range, and rings whose left and right differ."""
        InRange.__post_init__(self)
        sides, lit = self.ring_sides, self.lit_sides
        within("light.lit_sides", lit, 2, sides - (sides - 2) % 4)
        if sides % 2:
            why = f"left and right are alike; the nearest is {sides + 1}"
            raise NumbersError(f"light.ring_sides = {sides} cannot be built: {why}")
        if lit % 4 != 2:
            nearest = next(each for each in (lit + 1, lit + 2, lit - 1, lit - 2) if each % 4 == 2)
            why = "each half has one side straight left or right, at the mast, and as many before it as behind"
            raise NumbersError(f"light.lit_sides = {lit} cannot be built: {why}; the nearest is {nearest}")

    @property
    def radius_mm(self) -> float:
        """Return how far the strip's mid-line is from the middle."""
        return self.ring_diameter_mm / 2

    @property
    def piece_mm(self) -> float:
        """Return how long a side's piece of strip is: 2 mm free at either end of its channel, cut at a mark."""
        return max(1.0, math.floor((self.length_mm(-7.0) - 4.0) / self.strip_cut_mm)) * self.strip_cut_mm

    @property
    def led_watts(self) -> float:
        """Return what the whole strip takes."""
        return self.strip_watts_per_m * self.lit_sides * self.piece_mm / 1000.0

    @property
    def in_wing(self) -> int:
        """Return how many sides are built left, and as many right."""
        return self.lit_sides // 2

    @property
    def step_deg(self) -> float:
        """Return the angle from one side to the next."""
        return 360.0 / self.ring_sides

    def angles_deg(self) -> tuple[float, ...]:
        """Return in which directions the sides of the right wing lie, from the right."""
        return tuple((k - (self.in_wing - 1) / 2) * self.step_deg for k in range(self.in_wing))

    def length_mm(self, r_mm: float = 0.0) -> float:
        """Return a side's length from mitre to mitre, so far outward of the strip."""
        return 2 * (self.radius_mm + r_mm) * math.tan(math.pi / self.ring_sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """All numbers."""

    build: Build  # what is made, and named first
    board: BoardNumbers
    dice: DiceNumbers
    camera: CameraNumbers
    printer: PrinterNumbers
    labels: LabelNumbers
    mount: MountNumbers
    display: DisplayNumbers
    cables: CableNumbers
    pins: PinNumbers
    arm: ArmNumbers
    cafe: CafeNumbers
    wiring: WiringNumbers
    supply: SupplyNumbers
    light_supply: LightSupplyNumbers
    light: LightNumbers

    @property
    def desk(self) -> DeskNumbers:
        """Return the section of the build that is chosen; the stand has none of this kind, then it is the arm's."""
        return self.cafe if self.build is Build.CAFE else self.arm

    def changed(self, section: str, **values: object) -> Self:
        """Return the numbers with other values in one section; `NumbersError` if such a number cannot be built."""
        return replace(self, **{section: replace(getattr(self, section), **values)})

    def refused(self, name: str, why: str) -> NumbersError:
        """Return the refusal of a number by its full name, ``light.tilt_deg``."""
        return NumbersError(f"{name} = {attrgetter(name)(self):g} cannot be built: {why}")


def load(path: Path = FILE) -> Numbers:
    """Return the numbers of a TOML file; `NumbersError` if one is missing, unknown or cannot be built."""
    return data.load(path, Numbers)


def within(name: str, value: float, low: float, high: float) -> None:
    """Refuse a number out of range, with the nearest one that is legal."""
    if not low <= value <= high:
        legal = f"legal is {low:g} to {high:g}; the nearest is {low if value < low else high:g}"
        raise NumbersError(f"{name} = {value:g} cannot be built: {legal}")
