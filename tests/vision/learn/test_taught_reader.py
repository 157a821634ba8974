from dataclasses import replace

import numpy as np
import pytest

from tests.vision.shown_dice import EACH_TWICE, PIPS, POKER, KnowingReader, PlainReader, seen, shown, taught
from vision.errors import ModelContractError
from vision.frame import Frame
from vision.learn.taught import teach
from vision.learn.taught_reader import SetsReader, TaughtReader, recognise

FIVE = (0, 2, 3, 3, 5)
SIDE = 64


def frame_of(crops):
    """Return a frame in which crops lie side by side, and where their faces are."""
    edge, margin = SIDE / 1.24, SIDE * 0.12 / 1.24
    quads = []
    for number in range(len(crops)):
        x, y = number * SIDE + margin, margin
        quads.append(((x, y), (x + edge, y), (x + edge, y + edge), (x, y + edge)))
    return Frame(np.concatenate(crops, axis=1)), quads


def test_a_named_set_reads_its_dice_in_a_frame():
    reader = TaughtReader(PlainReader(), taught("pips", labels=PIPS))
    read = reader.classify(*frame_of(shown("pips", FIVE, seed=4)))
    assert [reader.labels[label] for label in read[:, :-1].argmax(axis=1)] == ["one", "three", "four", "four", "six"]
    assert read.shape == (5, 7)


def test_no_dice_give_no_rows():
    frame, _ = frame_of(shown("pips", FIVE))
    assert TaughtReader(PlainReader(), taught("pips")).classify(frame, []).shape == (0, 7)
    assert SetsReader(PlainReader(), (taught("pips"),)).classify(frame, []).shape == (0, 7)
    assert SetsReader(PlainReader()).classify(frame, []).shape == (0, 7)


def test_a_set_of_another_model_is_refused_in_words():
    other = replace(taught(), model_sha256="another")
    with pytest.raises(ModelContractError, match="'mine' was taught with model another"):
        TaughtReader(PlainReader(), other)
    with pytest.raises(ModelContractError, match="taught with model"):
        SetsReader(PlainReader(), (other,))


# -- which set lies there --------------------------------------------------------------------------------------


@pytest.mark.parametrize("design", ["suits", "suits-night", "pips"])
def test_the_set_on_the_board_is_recognised(design):
    sets = [
        taught(each, name=each, labels=PIPS if each == "pips" else POKER) for each in ("suits", "suits-night", "pips")
    ]
    found = recognise(seen(shown(design, FIVE, seed=6)), sets)
    assert found is not None
    assert found.name == design


def test_strange_dice_are_of_no_set():
    assert recognise(seen(shown("letters-serif", FIVE)), [taught("pips"), taught("suits-night")]) is None
    assert recognise(seen(shown("pips", FIVE)), []) is None
    assert recognise(seen(np.empty((0, 64, 64, 3), np.uint8)), [taught("pips")]) is None


def test_one_strange_die_among_five_does_not_hide_the_set():
    mixed = np.concatenate([shown("pips", FIVE[:4], seed=6), shown("suits-night", (1,))])
    found = recognise(seen(mixed), [taught("pips")])
    assert found is not None
    more = np.concatenate([shown("pips", FIVE[:3], seed=6), shown("suits-night", (1, 4))])
    assert recognise(seen(more), [taught("pips")]) is None


def test_two_sets_that_look_alike_and_read_alike_are_as_good_as_one():
    found = recognise(seen(shown("pips", FIVE, seed=6)), [taught("pips", name="a"), taught("pips", name="b", seed=3)])
    assert found is not None


def test_two_sets_that_look_alike_and_read_differently_leave_it_open():
    # On one the three stands for the Jack, on the other for the Queen.
    crooked = ("9", "10", "Q", "J", "K", "A")
    sets = [taught("pips", name="a"), taught("pips", name="b", seed=3, labels=crooked)]
    assert recognise(seen(shown("pips", FIVE, seed=6)), sets) is None


