"""The computer by files and words as they were recorded: supply, heat, clock, pins, page and screen; how it reads."""

import itertools
import socket
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from firmware.doctor.computer import NO_PI, clock, heat, pins, power
from firmware.doctor.finding import Health
from firmware.doctor.screen import display, screen
from firmware.doctor.speed import speed, speed_of
from firmware.settings.config import Config, parse
from tests.endtoend.desk import reader
from tests.firmware.doctor.recorded import FIRMWARE, PI_4, PI_5, RTC, TEMPERATURE, Blind, expect, lay, saying

GOOD, DOUBTFUL, FAILED = Health.GOOD, Health.DOUBTFUL, Health.FAILED


@pytest.mark.parametrize("model", [{}, {"proc/device-tree/model": "Some Board\0", TEMPERATURE: "99000\n"}])
def test_on_a_computer_that_is_no_pi_nothing_is_measured(model, tools):
    lay(tools.root, model)
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
        ({FIRMWARE: "50005\n"}, None, FAILED, "too low now"),  # where vcgencmd is missing the kernel is asked
        *(({FIRMWARE: said}, said, DOUBTFUL, "neither vcgencmd nor") for said in ("", "throttled=0xghij", "\xff\0")),
    ],
)
def test_what_firmware_and_kernel_say_of_the_supply_is_put_in_words(files, said, health, words, tools):
    run = saying({} if said is None else {("vcgencmd", "get_throttled"): said})
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


IN_2026_S = 1_795_334_400.0


@pytest.mark.parametrize(
    ("now_s", "said", "battery", "health", "words"),
    [
        *((now_s, None, None, DOUBTFUL, "never set: no date") for now_s in (0.0, 1e18)),
        (IN_2026_S, "yes\n", None, GOOD, "2026-11-22 08:00 UTC"),
        (IN_2026_S, "no\n", None, DOUBTFUL, "goes on where it stood"),
        (IN_2026_S, None, f"{IN_2026_S - 30:.0f}\n", GOOD, "a clock with a battery"),
        (IN_2026_S, None, "12\n", DOUBTFUL, "says another time. Charge or change the battery"),
        (IN_2026_S, None, "never\n", DOUBTFUL, "goes on where it stood"),
    ],
)
def test_the_clock_is_believed_where_something_keeps_it(now_s, said, battery, health, words, tools):
    root = lay(tools.root, PI_5, {} if battery is None else {RTC: battery})
    run = saying({} if said is None else {("timedatectl", "show", "--property=NTPSynchronized", "--value"): said})
    found = clock(replace(tools, root=root, run=run, now_s=lambda: now_s))
    expect(found, health, words)
    assert "1970" not in found.sentence


CONFIG = "boot/firmware/config.txt"
ALL = "button.pin is GPIO 17, lamp.pin is GPIO 27, light.pin is GPIO 23, sound.pin is GPIO 22"
GOODIX = "button.pin is taken by dtoverlay=goodix in config.txt: the nearest free one is GPIO 24 (pin 18)"


@pytest.mark.parametrize(
    ("path", "line", "settings", "health", "words"),
    [
        (CONFIG, "dtoverlay=gpio-shutdown\n", "", GOOD, ALL),
        (CONFIG, "dtoverlay=goodix", "", DOUBTFUL, GOODIX),
        ("boot/config.txt", "dtoverlay=goodix", "", DOUBTFUL, GOODIX),  # before bookworm it lay elsewhere
        (CONFIG, "dtoverlay=gpio-shutdown,gpio_pin=27", "", DOUBTFUL, "GPIO 27 of lamp.pin is taken by dtoverlay=gp"),
        (CONFIG, "", "[button]\npin = 1", DOUBTFUL, "GPIO 1 of button.pin belongs to the HAT EEPROM of every add-on"),
        (CONFIG, "", "[light]\npin = 5", DOUBTFUL, "light.pin is on until Serviert runs, since GPIO 5 is pulled up"),
        (CONFIG, "dtoverlay=vc4-kms-dpi-hyperpixel4", "", DOUBTFUL, "hyperpixel4 in config.txt; "),  # no pin is free
    ],
)
def test_a_pin_that_something_else_takes_is_named_with_the_nearest_free_one(path, line, settings, health, words, tools):
    lay(tools.root, PI_4, {path: f"dtparam=audio=on\ndtoverlay=vc4-kms-v3d\n{line}"})
    expect(pins(parse(settings), tools), health, words)


