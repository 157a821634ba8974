"""Pictures of dice for people to look at: what part of the frame they show."""

import cv2
import numpy as np
import pytest

from tests.cases import cases
from tests.vision.table import boxed
from vision.find.crop import DICE_PICTURE_PX, dice_box, dice_picture
from vision.frame import Frame

WIDE = (1440, 1080)


@pytest.mark.parametrize("places", cases(__file__)["places"])
def test_the_part_shows_all_dice_and_lies_in_the_frame(places):
    dice = [boxed(x, y, 60.0) for x, y in places]
    left, top, right, bottom = dice_box(dice, WIDE)
    assert 0 <= left < right <= WIDE[0]
    assert 0 <= top < bottom <= WIDE[1]
    for x, y in (found.centre_xy for found in dice):
        assert left <= min(max(x, 0), WIDE[0] - 1) < right
        assert top <= min(max(y, 0), WIDE[1] - 1) < bottom
    assert (right - left) / (bottom - top) == pytest.approx(4 / 3, rel=0.02)


def shown(pixels, dice):
    return cv2.imdecode(np.frombuffer(dice_picture(Frame(pixels), dice), np.uint8), cv2.IMREAD_COLOR)


def test_the_picture_is_the_part_made_no_larger_than_a_screen_needs_and_never_blown_up():
    pixels = np.zeros((1080, 1440, 3), np.uint8)
    pixels[500:560, 700:760] = (255, 0, 0)
    dice = [boxed(100, 100, 60.0), boxed(700, 500, 60.0), boxed(1200, 900, 60.0)]
    large, small = shown(pixels, dice), shown(pixels, dice[1:2])
    assert large.shape[1] == DICE_PICTURE_PX
    left, top, right, _ = dice_box(dice, WIDE)
    scale = DICE_PICTURE_PX / (right - left)
    blue, green, red = large[round((530 - top) * scale), round((730 - left) * scale)]
    assert red > 200
    assert max(blue, green) < 60
    left, _, right, _ = dice_box(dice[1:2], WIDE)
    assert small.shape[1] == right - left
