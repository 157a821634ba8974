"""After the game and over all games, in a real Chromium: all is there, it fits, and it waits for what is reckoned."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from playwright.sync_api import Page, expect

from firmware.analysis.analysed import analysed
from firmware.display.analysis import analysis_view
from firmware.display.messages import catalogue
from firmware.session.state import SessionState
from firmware.session.step import resume
from scoring.strategy.baselines import ColumnNormal
from tests.firmware.analysis.played import game
from tests.firmware.display.looks import LOOKS, Screen
from tests.firmware.display.scenes import scene
from tests.firmware.display.served import words_of
from tests.firmware.display.test_analysis import NAMES, studied

pytestmark = pytest.mark.browser

WORKING = {"progress": "working", "looked_at": 3}


@cache
def ready(language: str) -> dict[str, object]:
    done = analysed(game(1, names=NAMES), ColumnNormal())
    return {"progress": "ready", **analysis_view(done, words_of(language))}


def over(language: str = "de") -> SessionState:
    return replace(resume(SessionState(), game(1, names=NAMES)), language=language)


def opened(screen: Screen, state: SessionState, size: str = "800x480", **answers: object) -> Page:
    """Show a moment, with an analyst behind it."""
    page = screen.open(state, size)
    screen.table.analysis.of_game = answers.get("of_game", [ready(state.language)])
    screen.table.analysis.of_all = answers.get("of_all", [studied(state.language)])
    return page


def test_after_the_game_one_touch_shows_what_was_dear_as_soon_as_it_is_reckoned(screen) -> None:
    page = opened(screen, over(), of_game=[WORKING, WORKING, ready("de")], of_all=[WORKING, studied("de")])
    screen.tap("ui.analysis")
    expect(page.locator(".chance-curve svg")).to_be_visible()
    expect(page.locator(".analysis-table th[scope=col]")).to_have_text(list(NAMES))
    expect(page.locator(".analysis-table th[scope=row]")).to_have_count(4)
    expect(page.locator(".analysis-right li p")).to_have_text([each["text"] for each in ready("de")["costliest"]])
    expect(page.locator(".throw-picture svg")).to_have_count(3)
    screen.tap("#dialog .close")
    expect(page.locator("#front.result h1")).to_be_visible()
    screen.turn_to(scene("second"))  # from the menu; no analysis in the middle of a game
    screen.tap("#menu")
    expect(page.get_by_role("button", name="Regeln")).to_be_visible()
    expect(screen.button("ui.analysis")).to_have_count(0)
    expect(screen.button("ui.phones")).to_have_count(0)  # nothing is shared here
    screen.tap("ui.study")
    expect(page.locator(".study .analysis-table")).to_have_count(3)
    screen.turn_to(scene("third"))  # it stays open while the table goes on
    expect(page.locator(".study")).to_be_visible()


def test_what_cannot_be_analysed_is_said(screen) -> None:
    page = opened(screen, over(), of_game=[{"progress": "failed"}], of_all=[{"progress": "failed"}])
    screen.tap("ui.analysis")
    expect(page.locator(".analysing")).to_have_text(catalogue("de").text("ui.no-analysis"))
    screen.tap("#dialog .close")
    screen.turn_to(scene("second"))
    screen.tap("#menu", "ui.study")
    expect(page.locator(".analysing")).to_have_text(catalogue("de").text("ui.no-study"))


@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_the_analysis_fits_the_screen_and_the_finger(screen, size, language) -> None:
    page = opened(screen, over(language), size)
    assert screen.faults(scrolls=size == "phone") == {}
    screen.tap("ui.analysis")
    expect(page.locator(".analysis")).to_be_visible()
    assert screen.faults(scrolls=True) == {}
    if size != "phone":
        assert page.locator("#dialog").evaluate("(d) => d.scrollHeight - d.clientHeight") == 0
    screen.tap("#dialog .close")
    screen.turn_to(replace(scene("second"), language=language))
    screen.tap("#menu", "ui.study")
    expect(page.locator(".study")).to_be_visible()
    assert screen.faults(scrolls=True) == {}
