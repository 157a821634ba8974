"""What the doctor says of the pins of the header."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.doctor.finding import Finding, Health
from firmware.doctor.instruments import Instruments
from firmware.doctor.pins import pins
from firmware.settings.config import Config, parse
from tests.firmware.doctor.recorded import PI_4, PI_5, expect, lay

RASPBERRY_PI_OS = "dtparam=audio=on\ncamera_auto_detect=1\ndisplay_auto_detect=1\ndtoverlay=vc4-kms-v3d\n"


def examined(
    tools: Instruments, tmp_path: Path, text: str, *, settings: str = "", model: Mapping[str, str] = PI_4
) -> Finding:
    root = lay(tmp_path / "root", model, {"boot/firmware/config.txt": RASPBERRY_PI_OS + text})
    return pins(parse(settings), replace(tools, root=root))


def test_away_from_a_pi_there_is_no_header(tools):
    assert pins(Config(), tools).health is Health.SKIPPED


@pytest.mark.parametrize("model", [PI_4, PI_5])
def test_on_a_pi_as_it_is_installed_every_pin_is_free(model, tools, tmp_path):
    expect(
        examined(tools, tmp_path, "dtoverlay=gpio-shutdown\n", model=model),
        Health.GOOD,
        "button.pin is GPIO 17, lamp.pin is GPIO 27, light.pin is GPIO 23, sound.pin is GPIO 22",
    )


def test_before_bookworm_the_file_lay_elsewhere(tools, tmp_path):
    root = lay(tmp_path / "root", PI_4, {"boot/config.txt": "dtoverlay=goodix\n"})
    assert pins(Config(), replace(tools, root=root)).health is Health.DOUBTFUL


@pytest.mark.parametrize(
    ("text", "settings", "said"),
    [
        (
            "dtoverlay=goodix",
            "",
            "button.pin is taken by dtoverlay=goodix in config.txt: the nearest free one is GPIO 24 (pin 18)",
        ),
        ("dtoverlay=waveshare35a", "", "GPIO 17 of button.pin is taken by dtoverlay=waveshare35a in config.txt: the"),
        ("dtoverlay=i2c-gpio", "", "GPIO 23 of light.pin is taken by dtoverlay=i2c-gpio"),
        ("dtoverlay=gpio-shutdown,gpio_pin=27", "", "GPIO 27 of lamp.pin is taken by dtoverlay=gpio-shutdown"),
        ("enable_uart=1", "[button]\npin = 15", "GPIO 15 of button.pin is taken by enable_uart=1"),
        ("", "[button]\npin = 1", "GPIO 1 of button.pin belongs to the HAT EEPROM of every add-on board"),
        ("", "[light]\npin = 5", "light.pin is on until Serviert runs, since GPIO 5 is pulled up at the start"),
    ],
)
def test_a_pin_that_something_else_takes_is_named_with_the_nearest_free_one(text, settings, said, tools, tmp_path):
    expect(examined(tools, tmp_path, text, settings=settings), Health.DOUBTFUL, said)


def test_where_a_screen_takes_the_whole_header_no_other_pin_is_named(tools, tmp_path):
    found = examined(tools, tmp_path, "dtoverlay=vc4-kms-dpi-hyperpixel4")
    assert found.health is Health.DOUBTFUL
    assert "nearest" not in found.sentence
