from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.table import detection_at
from vision.read.fuse import sightings_of


def sight(x, face=0, *, confidence=0.9, sure=0.8, tilt_deg=0.0):
    faces = np.full(7, (1 - sure) / 6)
    faces[face] = sure
    return replace(detection_at((x, 100.0), tilt_deg=tilt_deg), confidence=confidence), faces


def test_a_die_seen_in_all_frames_is_one_die_with_mean_probabilities():
    (die,) = sightings_of([[sight(100, sure=0.6)], [sight(104, sure=0.9)]], same_die=0.5, seen_share=0.5)
    assert die.probabilities[0] == pytest.approx(0.75)
    assert die.agreement == 1.0
    assert die.detection.centre_xy[0] == pytest.approx(104), "the newest place is reported"


def test_two_dice_of_one_frame_stay_two_however_close():
    assert len(sightings_of([[sight(100), sight(110)]], same_die=0.5, seen_share=0.5)) == 2


def test_a_die_goes_to_the_nearest_of_two():
    first, second = sightings_of(
        [[sight(120, 2), sight(100, 1)], [sight(100, 1), sight(120, 2)]], same_die=0.9, seen_share=0.5
    )
    assert (int(first.probabilities.argmax()), int(second.probabilities.argmax())) == (1, 2)


def test_a_die_seen_in_too_few_frames_is_none():
    frames = [[sight(100)], [sight(100), sight(400)], [sight(100)]]
    assert len(sightings_of(frames, same_die=0.5, seen_share=0.5)) == 1


def test_a_frame_that_misses_a_die_lowers_its_confidence():
    (die,) = sightings_of([[sight(100)], []], same_die=0.5, seen_share=0.5)
    assert die.detection.confidence == pytest.approx(0.45)


def test_frames_that_read_another_face_lower_the_agreement():
    frames = [[sight(100, 0)], [sight(100, 0)], [sight(100, 3, sure=0.7)]]
    (die,) = sightings_of(frames, same_die=0.5, seen_share=0.5)
    assert int(die.probabilities.argmax()) == 0
    assert die.agreement == pytest.approx(2 / 3)


def test_frames_that_differ_on_what_a_die_lies_on_are_averaged():
    frames = [[(replace(sight(100)[0], stacked=stacked), sight(100)[1])] for stacked in (0.9, 0.3)]
    (die,) = sightings_of(frames, same_die=0.5, seen_share=0.5)
    assert die.detection.stacked == pytest.approx(0.6)


def test_one_wild_tilt_among_three_does_not_count():
    frames = [[sight(100, tilt_deg=tilt)] for tilt in (1.0, 40.0, 2.0)]
    assert sightings_of(frames, same_die=0.5, seen_share=0.5)[0].detection.tilt_deg == 2.0


def test_of_two_frames_neither_tilt_counts_more():
    frames = [[sight(100, tilt_deg=tilt)] for tilt in (2.0, 12.0)]
    assert sightings_of(frames, same_die=0.5, seen_share=0.5)[0].detection.tilt_deg == pytest.approx(7.0)
