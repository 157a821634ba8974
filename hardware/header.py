"""The 40-pin header of a Raspberry Pi: what each pin is, and which of them are free for anything.

Source: Raspberry Pi documentation, "GPIO and the 40-pin header"; BCM2711 ARM Peripherals, "Alternative Function
    Assignments" (default pulls); HAT design guide ("ID_SD and ID_SC").
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from hardware import data


class Bus(StrEnum):
    """What a pin is for where that is switched on."""

    I2C = "I²C"
    HAT = "HAT EEPROM"
    SERIAL = "serial port"
    SPI = "SPI"
    I2S = "I²S sound"


_FILE = Path(__file__).with_suffix(".toml")
FIVE_VOLTS, THREE_VOLTS, GROUND = "5 V", "3.3 V", "ground"

BUS_PINS = data.load(_FILE, dict[Bus, tuple[int, ...]], under="bus")
"""BCM numbers of the buses in their usual places."""

PULLED_UP = frozenset(range(9))
"""BCM numbers that the Pi pulls up from power-on until a program says otherwise; all others are pulled down."""

_BUSES = {bcm: bus for bus, pins in BUS_PINS.items() for bcm in pins}


@dataclass(frozen=True, slots=True, kw_only=True)
class HeaderPin:
    """A pin of the header."""

    number: int  # 1 to 40, as printed beside it
    bcm: int | None = None  # number of its GPIO, None where it is a supply or ground
    supply: str = ""  # ``5 V``, ``3.3 V`` or ``ground``, empty for a GPIO

    @property
    def name(self) -> str:
        """Return what it is called.

        >>> HEADER[10].name, HEADER[5].name
        ('GPIO 17', 'ground')
        """
        return self.supply if self.bcm is None else f"GPIO {self.bcm}"

    @property
    def bus(self) -> Bus | None:
        """Return what it is for where that is switched on, None for a pin that is nothing else."""
        return None if self.bcm is None else _BUSES.get(self.bcm)

    @property
    def place(self) -> tuple[int, int]:
        """Return row and column on the header, from 0; pin 1 is in the first of both."""
        return divmod(self.number - 1, 2)


HEADER = data.load(_FILE, tuple[HeaderPin, ...], under="pin")
"""All pins, from number 1 on."""

_BY_BCM = {pin.bcm: pin for pin in HEADER if pin.bcm is not None}


def pin_of(bcm: int) -> HeaderPin:
    """Return the pin of a GPIO, 0 to 27.

    >>> pin_of(17).number
    11
    """
    return _BY_BCM[bcm]


def nearest_free(bcm: int, taken: Iterable[int]) -> int | None:
    """Return the free GPIO that lies nearest on the header, None where none is left.

    Free is what belongs to no bus and is pulled down at power-on, so that anything may hang there.

    >>> nearest_free(17, [17, 27, 22, 23])
    24
    """
    kept = {bcm, *taken}
    free = [pin for pin in HEADER if pin.bcm is not None and pin.bus is None and pin.bcm not in kept | PULLED_UP]
    row, column = pin_of(bcm).place
    order = sorted(free, key=lambda pin: (abs(pin.place[0] - row), abs(pin.place[1] - column), pin.number))
    return order[0].bcm if order else None


@dataclass(frozen=True, slots=True)
class PinUse:
    """A setting that takes a pin."""

    setting: str  # its full name, such as ``button.pin``
    bcm: int  # the GPIO


def taken_twice(uses: Sequence[PinUse]) -> str:
    """Return in a sentence which two settings take the same pin, and the nearest free one; empty where none do."""
    taken: dict[int, str] = {}
    for use in uses:
        if use.bcm in taken:
            nearest = nearest_free(use.bcm, [each.bcm for each in uses])
            instead = "no other is free" if nearest is None else f"the nearest free one is GPIO {nearest}"
            got = f"GPIO {use.bcm} (pin {pin_of(use.bcm).number})"
            return f"{taken[use.bcm]} and {use.setting}: both got {got}; {instead}"
        taken[use.bcm] = use.setting
    return ""
