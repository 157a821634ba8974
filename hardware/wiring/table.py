"""The table of the header's pins, as Markdown."""

from __future__ import annotations

from hardware.numbers import Numbers
from hardware.wiring.circuit import BUTTON_SERIES_OHM, GATE_OHM, pin_currents_ma
from hardware.wiring.pins import Part, Wire, wires
from hardware.words import PageLanguage, word

_SETTINGS = {
    Part.BUTTON: "`button.pin`",
    Part.LAMP: "`lamp.pin`",
    Part.LIGHT: "`light.pin`",
    Part.BUZZER: "`sound.pin`",
    Part.SHUTDOWN: "`gpio-shutdown`",
}


def ohms(value: float) -> str:
    """Return a resistance as it is written on drawings.

    >>> ohms(330.0), ohms(10_000.0)
    ('330 Ω', '10 kΩ')
    """
    return f"{value / 1000:g} kΩ" if value >= 1000 else f"{value:g} Ω"


def through(part: Part, numbers: Numbers, language: PageLanguage) -> str:
    """Return what lies between a pin and its part."""
    resistors = {
        Part.BUTTON: BUTTON_SERIES_OHM,
        Part.LAMP: numbers.wiring.lamp_ohm,
        Part.LIGHT: GATE_OHM,
        Part.BUZZER: GATE_OHM,
    }
    if part not in resistors:
        return word("direct", language)
    gate = ", AO3400A" if part in (Part.LIGHT, Part.BUZZER) else ""
    return ohms(resistors[part]) + gate


def target(wire: Wire, language: PageLanguage) -> str:
    """Return where a wire goes, in words."""
    if wire.role == "ground" and wire.part is Part.BUTTON:
        return word("box-ground", language)
    name = word(f"{wire.part.value}-long", language)
    return name if wire.role == "signal" else f"{name}, {word(wire.role, language)}"


def pin_table(numbers: Numbers, language: PageLanguage) -> str:
    """Return the table of all wires from the header; `NumbersError` if they cannot be wired."""
    currents = pin_currents_ma(numbers)
    heads = ("pin", "gpio", "goes-to", "wire", "through", "setting", "current")
    lines = ["| " + " | ".join(word(head, language) for head in heads) + " |", "|---" * len(heads) + "|"]
    for wire in wires(numbers):
        is_signal = wire.role == "signal"
        cells = (
            f"**{wire.pin.number}**",
            "–" if wire.pin.bcm is None else f"{wire.pin.bcm}",
            target(wire, language),
            word(wire.colour.name, language),
            through(wire.part, numbers, language) if is_signal else "",
            _SETTINGS[wire.part] if is_signal else "",
            _ma(currents[wire.part.value], language) if is_signal else "",
        )
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _ma(current_ma: float, language: PageLanguage) -> str:
    return f"{current_ma:.1f} mA".replace(".", language.of((".", ",")))
