"""The power: who takes how much, whether the supply gives it, and what the cable leaves of its voltage.

Too low a voltage is what troubles a Pi most often: cards lose writes and cameras drop off before it stops.

Source: Raspberry Pi documentation, "Power supply" (warning below 4.63 V ± 5 %; currents of the Pi 4; 250 mA for a
    camera; 5.1 V), product brief of the 15.3 W supply (1.5 m of AWG 18). As known to us and not looked up again: the
    Pi 5's currents, the cable of its 27 W supply (1.2 m of AWG 17), USB Type-C Specification, "Low Level Contact
    Resistance" (40 mΩ a contact, four of each pole). ASTM B258 (diameters of American wire gauges); IEC 60028
    (resistivity of annealed copper at 20 °C).
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from hardware import data
from hardware.errors import NumbersError
from hardware.numbers import Numbers

COPPER_OHM_MM2_PER_M = 0.017241
GAUGES = tuple(range(14, 31))  # gauges that such cables are made of, thickest first

WARNED_BELOW_V, WARNING_IS_OFF_BY = 4.63, 0.05
LEAST_V = WARNED_BELOW_V * (1 + WARNING_IS_OFF_BY)  # no Pi warns from here on, however its detector was made
CONTACTS_OHM = 2 * 0.040 / 4
RING_VOLTS = 5.0
LEAST_RING_VOLTS = 4.5  # below this a 5 V strip is plainly darker at its end: assumed
LEAST_DISPLAY_VOLTS = 4.75  # 5 V less five per cent: assumed, its maker says nothing
HEADROOM = 0.9  # share of what is printed on a supply that is counted on
SOLD_AMPS = (1.0, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)
USB_CAMERA = "usb"


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


def area_mm2(awg: int) -> float:
    """Return the cross-section of a conductor.

    >>> round(area_mm2(18), 2)
    0.82
    """
    return math.pi / 4 * math.pow(0.127 * math.pow(92, (36 - awg) / 39), 2)


def loop_ohm(awg: int, length_mm: float) -> float:
    """Return the resistance of a cable of two conductors, there and back.

    >>> round(loop_ohm(24, 1000.0), 3)
    0.168
    """
    return 2 * COPPER_OHM_MM2_PER_M * length_mm / 1000 / area_mm2(awg)


def thinnest(length_mm: float, most_ohm: float) -> int | None:
    """Return the thinnest gauge that has no more than so much resistance over a length, None where none has."""
    return next((awg for awg in reversed(GAUGES) if loop_ohm(awg, length_mm) <= most_ohm), None)


def longest_mm(awg: int, most_ohm: float) -> float:
    """Return the longest cable of a gauge that has no more than so much resistance, in whole steps of 50 mm."""
    return math.floor(most_ohm / loop_ohm(awg, 50.0)) * 50.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """Something that takes current at 5 V."""

    name: str  # a word of `hardware.words`
    typical_a: float
    worst_a: float  # at the most
    source: str  # of both, a word too


LOADS = data.load(Path(__file__).with_name("loads.toml"), dict[str, Load])


def loads_on_pi(numbers: Numbers) -> tuple[Load, ...]:
    """Return what the Pi's own supply feeds; `NumbersError` if the display is not known."""
    display = display_in(numbers)
    return (
        LOADS[numbers.wiring.computer],
        LOADS["usb-camera" if numbers.camera.model.startswith(USB_CAMERA) else "camera"],
        Load(name="display", typical_a=display.typical_a, worst_a=display.worst_a, source=display.source),
        LOADS["cooling"],
        *((LOADS["disk"],) if numbers.wiring.games_disk else ()),
    )


def loads_on_ring_supply(numbers: Numbers) -> tuple[Load, ...]:
    """Return what the light's own supply feeds."""
    ring_a = ring_amps(numbers)
    return Load(name="light", typical_a=ring_a, worst_a=ring_a, source="source-light"), LOADS["buzzer"]


def ring_amps(numbers: Numbers) -> float:
    """Return the current of the light over the board."""
    return numbers.light.led_watts / RING_VOLTS


def typical_a(loads: Iterable[Load]) -> float:
    """Return the current in play."""
    return sum(load.typical_a for load in loads)


