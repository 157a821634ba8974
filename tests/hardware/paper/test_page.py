"""The page: exact sizes, one ink, a scale that makes up for the printer's, and the same bytes every time."""

import pytest

from hardware.errors import NumbersError
from hardware.paper.page import A4_MM, Align, Box, Paper, print_factor
from hardware.paper.typefaces import HANDS, Font, Typeface, printable, width_mm, wrapped
from tests.hardware.paper.printed import lines, places, sizes_mm


def paper(**options: object) -> Paper:
    return Paper("Probe", language="de", **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("scale", [1.0, 0.98, 1.2])
def test_on_a4_everything_stands_where_it_was_meant_to_whatever_the_printer_makes_of_it(scale):
    page, middle = paper(factor=print_factor(scale, (192, 230))), (A4_MM[0] / 2, A4_MM[1] / 2)
    page.box(Box(30, 40, 100, 50), is_filled=True)
    pdf = page.pdf()
    (drawn,) = places(pdf, words=False)[0]
    meant = [(at - half) / scale + half for at, half in zip((30, 40, 130, 90), middle * 2, strict=True)]
    assert (drawn.left, drawn.top, drawn.right, drawn.bottom) == pytest.approx(meant, abs=0.01)
    assert sizes_mm(pdf) == [pytest.approx(A4_MM, abs=0.001)]
    assert sizes_mm(paper(is_landscape=True).pdf()) == [pytest.approx(A4_MM[::-1], abs=0.001)]


def test_a_scale_at_which_it_no_longer_fits_is_refused_with_the_nearest_that_works():
    with pytest.raises(NumbersError, match=r"printer\.paper_scale = 0\.9 .* the nearest is 0\.94"):
        print_factor(0.9, (192, 279))
    assert print_factor(0.94, (192, 279)) * 279 <= 297


def test_words_stand_at_their_anchor_or_in_the_middle_of_their_box():
    page = paper()
    for align in Align:
        page.text((100, 50), "Würfel", align=align)
    page.text_in(Box(40, 40, 20, 12), "46", face=Typeface.HAND, size_pt=17)
    left, middle, right, boxed = places(page.pdf(), words=True)[0]
    assert (boxed.left + boxed.right) / 2 == pytest.approx(50, abs=0.5)
    assert (boxed.top + boxed.bottom) / 2 == pytest.approx(46, abs=0.7)
    wide = width_mm("Würfel", Typeface.TEXT, 9)
    assert (left.left, middle.left) == (pytest.approx(100, abs=0.4), pytest.approx(100 - wide / 2, abs=0.4))
    assert right.right == pytest.approx(100, abs=0.4)


def test_words_that_are_too_long_get_smaller_and_then_are_cut():
    page = paper()
    page.text((10, 20), "Donaudampfschifffahrt", room_mm=28)
    page.text((10, 30), "Donaudampfschifffahrtsgesellschaftskapitän", room_mm=28)
    smaller, cut = places(page.pdf(), words=True)[0]
    assert smaller.words == "Donaudampfschifffahrt"
    assert cut.words.endswith("…")
    assert len(cut.words) > 22  # it was set smaller before
    assert max(smaller.right, cut.right) <= 38


@pytest.mark.parametrize("face", Typeface)
def test_every_face_has_the_letters_of_the_five_languages(face):
    letters = "ÄÖÜäöüßÀÂÇÉÈÊÎÔàâçéèêëîïôùûœìò×½·–…’„“‚‘«»0123456789"
    assert printable(letters, face) == letters


@pytest.mark.parametrize(
    ("name", "left"),
    [("👑 Ewald", "Ewald"), ("Ева", "Ева"), ("Jose\u0301", "José"), ("🎲🎲", ""), ("李", ""), ("  A  B ", "A B")],
)
def test_letters_that_no_face_has_are_left_out(name, left):
    assert {printable(name, face) for face in HANDS} == {left}


def test_a_letter_that_a_handwriting_lacks_is_set_in_the_face_of_print_and_no_line_breaks_where_it_must_not():
    page = paper()
    page.text((20, 20), "Ева K", Font(face=Typeface.HAND))
    assert lines(page.pdf()) == ["Ева", "K"]
    assert wrapped("Bravo\u00a0! Ja", Typeface.TEXT, 10, 1) == ("Bravo\u00a0!", "Ja")