# -- at the table ----------------------------------------------------------------------------------------------


def test_at_the_table_the_set_that_lies_there_is_read_by():
    reader = SetsReader(PlainReader(), (taught("suits-night", name="night"), taught("pips", name="pips")))
    read = reader.classify(*frame_of(shown("pips", FIVE, seed=4)))
    assert read[:, :-1].argmax(axis=1).tolist() == list(FIVE)
    assert read.sum(axis=1) == pytest.approx(1.0)
    assert read[:, :-1].max(axis=1).min() > 0.85


def test_at_the_table_strange_dice_are_left_to_the_general_reader():
    general = KnowingReader(*FIVE)
    dice_set = replace(taught("pips"), model_sha256=general.sha256)
    read = SetsReader(general, (dice_set,)).classify(*frame_of(shown("suits-night", FIVE)))
    np.testing.assert_allclose(read, np.eye(7)[list(FIVE)])


def test_at_the_table_without_sets_the_general_reader_reads():
    read = SetsReader(KnowingReader(*FIVE)).classify(*frame_of(shown("pips", FIVE)))
    np.testing.assert_allclose(read, np.eye(7)[list(FIVE)])


def test_at_the_table_a_set_with_other_names_is_recognised_but_not_read_by():
    general = KnowingReader(6, 6, 6, 6, 6)
    dice_set = replace(taught("pips", labels=PIPS), model_sha256=general.sha256)
    reader = SetsReader(general, (dice_set,))
    frame, quads = frame_of(shown("pips", FIVE, seed=4))
    assert reader.classify(frame, quads)[:, -1].tolist() == [1.0] * 5
    assert reader.recognised == dice_set.name


def test_at_the_table_a_lent_die_is_read_by_the_general_reader():
    general = KnowingReader(0, 0, 0, 0, 4)
    crops = shown("pips", EACH_TWICE)
    dice_set = teach(seen(crops), EACH_TWICE, labels=POKER, name="mine", model_sha256=general.sha256)
    mixed = np.concatenate([shown("pips", FIVE[:4], seed=6), shown("suits-night", (4,))])
    read = SetsReader(general, (dice_set,)).classify(*frame_of(mixed))
    assert read[:, :-1].argmax(axis=1).tolist() == [*FIVE[:4], 4]


def test_sets_can_be_exchanged_while_it_reads():
    reader = SetsReader(PlainReader())
    reader.sets = (taught("pips"),)
    frame, quads = frame_of(shown("pips", FIVE, seed=4))
    assert reader.classify(frame, quads)[:, :-1].argmax(axis=1).tolist() == list(FIVE)
    assert [dice_set.name for dice_set in reader.sets] == ["mine"]


def test_dice_known_from_play_are_read_by_where_no_taught_set_is_recognised():
    general = KnowingReader(3, 3, 3, 3, 3)
    reader = SetsReader(general, ())
    reader.familiar = replace(taught("pips"), model_sha256=general.sha256)
    assert reader.classify(*frame_of(shown("pips", FIVE, seed=4)))[:, :-1].argmax(axis=1).tolist() == list(FIVE)
    assert reader.recognised is None  # nobody taught them
    strange = reader.classify(*frame_of(shown("suits-night", FIVE)))
    assert strange.argmax(axis=1).tolist() == [3] * 5


def test_a_taught_set_is_believed_before_dice_known_from_play():
    general = KnowingReader(3, 3, 3, 3, 3)
    right = replace(taught("pips"), model_sha256=general.sha256)
    turned = [(face + 1) % 6 for face in EACH_TWICE]
    wrong = teach(seen(shown("pips", EACH_TWICE)), turned, labels=POKER, name="x", model_sha256=general.sha256)
    reader = SetsReader(general, (right,))
    reader.familiar = wrong
    assert reader.classify(*frame_of(shown("pips", FIVE, seed=4)))[:, :-1].argmax(axis=1).tolist() == list(FIVE)
    assert reader.recognised == right.name
