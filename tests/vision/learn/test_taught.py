import numpy as np
import pytest

from tests.vision.shown_dice import EACH_TWICE, PIPS, POKER, KnowingReader, PlainReader, burnt_out, seen, shown, taught
from vision.errors import TeachError
from vision.learn.taught import clashes, teach

ALL = tuple(range(6))
DESIGNS = ("suits", "suits-engraved", "suits-night", "letters", "letter-suits", "pips")


def from_crops(crops, labels_of, labels=POKER, reader=None):
    reader = reader or PlainReader()
    return teach(seen(crops, reader), labels_of, labels=labels, name="mine", model_sha256=reader.sha256)


@pytest.mark.parametrize("design", DESIGNS)
def test_twelve_crops_teach_a_set_that_reads_its_dice(design):
    dice_set = taught(design)
    read = dice_set.read(seen(shown(design, ALL * 4, seed=9))).probabilities
    wrong = read[:, :-1].argmax(axis=1) != ALL * 4
    assert wrong.sum() <= 1
    assert read[wrong].max(initial=0) < 0.85
    assert read.sum(axis=1) == pytest.approx(1.0)
    assert read[:, -1].max() < 0.5


def test_a_set_knows_how_often_each_face_was_shown():
    shown_faces = (*EACH_TWICE, 3)
    assert from_crops(shown("pips", shown_faces), shown_faces).counts == (2, 2, 2, 3, 2, 2)


@pytest.mark.parametrize("labels", [PIPS, ("1", "2"), ("Neun", "Zehn", "Bube")])
def test_labels_may_be_any_names_and_any_number(labels):
    faces = tuple(range(len(labels))) * 2
    dice_set = from_crops(shown("pips", faces), faces, labels)
    assert dice_set.read(seen(shown("pips", faces, seed=4))).probabilities.shape == (len(faces), len(labels) + 1)
    assert not dice_set.is_poker


def test_each_face_shown_once_is_enough_to_read_by():
    dice_set = from_crops(shown("pips", ALL), ALL)
    read = dice_set.read(seen(shown("pips", ALL, seed=5))).probabilities
    assert read[:, :-1].argmax(axis=1).tolist() == list(ALL)


def test_dice_of_another_make_and_bare_felt_are_none_of_the_set():
    dice_set = taught("suits")
    felt = np.random.default_rng(0).normal(90, 12, (4, 64, 64, 3)).clip(0, 255).astype(np.uint8)
    for crops in (shown("suits-night", ALL), felt):
        assert dice_set.read(seen(crops)).probabilities[:, -1].min() > 0.5


def test_the_general_reader_is_heard_for_poker_faces_alone():
    reader = KnowingReader(*EACH_TWICE)
    crops = shown("suits", EACH_TWICE)
    poker, pips = (from_crops(crops, EACH_TWICE, labels, reader) for labels in (POKER, PIPS))
    assert len(poker.calibration.weights) == 5
    assert len(pips.calibration.weights) == 4


def test_a_general_reader_that_is_always_wrong_does_no_harm():
    crops, later = shown("suits", EACH_TWICE), shown("suits", EACH_TWICE, seed=8)
    wrong = KnowingReader(*((face + 1) % 6 for face in EACH_TWICE))
    dice_set = from_crops(crops, EACH_TWICE, reader=wrong)
    read = dice_set.read(seen(later, wrong)).probabilities
    assert read[:, :-1].argmax(axis=1).tolist() == list(EACH_TWICE)


def test_a_general_reader_that_is_right_decides_between_faces_that_look_the_same():
    same = np.repeat(shown("pips", (2,)), 12, axis=0)
    knowing = KnowingReader(*EACH_TWICE)
    dice_set = from_crops(same, EACH_TWICE, reader=knowing)
    read = dice_set.read(seen(same, knowing)).probabilities
    assert read[:, :-1].argmax(axis=1).tolist() == list(EACH_TWICE)


def test_faces_that_look_the_same_are_not_sure():
    # Jack and Queen carry one print: whatever is read of them must not be believed.
    crops = shown("pips", [0, 1, 2, 2, 4, 5] * 2)
    dice_set = from_crops(crops, EACH_TWICE)
    read = dice_set.read(seen(shown("pips", (2,) * 6, seed=3))).probabilities
    assert read[:, :-1].max() < 0.85


@pytest.mark.parametrize(
    ("labels", "shown_labels", "words"),
    [
        (POKER, (0, 1, 2, 3, 4, 4), "No die shows A"),
        (POKER, (0, 0, 0, 0, 0, 0), "No die shows 10, J, Q, K, A"),
        (("9",), (0,) * 6, "two or more faces"),
        ((), (0,) * 6, "got none"),
        (("9", "9"), (0, 1, 0, 1, 0, 1), "different names"),
        (("9", " "), (0, 1, 0, 1, 0, 1), "different names"),
        (POKER, (0, 1, 2), "6 crops and 3 labels"),
        (POKER, (0, 1, 2, 3, 4, 6), "Labels are 0 to 5; got 0 to 6"),
        (POKER, (-1, 1, 2, 3, 4, 5), "got -1 to 5"),
    ],
)
def test_crops_that_do_not_make_a_set_are_refused_in_words(labels, shown_labels, words):
    with pytest.raises(TeachError, match=words):
        from_crops(shown("pips", ALL), shown_labels, labels)


def test_no_crops_at_all_are_refused_in_words():
    with pytest.raises(TeachError, match="No die shows 9"):
        from_crops(np.empty((0, 64, 64, 3), np.uint8), ())


def test_a_misnamed_crop_looks_like_another_face():
    # The second nine was called a ten; with one ten more there is a group it does not belong to.
    labels = (0, 1, 2, 3, 4, 5, 1, 1, 2, 3, 4, 5, 0)
    dice_set = from_crops(shown("pips", (*EACH_TWICE, 0)), labels)
    assert clashes(dice_set) == ((6, 0),) or clashes(dice_set) == ((6, 12),)


def test_two_crops_that_look_the_same_and_stand_alone_are_both_doubtful():
    dice_set = from_crops(shown("pips", (0, 1, 2, 2, 4, 5)), ALL)
    assert set(clashes(dice_set)) == {(2, 3), (3, 2)}


@pytest.mark.parametrize("design", DESIGNS)
def test_a_set_shown_well_has_no_clash(design):
    assert clashes(taught(design)) == ()


def test_a_burnt_out_face_is_no_poker_face_even_where_one_was_shown_as_a_ten():
    crops = np.concatenate([shown("suits", EACH_TWICE), burnt_out(2)])
    dice_set = from_crops(crops, (*EACH_TWICE, 1, 1))
    assert dice_set.read(seen(burnt_out(4, seed=2))).probabilities[:, -1].tolist() == [1.0] * 4


def test_a_set_of_other_dice_may_have_a_blank_face():
    crops = np.concatenate([shown("pips", (0, 1, 2) * 2), burnt_out(2)])
    dice_set = from_crops(crops, (*(0, 1, 2) * 2, 3, 3), ("one", "two", "three", "blank"))
    read = dice_set.read(seen(burnt_out(4, seed=2))).probabilities
    assert read[:, :-1].argmax(axis=1).tolist() == [3] * 4
