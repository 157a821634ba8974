"""What is said aloud of sessions told of presses and readings."""

import re
from dataclasses import dataclass, field

import pytest

from firmware.display.messages import catalogue
from firmware.display.spoken import greeting, suggestion, utterance
from firmware.ports import Saying, Utterance
from firmware.session import events, state
from firmware.session.touches import ChooseLanguage, ChooseMode, CorrectDie, NewGame, TouchCell
from firmware.session.vocabulary import EntryMode, NoticeKey, Phase
from scoring.dice import Face
from scoring.events import GameBegan
from scoring.games.rock_and_roll import RockAndRollBegan
from scoring.ruleset import Ruleset
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.cases import cases
from tests.firmware.display.scenes import CARD
from tests.firmware.session.table_talk import LONG, MENU, SHORT, Table, reading
from vision.reading import EyeDoubt, Verdict

UNSURE = {3: EyeDoubt.FACE_UNCLEAR}


@dataclass
class Heard(Table):
    """A table whose every step is listened to."""

    said: list[Utterance] = field(default_factory=list)

    def tell(self, *events) -> "Heard":
        for event in events:
            before, known = self.state, len(self.effects)
            super().tell(event)
            if (said := utterance(before, self.state, event, tuple(self.effects[known:]))) is not None:
                self.said.append(said)
        return self

    def turn_to(self, said: str) -> "Heard":
        while said not in self.last[0]:
            self.tell(SHORT)
        return self

    @property
    def last(self) -> tuple[str, Saying]:
        return self.said[-1].text, self.said[-1].kind


def heard(language: str = "de", mode: EntryMode = EntryMode.ASK, *, columns: int = 10) -> Heard:
    table = Heard().tell(ChooseLanguage(language), ChooseMode(mode))
    return table.tell(NewGame(GameBegan(players=("Elfriede", "Kurt"), ruleset=Ruleset(columns=columns), beginner=0)))


@pytest.mark.parametrize(("language", "letters", "said"), cases(__file__)["throws"])
def test_a_throw_is_said_as_players_say_it(language, letters, said):
    assert heard(language).throw(letters).last == (said, Saying.THROW)


def test_the_suggestion_is_said_with_the_throw_and_after_the_third_how_it_is_entered():
    table = heard(mode=EntryMode.SUGGEST).throw("99XKA")
    assert "Vorschlag: " in table.last[0]
    assert "Lang drücken" not in table.last[0]
    put_right = heard(mode=EntryMode.SUGGEST).throw("99XKA").tell(CorrectDie(2, Face.NINE))
    assert put_right.last == ("Drei Neuner, ein Ass, ein König.", Saying.THROW)  # and nothing that was said before
    assert ": Full House. Vorschlag" in table.throw("KKKAA").last[0]  # which is not served now
    table.throw("JJJJA")
    assert table.last[0].endswith("Kurz drücken: anderes Feld. Lang drücken: eintragen.")
    table = heard().throw("99XKA").throw("JJQKA").throw("JJJJA")
    assert table.last[0].endswith("ein Ass: Poker. Kurz drücken: Feld um Feld. Lang drücken: eintragen.")
    assert table.tell(SHORT).last[0] == "Poker, Spalte 10: 43 Punkte."


def test_an_entry_or_a_strike_is_said_with_its_column_and_who_is_next():
    table = heard().throw("KKKAA").tell(TouchCell(Cell(Category.FULL, 7)))
    assert table.last == ("Full House in Spalte 7 eingetragen, 40 Punkte. Kurt würfelt, dann drücken.", Saying.ENTRY)
    table.throw("99XKA").tell(TouchCell(Cell(Category.FULL, 7)))
    assert table.last[0].startswith("Full House in Spalte 7 gestrichen.")
    assert suggestion(Cell(Category.GRANDE, 1), 0, catalogue("de").aloud()) == "Vorschlag: Grande streichen, Spalte 1."


def test_questions_warnings_and_trouble_say_what_the_button_answers():
    burning = heard().throw("99XKA", doubts={2: EyeDoubt.LEANING})
    assert burning.last == ("Es brennt! Den Wurf wiederholen. Brennt nichts? Lang drücken.", Saying.WARNING)
    for trouble in (events.ButtonStuck(0), events.StoreFailed(NoticeKey.STORE_FULL)):
        assert heard().tell(trouble).last[1] is Saying.TROUBLE
    table = heard().throw("99XKA", doubts=UNSURE)
    assert (table.last[1], "Lang drücken" in table.last[0]) == (Saying.QUESTION, True)
    told = "Die Kamera ist weg. Bitte das Kabel prüfen. Inzwischen drücken und die Würfel ansagen."
    assert table.tell(events.CameraLost()).last == (told, Saying.TROUBLE)
    table.tell(SHORT)
    assert table.last == ("Würfel 4? König. Kurz drücken: weiter. Lang drücken: nehmen.", Saying.DIAL)
    assert table.tell(MENU, LONG).last[0] == "Drücken und Würfel für Würfel ansagen."


