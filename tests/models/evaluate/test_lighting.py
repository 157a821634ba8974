import numpy as np
import pytest

from models.evaluate.lighting import light_in
from vision.frame import Frame


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
