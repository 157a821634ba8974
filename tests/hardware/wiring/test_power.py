"""Currents and voltages against tables of others, and what is too weak refused with what would do."""

from __future__ import annotations

import re

import pytest

from hardware.errors import NumbersError
from hardware.numbers import Computer, Feed, load
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

NUMBERS = load()


def supplied(**changes: float):
    return NUMBERS.changed("supply", **changes)


def ringed(**changes: object):
    return NUMBERS.changed("light_supply", **changes)


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
    assert volts_at_pi(NUMBERS) >= LEAST_V > volts_at_pi(ringed(feed=Feed.HEADER))
    # By hand: 3.75 A over 2 × 1.2 m of AWG 17 (16.6 mΩ/m) and 20 mΩ of contacts.
    assert volts_at_pi(NUMBERS, 3.75) == pytest.approx(5.1 - 3.75 * (2.4 * 0.0166 + 0.020), abs=0.002)


def test_a_pi_4_on_its_own_supply_is_fed_well_too() -> None:
    numbers = supplied(amps=3.0, cable_awg=18, cable_mm=1500.0).changed("wiring", computer=Computer.PI_4)
    check(numbers)
    assert worst_a(loads_on_pi(numbers)) < worst_a(loads_on_pi(NUMBERS))


def nearest_of(raised: pytest.ExceptionInfo[NumbersError], name: str) -> float:
    found = re.search(rf"nearest is.*?{re.escape(name)} = ([\d.]+)", str(raised.value))
    assert found is not None, str(raised.value)
    return float(found[1])


@pytest.mark.parametrize(("awg", "length_mm"), [(24, 1200.0), (20, 1200.0), (17, 2000.0)])
def test_too_thin_or_long_a_cable_is_refused_and_what_is_named_works(awg: int, length_mm: float) -> None:
    with pytest.raises(NumbersError, match=r"supply\.cable_awg = .* V arrive") as raised:
        check(supplied(cable_awg=awg, cable_mm=length_mm))
    check(supplied(cable_awg=int(nearest_of(raised, "supply.cable_awg")), cable_mm=length_mm))
    check(supplied(cable_awg=awg, cable_mm=nearest_of(raised, "supply.cable_mm")))


def test_a_phone_charger_is_refused_and_the_nearest_supply_works() -> None:
    with pytest.raises(NumbersError, match=r"supply\.amps = 2 .*3\.75 A .*nearest is 5$"):
        check(supplied(volts=5.0, amps=2.0, cable_awg=28))
    with pytest.raises(NumbersError, match=r"supply\.volts = 5\.1"):
        check(supplied(volts=5.0))


def test_a_light_through_the_header_is_too_much_for_the_pis_supply() -> None:
    with pytest.raises(NumbersError, match=r'supply\.amps = 5 .*nearest is 6, or light_supply\.feed = "own"'):
        check(ringed(feed=Feed.HEADER))
    strong = ringed(feed=Feed.HEADER).changed("supply", amps=6.0)
    with pytest.raises(NumbersError, match=r'light_supply\.feed = "own"'):
        check(strong)
    assert loads_on_ring_supply(strong) == ()


def test_a_light_too_strong_for_its_supply_or_its_cable_is_refused() -> None:
    with pytest.raises(NumbersError, match=r"light_supply\.amps = 2 .*nearest is 2\.5"):
        check(NUMBERS.changed("light", led_watts=9.5))
    with pytest.raises(NumbersError, match=r"light_supply\.cable_awg = 28") as raised:
        check(ringed(cable_awg=28))
    check(ringed(cable_awg=int(nearest_of(raised, "light_supply.cable_awg"))))
    check(ringed(cable_awg=28, cable_mm=nearest_of(raised, "light_supply.cable_mm")))
    assert volts_at_ring(NUMBERS) < 5.0


