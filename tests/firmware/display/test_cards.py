"""The rules cards: no number on them but from the rules, and each as the sources have it."""

import re
import string
from dataclasses import replace
from typing import Any

import pytest

from firmware.display import cards, messages, touches
from firmware.session.choosing import FORMS, Choice
from scoring.dice import Face
from scoring.games import al_capone, pot
from scoring.hands.ranking import Ranking, strength
from scoring.ruleset import Ruleset, ServedRule, TiedColumnRule


def shown(choice: Choice, form: int = 0, **changes: Any) -> dict[str, Any]:
    return cards.card(replace(FORMS[choice][form](players=("Adam", "Berta")), **changes), messages.catalogue("de"))


def table(of: dict[str, Any], number: int) -> list[tuple[str, str]]:
    """Return a table's rows, their values in a line."""
    return [(row["text"], " ".join(row["values"])) for row in of["tables"][number]["rows"]]


def test_no_sentence_of_a_card_has_a_number_of_its_own():
    for words in map(messages.catalogue, messages.LANGUAGES):
        for message_id in (each for each in words.message_ids if each.startswith("card.")):
            literals = string.Formatter().parse(str(words._sentences[message_id]))
            assert not re.search(r"\d", "".join(literal for literal, *_ in literals)), message_id


TOLD: list[tuple[Choice, dict[str, Any], tuple[str, ...]]] = [
    (
        Choice.TEN_BY_TEN,
        {"ruleset": Ruleset(columns=3, served=ServedRule.ANY_FULL_THROW, tied_column=TiedColumnRule.SPLIT)},
        ("Spalte 3 ist 3 wert, alle zusammen 6.", "Wer 4 hat", "Sie wird geteilt.", "mit allen Würfeln auf einmal"),
    ),
    (Choice.ESCALERO, {}, ("Jeder hat 11 Zeilen.", "für 50.", "auch eine Kombination darf dorthin.")),
    (Choice.ESCALERO, {"upper_too": False}, ("nur, wenn keine Kombination liegt.",)),
    (Choice.AL_CAPONE, {}, ("Summe aller 5 Würfel", "nur einen Wurf")),
    (
        Choice.OPEN_POKER,
        {"stakes": pot.Stakes(minimum=3, maximum=12, stack=99)},
        ("Jeder legt 3 Chips in den Pott.", "höchstens auf 12."),
    ),
    (Choice.JOKER_POKER, {"form": 1}, ("10 Sekunden", "Jeder legt einen Chip in den Pott.")),
    (
        Choice.ROCK_AND_ROLL,  # Source: "für 1 gesetztes Chip 3 Chips zurück … für 1 Chip 6 Chips zurück"
        {},
        ("für einen Chip 3 zurück, auf dem richtigen Wert 6.", "5 Würfe vorher"),
    ),
]


@pytest.mark.parametrize(("choice", "agreed", "parts"), TOLD)
def test_a_card_tells_the_rules_as_they_were_agreed_and_what_holds_in_every_game(choice, agreed, parts):
    told = shown(choice, **agreed)["told"]
    assert [part for part in parts if part not in " ".join(told)] == []
    assert told[-2:] == [messages.catalogue("de").text("card.burning"), messages.catalogue("de").text("card.loser")]


def test_sheets_score_as_the_sources_say():
    # Source: Würfelpoker Spielplan & Regeln: 25 and 26, 30 + 5 = 35, 40 + 6 = 46, 50 + 3 = 53; served + 5, Grande + 10.
    page = shown(Choice.TEN_BY_TEN)
    hands = [("Straße", "25 30"), ("Straße", "26 31"), ("Full", "35 40"), ("Poker", "46 51"), ("Grande", "53 63")]
    assert (table(page, 1), table(page, 0)) == (hands, [("", "1 2 3 4 5 6"), ("3 Damen: 3 × 4", "12")])
    # Source: Spiele mit Pokerwürfeln, "Escalero", (1) to (11).
    hands = [("Quint", "25 30"), ("Full Hand", "30 35"), ("Poker", "40 45"), ("Fünfling", "50 50")]
    assert table(shown(Choice.ESCALERO), 1) == [*hands, ("Fünfling serviert", "– 100")]


def test_al_capone_and_the_bank_of_rock_and_roll_have_the_tables_of_the_source():
    page = shown(Choice.AL_CAPONE, table=al_capone.Table.B)
    worth = ["9 9 1", "10 10 2", "11 2 3", "12 3 4", "13 4 5", "14 11 11"]
    assert table(page, 0) == list(zip(("Neun", "Zehn", "Bube", "Dame", "König", "As"), worth, strict=True))
    assert (page["tables"][0]["heads"], page["tables"][0]["marked"]) == (["A", "B", "C"], 1)
    page = shown(Choice.ROCK_AND_ROLL)
    colours = [(row["faces"], row["values"]) for row in page["tables"][0]["rows"]]
    assert colours == [(["nine", "ace"], ["2:1"]), (["ten", "king"], ["2:1"]), (["jack", "queen"], ["2:1"])]
    assert page["tables"][1]["rows"][0]["values"] == ["5:1"]


@pytest.mark.parametrize("sequences", [False, True])
def test_hands_are_ranked_as_they_beat_each_other(sequences):
    rows = shown(Choice.OPEN_POKER, sequences=sequences)["tables"][0]["rows"]
    by_name = {touches.name_of(face): face for face in Face}
    strengths = [strength(tuple(by_name[face] for face in row["faces"]), Ranking(sequences=sequences)) for row in rows]
    assert strengths == sorted(strengths, reverse=True)
    names = "Fünf Gleiche/Vier Gleiche/Full House/Große Straße/Kleine Straße/Drei Gleiche/Zwei Paare/Ein Paar"
    assert [row["text"] for row in rows] == [each for each in names.split("/") if sequences or "Straße" not in each]
    # Source: "As-As-König-König-Neun als Vierling"; five aces are five aces.
    jokers = table(shown(Choice.JOKER_POKER), 0)
    assert (jokers[0][0], jokers[-1][0]) == ("Vier Könige", "Fünf Asse")
