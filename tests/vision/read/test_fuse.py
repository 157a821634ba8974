from dataclasses import replace

import numpy as np
import pytest

from tests.vision.table import boxed, detection_at
from vision.find.detect import DetectorPolicy
from vision.frame import Frame
from vision.read.fuse import sightings_of
from vision.read.load import BoardFinder


def sight(x, face=0, *, confidence=0.9, sure=0.8, **more):
    faces = np.full(7, (1 - sure) / 6)
    faces[face] = sure
    return replace(detection_at((x, 100.0)), confidence=confidence, **more), faces


def fused(*frames, same_die=0.5):
    return sightings_of(list(frames), same_die=same_die, seen_share=0.5)


def test_a_die_seen_in_all_frames_is_one_die_with_mean_probabilities():
    (die,) = fused([sight(100, sure=0.6, stacked=0.9)], [sight(104, sure=0.9, stacked=0.3)])
    assert die.probabilities[0] == pytest.approx(0.75)
    assert die.agreement == 1.0
    assert die.detection.centre_xy[0] == pytest.approx(104), "the newest place is reported"
    assert die.detection.stacked == pytest.approx(0.6)


def test_two_dice_of_one_frame_stay_two_however_close_and_a_die_goes_to_the_nearest():
    assert len(fused([sight(100), sight(110)])) == 2
    first, second = fused([sight(120, 2), sight(100, 1)], [sight(100, 1), sight(120, 2)], same_die=0.9)
    assert (int(first.probabilities.argmax()), int(second.probabilities.argmax())) == (1, 2)


def test_a_die_seen_in_too_few_frames_is_none_and_a_frame_that_misses_one_lowers_its_confidence():
    assert len(fused([sight(100)], [sight(100), sight(400)], [sight(100)])) == 1
    (die,) = fused([sight(100)], [])
    assert die.detection.confidence == pytest.approx(0.45)


@pytest.mark.parametrize(("tilts", "expected"), [((1.0, 40.0, 2.0), 2.0), ((2.0, 12.0), 7.0)])
def test_one_wild_tilt_among_three_does_not_count_and_of_two_neither_counts_more(tilts, expected):
    (die,) = fused(*([sight(100, tilt_deg=tilt)] for tilt in tilts))
    assert die.detection.tilt_deg == pytest.approx(expected)


def test_frames_that_read_another_face_lower_the_agreement():
    (die,) = fused([sight(100, 0)], [sight(100, 0)], [sight(100, 3, sure=0.7)])
    assert int(die.probabilities.argmax()) == 0
    assert die.agreement == pytest.approx(2 / 3)


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
