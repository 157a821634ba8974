"""Which pins of the header a Pi gives to something else when it starts, as ``config.txt`` says.

Source: Raspberry Pi documentation, "config.txt" (conditional filters, dtparam, dtoverlay, enable_uart); Linux for the
    Raspberry Pi, arch/arm/boot/dts/overlays/README (defaults of the overlays' parameters) and the overlays themselves.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hardware.header import BUS_PINS, Bus

FILES = ("boot/firmware/config.txt", "boot/config.txt")  # where it lies: since bookworm, and before
_SECTION = re.compile(r"\[(.+)\]")
_SWITCHES = {
    "i2c_arm": Bus.I2C,
    "i2c": Bus.I2C,
    "i2c1": Bus.I2C,
    "spi": Bus.SPI,
    "i2s": Bus.I2S,
    "i2c_vc": Bus.HAT,
    "i2c0": Bus.HAT,
    "uart0": Bus.SERIAL,
}
_ALL = tuple(range(28))


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenPin:
    """A pin that is given to something."""

    bcm: int
    line: str  # the line that gives it


@dataclass(frozen=True, slots=True)
class Overlay:
    """What an overlay takes."""

    params: tuple[tuple[str, int], ...] = ()  # parameters that name a pin, and their defaults
    buses: tuple[Bus, ...] = ()  # whose pins it takes as well
    pins: tuple[int, ...] = ()  # BCM numbers that it always takes

    def claimed(self, given: dict[str, str]) -> tuple[int, ...]:
        """Return the BCM numbers it takes with the parameters given."""
        texts = [(given.get(name, ""), default) for name, default in self.params]
        chosen = [int(text) if text.isdecimal() else default for text, default in texts]
        return (*(bcm for bus in self.buses for bcm in BUS_PINS[bus]), *self.pins, *chosen)


_SOUND = Overlay(buses=(Bus.I2S, Bus.I2C))
_SPI_SCREEN = Overlay(buses=(Bus.SPI,), pins=(17, 24, 25))

OVERLAYS: dict[str, Overlay] = {
    "dht11": Overlay((("gpiopin", 4),)),
    "gc9a01": Overlay(buses=(Bus.SPI,), pins=(18, 25, 27)),
    "goodix": Overlay((("interrupt", 4), ("reset", 17)), (Bus.I2C,)),
    "gpio-fan": Overlay((("gpiopin", 12),)),
    "gpio-ir": Overlay((("gpio_pin", 18),)),
    "gpio-ir-tx": Overlay((("gpio_pin", 18),)),
    "gpio-key": Overlay((("gpio", 3),)),
    "gpio-led": Overlay((("gpio", 19),)),
    "gpio-poweroff": Overlay((("gpiopin", 26),)),
    "gpio-shutdown": Overlay((("gpio_pin", 3),)),
    "i2c-gpio": Overlay((("i2c_gpio_sda", 23), ("i2c_gpio_scl", 24))),
    "i2c-rtc": Overlay(buses=(Bus.I2C,)),
    "i2s-dac": Overlay(buses=(Bus.I2S,)),
    "max98357a": Overlay((("sdmode-pin", 4),), (Bus.I2S,)),
    "mhs35": _SPI_SCREEN,
    "piscreen": Overlay(buses=(Bus.SPI,), pins=(17, 22, 24, 25)),
    "pwm": Overlay((("pin", 18),)),
    "pwm-2chan": Overlay((("pin", 18), ("pin2", 19))),
    "rpi-dac": Overlay(buses=(Bus.I2S,)),
    "tft35a": _SPI_SCREEN,
    "w1-gpio": Overlay((("gpiopin", 4),)),
    "waveshare35a": _SPI_SCREEN,
}
_FAMILIES: tuple[tuple[str, Overlay], ...] = (
    ("vc4-kms-dpi", Overlay(pins=_ALL)),
    ("pitft", Overlay(buses=(Bus.SPI,), pins=(24, 25))),
    ("spi0", Overlay(buses=(Bus.SPI,))),
    ("hifiberry-", _SOUND),
    ("iqaudio-", _SOUND),
    ("justboom-", _SOUND),
    ("allo-", _SOUND),
)
"""By how their names begin."""


def claims_of(text: str, *, model: str = "") -> tuple[TakenPin, ...]:
    """Return the pins that a ``config.txt`` gives away.

    Sections for other models than the one named, such as ``Raspberry Pi 4 Model B``, do not count.
    """
    return tuple(TakenPin(bcm=bcm, line=line) for line in _lines(text, model) for bcm in _taken_by(line))


def _lines(text: str, model: str) -> Iterator[str]:
    counts, numbered = True, re.search(r"Raspberry Pi (\d)", model)
    for raw in text.splitlines():
        line = raw.partition("#")[0].strip()
        if (section := _SECTION.fullmatch(line)) is not None:
            counts = section[1] in {"all", *([] if numbered is None else [f"pi{numbered[1]}"])}
        elif counts and line:
            yield line


def _taken_by(line: str) -> tuple[int, ...]:
    key, _, value = line.partition("=")
    match key.strip():
        case "enable_uart" if value.strip() == "1":
            return BUS_PINS[Bus.SERIAL]
        case "dtparam":
            on = [name for name, state in _pairs(value.split(",")).items() if state in ("", "on", "1", "true", "yes")]
            return tuple(bcm for name in on if name in _SWITCHES for bcm in BUS_PINS[_SWITCHES[name]])
        case "dtoverlay":
            name, *given = (part.strip() for part in value.split(","))
            family = next((overlay for start, overlay in _FAMILIES if name.startswith(start)), Overlay())
            return OVERLAYS.get(name, family).claimed(_pairs(given))
        case _:
            return ()


def _pairs(parts: list[str]) -> dict[str, str]:
    return {name.strip(): value.strip() for name, _, value in (part.partition("=") for part in parts)}