def worst_a(loads: Iterable[Load]) -> float:
    """Return the current when all take the most at once."""
    return sum(load.worst_a for load in loads)


def volts_at_pi(numbers: Numbers, load_a: float | None = None) -> float:
    """Return the voltage that arrives at the Pi, at the worst where no current is given."""
    supply = numbers.supply
    current_a = worst_a(loads_on_pi(numbers)) if load_a is None else load_a
    return supply.volts - current_a * (loop_ohm(supply.cable_awg, supply.cable_mm) + CONTACTS_OHM)


def volts_at_ring(numbers: Numbers) -> float:
    """Return the voltage that arrives at the light."""
    ring = numbers.light_supply
    return RING_VOLTS - ring_amps(numbers) * loop_ohm(ring.cable_awg, ring.cable_mm)


def volts_at_display(numbers: Numbers) -> float:
    """Return the voltage that arrives at a display fed from the header, when all take the most."""
    lead_ohm = loop_ohm(numbers.wiring.display_lead_awg, numbers.wiring.display_lead_mm)
    return volts_at_pi(numbers) - display_in(numbers).worst_a * lead_ohm


def check_supply(numbers: Numbers) -> None:
    """Refuse a supply too weak for what it feeds: `NumbersError`, with the smallest that is sold and enough."""
    for name, amps, loads in (
        ("supply.amps", numbers.supply.amps, loads_on_pi(numbers)),
        ("light_supply.amps", numbers.light_supply.amps, loads_on_ring_supply(numbers)),
    ):
        if (need_a := worst_a(loads)) > HEADROOM * amps:
            nearest = next((each for each in SOLD_AMPS if HEADROOM * each >= need_a), SOLD_AMPS[-1])
            counted = f"of what is printed on a supply {HEADROOM:.0%} are counted on; the nearest is {nearest:g}"
            raise numbers.refused(name, f"at the worst {need_a:.2f} A are taken, and {counted}")


def check_cables(numbers: Numbers) -> None:
    """Refuse a cable with which the Pi, the light or a display gets too little: `NumbersError`, with those that do."""
    supply, ring, wiring = numbers.supply, numbers.light_supply, numbers.wiring
    need_a, found = worst_a(loads_on_pi(numbers)), volts_at_pi(numbers)
    told = f"at {need_a:.2f} A only {found:.2f} V arrive, and a Pi may warn below {LEAST_V:.2f} V"
    volts = ["supply.volts = 5.1"] if supply.volts < 5.1 else []
    _require("supply.cable", (supply.cable_awg, supply.cable_mm), (found, LEAST_V), need_a, told, *volts)
    found = volts_at_ring(numbers)
    told = f"{found:.2f} V arrive at the light, and from {LEAST_RING_VOLTS:g} V on it is bright"
    _require("light_supply.cable", (ring.cable_awg, ring.cable_mm), (found, LEAST_RING_VOLTS), ring_amps(numbers), told)
    if (display := display_in(numbers)).plugs:
        lead, found = (wiring.display_lead_awg, wiring.display_lead_mm), volts_at_display(numbers)
        told = f"{found:.2f} V arrive at the display, {LEAST_DISPLAY_VOLTS:g} V are needed"
        _require("wiring.display_lead", lead, (found, LEAST_DISPLAY_VOLTS), display.worst_a, told)


def _require(
    name: str, cable: tuple[int, float], volts: tuple[float, float], amps: float, told: str, *others: str
) -> None:
    """Refuse a cable over which less arrives than must, with the thinnest that works, and the longest of this gauge."""
    (awg, length_mm), (found, least) = cable, volts
    if found >= least:
        return
    most_ohm = loop_ohm(awg, length_mm) + (found - least) / amps
    ways = [f"{name}_awg = {gauge}"] if (gauge := thinnest(length_mm, most_ohm)) else []
    ways += [f"{name}_mm = {longest:g}"] if (longest := longest_mm(awg, most_ohm)) >= 100 else []
    why = f"{told}; the nearest is {' or '.join([*ways, *others]) or 'a shorter, thicker one, and 5.1 V'}"
    raise NumbersError(f"{name}_awg = {awg}, {name}_mm = {length_mm:g} cannot be built: {why}")
