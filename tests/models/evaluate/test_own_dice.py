import numpy as np
import pytest

from models.evaluate.own_dice import KINDS, Kind, TableTask, close_ups, own_design, table_task, taught_set
from models.evaluate.workers import Models
from models.render.world import Family
from vision.learn.impressions import impressions_of
from vision.read.classify import FaceReader

pytest.importorskip("PIL", reason="designs never trained on are drawn with pillow (extra train)")

FACES = np.arange(6)
SEED = 1_090_000


@pytest.fixture(scope="module")
def reader():
    return FaceReader.from_file(threads=1)


@pytest.mark.parametrize("kind", Kind)
def test_dice_of_every_kind_are_read_after_twelve_crops_by_the_models_in_the_repository(reader, kind):
    design = own_design(kind, SEED)
    twice = np.repeat(FACES, 2)
    dice_set = taught_set(reader, close_ups(design, twice, seed=(SEED, 1)), twice, kind)
    read = dice_set.read(impressions_of(reader, close_ups(design, twice, seed=(SEED, 2)))).probabilities
    is_right = read[:, :-1].argmax(axis=1) == twice
    assert is_right.sum() >= 11
    assert read[~is_right, :-1].max(initial=0) < 0.85


def test_close_ups_of_a_seed_are_the_same_again_and_others_are_not():
    design = own_design(Kind.ORDINARY, SEED)
    first, again, other = (close_ups(design, FACES[:2], seed=(SEED, number)) for number in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()


def test_ordinary_dice_always_have_a_print():
    assert all(own_design(Kind.ORDINARY, seed).family is not Family.BLANK for seed in range(SEED, SEED + 60))


@pytest.mark.proof
def test_a_table_is_five_sets_each_read_and_recognised():
    records = table_task(TableTask(Models(), 3))
    assert [one.kind for one in records] == list(KINDS)
    for one in records:
        assert len(one.right) == len(one.sure) == len(one.foreign) == 24
        assert len(one.untaught) == (24 if one.kind is Kind.POKER else 0)
        assert None not in one.recognised
        assert 6 <= one.questions <= 12
        assert len(one.misnamed) <= 12 - 6
        assert sum(one.misnamed) <= 1
    assert np.mean([flag for one in records for flag in one.right]) > 0.9
    assert np.mean([flag for one in records for flag in one.recognised]) > 0.8
