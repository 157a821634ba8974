import cv2
import numpy as np
import pytest

from models.evaluate.records import find_picture, is_in_picture, light_in, loaded, matched, quad_error, record_of
from models.train.pictures.truth import TrueBoard
from tests.models.evaluate.synthetic import QUAD, PlannedReader, read, true_die
from vision.frame import Frame

FRAME = Frame(np.full((80, 300, 3), 90, np.uint8))


def planned(*dice):
    return lambda: PlannedReader(*dice).read_picture(FRAME)


def test_which_corner_a_quad_begins_with_and_which_way_it_goes_is_no_error():
    quad = np.array(QUAD)
    assert quad_error(np.roll(quad, 1, axis=0), quad) == pytest.approx(0)
    assert quad_error(np.roll(quad[::-1], 1, axis=0), quad) == pytest.approx(0)
    assert quad_error(quad + np.array([3, 4]), quad) == pytest.approx(5 / 40)


def test_each_true_die_gets_what_was_read_there_and_the_rest_is_extra():
    board = TrueBoard(image="a", dice=(true_die(2), true_die(3, 100), true_die(4, 900)))
    record = record_of(board, FRAME, planned(read(5, 200), read(2)))
    assert [(die.true.label, die.read and die.read.label) for die in record.dice] == [(2, 2), (3, None)]
    assert [die.label for die in record.extra] == [5]
    assert [die.quad_error for die in record.dice] == pytest.approx([0, np.nan], nan_ok=True)
    (unstated,) = record_of(TrueBoard(image="a", dice=(true_die(2, quad=()),)), FRAME, planned(read(2))).dice
    assert (unstated.size_px, unstated.quad_error) == pytest.approx((44, np.nan), nan_ok=True)


@pytest.mark.parametrize(("x", "inside"), [(-31, False), (-29, True), (269, True), (271, False)])
def test_a_die_is_in_the_picture_if_its_middle_is(x, inside):
    assert is_in_picture(true_die(0, x), (300, 80)) is inside


SQUARE, BESIDE = (0.0, 0.0, 10.0, 10.0), (2.0, 0.0, 12.0, 10.0)


@pytest.mark.parametrize(
    ("found", "true", "pairs"),
    [
        ([SQUARE, (1.0, 1.0, 11.0, 11.0)], [SQUARE], {0: 0}),  # once, and by the most confident
        ([(5.0, 5.0, 15.0, 15.0)], [SQUARE], {}),
        ([BESIDE, SQUARE], [SQUARE, BESIDE], {0: 1, 1: 0}),
        ([SQUARE], [], {}),
        ([], [SQUARE], {}),
    ],
)
def test_each_found_box_takes_the_free_true_one_it_overlaps_most(found, true, pairs):
    assert matched(found, true) == pairs


def plain(red, green, blue):
    return np.full((50, 60, 3), (red, green, blue), np.uint8)


def test_brightness_is_the_mean_lightness_and_contrast_its_spread():
    # Source: CIE 15: L* of sRGB 119 is 50.0, of 0 it is 0, of 255 it is 100.
    halves = plain(0, 0, 0)
    halves[:, 30:] = 255
    for pixels, contrast in ((plain(119, 119, 119), 0), (plain(119, 119, 119)[:1, :1], 0), (halves, 50)):
        light = light_in(Frame(pixels))
        assert (light.brightness, light.contrast) == pytest.approx((50, contrast), abs=0.3)


def test_the_brightest_part_that_is_not_burnt_out_tells_the_colour_of_the_light():
    board, burnt = plain(20, 90, 50), plain(200, 180, 140)
    board[:10, :15] = (240, 214, 160)
    assert light_in(Frame(board)).warmth > 15
    board[:10, :15] = (200, 214, 240)
    assert light_in(Frame(board)).warmth < -5
    burnt[:25] = 255
    assert light_in(Frame(burnt)).warmth > 15
    assert light_in(Frame(plain(255, 255, 255))).warmth == pytest.approx(0, abs=0.1)


@pytest.mark.parametrize(
    ("there", "asked", "found"),
    [
        (("a.jpg", "a.png"), "a.png", "a.png"),
        (("a[1].PNG", "a[1].txt", "a1.png", "ab.png"), "a[1].jpg", "a[1].PNG"),  # saved as another kind
        (("a.txt",), "a.jpg", None),
        (("a.txt",), "nowhere/a.jpg", None),
    ],
)
def test_a_picture_is_found_by_its_name_or_else_its_stem(there, asked, found, tmp_path):
    for name in there:
        (tmp_path / name).touch()
    assert find_picture(tmp_path, asked) == (found and tmp_path / found)


def test_a_picture_is_loaded_from_the_first_folder_that_has_it_and_one_that_is_absent_or_broken_is_none(tmp_path):
    for folder, level in (("images", 10), ("whole", 200)):
        (tmp_path / folder).mkdir()
        cv2.imwrite(str(tmp_path / folder / "a.png"), np.full((4, 6, 3), level, np.uint8))
    frame = loaded("a.png", tmp_path / "none", tmp_path / "whole", tmp_path / "images")
    assert (frame.size_wh, frame.pixels.max()) == ((6, 4), 200)
    (tmp_path / "broken.png").write_bytes(b"no picture")
    assert loaded("broken.png", tmp_path) is None
    assert loaded("gone.png", tmp_path) is None
