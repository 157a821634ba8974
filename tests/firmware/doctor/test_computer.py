"""The supply, the heat, the clock and the pins, by files and words as they were recorded."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.doctor.computer import NO_PI, clock, heat, pins, power, python, throttled_bits
from firmware.doctor.finding import Finding, Health
from firmware.doctor.instruments import Instruments
from firmware.settings.config import Config, parse
from tests.firmware.doctor.recorded import FIRMWARE, PI_4, PI_5, RTC, TEMPERATURE, expect, lay, saying

VCGENCMD = ("vcgencmd", "get_throttled")
TIMEDATECTL = ("timedatectl", "show", "--property=NTPSynchronized", "--value")
IN_2026_S = 1_795_334_400.0
ALARM = {"sys/class/hwmon/hwmon0/name": "cpu_thermal\n", "sys/class/hwmon/hwmon2/name": "rpi_volt\n"}


def pi(tools: Instruments, *files: Mapping[str, str], said: Mapping[tuple[str, ...], str] | None = None) -> Instruments:
    return replace(tools, root=lay(tools.root, PI_4, *files), run=saying(said or {}), now_s=lambda: IN_2026_S)


def test_python_is_told(tools):
    assert "Python 3." in python(tools).sentence


@pytest.mark.parametrize("examine", [power, heat])
def test_on_a_computer_that_is_no_pi_nothing_is_measured(examine, tools):
    for model in (None, "Some Board\0"):
        if model is not None:
            lay(tools.root, {"proc/device-tree/model": model, TEMPERATURE: "99000\n"})
        found = examine(tools)
        assert (found.health, found.sentence) == (Health.SKIPPED, NO_PI)


@pytest.mark.parametrize(
    ("bits", "health", "words"),
    [
        ("0x0", Health.GOOD, "held since the start"),
        ("0x50005", Health.FAILED, "too low now (0x50005). Take the supply made for this Pi"),
        ("0x50000", Health.DOUBTFUL, "was too low since the start (0x50000)"),
        ("0xe0008", Health.DOUBTFUL, "heat slows it down (0xe0008)"),
        ("0x80000", Health.DOUBTFUL, "since the start heat slowed it down"),
        ("0x20002", Health.DOUBTFUL, "heat slows it down"),
    ],
)
def test_what_the_firmware_says_of_the_supply_is_put_in_words(bits, health, words, tools):
    expect(power(pi(tools, said={VCGENCMD: f"throttled={bits}\n"})), health, words)


def test_where_vcgencmd_is_missing_the_kernel_is_asked(tools):
    assert power(pi(tools, {FIRMWARE: "50005\n"})).health is Health.FAILED
    assert power(pi(tools, {FIRMWARE: "0\n"})).health is Health.GOOD


def test_vcgencmd_is_believed_before_the_kernel(tools):
    root = lay(tools.root, {FIRMWARE: "1\n"})
    assert throttled_bits(root, saying({VCGENCMD: "throttled=0x0\n"})) == 0


@pytest.mark.parametrize(
    ("alarm", "health", "words"),
    [
        ("1\n", Health.FAILED, "too low now"),
        ("0\n", Health.GOOD, "high enough now"),
        ("\xff", Health.DOUBTFUL, "tells"),
    ],
)
def test_where_only_the_kernels_sensor_is_left_it_tells_of_now(alarm, health, words, tools):
    expect(power(pi(tools, ALARM, {"sys/class/hwmon/hwmon2/in0_lcrit_alarm": alarm})), health, words)


@pytest.mark.parametrize("said", ["", "VCHI initialization failed", "throttled=", "throttled=0xghij", "\xff\xfe\0"])
def test_what_is_no_answer_is_a_sentence(said, tools):
    expect(
        power(pi(tools, {FIRMWARE: said}, said={VCGENCMD: said})),
        Health.DOUBTFUL,
        "neither vcgencmd nor the kernel tells the voltage",
    )


@pytest.mark.parametrize(
    ("millidegrees", "health", "words"),
    [
        ("48312\n", Health.GOOD, "at 48 °C"),
        ("69999\n", Health.GOOD, "at 70 °C"),
        ("70000\n", Health.DOUBTFUL, "at 70 °C; from 80 °C on it slows itself down"),
        ("80500\n", Health.DOUBTFUL, "slows itself down. Give it air"),
        ("-274000\n", Health.DOUBTFUL, "says -274 °C"),
        ("hot\n", Health.DOUBTFUL, "says nothing"),
        ("", Health.DOUBTFUL, "says nothing"),
    ],
)
def test_heat_is_judged(millidegrees, health, words, tools):
    expect(heat(pi(tools, {TEMPERATURE: millidegrees})), health, words)


@pytest.mark.parametrize("now_s", [0.0, 131.0, 1e18])
def test_a_clock_in_1970_or_beyond_all_years_is_said_without_a_date(now_s, tools):
    found = clock(replace(pi(tools), now_s=lambda: now_s))
    expect(found, Health.DOUBTFUL, "never set")
    assert "1970" not in found.sentence


def test_a_clock_in_step_with_the_network_is_good(tools):
    expect(clock(pi(tools, said={TIMEDATECTL: "yes\n"})), Health.GOOD, "2026-11-22 08:00 UTC")


def test_a_clock_that_nobody_keeps_may_be_late(tools):
    expect(clock(pi(tools, said={TIMEDATECTL: "no\n"})), Health.DOUBTFUL, "goes on where it stood")


@pytest.mark.parametrize(
    ("kept", "health", "words"),
    [
        (f"{IN_2026_S - 30:.0f}\n", Health.GOOD, "a clock with a battery"),
        ("12\n", Health.DOUBTFUL, "says another time. Charge or change the battery"),
        ("never\n", Health.DOUBTFUL, "goes on where it stood"),
    ],
)
def test_a_clock_with_a_battery_is_compared(kept, health, words, tools):
    expect(clock(replace(pi(tools, PI_5, {RTC: kept}))), health, words)


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
