"""Numbers, firmware, table and drawings name the same pins, and what cannot be wired is refused."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("schemdraw", reason="circuits are drawn at a desk; `make hardware` installs what does it")

from firmware.settings.boot_config import claims_of
from firmware.settings.config import Config, parse
from hardware.errors import NumbersError
from hardware.numbers import Feed, load
from hardware.wiring.circuit import MOST_PIN_MA
from hardware.wiring.displays import DISPLAYS
from hardware.wiring.made import boot_text, files, settings_text
from hardware.wiring.pins import Part, pin_table, wires
from hardware.words import WORDS, PageLanguage

NUMBERS = load()
SETTINGS = {Part.BUTTON: "button", Part.LAMP: "lamp", Part.LIGHT: "light", Part.BUZZER: "sound"}


def with_pins(**pins: int):
    return NUMBERS.changed("pins", **pins)


def with_display(name: str):
    return NUMBERS.changed("display", model=name)


def signals(numbers) -> dict[Part, int | None]:
    return {wire.part: wire.pin.bcm for wire in wires(numbers) if wire.role == "signal"}


def test_the_numbers_are_the_firmwares_defaults() -> None:
    config, pins = Config(), NUMBERS.pins
    assert (pins.button, pins.lamp, pins.buzzer, pins.light) == (
        config.button.pin,
        config.lamp.pin,
        config.sound.pin,
        config.light.pin,
    )


MOVED = with_pins(button=24, lamp=12, buzzer=26, light=16, shutdown=25)


@pytest.mark.parametrize("numbers", [NUMBERS, MOVED])
def test_settings_wires_table_and_drawings_say_the_same(numbers) -> None:
    config = parse(settings_text(numbers))
    found = signals(numbers)
    assert {part: getattr(config, name).pin for part, name in SETTINGS.items()} == {
        part: found[part] for part in SETTINGS
    }
    assert {claim.bcm for claim in claims_of(boot_text(numbers))} == {found[Part.SHUTDOWN]}
    made = {name: content.decode() for name, content in files(numbers).items()}
    assert made["serviert.toml"] == settings_text(numbers)
    for language, circuit, header in (
        ("en", "circuit-en.svg", "header-en.svg"),
        ("de", "circuit-de.svg", "header-de.svg"),
    ):
        rows = re.findall(r"^\| \*\*(\d+)\*\* \| (\d+|–)", pin_table(numbers, PageLanguage(language)), re.MULTILINE)
        assert [int(number) for number, _ in rows] == [wire.pin.number for wire in wires(numbers)]
        assert {int(bcm) for _, bcm in rows if bcm != "–"} == set(found.values())
        drawn = set(re.findall(r"GPIO (\d+)", made[circuit]))
        assert drawn == set(re.findall(r"GPIO (\d+)", made[header])) == {str(bcm) for bcm in found.values()}
        word = WORDS["pin"][language == "de"]
        for wire in wires(numbers):
            assert f"{word} {wire.pin.number} ·" in made[header]
            assert re.search(rf"{word} {wire.pin.number}\b", made[circuit])


def test_every_wire_has_a_pin_of_its_own_that_is_what_the_wire_needs() -> None:
    for numbers in (NUMBERS, MOVED, with_display("hdmi"), with_display("touch-display")):
        found = wires(numbers)
        assert len({wire.pin.number for wire in found}) == len(found)
        for wire in found:
            wanted = {"ground": "ground", "supply": "5 V", "signal": ""}[wire.role]
            assert wire.pin.supply == wanted
        assert {wire.colour.name for wire in found if wire.role == "ground"} == {"black"}
        coloured = [wire.colour.name for wire in found if wire.role == "signal"]
        assert len(set(coloured)) == len(coloured) == len(SETTINGS) + 1


@pytest.mark.parametrize(
    ("pins", "said"),
    [
        ({"lamp": 17}, r"pins\.button and pins\.lamp: both got GPIO 17 .*nearest free one is GPIO 27"),
        ({"light": 22}, r"pins\.light and pins\.buzzer: both got GPIO 22 .*nearest free one is GPIO 23"),
        ({"shutdown": 17}, r"pins\.button and pins\.shutdown: both got GPIO 17 .*nearest free one is GPIO 24"),
        ({"button": 2}, r"pins\.button = 2 .*I²C; the nearest is 17"),
        ({"shutdown": 2}, r"pins\.shutdown = 2 .*I²C"),
        ({"button": 14}, r"pins\.button = 14 .*serial port"),
        ({"button": 10}, r"pins\.button = 10 .*SPI"),
        ({"lamp": 18}, r"pins\.lamp = 18 .*I²S sound"),
        ({"light": 1}, r"pins\.light = 1 .*HAT EEPROM"),
        ({"buzzer": 5}, r"pins\.buzzer = 5 .*pulled up at the start.*nearest is 12"),
    ],
)
def test_a_pin_that_cannot_be_is_refused_with_the_nearest_that_works(pins: dict[str, int], said: str) -> None:
    with pytest.raises(NumbersError, match=said):
        wires(with_pins(**pins))


def test_a_pin_no_header_has_is_refused() -> None:
    with pytest.raises(NumbersError, match=r"pins\.light = 28 .* nearest is 27"):
        with_pins(light=28)


@pytest.mark.parametrize(
    ("display", "said"),
    [
        ("goodix-dsi", (r"pins\.button = 17 .*takes GPIO 17; the nearest is 24", r"pins\.shutdown = 3 .*takes GPIO 3")),
        ("spi-3.5", (r"pins\.button = 17 .*takes GPIO 17; the nearest is 12", r"pins\.lamp = 27 .*covers pin 13")),
        ("hyperpixel-4", (r"pins\.light = 23 .*takes GPIO 23; no other is free",)),
        ("oled", (r"oled.*legal is touch-display-2",)),
    ],
)
def test_a_display_that_takes_our_pins_is_told_pin_by_pin(display: str, said: tuple[str, ...]) -> None:
    with pytest.raises(NumbersError) as raised:
        wires(with_display(display))
    for each in said:
        assert re.search(each, str(raised.value))


def test_the_shutdown_button_on_gpio_3_shares_the_bus_with_nothing_on_the_recommended_display() -> None:
    assert signals(NUMBERS)[Part.SHUTDOWN] == 3
    assert DISPLAYS["touch-display-2"].takes_bcm == ()
    assert 3 in DISPLAYS["goodix-dsi"].takes_bcm


@pytest.mark.parametrize("display", DISPLAYS.values(), ids=lambda display: display.name)
def test_a_display_takes_the_pins_that_the_doctor_knows_its_overlay_to_take(display) -> None:
    assert set(display.takes_bcm) == {claim.bcm for claim in claims_of(display.overlay)}


def test_the_light_cannot_be_fed_from_pins_that_a_plug_covers() -> None:
    fed = NUMBERS.changed("light_supply", feed=Feed.HEADER)
    with pytest.raises(NumbersError, match=r'light_supply\.feed = "header" .*covers both pins.*"own"'):
        wires(fed)
    without = fed.changed("display", model="hdmi")
    assert [wire.pin.number for wire in wires(without) if wire.role == "supply"] == [4]


def test_the_same_numbers_make_the_same_bytes() -> None:
    assert files(NUMBERS) == files(NUMBERS)


def test_no_label_is_missing_in_a_language_and_every_part_is_drawn() -> None:
    for english, german in WORDS.values():
        assert english
        assert german
        assert re.findall(r"\{\w+\}", english) == re.findall(r"\{\w+\}", german)
    for name, content in files(NUMBERS).items():
        if name.startswith("circuit"):
            for part in ("R1", "R2", "R3", "R4", "R5", "R6", "D1", "D2", "D3", "Q1", "Q2", "S1", "S2", "BZ1", "330 Ω"):
                assert part in content.decode()


def test_the_settings_are_insisted_on() -> None:
    config = parse(settings_text(NUMBERS))
    assert {config.button.gpio, config.lamp.gpio, config.light.gpio, config.sound.gpio} == {"on"}
    assert MOST_PIN_MA == 16.0
