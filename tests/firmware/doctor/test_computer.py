"""The supply, the heat, the clock and the pins, by files and words as they were recorded."""

from dataclasses import replace

import pytest

from firmware.doctor.computer import NO_PI, clock, heat, pins, power, python
from firmware.doctor.finding import Health
from firmware.settings.config import Config, parse
from tests.firmware.doctor.recorded import FIRMWARE, PI_4, PI_5, RTC, TEMPERATURE, expect, lay, saying

IN_2026_S = 1_795_334_400.0
ALARM = {"sys/class/hwmon/hwmon0/name": "cpu_thermal\n", "sys/class/hwmon/hwmon2/name": "rpi_volt\n"}
LOW = "sys/class/hwmon/hwmon2/in0_lcrit_alarm"
CONFIG = "boot/firmware/config.txt"
RASPBERRY_PI_OS = "dtparam=audio=on\ncamera_auto_detect=1\ndisplay_auto_detect=1\ndtoverlay=vc4-kms-v3d\n"
VCGENCMD = ("vcgencmd", "get_throttled")
IN_STEP = ("timedatectl", "show", "--property=NTPSynchronized", "--value")
GOOD, DOUBTFUL, FAILED = Health.GOOD, Health.DOUBTFUL, Health.FAILED


@pytest.mark.parametrize("model", [{}, {"proc/device-tree/model": "Some Board\0", TEMPERATURE: "99000\n"}])
def test_on_a_computer_that_is_no_pi_nothing_is_measured(model, tools):
    lay(tools.root, model)
    expect(python(tools), GOOD, "Python 3.")
    for examine in (power, heat):
        assert (examine(tools).health, examine(tools).sentence) == (Health.SKIPPED, NO_PI)
    assert pins(Config(), tools).health is Health.SKIPPED


@pytest.mark.parametrize(
    ("files", "said", "health", "words"),
    [
        ({FIRMWARE: "1\n"}, "throttled=0x0\n", GOOD, "held since the start"),  # vcgencmd is believed first
        ({}, "throttled=0x50005\n", FAILED, "too low now (0x50005). Take the supply made for this Pi"),
        ({}, "throttled=0x50000\n", DOUBTFUL, "was too low since the start (0x50000)"),
        ({}, "throttled=0xe0008\n", DOUBTFUL, "heat slows it down (0xe0008)"),
        ({}, "throttled=0x80000\n", DOUBTFUL, "since the start heat slowed it down"),
        ({}, "throttled=0x20002\n", DOUBTFUL, "heat slows it down"),
        # Where vcgencmd is missing the kernel is asked, and where that says nothing its sensor, which tells of now.
        ({FIRMWARE: "50005\n"}, None, FAILED, "too low now"),
        ({**ALARM, LOW: "1\n"}, None, FAILED, "too low now"),
        ({**ALARM, LOW: "0\n"}, None, GOOD, "high enough now"),
        ({**ALARM, LOW: "\xff"}, None, DOUBTFUL, "tells"),
        *(
            ({FIRMWARE: said}, said, DOUBTFUL, "neither vcgencmd nor the kernel tells the voltage")
            for said in ("", "throttled=", "throttled=0xghij", "\xff\xfe\0")
        ),
    ],
)
def test_what_firmware_and_kernel_say_of_the_supply_is_put_in_words(files, said, health, words, tools):
    run = saying({} if said is None else {VCGENCMD: said})
    expect(power(replace(tools, root=lay(tools.root, PI_4, files), run=run)), health, words)


@pytest.mark.parametrize(
    ("millidegrees", "health", "words"),
    [
        ("69999\n", GOOD, "at 70 °C"),
        ("70000\n", DOUBTFUL, "at 70 °C; from 80 °C on it slows itself down"),
        ("80500\n", DOUBTFUL, "slows itself down. Give it air"),
        ("-274000\n", DOUBTFUL, "says -274 °C"),
        ("hot\n", DOUBTFUL, "says nothing"),
    ],
)
def test_heat_is_judged(millidegrees, health, words, tools):
    expect(heat(replace(tools, root=lay(tools.root, PI_4, {TEMPERATURE: millidegrees}))), health, words)


