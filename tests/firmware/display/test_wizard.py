"""What the page is told while a device is set up: the sentence of each moment, its light, and what may be done."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from firmware.display.messages import LANGUAGES, catalogue
from firmware.display.spoken import utterance
from firmware.display.view import view
from firmware.display.wizard_said import camera_name
from firmware.session.state import SessionState
from firmware.session.step import step
from firmware.session.touches import GoOn, OpenDial
from firmware.session.vocabulary import DialKind
from tests.firmware.display.wizard_scenes import WIZARDS


def shown(name: str, *, simulated: bool = False) -> dict[str, Any]:
    return view(WIZARDS[name](), simulated=simulated)["wizard"]


def test_closed_there_is_nothing() -> None:
    assert view(SessionState(), simulated=False)["wizard"] is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", WIZARDS)
def test_every_moment_has_words_in_every_language(name: str, language: str) -> None:
    for simulated in (False, True):
        wizard = view(replace(WIZARDS[name](), language=language), simulated=simulated)["wizard"]
        assert wizard["sentence"]
        assert wizard["actions"]


@pytest.mark.parametrize(
    ("name", "rating", "sentence"),
    [
        ("camera-looking", "unseen", "Ich schaue …"),
        ("camera", "good", "Ich sehe das ganze Brett."),
        ("camera-cut-off", "poor", "Das Brett ist unten, rechts abgeschnitten. Brett oder Kamera verschieben, bis der "
         "Rand ringsum zu sehen ist."),
        ("camera-far", "poor", "Die Kamera ist zu weit weg: Ein Würfel ist nur 38 Pixel groß, 55 braucht es. Tiefer "
         "hängen."),
        ("sheet", "unseen", "Den gedruckten Bogen vor die Kamera halten. Ohne Bogen einfach überspringen: Das Brett "
         "allein genügt."),
        ("sheet-tilted", "unseen", "Weiter: den Bogen nach jeder Seite kippen, eine Handbreit."),
        ("sheet-seen", "unseen", "Genug gesehen. Jetzt den Bogen flach aufs Brett legen."),
        ("sheet-lies", "unseen", "Der Bogen liegt. Jetzt wegnehmen."),
        ("sheet-done", "good", "Gemerkt: Brett und Linse sind vermessen."),
        ("sheet-alike", "poor", "Der Bogen lag immer fast gleich. Nach jeder Seite eine Handbreit kippen, dann noch "
         "einmal rechnen."),
        ("light-looking", "unseen", "Ich messe das Licht. Mit fünf Würfeln am Brett wird es genauer."),
        ("light", "good", "Das Licht passt."),
        ("light-glare", "poor", "Eine Lampe spiegelt sich links: zur Seite rücken, oder etwas Mattes davor."),
        ("focus-poor", "poor", "Noch unscharf: langsam am Objektiv drehen, bis der Balken am größten ist. Oder die "
         "Linse abwischen."),
        ("focus-itself", "good", "Scharf: Diese Kamera stellt selbst scharf."),
        ("button-hold", "unseen", "Gut. Jetzt eine Sekunde halten und loslassen."),
        ("button-done", "good", "Der Taster geht."),
        ("dice-unsure", "poor", "Diese Würfel kenne ich noch nicht sicher. Zeigen dauert zwei Minuten; beim Spielen "
         "lerne ich sie auch."),
        ("done", "good", "Alles geht. So liegt der erste Wurf. Viel Spaß!"),
    ],
)  # fmt: skip
def test_each_moment_says_what_is_seen_and_what_to_do(name: str, rating: str, sentence: str) -> None:
    wizard = shown(name)
    assert (wizard["rating"], wizard["sentence"]) == (rating, sentence)


def test_the_time_stands_in_the_title_at_the_end() -> None:
    assert shown("done")["title"] == "Fertig in 3:07"


def test_what_was_skipped_is_named_at_the_end_but_not_what_nobody_needs() -> None:
    assert shown("done-skipped")["sentence"].startswith("Übersprungen: Kamera, Licht, Schärfe, Taster, Würfel, Erster")


def test_numbers_are_facts_beside_the_sentence() -> None:
    assert shown("camera")["facts"] == [
        "Kamera: Kamera des Pi",
        "Ein Würfel: 68 Pixel",
        "Die Kamera neigt sich um 2,1°.",
    ]
    assert shown("sheet-tilted")["facts"] == ["5 von 8 Ansichten"]
    assert shown("sheet-done")["facts"][0] == "Sie hängt 62 cm über dem Brett."
    assert "Prellen bis 31,7 ms" in shown("button-bad")["facts"][0]
    assert len(shown("button-bad")["facts"]) == 6


def test_light_is_shown_line_by_line() -> None:
    lines = shown("light-glare")["lines"]
    assert [line["rating"] for line in lines] == ["good", "good", "poor", "good", "good", "good"]
    assert lines[2] == {
        "name": "Spiegelung",
        "rating": "poor",
        "text": "passt nicht",
        "value": "1,3\N{NO-BREAK SPACE}%",
    }


def test_sharpness_is_a_bar_with_the_best_so_far() -> None:
    bar = shown("focus-poor")["bar"]
    assert (bar["value"], bar["best"], bar["enough"]) == (43, 120, 100)
    assert shown("focus-no-edge")["bar"] is None


def test_what_was_found_is_drawn_into_the_picture() -> None:
    picture = shown("light-glare")["picture"]
    assert picture["url"] == "/survey/7.jpg"
    assert len(picture["outline"]) == 8
    assert picture["spot"] == [420.0, 600.0]
    assert shown("camera-cut-off")["picture"]["is_doubtful"]
    assert shown("dice-known")["picture"]["url"] == "/looks/7/board.jpg"
    assert (
        shown("dice-known")["dice"] == ["queen", "queen", "jack", "nine", "ace"]
        or len(shown("dice-known")["dice"]) == 5
    )


@pytest.mark.parametrize(
    ("name", "touches"),
    [
        ("camera", ["try-step-again", "go-on"]),
        ("sheet-tilted", ["go-back", "try-step-again", "use-sheet", "go-on"]),
        ("sheet-done", ["go-back", "try-step-again", "go-on"]),
        ("button", ["go-back", "try-step-again", "go-on"]),
        ("button-done", ["go-back", "try-step-again", "show-signals", "go-on"]),
        ("dice", ["go-back", "go-on"]),
        ("dice-unsure", ["go-back", "open-dice", "go-on"]),
        ("throw-unsure", ["go-back", "go-on"]),
        ("done", ["close-wizard"]),
    ],
)
def test_only_what_would_do_something_is_offered(name: str, touches: list[str]) -> None:
    assert [action["touch"] for action in shown(name)["actions"]] == touches


def test_what_is_not_passed_is_skipped() -> None:
    assert shown("camera-dark")["actions"][-1]["label"] == "Überspringen"
    assert shown("camera")["actions"][-1]["label"] == "Weiter"


def test_lamp_and_sound_are_asked_about_where_they_are_there_once_the_button_was_pressed() -> None:
    assert shown("button")["asks"] == shown("button-down")["asks"] == []
    assert [(ask["what"], ask["answer"]) for ask in shown("button-hold")["asks"]] == [("lamp", True), ("sound", None)]


def test_on_the_simulated_board_dice_are_thrown_and_no_sheet_can_be_shown() -> None:
    assert shown("throw", simulated=True)["is_live"]
    assert not shown("throw")["is_live"]
    assert shown("sheet", simulated=True)["sentence"].startswith("Hier lässt sich kein Bogen zeigen.")


@pytest.mark.parametrize(
    ("name", "simulated", "label", "throws"),
    [
        ("camera", True, "Drücken", False),
        ("button", True, "Drücken", False),
        ("dice", True, "Würfeln!", True),
        ("dice", False, "Drücken", False),
        ("throw", False, "Gewürfelt!", False),
    ],
)
def test_the_button_says_what_it_does(name: str, simulated: bool, label: str, throws: bool) -> None:
    button = view(WIZARDS[name](), simulated=simulated)["button"]
    assert (button["is_shown"], button["label"], button["throws"]) == (True, label, throws)


def test_on_its_dial_the_button_turns() -> None:
    state, _ = step(WIZARDS["camera"](), OpenDial(DialKind.WIZARD))
    shown = view(state, simulated=False)
    assert shown["button"]["kind"] == "turn"  # type: ignore[index]
    assert shown["dial"]["title"] == "Wie geht es weiter?"  # type: ignore[index]


def test_dials_are_said_aloud_and_nothing_of_the_game() -> None:
    before = WIZARDS["camera"]()
    after, effects = step(before, OpenDial(DialKind.WIZARD))
    said = utterance(before, after, OpenDial(DialKind.WIZARD), effects)
    assert said.text.startswith("Wie geht es weiter? Weiter.")
    after, effects = step(before, GoOn())
    assert utterance(before, after, GoOn(), effects) is None


def test_cameras_have_names_that_people_know() -> None:
    words = catalogue("de")
    assert [camera_name(each, words) for each in ("usb:12", "folder:a/b", "simulated", "odd")] == [
        "USB-Kamera 12",
        "Bilder aus einem Ordner",
        "simuliertes Brett",
        "odd",
    ]


def test_it_is_offered_on_the_front_page_until_a_game_was_begun() -> None:
    first = SessionState(offers_wizard=True)
    assert view(first, simulated=False)["offers_wizard"]
    begun = replace(WIZARDS["done-in-game"](), offers_wizard=True, wizard=None)
    assert not view(begun, simulated=False)["offers_wizard"]
