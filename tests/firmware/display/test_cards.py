"""The rules cards: no number on them but from the rules, and each as the sources have it."""

from __future__ import annotations

import re
import string
from dataclasses import replace
from typing import Any

import pytest

from firmware.display.cards import card
from firmware.display.messages import LANGUAGES, catalogue
from firmware.display.touches import name_of
from firmware.session.choosing import FORMS, Choice
from scoring.dice import Face
from scoring.events import GameBegan
from scoring.games.al_capone import AlCaponeBegan, Table
from scoring.games.open_poker import OpenPokerBegan
from scoring.games.pot import Stakes
from scoring.hands.ranking import Ranking, strength
from scoring.ruleset import Ruleset, ServedRule, TiedColumnRule

PLAYERS = ("Adam", "Berta")
NUMBER_WORDS = {
    "de": r"\b(zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|fünfzig|hundert|doppelt|\w+fach)\b",
    "fr": r"\b(deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|cinquante|cent)\b",
    "it": r"\b(due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|cinquanta|cento)\b",
    "nl": r"\b(twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|vijftig|honderd)\b",
    "en": r"\b(two|three|four|six|seven|eight|nine|ten|eleven|twelve|fifty|hundred|double|twice)\b",
}


def shown(choice: Choice, form: int = 0, language: str = "de", **changes: Any) -> dict[str, Any]:
    agreed = replace(FORMS[choice][form](players=PLAYERS), **changes)
    return card(agreed, catalogue(language))


def told(choice: Choice, **more: Any) -> str:
    return " ".join(shown(choice, **more)["told"])


