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


@pytest.mark.parametrize(
    ("true", "entered", "words"),
    [
        ([TRUE], [ENTERED], []),
        ([TRUE], [replace(ENTERED, faces=(Face.KING, *ACES[1:]))], ["faces KING KING ACE ACE ACE for NINE KING ACE"]),
        ([TRUE], [replace(ENTERED, is_served=False)], ["served False for True"]),
        ([TRUE], [replace(ENTERED, cell=Cell(Category.KINGS, 3))], ["cell"]),
        ([TRUE], [replace(ENTERED, player=1)], ["turn 1"]),
        ([replace(TRUE, was_burning=True)], [ENTERED], ["a burning die was not seen"]),  # though the faces agree
        ([TRUE], [], ["one side only"]),
        ([], [ENTERED], ["one side only"]),
    ],
)
def test_what_was_entered_otherwise_than_the_dice_lay_is_said(true, entered, words):
    assert TRUE.points == 18
    found = differences(true, entered)
    assert [word in str(each) for word, each in zip(words, found, strict=True)] == [True] * len(words)
