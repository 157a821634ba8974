from dataclasses import replace

import numpy as np
import pytest

from tests.cases import cases
from tests.vision.learn.met_dice import TellingReader, in_light, taught_in_light
from tests.vision.shown_dice import EACH_TWICE, PIPS, POKER, KnowingReader, PlainReader, burnt_out, seen, shown, taught
from vision.errors import TeachError
from vision.learn import calibration
from vision.learn.ink import Templates, ink_of, is_blank, shows_nothing
from vision.learn.taught import FAR, DiceSet, TaughtFaces, shows_other, teach
from vision.read.classify import FaceReader

ALL = tuple(range(6))


def from_crops(crops, labels_of, labels=POKER, reader=None):
    reader = reader or PlainReader()
    return teach(seen(crops, reader), labels_of, labels=labels, name="mine", model_sha256=reader.sha256)


def read_by(dice_set, crops, reader=None):
    return dice_set.read(seen(crops, reader)).probabilities


@pytest.mark.parametrize("design", ["suits-engraved", "suits-night", "letter-suits"])
def test_twelve_crops_teach_a_set_that_reads_its_dice(design):
    reader = FaceReader.from_file(threads=1)
    dice_set = from_crops(shown(design, EACH_TWICE), EACH_TWICE, reader=reader)
    assert dice_set.calibration.right == (True,) * 12
    read = read_by(dice_set, shown(design, ALL * 4, seed=9), reader)
    wrong = read[:, :-1].argmax(axis=1) != ALL * 4
    assert wrong.sum() <= 1
    assert read[wrong].max(initial=0) < 0.85
    assert read.sum(axis=1) == pytest.approx(1.0)
    assert read[:, -1].max() < 0.5


@pytest.mark.parametrize("labels", [PIPS, ("1", "2")])
def test_labels_may_be_any_names_and_any_number_and_each_knows_how_often_it_was_shown(labels):
    faces = tuple(range(len(labels))) * 2
    dice_set = from_crops(shown("pips", (*faces, 1)), (*faces, 1), labels)
    assert read_by(dice_set, shown("pips", faces, seed=4)).shape == (len(faces), len(labels) + 1)
    assert not dice_set.is_poker
    assert dice_set.counts == (2, 3, *[2] * (len(labels) - 2))


def test_pictures_that_another_lamp_changed_are_of_the_set_where_their_embeddings_are():
    dice_set, true = taught("suits", seed=5), seen(shown("suits", ALL, seed=14))
    changed = replace(true, ink=np.random.default_rng(5).normal(0, 40, true.ink.shape).astype(np.float32))
    read, strange = dice_set.read(changed), dice_set.read(replace(changed, embeddings=-true.embeddings))
    assert read.distances.min() > FAR
    assert read.probabilities[:, -1].max() < 0.1
    assert strange.probabilities[:, -1].min() > 0.5


def test_a_set_knows_its_dice_in_another_light_by_those_surely_read_that_are_plainly_of_it():
    for cosine, other, labels, likest in (
        (0.8, 0.0, ALL, 0.96),
        (0.76, 0.57, ALL, 0.6),  # much like another face, too
        (0.7, 0.0, ALL, 0.6),  # like none
        (0.8, 0.0, (1, 2, 3, 4, 5, 0), 0.6),  # read otherwise
    ):
        known = taught_in_light().with_lately(in_light(cosine, ALL, other=other).embeddings, np.array(labels))
        alike = known.embedded(in_light(0.6, ALL))
        assert alike.max(axis=1) == pytest.approx(likest, abs=1e-6)
        assert alike.argmax(axis=1).tolist() == list(ALL)
    bright = in_light(0.8, ALL)
    known, blank = taught_in_light().with_lately(bright.embeddings, np.array(ALL)), replace(bright, ink=bright.ink * 0)
    assert known.read(blank).probabilities[:, -1].tolist() == [1.0] * 6  # where nothing is seen no light helps


