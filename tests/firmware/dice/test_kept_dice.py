"""A taught set over its life: corrections that help, corrections that would harm, and taking them back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from firmware.dice import kept_dice
from tests.vision.shown_dice import EACH_TWICE, PIPS, POKER, PlainReader, burnt_out, seen, shown

READER = PlainReader()


class OtherReader(PlainReader):
    """A model that was trained anew."""

    sha256 = "newer"

    def read(self, crops):
        general, embeddings = super().read(crops)
        return general, embeddings[:, ::-1].copy()


def kept(faces=EACH_TWICE, *, design="pips") -> kept_dice.KeptSet:
    return kept_dice.begun("mine", PIPS, shown(design, faces), faces, reader=READER, learning=1)


def same(one: kept_dice.KeptSet, other: kept_dice.KeptSet) -> bool:
    arrays = ("crops", "shown", "learnt", "retired", "embeddings", "general")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in arrays)


def test_a_kept_set_reads_like_the_set_it_was_taught_as():
    dice_set = kept().dice_set()
    read = dice_set.read(seen(shown("pips", EACH_TWICE, seed=3))).probabilities
    assert read[:, :-1].argmax(axis=1).tolist() == list(EACH_TWICE)
    assert (dice_set.name, dice_set.labels, dice_set.model_sha256) == ("mine", PIPS, "plain")


def test_a_correction_that_leaves_all_others_right_is_read_by():
    # The two, in a light in which the set takes it for something else.
    crop = shown("pips", (1,), seed=5, light=0.4)[0]
    grown, learnt = kept_dice.corrected(kept(), crop, 1, reader=READER, learning=2)
    assert learnt is kept_dice.Learnt.IN_USE
    assert grown.dice_set().counts == (2, 3, 2, 2, 2, 2)
    assert grown.last_learning == 2
    read = grown.dice_set().read(seen(crop[None])).probabilities[0]
    assert read[:-1].argmax() == 1
    assert read[1] > kept().dice_set().read(seen(crop[None])).probabilities[0, 1]


def test_a_correction_by_a_wrong_tap_is_kept_but_not_read_by():
    # A five that was called a two: with it one of the fives would be read as a two.
    before = kept()
    crop = before.crops[4]
    grown, learnt = kept_dice.corrected(before, crop, 1, reader=READER, learning=2)
    assert learnt is kept_dice.Learnt.KEPT
    assert len(grown.crops) == 13
    assert grown.dice_set().counts == before.dice_set().counts
    assert grown.dice_set().calibration == before.calibration


@pytest.mark.parametrize(("face", "learnt"), [(1, kept_dice.Learnt.IN_USE), (4, kept_dice.Learnt.KEPT)])
def test_a_correction_taken_back_leaves_the_set_as_it_was(face, learnt):
    before = kept()
    crop = shown("pips", (face,), seed=5)[0] if learnt is kept_dice.Learnt.IN_USE else before.crops[4]
    grown, became = kept_dice.corrected(before, crop, 1, reader=READER, learning=2)
    assert became is learnt
    again = kept_dice.without_learning(grown, 2)
    assert again is not None
    assert same(again, before)
    assert again.calibration == before.calibration


def test_taking_the_first_learning_back_leaves_nothing():
    assert kept_dice.without_learning(kept(), 1) is None


def test_of_one_face_only_so_many_crops_are_read_by_and_the_new_one_is_among_them():
    faces = (*EACH_TWICE, 1, 1)
    before = kept(faces)
    assert before.dice_set().counts[1] == kept_dice.MOST_A_FACE
    crop = shown("pips", (1,), seed=9, light=0.5)
    grown = kept_dice.with_more(before, crop, [1], reader=READER, learning=2)
    assert grown.dice_set().counts[1] == kept_dice.MOST_A_FACE
    assert len(grown.crops) in grown.in_use + 1
    assert np.count_nonzero(grown.retired == 2) == 1
    again = kept_dice.without_learning(grown, 2)
    assert again is not None
    assert same(again, before)


def test_more_crops_of_one_face_than_are_read_by_may_be_shown_at_once():
    faces = (*EACH_TWICE, *(1,) * 6)
    assert kept(faces).dice_set().counts == (2, kept_dice.MOST_A_FACE, 2, 2, 2, 2)


def test_the_crop_most_like_another_makes_room():
    crops = shown("pips", (*EACH_TWICE, 1, 1, 1))
    crops[13] = crops[1]  # the same picture twice tells nothing
    full = kept_dice.begun("mine", PIPS, crops, (*EACH_TWICE, 1, 1, 1), reader=READER, learning=1)
    assert len({1, 13} & set(full.in_use.tolist())) == 1


def test_a_set_of_another_model_is_made_anew_from_its_crops():
    before = kept()
    renewed = kept_dice.of_model(before, OtherReader())
    assert renewed.model_sha256 == "newer"
    np.testing.assert_allclose(renewed.embeddings, before.embeddings[:, ::-1])
    assert same(replace(renewed, embeddings=before.embeddings), before)
    read = renewed.dice_set().read(seen(shown("pips", EACH_TWICE, seed=3), OtherReader())).probabilities
    assert read[:, :-1].argmax(axis=1).tolist() == list(EACH_TWICE)


def test_a_set_of_the_same_model_is_left_alone():
    before = kept()
    assert kept_dice.of_model(before, PlainReader()) is before


def test_of_crops_out_of_use_the_oldest_go_when_there_are_too_many():
    before = kept()
    grown, _ = kept_dice.corrected(before, before.crops[4], 1, reader=READER, learning=2)
    grown, _ = kept_dice.corrected(grown, before.crops[3], 1, reader=READER, learning=3)
    fewer = kept_dice.trimmed(grown, 13)
    assert sorted(set(fewer.learnt.tolist())) == [1, 3]
    assert len(fewer.in_use) == 12
    assert len(kept_dice.trimmed(grown, 5).crops) == 12  # crops in use stay
    assert kept_dice.trimmed(grown) is not None
    assert same(kept_dice.trimmed(grown), grown)


def poker(crops, faces) -> kept_dice.KeptSet:
    return kept_dice.begun("mine", POKER, crops, faces, reader=READER, learning=1)


def test_a_burnt_out_face_put_right_is_kept_but_never_read_by():
    before = poker(shown("suits", EACH_TWICE), EACH_TWICE)
    after, learnt = kept_dice.corrected(before, burnt_out(1)[0], 1, reader=READER, learning=2)
    assert learnt is kept_dice.Learnt.KEPT
    assert len(after.crops) == len(before.crops) + 1
    assert after.in_use.tolist() == before.in_use.tolist()


def test_of_crops_shown_the_burnt_out_are_not_read_by_where_another_shows_the_face():
    crops = np.concatenate([shown("suits", EACH_TWICE), burnt_out(1)])
    assert poker(crops, (*EACH_TWICE, 1)).in_use.tolist() == list(range(12))
    alone = np.concatenate([shown("suits", (0, 2, 3, 4, 5)), burnt_out(1)])
    assert poker(alone, (0, 2, 3, 4, 5, 1)).in_use.tolist() == list(range(6))
