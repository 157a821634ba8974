"""The eye put together: how large dice are under a camera is learnt by looking."""

from __future__ import annotations

import numpy as np

from tests.vision.table import boxed
from vision.find.detect import DetectorPolicy
from vision.frame import Frame
from vision.read.load import BoardFinder

FRAME = Frame(np.zeros((1000, 1600, 3), np.uint8))


def die(x, edge, confidence=0.9):
    return boxed(x, 0.0, edge, confidence)


def board(count, edge=68.0, confidence=0.9):
    return tuple(die(100.0 * i, edge, confidence) for i in range(count))


class Scripted:
    """A detector that gives what is prepared, and remembers at which sizes it was asked to look."""

    policy = DetectorPolicy(good_edge_px=17.0)

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []

    def detect(self, frame, *, long_sides_px=None):
        self.asked.append(long_sides_px)
        return self.answers.pop(0)


def test_the_first_look_is_at_several_sizes_and_the_next_at_the_one_that_suits():
    detector = Scripted(board(5), board(5), board(5))
    finder = BoardFinder(detector)
    assert [len(finder.detect(FRAME)) for _ in range(3)] == [5, 5, 5]
    assert detector.asked == [None, (400.0,), (400.0,)]  # 1600 · 17 / 68


def test_two_dice_or_doubtful_ones_do_not_tell_how_large_dice_are():
    detector = Scripted(board(2), board(5, confidence=0.3), board(5))
    finder = BoardFinder(detector)
    for _ in range(3):
        finder.detect(FRAME)
    assert detector.asked == [None, None, None]


def test_a_camera_that_was_raised_is_looked_through_anew():
    detector = Scripted(board(5), (), board(5, edge=34.0), board(5, edge=34.0))
    finder = BoardFinder(detector)
    finder.detect(FRAME)
    assert len(finder.detect(FRAME)) == 5
    finder.detect(FRAME)
    assert detector.asked == [None, (400.0,), None, (800.0,)]


def test_what_is_known_outlasts_an_empty_board():
    detector = Scripted(board(5), (), (), board(5))
    finder = BoardFinder(detector)
    finder.detect(FRAME)
    assert finder.detect(FRAME) == ()
    finder.detect(FRAME)
    assert detector.asked == [None, (400.0,), None, (400.0,)]
