"""Currents and voltages against tables of others, and what is too weak refused with what would do."""

import re

import pytest

from hardware.errors import NumbersError
from hardware.numbers import Computer, Feed
from hardware.wiring import circuit
from hardware.wiring.budget import budget, check
from hardware.wiring.power import (
    LEAST_V,
    area_mm2,
    loads_on_pi,
    loads_on_ring_supply,
    longest_mm,
    loop_ohm,
    ring_amps,
    thinnest,
    volts_at_display,
    volts_at_pi,
    volts_at_ring,
    worst_a,
)
from hardware.words import PageLanguage
from tests.hardware.changes import NUMBERS, changed


# Source: "Wire Resistance Table" (cirris.com) and "AWG" (daycounter.com): Ω/km and mm² of copper at 20 °C.
@pytest.mark.parametrize(
    ("awg", "ohm_per_km", "mm2"),
    [(16, 13.17, 1.31), (18, 20.95, 0.823), (20, 33.3, 0.518), (24, 84.2, 0.205), (28, 212.9, 0.081)],
)
def test_copper_is_as_in_the_tables(awg: int, ohm_per_km: float, mm2: float) -> None:
    assert loop_ohm(awg, 500_000.0) == pytest.approx(ohm_per_km, rel=0.01)
    assert area_mm2(awg) == pytest.approx(mm2, rel=0.01)


def test_the_nearest_cables_are_the_last_that_work() -> None:
    most_ohm = loop_ohm(20, 1000.0)
    assert thinnest(1000.0, most_ohm) == 20
    assert thinnest(1000.0, most_ohm * 0.999) == 19
    assert thinnest(10_000.0, 0.001) is None
    assert longest_mm(20, most_ohm * 1.0001) == 1000.0
    assert longest_mm(20, most_ohm * 0.999) == 950.0


def test_the_build_of_the_numbers_is_fed_well() -> None:
    check(NUMBERS)
    assert volts_at_pi(NUMBERS) >= LEAST_V > volts_at_pi(changed({"light_supply.feed": Feed.HEADER}))
    # By hand: 3.75 A over 2 × 1.2 m of AWG 17 (16.6 mΩ/m) and 20 mΩ of contacts.
    assert volts_at_pi(NUMBERS, 3.75) == pytest.approx(5.1 - 3.75 * (2.4 * 0.0166 + 0.020), abs=0.002)
    pi_4 = {"supply.amps": 3.0, "supply.cable_awg": 18, "supply.cable_mm": 1500.0, "wiring.computer": Computer.PI_4}
    check(changed(pi_4))
    assert worst_a(loads_on_pi(changed(pi_4))) < worst_a(loads_on_pi(NUMBERS))


def test_a_display_and_a_light_get_what_their_leads_leave() -> None:
    """Source: Ohm: 0.6 A over 2 × 0.6 m of 0.518 mm² copper, 0.017241 Ω mm²/m."""
    assert volts_at_pi(NUMBERS) - volts_at_display(NUMBERS) == pytest.approx(0.6 * 1.2 * 0.017241 / 0.518, abs=1e-4)
    check(changed({"wiring.display_lead_awg": 30, "display.model": "hdmi"}))  # which is fed by itself
    assert volts_at_ring(NUMBERS) < 5.0
    assert loads_on_ring_supply(changed({"light_supply.feed": Feed.HEADER})) == ()


def test_no_pin_gives_more_than_it_may_and_the_transistor_switches_at_its_voltage() -> None:
    currents = circuit.pin_currents_ma(NUMBERS)
    assert max(currents.values()) <= circuit.STEADY_PIN_MA < circuit.MOST_PIN_MA
    assert sum(currents.values()) <= circuit.MOST_PINS_MA
    assert circuit.PIN_VOLTS / circuit.GATE_OHM * 1000 <= circuit.MOST_PIN_MA  # while it charges a gate
    mosfet = circuit.AO3400A
    assert mosfet.rated_gate_volts <= circuit.PIN_VOLTS
    assert (
        circuit.floating_gate_volts(mosfet) < mosfet.least_threshold_volts < circuit.floating_gate_volts(mosfet, 100e3)
    )
    assert mosfet.warmth_c(ring_amps(NUMBERS)) < 10


def test_a_button_is_read_over_the_longest_cable_and_its_resistor_leaves_a_low() -> None:
    longest = circuit.button_line(600.0).longest_mm
    circuit.check_button(longest)
    with pytest.raises(NumbersError):
        circuit.check_button(longest + 200.0)
    assert circuit.button_line(longest).rise_us < 1000  # against 20 ms of debouncing
    assert circuit.pressed_volts(circuit.BUTTON_SERIES_OHM, circuit.PULL_UP_OHM[0]) < circuit.LOW_VOLTS
    assert circuit.pressed_volts(circuit.BUTTON_SERIES_OHM, circuit.OUTER_PULL_UP_OHM) < circuit.LOW_VOLTS
    assert circuit.pressed_volts(circuit.BUTTON_SERIES_OHM, circuit.SHUTDOWN_PULL_UP_OHM) > circuit.LOW_VOLTS


def test_the_budget_adds_up_and_has_no_gap_in_either_language() -> None:
    for language in PageLanguage:
        text = budget(NUMBERS, language)
        assert "{" not in text
        for part in text.split("###"):
            rows = [row.split("|")[2:4] for row in part.splitlines() if re.search(r" A\**\s*\|", row)]
            for column in zip(*rows, strict=True):
                *amps, together = (float(cell.strip(" *A").replace(",", ".")) for cell in column)
                assert sum(amps) == pytest.approx(together)
