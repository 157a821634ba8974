"""The page in a real Chromium: what a touch sends, at the table, in every game, while dice are taught and at set up."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra dev): the page is not tested")

from playwright.sync_api import Page, expect

from firmware.display.view import view
from firmware.ports import Edge
from firmware.session.dial import OptionKey
from firmware.session.touches import (
    CorrectDie,
    TakeOption,
)
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


@pytest.mark.parametrize("story", STORIES)
def test_what_is_touched_is_sent(screen, story) -> None:
    moment, touches, sent = STORIES[story]
    screen.open(moment())
    for at, each in enumerate(touches, start=1):
        screen.tap(each)
        if at < len(touches):
            assert len(screen.table.sent) < len(sent)
    assert screen.sent(len(sent)) == sent


@pytest.mark.parametrize(
    ("moment", "button"),
    [
        (WIZARDS["button"], "#wizard .press-button"),
        (WIZARDS["dice"], "#wizard .press-button"),
        (LESSONS["first"], "#teach .press-button"),
        (lambda: replace(scene("by-hand"), dice=(seen(Face.QUEEN),) * 5), "#button"),
    ],
)
def test_the_button_of_the_screen_and_space_are_the_button(screen, moment, button) -> None:
    page = screen.open(moment())
    screen.tap(button)
    page.keyboard.press("Space")
    assert [edge.is_down for edge in screen.sent(4) if isinstance(edge, Edge)] == [True, False, True, False]


@pytest.mark.parametrize(
    ("moment", "place"), [(LESSONS["first"], "#teach"), (WIZARDS["throw"], "#wizard")], ids=["lesson", "wizard"]
)
def test_on_the_simulated_board_a_press_throws_and_the_board_is_seen(screen, moment, place) -> None:
    page = screen.open(moment(), is_simulated=True)
    page.locator(f"{place} canvas[width='480']").wait_for()
    screen.tap(f"{place} .press-button")
    assert screen.sent() == [("press", None)]
    screen.turn_to(scene("second"))
    expect(page.locator("#table #board canvas")).to_be_visible()


@pytest.mark.parametrize(
    ("moment", "opened", "after"),
    [
        (lambda: scene("asking"), [".die >> nth=1"], lambda: scene("entered")),
        (lambda: scene("hinted"), ["#hint"], lambda: scene("entered")),
        (lambda: scene("second"), ["#menu"], WIZARDS["camera"]),
        (lambda: scene("second"), ["#menu"], LESSONS["sets"]),
    ],
)
def test_a_dialog_closes_when_the_table_moves_on(screen, moment, opened, after) -> None:
    page = screen.open(moment())
    screen.tap(*opened)
    expect(page.locator("#dialog")).to_be_visible()
    screen.turn_to(after())
    expect(page.locator("#dialog")).to_be_hidden()


@pytest.mark.parametrize(
    ("moment", "place"), [(LESSONS["sets"], "#teach"), (WIZARDS["light"], "#wizard")], ids=["lesson", "wizard"]
)
def test_closed_the_game_is_there_as_before(screen, moment, place) -> None:
    page = screen.open(moment())
    expect(page.locator(place)).to_be_visible()
    assert page.evaluate("document.querySelector('#table').inert") is True
    screen.turn_to(scene("second"))
    expect(page.locator(place)).to_be_hidden()
    expect(page.locator("#table")).to_be_visible()
    assert page.evaluate("document.querySelector('#table').inert") is False


KEPT = [
    (lambda: scene("empty"), ["ui.menu"], "#dialog .choice", Phase.THROWING),
    (lambda: escalero_scenes.played(2, 0, escalero_scenes.SERVED), [], ".own-cell", Phase.THROWING),
    (lambda: thrown().state, [], ".decision-keep-hand", Phase.THROWING),
    (lambda: hidden_scenes.announced(hidden_scenes.hidden()).state, [], ".doubter", Phase.DECIDING),
]


@pytest.mark.parametrize(("moment", "opened", "what", "phase"), KEPT)
def test_what_a_finger_is_on_its_way_to_stays_the_same(screen, moment, opened, what, phase) -> None:
    state = moment()
    page = screen.open(state)
    screen.tap(*opened)
    page.evaluate("what => { window.kept = document.querySelector(what); }", what)
    screen.turn_to(replace(state, phase=phase, seconds_left=4))
    assert page.evaluate("what => window.kept.isConnected && window.kept === document.querySelector(what)", what)


FOLLOWED = {
    "pot": lambda: thrown().state,
    "rock": lambda: cloth.bet(cloth.at_cloth(), KURT, Field.RED, 3).state,
    "hidden": lambda: hidden_scenes.hidden().state,
    "doubting": hidden_scenes.SCENES["doubting"],
    "lifting": hidden_scenes.SCENES["lifting"],
}


@pytest.mark.parametrize("moment", FOLLOWED.values(), ids=FOLLOWED)
def test_a_phone_that_follows_sees_all_and_touches_nothing(screen, moment) -> None:
    page = screen.open(moment(), "phone")
    screen.table.server.show(follower_view(view(moment(), simulated=False)))
    page.wait_for_selector("body[data-access='follow']")
    assert page.locator("#game button:enabled:visible").count() == 0
    assert page.locator("#game").inner_text()
    assert screen.table.sent == []


# ---- at the table


def previews(page: Page) -> list[str]:
    return page.locator(".preview").all_text_contents()


def test_what_each_free_row_would_score_is_shown(screen) -> None:
    page = screen.open(scene("second"))
    assert previews(page) == ["1", "–", "–", "16", "–", "–", "–", "–", "44", "–"]


def test_a_misread_die_is_put_right_in_two_touches(screen) -> None:
    page = screen.open(scene("asking"))
    screen.tap(".die >> nth=1")
    assert page.locator(".own-picture img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 96
    names = page.locator(".face-choice").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    assert names == [WORDS.text(f"face.{face}") for face in ("jack", "nine", "ten", "queen", "king", "ace")]
    screen.tap(".face-choice >> nth=4")
    assert screen.sent() == [CorrectDie(1, Face.KING)]
    expect(page.locator("#dialog")).to_be_hidden()


def test_after_the_last_die_was_typed_nothing_more_is_asked(screen) -> None:
    page = screen.open(scene("by-hand"))
    screen.tap(".die >> nth=0", *["face.queen"] * 5)
    expect(page.locator("#dialog")).to_be_hidden()


def test_an_earlier_entry_is_corrected(screen) -> None:
    page = screen.open(scene("entered"))
    screen.tap(cell(Category.QUEENS, 5), "Elfriede: 16")
    dialog = page.locator("#dialog")
    before = dialog.locator(".entry-dice .face-choice").count()
    screen.tap("#dialog .entry-dice .face-choice >> nth=0", "#dialog .faces .face-choice >> nth=5", "ui.not-served")
    dialog.locator("select").nth(1).select_option("8")
    screen.tap("ui.save")
    (touch,) = screen.sent()
    assert touch.cell == Cell(Category.QUEENS, 9)
    assert touch.faces[0] is Face.ACE
    assert before == len(touch.faces)
    assert not touch.is_served
    expect(dialog).to_be_hidden()


def test_a_button_that_was_pressed_stays_down(screen) -> None:
    screen.open(scene("second"))
    screen.tap("ui.menu")
    screen.turn_to(replace(scene("hinted"), mode=EntryMode.AUTO))
    for button in ("ui.hints-shown", "mode.auto"):
        expect(screen.button(button)).to_have_attribute("aria-pressed", "true")


def test_a_hint_marks_the_dice_and_opens_what_everything_else_does(screen) -> None:
    state = scene("hinted")
    page = screen.open(state)
    expect(page.locator(".die.is-advised")).to_have_count(4)
    expect(page.locator(".die").nth(4)).to_have_accessible_name("Dame, liegen lassen")
    screen.tap("#hint")
    lines = page.locator("#dialog .hint-group li")
    hint = view(state, simulated=False)["hint"]
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


@pytest.mark.parametrize(
    ("name", "row", "column", "then"), [("second", 8, 8, [POKER]), ("entered", 3, 4, [])], ids=["enters", "corrects"]
)
def test_on_a_phone_a_row_opens_its_columns(screen, name, row, column, then) -> None:
    page = screen.open(scene(name), "phone")
    screen.tap(f".row[data-row='{row}']", f".column-choice >> nth={column}")
    assert screen.sent(len(then)) == then
    expect(page.get_by_role("button", name=WORDS.text("ui.save"))).to_have_count(0 if then else 1)


@pytest.mark.parametrize("players", [2, 12])
@pytest.mark.parametrize("size", SCREENS)
def test_one_touch_on_a_free_row_of_escalero_enters(screen, size, players) -> None:
    screen.open(escalero_scenes.played(players, 0, escalero_scenes.SERVED), size)
    rest(screen.page)
    expect(screen.button(own(Row.FULL_HAND))).to_have_text("Full Hand35" if size == "800x480" else "35")
    screen.tap(own(Row.FULL_HAND))
    assert screen.sent() == [FULL_HAND]
