from dataclasses import replace

import numpy as np
import pytest

from models.evaluate.own_dice import (
    EARLIER,
    KINDS,
    LATER,
    Kind,
    PlayRecord,
    close_ups,
    familiar_figures,
    own_design,
    played,
    records_of_table,
    taught_set,
)
from models.evaluate.workers import Models
from models.render.designs import core_design
from models.render.styles import foreign_design
from models.render.world import Family
from scoring.statistics.share import Share
from tests.vision.learn.test_familiar import SURE, confusing, met
from tests.vision.shown_dice import PlainReader
from vision.learn.impressions import impressions_of
from vision.learn.taught_reader import SetsReader
from vision.read.classify import FaceReader

pytest.importorskip("PIL", reason="designs never trained on are drawn with pillow (extra train)")

FACES = np.arange(6)
SEED = 1_090_000


@pytest.mark.parametrize("kind", Kind)
def test_dice_of_every_kind_are_read_after_twelve_crops_by_the_models_in_the_repository(kind):
    design, reader, twice = own_design(kind, SEED), FaceReader.from_file(threads=1), np.repeat(FACES, 2)
    dice_set = taught_set(reader, close_ups(design, twice, seed=(SEED, 1)), twice, kind)
    read = dice_set.read(impressions_of(reader, close_ups(design, FACES, seed=(SEED, 2)))).probabilities
    is_right = read[:, :-1].argmax(axis=1) == FACES
    assert is_right.sum() >= 5
    assert read[~is_right, :-1].max(initial=0) < 0.85


def test_close_ups_of_a_seed_are_the_same_again_and_ordinary_dice_always_have_a_print():
    blank = next(seed for seed in range(SEED, SEED + 200) if foreign_design(seed).family is Family.BLANK)
    assert own_design(Kind.ORDINARY, blank).family is not Family.BLANK
    first, again, other = (close_ups(core_design(), FACES[:2], seed=(SEED, number)) for number in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()


@pytest.mark.proof
def test_a_table_is_five_sets_each_read_and_recognised():
    records = records_of_table(Models(), 3)
    assert [one.kind for one in records] == list(KINDS)
    for one in records:
        assert len(one.right) == len(one.sure) == len(one.foreign) == 24
        assert len(one.untaught) == (24 if one.kind is Kind.POKER else 0)
        assert None not in one.recognised
        assert 6 <= one.questions <= 12 >= len(one.misnamed) + 6
        assert sum(one.misnamed) <= 1
    assert np.mean([flag for one in records for flag in one.right]) > 0.9
    assert np.mean([flag for one in records for flag in one.recognised]) > 0.8


THROWS = np.array([[(number + die * (1 + number % 2)) % 6 for die in range(5)] for number in range(EARLIER + LATER)])


def played_with(chances=SURE):
    """What becomes of a set whose faces a general reader sees with such chances."""
    seen = met(tuple(THROWS.ravel().tolist()), chances=chances)
    return played(seen, THROWS, SetsReader(PlainReader()), "plain")


@pytest.mark.proof
def test_a_face_that_is_always_taken_for_another_is_read_right_after_a_while_and_two_exchanged_are_misnamed():
    one, later = played_with(confusing(3, 2, share=0.52)), THROWS[EARLIER:]
    assert (one.is_known, one.is_misnamed) == (True, False)
    assert not one.strange_right[later == 3].any()
    assert one.right.all()
    assert one.sure[later == 3].all()
    assert not one.strange_sure[later == 3].any()
    chances = SURE.copy()
    chances[[2, 3]] = chances[[3, 2]]  # each is taken for the other, always
    exchanged = played_with(chances)
    assert (exchanged.is_known, exchanged.is_misnamed) == (True, True)
    assert not exchanged.right[(later == 2) | (later == 3)].any()


def test_dice_the_general_reader_cannot_tell_stay_unknown_and_are_asked_about():
    one = played_with(np.full((7, 7), 1 / 7))
    assert (one.is_known, one.is_misnamed, one.sure.any()) == (False, False, False)


def test_figures_count_dice_throws_and_sets():
    yes, no = np.ones((LATER, 5), bool), np.zeros((LATER, 5), bool)
    one_unsure = yes.copy()
    one_unsure[0, 2] = False
    strange = {"strange_right": no, "strange_sure": no, "is_misnamed": False}
    known = PlayRecord(was_known=yes[:, 0], is_known=True, right=yes, sure=one_unsure, **strange)
    unknown = replace(known, was_known=no[:, 0], is_known=False, right=no, sure=no)
    figures, dice = familiar_figures([known, unknown]), LATER * 5
    assert (figures.sets, figures.known, figures.ever_known) == (2, Share(1, 2), Share(1, 2))
    assert (figures.misnamed, figures.accuracy) == (Share(0, 1), Share(dice, 2 * dice))
    assert (figures.sure_right, figures.asked) == (Share(dice - 1, dice - 1), Share(dice + 1, 2 * dice))
    assert figures.throws_asked == Share(LATER + 1, 2 * LATER)
    assert figures.strange_accuracy == Share(0, 2 * dice)
    assert figures.strange_throws_asked == Share(2 * LATER, 2 * LATER)
