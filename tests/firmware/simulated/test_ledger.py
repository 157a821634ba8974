from dataclasses import replace

import pytest

from scoring.dice import Face
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell, ChosenBy, Entry
from scoring.turns.turn import Throw
from tests.doubles.ledger import TrueEntry, differences

ACES = (Face.NINE, Face.KING, Face.ACE, Face.ACE, Face.ACE)
TRUE = TrueEntry(turn_number=1, player=0, cell=Cell(Category.ACES, 3), faces=ACES, is_served=True)
ENTERED = Entry(
    cell=Cell(Category.ACES, 3),
    points=18,
    faces=ACES[::-1],
    is_served=True,
    turn_number=1,
    player=0,
    chosen_by=ChosenBy.PLAYER,
    throws=(Throw(ACES[::-1], (False,) * 5),),
)


def test_an_entry_that_is_as_the_dice_lay_is_no_difference():
    assert TRUE.points == 18
    assert differences([TRUE], [ENTERED]) == ()


@pytest.mark.parametrize(
    ("entered", "words"),
    [
        (replace(ENTERED, faces=(Face.KING, *ACES[1:])), "faces KING KING ACE ACE ACE for NINE KING ACE ACE ACE"),
        (replace(ENTERED, is_served=False), "served False for True"),
        (replace(ENTERED, cell=Cell(Category.KINGS, 3)), "cell"),
        (replace(ENTERED, player=1), "turn 1"),
    ],
)
def test_what_differs_is_said(entered, words):
    (found,) = differences([TRUE], [entered])
    assert words in str(found)


def test_a_burning_throw_that_was_taken_is_a_difference_though_the_faces_agree():
    (found,) = differences([replace(TRUE, was_burning=True)], [ENTERED])
    assert "a burning die was not seen" in str(found)


def test_an_entry_on_one_side_only_is_a_difference():
    assert [str(each).startswith("one side only") for each in differences([TRUE], [])] == [True]
    assert [str(each).startswith("one side only") for each in differences([], [ENTERED])] == [True]
