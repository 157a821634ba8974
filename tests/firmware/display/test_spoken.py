"""What is said aloud, in every language, of sessions told of presses and readings."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import pytest

from firmware.display.messages import LANGUAGES, catalogue
from firmware.display.spoken import dice_in_words, greeting, utterance
from firmware.ports import Saying, Utterance
from firmware.session.events import (
    BoardMoving,
    BoardStill,
    ButtonStuck,
    CameraLost,
    DiceKnown,
    Holding,
    Pressed,
    PressedForMenu,
    PressedLong,
    StoreFailed,
)
from firmware.session.state import SessionState
from firmware.session.touches import ChooseLanguage, ChooseMode, NewGame, TouchCell
from firmware.session.vocabulary import EntryMode, NoticeKey, Phase
from scoring.events import GameBegan
from scoring.ruleset import Ruleset
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.firmware.session.table_talk import Table, faces, reading
from vision.reading import EyeDoubt, Verdict

SHORT, LONG, MENU = Pressed(at_ns=5), PressedLong(at_ns=5), PressedForMenu(at_ns=5)


@dataclass
class Heard(Table):
    """A table whose every step is listened to."""

    said: list[Utterance] = field(default_factory=list)

    def tell(self, *events) -> Heard:
        for event in events:
            before, known = self.state, len(self.effects)
            super().tell(event)
            if (said := utterance(before, self.state, event, tuple(self.effects[known:]))) is not None:
                self.said.append(said)
        return self

    @property
    def texts(self) -> list[str]:
        return [said.text for said in self.said]

    @property
    def last(self) -> tuple[str, Saying]:
        return self.said[-1].text, self.said[-1].kind


def heard(language: str = "de", mode: EntryMode = EntryMode.ASK, *, columns: int = 10) -> Heard:
    table = Heard().tell(ChooseLanguage(language), ChooseMode(mode))
    return table.tell(NewGame(GameBegan(players=("Elfriede", "Kurt"), ruleset=Ruleset(columns=columns), beginner=0)))


@pytest.mark.parametrize(
    ("language", "served", "unserved"),
    [
        ("fr", "Trois rois, deux as\u00a0: Full, servi\u202f!", "Deux neuf, un as, un roi, un dix."),
        ("it", "Tre re, due assi: Full, servito!", "Due nove, un asso, un re, un dieci."),
        ("nl", "Drie heren, twee azen: Foel hous, ineens!", "Twee negens, één aas, één heer, één tien."),
    ],
)
def test_every_language_counts_the_dice_in_its_words(language: str, served: str, unserved: str) -> None:
    assert heard(language).throw("KKKAA").last[0] == served
    assert heard(language).throw("99XKA").last[0] == unserved


@pytest.mark.parametrize(
    ("letters", "german", "english"),
    [
        ("KKKAA", "Drei Könige, zwei Asse: Full House, serviert!", "Three kings, two aces: Full house, served!"),
        ("9XJQK", "Ein König, eine Dame, ein Bube, ein Zehner, ein Neuner: Straße, serviert!", ": Straight, served!"),
        ("AAAAA", "Fünf Asse: Grande, serviert!", "Five aces: Grande, served!"),
        ("QQQQ9", "Vier Damen, ein Neuner: Poker, serviert!", "Four queens, one nine: Poker, served!"),
        ("99XKA", "Zwei Neuner, ein Ass, ein König, ein Zehner.", "Two nines, one ace, one king, one ten."),
    ],
)
def test_a_throw_is_said_as_players_say_it(letters: str, german: str, english: str) -> None:
    assert heard("de").throw(letters).last == (german, Saying.THROW)
    assert english in heard("en").throw(letters).last[0]


def test_a_hand_of_the_second_throw_is_not_served() -> None:
    assert heard().throw("99XKA").throw("KKKAA").last[0] == "Drei Könige, zwei Asse: Full House."


def test_the_suggestion_is_said_with_the_throw_and_after_the_third_how_it_is_entered() -> None:
    table = heard(mode=EntryMode.SUGGEST).throw("99XKA")
    assert "Vorschlag: " in table.last[0]
    assert "Lang drücken" not in table.last[0]
    table.throw("JJQKA").throw("JJJJA")
    assert table.last[0].endswith("Kurz drücken: anderes Feld. Lang drücken: eintragen.")


def test_where_nothing_is_suggested_no_other_cell_is_spoken_of() -> None:
    table = heard().throw("99XKA").throw("JJQKA").throw("JJJJA")
    assert table.last[0].endswith("ein Ass: Poker. Kurz drücken: Feld um Feld. Lang drücken: eintragen.")
    table.tell(SHORT)
    assert table.last[0] == "Poker, Spalte 10: 43 Punkte."


def test_a_suggested_strike_is_called_one() -> None:
    for language, strike in (
        ("de", "Vorschlag: Grande streichen, Spalte 1."),
        ("en", "Suggestion: strike Grande, column 1."),
    ):
        table = heard(language, EntryMode.ASK, columns=1)
        for category in Category:
            if category is not Category.GRANDE:
                table.throw("99XKA").tell(TouchCell(Cell(category, 1)))
                table.throw("99XKA").tell(TouchCell(Cell(category, 1)))
        table.tell(ChooseMode(EntryMode.SUGGEST)).throw("AAAAQ")
        assert table.last[0].endswith(strike)
        table.throw("AAAAA")
        assert table.last[0].endswith(strike.replace(" streichen", "").replace("strike ", ""))


def test_an_entry_is_said_with_its_column_and_who_is_next() -> None:
    table = heard().throw("KKKAA").tell(TouchCell(Cell(Category.FULL, 7)))
    assert table.last == (
        "Full House in Spalte 7 eingetragen, 40 Punkte. Kurt würfelt, dann drücken.",
        Saying.ENTRY,
    )
    table.throw("99XKA").tell(TouchCell(Cell(Category.FULL, 7)))
    assert table.last[0].startswith("Full House in Spalte 7 gestrichen.")


def test_what_burns_is_a_warning_and_how_it_is_overruled_is_said() -> None:
    table = heard().throw("99XKA", doubts={2: EyeDoubt.LEANING})
    assert table.last == ("Es brennt! Den Wurf wiederholen. Brennt nichts? Lang drücken.", Saying.WARNING)
    assert heard("en").throw("99XKA", doubts={2: EyeDoubt.LEANING}).last[0].startswith("It burns!")


def test_a_question_says_what_the_button_answers() -> None:
    text, kind = heard().throw("99XKA", doubts={3: EyeDoubt.FACE_UNCLEAR}).last
    assert kind is Saying.QUESTION
    assert "antippen" not in text
    assert "Lang drücken" in text


def test_a_camera_lost_behind_a_question_is_said_and_a_press_leads_on_to_the_dice() -> None:
    table = heard().throw("99XKA", doubts={3: EyeDoubt.FACE_UNCLEAR}).tell(CameraLost())
    told = "Die Kamera ist weg. Bitte das Kabel prüfen. Inzwischen drücken und die Würfel ansagen."
    assert table.last == (told, Saying.TROUBLE)
    table.tell(SHORT)
    assert table.last == ("Würfel 4? König. Kurz drücken: weiter. Lang drücken: nehmen.", Saying.DIAL)
    table.tell(MENU, LONG)
    assert table.last[0] == "Drücken und Würfel für Würfel ansagen."


def test_the_same_refusal_is_said_each_time() -> None:
    table = heard().throw("99XKA", verdict=Verdict.NO_BOARD).throw("99XKA", verdict=Verdict.NO_BOARD)
    assert table.texts[-2:] == [table.texts[-1]] * 2


def test_a_press_in_vain_is_answered_each_time() -> None:
    table = heard().tell(LONG, LONG)
    assert table.texts[-2:] == ["Das geht gerade nicht. Elfriede würfelt, dann drücken."] * 2
    count = len(table.tell(SHORT).said)
    assert len(table.tell(SHORT).said) == count  # the first one is being answered


def test_a_press_after_the_end_says_how_to_go_on() -> None:
    table = heard(mode=EntryMode.AUTO, columns=1)
    while table.state.phase is not Phase.GAME_OVER:
        table.throw("99XKA").throw("JJQKA").throw("9XJQK")
    count = len(table.said)
    table.tell(SHORT)
    assert len(table.said) == count + 1
    assert table.last[0].endswith("Lang drücken für ein neues Spiel.")


def test_how_it_stands_is_said_as_often_as_it_is_asked() -> None:
    table = heard()
    for _ in range(2):
        table.tell(MENU)
        while table.last[0] != "Wie steht’s?":
            table.tell(SHORT)
        table.tell(LONG)
        assert table.last[0].startswith("Es steht ")


def test_what_changes_nothing_behind_an_open_menu_is_not_talked_about() -> None:
    table = heard().throw("99XKA", verdict=Verdict.NO_BOARD).tell(MENU)
    count = len(table.said)
    assert len(table.tell(DiceKnown()).said) == count


def test_a_dial_says_what_it_asks_how_it_is_used_and_then_only_what_shows() -> None:
    table = heard().tell(MENU)
    assert table.last == ("Menü. Weiterspielen. Kurz drücken: weiter. Lang drücken: nehmen.", Saying.DIAL)
    table.tell(SHORT)
    assert table.last == ("Würfel ansagen.", Saying.DIAL)


def test_dice_put_right_one_by_one_are_said_together_in_the_end() -> None:
    table = heard().throw("99XKA").tell(MENU)
    while table.last[0] != "Würfel richtigstellen.":
        table.tell(SHORT)
    table.tell(LONG)
    assert table.last[0] == "Würfel 1? Neuner. Kurz drücken: weiter. Lang drücken: nehmen."
    while "Ass." not in table.last[0]:
        table.tell(SHORT)
    table.tell(LONG)
    assert table.last[0] == "Würfel 2? Neuner."
    table.tell(LONG, LONG, LONG, LONG)
    assert table.last == ("Zwei Asse, ein König, ein Zehner, ein Neuner.", Saying.THROW)


def test_a_question_that_was_left_is_asked_again_and_no_older_throw_said() -> None:
    table = heard().throw("99XKA").throw("JJQKA", doubts={3: EyeDoubt.FACE_UNCLEAR}).tell(LONG)
    while table.last[0] != "Doch nicht.":
        table.tell(SHORT)
    table.tell(LONG)
    assert table.last[0] == "Kurz drücken: noch einmal schauen. Lang drücken: Würfel für Würfel."


def test_a_changed_setting_is_confirmed_and_an_option_without_effect_tells_what_to_do() -> None:
    table = heard().tell(MENU)
    while "Lautstärke" not in table.last[0]:
        table.tell(SHORT)
    assert table.last[0] == "Lautstärke 100 Prozent."
    assert table.tell(LONG).last[0] == "Gemacht."
    table.tell(MENU, LONG)
    assert table.last == ("Elfriede würfelt, dann drücken.", Saying.HINT)


def test_a_new_game_by_the_button_asks_who_begins() -> None:
    table = Heard(SessionState(agreed=GameBegan(players=("Elfriede", "Kurt")))).tell(SHORT)
    assert table.last[0].startswith(
        "Würfelpoker zehn mal zehn, Elfriede gegen Kurt. Wer beginnt? Würfeln, wer beginnt."
    )
    table.tell(SHORT, LONG)
    assert table.last[0] == "Elfriede beginnt: würfeln, dann drücken."


def test_what_was_thrown_for_the_beginning_is_said() -> None:
    table = Heard(SessionState(agreed=GameBegan(players=("Elfriede", "Kurt")))).tell(SHORT, LONG).throw("99999")
    assert table.last[0] == "Elfriede hat 5 geworfen. Die höhere Summe beginnt: Kurt würfelt, dann drücken."


def test_trouble_with_the_device_is_told_from_a_warning_about_the_dice() -> None:
    assert heard().tell(ButtonStuck()).last == (
        "Der Knopf klemmt. Bitte lösen; weiter geht’s am Bildschirm.",
        Saying.TROUBLE,
    )
    assert heard().tell(StoreFailed(NoticeKey.STORE_FULL)).last[1] is Saying.TROUBLE
    assert heard().throw("99XK", verdict=Verdict.WRONG_COUNT).last[1] is Saying.WARNING


def test_what_happens_by_itself_on_the_board_is_not_talked_about() -> None:
    table = heard()
    count = len(table.said)
    table.tell(BoardMoving(), BoardStill(reading("99XKA")), Holding(at_ns=5))
    assert (table.state.phase, len(table.said)) == (Phase.STILL, count)


def test_the_end_is_said_with_the_winner() -> None:
    table = heard(mode=EntryMode.AUTO, columns=1)
    while table.state.phase is not Phase.GAME_OVER:
        table.throw("99XKA").throw("JJQKA").throw("9XJQK" if table.state.game.to_move else "99XKA")
    assert re.search(r"in Spalte 1 (eingetragen, \d+ Punkte|gestrichen)\. \w+ gewinnt! ", table.last[0])
    assert table.last[1] is Saying.ENTRY
    assert table.last[0].endswith("Lang drücken für ein neues Spiel.")


PRESS = {"de": "Drücken", "en": "Press", "fr": "Appuie", "it": "Premi", "nl": "Druk"}
SCREEN_WORDS = {
    "de": {"antippen", "eintippen"},
    "en": {"Tap", "tap", "Touch", "touch", "type"},
    "fr": {"Touche", "Touche-le", "touche", "saisissez", "Saisissez-les"},
    "it": {"Tocca", "Toccalo", "tocca", "inserire", "Inseriteli"},
    "nl": {"Tik", "tik", "aantikken", "intikken"},
}
"""What only somebody at the screen can do."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_comes_is_greeted_in_words_for_a_button(language: str) -> None:
    said = greeting(SessionState(language=language))
    assert said.language == language
    assert PRESS[language] in said.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_for_the_screen_are_those_of_its_sentences(language: str) -> None:
    words = catalogue(language)
    shown = " ".join(words.text(f"notice.{key}") for key in ("not-sure", "held-changed", "camera-lost", "model-broken"))
    assert SCREEN_WORDS[language] & set(re.sub(r"[.,;]", " ", shown).split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", NoticeKey)
def test_nothing_said_aloud_speaks_of_tapping_where_a_button_will_do(language: str, key: NoticeKey) -> None:
    words = catalogue(language).aloud()
    message = f"notice.{key.value}"
    if message not in words.message_ids or key.value.startswith(("teach", "dice", "learn", "nothing-learnt")):
        return
    values = dict.fromkeys(("player", "category", "column", "points", "first", "second", "other", "path", "dice"), "x")
    text = words.text(message, count=2, **values)
    assert not SCREEN_WORDS[language] & set(re.sub(r"[.,;]", " ", text).split())


def test_dice_are_counted_most_frequent_first() -> None:
    words = catalogue("de").aloud()
    assert dice_in_words(faces("A9A9Q"), words) == "Zwei Asse, zwei Neuner, eine Dame"


def test_who_names_the_dice_is_never_told_that_the_eye_would_look_again() -> None:
    table = heard().tell(CameraLost(), SHORT, LONG, MENU, LONG)
    assert table.last[0] == "Lang drücken und die Würfel einen nach dem anderen ansagen."


def test_no_word_is_said_that_espeak_ng_says_as_another_one() -> None:
    """It lengthens "As" to "Aas", and nobody can type the name of a program by ear."""
    words = catalogue("de").aloud()
    unsaid = ("ui.", "letter.", "say.", "card.", "game-line.")
    said = [words._sentences[each] for each in words.message_ids if not each.startswith(unsaid)]
    texts = [text for each in said for text in ((each,) if isinstance(each, str) else each)]
    assert not any(re.search(r"\bAs\b", text) for text in texts)
    assert "serviert doctor" not in words.text("notice.store-read-only") + words.text("notice.model-broken")
