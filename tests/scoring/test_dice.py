import pytest

from scoring.dice import Colour, Face, require_five
from scoring.errors import WrongDiceCountError
from scoring.hands.hand import classify
from scoring.hands.ranking import Ranking, claims, strength
from scoring.sheets.category import Category, points


def test_colours_are_as_in_rock_and_roll():
    # Source: S2, "Rock and Roll": Schwarz Neun As, Rot Zehn König, Blau Bube Dame.
    by_colour = {colour: {face for face in Face if face.colour is colour} for colour in Colour}
    red, blue = {Face.TEN, Face.KING}, {Face.JACK, Face.QUEEN}
    assert by_colour == {Colour.BLACK: {Face.NINE, Face.ACE}, Colour.RED: red, Colour.BLUE: blue}


@pytest.mark.parametrize("count", [0, 4, 6])
def test_anything_but_five_dice_is_refused_with_both_numbers(count):
    faces = (Face.ACE,) * count
    for asked in (require_five, classify):
        with pytest.raises(WrongDiceCountError, match=f"got {count} dice.*exactly 5"):
            asked(faces)
    for asked in (strength, claims):
        with pytest.raises(WrongDiceCountError):
            asked(faces, Ranking())
    for row in Category:
        with pytest.raises(WrongDiceCountError):
            points(row, faces, is_served=False)
