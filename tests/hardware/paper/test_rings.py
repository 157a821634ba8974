"""Labels around the button: exact circles, and words that stay between them."""

import math
from dataclasses import replace

import pytest

from hardware.errors import NumbersError
from hardware.paper.rings import Ring, rings_pdf
from tests.hardware.paper.printed import places

RING = Ring(hole_mm=22, bezel_mm=26, band_mm=9, top="GEWÜRFELT? DRÜCKEN!", bottom="1 s: EINTRAGEN", caption="22 mm")


def circles(pdf: bytes) -> list[tuple[float, float, float]]:
    """Return middle and diameter of each circle that is no dot, mm."""
    drawn = places(pdf, words=False)[0]
    return [
        ((each.left + each.right) / 2, (each.top + each.bottom) / 2, round(each.right - each.left, 1))
        for each in drawn
        if abs((each.right - each.left) - (each.bottom - each.top)) < 0.02 and each.right - each.left > 6
    ]


@pytest.mark.parametrize("scale", [1.0, 1.02, 0.98])
def test_circles_come_out_as_large_as_hole_and_label(scale: float) -> None:
    found = circles(rings_pdf("Probe", "", [RING], language="de", paper_scale=scale))
    printed = {round(diameter * scale, 0) for *_, diameter in found}
    assert printed == {22.0, 44.0}


def test_every_letter_stands_between_bezel_and_edge() -> None:
    pdf = rings_pdf("P", "", [RING], language="de")
    x, y, _ = next(each for each in circles(pdf) if each[2] > 40)
    words = places(pdf, words=True)[0]
    far = [(math.dist(((e.left + e.right) / 2, (e.top + e.bottom) / 2), (x, y)), e.words) for e in words]
    letters = [(mm, letter) for mm, letter in far if mm < 22]
    assert sorted(letter for _, letter in letters if letter.strip()) == sorted(
        (RING.top + RING.bottom).replace(" ", "")
    )
    assert all(26 / 2 + 2 < mm < 44 / 2 - 2 for mm, _ in letters)


def test_words_read_from_left_to_right_above_and_below() -> None:
    pdf = rings_pdf("", "", [replace(RING, top="ABC", bottom="XYZ")], language="de")
    at = {
        each.words: (each.left, each.top)
        for each in reversed(places(pdf, words=True)[0])
        if each.words in set("ABCXYZ")
    }
    assert at["A"][0] < at["B"][0] < at["C"][0]
    assert at["X"][0] < at["Y"][0] < at["Z"][0]
    assert max(at[each][1] for each in "ABC") < min(at[each][1] for each in "XYZ")


def test_a_band_too_narrow_to_be_read_is_refused_with_the_nearest_that_works() -> None:
    with pytest.raises(NumbersError, match=r"labels\.band_mm = 2 .* the nearest is 2\.3"):
        rings_pdf("P", "", [replace(RING, band_mm=2.0)], language="de")
    assert rings_pdf("P", "", [replace(RING, band_mm=2.3)], language="de")


def test_labels_that_do_not_fit_the_page_are_refused() -> None:
    with pytest.raises(NumbersError, match=r"labels\.band_mm = 30 .* the nearest is 3\.7") as refused:
        rings_pdf("P", "", [replace(RING, band_mm=30.0)] * 3, language="de")
    assert str(refused.value).endswith("3.7")
    assert rings_pdf("P", "", [replace(RING, band_mm=3.7)] * 3, language="de")
