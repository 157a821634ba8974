from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.table import die_at, reading_of
from vision.find.board import BoardKind, BoardOutline
from vision.frame import Frame
from vision.read.annotate import BOARD_RGB, BURNING_RGB, SURE_RGB, UNSURE_RGB, annotated
from vision.reading import EyeDoubt

LABELS = ("9", "10", "J", "Q", "K", "A")
GREY = Frame(np.full((400, 640, 3), 100, np.uint8), 9)
DIE = die_at((300.0, 200.0), 5)


def has(frame, rgb):
    return bool((frame.pixels == rgb).all(axis=2).any())


@pytest.mark.parametrize(
    ("die", "rgb"),
    [
        (DIE, SURE_RGB),
        (replace(DIE, doubt=EyeDoubt.FACE_UNCLEAR), UNSURE_RGB),
        (replace(DIE, doubt=EyeDoubt.LEANING, is_burning=True), BURNING_RGB),
    ],
)
def test_a_die_is_framed_in_the_colour_of_its_state(die, rgb):
    drawn = annotated(GREY, reading_of([die]), LABELS)
    assert [has(drawn, colour) for colour in (SURE_RGB, UNSURE_RGB, BURNING_RGB)].count(True) == 1
    assert has(drawn, rgb)
    assert tuple(drawn.pixels[178, 300]) == rgb


def test_a_burning_die_is_crossed_out():
    burning = replace(DIE, doubt=EyeDoubt.LEANING, is_burning=True)
    assert tuple(annotated(GREY, reading_of([burning]), LABELS).pixels[200, 300]) == BURNING_RGB
    assert tuple(annotated(GREY, reading_of([DIE]), LABELS).pixels[200, 300]) == (100, 100, 100)


def test_the_frame_that_was_read_stays_as_it_was():
    drawn = annotated(GREY, reading_of([DIE]), LABELS)
    assert (GREY.pixels == 100).all()
    assert (drawn.exposed_ns, drawn.size_wh) == (9, (640, 400))


def test_the_board_is_drawn_in_the_frames_own_pixels():
    board = BoardOutline(
        polygon=((10.0, 10.0), (310.0, 10.0), (310.0, 190.0), (10.0, 190.0)), kind=BoardKind.SQUARE, size_wh=(320, 200)
    )
    drawn = annotated(GREY, reading_of([]), LABELS, board=board)
    np.testing.assert_allclose(drawn.pixels[20, 300], BOARD_RGB, atol=20)  # lines are smoothed


@pytest.mark.parametrize("centre", [(0.0, 0.0), (640.0, 400.0), (5.0, 395.0), (-300.0, 2000.0)])
def test_dice_at_and_beyond_the_border_are_drawn_without_complaint(centre):
    assert annotated(GREY, reading_of([die_at(centre, 1)]), LABELS).size_wh == (640, 400)


def test_a_picture_of_one_pixel_can_be_annotated():
    dot = Frame(np.zeros((1, 1, 3), np.uint8))
    assert annotated(dot, reading_of([die_at((0.0, 0.0), 0)]), LABELS).size_wh == (1, 1)
