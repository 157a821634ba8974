"""Which pins of the header a Pi gives to something else when it starts, as ``config.txt`` says.

Source: Raspberry Pi documentation, "config.txt" (conditional filters, dtparam, dtoverlay, enable_uart).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from firmware.tables import table
from hardware.header import BUS_PINS, Bus

FILES = ("boot/firmware/config.txt", "boot/config.txt")  # where it lies: since bookworm, and before
_SECTION = re.compile(r"\[(.+)\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenPin:
    """A pin that is given to something."""

    bcm: int
    line: str  # the line that gives it


@dataclass(frozen=True, slots=True)
class Overlay:
    """What an overlay, or a switch, takes."""

    params: Mapping[str, int] = field(default_factory=dict)  # parameters that name a pin, and their defaults
    buses: Sequence[str] = ()  # names of `Bus` whose pins it takes as well
    pins: Sequence[int] = ()  # BCM numbers that it always takes

    def claimed(self, given: dict[str, str]) -> tuple[int, ...]:
        """Return the BCM numbers it takes with the parameters given."""
        texts = [(given.get(name, ""), default) for name, default in self.params.items()]
        chosen = [int(text) if text.isdecimal() else default for text, default in texts]
        return (*(bcm for bus in self.buses for bcm in BUS_PINS[Bus[bus]]), *self.pins, *chosen)


@cache
def _known() -> dict[str, dict[str, Overlay]]:
    """Return switches, overlays and families of overlays, each by name."""
    tables = table(__file__, "overlays")
    return {kind: {name: Overlay(**parts) for name, parts in named.items()} for kind, named in tables.items()}


def claims_of(text: str, *, model: str = "") -> tuple[TakenPin, ...]:
    """Return the pins that a ``config.txt`` gives away.

    Sections for other models than the one named, such as ``Raspberry Pi 4 Model B``, do not count.
    """
    claims, counts, numbered = list[TakenPin](), True, re.search(r"Raspberry Pi (\d)", model)
    for raw in text.splitlines():
        line = raw.partition("#")[0].strip()
        if (section := _SECTION.fullmatch(line)) is not None:
            counts = section[1] in {"all", *([] if numbered is None else [f"pi{numbered[1]}"])}
        elif counts and line:
            claims.extend(TakenPin(bcm=bcm, line=line) for bcm in _taken_by(line))
    return tuple(claims)


def _taken_by(line: str) -> tuple[int, ...]:
    key, _, value = line.partition("=")
    match key.strip():
        case "enable_uart" if value.strip() == "1":
            return BUS_PINS[Bus.SERIAL]
        case "dtparam":
            on = [name for name, state in _pairs(value.split(",")).items() if state in ("", "on", "1", "true", "yes")]
            return tuple(bcm for name in on for bcm in _known()["switches"].get(name, Overlay()).claimed({}))
        case "dtoverlay":
            name, *given = (part.strip() for part in value.split(","))
            families = (overlay for start, overlay in _known()["families"].items() if name.startswith(start))
            return _known()["overlays"].get(name, next(families, Overlay())).claimed(_pairs(given))
        case _:
            return ()


def _pairs(parts: list[str]) -> dict[str, str]:
    return {name.strip(): value.strip() for name, _, value in (part.partition("=") for part in parts)}