def ticking(step_s: float):
    ticks = itertools.count()
    return lambda: next(ticks) * step_s


def test_five_dice_read_right_or_wrong_tell_whether_this_computer_can_read():
    assert speed_of(reader(), None, now_s=ticking(1.0)) is not None
    expect(speed(speed_of(Blind(), None, now_s=ticking(0.001)), ()), FAILED, "are read wrong on this computer")


@pytest.mark.parametrize(
    ("camera_wh", "read_wh", "step_s", "readings"),
    [
        (None, (1440, 1440), 0.001, 21),  # the first does not count
        ((640, 480), (1440, 1440), 0.2, 6),
        ((3456, 1944), (3456, 1944), 30.0, 1),
    ],
)
def test_it_is_read_at_the_cameras_size_where_that_is_larger_and_for_some_seconds(camera_wh, read_wh, step_s, readings):
    blind = Blind()
    speed_of(blind, camera_wh, now_s=ticking(step_s))
    assert blind.sizes == [read_wh] * readings


def test_times_are_told_with_their_number_and_players_who_wait_why():
    told = "read in 0.20 s, 0.29 s at the 95th centile of 21; a picture is there in 0.07 s"
    expect(speed(tuple(np.linspace(0.1, 0.3, 21)), (0.05, 0.07, 0.3)), GOOD, told)
    expect(speed((0.9,), (0.2,)), DOUBTFUL, "so players wait")


DRM = "sys/class/drm"
NONE = {
    f"{DRM}/card1-HDMI-A-1/status": "disconnected\n",
    f"{DRM}/card1-HDMI-A-1/modes": "",
    f"{DRM}/card1-HDMI-A-2/status": "disconnected\n",
    f"{DRM}/card1-Writeback-1/status": "unknown\n",
    f"{DRM}/version": "drm 1.1.0 20060810\n",
}
TV = "1920x1080\n1920x1080i\n1280x720\n"


def plugged(connector: str, modes: str) -> dict[str, str]:
    return {f"{DRM}/{connector}/status": "connected\n", f"{DRM}/{connector}/modes": modes}


@pytest.mark.parametrize(
    ("files", "health", "words"),
    [
        (plugged("card0-DSI-1", "800x480\n"), GOOD, "800×480 px on DSI-1; chromium can show the page"),
        (plugged("card0-DSI-2", "720x1280\n"), GOOD, "720×1280 px on DSI-2"),
        (plugged("card0-DSI-1", "640x480\n"), DOUBTFUL, "640×480 px on DSI-1: the sheet is made for 800×480"),
        (plugged("card0-DSI-1", "400x1280\n"), DOUBTFUL, "take a larger one"),
        ({}, DOUBTFUL, "no screen is connected. Plug one in (HDMI-A-1, HDMI-A-2)"),
        (plugged("card1-HDMI-A-1", "\xff\xfe"), GOOD, "a screen of unknown size on HDMI-A-1"),
        (plugged("card1-DSI-1", "720x1280\n"), GOOD, "mounted across: touch the round arrow under Einrichten"),
        (
            plugged("card0-DSI-1", "480x320\n") | plugged("card1-HDMI-A-1", TV),
            GOOD,
            "480×320 px on DSI-1, 1920×1080 px on HDMI-A-1",
        ),
    ],
)
def test_the_screen_is_judged_by_its_size(files, health, words, tools):
    lay(tools.root, NONE, files)
    expect(screen(tools, "chromium"), health, words)


def test_a_screen_without_a_browser_is_of_no_use(tools):
    assert "this computer does not tell" in screen(tools, "firefox").sentence
    assert screen(tools, None).health is DOUBTFUL


def test_a_port_in_use_is_told_unless_a_companion_serves_there_and_a_free_one_is_good(config):
    host, port = config.display.host, config.display.port
    expect(display(config), GOOD, "")
    with closing(socket.create_server((host, port))):
        expect(display(config), DOUBTFUL, f"port {port} is in use")
        expect(display(config, is_served=True), GOOD, f"a companion serves the page on port {port}")
