"""Boards too large, dice too small and heights out of range are refused, and what is offered instead works."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import NumbersError
from hardware.make import make
from hardware.numbers import Numbers, load
from hardware.optics.cameras import CAMERAS, CameraModel
from hardware.optics.check import check, check_view

NUMBERS = load()
HIGHEST_MM = 1500.0  # as far as the numbers let a camera hang


def changed(numbers: Numbers, name: str, value: object) -> Numbers:
    """Return numbers with one of them changed, by the name that a message has for it."""
    section, field = name.split(".")
    return numbers.changed(section, **{field: value})


def refused(numbers: Numbers) -> str:
    with pytest.raises(NumbersError) as caught:
        check(numbers)
    return str(caught.value)


def test_the_numbers_in_the_tree_can_be_seen() -> None:
    check(NUMBERS)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("camera.height_mm", 400.0, "sees the whole board of 300 mm with its rim from 506 mm on; the nearest is 506"),
        ("camera.height_mm", 900.0, "at the edge of the board is 45 px wide for Camera Module 3, the eye needs 55"),
        ("board.across_mm", 500.0, "board.across_mm = 500 with dice.size_mm = 16 cannot be built: Camera Module 3"),
        ("dice.size_mm", 9.0, "board.across_mm = 300 with dice.size_mm = 9 cannot be built"),
        ("camera.model", "usb-1080p", "the nearest board.across_mm is 236, or the nearest dice.size_mm is 20"),
        ("camera.model", "hq-8mm", "it can be seen by camera.model = module-3, module-3-wide, hq-6mm"),
        ("camera.model", "box", "camera.model = 'box' is not known"),
        ("light.ring_height_mm", 600.0, "a ring of 440 mm mirrors there in dice"),
    ],
)
def test_what_cannot_be_seen_or_lit_is_refused_with_its_number(name: str, value: object, words: str) -> None:
    said = refused(changed(NUMBERS, name, value))
    assert words in said
    assert "\n" not in said


@given(st.sampled_from(CAMERAS), st.floats(150.0, 600.0), st.floats(8.0, 30.0), st.floats(150.0, 1500.0))
def test_each_thing_that_is_offered_works(
    camera: CameraModel, across_mm: float, die_mm: float, height_mm: float
) -> None:
    numbers = changed(changed(NUMBERS, "board.across_mm", across_mm), "dice.size_mm", die_mm)
    numbers = changed(changed(numbers, "camera.model", camera.name), "camera.height_mm", height_mm)
    said = why_unseen(numbers)
    for other in offered(numbers, said):
        assert is_seen(other), said


def why_unseen(numbers: Numbers) -> str:
    """Return why numbers cannot be seen, empty where they can."""
    try:
        check_view(numbers)
    except NumbersError as error:
        return str(error)
    return ""


def offered(numbers: Numbers, said: str) -> list[Numbers]:
    """Return the numbers with each change that a message offers, one at a time."""
    if said.startswith("camera.height_mm"):
        if float(said.rpartition(" ")[2]) > HIGHEST_MM:
            return []
        return [changed(numbers, "camera.height_mm", float(said.rpartition(" ")[2]))]
    found = [changed(numbers, name, float(value)) for name, value in re.findall(r"the nearest (\S+) is ([\d.]+)", said)]
    names = said.partition("camera.model = ")[2]
    return found + [changed(numbers, "camera.model", name) for name in names.split(", ") if name]


def is_seen(numbers: Numbers) -> bool:
    """Return whether there is a height for numbers: their own, or the one that is offered then."""
    said = why_unseen(numbers)
    if not said.startswith("camera.height_mm"):
        return not said
    nearest_mm = float(said.rpartition(" ")[2])
    return nearest_mm > HIGHEST_MM or not why_unseen(changed(numbers, "camera.height_mm", nearest_mm))


def test_a_board_that_no_camera_sees_says_so() -> None:
    numbers = changed(changed(NUMBERS, "board.across_mm", 600.0), "dice.size_mm", 8.0)
    assert "it can be seen by" not in refused(changed(numbers, "camera.model", "usb-1080p"))


def test_nothing_is_made_of_numbers_that_cannot_be_seen(tmp_path) -> None:
    with pytest.raises(NumbersError, match=r"the nearest is 506"):
        make(changed(NUMBERS, "camera.height_mm", 400.0), tmp_path, say=str)
    assert not list(tmp_path.iterdir())