def test_a_display_fed_over_too_thin_or_long_a_lead_is_refused() -> None:
    """Source: Ohm: 0.6 A over 2 × 0.6 m of 0.518 mm² copper, 0.017241 Ω mm²/m."""
    assert volts_at_pi(NUMBERS) - volts_at_display(NUMBERS) == pytest.approx(0.6 * 1.2 * 0.017241 / 0.518, abs=1e-4)
    for changes in ({"display_lead_awg": 30}, {"display_lead_awg": 24, "display_lead_mm": 2500.0}):
        wrong = NUMBERS.changed("wiring", **changes)
        with pytest.raises(NumbersError, match=r"wiring\.display_lead_awg = .* V arrive at the display") as raised:
            check(wrong)
        awg, length_mm = (nearest_of(raised, f"wiring.display_lead_{what}") for what in ("awg", "mm"))
        check(wrong.changed("wiring", display_lead_awg=int(awg)))
        check(wrong.changed("wiring", display_lead_mm=length_mm))
        check(wrong.changed("display", model="hdmi"))


@pytest.mark.parametrize(
    ("volts", "ohm", "nearest"), [(2.0, 100.0, 220.0), (3.0, 2200.0, 560.0), (2.0, 47_000.0, 2200.0)]
)
def test_a_lamps_resistor_that_is_wrong_is_refused_with_the_nearest_of_e12(
    volts: float, ohm: float, nearest: float
) -> None:
    wrong = NUMBERS.changed("wiring", lamp_volts=volts, lamp_ohm=ohm)
    with pytest.raises(NumbersError, match=rf"wiring\.lamp_ohm = {ohm:g} .*nearest is {nearest:g}$"):
        check(wrong)
    circuit.check_lamp(volts, nearest)


def test_no_pin_gives_more_than_it_may() -> None:
    currents = circuit.pin_currents_ma(NUMBERS)
    assert max(currents.values()) <= circuit.STEADY_PIN_MA < circuit.MOST_PIN_MA
    assert sum(currents.values()) <= circuit.MOST_PINS_MA
    assert circuit.PIN_VOLTS / circuit.GATE_OHM * 1000 <= circuit.MOST_PIN_MA  # while it charges a gate


def test_the_transistor_switches_at_a_pins_voltage_stays_off_alone_and_stays_cold() -> None:
    mosfet = circuit.AO3400A
    assert mosfet.rated_gate_volts <= circuit.PIN_VOLTS
    assert (
        circuit.floating_gate_volts(mosfet) < mosfet.least_threshold_volts < circuit.floating_gate_volts(mosfet, 100e3)
    )
    assert mosfet.warmth_c(ring_amps(NUMBERS)) < 10


def test_a_button_is_read_over_its_cable_and_the_longest_is_the_last_that_works() -> None:
    longest = circuit.button_line(600.0).longest_mm
    circuit.check_button(longest)
    with pytest.raises(NumbersError, match=rf"wiring\.button_cable_mm = .*nearest is {longest:g}$"):
        circuit.check_button(longest + 200.0)
    assert circuit.button_line(longest).rise_us < 1000  # against 20 ms of debouncing


def test_the_resistor_before_the_button_leaves_a_low_and_before_the_shutdown_button_would_not() -> None:
    assert circuit.pressed_volts(circuit.BUTTON_SERIES_OHM, circuit.PULL_UP_OHM[0]) < circuit.LOW_VOLTS
    assert circuit.pressed_volts(circuit.BUTTON_SERIES_OHM, circuit.OUTER_PULL_UP_OHM) < circuit.LOW_VOLTS
    assert circuit.pressed_volts(circuit.BUTTON_SERIES_OHM, circuit.SHUTDOWN_PULL_UP_OHM) > circuit.LOW_VOLTS


def test_the_budget_adds_up_and_has_no_gap_in_either_language() -> None:
    for language in PageLanguage:
        text = budget(NUMBERS, language)
        assert "{" not in text
        tables = [
            [row.split("|")[2:4] for row in part.splitlines() if re.search(r" A\**\s*\|", row)]
            for part in text.split("###")
        ]
        for rows in (rows for rows in tables if rows):
            columns = [
                [float(cell.strip(" *A").replace(",", ".")) for cell in column] for column in zip(*rows, strict=True)
            ]
            for column in columns:
                assert sum(column[:-1]) == pytest.approx(column[-1])