def test_a_face_whose_middle_shows_nothing_is_read_if_it_is_otherwise_the_same_and_no_other_is():
    dice_set = taught("suits")
    for alike, least, most in ((0.95, 0.0, 0.1), (0.85, 1.0, 1.0)):
        embeddings = dice_set.prototypes.embeddings * alike
        read = dice_set.read(replace(dice_set.prototypes, embeddings=embeddings, ink=dice_set.prototypes.ink * 0))
        assert all(least <= none <= most for none in read.probabilities[:, -1])


def test_dice_of_another_make_and_bare_felt_are_none_of_the_set():
    dice_set = taught("suits")
    felt = np.random.default_rng(0).normal(90, 12, (4, 64, 64, 3)).clip(0, 255).astype(np.uint8)
    for crops in (shown("suits-night", ALL), felt):
        assert read_by(dice_set, crops)[:, -1].min() > 0.5


KNOWING, WRONG = KnowingReader(*EACH_TWICE), KnowingReader(*((face + 1) % 6 for face in EACH_TWICE))
SAME = np.repeat(shown("pips", (2,)), 12, axis=0)


@pytest.mark.parametrize(
    ("general", "crops", "later"),
    [
        (WRONG, shown("suits", EACH_TWICE), shown("suits", EACH_TWICE, seed=8)),  # one always wrong does no harm
        (KNOWING, SAME, SAME),  # one that is right decides between faces that look the same
    ],
)
def test_the_general_reader_is_heard_for_poker_faces_alone_and_where_it_is_right(general, crops, later):
    poker, pips = (from_crops(crops, EACH_TWICE, labels, general) for labels in (POKER, PIPS))
    assert (len(poker.calibration.weights), len(pips.calibration.weights)) == (5, 4)
    assert read_by(poker, later, general)[:, :-1].argmax(axis=1).tolist() == list(EACH_TWICE)


def test_faces_that_look_the_same_are_not_sure():
    # Jack and Queen carry one print: whatever is read of them must not be believed.
    dice_set = from_crops(shown("pips", [0, 1, 2, 2, 4, 5] * 2, seed=100), EACH_TWICE)
    assert read_by(dice_set, shown("pips", (2,) * 6, seed=3))[:, :-1].max() < 0.85


@pytest.mark.parametrize(("labels", "shown_labels", "words"), cases(__file__)["refused"])
def test_crops_that_do_not_make_a_set_are_refused_in_words(labels, shown_labels, words):
    with pytest.raises(TeachError, match=words):
        from_crops(shown("pips", ALL), shown_labels, labels)


def test_a_burnt_out_face_is_no_poker_face_even_where_one_was_shown_as_a_ten_and_other_dice_may_have_a_blank():
    lit, later = burnt_out(2), burnt_out(4, seed=2)
    poker = from_crops(np.concatenate([shown("suits", EACH_TWICE), lit]), (*EACH_TWICE, 1, 1))
    assert read_by(poker, later)[:, -1].tolist() == [1.0] * 4
    faces, names = (0, 1, 2) * 2, ("one", "two", "three", "blank")
    other = from_crops(np.concatenate([shown("pips", faces), lit]), (*faces, 3, 3), names)
    assert read_by(other, later)[:, :-1].argmax(axis=1).tolist() == [3] * 4


def likeness(one, other):
    return Templates.of(ink_of(one)).likeness(ink_of(other))


def test_no_crops_have_no_ink_and_nothing_is_like_nothing():
    nothing, plain = np.empty((0, 64, 64, 3), np.uint8), np.full((1, 64, 64, 3), 128, np.uint8)
    assert is_blank(ink_of(nothing)).shape == (0,)
    assert likeness(nothing, shown("pips", ALL)).shape == (6, 0, 3)
    assert likeness(shown("pips", ALL), nothing).shape == (0, 6, 3)
    assert likeness(plain, plain) == pytest.approx(0.0)  # without any contrast


