"""What is said of a game afterwards and of all games together, and what is drawn."""

import random
import re
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from firmware.analysis.analysed import Analysed, analysed
from firmware.analysis.rollouts import RolledOut
from firmware.analysis.study import study, summary
from firmware.display import study as of_all
from firmware.display.analysis import analysis_view, lines, marks_of, sentence
from firmware.display.drawing import curve, throw, whiskers
from firmware.display.messages import catalogue
from firmware.display.study import games_text, study_view
from scoring.dice import Face
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from scoring.strategy.account import EnteredIn, Held, JudgedDecision
from scoring.strategy.baselines import ColumnNormal
from tests.firmware.analysis.played import game, reading
from tests.firmware.analysis.test_study import played
from tests.firmware.display.served import words_of

GERMAN = catalogue("de")
LETTERS = {face: str(int(face)) for face in Face}
HAND = (Face.KING, Face.NINE, Face.KING, Face.JACK, Face.ACE)
HELD = (True, False, True, False, False)


@cache
def done(names: tuple[str, str] = ("Anna", "Ben")) -> Analysed:
    return analysed(game(1, names=names), ColumnNormal(), number=1)


def decision(chosen, best, loss: float = 0.041) -> JudgedDecision:
    of_turn = {"turn_number": 113, "player": 0, "throw_number": 3, "faces": HAND, "chance": 0.5, "blind": 0.1}
    return JudgedDecision(done=chosen, best=best, loss=loss, **of_turn)


@pytest.mark.parametrize(
    ("chosen", "best", "told"),
    [
        (EnteredIn(Cell(Category.JACKS, 3), 9), EnteredIn(Cell(Category.FULL, 9), 35), "Buben in Spalte 3 statt Full"),
        (EnteredIn(Cell(Category.GRANDE, 1), 0), Held(()), "Strich bei Grande in Spalte 1 statt alle neu würfeln – "),
        (Held((Face.NINE, Face.TEN)), Held((Face.JACK,) * 3), "9-10 liegen lassen statt B-B-B liegen lassen – "),
    ],
)
def test_a_decision_is_told_in_a_sentence(chosen, best, told):
    found = sentence(done(), decision(chosen, best), None, GERMAN)
    assert found.startswith(f"Anna, Runde 57: {told}")
    assert found.endswith(" – kostete 4,1\N{NO-BREAK SPACE}%")
    assert sentence(done(), decision(chosen, best), None, catalogue("fr")).endswith(" 4,1\N{NARROW NO-BREAK SPACE}%")
    costs = RolledOut(0.05, 0.0001, 96), RolledOut(0.02, 0.03, 96)
    weighed = [sentence(done(), decision(chosen, best), cost, GERMAN) for cost in costs]
    ends = (
        " – kostete 5,0\N{NO-BREAK SPACE}% ±\N{NO-BREAK SPACE}0,1\N{NO-BREAK SPACE}%",
        " – nicht sicher, ob das etwas kostete",
    )
    head = found.split(" – ")[0]
    assert all(text.startswith(head) and text.endswith(end) for text, end in zip(weighed, ends, strict=True))


def test_the_page_is_told_all():
    shown: Any = analysis_view(done(), GERMAN)
    assert [player["name"] for player in shown["players"]] == ["Anna", "Ben"]
    assert all(len(player["values"]) == len(shown["heads"]) for player in shown["players"])
    assert [each["player"] for each in shown["costliest"]] == [each.player for each in done().account.costliest(3)]
    assert all(each["text"] in "\n".join(lines(done(), GERMAN)) for each in shown["costliest"])
    assert shown["weighing"] == ""
    assert analysis_view(done(), GERMAN, is_weighed=False)["weighing"] == GERMAN.text("analysis.weighing")
    of_one_game = of_all.players_table(study([summary(game(1), ColumnNormal())]), GERMAN)
    assert {row[0]: row[4] for row in of_one_game[1:]} == {each["name"]: each["values"][0] for each in shown["players"]}


def texts(svg: str) -> list[str]:
    return ["".join(each.itertext()) for each in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_a_curve_goes_from_the_first_chance_to_the_last_and_carries_its_marks():
    svg = curve([0.5, 0.25, 1.0], {2: 1})
    assert "#" not in svg + whiskers("", [])  # only colours of the page, which are others by night
    line = next(path for path in re.findall(r'd="M([^"]+)"', svg) if path.count("L") == 2)
    heights = [float(point.split()[1]) for point in line.split("L")]
    assert heights[2] < heights[0] < heights[1]
    assert texts(svg)[:3] == ["0%", "50%", "100%"]
    assert "1" in texts(svg)
    dear, cheap = (decision(Held(()), Held((Face.ACE,)), loss) for loss in (0.2, 0.1))
    assert marks_of((dear, cheap)) == {113: 1}  # of one turn only the dearer
    rounds = [text for text in texts(curve([0.5] * 201, {})) if not text.endswith("%")]
    assert rounds == [str(number) for number in range(10, 101, 10)]
    assert texts(curve([0.5], {}))


EVIL = '<script>alert("Ben & Co")</script>'


def test_a_name_in_a_picture_is_text_whatever_it_says_and_on_the_page_there_is_none():
    drawn = whiskers(EVIL, [(EVIL, 25.0, 10.0, 40.0)])
    assert EVIL in texts(drawn)
    assert not [each for each in ET.fromstring(drawn).iter() if each.tag.endswith("script")]
    assert texts(whiskers("Wertung", []))[0] == "Wertung"
    assert any(each.endswith("…") for each in texts(whiskers("", [("Maximiliane Theresia von und zu Hub", 25, 9, 41)])))
    shown: Any = analysis_view(done((EVIL, "Ben & Co")), GERMAN)
    assert not re.search("script|Ben", shown["curve"] + "".join(each["picture"] for each in shown["costliest"]))


def places(svg: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"translate\(([\d.-]+) ([\d.-]+)\)", svg)]


