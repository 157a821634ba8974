import numpy as np
import pytest

from tests.vision.board_pictures import board_picture, five_dice, outline_of
from vision.frame import Frame
from vision.light.exposure import ExposureLevel, light_of

DARK, GOOD, BRIGHT = ExposureLevel.TOO_DARK, ExposureLevel.GOOD, ExposureLevel.TOO_BRIGHT


def grey(level, size=120):
    return Frame(np.full((size, size, 3), level, np.uint8))


@pytest.mark.parametrize(
    ("level", "size", "expected"),
    [
        *((level, 120, DARK) for level in (0, 20)),
        (120, 120, GOOD),
        (235, 120, GOOD),  # white paper exposed as photographs are
        (255, 120, BRIGHT),
        (0, 1, DARK),
    ],
)
def test_black_is_too_dark_and_burnt_out_too_bright(level, size, expected):
    assert light_of(grey(level, size)) is expected


def test_white_dice_on_dark_felt_are_light_enough_and_only_the_board_is_judged_where_there_is_one():
    frame, _ = board_picture(five_dice())
    assert light_of(frame) is GOOD
    board = outline_of(five_dice())
    is_board = board.mask(frame.size_wh)[:, :, None]
    for burnt, expected in ((is_board, BRIGHT), (~is_board, GOOD)):
        assert light_of(Frame(np.where(burnt, np.uint8(255), frame.pixels)), board) is expected
