"""The numbers that everything here is made from, as `hardware/numbers.toml` has them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import cattrs

from hardware.errors import NumbersError

FILE = Path(__file__).with_name("numbers.toml")


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
        floor_mm: Thickness: so high lie the dice above the table.

    Raises:
        NumbersError: If no dice could be thrown there.
    """

    shape: BoardShape
    across_mm: float
    rim_height_mm: float
    floor_mm: float

    def __post_init__(self) -> None:
        """Refuse what is no board."""
        within("board.across_mm", self.across_mm, 150.0, 600.0)
        within("board.floor_mm", self.floor_mm, 1.0, 40.0)
        within("board.rim_height_mm", self.rim_height_mm, self.floor_mm, 100.0)


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
        model: One of `hardware.mount.boards`.
        tilt_deg: How far it leans back from lying flat.
        shutdown_hole_mm: Diameter of the shutdown button's thread in its case; 0 for none.

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


@dataclass(frozen=True, slots=True, kw_only=True)
class PinNumbers:
    """BCM numbers of what hangs on the header."""

    button: int
    lamp: int
    buzzer: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """All numbers."""

    board: BoardNumbers
    dice: DiceNumbers
    camera: CameraNumbers
    printer: PrinterNumbers
    mount: MountNumbers
    display: DisplayNumbers
    pins: PinNumbers


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


def _sentence(error: BaseException, kind: type | None) -> str:
    """Return what is wrong with one number, in words."""
    if isinstance(error, NumbersError):
        return str(error)
    if isinstance(error, KeyError):
        return f"{error.args[0]} is missing"
    return cattrs.v.format_exception(error, kind)
