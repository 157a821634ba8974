"""The computer by files and words as they were recorded: supply, heat, clock, pins, page and screen; how it reads."""

import itertools
import socket
from contextlib import closing
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from firmware.doctor.computer import NO_PI, clock, pins, power
from firmware.doctor.finding import Finding, Health
from firmware.doctor.screen import display, screen
from firmware.doctor.speed import speed, speed_of
from firmware.settings.config import Config, parse
from tests.cases import cases
from tests.endtoend.desk import reader
from tests.firmware.doctor.recorded import PI_4, PI_5, RTC, TEMPERATURE, Blind, expect, lay, saying

GOOD, DOUBTFUL, FAILED = Health.GOOD, Health.DOUBTFUL, Health.FAILED
CASES = cases(__file__)


def expect_case(found: Finding, case: dict[str, Any]) -> None:
    expect(found, Health(case["health"]), case["words"])


@pytest.mark.parametrize("model", [{}, {"proc/device-tree/model": "Some Board\0", TEMPERATURE: "99000\n"}])
def test_on_a_computer_that_is_no_pi_nothing_is_measured(model, tools):
    lay(tools.root, model)
    assert (power(tools).health, power(tools).sentence) == (Health.SKIPPED, NO_PI)
    assert pins(Config(), tools).health is Health.SKIPPED


@pytest.mark.parametrize("case", CASES["supply"])
def test_what_firmware_and_kernel_say_of_the_supply_is_put_in_words(case, tools):
    run = saying({("vcgencmd", "get_throttled"): said} if (said := case.get("said")) is not None else {})
    expect_case(power(replace(tools, root=lay(tools.root, PI_4, case["files"]), run=run)), case)


@pytest.mark.parametrize("case", CASES["clock"])
def test_the_clock_is_believed_where_something_keeps_it(case, tools):
    root = lay(tools.root, PI_5, {RTC: case["battery"]} if "battery" in case else {})
    asked = ("timedatectl", "show", "--property=NTPSynchronized", "--value")
    run = saying({asked: case["said"]} if "said" in case else {})
    found = clock(replace(tools, root=root, run=run, now_s=lambda: case["now_s"]))
    expect_case(found, case)
    assert "1970" not in found.sentence


@pytest.mark.parametrize("case", CASES["pins"])
def test_a_pin_that_something_else_takes_is_named_with_the_nearest_free_one(case, tools):
    lay(tools.root, PI_4, {case["path"]: f"dtparam=audio=on\ndtoverlay=vc4-kms-v3d\n{case['line']}"})
    expect_case(pins(parse(case["settings"]), tools), case)


def ticking(step_s: float):
    ticks = itertools.count()
    return lambda: next(ticks) * step_s


def test_five_dice_read_right_or_wrong_tell_whether_this_computer_can_read():
    assert speed_of(reader(), None, now_s=ticking(1.0)) is not None
    expect(speed(speed_of(Blind(), None, now_s=ticking(0.001)), ()), FAILED, "are read wrong on this computer")


@pytest.mark.parametrize(("camera_wh", "read_wh", "step_s", "readings"), cases(__file__)["sizes"])
def test_it_is_read_at_the_cameras_size_where_that_is_larger_and_for_some_seconds(camera_wh, read_wh, step_s, readings):
    blind = Blind()
    speed_of(blind, tuple(camera_wh) or None, now_s=ticking(step_s))
    assert blind.sizes == [tuple(read_wh)] * readings


def test_times_are_told_with_their_number_and_players_who_wait_why():
    told = "read in 0.20 s, 0.29 s at the 95th centile of 21; a picture is there in 0.07 s"
    expect(speed(tuple(np.linspace(0.1, 0.3, 21)), (0.05, 0.07, 0.3)), GOOD, told)
    expect(speed((0.9,), (0.2,)), DOUBTFUL, "so players wait")


@pytest.mark.parametrize("case", CASES["screens"])
def test_the_screen_is_judged_by_its_size(case, tools):
    lay(tools.root, CASES["no_screen"], case["files"])
    found = screen(tools, "chromium", case.get("quarters", 0))
    expect_case(found, case)
    assert ("mounted across" in found.sentence) == ("mounted across" in case["words"])


def test_a_screen_without_a_browser_is_of_no_use(tools):
    assert "this computer does not tell" in screen(tools, "firefox").sentence
    assert screen(tools, None).health is DOUBTFUL


def test_a_port_in_use_is_told_unless_a_companion_serves_there_and_a_free_one_is_good(config):
    host, port = config.display.host, config.display.port
    expect(display(config), GOOD, "")
    with closing(socket.create_server((host, port))):
        expect(display(config), DOUBTFUL, f"port {port} is in use")
        expect(display(config, is_served=True), GOOD, f"a companion serves the page on port {port}")
