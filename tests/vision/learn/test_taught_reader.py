from dataclasses import replace

import numpy as np
import pytest

from tests.vision.learn.met_dice import in_light, taught_in_light
from tests.vision.shown_dice import PIPS, POKER, KnowingReader, PlainReader, seen, shown, taught
from tests.vision.table import boxed
from vision import errors, frame, preprocess
from vision.learn.taught import DiceSet, TaughtFaces
from vision.learn.taught_reader import SetsReader, TaughtReader, recognise

FIVE = (0, 2, 3, 3, 5)
SIDE = preprocess.FACE_SIZE_PX


def frame_of(crops):
    """Return a frame in which crops lie side by side, and where their faces are."""
    edge, margin = SIDE / 1.24, SIDE * 0.12 / 1.24
    quads = [boxed(number * SIDE + margin, margin, edge).quad for number in range(len(crops))]
    return frame.Frame(np.concatenate(crops, axis=1)), quads


def faces_read(read):
    return read[:, :-1].argmax(axis=1).tolist()


def of_model(dice_set, general):
    return replace(dice_set, model_sha256=general.sha256)


PIPS_LIE, NIGHT_LIES = (frame_of(shown(design, FIVE, seed=4)) for design in ("pips", "suits-night"))


def test_a_set_of_another_model_is_refused_in_words():
    other = replace(taught(), model_sha256="another")
    for reader, sets in ((TaughtReader, other), (SetsReader, (other,))):
        with pytest.raises(errors.ModelContractError, match="'mine' was taught with model another"):
            reader(PlainReader(), sets)


@pytest.mark.parametrize("design", ["suits", "suits-night", "pips"])
def test_the_set_on_the_board_is_recognised(design):
    labels = {"suits": POKER, "suits-night": POKER, "pips": PIPS}
    sets = [taught(each, name=each, labels=labels[each]) for each in labels]
    assert recognise(seen(shown(design, FIVE, seed=6)), sets).name == design


def test_strange_dice_are_of_no_set_and_one_among_five_does_not_hide_it():
    assert recognise(seen(shown("letters-serif", FIVE)), [taught("pips"), taught("suits-night")]) is None
    assert recognise(seen(shown("pips", FIVE)), []) is None
    assert recognise(seen(np.empty((0, 64, 64, 3), np.uint8)), [taught("pips")]) is None
    for strange in ((1,), (1, 4)):
        mixed = np.concatenate([shown("pips", FIVE[len(strange) :], seed=6), shown("suits-night", strange)])
        assert (recognise(seen(mixed), [taught("pips")]) is None) == (len(strange) == 2)


@pytest.mark.parametrize(("labels", "is_open"), [(POKER, False), (("9", "10", "Q", "J", "K", "A"), True)])
def test_two_sets_that_look_alike_leave_it_open_where_they_read_differently(labels, is_open):
    # On one the three stands for the Jack, on the other for the Queen.
    sets = [taught("pips", name="a"), taught("pips", name="b", seed=3, labels=labels)]
    assert (recognise(seen(shown("pips", FIVE, seed=6)), sets) is None) == is_open


def test_at_the_table_the_set_that_lies_there_is_read_by_and_sets_can_be_exchanged():
    reader = SetsReader(PlainReader(), (taught("suits-night", name="night"), taught("pips", name="pips")))
    read = reader.classify(*PIPS_LIE)
    assert faces_read(read) == list(FIVE)
    assert read[:, :-1].max(axis=1).min() > 0.85
    reader.sets = (taught("pips"),)
    assert faces_read(reader.classify(*PIPS_LIE)) == list(FIVE)
    assert [dice_set.name for dice_set in reader.sets] == ["mine"]


def test_at_the_table_strange_dice_and_all_without_sets_are_left_to_the_general_reader_and_a_lent_die_is_asked_about():
    general = KnowingReader(*FIVE)
    with_set = SetsReader(general, (of_model(taught("pips"), general),))
    for read in (with_set.classify(*NIGHT_LIES), SetsReader(general).classify(*PIPS_LIE)):
        np.testing.assert_allclose(read, np.eye(7)[list(FIVE)])
    lent = KnowingReader(0, 0, 0, 0, 4)
    mixed = np.concatenate([shown("pips", FIVE[:4], seed=6), shown("suits-night", (4,))])
    read = SetsReader(lent, (of_model(taught("pips"), lent),)).classify(*frame_of(mixed))
    assert faces_read(read)[:4] == list(FIVE[:4])
    assert read.max(axis=1)[4] < 0.85 < read.max(axis=1)[:4].min()


@pytest.mark.parametrize(("none", "is_asked"), [(0.0, False), (0.45, False), (0.55, True), (0.99, True)])
def test_a_die_that_lies_with_its_set_is_asked_about_only_if_it_is_rather_none_of_it(none, is_asked, monkeypatch):
    faces = np.array([*np.eye(7)[:4], np.eye(7)[4] * (1 - none) + np.eye(7)[6] * none])
    monkeypatch.setattr(DiceSet, "read", lambda *_: TaughtFaces(faces, np.zeros(5)))
    read = SetsReader(PlainReader(), (taught("pips"),)).classify(*PIPS_LIE)
    assert (faces_read(read), read[4].max() < 0.9) == ([0, 1, 2, 3, 4], is_asked)


def test_in_a_new_light_dice_are_known_by_how_those_of_their_set_looked_in_the_last_twenty_throws():
    reader, bright, unsure = SetsReader(PlainReader(), (taught_in_light(),)), in_light(0.8, FIVE), (-1,) * 5
    for name, one, labels, told in (
        ("another", bright, FIVE, None),
        ("mine", replace(bright, ink=bright.ink * 0), FIVE, None),  # burnt out
        ("mine", bright, FIVE, "mine"),
        ("another", bright, FIVE, "mine"),
        *[("mine", bright, unsure, "mine")] * 19,
        ("mine", bright, unsure, None),
    ):
        reader.remember(name, one, labels)
        read = reader.read(in_light(0.6, FIVE))
        assert (reader.recognised, faces_read(read) == list(FIVE)) == (told, told is not None)


def test_at_the_table_a_set_with_other_names_is_recognised_but_not_read_by():
    general = KnowingReader(6, 6, 6, 6, 6)
    reader = SetsReader(general, (of_model(taught("pips", labels=PIPS), general),))
    assert (reader.classify(*PIPS_LIE)[:, -1].tolist(), reader.recognised) == ([1.0] * 5, "mine")


def test_a_named_set_reads_its_dice_in_a_frame_and_no_dice_give_no_rows():
    reader = TaughtReader(PlainReader(), taught("pips", labels=PIPS))
    assert [PIPS[label] for label in faces_read(reader.classify(*PIPS_LIE))] == ["one", "three", "four", "four", "six"]
    for each in (reader, SetsReader(PlainReader(), (taught("pips"),)), SetsReader(PlainReader())):
        assert each.classify(PIPS_LIE[0], []).shape == (0, 7)
