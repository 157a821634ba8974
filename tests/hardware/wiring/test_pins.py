"""Numbers, firmware, table and drawings name the same pins, and what cannot be wired is refused."""

import re

import pytest

pytest.importorskip("schemdraw", reason="circuits are drawn at a desk; `make hardware` installs what does it")

from firmware.settings.boot_config import claims_of
from firmware.settings.config import Config, parse
from hardware.wiring.displays import DISPLAYS
from hardware.wiring.made import boot_text, files, settings_text
from hardware.wiring.pins import Part, pin_table, wires
from hardware.words import WORDS, PageLanguage
from tests.hardware.changes import NUMBERS, changed

SETTINGS = {Part.BUTTON: "button", Part.LAMP: "lamp", Part.LIGHT: "light", Part.BUZZER: "sound"}


def signals(numbers) -> dict[Part, int | None]:
    return {wire.part: wire.pin.bcm for wire in wires(numbers) if wire.role == "signal"}


MOVED = changed({"pins.button": 24, "pins.lamp": 12, "pins.buzzer": 26, "pins.light": 16, "pins.shutdown": 25})


@pytest.mark.parametrize("numbers", [NUMBERS, MOVED])
def test_settings_wires_table_and_drawings_say_the_same(numbers) -> None:
    config = parse(settings_text(numbers))
    assert {config.button.gpio, config.lamp.gpio, config.light.gpio, config.sound.gpio} == {"on"}
    found = signals(numbers)
    if numbers is NUMBERS:  # which are the firmware's defaults
        assert {part: getattr(Config(), name).pin for part, name in SETTINGS.items()}.items() <= found.items()
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
    for numbers in (NUMBERS, MOVED, changed({"display.model": "hdmi"}), changed({"display.model": "touch-display"})):
        found = wires(numbers)
        assert len({wire.pin.number for wire in found}) == len(found)
        for wire in found:
            wanted = {"ground": "ground", "supply": "5 V", "signal": ""}[wire.role]
            assert wire.pin.supply == wanted
        assert {wire.colour.name for wire in found if wire.role == "ground"} == {"black"}
        coloured = [wire.colour.name for wire in found if wire.role == "signal"]
        assert len(set(coloured)) == len(coloured) == len(SETTINGS) + 1


@pytest.mark.parametrize("display", DISPLAYS.values(), ids=lambda display: display.name)
def test_a_display_takes_the_pins_that_the_doctor_knows_its_overlay_to_take(display) -> None:
    assert set(display.takes_bcm) == {claim.bcm for claim in claims_of(display.overlay)}


def test_no_label_is_missing_in_a_language_and_every_part_is_drawn() -> None:
    for english, german in WORDS.values():
        assert english
        assert german
        assert re.findall(r"\{\w+\}", english) == re.findall(r"\{\w+\}", german)
    for name, content in files(NUMBERS).items():
        if name.startswith("circuit"):
            for part in ("R1", "R2", "R3", "R4", "R5", "R6", "D1", "D2", "D3", "Q1", "Q2", "S1", "S2", "BZ1", "330 Ω"):
                assert part in content.decode()
