"""Filled sheets: exactly what stands in the game, no more and no less, however it ended."""

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from firmware.display.messages import LANGUAGES, catalogue
from firmware.display.names import format_points
from firmware.errors import GameIllegalError
from firmware.printing import spielplan
from firmware.printing.rounds import rounds_sheet
from firmware.printing.sheets import game_pdf
from hardware.paper.page import A4_MM, MARGIN_MM
from hardware.paper.scoresheet import Scoresheet
from scoring.dice import Face
from scoring.events import Entered, EntryTakenBack, GameAbandoned, GameBegan, ThrowMade
from scoring.games.escalero import EscaleroBegan, Row, RowEntered
from scoring.games.open_poker import OpenPokerBegan
from scoring.games.pot import HandKept, Passed, RoundBegan
from scoring.games.standings import standings
from scoring.rules import replay
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.firmware.printing.papers import BEGUN_UTC, PAGES, played, printed, ten_by_ten
from tests.hardware.paper.printed import Place, faces, inks, lines, places, sizes_mm, text

WORDS = catalogue("de")
KINGS = (Face.KING, Face.KING, Face.KING, Face.ACE, Face.ACE)
NINES = (Face.NINE,) * 5


def printed_game(events: list[Any]) -> bytes:
    return game_pdf(events, WORDS, number=12, begun_utc=BEGUN_UTC)


def numbers_in(pdf: bytes, *, top: float, bottom: float) -> Counter[str]:
    """Return the numbers written in the grid between two heights of the first page, mm."""
    return Counter(e.words for e in places(pdf, words=True)[0] if top < e.top < bottom and e.left > 39 and e.words)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_filled_plan_holds_exactly_the_entries_of_the_game(seed):
    events = ten_by_ten(seed)
    game: Any = replay(events)
    pdf = printed_game(events)

    entries = Counter(str(entry.points) for entry in game.entries if entry.points)
    assert numbers_in(pdf, top=37, bottom=160.5) == entries
    struck = [
        e
        for e in places(pdf, words=False)[0]
        if 2 < e.right - e.left < 10 and 3 < e.bottom - e.top < 8 and e.left > 39 and 37 < e.top < 160.5
    ]
    assert len(struck) == sum(not entry.points for entry in game.entries)


def test_sums_points_and_totals_are_those_of_the_standings():
    events = ten_by_ten(2)
    standing = standings(replay(events))  # type: ignore[arg-type]
    plan = spielplan.filled_plan(replay(events), WORDS, number=1, begun_utc=BEGUN_UTC)  # type: ignore[arg-type]

    for column in standing.columns:
        for player in (0, 1):
            written = plan.sums[column.column, player]
            assert written.text == str(column.sums[player])
            assert written.is_ringed == (column.winner == player)
            assert plan.points[column.column, player].text == (
                format_points(column.points[player]) if column.points[player] else "–"
            )
    assert plan.totals == tuple(map(format_points, standing.points))


def test_who_played_when_who_began_and_who_won_stand_on_it():
    events = ten_by_ten(1)
    said = text(printed_game(events))

    assert "Anna" in said
    assert "3. Mai 2026" in said
    assert "Spiel 12" in said
    assert re.search(r"(Anna|Ben) gewinnt!", said)
    assert re.search(r"Die Runde zahlt (Anna|Ben)\.", said)


def test_a_game_that_is_not_finished_is_printed_as_it_stands():
    said = text(printed_game(ten_by_ten(1)[:100]))

    assert re.search(r"Noch nicht fertig: \d+ von 200 Feldern", said)
    assert "gewinnt" not in said


def test_a_game_that_was_stopped_says_so():
    assert "Vor dem Ende aufgehört." in text(printed_game([*ten_by_ten(1)[:100], GameAbandoned()]))


def test_an_entry_that_was_taken_back_is_not_printed():
    began = GameBegan(players=("Anna", "Ben"), beginner=0)
    entered = [began, ThrowMade(KINGS), Entered(Cell(Category.FULL, 7))]

    assert numbers_in(printed_game(entered), top=37, bottom=160.5) == {"40": 1}
    assert not numbers_in(printed_game([*entered, EntryTakenBack()]), top=37, bottom=160.5)


def test_names_that_cannot_be_printed_become_numbers_in_sentences_too():
    events = ten_by_ten(1, 2)
    winner = 0 if "Anna gewinnt" in text(printed_game(events)) else 1
    names = ["👑🎲", "Ben"][:: 1 if winner == 0 else -1]
    events = [replace(events[0], players=tuple(names)), *events[1:]]

    assert f"Spieler {winner + 1} gewinnt!" in text(printed_game(events))


