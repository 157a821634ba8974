"""Which wire goes to which pin of the header, whether all of them can, and the table of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from hardware import data
from hardware.errors import NumbersError
from hardware.header import GROUND, HEADER, PULLED_UP, HeaderPin, PinUse, nearest_free, pin_of, taken_twice
from hardware.numbers import Numbers
from hardware.optics.table import lined
from hardware.wiring.circuit import TRANSISTOR, pin_currents_ma, resistors_ohm
from hardware.wiring.power import DisplayModel, display_in
from hardware.words import PageLanguage, word


class Part(StrEnum):
    """What hangs on the header."""

    BUTTON = "button"
    LAMP = "lamp"
    LIGHT = "light"
    BUZZER = "buzzer"
    SHUTDOWN = "shutdown"
    DISPLAY = "display"
    SWITCHES = "switches"  # the board with both transistors


@dataclass(frozen=True, slots=True)
class WireColour:
    """A colour of a wire."""

    name: str  # a word of `hardware.words`
    rgb: str  # for the drawings, as CSS writes it


BLACK, RED = WireColour("black", "#1d1d1f"), WireColour("red", "#d0021b")
COLOURS = data.load(Path(__file__).with_suffix(".toml"), dict[Part, WireColour])


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """A wire from the header."""

    pin: HeaderPin  # where it begins
    part: Part  # where it goes
    colour: WireColour  # of its insulation
    role: str  # ``signal``, ``ground`` or ``supply``


def wires(numbers: Numbers) -> tuple[Wire, ...]:
    """Return every wire from the header, by the pin's number; `NumbersError`, a line each, of pins that are no good."""
    display = display_in(numbers)
    signals = {part: pin_of(getattr(numbers.pins, part.value)) for part in COLOURS}
    if complaints := tuple(_complaints(numbers, display)):
        raise NumbersError("\n".join(complaints))
    found = [Wire(pin=pin, part=part, colour=COLOURS[part], role="signal") for part, pin in signals.items()]
    found += [Wire(pin=pin, part=part, colour=BLACK, role="ground") for part, pin in _grounds(signals, display).items()]
    if 2 in display.plugs and len(display.plugs) <= _PLUG_PINS:
        found += [Wire(pin=HEADER[1], part=Part.DISPLAY, colour=RED, role="supply")]
        found += [Wire(pin=HEADER[5], part=Part.DISPLAY, colour=BLACK, role="ground")]
    return tuple(sorted(found, key=lambda wire: wire.pin.number))


def _complaints(numbers: Numbers, display: DisplayModel) -> Iterator[str]:
    uses = [PinUse(f"pins.{part.value}", getattr(numbers.pins, part.value)) for part in COLOURS]
    if said := taken_twice(uses):
        yield said
    covered = {pin.bcm for pin in HEADER if pin.number in display.plugs and pin.bcm is not None}
    busy = covered.union(display.takes_bcm, (use.bcm for use in uses))
    for use in uses:
        if (why := _why_not(use, display)) is not None:
            nearest = nearest_free(use.bcm, busy)
            instead = "no other is free" if nearest is None else f"the nearest is {nearest}"
            yield f"{use.setting} = {use.bcm} cannot be built: {why}; {instead}"


def _why_not(use: PinUse, display: DisplayModel) -> str | None:
    pin = pin_of(use.bcm)
    if use.bcm in display.takes_bcm:
        return f"{display.title} takes GPIO {use.bcm}"
    if pin.number in display.plugs:
        return f"the plug of {display.title} covers pin {pin.number}"
    if pin.bus is not None and not (use.setting == "pins.shutdown" and use.bcm == 3):
        return f"GPIO {use.bcm} belongs to the {pin.bus}"
    if use.setting in _SWITCHED_ON and use.bcm in PULLED_UP:
        return f"GPIO {use.bcm} is pulled up at the start, so that it would be on until Serviert runs"
    return None


_SWITCHED_ON = frozenset({"pins.light", "pins.lamp", "pins.buzzer"})


def _grounds(signals: dict[Part, HeaderPin], display: DisplayModel) -> dict[Part, HeaderPin]:
    """Return a ground for button box, shutdown button and switch board, each the nearest that is left."""
    free = [pin for pin in HEADER if pin.supply == GROUND and pin.number not in display.plugs]
    if len(free) < len(_GROUPS):
        raise NumbersError(
            f'display.model = "{display.name}" leaves {len(free)} grounds on the header, {len(_GROUPS)} are needed; '
            "the nearest that works is touch-display-2"
        )
    found = {}
    for group, parts in _GROUPS.items():
        rows = [signals[part].place[0] for part in parts]
        found[group] = min(free, key=lambda pin: sum(abs(pin.place[0] - row) for row in rows))
        free.remove(found[group])
    return found


_GROUPS: dict[Part, tuple[Part, ...]] = {
    Part.SHUTDOWN: (Part.SHUTDOWN,),
    Part.BUTTON: (Part.BUTTON, Part.LAMP),  # one box, one cable
    Part.SWITCHES: (Part.LIGHT, Part.BUZZER),
}
"""Which ground serves what."""


_PLUG_PINS = 3  # what covers more sits on the header instead of being plugged there by wires
_SETTINGS = {Part.BUZZER: "sound.pin", Part.SHUTDOWN: "gpio-shutdown"}  # where it is not called as its part


def ohms(value: float) -> str:
    """Return a resistance as it is written on drawings.

    >>> ohms(330.0), ohms(10_000.0)
    ('330 Ω', '10 kΩ')
    """
    return f"{value / 1000:g} kΩ" if value >= 1000 else f"{value:g} Ω"


def through(part: Part, numbers: Numbers, language: PageLanguage) -> str:
    """Return what lies between a pin and its part."""
    values = resistors_ohm(numbers)
    if part in (Part.LIGHT, Part.BUZZER):
        return f"{ohms(values['gate'])}, {TRANSISTOR}"
    return ohms(values[part]) if part in values else word("direct", language)


def target(wire: Wire, language: PageLanguage) -> str:
    """Return where a wire goes, in words."""
    if wire.role == "ground" and wire.part is Part.BUTTON:
        return word("box-ground", language)
    name = word(f"{wire.part.value}-long", language)
    return name if wire.role == "signal" else f"{name}, {word(wire.role, language)}"


def pin_table(numbers: Numbers, language: PageLanguage) -> str:
    """Return the table of all wires from the header; `NumbersError` if they cannot be wired."""
    currents, lines = pin_currents_ma(numbers), list[list[str]]()
    heads = ("pin", "gpio", "goes-to", "wire", "through", "setting", "current")
    for wire in wires(numbers):
        cells = [f"**{wire.pin.number}**", "–" if wire.pin.bcm is None else f"{wire.pin.bcm}"]
        cells += [target(wire, language), word(wire.colour.name, language)]
        if wire.role == "signal":
            current = f"{currents[wire.part.value]:.1f} mA".replace(".", language.of((".", ",")))
            setting = _SETTINGS.get(wire.part, f"{wire.part.value}.pin")
            cells += [through(wire.part, numbers, language), f"`{setting}`", current]
        lines.append([*cells, "", "", ""][: len(heads)])
    return lined((word(head, language) for head in heads), lines) + "\n"
