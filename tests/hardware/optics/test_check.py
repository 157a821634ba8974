"""Boards too large, dice too small and heights out of range are refused, and what is offered instead works."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import NumbersError
from hardware.numbers import Numbers
from hardware.optics.cameras import CAMERAS, CameraModel
from hardware.optics.check import check, check_view
from tests.hardware.changes import changed, offered

HIGHEST_MM = 1500.0  # as far as the numbers let a camera hang


@given(st.sampled_from(CAMERAS), st.floats(150.0, 600.0), st.floats(8.0, 30.0), st.floats(150.0, 1500.0))
def test_each_thing_that_is_offered_works(
    camera: CameraModel, across_mm: float, die_mm: float, height_mm: float
) -> None:
    asked = {"board.across_mm": across_mm, "dice.size_mm": die_mm, "camera.height_mm": height_mm}
    numbers = changed({**asked, "camera.model": camera.name})
    said = why_unseen(numbers)
    for other in offered_seen(numbers, said):
        assert is_seen(other), said


def why_unseen(numbers: Numbers) -> str:
    """Return why numbers cannot be seen, empty where they can."""
    try:
        check_view(numbers)
    except NumbersError as error:
        return str(error)
    return ""


def offered_seen(numbers: Numbers, said: str) -> list[Numbers]:
    """Return the numbers with each change that a message offers, as far as the numbers let a camera hang."""
    if said.startswith("camera.height_mm") and float(said.rpartition(" ")[2]) > HIGHEST_MM:
        return []
    names = said.partition("camera.model = ")[2]
    return offered(numbers, said) + [changed({"camera.model": name}, numbers) for name in names.split(", ") if name]


def is_seen(numbers: Numbers) -> bool:
    """Return whether there is a height for numbers: their own, or the one that is offered then."""
    said = why_unseen(numbers)
    if not said.startswith("camera.height_mm"):
        return not said
    nearest_mm = float(said.rpartition(" ")[2])
    return nearest_mm > HIGHEST_MM or not why_unseen(changed({"camera.height_mm": nearest_mm}, numbers))


def test_a_board_that_no_camera_sees_says_so() -> None:
    large = {"board.across_mm": 600.0, "dice.size_mm": 8.0, "camera.model": "usb-1080p"}
    with pytest.raises(NumbersError) as caught:
        check(changed(large))
    assert "it can be seen by" not in str(caught.value)
