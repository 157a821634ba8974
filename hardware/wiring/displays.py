"""Displays: which pins of the header they take, and how much current."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.settings.boot_config import claims_of
from hardware.errors import NumbersError

if TYPE_CHECKING:
    from hardware.numbers import Numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Display:
    """A display.

    Attributes:
        name: In ``numbers.toml``.
        title: As its maker calls it.
        overlay: Its lines in ``config.txt``, empty where it is found by itself.
        plugs: Numbers of the header's pins that its plug covers.
        typical_a: Current from the Pi's 5 V.
        worst_a: With the backlight full.
        source: Of these currents, a word of `hardware.words`.
    """

    name: str
    title: str
    overlay: str = ""
    plugs: tuple[int, ...] = ()
    typical_a: float
    worst_a: float
    source: str

    @property
    def takes_bcm(self) -> tuple[int, ...]:
        """Return the GPIOs it takes."""
        return tuple(sorted({claim.bcm for claim in claims_of(self.overlay)}))


DISPLAYS: dict[str, Display] = {
    each.name: each
    for each in (
        Display(
            name="touch-display-2",
            title="Raspberry Pi Touch Display 2",
            plugs=(2, 4, 6),  # a housing of three: 5 V on 2, ground on 6
            typical_a=0.4,
            worst_a=0.6,
            source="source-touch-display-2",
        ),
        Display(
            name="touch-display",
            title="Raspberry Pi Touch Display (the first)",
            plugs=(2, 6),
            typical_a=0.4,
            worst_a=0.51,
            source="source-touch-display",
        ),
        Display(
            name="hdmi",
            title="HDMI display with a supply of its own",
            typical_a=0.05,
            worst_a=0.05,
            source="source-hdmi",
        ),
        Display(
            name="none",
            title="no display at the Pi: another computer shows the page",
            typical_a=0.0,
            worst_a=0.0,
            source="source-none",
        ),
        Display(
            name="goodix-dsi",
            title="DSI display whose Goodix touch panel hangs on the header",
            overlay="dtoverlay=goodix",
            plugs=(2, 6),
            typical_a=0.4,
            worst_a=0.6,
            source="source-assumed",
        ),
        Display(
            name="spi-3.5",
            title='3.5" SPI display that sits on the header',
            overlay="dtoverlay=waveshare35a",
            plugs=tuple(range(1, 27)),
            typical_a=0.1,
            worst_a=0.2,
            source="source-assumed",
        ),
        Display(
            name="hyperpixel-4",
            title="HyperPixel 4.0, which sits on the header",
            overlay="dtoverlay=vc4-kms-dpi-hyperpixel4",
            plugs=tuple(range(1, 41)),
            typical_a=0.2,
            worst_a=0.3,
            source="source-assumed",
        ),
    )
}


def display_in(numbers: Numbers) -> Display:
    """Return the display of the numbers.

    Raises:
        NumbersError: If it is not known.
    """
    return display_of(numbers.display.model)


def display_of(name: str) -> Display:
    """Return a display by its name.

    Raises:
        NumbersError: If there is none of that name.
    """
    if name not in DISPLAYS:
        raise NumbersError(
            f'display.model = "{name}" is not known: legal is {", ".join(DISPLAYS)}; the nearest is touch-display-2'
        )
    return DISPLAYS[name]
