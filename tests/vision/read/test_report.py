from dataclasses import replace

import numpy as np
import pytest

from tests.vision.table import board_at, die_at, reading_of
from vision.frame import Frame
from vision.read.annotate import BOARD_RGB, BURNING_RGB, SURE_RGB, UNSURE_RGB, annotated
from vision.read.report import Message, message_of, picture_report
from vision.reading import EyeDoubt, Verdict

BURNING = replace(die_at((400.0, 200.0), 5), is_burning=True, doubt=EyeDoubt.LEANING)


def test_no_two_verdicts_say_the_same_and_each_counts_the_dice_it_is_about():
    assert len({message_of(reading_of([], verdict)).key for verdict in Verdict}) == len(Verdict)
    unsure = replace(die_at((100.0, 80.0), 2), doubt=EyeDoubt.FACE_UNCLEAR)
    assert message_of(reading_of([unsure, BURNING], Verdict.BURNING)) == Message(key="burning", dice=2, doubtful=1)
    assert message_of(reading_of([unsure, BURNING], Verdict.NOT_SURE)).doubtful == 2


def test_dice_are_reported_where_they_are_in_the_picture_however_small_it_was_read():
    once, twice = (picture_report("p", reading_of([BURNING]), LABELS, "", reduced=by)["dice"][0] for by in (1, 2))
    assert twice["box_xyxy"] == [2 * edge for edge in once["box_xyxy"]]
    assert twice["quad"] == [[2 * x, 2 * y] for x, y in once["quad"]]


LABELS = ("9", "10", "J", "Q", "K", "A")
GREY = Frame(np.full((400, 640, 3), 100, np.uint8), 9)
DIE = die_at((300.0, 200.0), 5)


@pytest.mark.parametrize(
    ("die", "rgb", "middle"),
    [
        (DIE, SURE_RGB, (100, 100, 100)),
        (replace(DIE, doubt=EyeDoubt.FACE_UNCLEAR), UNSURE_RGB, (100, 100, 100)),
        (replace(DIE, doubt=EyeDoubt.LEANING, is_burning=True), BURNING_RGB, BURNING_RGB),  # crossed out
    ],
)
def test_a_die_is_framed_in_the_colour_of_its_state_and_the_frame_that_was_read_stays(die, rgb, middle):
    drawn = annotated(GREY, reading_of([die]), LABELS)
    assert sum((drawn.pixels == colour).all(axis=2).any() for colour in (SURE_RGB, UNSURE_RGB, BURNING_RGB)) == 1
    assert (tuple(drawn.pixels[178, 300]), tuple(drawn.pixels[200, 300])) == (rgb, middle)
    assert (GREY.pixels == 100).all()
    assert (drawn.exposed_ns, drawn.size_wh) == (9, (640, 400))


def test_the_board_is_drawn_in_the_frames_own_pixels():
    drawn = annotated(GREY, reading_of([]), LABELS, board=board_at(10, 10, 310, 190, size_wh=(320, 200)))
    np.testing.assert_allclose(drawn.pixels[20, 300], BOARD_RGB, atol=20)  # lines are smoothed
