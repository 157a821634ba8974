"""Numbers, firmware, table and drawings name the same pins; currents and voltages are those of others' tables."""

import re

import pytest

from firmware.settings.boot_config import claims_of
from firmware.settings.config import Config, parse
from hardware import errors, words
from hardware.numbers import Computer
from hardware.wiring import budget, circuit, power
from hardware.wiring.made import boot_text, files, settings_text
from hardware.wiring.pins import Part, pin_table, wires
from tests.cases import cases
from tests.hardware.changes import NUMBERS, changed

SETTINGS = {Part.BUTTON: "button", Part.LAMP: "lamp", Part.LIGHT: "light", Part.BUZZER: "sound"}
MOVED = changed({"pins.button": 24, "pins.lamp": 12, "pins.buzzer": 26, "pins.light": 16, "pins.shutdown": 25})


@pytest.mark.parametrize("numbers", [NUMBERS, MOVED])
def test_settings_wires_table_and_drawings_say_the_same(numbers):
    pytest.importorskip("schemdraw", reason="circuits are drawn at a desk; `make hardware` installs what does it")
    config = parse(settings_text(numbers))
    assert {config.button.gpio, config.lamp.gpio, config.light.gpio, config.sound.gpio} == {"on"}
    found = {wire.part: wire.pin.bcm for wire in wires(numbers) if wire.role == "signal"}
    settings = {part: getattr(config, name).pin for part, name in SETTINGS.items()}
    assert settings == {part: found[part] for part in SETTINGS}
    if numbers is NUMBERS:  # which are the firmware's defaults
        assert settings == {part: getattr(Config(), name).pin for part, name in SETTINGS.items()}
    assert {claim.bcm for claim in claims_of(boot_text(numbers))} == {found[Part.SHUTDOWN]}
    made = {name: content.decode() for name, content in files(numbers).items()}
    for language in words.PageLanguage:
        circuit_svg, header_svg = made[f"circuit-{language}.svg"], made[f"header-{language}.svg"]
        rows = re.findall(r"^\| \*\*(\d+)\*\* \| (\d+|–)", pin_table(numbers, language), re.MULTILINE)
        assert [int(number) for number, _ in rows] == [wire.pin.number for wire in wires(numbers)]
        assert {int(bcm) for _, bcm in rows if bcm != "–"} == set(found.values())
        drawn = set(re.findall(r"GPIO (\d+)", circuit_svg))
        assert drawn == set(re.findall(r"GPIO (\d+)", header_svg)) == {str(bcm) for bcm in found.values()}
        for wire in wires(numbers):
            word = language.of(words.WORDS["pin"])
            assert f"{word} {wire.pin.number} ·" in header_svg
            assert re.search(rf"{word} {wire.pin.number}\b", circuit_svg)


def test_every_wire_has_a_pin_of_its_own_that_is_what_the_wire_needs():
    for numbers in (NUMBERS, MOVED, changed({"display.model": "hdmi"}), changed({"display.model": "touch-display"})):
        found = wires(numbers)
        assert len({wire.pin.number for wire in found}) == len(found)
        supplies = {"ground": "ground", "supply": "5 V", "signal": ""}
        assert all(wire.pin.supply == supplies[wire.role] for wire in found)
        assert {wire.colour.name for wire in found if wire.role == "ground"} == {"black"}
        coloured = [wire.colour.name for wire in found if wire.role == "signal"]
        assert len(set(coloured)) == len(coloured) == len(SETTINGS) + 1


def test_a_display_takes_the_pins_that_the_doctor_knows_its_overlay_to_take_and_words_are_in_both_languages():
    for display in power.DISPLAYS.values():
        assert set(display.takes_bcm) == {claim.bcm for claim in claims_of(display.overlay)}, display.name
    for english, german in words.WORDS.values():
        assert english
        assert german
        assert re.findall(r"\{\w+\}", english) == re.findall(r"\{\w+\}", german)


