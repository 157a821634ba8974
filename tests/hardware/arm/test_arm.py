"""Builds A and B with every size of die, board, camera and display; how A swings, mirrors and lights by hand."""

import math
import re
from dataclasses import replace

import pytest

from hardware.arm import plan
from hardware.cafe import plan as cafe_plan
from hardware.errors import NumbersError
from hardware.make import FOLDER, make
from hardware.mount.boards import DISPLAYS as DISPLAY_BOARDS
from hardware.mount.reading import LETTER_PX, readings
from hardware.numbers import Build
from hardware.parts.made import numbers_of
from hardware.wiring.budget import check as fed
from tests.cases import cases
from tests.hardware.changes import NUMBERS, changed, offered, read

CHECKS = {Build.ARM: plan.check, Build.CAFE: cafe_plan.check}
TRIED = [(Build(build), changes) for build, each in cases(__file__).items() for changes in each]


def built(build, changes, make_it):
    """Return the numbers that are built in the end, mended as refusals offer, and what is made of them."""
    numbers = changed({name: read(name, value) for name, value in changes.items()}, replace(NUMBERS, build=build))
    for _ in range(5):
        try:
            return numbers, make_it(numbers)
        except NumbersError as refused:
            said = str(refused)
            assert said.startswith((f"{build}.", "board.across_mm", "display.model")), said
            name = said.rpartition("nearest is ")[2].split()[0]  # where no number is offered
            place = ("display", "model") if said.startswith("display") else (build.value, "camera")
            instead = offered(numbers, said)
            numbers = instead[0] if instead else numbers.changed(place[0], **{place[1]: name})
    raise AssertionError(said)


@pytest.mark.parametrize(("build", "changes"), TRIED, ids=str)
def test_it_is_built_or_the_number_that_is_wrong_is_named_and_what_is_offered_instead_works_in_the_end(build, changes):
    numbers, _ = built(build, changes, CHECKS[build])
    fed(numbers_of(build, numbers))


@pytest.mark.proof
@pytest.mark.parametrize("changes", [changes for build, changes in TRIED if build is Build.ARM], ids=str)
def test_what_is_made_of_the_arm_is_made_again_without_a_difference(changes, tmp_path):
    numbers, first = built(Build.ARM, changes, lambda numbers: make(numbers, tmp_path, say=str))
    assert {change.name.partition("/")[0] for change in first} == {"optics", "parts", "arm"}
    assert make(numbers, tmp_path, say=str) == ()


def test_the_camera_swings_as_beams_do():
    # By hand: EI of a tube 22 × 1 is 69 GPa · 3645 mm⁴; 718 mm high, 300 mm out; GJ = 2 EI / (2 · 1.33); boom 16 × 1.5.
    ei, high, out = 69e3 * 3645.3, 718.0, 300.0
    boom = 69e3 * math.pi / 64 * (16.0**4 - 13.0**4)
    gives = high**3 / (3 * ei) + out**2 * high * 1.33 / ei + out**3 / (3 * boom)
    kg = 0.3 + 2.7e-6 * math.pi * (21 * 1 * high * 33 / 140 + 14.5 * 1.5 * out / 3)
    assert plan.sway_hz(NUMBERS) == pytest.approx(math.sqrt(1000 / gives / kg) / (2 * math.pi), rel=1e-3)
    assert math.exp(-2 * math.pi * plan.DAMPING * plan.LEAST_HZ * plan.STILL_S) == pytest.approx(plan.SHAKEN_TO)


def test_an_arm_too_weak_is_refused_with_the_longest_reach_that_holds(monkeypatch):
    gooseneck = replace(plan.ARMS["desk-pole"], pole_tube_mm=(16.0, 2.0), boom_tube_mm=(8.0, 1.0))
    monkeypatch.setitem(plan.ARMS, "desk-pole", gooseneck)
    with pytest.raises(NumbersError, match=r"arm\.edge_mm = 300 .* swings at 5\.\d Hz.* nearest is \d+$") as refused:
        plan.check(NUMBERS)
    for numbers in offered(NUMBERS, str(refused.value)):
        plan.check(numbers)


def test_lamps_by_the_rule_mirror_in_no_die_and_a_lit_room_needs_none():
    assert plan.mirrors_from_deg(NUMBERS) > plan.FLAT_DEG
    assert plan.lux(changed({"arm.lamp_mm": 600.0})) < plan.lux(NUMBERS) / 3
    plan.check(changed({"arm.lamp_mm": 0.0}))


def test_figures_are_large_enough_for_both_players_on_the_displays_that_all_builds_take():
    css = (FOLDER.parents[1] / "firmware/display/static/page.css").read_text(encoding="utf-8")
    assert float(re.search(r"--high: ([\d.]+)px", css)[1]) == LETTER_PX
    for model in DISPLAY_BOARDS:
        numbers = changed({"display.model": model})
        for seen_by in (plan.seen_by(numbers), cafe_plan.seen_by(numbers), *readings(numbers)):
            assert seen_by.letter_arcmin >= 16
            assert seen_by.angle_deg < seen_by.limit_deg
