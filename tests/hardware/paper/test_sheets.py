"""Sheets, rules cards and labels: whatever is printed or written stays in its cell, on its half, on its ring."""

import itertools
import math
from dataclasses import replace

import pytest

from hardware.errors import NumbersError
from hardware.paper.marks import Written
from hardware.paper.rings import Ring, rings_pdf
from hardware.paper.rules_card import A5_MM, DiceRow, DiceTable, RulesCard, cards_pdf
from hardware.paper.scoresheet import Scoresheet, scoresheet_pdf
from hardware.paper.spielplan import PlanWords, RowHead, Spielplan, spielplan_pdf
from tests.cases import cases
from tests.hardware.paper.printed import lines, places, sizes_mm

WORDS = PlanWords(**cases(__file__), told=("So.",))
ROWS = (*(RowHead(name=f"Reihe {n}", letter=str(n)) for n in range(6)), *(RowHead(name=f"Unten {n}") for n in range(4)))
LONG = "Wolfgang Amadeus von und zu Hinterstoder-Unterstinkenbrunn"


def plan(**filled: object) -> Spielplan:
    return Spielplan(words=WORDS, rows=ROWS, columns=10, **filled)  # type: ignore[arg-type]


def verticals(pdf: bytes, *, longer_mm: float = 100) -> list[float]:
    """Return where the long upright lines stand, mm, each once."""
    drawn = places(pdf, words=False)[0]
    upright = [each for each in drawn if each.right - each.left < 1.5 and each.bottom - each.top > longer_mm]
    return sorted({round((each.left + each.right) / 2, 2) for each in upright})


def test_halves_of_columns_and_rows_are_all_large_enough_for_a_pen():
    pdf = spielplan_pdf(plan(), language="de")
    halves = [right - left for left, right in itertools.pairwise(verticals(pdf)[1:])]
    assert (len(halves), halves) == (20, pytest.approx([halves[0]] * 20, abs=0.02))
    assert halves[0] > 12
    level = [e for e in places(pdf, words=False)[0] if e.bottom - e.top < 1.5 and e.right - e.left > 270]
    level = sorted(round((each.top + each.bottom) / 2, 2) for each in level)
    high = [below - above for above, below in itertools.pairwise(level)]
    assert len(high) == 12  # ten rows, the sums and the points
    assert min(high) > 10


def test_what_is_written_stands_in_its_own_half_of_its_own_cell():
    every = itertools.product(range(10), range(1, 11), (0, 1))
    cells = {(row, column, player): Written(text=str(row * 5 + player)) for row, column, player in every}
    pdf = spielplan_pdf(plan(cells=cells), language="de")
    upright = verticals(pdf)[1:]
    written = [each for each in places(pdf, words=True)[0] if each.words.strip().isdigit() and each.top > 37]
    inside = [each for each in written if any(a < each.left and each.right < b for a, b in itertools.pairwise(upright))]
    assert len(inside) == 200


def test_long_names_stay_on_their_line():
    pdf = spielplan_pdf(plan(names=(LONG * 2, LONG * 2)), language="de")
    names = [each for each in places(pdf, words=True)[0] if each.words.startswith("Wolf")]
    assert len(names) == 2
    assert all(each.right <= 201.5 for each in names)
    assert all(each.words.endswith("…") for each in names)


def scoresheet(players: int, rows: int, **more: object) -> Scoresheet:
    names = tuple(f"{LONG} {n}" for n in range(players))
    heads = tuple(RowHead(name=f"Runde {n + 1}") for n in range(rows))
    cells = {(row, seat): Written(text="100000") for row in range(rows) for seat in range(players)}
    return Scoresheet(title="Probe", date_word="Datum", names=names, rows=heads, cells=cells, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [2, 7, 12])
def test_names_and_chips_stay_in_their_column(players):
    notes = ("Vier Könige, Summe 64" * 3,) * 5
    pdf = scoresheet_pdf(scoresheet(players, 5, notes_head="Mit", notes=notes), language="de")
    upright = verticals(pdf, longer_mm=50)
    written = [e for e in places(pdf, words=True)[0] if e.words.startswith(("Wolf", "1000", "Vier"))]
    assert len(written) == players * 6 + 5
    assert all(any(a < e.left and e.right < b for a, b in itertools.pairwise(upright)) for e in written)


@pytest.mark.parametrize(("rows", "pages"), [(1, 1), (14, 1), (40, 3), (200, 12)])
def test_a_long_game_takes_as_many_pages_as_it_needs(rows, pages):
    pdf = scoresheet_pdf(scoresheet(3, rows, ending=("Ewald gewinnt!",)), language="de")
    assert len(sizes_mm(pdf)) == pages
    assert [each for each in lines(pdf) if each.startswith("Runde")] == [f"Runde {n + 1}" for n in range(rows)]
    assert (lines(pdf).count("100000"), lines(pdf)[-1]) == (rows * 3, "Ewald gewinnt!")


