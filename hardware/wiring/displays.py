"""Displays: which pins of the header they take, and how much current; ``displays.toml`` has them."""

from dataclasses import dataclass
from pathlib import Path

from hardware import data
from hardware.errors import NumbersError
from hardware.numbers import Numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplayModel:
    """A display."""

    name: str  # in ``numbers.toml``
    title: str  # as its maker calls it
    overlay: str = ""  # its lines in ``config.txt``, empty where it is found by itself
    plugs: tuple[int, ...] = ()  # numbers of the header's pins that its plug covers
    takes_bcm: tuple[int, ...] = ()  # GPIOs that its overlay takes
    typical_a: float  # current from the Pi's 5 V
    worst_a: float  # with the backlight full
    source: str  # of these currents, a word of `hardware.words`


_FOUND = data.load(Path(__file__).with_name("displays.toml"), tuple[DisplayModel, ...], under="display")
DISPLAYS = {display.name: display for display in _FOUND}


def display_in(numbers: Numbers) -> DisplayModel:
    """Return the display of the numbers; `NumbersError` if it is not known."""
    if (found := DISPLAYS.get(numbers.display.model)) is None:
        raise NumbersError(
            f'display.model = "{numbers.display.model}" is not known: legal is {", ".join(DISPLAYS)}; '
            "the nearest is touch-display-2"
        )
    return found
