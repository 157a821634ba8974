"""The Escalero sheet in a real Chromium: what is shown, what a touch sends, and that it fits every screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from firmware.session.state import SessionState
from firmware.session.step import step
from firmware.session.touches import Decide, EndGame, OpenDial, TakeBack
from firmware.session.vocabulary import DialKind, Phase
from scoring.dice import Face
from scoring.events import PlayerLeft
from scoring.games.escalero import Row, RowCorrected, RowEntered
from tests.firmware.display.games.escalero_scenes import LONG_NAMES, NAMES, SERVED, played
from tests.firmware.display.longest import words_of
from tests.firmware.display.looks import BOARDS, OUTSIDE, SCREENS, SIZES, TARGETS, OpenPage, rest
from tests.firmware.display.scenes import Table

pytestmark = pytest.mark.browser

CLIPPED = """() => [...document.querySelectorAll(
    "button:not(.die, .cell, .own-cell), .throw, #notice, #talk, .escalero .label, .escalero .sum, .own .row-name, \
    .own .entry, .cell.is-to-move .entry, .slip-lines span, .slip h2, .slip-round, .column-sum")]
  .filter((one) => one.checkVisibility() && one.clientWidth)
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).textOverflow !== "ellipsis"
    || one.matches("button, .label") && one.scrollHeight > one.clientHeight + 4)
  .map((one) => [one.outerHTML.slice(0, 110), one.scrollWidth, one.clientWidth, one.scrollHeight, one.clientHeight])"""
"""Names end in dots where they are too long, as everywhere on the page."""


def shown(table: Table, open_page: OpenPage, state: SessionState, size: str = "800x480", **options: Any) -> Page:
    table.show(state)
    page = open_page(table, SIZES[size], **options)
    rest(page)
    return page


def own(page: Page, row: Row) -> Any:
    """Return the cell of whoever throws, as it is touched on this screen."""
    place = f"[data-row='{row.value}']"
    return page.locator(f".is-beside .own-cell{place}, .escalero:not(.is-beside) .cell.is-to-move{place}")


# ---- a turn in touches


@pytest.mark.parametrize("players", [2, 12])
@pytest.mark.parametrize("size", SCREENS)
def test_one_touch_on_a_free_row_enters(table: Table, open_page: OpenPage, size: str, players: int) -> None:
    page = shown(table, open_page, played(players, 0, SERVED), size)
    expect(own(page, Row.FULL_HAND)).to_have_text("Full Hand35" if size == "800x480" else "35")
    own(page, Row.FULL_HAND).tap()
    assert table.wait_for() == [Decide(RowEntered(Row.FULL_HAND))]


def test_what_each_free_row_would_bring_stands_in_it(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, played(2, 0, SERVED))
    values = page.locator(".own-cell .entry")
    assert values.all_text_contents() == ["–", "–", "–", "–", "15", "12", "–", "35", "–", "–", "–"]
    assert page.locator(".own-cell .is-worth").all_text_contents() == ["15", "12", "35"]


def test_a_touch_before_a_throw_is_answered_by_the_companion(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, played(2, 0))
    own(page, Row.ACES).tap()
    assert table.wait_for() == [Decide(RowEntered(Row.ACES))]


def test_the_newest_entry_is_marked_and_taken_back_with_one_touch(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, played(2, 5), "1280x800")
    expect(page.locator(".cell .is-newest")).to_have_count(1)
    page.get_by_role("button", name="Zurücknehmen").tap()
    assert table.wait_for() == [TakeBack()]


def test_a_struck_row_is_a_dash_and_a_served_one_is_marked(table: Table, open_page: OpenPage) -> None:
    events = (SERVED, RowEntered(Row.FULL_HAND), SERVED, RowEntered(Row.POKER))
    page = shown(table, open_page, played(2, 0, *events), "1280x800")
    cells = page.locator(f".cell[data-row='{Row.FULL_HAND.value}'] .entry")
    expect(cells.nth(0)).to_have_text("35")
    assert cells.nth(0).evaluate("one => getComputedStyle(one, '::after').content") == '"!"'
    expect(page.locator(f".cell[data-row='{Row.POKER.value}'] .entry").nth(1)).to_have_text("–")


def test_the_row_on_the_dial_is_ringed(table: Table, open_page: OpenPage) -> None:
    state = played(3, 0, SERVED)
    page = shown(table, open_page, state)
    table.show(step(state, OpenDial(DialKind.DECIDE))[0])
    expect(page.locator(".own-cell .is-in-view")).to_have_text("35")
    rest(page)
    dial = page.locator("#dial").bounding_box()
    assert dial["x"] + dial["width"] <= page.locator(".own").bounding_box()["x"]


def test_a_hand_over_the_board_replaces_no_cell_under_the_finger(table: Table, open_page: OpenPage) -> None:
    state = played(2, 0, SERVED)
    page = shown(table, open_page, state)
    page.evaluate("window.kept = document.querySelector('.own-cell')")
    table.show(replace(state, phase=Phase.THROWING))
    expect(page.locator("body[data-phase='throwing']")).to_have_count(1)
    assert page.evaluate("document.contains(window.kept)")


# ---- put right


@pytest.mark.parametrize("size", ["800x480", "1280x800", "phone"])
def test_an_own_entry_is_put_right(table: Table, open_page: OpenPage, size: str) -> None:
    events = (SERVED, RowEntered(Row.FULL_HAND), SERVED, RowEntered(Row.POKER))
    page = shown(table, open_page, played(2, 0, *events), size)
    own(page, Row.FULL_HAND).tap()
    dialog = page.locator("#dialog")
    expect(dialog.locator("h2")).to_have_text("Elfriede: Full Hand")
    dialog.locator(".entry-dice .face-choice").nth(0).tap()
    dialog.locator(".faces .face-choice").nth(5).tap()
    dialog.get_by_role("button", name="nicht serviert").tap()
    assert dialog.locator("option").all_text_contents()[6:8] == ["Quint", "Full Hand"]
    dialog.locator("select").select_option(label="Asse")
    assert page.evaluate(TARGETS) == []
    dialog.get_by_role("button", name="Richtigstellen").tap()
    faces = (Face.ACE, Face.KING, Face.KING, Face.ACE, Face.ACE)
    assert table.wait_for() == [Decide(RowCorrected(turn_number=1, row=Row.ACES, faces=faces, is_served=False))]
    expect(dialog).to_be_hidden()


def test_an_entry_moves_only_to_rows_that_are_free(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, played(2, 8))
    page.locator(".own-cell:has(.entry:not(:empty))").first.tap()
    assert page.locator("#dialog option").count() == 8  # four of eleven are full, one of them is this


@pytest.mark.parametrize(("size", "players"), [("800x480", 3), ("phone", 12), ("800x480", 12)])
def test_somebody_elses_entry_is_put_right_in_his_column(
    table: Table, open_page: OpenPage, size: str, players: int
) -> None:
    page = shown(table, open_page, played(players, 0, SERVED, RowEntered(Row.FULL_HAND)), size)
    page.locator(".head").nth(0).tap()
    if players == 12:
        page.locator("#dialog").get_by_role("button", name="Elfriede").tap()
    page.locator("#dialog").get_by_role("button", name="Full Hand 35").tap()
    expect(page.locator("#dialog h2")).to_have_text("Elfriede: Full Hand")


def test_who_goes_home_is_asked_once_more(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, played(3, 4))
    page.locator(".head").nth(2).tap()
    page.locator("#dialog").get_by_role("button", name="Franz geht heim").tap()
    expect(page.locator("#dialog h2")).to_have_text("Franz geht heim?")
    page.locator("#dialog").get_by_role("button", name="Franz geht heim").tap()
    assert table.wait_for() == [Decide(PlayerLeft(2))]


def test_who_went_home_is_struck_out(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, played(3, 4, PlayerLeft(2)))
    assert page.locator(".head.is-gone").all_text_contents() == ["Franz"]


def test_the_menu_offers_no_mode(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, played(2, 0))
    page.locator("#menu").tap()
    expect(page.get_by_role("button", name="English")).to_be_visible()
    expect(page.get_by_role("button", name="mit Vorschlag")).to_have_count(0)


# ---- the end


def test_at_the_end_a_slip_says_who_pays_whom_and_can_be_put_aside(table: Table, open_page: OpenPage) -> None:
    state = played(3, 33)
    page = shown(table, open_page, state)
    game = state.game
    winner, *losers = sorted(range(3), key=game.sum_of, reverse=True)
    expect(
        page.get_by_role("heading", name=f"{NAMES[winner]} gewinnt mit {game.sum_of(winner)} Punkten!")
    ).to_be_visible()
    paid = page.locator(".slip .paid").all_text_contents()
    for line, loser in zip(paid[1:], losers, strict=True):
        owed = game.sum_of(winner) - game.sum_of(loser)
        assert line == f"{NAMES[loser]} zahlt {NAMES[winner]} {owed} Chips."
    expect(page.locator(".slip-round")).to_have_text(f"Die Runde zahlt {NAMES[losers[-1]]}.")
    page.get_by_role("button", name="Plan ansehen").tap()
    expect(page.locator(".slip")).to_be_hidden()
    expect(page.locator(".sum.is-winner")).to_have_text(str(game.sum_of(winner)))
    page.get_by_role("button", name="Neues Spiel").tap()
    assert table.wait_for() == [EndGame()]


def test_the_slip_comes_back_when_an_entry_is_put_right_after_the_end(table: Table, open_page: OpenPage) -> None:
    state = played(2, 22)
    page = shown(table, open_page, state)
    page.get_by_role("button", name="Plan ansehen").tap()
    right = RowCorrected(turn_number=1, row=state.game.entries[0].row, faces=(Face.ACE,) * 5, is_served=True)
    table.show(step(state, Decide(right))[0])
    expect(page.locator(".slip")).to_be_visible()


# ---- every screen


SCENES: dict[str, Callable[[int, tuple[str, ...]], SessionState]] = {
    "begun": lambda players, names: played(players, 0, names=names),
    "read": lambda players, names: played(players, players * 5 + 1, SERVED, names=names),
    "over": lambda players, names: played(players, players * 11, names=names),
}


@pytest.mark.parametrize(("size", "language", "is_simulated"), BOARDS)
def test_every_number_of_players_fits_the_screen_and_the_finger(
    board_table: Table, open_page: OpenPage, size: str, language: str
) -> None:
    page = shown(board_table, open_page, played(2, 0), size)
    for players, names in ((2, NAMES), (3, LONG_NAMES), (6, NAMES), (12, LONG_NAMES)):
        for name, scene in SCENES.items():
            state = replace(scene(players, names), language=language)
            board_table.show(state)
            expect(
                page.locator(f"html[lang='{words_of(language).language}'] body[data-phase='{state.phase.value}']")
            ).to_have_count(1)
            expect(page.locator(".escalero .head").last).to_have_text(names[players - 1])
            rest(page)
            what = f"{name}, {players} players"
            assert page.evaluate(TARGETS) == [], f"{what}: too small for a finger"
            assert page.evaluate(CLIPPED) == [], f"{what}: cut off"
            assert overflowing(page, size) == [], f"{what}: outside the screen"


def overflowing(page: Page, size: str) -> list[str]:
    """Return what lies outside the screen; a phone's page is scrolled, but never sideways."""
    if size != "phone":
        return page.evaluate(OUTSIDE)
    return [] if page.evaluate("document.scrollingElement.scrollWidth <= innerWidth") else ["the page is too wide"]


@pytest.mark.parametrize("size", SCREENS)
def test_dialogs_fit_the_screen_and_the_finger(table: Table, open_page: OpenPage, size: str) -> None:
    page = shown(table, open_page, played(12, 75, names=LONG_NAMES), size)
    page.locator(".head").nth(0).tap()
    for _ in range(2):
        rest(page)
        assert page.evaluate(TARGETS) == []
        assert overflowing(page, size) == []
        names = page.locator("#dialog .column-names .choice")
        if names.count():
            names.nth(1).tap()


def test_the_columns_line_up_with_their_names_and_sums(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, played(12, 75), "phone")
    lefts = [
        page.locator(what).evaluate_all("all => all.map((one) => Math.round(one.getBoundingClientRect().left))")
        for what in (".escalero .head", ".escalero .row[data-row='4'] .cell", ".escalero .sum")
    ]
    assert lefts[0] == lefts[1] == lefts[2]
    widths = page.locator(".escalero .sum").evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")
    assert sorted(widths)[-1] >= 44 > sorted(widths)[-2] > 20
