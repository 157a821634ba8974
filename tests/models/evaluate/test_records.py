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
    assert record.dice[0].quad_error == pytest.approx(0)
    assert np.isnan(record.dice[1].quad_error)
    assert record.light.contrast == pytest.approx(0, abs=1e-3)


def test_a_die_whose_top_face_is_not_stated_has_the_size_of_its_box():
    board = TrueBoard(image="a", dice=(true_die(2, quad=()),))
    (die,) = record_of(board, FRAME, planned(read(2))).dice
    assert die.size_px == 44
    assert np.isnan(die.quad_error)


@pytest.mark.parametrize(("x", "inside"), [(-31, False), (-29, True), (269, True), (271, False)])
def test_a_die_is_in_the_picture_if_its_middle_is(x, inside):
    assert is_in_picture(true_die(0, x), (300, 80)) is inside


SQUARE = (0.0, 0.0, 10.0, 10.0)


def test_a_true_die_is_matched_once_and_by_the_most_confident():
    assert matched([SQUARE, (1.0, 1.0, 11.0, 11.0)], [SQUARE]) == {0: 0}


def test_a_box_that_overlaps_too_little_is_matched_to_nothing():
    assert matched([(5.0, 5.0, 15.0, 15.0)], [SQUARE]) == {}


def test_each_takes_the_one_it_overlaps_most():
    true = [SQUARE, (2.0, 0.0, 12.0, 10.0)]
    assert matched([(2.0, 0.0, 12.0, 10.0), SQUARE], true) == {0: 1, 1: 0}


def test_without_true_dice_or_found_ones_there_are_no_pairs():
    assert matched([SQUARE], []) == {}
    assert matched([], [SQUARE]) == {}


def plain(red, green, blue):
    return np.full((50, 60, 3), (red, green, blue), np.uint8)


def test_brightness_is_the_mean_lightness_and_contrast_its_spread():
    # Source: CIE 15: L* of sRGB 119 is 50.0, of 0 it is 0, of 255 it is 100.
    assert light_in(Frame(plain(119, 119, 119))).brightness == pytest.approx(50, abs=0.3)
    assert light_in(Frame(plain(119, 119, 119))).contrast == pytest.approx(0, abs=1e-3)
    halves = plain(0, 0, 0)
    halves[:, 30:] = 255
    assert light_in(Frame(halves)).brightness == pytest.approx(50, abs=0.3)
    assert light_in(Frame(halves)).contrast == pytest.approx(50, abs=0.3)


def test_the_brightest_part_tells_the_colour_of_the_light():
    board = plain(20, 90, 50)
    board[:10, :15] = (240, 214, 160)
    assert light_in(Frame(board)).warmth > 15
    board[:10, :15] = (200, 214, 240)
    assert light_in(Frame(board)).warmth < -5


def test_what_is_burnt_out_has_no_colour():
    board = plain(200, 180, 140)
    board[:25] = 255
    assert light_in(Frame(board)).warmth > 15
    assert light_in(Frame(plain(255, 255, 255))).warmth == pytest.approx(0, abs=0.1)


def test_one_pixel_has_a_light():
    assert light_in(Frame(plain(119, 119, 119)[:1, :1])).brightness == pytest.approx(50, abs=0.3)


def test_the_stated_file_is_found(tmp_path):
    for name in ("a.jpg", "a.png"):
        (tmp_path / name).touch()
    assert find_picture(tmp_path, "a.png") == tmp_path / "a.png"


def test_a_picture_saved_as_another_kind_is_found_by_its_stem(tmp_path):
    for name in ("a[1].PNG", "a[1].txt", "a1.png", "ab.png"):
        (tmp_path / name).touch()
    assert find_picture(tmp_path, "a[1].jpg") == tmp_path / "a[1].PNG"


def test_where_nothing_is_nothing_is_found(tmp_path):
    (tmp_path / "a.txt").touch()
    assert find_picture(tmp_path, "a.jpg") is None
    assert find_picture(tmp_path, "nowhere/a.jpg") is None


def test_a_picture_is_loaded_from_the_first_folder_that_has_it(tmp_path):
    for folder, level in (("images", 10), ("whole", 200)):
        (tmp_path / folder).mkdir()
        cv2.imwrite(str(tmp_path / folder / "a.png"), np.full((4, 6, 3), level, np.uint8))
    frame = loaded("a.png", tmp_path / "none", tmp_path / "whole", tmp_path / "images")
    assert frame.size_wh == (6, 4)
    assert frame.pixels.max() == 200


def test_a_picture_that_is_absent_or_broken_is_none(tmp_path):
    (tmp_path / "broken.png").write_bytes(b"no picture")
    assert loaded("broken.png", tmp_path) is None
    assert loaded("gone.png", tmp_path) is None
