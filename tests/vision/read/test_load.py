"""The eye put together: how large dice are under a camera is learnt by looking."""

import numpy as np
import pytest

from tests.vision.table import boxed
from vision.find.detect import DetectorPolicy
from vision.frame import Frame
from vision.read.load import BoardFinder

FRAME = Frame(np.zeros((1000, 1600, 3), np.uint8))


def board(count, edge=68.0, confidence=0.9):
    return tuple(boxed(100.0 * i, 0.0, edge, confidence) for i in range(count))


class Scripted:
    """A detector that gives what is prepared, and remembers at which sizes it was asked to look."""

    policy = DetectorPolicy(good_edge_px=17.0)

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []

    def detect(self, frame, *, long_sides_px=None):
        self.asked.append(long_sides_px)
        return self.answers.pop(0)


FIVE, LARGE, SMALL = board(5), (400.0,), (800.0,)  # 1600 · 17 / 68


@pytest.mark.parametrize(
    ("answers", "found", "asked"),
    [
        ([FIVE, FIVE, FIVE], [5, 5, 5], [None, LARGE, LARGE]),
        # two dice or doubtful ones do not tell how large dice are
        ([board(2), board(5, confidence=0.3), FIVE], [2, 5, 5], [None, None, None]),
        # a camera that was raised is looked through anew
        ([FIVE, (), board(5, edge=34.0), board(5, edge=34.0)], [5, 5, 5], [None, LARGE, None, SMALL]),
        # what is known outlasts an empty board
        ([FIVE, (), (), FIVE], [5, 0, 5], [None, LARGE, None, LARGE]),
    ],
)
def test_the_first_look_is_at_several_sizes_and_the_next_at_the_one_that_suits(answers, found, asked):
    detector = Scripted(*answers)
    finder = BoardFinder(detector)
    assert [len(finder.detect(FRAME)) for _ in found] == found
    assert detector.asked == asked