@pytest.mark.parametrize("rows", [10, *range(26, 34), 57, 58, 59])  # around a new page
def test_nothing_runs_over_the_edge_however_many_rounds_there_are(rows):
    below = (("Summe", (Written(text="1"),) * 2),)
    pdf = scoresheet_pdf(scoresheet(2, rows, row_mm=7.6, below=below, ending=("Ewald gewinnt!",) * 3), language="de")
    assert all(each.bottom <= 297 - 5 for page in places(pdf, words=True) for each in page)
    assert lines(pdf).count("Summe") == 1


def test_a_long_name_of_a_row_leaves_room_for_what_it_scores():
    rows = (RowHead(name="Damenmannschaften", letter="D", hint="je 4"), *ROWS[1:])
    plan_pdf = spielplan_pdf(Spielplan(words=WORDS, rows=rows, columns=10), language="de")
    sheet_pdf = scoresheet_pdf(Scoresheet(title="P", date_word="", names=("A", "B"), rows=rows), language="de")
    for pdf in (plan_pdf, sheet_pdf):
        (name,) = (each for each in places(pdf, words=True)[0] if each.words.startswith("Dam"))
        (hint,) = (each for each in places(pdf, words=True)[0] if each.words == "je 4")
        assert name.right < hint.left


SENTENCE = "Wer mehr darin hat, gewinnt die Spalte, und alle zusammen sind so viel wert, wie man sieht."
TABLE = DiceTable(
    title="Tafel",
    heads=("Punkte", "serviert"),
    rows=(
        DiceRow(letters=("9", "10", "B"), values=("1", "2", "3"), is_scale=True),
        *(DiceRow(letters=("K",) * 5, text=f"Hand {n}", values=("25", "30")) for n in range(5)),
    ),
)


def card(title: str, sentences: int) -> RulesCard:
    return RulesCard(title=title, told=(SENTENCE,) * sentences, tables=(TABLE,))


@pytest.mark.parametrize(("cards", "pages"), [(1, 1), (2, 1), (3, 2), (8, 4)])
def test_two_cards_go_on_a_page_and_one_alone_comes_twice(cards, pages):
    pdf = cards_pdf("Regeln", [card(f"Spiel {n}", 3) for n in range(cards)], language="de")
    assert len(sizes_mm(pdf)) == pages
    titles = [each for each in lines(pdf) if each.startswith("Spiel")]
    assert titles == (["Spiel 0", "Spiel 0"] if cards == 1 else [f"Spiel {n}" for n in range(cards)])


@pytest.mark.parametrize("sentences", [1, 5, 10, 14])
def test_everything_stays_on_its_half_of_the_page(sentences):
    pdf = cards_pdf("Regeln", [card("Spiel", sentences)], language="de")
    for each in places(pdf, words=True)[0]:
        assert each.right < A5_MM[0] - 8 or each.left > A5_MM[0] + 8
        assert 8 < each.top < each.bottom < A5_MM[1] - 8
    drawn = places(pdf, words=False)[0]
    marks = [each for each in drawn if abs(each.left - A5_MM[0]) < 0.2 and each.right - each.left < 0.5]
    assert sorted(round(each.top) for each in marks) == [6, 199]


RING = Ring(hole_mm=22, bezel_mm=26, band_mm=9, top="GEWÜRFELT? DRÜCKEN!", bottom="1 s: EINTRAGEN", caption="22 mm")


def circles(pdf: bytes) -> list[tuple[float, float, float]]:
    """Return middle and diameter of each circle that is no dot, mm."""
    return [
        ((each.left + each.right) / 2, (each.top + each.bottom) / 2, round(each.right - each.left, 1))
        for each in places(pdf, words=False)[0]
        if abs((each.right - each.left) - (each.bottom - each.top)) < 0.02 and each.right - each.left > 6
    ]


@pytest.mark.parametrize("scale", [1.0, 1.02, 0.98])
def test_circles_come_out_as_large_as_hole_and_label(scale):
    found = circles(rings_pdf("Probe", "", [RING], language="de", paper_scale=scale))
    assert {round(diameter * scale, 0) for *_, diameter in found} == {22.0, 44.0}


def test_every_letter_stands_between_bezel_and_edge():
    pdf = rings_pdf("P", "", [RING], language="de")
    x, y, _ = next(each for each in circles(pdf) if each[2] > 40)
    words = places(pdf, words=True)[0]
    far = [(math.dist(((e.left + e.right) / 2, (e.top + e.bottom) / 2), (x, y)), e.words) for e in words]
    letters = [(mm, letter) for mm, letter in far if mm < 22]
    read = sorted(letter for _, letter in letters if letter.strip())
    assert read == sorted((RING.top + RING.bottom).replace(" ", ""))
    assert all(26 / 2 + 2 < mm < 44 / 2 - 2 for mm, _ in letters)


@pytest.mark.parametrize(("band_mm", "rings", "nearest_mm"), [(2.0, 1, 2.3), (30.0, 3, 3.7)])
def test_a_band_too_narrow_to_be_read_or_too_wide_for_the_page_is_refused_with_the_nearest(band_mm, rings, nearest_mm):
    with pytest.raises(NumbersError, match=rf"labels\.band_mm = {band_mm:g} .* the nearest is {nearest_mm}$"):
        rings_pdf("P", "", [replace(RING, band_mm=band_mm)] * rings, language="de")
    assert rings_pdf("P", "", [replace(RING, band_mm=nearest_mm)] * rings, language="de")