def test_what_is_asked_for_again_is_answered_each_time_and_a_left_question_asked_again():
    refused = heard().throw("99XKA", verdict=Verdict.NO_BOARD).throw("99XKA", verdict=Verdict.NO_BOARD)
    assert refused.said[-1] == refused.said[-2]
    table = heard().tell(LONG, LONG)
    assert [said.text for said in table.said[-2:]] == ["Das geht gerade nicht. Elfriede würfelt, dann drücken."] * 2
    count = len(table.tell(SHORT).said)
    assert len(table.tell(SHORT).said) == count  # the first one is being answered
    table = heard().throw("99XKA").throw("JJQKA", doubts=UNSURE).tell(LONG).turn_to("Doch nicht.").tell(LONG)
    assert table.last[0] == "Kurz drücken: noch einmal schauen. Lang drücken: Würfel für Würfel."  # no older throw


def test_what_happens_by_itself_or_behind_an_open_menu_is_not_talked_about():
    for table, events_then in (
        (heard(), (events.BoardMoving(), events.BoardStill(reading("99XKA")), events.Holding(at_ns=5))),
        (heard().throw("99XKA", verdict=Verdict.NO_BOARD).tell(MENU), (events.NamesAsked(CARD),)),
    ):
        count = len(table.said)
        assert len(table.tell(*events_then).said) == count


def test_whether_dice_that_were_met_are_called_right_is_asked_aloud():
    table = heard().tell(events.NamesAsked(CARD))
    asked = "Sind das eure Würfel? Schaut auf das Bild. Lang drücken: stimmt. Sehr lang: zwei Namen tauschen."
    assert table.last == (asked, Saying.QUESTION)
    assert table.tell(MENU).last == ("Bube und Dame getauscht. Drücken: andere. Lang drücken: stimmt.", Saying.DIAL)


def test_a_dial_says_what_it_asks_how_it_is_used_and_then_only_what_shows_and_put_right_dice_together():
    table = heard().tell(MENU)
    assert table.last == ("Menü. Weiterspielen. Kurz drücken: weiter. Lang drücken: nehmen.", Saying.DIAL)
    assert table.tell(SHORT).last == ("Würfel ansagen.", Saying.DIAL)
    assert (table.turn_to("Lautstärke").last[0], table.tell(LONG).last[0]) == ("Lautstärke 100 Prozent.", "Gemacht.")
    assert table.tell(MENU, LONG).last == ("Elfriede würfelt, dann drücken.", Saying.HINT)
    table = heard().throw("99XKA").tell(MENU).turn_to("Würfel richtigstellen.").tell(LONG)
    assert table.turn_to("Ass.").tell(LONG).last[0] == "Würfel 2? Neuner."
    table.tell(LONG, LONG, LONG, LONG)
    assert table.last == ("Zwei Asse, ein König, ein Zehner, ein Neuner.", Saying.THROW)


def test_a_new_game_by_the_button_asks_who_begins_and_what_is_thrown_for_it_is_said():
    bank = Heard(state.SessionState(agreed=RockAndRollBegan(players=("Elfriede", "Kurt")))).tell(SHORT)
    assert bank.last[0].startswith("Rock and Roll, Elfriede und Kurt. Wer hält die Bank?")
    begun = Heard(state.SessionState(agreed=GameBegan(players=("Elfriede", "Kurt")))).tell(SHORT)
    assert "Elfriede gegen Kurt. Wer beginnt?" in begun.last[0]
    thrown = begun.tell(LONG).throw("99999").last[0]
    assert thrown == "Elfriede hat 5 geworfen. Die höhere Summe beginnt: Kurt würfelt, dann drücken."


def test_the_end_is_said_with_the_winner_and_how_to_go_on():
    table = heard(mode=EntryMode.AUTO, columns=1)
    while table.state.phase is not Phase.GAME_OVER:
        table.throw("99XKA").throw("JJQKA").throw("9XJQK" if table.state.game.to_move else "99XKA")
    assert re.search(r"in Spalte 1 (eingetragen, \d+ Punkte|gestrichen)\. \w+ gewinnt! ", table.last[0])
    assert table.last[1] is Saying.ENTRY
    count = len(table.said)
    assert len(table.tell(SHORT).said) == count + 1
    assert table.last[0].endswith("Lang drücken für ein neues Spiel.")


def test_nothing_said_aloud_speaks_of_tapping_where_a_button_will_do():
    assert "Drücken" in greeting(state.SessionState()).text
    words, aloud, tapping = catalogue("de"), catalogue("de").aloud(), re.compile(r"\b(antippen|eintippen)\b")
    shown = " ".join(words.text(f"notice.{key}") for key in ("not-sure", "held-changed", "camera-lost", "model-broken"))
    assert tapping.search(shown)
    values = dict.fromkeys(("player", "category", "column", "points", "first", "second", "other", "path", "dice"), "x")
    for key in (key.value for key in NoticeKey):
        if f"notice.{key}" in aloud.message_ids and not key.startswith(("teach", "dice", "learn", "nothing-learnt")):
            assert not tapping.search(aloud.text(f"notice.{key}", count=2, **values)), key


def test_no_word_is_said_that_espeak_ng_says_as_another_one():
    """It lengthens "As" to "Aas", and nobody can type the name of a program by ear."""
    words = catalogue("de").aloud()
    unsaid = ("ui.", "letter.", "say.", "card.", "game-line.")
    said = [words._sentences[each] for each in words.message_ids if not each.startswith(unsaid)]
    assert not [each for each in said if re.search(r"\bAs\b", str(each))]
    assert "serviert doctor" not in words.text("notice.store-read-only") + words.text("notice.model-broken")