@pytest.mark.parametrize(
    ("now_s", "said", "battery", "health", "words"),
    [
        *((now_s, None, None, DOUBTFUL, "never set: no date") for now_s in (0.0, 131.0, 1e18)),
        (IN_2026_S, "yes\n", None, GOOD, "2026-11-22 08:00 UTC"),
        (IN_2026_S, "no\n", None, DOUBTFUL, "goes on where it stood"),
        (IN_2026_S, None, f"{IN_2026_S - 30:.0f}\n", GOOD, "a clock with a battery"),
        (IN_2026_S, None, "12\n", DOUBTFUL, "says another time. Charge or change the battery"),
        (IN_2026_S, None, "never\n", DOUBTFUL, "goes on where it stood"),
    ],
)
def test_the_clock_is_believed_where_something_keeps_it(now_s, said, battery, health, words, tools):
    root = lay(tools.root, PI_5, {} if battery is None else {RTC: battery})
    run = saying({} if said is None else {IN_STEP: said})
    found = clock(replace(tools, root=root, run=run, now_s=lambda: now_s))
    expect(found, health, words)
    assert "1970" not in found.sentence


ALL = "button.pin is GPIO 17, lamp.pin is GPIO 27, light.pin is GPIO 23, sound.pin is GPIO 22"
GOODIX = "button.pin is taken by dtoverlay=goodix in config.txt: the nearest free one is GPIO 24 (pin 18)"


@pytest.mark.parametrize(
    ("files", "settings", "health", "words"),
    [
        ({**PI_5, CONFIG: "dtoverlay=gpio-shutdown\n"}, "", GOOD, ALL),
        ({CONFIG: "dtoverlay=goodix"}, "", DOUBTFUL, GOODIX),
        ({"boot/config.txt": "dtoverlay=goodix"}, "", DOUBTFUL, GOODIX),  # before bookworm it lay elsewhere
        ({CONFIG: "dtoverlay=waveshare35a"}, "", DOUBTFUL, "GPIO 17 of button.pin is taken by dtoverlay=waveshare35a"),
        ({CONFIG: "dtoverlay=i2c-gpio"}, "", DOUBTFUL, "GPIO 23 of light.pin is taken by dtoverlay=i2c-gpio"),
        ({CONFIG: "dtoverlay=gpio-shutdown,gpio_pin=27"}, "", DOUBTFUL, "GPIO 27 of lamp.pin is taken by dtoverlay=gp"),
        ({CONFIG: "enable_uart=1"}, "[button]\npin = 15", DOUBTFUL, "GPIO 15 of button.pin is taken by enable_uart=1"),
        ({CONFIG: ""}, "[button]\npin = 1", DOUBTFUL, "GPIO 1 of button.pin belongs to the HAT EEPROM of every add-on"),
        ({CONFIG: ""}, "[light]\npin = 5", DOUBTFUL, "light.pin is on until Serviert runs, since GPIO 5 is pulled up"),
    ],
)
def test_a_pin_that_something_else_takes_is_named_with_the_nearest_free_one(files, settings, health, words, tools):
    (path,) = files.keys() - PI_4.keys()
    root = lay(tools.root, {**PI_4, **files, path: RASPBERRY_PI_OS + files[path]})
    expect(pins(parse(settings), replace(tools, root=root)), health, words)


def test_where_a_screen_takes_the_whole_header_no_other_pin_is_named(tools):
    root = lay(tools.root, PI_4, {CONFIG: "dtoverlay=vc4-kms-dpi-hyperpixel4"})
    found = pins(Config(), replace(tools, root=root))
    assert found.health is Health.DOUBTFUL
    assert "nearest" not in found.sentence
