"""After the game and over all games, in a real Chromium: all is there, it fits, and it waits for what is reckoned."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache

import pytest
from playwright.sync_api import expect

from firmware.analysis.analysed import analysed
from firmware.display.analysis import analysis_view
from firmware.display.messages import catalogue
from firmware.session.state import SessionState
from firmware.session.step import resume
from scoring.strategy.baselines import ColumnNormal
from tests.firmware.analysis.played import game
from tests.firmware.display.longest import words_of
from tests.firmware.display.looks import LOOKS, Screen
from tests.firmware.display.scenes import scene
from tests.firmware.display.test_study import NAMES, studied

pytestmark = pytest.mark.browser

WORKING = {"progress": "working", "looked_at": 3}


@dataclass
class Answers:
    """Says what it is told to, of the game and of all games; the last answer stays."""

    of_game: list[dict[str, object]] = field(default_factory=list)
    of_all: list[dict[str, object]] = field(default_factory=list)

    def page(self) -> dict[str, object]:
        return self.of_game.pop(0) if len(self.of_game) > 1 else self.of_game[0]

    def study_page(self) -> dict[str, object]:
        return self.of_all.pop(0) if len(self.of_all) > 1 else self.of_all[0]


@cache
def ready(language: str) -> dict[str, object]:
    done = analysed(game(1, names=NAMES), ColumnNormal())
    return {"progress": "ready", **analysis_view(done, words_of(language))}


@pytest.fixture
def answers() -> Answers:
    return Answers([ready("de")], [studied("de")])


@pytest.fixture
def asked(screen: Screen, answers: Answers) -> Screen:
    """A page with an analyst behind it."""
    screen.analysis = answers
    return screen


def over(language: str = "de") -> SessionState:
    return replace(resume(SessionState(), game(1, names=NAMES)), language=language)


def test_after_the_game_one_touch_shows_what_was_dear_as_soon_as_it_is_reckoned(asked, answers) -> None:
    answers.of_game = [WORKING, WORKING, ready("de")]
    answers.of_all = [WORKING, studied("de")]
    page = asked.open(over())
    asked.tap("ui.analysis")
    expect(page.locator(".chance-curve svg")).to_be_visible()
    expect(page.locator(".analysis-table th[scope=col]")).to_have_text(list(NAMES))
    expect(page.locator(".analysis-table th[scope=row]")).to_have_count(4)
    expect(page.locator(".analysis-right li p")).to_have_text([each["text"] for each in ready("de")["costliest"]])
    expect(page.locator(".throw-picture svg")).to_have_count(3)
    asked.tap("#dialog .close")
    expect(page.locator("#front.result h1")).to_be_visible()
    asked.tap("#front .segment >> nth=1", "#menu", "ui.study")
    expect(page.locator(".study")).to_be_visible()


def test_what_cannot_be_analysed_is_said(asked, answers) -> None:
    answers.of_game, answers.of_all = [{"progress": "failed"}], [{"progress": "failed"}]
    page = asked.open(over())
    asked.tap("ui.analysis")
    expect(page.locator(".analysing")).to_have_text(catalogue("de").text("ui.no-analysis"))
    asked.tap("#dialog .close", "#front .segment >> nth=1", "#menu", "ui.study")
    expect(page.locator(".analysing")).to_have_text(catalogue("de").text("ui.no-study"))


def test_the_menu_leads_to_both_and_offers_no_analysis_in_the_middle_of_a_game(asked) -> None:
    page = asked.open(scene("second"))
    asked.tap("#menu", "ui.study")
    expect(page.locator(".study .analysis-table")).to_have_count(3)
    asked.turn_to(scene("third"))  # it stays open while the table goes on
    expect(page.locator(".study")).to_be_visible()
    asked.tap("#dialog .close", "#menu")
    expect(page.get_by_role("button", name="Regeln")).to_be_visible()
    expect(page.get_by_role("button", name=catalogue("de").text("ui.analysis"))).to_have_count(0)
    asked.tap("#dialog .close")
    asked.show(over())
    asked.tap("#front .segment >> nth=1", "#menu", "ui.analysis")
    expect(page.locator(".analysis")).to_be_visible()


@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_the_analysis_fits_the_screen_and_the_finger(asked, answers, size, language) -> None:
    answers.of_game, answers.of_all = [ready(language)], [studied(language)]
    page = asked.open(over(language), size)
    assert asked.faults(scrolls=size == "phone") == {}
    asked.tap("ui.analysis")
    expect(page.locator(".analysis")).to_be_visible()
    assert asked.faults(scrolls=True) == {}
    if size != "phone":
        assert page.locator("#dialog").evaluate("(d) => d.scrollHeight - d.clientHeight") == 0
    asked.tap("#dialog .close", "#front .segment >> nth=1", "#menu", "ui.study")
    expect(page.locator(".study")).to_be_visible()
    assert asked.faults(scrolls=True) == {}
