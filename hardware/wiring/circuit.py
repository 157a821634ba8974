"""The small currents: lamp, transistors and button, and what each pin of the header gives.

Source: Raspberry Pi documentation, "GPIO" (BCM2711: pull-ups 33 to 73 kΩ, leakage up to 10 µA, low below 0.8 V, high
    from 2.0 V; 7 mA while the level holds) and "Power supply" (16 mA a pin, 50 mA all together); Alpha & Omega,
    AO3400A, "Electrical Characteristics" and "Thermal Characteristics".
"""

import math

from hardware.errors import NumbersError
from hardware.numbers import Numbers

PIN_VOLTS = 3.3
MOST_PIN_MA, MOST_PINS_MA = 16.0, 50.0
STEADY_PIN_MA = 7.0  # a pin of a Pi 4 gives more only below the voltage that counts as high
HIGH_VOLTS = 2.0
PULL_UP_OHM = (33e3, 73e3)
LEAK_A = 10e-6
SHUTDOWN_PULL_UP_OHM = 1.8e3
"""GPIO 2 and 3 have one of their own on the board. Source: Raspberry Pi documentation, "GPIO and the 40-pin header"."""

E12 = tuple(float(ohm * 10**power) for power in range(4) for ohm in (10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82))
BRIGHT_MA = 0.5  # an LED of today is plainly seen indoors from here on: assumed
GATE_OHM, GATE_DOWN_OHM, BUTTON_SERIES_OHM = 220.0, 10e3, 1e3

MAINS_V, MAINS_HZ = 325.0, 50.0
COUPLING_F_PER_M = 5e-12  # between a mains cable and one laid along it: assumed, of the usual size

TRANSISTOR = "AO3400A"  # switches a load to ground
RATED_GATE_VOLTS, ON_OHM = 2.5, 0.048  # at which its resistance is promised, and that, at most
LEAST_THRESHOLD_VOLTS, GATE_LEAK_A = 0.65, 100e-9  # below this it is surely off; what leaks, at most
HEAT_C_PER_W = 125.0  # junction to air, at most


def resistors_ohm(numbers: Numbers) -> dict[str, float]:
    """Return the resistors by what they are for."""
    gates = {"gate": GATE_OHM, "gate-down": GATE_DOWN_OHM}
    return {"button": BUTTON_SERIES_OHM, "lamp": numbers.wiring.lamp_ohm, **gates}


def loss_w(load_a: float) -> float:
    """Return what the transistor turns into heat."""
    return load_a**2 * ON_OHM


def lamp_ma(volts: float, ohm: float) -> float:
    """Return the current through the lamp.

    >>> round(lamp_ma(2.0, 330.0), 1), round(lamp_ma(3.0, 330.0), 1)
    (3.9, 0.9)
    """
    return (PIN_VOLTS - volts) / ohm * 1000


def check_lamp(numbers: Numbers) -> None:
    """Refuse a resistor with which the pin gives too much, or none is seen: `NumbersError`, with the nearest of E12."""
    volts, ohm = numbers.wiring.lamp_volts, numbers.wiring.lamp_ohm
    current_ma = lamp_ma(volts, ohm)
    if BRIGHT_MA <= current_ma <= STEADY_PIN_MA:
        return
    least, most = (PIN_VOLTS - volts) / STEADY_PIN_MA * 1000, (PIN_VOLTS - volts) / BRIGHT_MA * 1000
    legal = [each for each in E12 if least <= each <= most]
    nearest = min(legal, key=lambda each: abs(math.log(each / ohm)))
    legal_ma = f"legal is {BRIGHT_MA:g} to {STEADY_PIN_MA:g} mA; the nearest is {nearest:g}"
    raise numbers.refused("wiring.lamp_ohm", f"{current_ma:.1f} mA through an LED of {volts:g} V; {legal_ma}")


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


def released_volts(cable_mm: float) -> float:
    """Return what a pin sees of a released button over a cable, by the weakest pull-up: with what leaks, and hums."""
    hum_per_m = 2 * math.pi * MAINS_HZ * COUPLING_F_PER_M * MAINS_V * PULL_UP_OHM[1]
    return PIN_VOLTS - LEAK_A * PULL_UP_OHM[1] - hum_per_m * cable_mm / 1000


def longest_button_mm() -> float:
    """Return the longest cable over which a button is surely read, in whole decimetres."""
    return math.floor((released_volts(0.0) - HIGH_VOLTS) / (released_volts(0.0) - released_volts(100.0))) * 100.0


def check_button(cable_mm: float) -> None:
    """Refuse a cable over which the button is not surely read: `NumbersError`, with the longest that is."""
    if released_volts(cable_mm) < HIGH_VOLTS:
        raise NumbersError(
            f"wiring.button_cable_mm = {cable_mm:g} cannot be built: the pin sees {released_volts(cable_mm):.2f} V "
            f"when released, and high begins at {HIGH_VOLTS:g} V; the nearest is {longest_button_mm():g}"
        )
