"""Dice met in play: which crops show one face, and which names are proposed, without a word by the players."""

import numpy as np
import pytest

from tests.vision.learn.met_dice import SURE, TellingReader, confusing, embedded
from tests.vision.shown_dice import burnt_out
from vision.learn.groups import GroupPolicy, Meeting, believed, clearest, groups_of
from vision.learn.impressions import impressions_of

FACES = tuple(np.random.default_rng(8).permutation(np.repeat(np.arange(6), 4)).tolist())


def alike(faces=FACES, *, noise=0.35):
    crops = embedded("pips", faces, 3, noise=noise).astype(float)
    return crops @ crops.T


def shows(face, faces=FACES):
    return tuple(number for number, each in enumerate(faces) if each == face)


def test_crops_of_one_face_are_a_group_and_what_might_be_of_two_faces_is_in_none():
    groups = groups_of(alike())
    assert sorted(groups) == sorted(shows(face) for face in range(6))
    between = np.concatenate([embedded("pips", FACES, 3), embedded("pips", (0, 1), 5).mean(axis=0, keepdims=True)])
    between = between.astype(float) / np.linalg.norm(between, axis=1, keepdims=True)
    assert sorted(groups_of(between @ between.T)) == sorted(groups)


HALVES = np.repeat((0, 1, 2, 3, 4, 5, 6), 4)
"""The first face in halves, and the last two so like each other that they are taken for one."""
ALIKE = np.where(HALVES[:, None] == HALVES, 0.95, np.where(np.minimum.outer(HALVES, HALVES) > 4, 0.5, 0.1))
TURNED = np.repeat(range(6), (3, 3, 4, 4, 4, 4))


@pytest.mark.parametrize(
    "seen",
    [
        alike(tuple(face for face in FACES if face != 4)),
        alike((*(face for face in FACES if face != 5), 5)),
        alike(noise=2.5),
        alike(())[:0, :0],
        ALIKE,
        np.where(TURNED[:, None] == TURNED, 0.95, np.where(np.maximum.outer(TURNED, TURNED) < 2, 0.66, 0.1)),
    ],
    ids=["five faces", "one once", "all alike", "none", "two taken for one", "one taken for two"],
)
def test_where_six_faces_do_not_stand_apart_there_are_no_groups(seen):
    assert groups_of(seen) is None


@pytest.mark.parametrize("faces", [FACES, FACES * 2])
def test_of_many_crops_a_smaller_gap_is_enough(faces):
    assert (groups_of(np.where(np.array(faces)[:, None] == np.array(faces), 0.95, 0.8)) is None) is (faces == FACES)


def test_names_are_proposed_by_what_was_seen_in_all_of_them_each_once():
    groups = tuple(shows(face) for face in (5, 4, 3, 2, 1, 0))
    for chances in (SURE, confusing(3, 2, share=0.52)):  # no Queen is ever read, and yet one group must be hers
        assert believed(groups, chances[list(FACES)]) == (5, 4, 3, 2, 1, 0)
    one_odd = SURE[list(FACES)]
    one_odd[shows(0)[0]] = SURE[1] * 0.999 + 1e-9  # one look that is quite sure of another face
    assert believed(groups, one_odd) == (5, 4, 3, 2, 1, 0)


def test_the_clearest_crops_leave_out_what_looks_like_another_face():
    crops = embedded("pips", (*FACES, 4), 3).astype(float)
    assert len(FACES) not in clearest(crops @ crops.T, (*shows(0), len(FACES)), 4)


def after(throws, reader, *, policy=None):
    meeting = Meeting(policy=policy or GroupPolicy())
    for number in range(throws):
        crops = reader.drawn([(number + die * (1 + number % 2)) % 6 for die in range(5)], seed=number)
        meeting = meeting.met(crops, impressions_of(reader, crops))
    return meeting


def test_a_set_is_met_after_some_throws_with_crops_of_every_face_and_how_far_the_reader_assents():
    reader = TellingReader(chances=confusing(3, 2, share=0.52))
    assert Meeting().met_set() is None
    assert after(2, reader).met_set() is None
    assert after(6, reader).met_set() is None  # two are called Jack: one face in two lights, and a sixth yet to come?
    met = after(8, reader).met_set()
    assert [reader._face_of[crop.tobytes()] for crop in met.crops] == list(met.shown)
    assert {met.shown.count(label) for label in range(6)} <= {2, 3, 4}
    assert met.assent == pytest.approx(0.38)
    assert after(6, TellingReader()).met_set().assent > 0.9


def test_only_the_newest_crops_are_kept_and_one_that_shows_nothing_tells_nothing():
    reader = TellingReader()
    meeting = after(4, reader, policy=GroupPolicy(most_crops=12))
    assert len(meeting.crops) == len(meeting.seen) == 12
    assert np.array_equal(meeting.crops[-5:], after(4, reader).crops[-5:])
    burnt = burnt_out(1)
    reader._face_of[burnt[0].tobytes()] = 1
    assert len(meeting.met(burnt, impressions_of(reader, burnt)).crops) == 12
    assert len(Meeting().met(burnt, impressions_of(reader, burnt)).crops) == 0