# Source: "Wire Resistance Table" (cirris.com) and "AWG" (daycounter.com): Ω/km and mm² of copper at 20 °C.
@pytest.mark.parametrize(("awg", "ohm_per_km", "mm2"), cases(__file__)["copper"])
def test_copper_is_as_in_the_tables(awg, ohm_per_km, mm2):
    assert power.loop_ohm(awg, 500_000.0) == pytest.approx(ohm_per_km, rel=0.01)
    assert power.area_mm2(awg) == pytest.approx(mm2, rel=0.01)


def test_the_nearest_cables_are_the_last_that_work():
    most_ohm = power.loop_ohm(20, 1000.0)
    assert (power.thinnest(1000.0, most_ohm), power.thinnest(1000.0, most_ohm * 0.999)) == (20, 19)
    assert (power.thinnest(10_000.0, 0.001), power.longest_mm(20, most_ohm * 1.0001)) == (None, 1000.0)
    assert power.longest_mm(20, most_ohm * 0.999) == 950.0


def test_the_builds_are_fed_well_and_display_and_light_get_what_their_leads_leave():
    budget.check(NUMBERS)
    assert power.volts_at_pi(NUMBERS) >= power.LEAST_V
    # By hand: 3.75 A over 2 × 1.2 m of AWG 17 (16.6 mΩ/m) and 20 mΩ of contacts.
    assert power.volts_at_pi(NUMBERS, 3.75) == pytest.approx(5.1 - 3.75 * (2.4 * 0.0166 + 0.020), abs=0.002)
    # Ohm: 0.6 A over 2 × 0.6 m of 0.518 mm² copper, 0.017241 Ω mm²/m.
    lost = power.volts_at_pi(NUMBERS) - power.volts_at_display(NUMBERS)
    assert lost == pytest.approx(0.6 * 1.2 * 0.017241 / 0.518, abs=1e-4)
    budget.check(changed({"wiring.display_lead_awg": 30, "display.model": "hdmi"}))  # which is fed by itself
    pi_4 = {"supply.amps": 3.0, "supply.cable_awg": 18, "supply.cable_mm": 1500.0, "wiring.computer": Computer.PI_4}
    budget.check(changed(pi_4))


def test_no_pin_gives_more_than_it_may_and_the_transistor_switches_at_its_voltage():
    currents = circuit.pin_currents_ma(NUMBERS)
    assert max(currents.values()) <= circuit.STEADY_PIN_MA < circuit.MOST_PIN_MA
    assert sum(currents.values()) <= circuit.MOST_PINS_MA
    assert circuit.PIN_VOLTS / circuit.GATE_OHM * 1000 <= circuit.MOST_PIN_MA  # while it charges a gate
    assert circuit.RATED_GATE_VOLTS <= circuit.PIN_VOLTS
    # What leaks into a gate that nothing drives, over its resistor; 100 kΩ would not do.
    leaking = circuit.LEAK_A + circuit.GATE_LEAK_A
    assert leaking * circuit.GATE_DOWN_OHM < circuit.LEAST_THRESHOLD_VOLTS < leaking * 100e3
    assert circuit.loss_w(power.ring_amps(NUMBERS)) * circuit.HEAT_C_PER_W < 20


def test_a_button_is_read_over_the_longest_cable_and_its_resistor_leaves_a_low():
    longest = circuit.longest_button_mm()
    circuit.check_button(longest)
    with pytest.raises(errors.NumbersError):
        circuit.check_button(longest + 200.0)
    # A divider of R1 and the pull-up: low ends at 0.8 V. GPIO 3 has a stronger one, so its button has no R1.
    series, volts = circuit.BUTTON_SERIES_OHM, circuit.PIN_VOLTS
    assert volts * series / (series + circuit.PULL_UP_OHM[0]) < 0.8
    assert volts * series / (series + circuit.SHUTDOWN_PULL_UP_OHM) > 0.8
