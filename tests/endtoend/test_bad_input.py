"""What the eye answers to pictures nobody should send: an answer or a plain refusal, never a guess."""

from __future__ import annotations

from functools import cache

import pytest

from tests.endtoend.bad_input import FACES, PICTURES
from vision.frame import Frame
from vision.read.load import load_board_reader, load_reader
from vision.reading import EyeDoubt, Verdict

RIGHT_TO_LEFT = {"upside down", "mirrored"}
FIVE_DICE = ["good", "dark", "blurred a little", "blurred", "upside down", "mirrored", "50 megapixels", "a screen"]


@cache
def frame(name):
    return Frame(PICTURES[name]())


@cache
def on_the_board(name):
    return load_board_reader().read([frame(name)])


@cache
def as_a_photograph(name):
    return load_reader().read_picture(frame(name))


def faces_of(name):
    return FACES[::-1] if name in RIGHT_TO_LEFT else FACES


def test_the_good_board_is_read_on_the_board_and_as_a_photograph():
    for reading in (on_the_board("good"), as_a_photograph("good")):
        assert tuple(die.label for die in reading.dice) == FACES
        assert reading.verdict in {Verdict.CLEAR, Verdict.NOT_SURE}


@pytest.mark.proof
@pytest.mark.parametrize("name", FIVE_DICE)
@pytest.mark.parametrize("read", [on_the_board, as_a_photograph])
def test_no_face_is_believed_that_is_wrong(read, name):
    believed = [die.label if die.doubt is EyeDoubt.NONE else None for die in read(name).dice]
    if len(believed) == len(FACES):
        assert all(got in (None, true) for got, true in zip(believed, faces_of(name), strict=True))
    else:
        assert set(believed) <= {None, *FACES}


@pytest.mark.proof
@pytest.mark.parametrize("name", ["good", "upside down", "50 megapixels"])
def test_which_way_up_and_how_large_a_picture_is_makes_no_difference(name):
    assert tuple(die.label for die in as_a_photograph(name).dice) == faces_of(name)


@pytest.mark.proof
@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("dark", Verdict.TOO_DARK),
        ("black", Verdict.TOO_DARK),
        ("blown out", Verdict.TOO_BRIGHT),
        ("one pixel", Verdict.EMPTY),
        ("one row", Verdict.EMPTY),
        ("noise", Verdict.EMPTY),
        ("no dice", Verdict.EMPTY),
        ("thirty dice", Verdict.WRONG_COUNT),
    ],
)
def test_what_is_wrong_with_a_picture_is_said(name, verdict):
    assert on_the_board(name).verdict is verdict


@pytest.mark.proof
def test_of_thirty_dice_thirty_are_seen():
    assert len(on_the_board("thirty dice").dice) == 30


@pytest.mark.proof
def test_a_page_of_letters_is_never_five_dice():
    assert on_the_board("not a board").verdict not in {Verdict.CLEAR, Verdict.NOT_SURE}
    assert all(die.doubt is not EyeDoubt.NONE for die in as_a_photograph("not a board").dice)
