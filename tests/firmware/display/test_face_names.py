"""Names of faces, as people of five languages write them."""

from __future__ import annotations

import pytest

from firmware.display.face_names import FaceNames
from firmware.display.messages import LANGUAGES
from tests.vision.shown_dice import POKER


def test_labels_and_letters_are_understood_in_any_case():
    names = FaceNames.of(("a", "K", "d", "b", "10", "9"), "de")
    assert names.labels == POKER
    assert names.written == ("9", "10", "B", "D", "K", "A")
    assert [names.parse(text) for text in ("9", " J ", "b", "Q", "d", "K", "a", "x", "")] == [
        0,
        2,
        2,
        3,
        3,
        4,
        5,
        None,
        None,
    ]
    assert [FaceNames.of(names.labels, language).written[2:] for language in ("fr", "it", "nl")] == [
        ("V", "D", "R", "A"),
        ("F", "D", "R", "A"),
        ("B", "V", "H", "A"),
    ]
    others = FaceNames.of(("eins", "Zwei"), "de")
    assert others.labels == ("eins", "Zwei")
    assert [others.parse(text) for text in ("EINS", "zwei", "J")] == [0, 1, None]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_v_is_the_jack_on_french_dice_and_the_queen_on_dutch_ones(language: str):
    french, dutch = ("9", "10", "V", "D", "R", "A"), ("A", "h", "v", "B", "10", "9")
    for named in (french, dutch):
        assert FaceNames.of(named, language).labels == POKER
    meant = FaceNames.of(POKER, language).parse("V")
    assert meant == {"fr": 2, "nl": 3}.get(language)  # elsewhere it is asked for again
    assert [FaceNames.of(POKER, language).parse(letter) for letter in "FRH"] == [2, 4, 4]
    no_king = ("9", "10", "V", "J", "Q", "A")  # a third picture card, or the king by another name: nobody can tell
    assert FaceNames.of(no_king, language).labels == no_king
