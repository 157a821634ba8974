"""A taught set over its life: corrections that help, corrections that would harm, and taking them back."""

from dataclasses import replace

import numpy as np

from firmware.dice import kept_dice
from tests.firmware.dice.taught_sets import OtherReader, kept, same
from tests.vision.shown_dice import EACH_TWICE, POKER, PlainReader, burnt_out, shown

READER = PlainReader()
FIVE_AS_TWO = (4, 1)
"""A crop of `kept` and what a wrong tap called it: with it one of the fives would be read as a two."""


def put_right(
    before: kept_dice.KeptSet, crop: int, label: int, learning: int = 2
) -> tuple[kept_dice.KeptSet, kept_dice.Learnt]:
    return kept_dice.corrected(before, before.crops[crop], label, reader=READER, learning=learning)


def test_a_correction_by_a_wrong_tap_is_kept_but_not_read_by():
    grown, learnt = put_right(kept(), *FIVE_AS_TWO)
    assert (learnt, len(grown.crops)) == (kept_dice.Learnt.KEPT, 13)
    assert grown.dice_set().counts == kept().dice_set().counts
    assert grown.dice_set().calibration == kept().dice_set().calibration
    again = kept_dice.without_learning(grown, 2)
    assert same(again, kept())
    assert again.calibration == kept().calibration


def test_of_one_face_only_so_many_crops_are_read_by_and_the_new_one_is_among_them():
    before = kept((*EACH_TWICE, 1, 1))
    assert before.dice_set().counts[1] == kept_dice.MOST_A_FACE
    grown = kept_dice.with_more(before, shown("pips", (1,), seed=9, light=0.5), [1], reader=READER, learning=2)
    assert grown.dice_set().counts[1] == kept_dice.MOST_A_FACE
    assert len(before.crops) in grown.in_use
    assert np.count_nonzero(grown.retired == 2) == 1
    assert same(kept_dice.without_learning(grown, 2), before)


def test_a_set_of_another_model_is_made_anew_from_its_crops():
    assert kept_dice.of_model(kept(), PlainReader()) is kept()
    renewed = kept_dice.of_model(kept(), OtherReader())
    assert renewed.model_sha256 == "newer"
    np.testing.assert_allclose(renewed.embeddings, kept().embeddings[:, ::-1])
    assert same(replace(renewed, embeddings=kept().embeddings), kept())


def test_of_crops_out_of_use_the_oldest_go_when_there_are_too_many():
    grown, _ = put_right(kept(), *FIVE_AS_TWO)
    grown, _ = put_right(grown, 3, 1, learning=3)
    fewer = kept_dice.trimmed(grown, 13)
    assert (set(fewer.learnt.tolist()), len(fewer.in_use)) == ({1, 3}, 12)
    assert len(kept_dice.trimmed(grown, 5).crops) == 12  # crops in use stay


def poker(crops, faces) -> kept_dice.KeptSet:
    return kept_dice.begun("mine", POKER, crops, faces, reader=READER, learning=1)


def test_burnt_out_faces_are_kept_but_never_read_by_where_another_shows_the_face():
    before = poker(shown("suits", EACH_TWICE), EACH_TWICE)
    after, learnt = kept_dice.corrected(before, burnt_out(1)[0], 1, reader=READER, learning=2)
    assert (learnt, len(after.crops)) == (kept_dice.Learnt.KEPT, len(before.crops) + 1)
    assert after.in_use.tolist() == before.in_use.tolist()
    assert poker(np.concatenate([before.crops, burnt_out(1)]), (*EACH_TWICE, 1)).in_use.tolist() == list(range(12))
    alone = np.concatenate([shown("suits", (0, 2, 3, 4, 5)), burnt_out(1)])
    assert poker(alone, (0, 2, 3, 4, 5, 1)).in_use.tolist() == list(range(6))