def table(of: dict[str, Any], number: int) -> list[tuple[str, list[str]]]:
    return [(row["text"], row["values"]) for row in of["tables"][number]["rows"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_a_card_has_a_number_of_its_own(language: str) -> None:
    words = catalogue(language)
    for message_id in words.message_ids:
        if not message_id.startswith("card."):
            continue
        sentence = words._sentences[message_id]
        for text in (sentence,) if isinstance(sentence, str) else sentence:
            plain = "".join(literal for literal, *_ in string.Formatter().parse(text))
            assert not re.search(r"\d", plain), message_id
            if "five-alike" not in message_id and "double" not in message_id:  # a row's name; what is done to the pot
                assert not re.search(NUMBER_WORDS[language], plain, re.IGNORECASE), message_id


def test_ten_by_ten_scores_as_the_source_says() -> None:
    # Source: Würfelpoker Spielplan & Regeln: 25 and 26, 30 + 5 = 35, 40 + 6 = 46, 50 + 3 = 53; served + 5, Grande + 10.
    page = shown(Choice.TEN_BY_TEN)
    assert table(page, 1) == [
        ("Straße", ["25", "30"]),
        ("Straße", ["26", "31"]),
        ("Full", ["35", "40"]),
        ("Poker", ["46", "51"]),
        ("Grande", ["53", "63"]),
    ]
    assert table(page, 0) == [("", ["1", "2", "3", "4", "5", "6"]), ("3 Damen: 3 × 4", ["12"])]
    assert "Bis zu 3-mal" in told(Choice.TEN_BY_TEN)
    assert "Spalte 10 ist 10 wert, alle zusammen 55." in told(Choice.TEN_BY_TEN)
    assert "Wer 28 hat, gewinnt." in told(Choice.TEN_BY_TEN)


def test_escalero_scores_as_the_source_says() -> None:
    # Source: Spiele mit Pokerwürfeln, "Escalero", (1) to (11).
    page = shown(Choice.ESCALERO)
    assert table(page, 1) == [
        ("Quint", ["25", "30"]),
        ("Full Hand", ["30", "35"]),
        ("Poker", ["40", "45"]),
        ("Fünfling", ["50", "50"]),
        ("Fünfling serviert", ["–", "100"]),
    ]
    assert "Jeder hat 11 Zeilen." in told(Choice.ESCALERO)
    assert "für 50." in told(Choice.ESCALERO)


def test_al_capone_has_the_three_tables_of_the_source() -> None:
    page = shown(Choice.AL_CAPONE, table=Table.B)
    assert table(page, 0) == [
        ("Neun", ["9", "9", "1"]),
        ("Zehn", ["10", "10", "2"]),
        ("Bube", ["11", "2", "3"]),
        ("Dame", ["12", "3", "4"]),
        ("König", ["13", "4", "5"]),
        ("As", ["14", "11", "11"]),
    ]
    assert page["tables"][0]["heads"] == ["A", "B", "C"]
    assert page["tables"][0]["marked"] == 1
    assert "Summe aller 5 Würfel" in told(Choice.AL_CAPONE)
    assert AlCaponeBegan.throws_a_turn == 1
    assert "nur einen Wurf" in told(Choice.AL_CAPONE)


def test_the_bank_of_rock_and_roll_pays_as_the_source_says() -> None:
    # Source: "für 1 gesetztes Chip 3 Chips zurück … für 1 Chip 6 Chips zurück"; "5 Würfe vorher".
    page = shown(Choice.ROCK_AND_ROLL)
    assert [(row["faces"], row["values"]) for row in page["tables"][0]["rows"]] == [
        (["nine", "ace"], ["2:1"]),
        (["ten", "king"], ["2:1"]),
        (["jack", "queen"], ["2:1"]),
    ]
    assert page["tables"][1]["rows"][0]["values"] == ["5:1"]
    assert "für einen Chip 3 zurück, auf dem richtigen Wert 6." in told(Choice.ROCK_AND_ROLL)
    assert "5 Würfe vorher" in told(Choice.ROCK_AND_ROLL)


def test_there_are_ten_seconds_to_doubt() -> None:
    assert "10 Sekunden" in told(Choice.HIDDEN_POKER)
    assert "Jeder legt einen Chip in den Pott." in told(Choice.HIDDEN_POKER)


@pytest.mark.parametrize("sequences", [False, True])
def test_hands_are_ranked_as_they_beat_each_other(sequences: bool) -> None:
    rows = shown(Choice.OPEN_POKER, sequences=sequences)["tables"][0]["rows"]
    by_name = {name_of(face): face for face in Face}
    strengths = [strength(tuple(by_name[face] for face in row["faces"]), Ranking(sequences=sequences)) for row in rows]
    assert strengths == sorted(strengths, reverse=True)
    names = ["Fünf Gleiche", "Vier Gleiche", "Full House", "Große Straße", "Kleine Straße", "Drei Gleiche"]
    wanted = [*names, "Zwei Paare", "Ein Paar"]
    assert [row["text"] for row in rows] == [name for name in wanted if sequences or "Straße" not in name]


def test_aces_that_are_jokers_count_as_the_source_says() -> None:
    # Source: "As-As-König-König-Neun als Vierling"; five aces are five aces.
    rows = table(shown(Choice.JOKER_POKER), 0)
    assert rows[0][0] == "Vier Könige"
    assert rows[-1][0] == "Fünf Asse"
    assert "10 Sekunden" in told(Choice.JOKER_POKER, form=1)
    assert "10 Sekunden" not in told(Choice.JOKER_POKER)


def test_a_card_tells_what_was_agreed_on() -> None:
    agreed = OpenPokerBegan(players=PLAYERS, stakes=Stakes(minimum=3, maximum=12, stack=99))
    said = " ".join(card(agreed, catalogue("de"))["told"])  # type: ignore[arg-type]
    assert "Jeder legt 3 Chips in den Pott." in said
    assert "höchstens auf 12." in said
    ruleset = Ruleset(columns=3, served=ServedRule.ANY_FULL_THROW, tied_column=TiedColumnRule.SPLIT)
    short = " ".join(card(GameBegan(players=PLAYERS, ruleset=ruleset), catalogue("de"))["told"])  # type: ignore[arg-type]
    assert "Spalte 3 ist 3 wert, alle zusammen 6." in short
    assert "Wer 4 hat, gewinnt." in short
    assert "Sie wird geteilt." in short
    assert "mit allen Würfeln auf einmal" in short


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("choice", Choice)
def test_every_card_has_the_ground_rules_of_every_game(choice: Choice, language: str) -> None:
    words = catalogue(language)
    for form in range(len(FORMS[choice])):
        said = shown(choice, form, language)["told"]
        assert said[-2:] == [words.text("card.burning"), words.text("card.loser")]
