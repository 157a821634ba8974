"""The numbers that everything here is made from, as `hardware/numbers.toml` has them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import cattrs

from hardware.errors import NumbersError

FILE = Path(__file__).with_name("numbers.toml")

LONGEST_RIBBON_MM = 500.0
"""Of flat cables for cameras and displays: the longest that Raspberry Pi sells."""


class BoardShape(StrEnum):
    """Outline of a Würfelbrett."""

    OCTAGON = "octagon"
    ROUND = "round"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardNumbers:
    """The Würfelbrett.

    Attributes:
        shape: Its outline.
        across_mm: Over the rim: from flat to flat, or the diameter.
        rim_height_mm: Above the table.
        rim_width_mm: Seen from above.
        floor_mm: Thickness: so high lie the dice above the table.

    Raises:
        NumbersError: If no dice could be thrown there.
    """

    shape: BoardShape
    across_mm: float
    rim_height_mm: float
    rim_width_mm: float
    floor_mm: float

    def __post_init__(self) -> None:
        """Refuse what is no board."""
        within("board.across_mm", self.across_mm, 150.0, 600.0)
        within("board.floor_mm", self.floor_mm, 1.0, 40.0)
        within("board.rim_height_mm", self.rim_height_mm, self.floor_mm, 100.0)
        within("board.rim_width_mm", self.rim_width_mm, 1.0, 50.0)


@dataclass(frozen=True, slots=True)
class DiceNumbers:
    """The dice.

    Attributes:
        size_mm: Their edge.

    Raises:
        NumbersError: If nobody makes such dice.
    """

    size_mm: float

    def __post_init__(self) -> None:
        """Refuse what is no die."""
        within("dice.size_mm", self.size_mm, 8.0, 30.0)


@dataclass(frozen=True, slots=True)
class CameraNumbers:
    """The camera.

    Attributes:
        model: One of `hardware.optics.cameras`.
        height_mm: Of its lens above the floor that the dice lie on.

    Raises:
        NumbersError: If it would hang in the dice or on the ceiling.
    """

    model: str
    height_mm: float

    def __post_init__(self) -> None:
        """Refuse heights at which no camera hangs."""
        within("camera.height_mm", self.height_mm, 150.0, 1500.0)


@dataclass(frozen=True, slots=True)
class PrinterNumbers:
    """The printers, of plastic and of paper.

    Attributes:
        bed_mm: Side of the square bed.
        paper_scale: A line of 100 mm on paper measures so many times 100 mm.

    Raises:
        NumbersError: If no such printer is sold.
    """

    bed_mm: float
    paper_scale: float

    def __post_init__(self) -> None:
        """Refuse what is no printer."""
        within("printer.bed_mm", self.bed_mm, 100.0, 1000.0)
        within("printer.paper_scale", self.paper_scale, 0.8, 1.2)


@dataclass(frozen=True, slots=True)
class LabelNumbers:
    """The labels around buttons.

    Attributes:
        holes_mm: Of buttons that are screwed in: 16 and 22 mm are sold everywhere.
        bezel_over_mm: So much wider than its hole is what a button covers; an assumption, makers differ by some mm.
        band_mm: Width of what is read around it.

    Raises:
        NumbersError: If there are no such buttons.
    """

    holes_mm: tuple[float, ...]
    bezel_over_mm: float
    band_mm: float

    def __post_init__(self) -> None:
        """Refuse what is no label."""
        within("labels.holes_mm, how many", len(self.holes_mm), 1, 3)
        for hole_mm in self.holes_mm:
            within("labels.holes_mm", hole_mm, 8.0, 60.0)
        within("labels.bezel_over_mm", self.bezel_over_mm, 0.0, 20.0)
        within("labels.band_mm", self.band_mm, 4.0, 30.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class MountNumbers:
    """The stand.

    Attributes:
        wall_mm: Thickness of printed boxes' walls.
        clearance_mm: Between a printed pocket and what goes in, both sides together.
        gap_mm: Between the board's rim and the feet beside it.
        foot_mm: Length of the feet, front to back, over their caps.
        ballast_mm: Thickness of the flat steel bar in each foot; 0 for none.
        button_hole_mm: Diameter of the push button's thread.

    Raises:
        NumbersError: If it could not be printed or bought.
    """

    wall_mm: float
    clearance_mm: float
    gap_mm: float
    foot_mm: float
    ballast_mm: float
    button_hole_mm: float

    def __post_init__(self) -> None:
        """Refuse what cannot be printed or bought."""
        within("mount.wall_mm", self.wall_mm, 1.6, 4.0)
        within("mount.clearance_mm", self.clearance_mm, 0.1, 0.8)
        within("mount.gap_mm", self.gap_mm, 5.0, 100.0)
        within("mount.foot_mm", self.foot_mm, 250.0, 800.0)
        if self.ballast_mm:
            within("mount.ballast_mm", self.ballast_mm, 4.0, 12.0)
        within("mount.button_hole_mm", self.button_hole_mm, 12.0, 30.0)


@dataclass(frozen=True, slots=True)
class DisplayNumbers:
    """The display beside the board.

    Attributes:
        model: One of `hardware.wiring.displays`; the case fits those of `hardware.mount.boards`.
        tilt_deg: How far it leans back from lying flat.
        shutdown_hole_mm: Diameter of the shutdown button's thread in the Pi's case; 0 for none.

    Raises:
        NumbersError: If it would lie flat or stand upright.
    """

    model: str
    tilt_deg: float
    shutdown_hole_mm: float

    def __post_init__(self) -> None:
        """Refuse what nobody could read, and holes that no button fits."""
        within("display.tilt_deg", self.tilt_deg, 25.0, 60.0)
        if self.shutdown_hole_mm:
            within("display.shutdown_hole_mm", self.shutdown_hole_mm, 6.0, 16.0)


@dataclass(frozen=True, slots=True)
class CableNumbers:
    """The flat cables of camera and display.

    Attributes:
        ribbon_mm: Length of each.
        slack_mm: Of it that stays free at each end.

    Raises:
        NumbersError: If no such cable works: ones of a metre are known to lock cameras up or hide them (picamera2
            issue 962, crowsnest issue 126).
    """

    ribbon_mm: float
    slack_mm: float

    def __post_init__(self) -> None:
        """Refuse what is not sold or known to fail."""
        within("cables.ribbon_mm", self.ribbon_mm, 100.0, LONGEST_RIBBON_MM)
        within("cables.slack_mm", self.slack_mm, 10.0, 100.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class PinNumbers:
    """BCM numbers of what hangs on the header."""

    button: int
    lamp: int
    buzzer: int
    light: int
    shutdown: int

    def __post_init__(self) -> None:
        """Refuse pins that no header has; whether two parts take one is looked at by `hardware.wiring.pins`."""
        for name in ("button", "lamp", "buzzer", "light", "shutdown"):
            within(f"pins.{name}", getattr(self, name), 0, 27)


class Computer(StrEnum):
    """Which Raspberry Pi."""

    PI_4 = "pi-4"
    PI_5 = "pi-5"


@dataclass(frozen=True, slots=True, kw_only=True)
class WiringNumbers:
    """What is wired to what.

    Attributes:
        computer: Which Raspberry Pi.
        button_cable_mm: From the header to the button.
        display_lead_mm: Of the display's 5 V lead, from the header.
        display_lead_awg: Its gauge.
        lamp_ohm: The lamp's resistor.
        lamp_volts: Over the lamp's LED while it shines.

    Raises:
        NumbersError: If no button could be read over such a cable, or the LED is none.
    """

    computer: Computer
    button_cable_mm: float
    display_lead_mm: float
    display_lead_awg: int
    lamp_ohm: float
    lamp_volts: float

    def __post_init__(self) -> None:
        """Refuse what is no wiring; the lamp's current is looked at by `hardware.wiring.circuit`."""
        within("wiring.button_cable_mm", self.button_cable_mm, 50.0, 20_000.0)
        within("wiring.display_lead_mm", self.display_lead_mm, 50.0, 3_000.0)
        within("wiring.display_lead_awg", self.display_lead_awg, 14, 30)
        within("wiring.lamp_ohm", self.lamp_ohm, 1.0, 100_000.0)
        within("wiring.lamp_volts", self.lamp_volts, 1.5, 3.2)


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplyNumbers:
    """The Pi's supply and its cable.

    Attributes:
        volts: At no load.
        amps: It can give.
        cable_awg: Gauge of the conductors.
        cable_mm: From supply to Pi.

    Raises:
        NumbersError: If it would destroy the Pi, or no such cable is sold.
    """

    volts: float
    amps: float
    cable_awg: int
    cable_mm: float

    def __post_init__(self) -> None:
        """Refuse what is no supply; whether it is enough is looked at by `hardware.wiring.power`."""
        within("supply.volts", self.volts, 4.75, 5.25)
        within("supply.amps", self.amps, 0.5, 20.0)
        within("supply.cable_awg", self.cable_awg, 10, 30)
        within("supply.cable_mm", self.cable_mm, 100.0, 5000.0)