def test_names_that_differ_by_emoji_alone_stay_apart():
    said = lines(printed_game([GameBegan(players=("Ewald 🎲", "Ewald 👑"))]))

    assert {"Ewald", "Ewald 2"} <= set(said)


def test_escaleros_sheet_holds_exactly_the_entries_of_the_game():
    for seed in (1, 2):
        events = played("escalero", seed)
        game: Any = replay(events)
        pdf = printed_game(events)
        pages = places(pdf, words=True)[0]
        heads = [e for e in pages if e.words == WORDS.text("ui.sum")]
        assert len(heads) == 1
        bottom = heads[0].top - 3

        written = Counter(e.words for e in pages if 40 < e.top < bottom and e.left > 48)
        assert written - Counter(game.players) == Counter(str(e.points) for e in game.entries if e.points)


@pytest.mark.parametrize("players", [2, 5, 12])
def test_escalero_fits_one_page_however_many_play_and_pay(players):
    names = tuple(f"Maximilian der {number}." for number in range(players))
    events: list[Any] = [EscaleroBegan(players=names, beginner=0)]
    for row in Row:
        for seat in range(players):
            events += [ThrowMade((Face(1 + seat % 6),) * 5), RowEntered(row)]
    pdf = printed_game(events)

    assert len(sizes_mm(pdf)) == 1
    assert all(any(name.startswith(each.rstrip("…")) for each in lines(pdf) if each) for name in names)
    assert all(each.bottom <= sizes_mm(pdf)[0][1] - 5 for each in places(pdf, words=True)[0])


@pytest.mark.parametrize("kind", ["open-poker", "hidden-poker", "al-capone", "rock-and-roll"])
@pytest.mark.parametrize("seed", [1, 2])
def test_chips_are_told_after_each_round_and_end_as_the_game_did(kind, seed):
    events = played(kind, seed)
    game: Any = replay(events)
    sheet = rounds_sheet(events, WORDS, number=seed, begun_utc=None)

    finished = game.throws if kind == "rock-and-roll" else game.results
    assert len(sheet.rows) == len(finished) + 1
    last = sheet.below[0][1] if sheet.below else tuple(sheet.cells[len(finished), s] for s in range(len(sheet.names)))
    assert tuple(int(written.text) for written in last) == game.chips.stacks
    if kind != "rock-and-roll":
        assert [
            seat
            for row in range(1, len(sheet.rows))
            for seat in range(len(sheet.names))
            if sheet.cells[row, seat].is_ringed
        ] == list(game.results)


def test_a_round_that_was_taken_back_is_not_told():
    log: list[Any] = [
        OpenPokerBegan(players=("Anna", "Ben"), beginner=0),
        RoundBegan(),
        ThrowMade(KINGS),
        HandKept(2),
        Passed(),
    ]

    assert told(log) == [("Anna", "Full: Könige und Asse")]
    assert told([*log, EntryTakenBack()]) == []
    assert told([*log, EntryTakenBack(), Passed()]) == [("Anna", "Full: Könige und Asse")]


def told(log: list[Any]) -> list[tuple[str, str]]:
    """Return who won each round that stands, with what."""
    sheet: Scoresheet = rounds_sheet(log, WORDS, number=None, begun_utc=None)
    return [
        (sheet.names[seat], sheet.notes[row])
        for row in range(len(sheet.rows))
        for seat in range(len(sheet.names))
        if sheet.cells[row, seat].is_ringed
    ]


def test_chips_that_lie_in_the_pot_show_in_a_row_of_now():
    sheet = rounds_sheet(
        [OpenPokerBegan(players=("Anna", "Ben"), beginner=0), RoundBegan()], WORDS, number=None, begun_utc=None
    )

    assert [(name, [each.text for each in row]) for name, row in sheet.below] == [("Jetzt", ["49", "49"])]
    assert sheet.ending == ("Das Spiel läuft noch.",)


@pytest.mark.parametrize(
    "events", [[], [ThrowMade(KINGS)], [GameBegan(players=("A", "B"), beginner=0), EntryTakenBack()]]
)
def test_a_log_that_does_not_replay_is_refused(events):
    with pytest.raises(GameIllegalError, match="against the rules"):
        printed_game(events)


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
