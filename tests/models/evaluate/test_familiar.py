from dataclasses import replace

import numpy as np
import pytest

from models.evaluate.familiar import EARLIER, LATER, PlayRecord, familiar_figures, played
from scoring.statistics.share import Share
from tests.vision.learn.test_familiar import SURE, confusing, met
from tests.vision.shown_dice import PlainReader
from vision.learn.taught_reader import SetsReader

FACES = np.array([[(number + die * (1 + number % 2)) % 6 for die in range(5)] for number in range(EARLIER + LATER)])


def record(chances=SURE):
    """What becomes of a set whose faces a general reader sees with such chances."""
    seen = met(tuple(FACES.ravel().tolist()), chances=chances)
    return played(seen, FACES, SetsReader(PlainReader()), "plain")


@pytest.mark.proof
def test_a_face_that_is_always_taken_for_another_is_read_right_after_a_while():
    one = record(confusing(3, 2, share=0.52))
    assert one.is_known
    assert not one.is_misnamed
    later = FACES[EARLIER:]
    assert not one.strange_right[later == 3].any()
    assert one.right.all()
    assert one.sure[later == 3].all()
    assert not one.strange_sure[later == 3].any()


def test_dice_the_general_reader_cannot_tell_stay_unknown_and_are_asked_about():
    one = record(np.full((7, 7), 1 / 7))
    assert not one.is_known
    assert not one.is_misnamed
    assert not one.sure.any()


@pytest.mark.proof
def test_a_set_with_two_names_exchanged_is_called_misnamed():
    chances = SURE.copy()
    chances[[2, 3]] = chances[[3, 2]]  # each is taken for the other, always
    one = record(chances)
    assert one.is_known
    assert one.is_misnamed
    assert not one.right[(FACES[EARLIER:] == 2) | (FACES[EARLIER:] == 3)].any()


def test_figures_count_dice_throws_and_sets():
    yes, no = np.ones((LATER, 5), bool), np.zeros((LATER, 5), bool)
    one_unsure = yes.copy()
    one_unsure[0, 2] = False
    known = PlayRecord(
        was_known=np.ones(LATER, bool), is_known=True, is_misnamed=False, right=yes, sure=one_unsure,
        strange_right=no, strange_sure=no,
    )  # fmt: skip
    unknown = replace(known, was_known=np.zeros(LATER, bool), is_known=False, right=no, sure=no)
    figures = familiar_figures([known, unknown])
    dice = LATER * 5
    assert figures.sets == 2
    assert figures.known == figures.ever_known == Share(1, 2)
    assert figures.misnamed == Share(0, 1)
    assert figures.accuracy == Share(dice, 2 * dice)
    assert figures.sure_right == Share(dice - 1, dice - 1)
    assert figures.asked == Share(dice + 1, 2 * dice)
    assert figures.throws_asked == Share(LATER + 1, 2 * LATER)
    assert figures.strange_accuracy.value == pytest.approx(0.0)
    assert figures.strange_throws_asked == Share(2 * LATER, 2 * LATER)