def test_a_quarter_turn_a_cut_a_little_beside_and_more_light_make_no_difference():
    crops = shown("letters", ALL)
    for turn in range(4):
        turned = np.ascontiguousarray(np.rot90(crops, turn, axes=(1, 2)))
        assert np.diagonal(likeness(crops, turned)) == pytest.approx(1.0, abs=0.01)
    four = shown("pips", (4,))
    for shift in ((3, 0), (0, -3), (-3, 3)):
        assert likeness(four, np.roll(four, shift, axis=(1, 2))).min() > 0.9
    found = likeness(shown("suits", ALL, light=0.95), shown("suits", ALL, light=0.6))
    assert found.mean(axis=2).argmax(axis=1).tolist() == list(ALL)


@pytest.mark.parametrize("design", ["suits", "suits-engraved", "suits-night", "letters", "letter-suits", "pips"])
def test_a_face_is_blank_where_a_lamp_burnt_its_print_away_and_not_in_poor_light_or_strong(design):
    assert is_blank(ink_of(burnt_out(3))).tolist() == [True] * 3
    mirroring = shown(design, ALL, seed=4)
    mirroring[:, 17:63, 17:63] = 255  # the rim of the die is seen around the lamp
    assert shows_nothing(mirroring, ink_of(mirroring)).all()
    for light in (0.3, 1.0, 1.6):
        crops = shown(design, ALL, seed=4, light=light)
        assert not is_blank(ink_of(crops)).any()
        # Twos, fours and sixes of pips show nothing in the middle
        assert design == "pips" or not shows_nothing(crops, ink_of(crops)).any()


LABELS = np.array([0, 0, 1, 1, 2, 2])
SAME_FACE = (LABELS[:, None] == LABELS[None, :]).astype(np.float32)


def test_likeness_and_spread_are_those_to_the_nearest_crop_of_the_same_face_without_the_general_reader():
    alike = np.where(SAME_FACE, 0.8, 0.3)[..., None]
    alike[0, 1] = alike[1, 0] = 0.6
    found = calibration.calibrated(alike, LABELS, np.zeros((6, 3, 0)))
    assert found.likeness == pytest.approx((0.6 * 2 + 0.8 * 4) / 6)
    assert found.spread == pytest.approx(np.std([0.6] * 2 + [0.8] * 4))
    assert calibration.together(np.array([[[0.8, 0.4]]]), np.array([0.3, 0.3, 0.4])) == pytest.approx(0.6)


def test_readings_are_as_sure_as_faces_are_apart_and_a_dozen_crops_do_not_make_them_certain():
    apart, near, wide = (0.95 - gap * (1 - SAME_FACE)[..., None] for gap in (0.5, 0.01, 1.0))
    found = [calibration.calibrated(alike, LABELS, np.zeros((6, 3, 0))).temperature for alike in (apart, near, wide)]
    assert found[1] < 0.02
    assert min(found[0], found[2]) > 0.05  # without a usual temperature the loss of well parted crops falls for ever


def test_a_die_shows_another_face_if_it_is_far_likelier_than_what_is_said_and_like_a_face_at_all():
    alike = np.array([0.8, 0.65, 0.2, 0.1, 0.1, 0.0])
    assert [shows_other(alike, label) for label in range(3)] == [False, False, True]
    assert not shows_other(alike - 0.1, 2)  # a lamp mirrors in it
    assert [shows_other(alike, label, 0.1) for label in range(2)] == [False, True]


def test_a_throw_that_is_over_is_offered_anew_where_all_that_its_set_knows_says_so(monkeypatch):
    reader, faces = TellingReader(), (0, 1, 2, 3, 4)
    dice_set = from_crops(reader.drawn(EACH_TWICE), EACH_TWICE, reader=reader)
    again, other = seen(reader.drawn(faces, seed=9), reader), seen(shown("letters", faces))
    assert dice_set.read_again(again, (0, 1, 2, 4, 4)) == faces
    assert dice_set.read_again(other, (0, 1, 2, 4, 4)) == (0, 1, 2, 4, 4)  # a throw of another set
    as_called = np.eye(7)[[0, 1, 2, 4, 4]]
    monkeypatch.setattr(DiceSet, "read", lambda *_: TaughtFaces(as_called, np.zeros(5)))
    assert dice_set.read_again(again, (0, 1, 2, 4, 4)) == (0, 1, 2, 4, 4)  # the embedding alone is not enough