class Feed(StrEnum):
    """Where the light over the board gets its current from."""

    OWN = "own"
    HEADER = "header"


@dataclass(frozen=True, slots=True, kw_only=True)
class LightSupplyNumbers:
    """What feeds the LED ring.

    Attributes:
        feed: Where from.
        amps: A supply of its own can give.
        cable_awg: Gauge of its cable's conductors.
        cable_mm: From its supply to the strip.

    Raises:
        NumbersError: If no such supply is sold.
    """

    feed: Feed
    amps: float
    cable_awg: int
    cable_mm: float

    def __post_init__(self) -> None:
        """Refuse what is no supply; whether it is fed well is looked at by `hardware.wiring.power`."""
        within("light_supply.amps", self.amps, 0.5, 20.0)
        within("light_supply.cable_awg", self.cable_awg, 10, 30)
        within("light_supply.cable_mm", self.cable_mm, 100.0, 5000.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class LightNumbers:
    """The LED ring: straight pieces in a regular polygon round the board, below the camera.

    Attributes:
        ring_diameter_mm: From the mid-line of the LED strip to that of the opposite side.
        ring_height_mm: Of the strip above the floor that the dice lie on.
        ring_sides: Of the whole polygon; even.
        lit_sides: How many are built, an odd number left and the same right, or all; front and back stay open.
        tilt_deg: Below level, towards the middle: where the strip faces.
        led_watts: Of the whole strip.
        led_lumens_per_watt: Of the bare strip.
        colour_k: Colour temperature.
        diffuser_transmission: Share of the light that comes through.
        diffuser_width_mm: Of the shining face, across the strip.

    Raises:
        NumbersError: If no such ring can be bought or printed.
    """

    ring_diameter_mm: float
    ring_height_mm: float
    ring_sides: int
    lit_sides: int
    tilt_deg: float
    led_watts: float
    led_lumens_per_watt: float
    colour_k: int
    diffuser_transmission: float
    diffuser_width_mm: float

    def __post_init__(self) -> None:
        """Refuse what is no ring of LEDs."""
        within("light.ring_diameter_mm", self.ring_diameter_mm, 60.0, 1200.0)
        within("light.ring_height_mm", self.ring_height_mm, 60.0, 1500.0)
        within("light.ring_sides", self.ring_sides, 4, 32)
        within("light.lit_sides", self.lit_sides, 2, self.ring_sides)
        within("light.tilt_deg", self.tilt_deg, 0.0, 90.0)
        within("light.led_watts", self.led_watts, 0.2, 25.0)
        within("light.led_lumens_per_watt", self.led_lumens_per_watt, 30.0, 220.0)
        within("light.colour_k", self.colour_k, 2200, 6500)
        within("light.diffuser_transmission", self.diffuser_transmission, 0.1, 1.0)
        within("light.diffuser_width_mm", self.diffuser_width_mm, 3.0, 60.0)
        even("light.ring_sides", self.ring_sides)
        even("light.lit_sides", self.lit_sides)
        if self.lit_sides != self.ring_sides and self.lit_sides % 4 == 0:
            raise NumbersError(
                f"light.lit_sides = {self.lit_sides} cannot be built: each half has one side straight left or right "
                f"and as many before it as behind; the nearest is {self.lit_sides + 2}"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """All numbers."""

    board: BoardNumbers
    dice: DiceNumbers
    camera: CameraNumbers
    printer: PrinterNumbers
    labels: LabelNumbers
    mount: MountNumbers
    display: DisplayNumbers
    cables: CableNumbers
    pins: PinNumbers
    wiring: WiringNumbers
    supply: SupplyNumbers
    light_supply: LightSupplyNumbers
    light: LightNumbers


def load(path: Path = FILE) -> Numbers:
    """Return the numbers of a file.

    Args:
        path: TOML.

    Raises:
        NumbersError: If the file cannot be read, or a number is missing, unknown or cannot be built.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise NumbersError(f"The numbers in {path} cannot be read ({error}).") from error
    return parse(text, source=str(path))


def parse(text: str, *, source: str = "numbers.toml") -> Numbers:
    """Return the numbers of a TOML text.

    Args:
        text: TOML.
        source: What to call it in errors.

    Raises:
        NumbersError: If it is no TOML, or a number is missing, unknown or cannot be built.
    """
    try:
        return cattrs.Converter(forbid_extra_keys=True, detailed_validation=True).structure(
            tomllib.loads(text), Numbers
        )
    except tomllib.TOMLDecodeError as error:
        raise NumbersError(f"{source} is no TOML file: {error}.") from error
    except cattrs.ClassValidationError as error:
        sentences = cattrs.transform_error(error, format_exception=_sentence)
        raise NumbersError("\n".join(f"{source}: {sentence}" for sentence in sentences)) from error


def within(name: str, value: float, low: float, high: float) -> None:
    """Refuse a number out of range, with the nearest one that is legal.

    Raises:
        NumbersError: If it is.
    """
    if not low <= value <= high:
        nearest = low if value < low else high
        raise NumbersError(
            f"{name} = {value:g} cannot be built: legal is {low:g} to {high:g}; the nearest is {nearest:g}"
        )


def even(name: str, value: int) -> None:
    """Refuse an odd number: left and right are alike.

    Raises:
        NumbersError: If it is odd.
    """
    if value % 2:
        raise NumbersError(f"{name} = {value} cannot be built: left and right are alike; the nearest is {value + 1}")


def _sentence(error: BaseException, kind: type | None) -> str:
    """Return what is wrong with one number, in words."""
    if isinstance(error, NumbersError):
        return str(error)
    if isinstance(error, KeyError):
        return f"{error.args[0]} is missing"
    return cattrs.v.format_exception(error, kind)
