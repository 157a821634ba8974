"""The header as it is, and a pin that is wanted twice."""

import pytest

from firmware.errors import ConfigError
from firmware.settings.config import Config, parse
from hardware.header import BUS_PINS, FIVE_VOLTS, GROUND, HEADER, PULLED_UP, THREE_VOLTS, nearest_free, pin_of
from tests.cases import cases

# Source: Raspberry Pi documentation, "GPIO and the 40-pin header", read off its picture.
PRINTED = {3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25}
PRINTED |= {23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21}
SUPPLIES = {FIVE_VOLTS: [2, 4], THREE_VOLTS: [1, 17], GROUND: [6, 9, 14, 20, 25, 30, 34, 39]}


def test_the_header_is_the_one_on_every_pi_since_2014():
    assert [pin.number for pin in HEADER] == list(range(1, 41))
    assert {pin.number: pin.bcm for pin in HEADER if pin.bcm is not None} == PRINTED
    assert {name: [pin.number for pin in HEADER if pin.supply == name] for name in SUPPLIES} == SUPPLIES


def test_the_nearest_free_pin_is_free_and_none_is_nearer():
    taken = [17, 27, 22, 23]
    for bcm in range(28):
        in_use = {bcm, *taken, *PULLED_UP, *(pin for pins in BUS_PINS.values() for pin in pins)}
        rows = {other: abs(pin_of(other).place[0] - pin_of(bcm).place[0]) for other in set(range(28)) - in_use}
        assert rows[nearest_free(bcm, taken)] == min(rows.values())
    assert nearest_free(17, range(28)) is None


@pytest.mark.parametrize(("text", "said"), cases(__file__)["used_twice"])
def test_a_pin_used_twice_is_refused_with_both_settings_and_the_nearest_free_one(text, said):
    with pytest.raises(ConfigError) as raised:
        parse(text, source="table.toml")
    assert str(raised.value).startswith(f"table.toml: {said}")


def test_the_defaults_lie_on_pins_that_are_nothing_else_and_dark_at_the_start():
    config = parse('[light]\ngpio = "off"\n[button]\npin = 23')  # what is left out takes no pin
    assert {use.setting: use.bcm for use in config.pins} == {"button.pin": 23, "lamp.pin": 27, "sound.pin": 22}
    assert all(pin_of(use.bcm).bus is None and use.bcm not in PULLED_UP for use in Config().pins)
