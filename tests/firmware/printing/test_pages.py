"""Every page in every language: A4, margins that printers leave, black ink alone, and nothing over anything else."""

from itertools import combinations

import pytest

from firmware.display.messages import LANGUAGES
from hardware.paper.page import A4_MM, MARGIN_MM
from tests.firmware.printing.papers import PAGES, printed
from tests.hardware.paper.printed import Place, faces, inks, places, sizes_mm, text

ROUND = frozenset({"labels"})
"""Words along a circle: boxes around turned letters overlap where the letters do not."""

every_page = pytest.mark.parametrize("name", PAGES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_page
@every_language
def test_every_page_is_a4_in_black_with_its_faces_embedded(name, language):
    pdf = printed(name, language)

    assert {tuple(sorted(round(side, 2) for side in size)) for size in sizes_mm(pdf)} == {A4_MM}
    assert inks(pdf) == {b"0"}, "niemals eine andere Farbe als Schwarz"
    named, embedded = faces(pdf)
    assert named == embedded > 0
    assert text(pdf).strip()


@every_page
@every_language
def test_nothing_stands_in_the_margin_that_printers_leave(name, language):
    pdf = printed(name, language)

    for (wide, high), words, drawn in zip(
        sizes_mm(pdf), places(pdf, words=True), places(pdf, words=False), strict=True
    ):
        for each in (*words, *drawn):
            assert each.left >= MARGIN_MM, each
            assert each.top >= MARGIN_MM, each
            assert each.right <= wide - MARGIN_MM, each
            assert each.bottom <= high - MARGIN_MM, each


@pytest.mark.parametrize("name", [name for name in PAGES if name not in ROUND])
@every_language
def test_no_words_stand_over_others(name, language):
    for page in places(printed(name, language), words=True):
        over = [(one.words, other.words) for one, other in combinations(page, 2) if overlap(one, other)]
        assert not over


def overlap(one: Place, other: Place) -> bool:
    """Tell whether two lines of words cover each other by more than a hair."""
    wide = min(one.right, other.right) - max(one.left, other.left)
    high = min(one.bottom, other.bottom) - max(one.top, other.top)
    return wide > 0.2 and high > 0.2


@every_page
def test_no_word_had_to_be_cut(name):
    for language in LANGUAGES:
        assert "…" not in text(printed(name, language))
