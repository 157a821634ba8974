"""The page in a real Chromium: everything fits every screen, in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra dev): the page is not tested")

from playwright.sync_api import Page, expect

from firmware.display.dials import option_text
from firmware.display.view import view
from firmware.log.record import Record
from firmware.session.state import SessionState
from firmware.session.step import resume, step
from firmware.session.touches import (
    OpenDial,
)
from firmware.session.vocabulary import DialKind, Notice, NoticeKey, Phase
from scoring.events import GameBegan
from scoring.games.hidden_poker import HiddenPokerBegan
from scoring.games.pot import RoundBegan
from scoring.sheets.category import Category
from tests.firmware.display.longest import words_of
from tests.firmware.display.looks import (
    BOARDS,
    CLIPPED,
    DIAL_CLIPPED,
    DIALOG_CUT,
    LOOKS,
    OUTSIDE,
    TARGETS,
    TONGUES,
    OpenPage,
    cell,
    notice_of,
    rest,
    shown,
    turn_to,
)
from tests.firmware.display.scenes import SCENES, Table, at_table, scene
from tests.firmware.display.test_view import VALUES
from tests.firmware.display.wizard_scenes import WIZARDS

pytestmark = pytest.mark.browser


def announcing() -> SessionState:
    """Return Verdecktes Würfelpoker where one of 71 combinations is to be announced: the longest dial there is."""
    events = (HiddenPokerBegan(players=("Elfriede", "Kurt"), beginner=0), RoundBegan())
    return resume(SessionState(), tuple(map(Record, events)))


def dialled(state: SessionState, *kinds: DialKind) -> SessionState:
    for kind in kinds:
        state = step(state, OpenDial(kind))[0]
    return state


TO_ENTRIES = (DialKind.ENTRY, DialKind.ENTRY_ROW, DialKind.ENTRY_COLUMN)
"""Each leads to the next."""
NOT_OF_A_THROW = (*TO_ENTRIES, DialKind.DECIDE, DialKind.BET, DialKind.WIZARD)


@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_dials_fit_the_screen_and_the_finger(table: Table, open_page: OpenPage, size: str, language: str) -> None:
    third, long_names = scene("third"), ("Maximiliane Theresia Hubl", "Friedrich-Wilhelm Anton X")
    states = [
        *(dialled(third, kind) for kind in DialKind if kind not in NOT_OF_A_THROW),
        *(dialled(third, *TO_ENTRIES[: 1 + count]) for count in range(3)),
        dialled(replace(third, game=replace(third.game, agreed=GameBegan(players=long_names))), DialKind.ENTRY),
        dialled(announcing(), DialKind.DECIDE),
        dialled(SessionState(agreed=GameBegan(players=long_names)), DialKind.NEW_GAME),
        dialled(WIZARDS["sheet-tilted"](), DialKind.WIZARD),
    ]
    page = shown(table, open_page, states[0], size)
    for state in states:
        turned = replace(state, language=language, dial=replace(state.dial, index=len(state.dial.options) - 1))
        table.show(turned)
        expect(page.locator("#dial .choice.is-chosen")).to_have_text(option_text(turned.dial.shown, words_of(language)))
        rest(page)
        assert page.evaluate(TARGETS) == [], f"{state.dial.kind}: too small for a finger"
        assert page.evaluate(DIAL_CLIPPED) == [], f"{state.dial.kind}: cut off"
        expect(page.locator("#dial .choice.is-chosen")).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize(("size", "language", "is_simulated"), BOARDS)
def test_every_scene_fits_the_screen_and_the_finger(
    board_table: Table, open_page: OpenPage, size: str, language: str
) -> None:
    page = shown(board_table, open_page, replace(scene("empty"), language=language), size)
    for name in SCENES:
        state = replace(scene(name), language=language)
        turn_to(board_table, page, state)
        rest(page)
        assert page.evaluate(TARGETS) == [], f"{name}: too small for a finger"
        assert page.evaluate(OUTSIDE) == [], f"{name}: outside the screen"
        assert page.evaluate(CLIPPED) == [], f"{name}: cut off"


CUT_OFF = """async (told) => {
  const { fitNotice } = await import("/static/js/table.js");
  const [notice, talk] = [document.querySelector("#notice"), document.querySelector("#talk")];
  return told.filter(({ text, is_loud }) => {
    notice.textContent = text;
    notice.classList.toggle("is-loud", is_loud);
    fitNotice();
    return notice.getBoundingClientRect().bottom > talk.getBoundingClientRect().bottom + 0.5;
  });
}"""
"""Writes notices as the page itself does; one view after the other would take minutes for all languages."""


@pytest.mark.parametrize("is_simulated", [False, True], ids=["camera", "simulated"])
@pytest.mark.parametrize("language", TONGUES)
def test_every_sentence_fits_the_smallest_screen(board_table: Table, open_page: OpenPage, language: str) -> None:
    page = shown(board_table, open_page, scene("asking"))
    words = words_of(language)
    for phase in (Phase.ASKING, Phase.READ):
        base = replace(scene("asking"), phase=phase, pending=None, language=language)
        board_table.show(base)
        expect(page.locator(f"html[lang='{words.language}'] body[data-phase='{phase.value}']")).to_have_count(1)
        expect(page.locator("#notice")).to_have_text(notice_of(base))
        rest(page)
        notices = [Notice(key, VALUES.get(key, ())) for key in NoticeKey]
        told = [view(replace(base, notice=notice), simulated=False, words=words)["notice"] for notice in notices]
        assert page.evaluate(CUT_OFF, told) == [], f"{language}, {phase}: cut off"
        assert page.evaluate(CUT_OFF, [{"text": "zu lang " * 60, "is_loud": True}]) != []


@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_dialogs_fit_the_screen_and_the_finger(table: Table, open_page: OpenPage, size: str, language: str) -> None:
    page = shown(table, open_page, replace(scene("entered"), language=language), size)
    for open_dialog in (_open_menu, _open_cell, _open_end):
        open_dialog(page)
        _dialog_fits(page)
    turn_to(table, page, replace(scene("asking"), language=language))
    page.locator(".die").nth(1).tap()
    _dialog_fits(page)
    turn_to(table, page, replace(scene("hinted"), language=language))
    page.locator("#hint").tap()
    _dialog_fits(page)
    turn_to(table, page, replace(scene("asking"), language=language))
    page.locator("#actions").get_by_text(words_of(language).text("ui.repeat")).tap()
    _dialog_fits(page)


def _dialog_fits(page: Page) -> None:
    expect(page.locator("#dialog")).to_be_visible()
    rest(page)
    assert page.evaluate(TARGETS) == []
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(DIALOG_CUT) == []
    page.locator("#dialog .close").tap()


def _open_end(page: Page) -> None:
    _open_menu(page)
    page.locator("#dialog .choice").last.tap()


def _open_menu(page: Page) -> None:
    page.locator("#menu").tap()


def _open_cell(page: Page) -> None:
    if page.locator(".is-narrow").count():
        page.locator(".row[data-row='3']").tap()
        page.locator(".column-choice").nth(4).tap()
    else:
        cell(page, Category.QUEENS, 5).tap()
    page.locator("#dialog .entry-dice .face-choice").nth(0).tap()


def test_the_smallest_screen_shows_everything_without_scrolling(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("second"))
    assert page.evaluate("[document.scrollingElement.scrollHeight, document.scrollingElement.scrollWidth]") == [
        480,
        800,
    ]
    for what in (".cell", ".preview", ".sum", ".head", ".die", ".throw-label", ".points", "#notice", "#button"):
        boxes = page.locator(what).evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
        assert boxes, what
        assert all(box["width"] > 0 and box["bottom"] <= 481 and box["right"] <= 801 for box in boxes), what


def test_long_names_do_not_push_anything_away(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, at_table(61, players=("Wilhelmine von Grabenhofen", "Maximilian-Ferdinand III.")))
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(TARGETS) == []


def test_only_black_ink_the_dice_s_colours_and_one_highlight_are_used(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("second"))
    coloured = page.evaluate(
        """() => [...new Set([...document.querySelectorAll("body *")].filter((one) => one.checkVisibility()
        && !one.closest(".face")).map((one) => getComputedStyle(one).color))]"""
    )
    channels = [[int(value) for value in text[text.index("(") + 1 : -1].split(",")[:3]] for text in coloured]
    assert all(max(rgb) - min(rgb) <= 25 for rgb in channels), coloured
