"""Rules cards on paper say what the display says, in every language."""

import pytest

from firmware.display.cards import card
from firmware.display.messages import LANGUAGES, catalogue
from firmware.errors import PrintError
from firmware.printing.rules import rules_card, rules_pdf
from firmware.session.choosing import FORMS, Choice
from tests.hardware.paper.printed import text


def plain(words: str) -> str:
    return " ".join(words.replace("\u202f", " ").replace("\ufffe", "-").split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_and_every_table_of_every_game_is_on_the_cards(language):
    words = catalogue(language)
    printed = plain(text(rules_pdf(words)))

    for make in (make for forms in FORMS.values() for make in forms):
        shown = card(make(players=("1", "2")), words)
        assert plain(str(shown["title"])) in printed
        for sentence in shown["told"]:  # type: ignore[attr-defined]
            assert plain(sentence) in printed
        for row in (row for table in shown["tables"] for row in table["rows"]):  # type: ignore[attr-defined]
            assert plain(row["text"]) in printed


@pytest.mark.parametrize("wanted", Choice)
def test_a_single_game_has_cards_for_both_players_or_for_both_its_forms(wanted):
    words = catalogue("de")
    printed = plain(text(rules_pdf(words, wanted=wanted.value)))

    assert printed.count(words.text("card.loser")) == 2


def test_a_table_to_choose_from_marks_what_holds():
    (make,) = FORMS[Choice.AL_CAPONE]

    tables = rules_card(make(players=("1", "2")), catalogue("de")).tables

    assert [table.marked for table in tables] == [0, 0]


def test_a_game_nobody_knows_is_refused_with_those_there_are():
    with pytest.raises(PrintError, match=r"halma.*ten-by-ten, escalero, .*rock-and-roll"):
        rules_pdf(catalogue("de"), wanted="halma")
