"""Names of faces, as people of five languages write them."""

import pytest

from firmware.display.face_names import FaceNames, split_names
from firmware.display.messages import LANGUAGES
from tests.vision.shown_dice import POKER


def test_labels_and_letters_are_understood_in_any_case():
    names = FaceNames.of(split_names("a, K d,b  10 9"), "de")
    assert (names.labels, names.written) == (POKER, ("9", "10", "B", "D", "K", "A"))
    assert [names.parse(text) for text in ("9", " J ", "b", "Q", "d", "x", "")] == [0, 2, 2, 3, 3, None, None]
    others = FaceNames.of(("eins", "Zwei"), "de")
    assert others.labels == ("eins", "Zwei")
    assert [others.parse(text) for text in ("EINS", "zwei", "J")] == [0, 1, None]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_v_is_the_jack_on_french_dice_and_the_queen_on_dutch_ones(language):
    for named in (("9", "10", "V", "D", "R", "A"), ("A", "h", "v", "B", "10", "9")):
        assert FaceNames.of(named, language).labels == POKER
    names = FaceNames.of(POKER, language)
    assert names.parse("V") == {"fr": 2, "nl": 3}.get(language)  # elsewhere it is asked for again
    assert [names.parse(letter) for letter in "FRH"] == [2, 4, 4]
    no_king = ("9", "10", "V", "J", "Q", "A")  # a third picture card, or the king by another name: nobody can tell
    assert FaceNames.of(no_king, language).labels == no_king
