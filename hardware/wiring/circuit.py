"""The small currents: lamp, transistors and button, and what each pin of the header gives.

Source: Raspberry Pi documentation, "GPIO" (BCM2711: pull-ups 33 to 73 kΩ, leakage up to 10 µA, low below 0.8 V, high
    from 2.0 V; 7 mA while the level holds) and "Power supply" (16 mA a pin, 50 mA all together); Alpha & Omega,
    AO3400A, "Electrical Characteristics" and "Thermal Characteristics".
"""

import math
from dataclasses import dataclass

from hardware.errors import NumbersError
from hardware.numbers import Numbers

PIN_VOLTS = 3.3
MOST_PIN_MA, MOST_PINS_MA = 16.0, 50.0
STEADY_PIN_MA = 7.0  # a pin of a Pi 4 gives more only below the voltage that counts as high
LOW_VOLTS, HIGH_VOLTS = 0.8, 2.0
PULL_UP_OHM = (33e3, 73e3)
LEAK_A = 10e-6
SHUTDOWN_PULL_UP_OHM = 1.8e3
"""GPIO 2 and 3 have one of their own on the board. Source: Raspberry Pi documentation, "GPIO and the 40-pin header"."""

E12 = tuple(float(ohm * 10**power) for power in range(4) for ohm in (10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82))
BRIGHT_MA = 0.5  # an LED of today is plainly seen indoors from here on: assumed
GATE_OHM, GATE_DOWN_OHM, BUTTON_SERIES_OHM, OUTER_PULL_UP_OHM = 220.0, 10e3, 1e3, 10e3

MAINS_V, MAINS_HZ = 325.0, 50.0
COUPLING_F_PER_M, CABLE_F_PER_M = 5e-12, 100e-12
"""Between a mains cable and one laid along it, and between the two wires of a cable: assumed, of the usual size."""


TRANSISTOR = "AO3400A"  # switches a load to ground
RATED_GATE_VOLTS, ON_OHM = 2.5, 0.048  # at which its resistance is promised, and that, at most
LEAST_THRESHOLD_VOLTS, GATE_LEAK_A = 0.65, 100e-9  # below this it is surely off; what leaks, at most
HEAT_C_PER_W = 125.0  # junction to air, at most


def loss_w(load_a: float) -> float:
    """Return what the transistor turns into heat."""
    return load_a**2 * ON_OHM


def lamp_ma(volts: float, ohm: float) -> float:
    """Return the current through the lamp.

    >>> round(lamp_ma(2.0, 330.0), 1), round(lamp_ma(3.0, 330.0), 1)
    (3.9, 0.9)
    """
    return (PIN_VOLTS - volts) / ohm * 1000


def check_lamp(volts: float, ohm: float) -> None:
    """Refuse a resistor with which the pin gives too much, or none is seen: `NumbersError`, with the nearest of E12."""
    current_ma = lamp_ma(volts, ohm)
    if BRIGHT_MA <= current_ma <= STEADY_PIN_MA:
        return
    least, most = (PIN_VOLTS - volts) / STEADY_PIN_MA * 1000, (PIN_VOLTS - volts) / BRIGHT_MA * 1000
    legal = [each for each in E12 if least <= each <= most]
    nearest = min(legal, key=lambda each: abs(math.log(each / ohm)))
    raise NumbersError(
        f"wiring.lamp_ohm = {ohm:g} cannot be built: {current_ma:.1f} mA through an LED of {volts:g} V; legal is "
        f"{BRIGHT_MA:g} to {STEADY_PIN_MA:g} mA; the nearest is {nearest:g}"
    )


def floating_gate_volts(down_ohm: float = GATE_DOWN_OHM) -> float:
    """Return the voltage that leaking currents leave on a gate while no program drives the pin."""
    return (LEAK_A + GATE_LEAK_A) * down_ohm


def pin_currents_ma(numbers: Numbers) -> dict[str, float]:
    """Return what each pin gives or takes in the steady state, by the part."""
    gate_ma = PIN_VOLTS / (GATE_OHM + GATE_DOWN_OHM) * 1000
    return {
        "button": PIN_VOLTS / PULL_UP_OHM[0] * 1000,
        "lamp": lamp_ma(numbers.wiring.lamp_volts, numbers.wiring.lamp_ohm),
        "light": gate_ma,
        "buzzer": gate_ma,
        "shutdown": PIN_VOLTS / SHUTDOWN_PULL_UP_OHM * 1000,
    }


def pressed_volts(series_ohm: float, pull_up_ohm: float) -> float:
    """Return what a pin sees of a pressed button behind a resistor.

    >>> round(pressed_volts(BUTTON_SERIES_OHM, PULL_UP_OHM[0]), 2)
    0.1
    """
    return PIN_VOLTS * series_ohm / (series_ohm + pull_up_ohm)


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonLine:
    """The cable to the button, reckoned at its worst."""

    rise_us: float  # until a released button is read as such: cable and pull-up are a low-pass
    released_volts: float  # with that hum and what leaks, at the least
    longest_mm: float  # so long it may be
    least_leak_ohm: float  # a wet contact of less than this reads as pressed


def button_line(cable_mm: float, pull_up_ohm: float = PULL_UP_OHM[1]) -> ButtonLine:
    """Return what a cable does to the button, by the weakest pull-up there is; an outer one beside it is stronger."""
    idle_volts = PIN_VOLTS - LEAK_A * pull_up_ohm
    hum_per_m = 2 * math.pi * MAINS_HZ * COUPLING_F_PER_M * MAINS_V * pull_up_ohm
    return ButtonLine(
        rise_us=CABLE_F_PER_M * cable_mm / 1000 * pull_up_ohm * math.log(PIN_VOLTS / (PIN_VOLTS - HIGH_VOLTS)) * 1e6,
        released_volts=idle_volts - hum_per_m * cable_mm / 1000,
        longest_mm=math.floor((idle_volts - HIGH_VOLTS) / hum_per_m * 10) * 100.0,
        least_leak_ohm=pull_up_ohm * HIGH_VOLTS / (PIN_VOLTS - HIGH_VOLTS),
    )


def check_button(cable_mm: float) -> None:
    """Refuse a cable over which the button is not surely read: `NumbersError`, with the longest that is."""
    line = button_line(cable_mm)
    if line.released_volts < HIGH_VOLTS:
        raise NumbersError(
            f"wiring.button_cable_mm = {cable_mm:g} cannot be built: the pin sees {line.released_volts:.2f} V when "
            f"released, and high begins at {HIGH_VOLTS:g} V; the nearest is {line.longest_mm:g}"
        )
