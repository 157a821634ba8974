from __future__ import annotations

import numpy as np
import pytest

from tests.vision.board_pictures import board_picture, five_dice, outline_of
from vision.frame import Frame
from vision.light.exposure import ExposureLevel, light_of

TOO_DARK = ExposureLevel.TOO_DARK


def grey(level, size=120):
    return Frame(np.full((size, size, 3), level, np.uint8))


@pytest.mark.parametrize(("level", "expected"), [(0, TOO_DARK), (20, TOO_DARK), (120, ExposureLevel.GOOD)])
def test_a_black_frame_is_too_dark(level, expected):
    assert light_of(grey(level)) is expected


def test_a_burnt_out_frame_is_too_bright():
    assert light_of(grey(255)) is ExposureLevel.TOO_BRIGHT


def test_white_paper_exposed_as_photographs_are_is_not_too_bright():
    assert light_of(grey(235)) is ExposureLevel.GOOD


def test_white_dice_on_dark_felt_are_light_enough():
    frame, _ = board_picture(five_dice())
    assert light_of(frame) is ExposureLevel.GOOD


def test_only_the_board_is_judged_where_there_is_one():
    frame, _ = board_picture(five_dice())
    board = outline_of(five_dice())
    burnt_board = frame.pixels.copy()
    burnt_board[board.mask(frame.size_wh)] = 255
    burnt_table = np.where(board.mask(frame.size_wh)[:, :, None], frame.pixels, np.uint8(255))
    assert light_of(Frame(burnt_board), board) is ExposureLevel.TOO_BRIGHT
    assert light_of(Frame(burnt_table), board) is ExposureLevel.GOOD


def test_a_single_pixel_is_judged_like_any_frame():
    assert light_of(grey(0, size=1)) is ExposureLevel.TOO_DARK
