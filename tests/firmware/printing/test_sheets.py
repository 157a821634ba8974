"""Filled sheets: exactly what stands in the game, no more and no less, however it ended."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest

from firmware.display.messages import LANGUAGES, catalogue
from firmware.display.names import format_points
from firmware.errors import GameIllegalError
from firmware.printing import rounds, sheets, spielplan, wall
from firmware.printing.sheets import game_pdf
from firmware.printing.wall import rules_pdf
from hardware.numbers import load
from hardware.paper.page import A4_MM, MARGIN_MM
from hardware.paper.scoresheet import Scoresheet
from scoring.dice import Face
from scoring.events import Entered, EntryTakenBack, GameAbandoned, GameBegan, ThrowMade
from scoring.games import escalero, open_poker
from scoring.games.pot import HandKept, Passed, RoundBegan
from scoring.games.standings import standings
from scoring.rules import replay
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.firmware.analysis.played import game
from tests.hardware.paper.printed import Place, faces, inks, lines, places, sizes_mm, text
from tests.scoring.selfplay import KINDS, play

BEGUN_UTC = "2026-05-03T19:30:00.000+00:00"


def ten_by_ten(seed: int = 1, columns: int = 10) -> list[Any]:
    return [record.event for record in game(seed, columns)]


def played(kind: str, seed: int = 1) -> list[Any]:
    return list(play(KINDS[kind], seed)[1])


def _sheet(kind: str, seed: int) -> Callable[[str], bytes]:
    return lambda language: game_pdf(played(kind, seed), catalogue(language), number=seed, begun_utc=BEGUN_UTC)


PAGES: dict[str, Callable[[str], bytes]] = {
    "spielplan": lambda language: sheets.empty_pdf(catalogue(language), columns=10),
    "three columns": lambda language: sheets.empty_pdf(catalogue(language), columns=3),
    "filled": lambda language: game_pdf(ten_by_ten(), catalogue(language), number=12, begun_utc=BEGUN_UTC),
    "unfinished": lambda language: game_pdf(ten_by_ten()[:150], catalogue(language), number=None, begun_utc=None),
    "empty escalero": lambda language: sheets.empty_escalero_pdf(catalogue(language)),
    **{kind: _sheet(kind, 3) for kind in KINDS},
    "calibration": lambda language: wall.calibration_sheet_pdf(catalogue(language)),
    "rules": lambda language: rules_pdf(catalogue(language)),
    "quickstart": lambda language: wall.wall_pdf(catalogue(language)),
    "labels": lambda language: wall.labels_pdf(catalogue(language), load(), paper_scale=1.0),
}


WORDS = catalogue("de")
KINGS = (Face.KING, Face.KING, Face.KING, Face.ACE, Face.ACE)


def printed_game(events: list[Any]) -> bytes:
    return game_pdf(events, WORDS, number=12, begun_utc=BEGUN_UTC)


def numbers_in(pdf: bytes) -> Counter[str]:
    """Return the numbers written in the grid of the first page."""
    return Counter(e.words for e in places(pdf, words=True)[0] if 37 < e.top < 160.5 and e.left > 39 and e.words)


def test_a_filled_plan_holds_exactly_the_entries_of_the_game_and_who_played_when_and_won():
    events = ten_by_ten(1)
    game: Any = replay(events)
    pdf = printed_game(events)

    assert numbers_in(pdf) == Counter(str(entry.points) for entry in game.entries if entry.points)
    drawn = [e for e in places(pdf, words=False)[0] if e.left > 39 and 37 < e.top < 160.5]
    struck = [e for e in drawn if 2 < e.right - e.left < 10 and 3 < e.bottom - e.top < 8]
    assert len(struck) == sum(not entry.points for entry in game.entries)
    said = text(pdf)
    for words in ("Anna", "3. Mai 2026", "Spiel 12", r"(Anna|Ben) gewinnt!", r"Die Runde zahlt (Anna|Ben)\."):
        assert re.search(words, said), words
    standing = standings(game)
    plan = spielplan.filled_plan(game, WORDS, number=1, begun_utc=BEGUN_UTC)
    for column in standing.columns:
        for player in (0, 1):
            written = plan.sums[column.column, player]
            assert (written.text, written.is_ringed) == (str(column.sums[player]), column.winner == player)
            points = format_points(column.points[player]) if column.points[player] else "–"
            assert plan.points[column.column, player].text == points
    assert plan.totals == tuple(map(format_points, standing.points))


def test_a_game_is_printed_as_it_stands_and_one_that_was_stopped_says_so_but_nothing_that_was_taken_back():
    entered = [GameBegan(players=("Anna", "Ben"), beginner=0), ThrowMade(KINGS), Entered(Cell(Category.FULL, 7))]
    pdf = printed_game(entered)
    assert numbers_in(pdf) == {"40": 1}
    assert "Noch nicht fertig: 1 von 200 Feldern" in text(pdf)
    assert "gewinnt" not in text(pdf)
    plan = spielplan.filled_plan(replay(entered), WORDS, number=1, begun_utc=None)  # type: ignore[arg-type]
    assert list(plan.sums) == [(7, 0)]  # of no column that nothing stands in
    assert "Vor dem Ende aufgehört." in text(printed_game([*entered, GameAbandoned()]))
    assert not numbers_in(printed_game([*entered, EntryTakenBack()]))


def test_names_that_cannot_be_printed_become_numbers_in_sentences_too_and_stay_apart():
    events = ten_by_ten(1, 2)
    winner = 0 if "Anna gewinnt" in text(printed_game(events)) else 1
    events = [replace(events[0], players=("👑🎲", "Ben")[:: 1 if winner == 0 else -1]), *events[1:]]

    assert f"Spieler {winner + 1} gewinnt!" in text(printed_game(events))
    assert {"Ewald", "Ewald 2"} <= set(lines(printed_game([GameBegan(players=("Ewald 🎲", "Ewald 👑"))])))


@pytest.mark.parametrize("players", [2, 12])
def test_escalero_fits_one_page_however_many_play_and_pay_and_holds_exactly_the_entries_of_the_game(players):
    names = tuple(f"Maximilian der {number}." for number in range(players))
    events: list[Any] = [escalero.EscaleroBegan(players=names, beginner=0)]
    for row in escalero.Row:
        for seat in range(players):
            events += [ThrowMade((Face(1 + seat % 6),) * 5), escalero.RowEntered(row)]
    pdf, game = printed_game(events), replay(events)
    page = places(pdf, words=True)[0]

    assert len(sizes_mm(pdf)) == 1
    assert all(any(name.startswith(each.rstrip("…")) for each in lines(pdf) if each) for name in names)
    assert all(each.bottom <= sizes_mm(pdf)[0][1] - 5 for each in page)
    (head,) = [e for e in page if e.words == WORDS.text("ui.sum")]
    written = Counter(e.words for e in page if 40 < e.top < head.top - 3 and e.left > 48 and e.words.isdigit())
    assert written == Counter(str(e.points) for e in game.entries if e.points)  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", ["open-poker", "hidden-poker", "al-capone", "rock-and-roll"])
def test_chips_are_told_after_each_round_and_end_as_the_game_did(kind):
    events = played(kind)
    game: Any = replay(events)
    sheet = rounds.rounds_sheet(events, WORDS, number=1, begun_utc=None)

    finished = game.throws if kind == "rock-and-roll" else game.results
    assert len(sheet.rows) == len(finished) + 1
    last = sheet.below[0][1] if sheet.below else tuple(sheet.cells[len(finished), s] for s in range(len(sheet.names)))
    assert tuple(int(written.text) for written in last) == game.chips.stacks
    if kind != "rock-and-roll":
        assert [seat for seat, _ in won(sheet)] == list(game.results)


def won(sheet: Scoresheet) -> list[tuple[int, str]]:
    """Return who won each round that stands, with what."""
    cells = product(range(len(sheet.rows)), range(len(sheet.names)))
    return [(seat, sheet.notes[row]) for row, seat in cells if row and sheet.cells[row, seat].is_ringed]


def test_a_round_that_was_taken_back_is_not_told_and_chips_in_the_pot_show_in_a_row_of_now():
    began = [open_poker.OpenPokerBegan(players=("Anna", "Ben"), beginner=0), RoundBegan()]
    log: list[Any] = [*began, ThrowMade(KINGS), HandKept(2), Passed()]
    told = [(0, "Full: Könige und Asse")]

    for events, expected in ((log, told), ([*log, EntryTakenBack()], []), ([*log, EntryTakenBack(), Passed()], told)):
        assert won(rounds.rounds_sheet(events, WORDS, number=None, begun_utc=None)) == expected
    sheet = rounds.rounds_sheet(began, WORDS, number=None, begun_utc=None)
    assert [(name, [each.text for each in row]) for name, row in sheet.below] == [("Jetzt", ["49", "49"])]
    assert sheet.ending == ("Das Spiel läuft noch.",)


@pytest.mark.parametrize("log", [[], [ThrowMade(KINGS)], [GameBegan(players=("A", "B"), beginner=0), EntryTakenBack()]])
def test_a_log_that_does_not_replay_is_refused(log):
    with pytest.raises(GameIllegalError, match="against the rules"):
        printed_game(log)


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(
    "language", [pytest.param(each, marks=() if each == "de" else pytest.mark.proof) for each in LANGUAGES]
)
def test_every_page_is_a4_in_black_in_the_margins_no_words_over_others_and_none_cut(name, language):
    pdf = PAGES[name](language)

    assert {tuple(sorted(round(side, 2) for side in size)) for size in sizes_mm(pdf)} == {A4_MM}
    assert inks(pdf) == {b"0"}, "niemals eine andere Farbe als Schwarz"
    named, embedded = faces(pdf)
    assert named == embedded > 0
    assert text(pdf).strip()
    assert "…" not in text(pdf)
    pages = zip(sizes_mm(pdf), places(pdf, words=True), places(pdf, words=False), strict=True)
    for (wide, high), words, drawn in pages:
        for each in (*words, *drawn):
            assert min(each.left, each.top, wide - each.right, high - each.bottom) >= MARGIN_MM, each
        # Words along a circle: boxes around turned letters overlap where the letters do not.
        assert name == "labels" or not [each for each in combinations(words, 2) if overlap(*each)]


def overlap(one: Place, other: Place) -> bool:
    """Tell whether two lines of words cover each other by more than a hair."""
    wide = min(one.right, other.right) - max(one.left, other.left)
    high = min(one.bottom, other.bottom) - max(one.top, other.top)
    return wide > 0.2 and high > 0.2
