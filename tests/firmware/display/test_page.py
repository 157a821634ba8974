"""The page in a real Chromium: what a touch sends, at the table, in every game, while dice are taught and at set up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra dev): the page is not tested")

from playwright.sync_api import expect

from firmware.display.view import view
from firmware.session.dial import OptionKey
from firmware.session.touches import CorrectDie, TakeOption
from firmware.session.vocabulary import DialKind, EntryMode, Phase
from firmware.share.phone_app import follower_view
from scoring.dice import Face
from scoring.games.escalero import Row
from scoring.games.rock_and_roll import Field
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.firmware.display.games import cloth, escalero_scenes, hidden_scenes
from tests.firmware.display.longest import words_of
from tests.firmware.display.looks import SCREENS, cell, rest
from tests.firmware.display.scenes import LESSONS, scene, seen
from tests.firmware.display.stories import FULL_HAND, KURT, POKER, STORIES, dialled, own, thrown
from tests.firmware.display.wizard_scenes import WIZARDS

pytestmark = pytest.mark.browser

WORDS = words_of("de")


@pytest.mark.parametrize("stories", STORIES)
def test_what_is_touched_is_sent(screen, stories) -> None:
    for moment, touches, sent in stories():
        screen.open(moment).evaluate("sessionStorage.clear()")
        screen.table.sent.clear()
        for at, each in enumerate(touches, start=1):
            screen.tap(each)
            if at < len(touches):
                assert len(screen.table.sent) < len(sent), touches
        assert screen.sent(len(sent)) == sent, touches


def test_the_button_of_the_screen_and_space_are_the_button(screen) -> None:
    page = screen.open(scene("empty"))
    by_hand = replace(scene("by-hand"), dice=(seen(Face.QUEEN),) * 5)
    for state, button in (
        (WIZARDS["button"](), "#wizard .press-button"),
        (WIZARDS["dice"](), "#wizard .press-button"),
        (LESSONS["first"](), "#teach .press-button"),
        (by_hand, "#button"),
    ):
        screen.turn_to(state)
        screen.table.sent.clear()
        screen.tap(button)
        page.keyboard.press("Space")
        assert [edge.is_down for edge in screen.sent(4)] == [True, False, True, False]


def test_on_the_simulated_board_a_press_throws_and_the_board_is_seen(screen) -> None:
    for state, place in ((LESSONS["first"](), "#teach"), (WIZARDS["throw"](), "#wizard")):
        page = screen.open(state, is_simulated=True)
        screen.table.sent.clear()
        page.locator(f"{place} canvas[width='480']").wait_for()
        screen.tap(f"{place} .press-button")
        assert screen.sent() == [("press", None)]
        screen.turn_to(scene("second"))
        expect(page.locator("#table #board canvas")).to_be_visible()


def test_dialogs_close_when_the_table_moves_on_and_the_game_is_there_as_before(screen) -> None:
    page = screen.open(scene("empty"))
    for name, opened, after in (
        ("asking", ".die >> nth=1", scene("entered")),
        ("hinted", "#hint", scene("entered")),
        ("second", "#menu", WIZARDS["camera"]()),
        ("third", "#menu", LESSONS["sets"]()),
    ):
        screen.turn_to(scene(name))
        screen.tap(opened)
        expect(page.locator("#dialog")).to_be_visible()
        screen.turn_to(after)
        expect(page.locator("#dialog")).to_be_hidden()
    for state, place in ((LESSONS["sets"](), "#teach"), (WIZARDS["light"](), "#wizard")):
        screen.turn_to(state)
        expect(page.locator(place)).to_be_visible()
        assert page.evaluate("document.querySelector('#table').inert") is True
        screen.turn_to(scene("second"))
        expect(page.locator(place)).to_be_hidden()
        expect(page.locator("#table")).to_be_visible()
        assert page.evaluate("document.querySelector('#table').inert") is False


def test_what_a_finger_is_on_its_way_to_stays_the_same(screen) -> None:
    page = screen.open(scene("second"))
    for state, opened, what, phase in (
        (escalero_scenes.played(2, 0, escalero_scenes.SERVED), [], ".own-cell", Phase.THROWING),
        (thrown().state, [], ".decision-keep-hand", Phase.THROWING),
        (hidden_scenes.announced(hidden_scenes.hidden()).state, [], ".doubter", Phase.DECIDING),
        (scene("empty"), ["ui.menu"], "#dialog .choice", Phase.THROWING),
    ):
        screen.turn_to(state)
        screen.tap(*opened)
        page.evaluate("what => { window.kept = document.querySelector(what); }", what)
        screen.turn_to(replace(state, phase=phase, seconds_left=4))
        assert page.evaluate("what => window.kept.isConnected && window.kept === document.querySelector(what)", what)


def test_a_phone_that_follows_sees_all_and_touches_nothing(screen) -> None:
    page = screen.open(scene("second"), "phone")
    for state in (
        thrown().state,
        cloth.bet(cloth.at_cloth(), KURT, Field.RED, 3).state,
        *(hidden_scenes.SCENES[name]() for name in ("hidden", "doubting", "lifting")),
    ):
        screen.turn_to(state)
        screen.table.server.show(follower_view(view(state, simulated=False)))
        page.wait_for_selector("body[data-access='follow']")
        assert page.locator("#game button:enabled:visible").count() == 0
        assert page.locator("#game").inner_text()
        screen.turn_to(scene("second"))
    assert screen.table.sent == []


# ---- at the table


def test_a_misread_die_is_put_right_in_two_touches(screen) -> None:
    page = screen.open(scene("asking"))
    screen.tap(".die >> nth=1")
    assert page.locator(".own-picture img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 96
    names = page.locator(".face-choice").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    assert names == [WORDS.text(f"face.{face}") for face in ("jack", "nine", "ten", "queen", "king", "ace")]
    screen.tap(".face-choice >> nth=4")
    assert screen.sent() == [CorrectDie(1, Face.KING)]
    expect(page.locator("#dialog")).to_be_hidden()
    screen.turn_to(scene("by-hand"))
    screen.tap(".die >> nth=0", *["face.queen"] * 5)
    expect(page.locator("#dialog")).to_be_hidden()  # after the last die nothing more is asked


def test_an_earlier_entry_is_corrected(screen) -> None:
    page = screen.open(scene("second"))
    assert page.locator(".preview").all_text_contents() == ["1", "–", "–", "16", "–", "–", "–", "–", "44", "–"]
    screen.turn_to(scene("entered"))
    screen.tap(cell(Category.QUEENS, 5), "Elfriede: 16")
    dialog = page.locator("#dialog")
    expect(dialog.locator(".entry-dice .face-choice")).to_have_count(5)
    screen.tap("#dialog .entry-dice .face-choice >> nth=0", "#dialog .faces .face-choice >> nth=5", "ui.not-served")
    dialog.locator("select").nth(1).select_option("8")
    screen.tap("ui.save")
    touch: Any = screen.sent()[0]
    assert (touch.cell, touch.faces[0], touch.is_served) == (Cell(Category.QUEENS, 9), Face.ACE, False)
    expect(dialog).to_be_hidden()


def test_what_was_chosen_stays_chosen_and_a_hint_opens_what_everything_else_does(screen) -> None:
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


def test_an_option_is_taken_by_a_touch_though_the_board_was_read_since_the_dial_opened(screen) -> None:
    state = dialled(scene("empty"), DialKind.MENU)
    screen.open(state)
    screen.turn_to(replace(state, reading_number=state.reading_number + 1))
    screen.tap("#dial .choice >> text=Ton aus")
    index = [option.key for option in state.dial.options].index(OptionKey.SOUND_OFF)
    assert screen.sent() == [TakeOption(DialKind.MENU, index)]


def test_on_a_phone_a_row_opens_its_columns(screen) -> None:
    page = screen.open(scene("entered"), "phone")
    screen.tap(".row[data-row='3']", ".column-choice >> nth=4")
    expect(page.get_by_role("button", name=WORDS.text("ui.save"))).to_have_count(1)
    screen.open(scene("second"), "phone")
    screen.tap(".row[data-row='8']", ".column-choice >> nth=8")
    assert screen.sent() == [POKER]


@pytest.mark.parametrize("size", SCREENS)
def test_one_touch_on_a_free_row_of_escalero_enters(screen, size) -> None:
    for players in (2, 12):
        screen.open(escalero_scenes.played(players, 0, escalero_scenes.SERVED), size)
        screen.table.sent.clear()
        rest(screen.page)
        expect(screen.button(own(Row.FULL_HAND))).to_have_text("Full Hand35" if size == "800x480" else "35")
        screen.tap(own(Row.FULL_HAND))
        assert screen.sent() == [FULL_HAND]
