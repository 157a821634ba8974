"""The page in a real Chromium: what a touch sends, at the table, in every game, while dice are taught and at set up."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect

from firmware.display.view import view
from firmware.session import touches, wizard
from firmware.session.dial import OptionKey
from firmware.session.state import SessionState
from firmware.session.touches import Decide
from firmware.session.vocabulary import DialKind, EntryMode, Phase
from firmware.share.phone_app import follower_view
from scoring.dice import Face
from scoring.events import PlayerLeft
from scoring.games.escalero import Row, RowEntered
from scoring.games.hidden_poker import Doubted
from scoring.games.pot import HandKept, Passed, RoundBegan, WentAlong
from scoring.games.rock_and_roll import BetPlaced, Field, NoticeGiven
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.firmware.display import looks, served, test_fits
from tests.firmware.display.games import scenes as games
from tests.firmware.display.games.scenes import HIDDEN
from tests.firmware.display.games.test_sheets_and_pots_page import thrown
from tests.firmware.display.scenes import LESSONS, scene, seen
from tests.firmware.display.wizard_scenes import WIZARDS
from tests.firmware.session.table_talk import PotTable

pytestmark = pytest.mark.browser

WORDS = served.words_of("de")
KURT, FRANZ = 1, 2


def field(which: Field) -> str:
    return f".field[data-field='{which.value}']"


FULL_HAND, POKER = Decide(RowEntered(Row.FULL_HAND)), touches.TouchCell(Cell(Category.POKER, 9))
Stories = Iterator[tuple[SessionState, list[str], list[object]]]


def at_the_table() -> Stories:
    yield scene("second"), [looks.cell(Category.POKER, 9)], [POKER]
    yield scene("entered"), ["option.take-entry-back"], [touches.TakeBack()]
    yield scene("asking"), [".die >> nth=1", "ui.held"], [touches.CorrectHeld(1, is_held=True)]
    yield scene("asking"), [".die >> nth=1", ".face-choice:visible >> nth=1"], [touches.CorrectDie(1, Face.TEN)]
    yield scene("asking"), [".die >> nth=1", ".face-choice.is-chosen:visible"], [touches.CorrectDie(1, Face.JACK)]
    yield scene("third"), [".die >> nth=4", "face.ace"], [touches.CorrectDie(4, Face.ACE)]
    yield scene("asking"), ["ui.accept"], [touches.AcceptReading()]
    yield scene("burning"), ["ui.not-burning"], [touches.AcceptReading()]
    yield scene("second"), ["ui.repeat", "#dialog .choice >> nth=1"], [touches.RepeatThrow()]  # it is meant
    menu = ["ui.menu", "mode.auto", "English", "ui.by-hand", "ui.menu", "ui.end-game", "ui.end-game"]
    mode, language = touches.ChooseMode(EntryMode.AUTO), touches.ChooseLanguage("en")
    yield scene("empty"), menu, [mode, language, touches.ThrowByHand(), touches.EndGame()]
    yield scene("second"), ["ui.menu", "ui.hints-shown"], [touches.ShowHints(True)]
    yield scene("second"), ["ui.menu", "ui.by-night"], [touches.ShowNight(True)]
    yield scene("second"), ["#menu", "ui.set-up"], [touches.OpenWizard()]
    yield scene("second"), ["#menu", "ui.own-dice"], [touches.OpenDice()]


def of_escalero() -> Stories:
    yield games.played(2, 0), [looks.own(Row.ACES)], [Decide(RowEntered(Row.ACES))]  # the companion refuses it
    yield games.played(2, 5), ["option.take-entry-back"], [touches.TakeBack()]
    goes_home = [".escalero .head >> nth=2", "Franz geht heim", "Franz geht heim"]
    yield games.played(3, 4), goes_home, [Decide(PlayerLeft(FRANZ))]


def of_hidden_poker() -> Stories:
    yield HIDDEN["doubting"](), [".doubter"], [Decide(Doubted(1))]
    yield HIDDEN["three"](), ["Bö: Schwindel!"], [Decide(Doubted(4))]
    yield HIDDEN["burning"](), ["ui.repeat-cup", "#dialog .pair-choice .choice >> nth=1"], [touches.RepeatThrow()]
    yield HIDDEN["over"](), ["ui.new-game"], [touches.EndGame()]


def of_the_pot() -> Stories:
    yield thrown().state, ["Fertig: behalten"], [Decide(HandKept(1))]
    yield PotTable().sit().show("KK9QA", 3).state, ["Kurt geht mit: 2"], [Decide(WentAlong())]
    yield PotTable().sit().show("KK9QA", 3).state, ["Kurt passt"], [Decide(Passed())]
    yield replace(PotTable().sit().state, has_camera=False), ["decision.begin-round"], [Decide(RoundBegan())]


def of_rock_and_roll() -> Stories:
    kurt = ".bettor:visible >> text=Kurt"  # whoever bet last, and how much at once, stays chosen
    bets: list[object] = [Decide(BetPlaced(KURT, Field.RED, 1)), Decide(BetPlaced(FRANZ, Field.QUEEN, 1))]
    franz, blue = ".bettor:visible >> text=Franz", field(Field.BLUE)
    yield games.at_cloth().state, [kurt, "1", field(Field.RED), franz, field(Field.QUEEN)], bets
    bets = [Decide(BetPlaced(KURT, Field.BLUE, chips)) for chips in (5, 10, 37)]
    yield games.at_cloth(stack=37).state, [kurt, "5", blue, "10", blue, "ui.all-chips", blue], bets
    covered = Decide(BetPlaced(KURT, Field.KING, 10))  # all that the bank can pay
    yield games.at_cloth(bank_stack=52).state, [kurt, "ui.all-chips", field(Field.KING)], [covered]
    yield games.at_cloth().state, [kurt, "1", *[field(Field.TEN)] * 3], [Decide(BetPlaced(KURT, Field.TEN, 1))] * 3
    home, ends = "#dialog .choice >> text=geht heim", "#dialog .choice >> text=Bank hört auf"
    sent: list[object] = [Decide(PlayerLeft(KURT)), Decide(NoticeGiven())]
    yield games.at_cloth().state, [kurt, ".goes-home", home, ".bank-ends", ends], sent


def of_setting_up() -> Stories:
    yield SessionState(offers_wizard=True), [".first-time button"], [touches.OpenWizard()]
    yield SessionState(), [".set-up"], [touches.OpenWizard()]
    front = [touches.ShowNight(True), touches.Mute(True)]
    yield SessionState(), ["#front .menu-button", "ui.by-night", "ui.sound-off"], front
    yield WIZARDS["light"](), ["#wizard .close >> nth=-1"], [touches.CloseWizard()]
    yield WIZARDS["dice-unsure"](), ["wizard.teach"], [touches.OpenDice()]
    yield WIZARDS["camera"](), ["wizard.go-on"], [touches.GoOn()]
    yield WIZARDS["camera"](), ["FR"], [touches.ChooseLanguage("fr")]
    yield WIZARDS["button-done"](), ["wizard.test"], [touches.ShowSignals()]
    no_sound = touches.TellSignal(wizard.Told.SOUND, is_so=False)
    yield WIZARDS["button-press"](), [".ask >> nth=1 >> text=Nein"], [no_sound]
    dial = test_fits.dialled(WIZARDS["camera"](), DialKind.WIZARD)
    yield dial, ["#dial .choice >> text=Später weiter"], [touches.TakeOption(DialKind.WIZARD, 2)]


def of_own_dice() -> Stories:
    yield SessionState(), ["ui.own-dice"], [touches.OpenDice()]
    yield LESSONS["sets"](), ["#teach .close"], [touches.CloseDice()]
    forgotten = ".known-set >> nth=1 >> .action"
    yield LESSONS["sets"](), [forgotten, "ui.cancel", forgotten, "ui.forget"], [touches.ForgetDice("Würfel 1")]
    yield LESSONS["sets"](), [".set-faces >> nth=1"], [touches.OpenNames("Würfel 1")]
    yield LESSONS["names"](), ["ui.not-now"], [touches.DropDice()]
    yield LESSONS["names"](), [".named-face >> nth=3", "D"], [touches.NameFace(2, 3)]
    yield LESSONS["names-doubted"](), ["ui.agree"], [touches.KeepDice("Omas rote Würfel aus Bad Gastein")]
    yield LESSONS["sets"](), ["ui.undo-learning", "ui.take-back"], [touches.TakeLearningBack()]
    yield LESSONS["no-sets"](), ["ui.show-dice"], [touches.TeachDice()]
    yield LESSONS["first"](), ["#teach .close"], [touches.DropDice()]
    yield LESSONS["four"](), ["ui.use-fewer"], [touches.UseFewer()]


@pytest.mark.parametrize(
    "stories", [at_the_table, of_escalero, of_hidden_poker, of_the_pot, of_rock_and_roll, of_setting_up, of_own_dice]
)
def test_what_is_touched_is_sent(screen, stories):
    for moment, touched, sent in stories():
        screen.open(moment)
        for at, each in enumerate(touched, start=1):
            screen.tap(each)
            if at < len(touched):
                assert len(screen.table.sent) < len(sent), touched
        assert screen.sent(len(sent)) == sent, touched


def test_the_button_of_the_screen_and_space_are_the_button(screen):
    page = screen.open(scene("empty"))
    for state, button in (
        (WIZARDS["button"](), "#wizard .press-button"),
        (WIZARDS["dice"](), "#wizard .press-button"),
        (LESSONS["first"](), "#teach .press-button"),
        (replace(scene("by-hand"), dice=(seen(Face.QUEEN),) * 5), "#button"),
    ):
        screen.turn_to(state)
        screen.table.sent.clear()
        screen.tap(button)
        page.keyboard.press("Space")
        assert [edge.is_down for edge in screen.sent(4)] == [True, False, True, False]


def test_dialogs_close_when_the_table_moves_on_and_the_game_is_there_as_before(screen):
    page = screen.open(scene("empty"))
    for name, opened, after, place in (
        ("asking", ".die >> nth=1", scene("entered"), "#table"),
        ("hinted", "#hint", scene("entered"), "#table"),
        ("second", "#menu", WIZARDS["camera"](), "#wizard"),
        ("third", "#menu", LESSONS["sets"](), "#teach"),
    ):
        screen.turn_to(scene(name))
        screen.tap(opened)
        expect(page.locator("#dialog")).to_be_visible()
        screen.turn_to(after)
        expect(page.locator("#dialog")).to_be_hidden()
        expect(page.locator(place)).to_be_visible()
        assert page.evaluate("document.querySelector('#table').inert") is (place != "#table")
        screen.turn_to(scene("second"))
        expect(page.locator("#table")).to_be_visible()
        assert page.locator("#wizard:visible, #teach:visible, #table[inert]").count() == 0


def test_what_a_finger_is_on_its_way_to_stays_the_same(screen):
    page = screen.open(scene("second"))
    for state, opened, what, phase in (
        (games.played(2, 0, games.SERVED), [], ".own-cell", Phase.THROWING),
        (thrown().state, [], ".decision-keep-hand", Phase.THROWING),
        (games.announced(games.hidden()).state, [], ".doubter", Phase.DECIDING),
        (scene("empty"), ["ui.menu"], "#dialog .choice", Phase.THROWING),
    ):
        screen.turn_to(state)
        screen.tap(*opened)
        page.evaluate("what => { window.kept = document.querySelector(what); }", what)
        screen.turn_to(replace(state, phase=phase, seconds_left=4))
        assert page.evaluate("what => window.kept.isConnected && window.kept === document.querySelector(what)", what)


def test_a_phone_that_follows_sees_all_and_touches_nothing(screen):
    page = screen.open(scene("second"), "phone")
    for state in (
        thrown().state,
        games.bet(games.at_cloth(), KURT, Field.RED, 3).state,
        *(games.HIDDEN[name]() for name in ("hidden", "doubting", "lifting")),
    ):
        screen.turn_to(state)
        screen.table.server.show(follower_view(view(state, simulated=False)))
        page.wait_for_selector("body[data-access='follow']")
        assert page.locator("#game button:enabled:visible").count() == 0
        assert page.locator("#game").inner_text()
        screen.turn_to(scene("second"))
    assert screen.table.sent == []


def test_a_die_is_asked_about_with_its_own_picture_and_after_the_last_one_typed_nothing_more_is(screen):
    page = screen.open(scene("asking"))
    screen.tap(".die >> nth=1")
    assert page.locator(".own-picture img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 96
    screen.turn_to(scene("by-hand"))
    screen.tap(".die >> nth=0", *["face.queen"] * 5)
    assert screen.sent(5) == [touches.CorrectDie(index, Face.QUEEN) for index in range(5)]
    expect(page.locator("#dialog")).to_be_hidden()


def test_an_earlier_entry_is_corrected(screen):
    page = screen.open(scene("second"))
    assert page.locator(".preview").all_text_contents() == ["1", "–", "–", "16", "–", "–", "–", "–", "44", "–"]
    screen.turn_to(scene("entered"))
    screen.tap(looks.cell(Category.QUEENS, 5), "Elfriede: 16")
    dialog = page.locator("#dialog")
    expect(dialog.locator(".entry-dice .face-choice")).to_have_count(5)
    screen.tap("#dialog .entry-dice .face-choice >> nth=0", "#dialog .faces .face-choice >> nth=5", "ui.not-served")
    dialog.locator("select").nth(1).select_option("8")
    screen.tap("ui.save")
    touch: Any = screen.sent()[0]
    assert (touch.cell, touch.faces[0], touch.is_served) == (Cell(Category.QUEENS, 9), Face.ACE, False)
    expect(dialog).to_be_hidden()


def test_what_was_chosen_stays_chosen_and_a_hint_opens_what_everything_else_does(screen):
    page = screen.open(scene("second"))
    screen.tap("ui.menu")
    state = replace(scene("hinted"), mode=EntryMode.AUTO)
    screen.turn_to(state)
    for button in ("ui.hints-shown", "mode.auto"):
        expect(screen.button(button)).to_have_attribute("aria-pressed", "true")
    screen.tap("#dialog .close")
    expect(page.locator(".die.is-advised")).to_have_count(4)
    expect(page.locator(".die").nth(4)).to_have_accessible_name("Dame, liegen lassen")
    screen.tap("#hint")
    lines = page.locator("#dialog .hint-group li")
    hint: Any = view(state, simulated=False)["hint"]
    expect(lines.first.locator(".hint-dice")).to_have_accessible_name(hint["best"])
    expect(lines).to_have_count(sum(len(group["options"]) for group in hint["groups"]))
    screen.turn_to(scene("entered"))
    expect(page.locator("#hint")).to_be_hidden()
    expect(page.locator(".die.is-advised")).to_have_count(0)


def test_an_option_is_taken_by_a_touch_though_the_board_was_read_since_the_dial_opened(screen):
    state = test_fits.dialled(scene("empty"), DialKind.MENU)
    screen.open(state)
    screen.turn_to(replace(state, reading_number=state.reading_number + 1))
    screen.tap("#dial .choice >> text=Ton aus")
    index = [option.key for option in state.dial.options].index(OptionKey.SOUND_OFF)
    assert screen.sent() == [touches.TakeOption(DialKind.MENU, index)]
    screen.tap("#dial .close")  # as its last option does
    back = [option.does for option in state.dial.options].index(None)
    assert screen.sent(2)[1] == touches.TakeOption(DialKind.MENU, back)


def test_on_a_phone_a_row_opens_its_columns_and_escalero_s_takes_the_throw(screen):
    page = screen.open(scene("entered"), "phone")
    screen.tap("#sheet .row[data-row='3']", ".column-choice >> nth=4")
    expect(page.get_by_role("button", name=WORDS.text("ui.save"))).to_have_count(1)
    screen.tap("#dialog .close")
    screen.turn_to(scene("second"))
    screen.tap("#sheet .row[data-row='8']", ".column-choice >> nth=8")
    screen.turn_to(games.played(12, 0, games.SERVED))
    looks.rest(page)
    expect(screen.button(looks.own(Row.FULL_HAND))).to_have_text("35")
    screen.tap(looks.own(Row.FULL_HAND))
    assert screen.sent(2) == [POKER, FULL_HAND]
