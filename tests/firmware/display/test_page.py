"""The page in a real Chromium: what is shown, what a touch sends, and that it fits every screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra dev): the page is not tested")

from playwright.sync_api import expect

from firmware.display.view import view
from firmware.session.dial import OptionKey
from firmware.session.state import SessionState
from firmware.session.step import step
from firmware.session.touches import (
    AcceptReading,
    ChooseLanguage,
    ChooseMode,
    CorrectDie,
    CorrectHeld,
    EndGame,
    OpenDial,
    RepeatThrow,
    ShowHints,
    TakeBack,
    TakeOption,
    ThrowByHand,
    TouchCell,
)
from firmware.session.vocabulary import DialKind, EntryMode, Phase
from scoring.dice import Face
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.firmware.display.looks import OpenPage, cell, shown
from tests.firmware.display.scenes import Table, scene, seen

pytestmark = pytest.mark.browser


# ---- a game in touches


def test_a_touch_on_a_free_cell_enters_the_throw(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("second"))
    cell(page, Category.POKER, 9).tap()
    assert table.wait_for() == [TouchCell(Cell(Category.POKER, 9))]


def test_what_each_free_row_would_score_is_shown(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("second"))
    previews = page.locator(".preview").all_text_contents()
    assert previews == ["1", "–", "–", "16", "–", "–", "–", "–", "44", "–"]


def test_the_newest_entry_is_taken_back_with_one_touch(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("entered"))
    page.get_by_role("button", name="Zurücknehmen").tap()
    assert table.wait_for() == [TakeBack()]


def test_a_misread_die_is_put_right_in_two_touches(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("asking"))
    page.locator(".die").nth(1).tap()
    assert page.locator(".own-picture img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 96
    faces = page.locator(".face-choice")
    assert faces.evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))") == [
        "Bube",
        "Neun",
        "Zehn",
        "Dame",
        "König",
        "As",
    ]
    faces.nth(4).tap()
    assert table.wait_for() == [CorrectDie(1, Face.KING)]
    expect(page.locator("#dialog")).to_be_hidden()


def test_a_die_taken_for_thrown_can_be_called_held(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("asking"))
    page.locator(".die").nth(1).tap()
    page.locator("#dialog").get_by_role("button", name="liegen gelassen").tap()
    assert table.wait_for() == [CorrectHeld(1, is_held=True)]


def test_dice_that_are_not_doubted_can_be_corrected_too(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("third"))
    page.locator(".die").nth(4).tap()
    page.locator("#dialog").get_by_role("button", name="As", exact=True).tap()
    assert table.wait_for() == [CorrectDie(4, Face.ACE)]


def test_dice_are_typed_one_after_the_other(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("by-hand"))
    page.locator(".die").nth(0).tap()
    for _ in range(5):
        page.locator("#dialog").get_by_role("button", name="Dame").tap()
    expect(page.locator("#dialog")).to_be_hidden()
    assert table.wait_for(5) == [CorrectDie(index, Face.QUEEN) for index in range(5)]


def test_typed_dice_are_accepted_with_the_button(table: Table, open_page: OpenPage) -> None:
    typed = replace(scene("by-hand"), dice=tuple(seen(Face.QUEEN) for _ in range(5)))
    page = shown(table, open_page, typed)
    page.locator("#button").tap()
    down, up = table.wait_for(2)
    assert (down.is_down, up.is_down) == (True, False)


def test_a_question_is_answered_with_one_touch_where_the_reading_was_right(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("asking"))
    page.get_by_role("button", name="Stimmt so").tap()
    assert table.wait_for() == [AcceptReading()]


def test_a_throw_that_does_not_count_is_asked_about_before_it_is_dropped(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("second"))
    page.get_by_role("button", name="Wurf wiederholen").tap()
    assert table.sent == []
    page.locator("#dialog").get_by_role("button", name="Wurf wiederholen").tap()
    assert table.wait_for() == [RepeatThrow()]


def test_nothing_burns_after_all(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("burning"))
    page.get_by_role("button", name="Brennt nicht").tap()
    assert table.wait_for() == [AcceptReading()]


def test_an_earlier_entry_is_corrected(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("entered"))
    cell(page, Category.QUEENS, 5).tap()
    dialog = page.locator("#dialog")
    dialog.get_by_role("button", name="Elfriede: 16").tap()
    before = dialog.locator(".entry-dice .face-choice").evaluate_all("all => all.map((a) => a.ariaLabel)")
    dialog.locator(".entry-dice .face-choice").nth(0).tap()
    dialog.locator(".faces .face-choice").nth(5).tap()
    dialog.get_by_role("button", name="nicht serviert").tap()
    dialog.locator("select").nth(1).select_option("8")
    dialog.get_by_role("button", name="Richtigstellen").tap()
    (touch,) = table.wait_for()
    assert touch.cell == Cell(Category.QUEENS, 9)
    assert touch.faces[0] is Face.ACE
    assert len(before) == len(touch.faces)
    assert not touch.is_served
    expect(dialog).to_be_hidden()


def test_a_dialog_closes_when_the_table_moves_on(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("asking"))
    page.locator(".die").nth(1).tap()
    expect(page.locator("#dialog")).to_be_visible()
    table.show(scene("entered"))
    expect(page.locator("#dialog")).to_be_hidden()


def test_the_menu_changes_mode_and_language_and_ends_the_game_only_when_sure(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("empty"))
    page.get_by_role("button", name="Menü").tap()
    page.get_by_role("button", name="trägt von selbst ein").tap()
    page.get_by_role("button", name="English").tap()
    page.get_by_role("button", name="Würfel eintippen").tap()
    page.get_by_role("button", name="Menü").tap()
    page.get_by_role("button", name="Spiel beenden").tap()
    page.get_by_text("Wirklich aufhören?").wait_for()
    page.get_by_role("button", name="Spiel beenden").tap()
    assert table.wait_for(4) == [ChooseMode(EntryMode.AUTO), ChooseLanguage("en"), ThrowByHand(), EndGame()]


def test_hints_are_shown_by_a_touch_of_the_menu(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("second"))
    expect(page.locator("#hint")).to_be_hidden()
    page.get_by_role("button", name="Menü").tap()
    page.get_by_role("button", name="Tipps zeigen").tap()
    assert table.wait_for() == [ShowHints(True)]
    table.show(scene("hinted"))
    expect(page.get_by_role("button", name="Tipps zeigen")).to_have_attribute("aria-pressed", "true")


def test_a_hint_marks_the_dice_and_opens_what_everything_else_does(table: Table, open_page: OpenPage) -> None:
    state = scene("hinted")
    page = shown(table, open_page, state)
    expect(page.locator(".die.is-advised")).to_have_count(4)
    expect(page.locator(".die").nth(4)).to_have_accessible_name("Dame, liegen lassen")
    page.locator("#hint").tap()
    lines = page.locator("#dialog .hint-group li")
    expect(lines.first.locator(".hint-dice")).to_have_accessible_name("liegen lassen: vier Damen")
    hint = view(state, simulated=False)["hint"]
    expect(lines).to_have_count(sum(len(group["options"]) for group in hint["groups"]))
    table.show(scene("entered"))
    expect(page.locator("#dialog")).to_be_hidden()
    expect(page.locator("#hint")).to_be_hidden()
    expect(page.locator(".die.is-advised")).to_have_count(0)


def dialled(state: SessionState, *kinds: DialKind) -> SessionState:
    for kind in kinds:
        state = step(state, OpenDial(kind))[0]
    return state


def test_an_option_is_taken_by_a_touch_though_the_board_was_read_since_the_dial_opened(
    table: Table, open_page: OpenPage
) -> None:
    state = dialled(scene("empty"), DialKind.MENU)
    page = shown(table, open_page, state)
    table.show(replace(state, reading_number=state.reading_number + 1))
    expect(page.locator("body[data-version='2']")).to_have_count(1)
    page.locator("#dial").get_by_role("button", name="Ton aus").tap()
    index = [option.key for option in state.dial.options].index(OptionKey.SOUND_OFF)
    assert table.wait_for() == [TakeOption(DialKind.MENU, index)]


def test_a_menu_stays_under_the_finger_while_a_hand_moves_over_the_board(table: Table, open_page: OpenPage) -> None:
    state = scene("empty")
    page = shown(table, open_page, state)
    page.get_by_role("button", name="Menü").tap()
    page.evaluate("window.kept = document.querySelector('#dialog .choice')")
    table.show(replace(state, phase=Phase.THROWING))
    expect(page.locator("body[data-phase='throwing']")).to_have_count(1)
    assert page.evaluate("document.contains(window.kept)")
    table.show(replace(state, phase=Phase.THROWING, mode=EntryMode.AUTO))
    expect(page.get_by_role("button", name="trägt von selbst ein")).to_have_attribute("aria-pressed", "true")


def test_the_end_is_told_and_a_new_game_one_touch_away(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("over"))
    expect(page.get_by_role("heading", name="Kurt gewinnt!")).to_be_visible()
    page.get_by_role("button", name="Plan ansehen").tap()
    expect(page.locator("#front")).to_be_hidden()
    page.get_by_role("button", name="Neues Spiel").tap()
    assert table.wait_for() == [EndGame()]


def test_on_a_phone_a_row_opens_its_columns(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("second"), "phone")
    page.locator(".row[data-row='8']").tap()
    expect(page.locator("#dialog h2")).to_have_text("Poker: 44")
    page.locator(".column-choice").nth(8).tap()
    assert table.wait_for() == [TouchCell(Cell(Category.POKER, 9))]


def test_on_a_phone_a_filled_column_opens_its_correction(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("entered"), "phone")
    page.locator(".row[data-row='3']").tap()
    page.locator(".column-choice").nth(4).tap()
    expect(page.get_by_role("button", name="Richtigstellen")).to_be_visible()
