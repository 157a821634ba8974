from dataclasses import replace

import numpy as np
import pytest

from models.evaluate import own_dice, workers
from models.render.designs import core_design
from models.render.styles import foreign_design
from models.render.world import Family
from scoring.statistics.share import Share
from tests.vision.learn.met_dice import SURE, TellingReader, confusing
from vision.learn.impressions import impressions_of
from vision.learn.taught import teach
from vision.read.classify import FACE_LABELS, FaceReader

FACES = np.arange(6)
SEED = 1_090_000


@pytest.mark.parametrize("kind", own_dice.Kind)
def test_dice_of_every_kind_are_read_after_twelve_crops_by_the_models_in_the_repository(kind):
    design, reader, twice = own_dice.own_design(kind, SEED), FaceReader.from_file(threads=1), np.repeat(FACES, 2)
    dice_set = own_dice.taught_set(reader, own_dice.close_ups(design, twice, seed=(SEED, 1)), twice, kind)
    read = dice_set.read(impressions_of(reader, own_dice.close_ups(design, FACES, seed=(SEED, 2)))).probabilities
    is_right = read[:, :-1].argmax(axis=1) == FACES
    assert is_right.sum() >= 5
    assert read[~is_right, :-1].max(initial=0) < 0.85


def test_close_ups_of_a_seed_are_the_same_again_and_ordinary_dice_always_have_a_print():
    blank = next(seed for seed in range(SEED, SEED + 200) if foreign_design(seed).family is Family.BLANK)
    assert own_dice.own_design(own_dice.Kind.ORDINARY, blank).family is not Family.BLANK
    first, again, other = (own_dice.close_ups(core_design(), FACES[:2], seed=(SEED, number)) for number in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()


@pytest.mark.proof
def test_a_table_is_five_sets_each_read_and_recognised():
    records = own_dice.records_of_table(workers.Models(), 3)
    assert [one.kind for one in records] == list(own_dice.KINDS)
    for one in records:
        assert len(one.right) == len(one.sure) == len(one.foreign) == 24
        assert len(one.untaught) == (24 if one.kind is own_dice.Kind.POKER else 0)
        assert None not in one.recognised
    assert np.mean([flag for one in records for flag in one.right]) > 0.9
    assert np.mean([flag for one in records for flag in one.recognised]) > 0.8


NUMBERS = np.arange(own_dice.EARLIER + own_dice.LATER)[:, None]
THROWS = (NUMBERS + np.arange(5) * (1 + NUMBERS % 2)) % 6


def played_with(chances=SURE):
    """What becomes of a set whose faces a general reader sees with such chances."""
    reader = TellingReader(chances=chances)
    return own_dice.played(reader.drawn(THROWS.ravel().tolist()), THROWS, reader)


def test_a_face_that_is_always_taken_for_another_is_read_right_once_its_players_named_it():
    one, later = played_with(confusing(3, 2, share=0.52)), THROWS[own_dice.EARLIER :]
    assert (one.met_after, one.is_grouped_wrong, one.is_proposed) == (own_dice.EARLIER, False, True)
    assert not one.strange_right[later == 3].any()
    assert one.right.all()
    assert one.sure[later == 3].all()
    chances = SURE.copy()
    chances[[2, 3]] = chances[[3, 2]]  # each is taken for the other, always
    exchanged = played_with(chances)
    assert not exchanged.is_proposed
    assert exchanged.right.mean() > 0.9
    assert own_dice.met_figures([exchanged]).found_again.hits > 5
    assert exchanged.offers[:, 2].all()


def test_a_die_that_was_asked_about_is_learnt_from_if_it_plainly_shows_what_is_said():
    reader, faces = TellingReader(), np.tile(np.arange(6), 2)
    taught = teach(impressions_of(reader, reader.drawn(faces)), faces, labels=FACE_LABELS, name="met", model_sha256="")
    asked = impressions_of(reader, reader.drawn((3, 2), seed=5))
    assert own_dice._told(taught, asked, np.array([3, 4])).counts == (2, 2, 2, 3, 2, 2)
    assert own_dice._told(taught, asked.of([1]), np.array([4])) is taught


def test_dice_whose_faces_do_not_stand_apart_stay_strange():
    reader = TellingReader(chances=np.full((7, 7), 1 / 7))
    fives = np.where(THROWS == 5, 4, THROWS)
    one = own_dice.played(reader.drawn(fives.ravel().tolist()), fives, reader)
    assert (one.met_after, one.is_grouped_wrong, one.is_proposed, one.sure.any()) == (None, False, False, False)


def test_figures_count_dice_throws_and_sets():
    yes, no = np.ones((own_dice.LATER, 5), bool), np.zeros((own_dice.LATER, 5), bool)
    one_unsure = yes.copy()
    one_unsure[0, 2] = False
    offers = np.array([[True, False, True], [False, True, True], [False, False, False], [True, True, False]])
    strange = {"strange_right": no, "strange_sure": no, "is_grouped_wrong": False, "offers": offers}
    met = own_dice.PlayRecord(met_after=5, is_proposed=True, right=yes, sure=one_unsure, **strange)
    late = replace(met, met_after=own_dice.EARLIER + 1, is_proposed=False)
    never = replace(met, met_after=None, is_proposed=False, right=no, sure=no)
    figures, dice = own_dice.met_figures([met, late, never]), own_dice.LATER * 5
    assert (figures.sets, figures.met) == (3, Share(1, 3))
    assert (figures.grouped_wrong, figures.proposed) == (Share(0, 2), Share(1, 2))
    assert (figures.found_again, figures.offered_right) == (Share(2, 4), Share(2, 4))
    assert (figures.accuracy, figures.sure_right) == (Share(dice, dice), Share(dice - 1, dice - 1))
    assert (figures.throws_asked, figures.strange_accuracy) == (Share(1, own_dice.LATER), Share(0, 3 * dice))
    assert figures.strange_throws_asked == Share(3 * own_dice.LATER, 3 * own_dice.LATER)
