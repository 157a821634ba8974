"""The tables and plots say what is reckoned, the same bytes every time, and the command answers and refuses."""

import pytest

from hardware.numbers import load
from hardware.optics.__main__ import main
from hardware.optics.cameras import CAMERAS
from hardware.optics.table import hang_row, markdown, matrix_row, plain, sharp_row, usual_height_mm
from hardware.optics.view import BoardScene, legal_heights

NUMBERS = load()


@pytest.mark.parametrize("camera", CAMERAS, ids=lambda camera: camera.name)
def test_cameras_hang_where_they_may(camera) -> None:
    heights, height_mm = legal_heights(camera, BoardScene.from_numbers(NUMBERS)), usual_height_mm(camera, NUMBERS)
    assert (height_mm is not None) == heights.is_possible
    assert height_mm is None or heights.lowest_mm <= height_mm <= heights.highest_mm
    assert ("hangs at" in hang_row(camera, NUMBERS)) == (height_mm is not None)
    assert (sharp_row(camera, NUMBERS) is None) == (height_mm is None)


def test_a_cell_says_cut_off_or_too_small_or_how_wide() -> None:
    row = tuple(matrix_row(CAMERAS[0], 300.0, NUMBERS).values())
    assert row[:2] == ("300 mm", "506–724 mm")
    assert row[2:] == ("cut", "cut", "cut", "cut", "cut", "70", "65", "60", "56", "(53)", "(50)", "(47)")


def test_tables_are_aligned_and_markdown() -> None:
    assert plain([{"a": "long", "b": "1"}, {"a": "x", "b": "22"}]) == "a      b\nlong   1\nx     22"
    assert markdown([{"a": "y"}, {"a": "x", "b": "1"}]) == "| a | b |\n| --- | --- |\n| y |  |\n| x | 1 |\n"


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ("", 0, "506–724 mm"),
        ("--camera module-3", 0, "Camera Module 3 (module-3)"),
        ("--camera module-3 --height 620", 0, "works: the board fits"),
        ("--camera module-3 --height 400", 2, "the nearest is 506"),
        ("--camera module-3 --board 500", 2, "the nearest board.across_mm is 419"),
        ("--camera module-3 --die 10", 0, "Width of a die of 10 mm"),
        ("--height 620", 0, "the nearest is 360"),
        ("--camera box", 2, "camera.model = 'box' is not known"),
        ("--board 900", 2, "board.across_mm = 900 cannot be built: legal is 150 to 600; the nearest is 600"),
        ("--die 2", 2, "dice.size_mm = 2 cannot be built"),
        ("--height 20", 2, "camera.height_mm = 20 cannot be built"),
    ],
)
def test_the_command_answers_or_refuses_in_a_sentence(
    arguments: str, code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments.split()) == code
    said = capsys.readouterr()
    assert words in said.out + said.err
    assert bool(said.out) != bool(said.err)
