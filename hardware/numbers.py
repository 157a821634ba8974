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
    labels: LabelNumbers
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
