"""Builds A and B with every size of die, board, camera and display; how A swings, mirrors and lights by hand."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from hardware.arm import plan
from hardware.cafe import plan as cafe_plan
from hardware.errors import NumbersError
from hardware.guide import plan as stand_plan
from hardware.make import FOLDER, make
from hardware.mount.boards import DISPLAYS as DISPLAY_BOARDS
from hardware.mount.reading import LETTER_PX, readings
from hardware.numbers import Build
from hardware.optics.view import BoardScene
from hardware.parts.made import PARTS, numbers_of
from hardware.wiring.budget import check as fed
from tests.cases import cases
from tests.hardware.changes import NUMBERS, changed, offered

CHECKS = {Build.ARM: plan.check, Build.CAFE: cafe_plan.check}
NAMED = ("board.across_mm", "display.model", "camera", "light", "cables", "wiring", "supply", "pins")
TRIED = [(Build(build), changes) for build, each in cases(__file__).items() for changes in each]


def built(build, changes, make_it):
    """Return the numbers that are built in the end, mended as refusals offer, and what is made of them."""
    numbers = changed(changes, replace(NUMBERS, build=build))
    for _ in range(2 if build is Build.STAND else 5):
        try:
            return numbers, make_it(numbers)
        except NumbersError as refused:
            said = str(refused)
            assert said.startswith((f"{build}.", *NAMED)), said
            numbers = offered(numbers, said)[0]
    raise AssertionError(said)


@pytest.mark.parametrize(("build", "changes"), TRIED, ids=str)
def test_it_is_built_or_the_number_that_is_wrong_is_named_and_what_is_offered_instead_works_in_the_end(build, changes):
    numbers, _ = built(build, changes, (CHECKS | {Build.STAND: stand_plan.check})[build])
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


def test_lamps_by_the_rule_mirror_in_no_die_wherever_it_lies_are_as_bought_and_a_lit_room_needs_none():
    # By vectors: a die halves the angle between what it sees of a lamp's rim and the camera, and so far it leans.
    turns, (x, y) = np.exp(2j * np.pi * np.arange(360) / 360), plan.lamp_at_mm(NUMBERS)
    dice = (BoardScene.from_numbers(NUMBERS).floor_mm + plan.CENTRING_MM) * turns[:, None]
    rays = [(x + y * 1j + plan.SHADE_MM / 2 * turns - dice, 340.0 - 16.0), (0 * turns - dice, 650.0 - 16.0)]
    seen, lens = (np.stack([at.real, at.imag, 0 * at.real + up]) / np.hypot(abs(at), up) for at, up in rays)
    least_deg = np.rad2deg(np.arccos((seen + lens)[2] / np.linalg.norm(seen + lens, axis=0))).min()
    assert plan.FLAT_DEG < plan.mirrors_from_deg(NUMBERS) == pytest.approx(least_deg, abs=0.01)
    assert plan.lux(changed({"arm.lamp_mm": 600.0})).darkest < plan.lux(NUMBERS).darkest / 2.5
    plan.check(changed({"arm.lamp_mm": 0.0}))
    (bought,) = (part.name[0] for part in PARTS.part if part.id == "plain-lamp")
    assert f"shade up to {plan.SHADE_MM / 10:g} cm across" in bought


@pytest.mark.parametrize("across_mm", [240.0, 300.0, 400.0])
@pytest.mark.parametrize("build", CHECKS)
def test_lamps_stand_on_the_table_in_the_way_of_no_hand_arm_or_plate_and_count_into_its_size(build, across_mm):
    edge, deep = across_mm / 2 + 120.0, across_mm + 100.0
    changes = {"board.across_mm": across_mm, "arm.edge_mm": edge, "cafe.deep_mm": deep}
    numbers, half, radius = changed(changes, replace(NUMBERS, build=build)), across_mm / 2, plan.SHADE_MM / 2
    (x, y), arm, plate = plan.lamp_at_mm(numbers), (0, -22, edge + 20, 22), (-half, -deep / 2, 300, deep / 2)
    for left, front, right, back in [(-half, -math.inf, half, math.inf), arm if build == "arm" else plate]:
        assert x - radius >= right or x + radius <= left or y - radius >= back or y + radius <= front
    (wide, high), bare = plan.footprint_mm(numbers), plan.footprint_mm(numbers, lit=False)
    assert x + radius <= wide - (300.0 if build == "arm" else half + 60.0)  # beyond which there may be no table
    assert (high, bare[1]) == (2 * (y + radius), across_mm if build == "arm" else deep)


def test_figures_are_large_enough_for_both_players_on_the_displays_that_all_builds_take():
    css = (FOLDER.parents[1] / "firmware/display/static/page.css").read_text(encoding="utf-8")
    assert float(re.search(r"--high: ([\d.]+)px", css)[1]) == LETTER_PX
    for model in DISPLAY_BOARDS:
        numbers = changed({"display.model": model})
        for seen_by in (plan.seen_by(numbers), cafe_plan.seen_by(numbers), *readings(numbers)):
            assert seen_by.letter_arcmin >= 16
            assert seen_by.angle_deg < seen_by.limit_deg
