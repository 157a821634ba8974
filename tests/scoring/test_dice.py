from __future__ import annotations

import pytest

from scoring.dice import Colour, Face, require_five
from scoring.errors import WrongDiceCountError


def test_faces_are_valued_one_to_six_from_nine_to_ace():
    names = ["NINE", "TEN", "JACK", "QUEEN", "KING", "ACE"]
    assert [(face.name, face.value) for face in Face] == list(zip(names, range(1, 7), strict=True))


def test_colours_are_as_in_rock_and_roll():
    # Source: S2, "Rock and Roll": Schwarz Neun As, Rot Zehn König, Blau Bube Dame.
    by_colour = {colour: {face for face in Face if face.colour is colour} for colour in Colour}
    assert by_colour == {
        Colour.BLACK: {Face.NINE, Face.ACE},
        Colour.RED: {Face.TEN, Face.KING},
        Colour.BLUE: {Face.JACK, Face.QUEEN},
    }


@pytest.mark.parametrize("count", [0, 1, 4, 6, 9])
def test_anything_but_five_dice_is_refused_with_both_numbers(count):
    with pytest.raises(WrongDiceCountError, match=f"got {count} dice.*exactly 5"):
        require_five((Face.ACE,) * count)
