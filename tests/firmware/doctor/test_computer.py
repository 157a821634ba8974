"""The supply, the heat and the clock, by files and words as they were recorded."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from firmware.doctor.computer import NO_PI, clock, heat, power, python, throttled_bits
from firmware.doctor.finding import Health
from firmware.doctor.instruments import Instruments
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
