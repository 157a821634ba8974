"""The sheets with a grid: cells large enough for a pen, and whatever is written stays in its cell."""

import itertools

import pytest

from hardware.paper.marks import Written
from hardware.paper.scoresheet import Scoresheet, scoresheet_pdf
from hardware.paper.spielplan import PlanWords, RowHead, Spielplan, spielplan_pdf
from tests.hardware.paper.printed import lines, places, sizes_mm

WORDS = PlanWords(
    title="Plan",
    date="Datum",
    begins="beginnt",
    sum="Summe",
    points="Punkte",
    total="Gesamt",
    of="von 55",
    told=("So.",),
)
ROWS = (*(RowHead(name=f"Reihe {n}", letter=str(n)) for n in range(6)), *(RowHead(name=f"Unten {n}") for n in range(4)))
LONG = "Wolfgang Amadeus von und zu Hinterstoder-Unterstinkenbrunn"


def plan(**filled: object) -> Spielplan:
    return Spielplan(words=WORDS, rows=ROWS, columns=10, **filled)  # type: ignore[arg-type]


def verticals(pdf: bytes) -> list[float]:
    """Return where the long upright lines stand, mm."""
    return sorted(
        round((each.left + each.right) / 2, 2)
        for each in places(pdf, words=False)[0]
        if each.right - each.left < 1.5 and each.bottom - each.top > 100
    )


def test_halves_of_columns_and_rows_are_all_large_enough_for_a_pen() -> None:
    upright = verticals(spielplan_pdf(plan(), language="de"))
    halves = [right - left for left, right in itertools.pairwise(upright[1:])]
    assert len(halves) == 20
    assert halves == pytest.approx([halves[0]] * 20, abs=0.02)
    assert halves[0] > 12
    level = sorted(
        round((each.top + each.bottom) / 2, 2)
        for each in places(spielplan_pdf(plan(), language="de"), words=False)[0]
        if each.bottom - each.top < 1.5 and each.right - each.left > 270
    )
    high = [below - above for above, below in itertools.pairwise(level)]
    assert len(high) == 12  # ten rows, the sums and the points
    assert min(high) > 10


def test_what_is_written_stands_in_its_own_half_of_its_own_cell() -> None:
    cells = {
        (row, column, player): Written(text=str(row * 5 + player))
        for row in range(10)
        for column in range(1, 11)
        for player in (0, 1)
    }
    pdf = spielplan_pdf(plan(cells=cells), language="de")
    upright = verticals(pdf)[1:]
    written = [each for each in places(pdf, words=True)[0] if each.words.strip().isdigit() and each.top > 37]
    inside = [each for each in written if any(a < each.left and each.right < b for a, b in itertools.pairwise(upright))]
    assert len(inside) == 200


@pytest.mark.parametrize("columns", [1, 2, 10])
def test_a_plan_of_any_number_of_columns_fits_the_page(columns: int) -> None:
    pdf = spielplan_pdf(Spielplan(words=WORDS, rows=ROWS, columns=columns), language="de")
    assert len(verticals(pdf)) == 1 + 2 * columns + 1
    assert max(each.right for each in places(pdf, words=False)[0]) <= 297 - 8


def test_long_names_stay_on_their_line() -> None:
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
def test_names_and_chips_stay_in_their_column(players: int) -> None:
    pdf = scoresheet_pdf(
        scoresheet(players, 5, notes_head="Mit", notes=("Vier Könige, Summe 64" * 3,) * 5), language="de"
    )
    upright = sorted(
        {
            round((e.left + e.right) / 2, 1)
            for e in places(pdf, words=False)[0]
            if e.right - e.left < 1.5 and e.bottom - e.top > 50
        }
    )
    written = [e for e in places(pdf, words=True)[0] if e.words.startswith(("Wolf", "1000", "Vier"))]
    assert len(written) == players * 6 + 5
    assert all(any(a < e.left and e.right < b for a, b in itertools.pairwise(upright)) for e in written)


@pytest.mark.parametrize(("rows", "pages"), [(1, 1), (14, 1), (40, 3), (200, 12)])
def test_a_long_game_takes_as_many_pages_as_it_needs(rows: int, pages: int) -> None:
    pdf = scoresheet_pdf(scoresheet(3, rows, ending=("Ewald gewinnt!",)), language="de")
    assert len(sizes_mm(pdf)) == pages
    assert [each for each in lines(pdf) if each.startswith("Runde")] == [f"Runde {n + 1}" for n in range(rows)]
    assert lines(pdf).count("100000") == rows * 3
    assert lines(pdf)[-1] == "Ewald gewinnt!"


@pytest.mark.parametrize("rows", [10, *range(26, 34), 57, 58, 59])  # around a new page
def test_nothing_runs_over_the_edge_however_many_rounds_there_are(rows: int) -> None:
    below = (("Summe", (Written(text="1"),) * 2),)
    pdf = scoresheet_pdf(scoresheet(2, rows, row_mm=7.6, below=below, ending=("Ewald gewinnt!",) * 3), language="de")
    assert all(each.bottom <= 297 - 5 for page in places(pdf, words=True) for each in page)
    assert lines(pdf).count("Summe") == 1


def test_a_long_name_of_a_row_leaves_room_for_what_it_scores() -> None:
    rows = (RowHead(name="Damenmannschaften", letter="D", hint="je 4"), *ROWS[1:])
    plan_pdf = spielplan_pdf(Spielplan(words=WORDS, rows=rows, columns=10), language="de")
    sheet_pdf = scoresheet_pdf(Scoresheet(title="P", date_word="", names=("A", "B"), rows=rows), language="de")
    for pdf in (plan_pdf, sheet_pdf):
        (name,) = (each for each in places(pdf, words=True)[0] if each.words.startswith("Dam"))
        (hint,) = (each for each in places(pdf, words=True)[0] if each.words == "je 4")
        assert name.right < hint.left
