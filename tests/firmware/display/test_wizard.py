"""What the page is told while a device is set up: the sentence of each moment, its light, and what may be done."""

from dataclasses import replace
from typing import Any

from firmware.display import messages, spoken
from firmware.display.touches import KINDS
from firmware.display.view import view
from firmware.display.wizard import camera_name
from firmware.session import state, vocabulary
from firmware.session.step import step
from firmware.session.touches import GoOn, OpenDial
from tests.cases import cases
from tests.firmware.display.wizard_scenes import WIZARDS


def whole(name: str, *, simulated: bool = False) -> Any:
    return view(WIZARDS[name](), simulated=simulated)


def shown(name: str, *, simulated: bool = False) -> Any:
    return whole(name, simulated=simulated)["wizard"]


SAID, OFFERED = cases(__file__).values()


def test_each_moment_says_what_is_seen_and_what_to_do():
    for name, (rating, sentence) in SAID.items():
        wizard = shown(name)
        assert (wizard["rating"], wizard["sentence"][: len(sentence)]) == (rating, sentence)


def test_numbers_are_facts_beside_the_sentence():
    facts = ["Kamera: Kamera des Pi", "Ein Würfel: 68 Pixel", "Die Kamera neigt sich um 2,1°."]
    assert (shown("camera")["rating"], shown("camera")["facts"]) == ("good", facts)
    for name, begin in (
        ("camera-far", "Richtig hängt sie 51 bis 72|Die Kamera neigt|Ihre Bilder sind zu klein"),
        ("camera-poor", "Ein Würf|Die Kam|Sie stellt die Bel|Sie stellt die Far|Sie stellt nicht|Ihre Bilder"),
    ):
        told = zip(shown(name)["facts"][1:], begin.split("|"), strict=True)
        assert all(fact.startswith(start) for fact, start in told)
    assert shown("camera-poor")["takes_address"]
    assert "26 Pixel groß, 55 braucht" in shown("camera-poor")["facts"][-1]
    assert shown("sheet-tilted")["facts"] == ["5 von 8 Ansichten"]
    assert "62 cm" in shown("sheet-done")["facts"][0]
    bad = shown("button-bad")["facts"]
    assert ("31,7 ms" in bad[0], len(bad), shown("done")["title"]) == (True, 6, "Fertig")
    cameras = [camera_name(each, messages.catalogue("de")) for each in ("usb:12", "https://a/b", "simulated", "odd")]
    assert cameras == ["USB-Kamera 12", "Handy im Netz", "simuliertes Brett", "odd"]


def test_light_sharpness_and_picture_are_shown():
    glare = shown("light-glare")
    assert [line["rating"] for line in glare["lines"]] == ["good", "good", "poor", "good", "good", "good"]
    value = "1,3\N{NO-BREAK SPACE}%"
    assert glare["lines"][2] == {"name": "Spiegelung", "rating": "poor", "text": "passt nicht", "value": value}
    bar = shown("focus-poor")["bar"]
    assert (bar["value"], bar["best"], bar["enough"], shown("focus-no-edge")["bar"]) == (43, 120, 100, None)
    assert (glare["picture"]["url"], glare["picture"]["spot"]) == ("/survey/7.jpg", [420.0, 600.0])
    assert len(glare["picture"]["outline"]) == 8
    assert shown("camera-cut-off")["picture"]["is_doubtful"]
    assert shown("dice-known")["picture"]["url"] == "/looks/7/board.jpg"
    assert shown("dice-known")["dice"] == ["queen", "queen", "ten", "nine", "ace"]


def test_only_what_would_do_something_is_offered():
    for name, (*touches, last) in OFFERED.items():
        actions = shown(name)["actions"]
        assert set(touches) <= set(KINDS)
        assert ([action["touch"] for action in actions], actions[-1]["label"]) == (touches, last)
    assert [check["is_done"] for check in shown("button-hold")["checks"]] == [True, False]
    assert shown("button")["asks"] == shown("button-down")["asks"] == []  # before it was pressed
    assert [(ask["what"], ask["answer"]) for ask in shown("button-hold")["asks"]] == [("lamp", True), ("sound", None)]


def test_the_button_says_what_it_does():
    labels = {("camera", True): "Drücken", ("dice", True): "Würfeln!", ("dice", False): "Drücken"}
    for (name, simulated), label in (labels | {("throw", False): "Gewürfelt!"}).items():
        button = whole(name, simulated=simulated)["button"]
        assert (button["is_shown"], button["label"], button["throws"]) == (True, label, label == "Würfeln!")
        assert shown("throw", simulated=simulated)["is_live"] is simulated
        no_sheet = shown("sheet", simulated=simulated)["sentence"].startswith("Hier lässt sich kein Bogen zeigen.")
        assert no_sheet is simulated


def test_its_dial_is_shown_and_said_aloud_and_nothing_of_the_game():
    before = WIZARDS["camera"]()
    after, effects = step(before, OpenDial(vocabulary.DialKind.WIZARD))
    dialled: Any = view(after, simulated=False)
    assert (dialled["button"]["kind"], dialled["dial"]["title"]) == ("turn", "Wie geht es weiter?")
    said = spoken.utterance(before, after, OpenDial(vocabulary.DialKind.WIZARD), effects)
    assert said.text.startswith("Wie geht es weiter? Weiter.")
    after, effects = step(before, GoOn())
    assert spoken.utterance(before, after, GoOn(), effects) is None


def test_it_is_offered_on_the_front_page_until_a_game_was_begun():
    assert view(state.SessionState(offers_wizard=True), simulated=False)["offers_wizard"]
    begun = replace(WIZARDS["done-in-game"](), offers_wizard=True, wizard=None)
    assert not view(begun, simulated=False)["offers_wizard"]