def test_dice_are_drawn_where_they_lay_side_by_side_and_none_on_another():
    for seed in range(20):
        seen = reading(HAND, random.Random(seed))
        svg = throw(HAND, HELD, seen, LETTERS)
        drawn, lay = places(svg), [die.detection.centre_xy for die in seen.dice]
        assert texts(svg) == [LETTERS[face] for face in HAND]
        for one, other in combinations(range(5), 2):
            assert max(abs(a - b) for a, b in zip(drawn[one], drawn[other], strict=True)) >= 30
            for axis in (0, 1):  # who lay to the left, or above, still does
                assert (drawn[one][axis] - drawn[other][axis]) * (lay[one][axis] - lay[other][axis]) >= -1e-6


def test_without_an_eye_dice_are_drawn_in_a_row_and_held_ones_with_a_bold_edge():
    svg = throw(HAND, HELD, None, LETTERS)
    drawn = places(svg)
    assert [y for _, y in drawn] == [drawn[0][1]] * 5
    assert drawn == sorted(drawn) == places(throw(HAND, HELD, reading(HAND[:4], random.Random(1)), LETTERS))
    widths = [float(width) for width in re.findall(r'stroke-width="([\d.]+)"', svg)]
    assert [width > 2 for width in widths] == list(HELD)


ENGLISH = catalogue("en")
NAMES = ("Maximiliane Theresia Hub", "<b>Kurt</b>")


@cache
def studied(language: str) -> dict[str, object]:
    pairs = (NAMES, ("Anna", "Ben"), ("Ben", NAMES[0]), ("Friedrich-Wilhelm Anton X", "Anna"))
    found = (summary(game(seed, names=names), ColumnNormal()) for seed, names in enumerate(pairs))
    dated = [replace(each, ended_utc=f"2026-0{month}-30T22:00:00") for month, each in enumerate(found, 4) if each]
    return {"progress": "ready", **study_view(study(dated), words_of(language))}


def test_players_months_rows_and_dice_have_their_tables():
    shown: Any = studied("de")
    assert (len(shown["players"]), len(shown["rows"])) == (1 + 5, 1 + 10 + 2)
    assert [len(line) for line in shown["dice"]] == [6, 6]
    one = study([played("Anna", "Ben", 1.0)], unreadable=2)
    assert games_text(one, ENGLISH) == of_all.lines(one, ENGLISH)[0] == "1 game studied. 2 could not be read."
    strangers = [played("Spieler 1", "Player 2", 1.0), played("Anna", "Gast", 0.0), played("Anna", "Junkie", 1.0)]
    shown = study_view(study([*strangers, played("Ben", "Anna", None)]), ENGLISH)
    assert [row[:3] for row in shown["players"][1:]] == [["Anna", "2", "1–0–1"]]  # who has a name, games that ended
    assert shown["rows"][1][1:] == ["–"]
    ended = (("Anna", 1.0, "2025-12"), ("ben", 1.0, "2026-01"), ("Anna", 0.0, "2026-01"), ("Anna", 0.5, "2026-03"))
    games = [replace(played(name, "Clara", won), ended_utc=f"{month}-05T20:00:00") for name, won, month in ended]
    head, *months = study_view(study([*games, played("Ben", "Anna", 1.0)]), ENGLISH)["months"]
    won = [(said, {name for name, number in zip(head[1:], of, strict=True) if number == "1"}) for said, *of in months]
    assert won == [("Mar 2026", set()), ("Jan 2026", {"Ben", "Clara"}), ("Dec 2025", {"Anna"})]


def test_loaded_dice_are_told_with_the_face_that_shows_it():
    shown: Any = study_view(study([played("Anna", "Gast", 0.0)]), ENGLISH)
    assert [row[0] for row in shown["players"]] == ["Player", "Anna"]
    shown = study_view(study([played("Anna", "Ben", 1.0, thrown=((6, 6, 6, 1),) * 40)]), ENGLISH)
    assert "Ace came in 75.00% of 160 throws instead of 16.67%" in shown["dice_told"]
    assert ("once in 1,000,000 cases" in shown["dice_told"], shown["is_loaded"]) == (True, True)
    assert "nothing says" in str(study_view(study([played("Anna", "Ben", 1.0)]), ENGLISH)["dice_told"])
