"""After the game and over all games, in a real Chromium: all is there, it fits, and it waits for what is reckoned."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache

import pytest
from playwright.sync_api import Page, expect

from firmware.analysis.analysed import analysed
from firmware.analysis.study import study
from firmware.analysis.summary import summary
from firmware.display.analysis import analysis_view
from firmware.display.messages import catalogue
from firmware.display.study import study_view
from firmware.session.state import SessionState
from firmware.session.step import resume
from scoring.strategy.baselines import ColumnNormal
from tests.firmware.analysis.played import game
from tests.firmware.display.longest import words_of
from tests.firmware.display.looks import LOOKS, OUTSIDE, TARGETS, OpenPage, rest, shown
from tests.firmware.display.scenes import Table, scene, serving

pytestmark = pytest.mark.browser

CloseLater = Callable[[Callable[[], None]], None]
NAMES = ("Maximiliane Theresia Hub", "<b>Kurt</b>")
WORKING = {"progress": "working", "looked_at": 3}

ASIDE = """() => [...document.querySelectorAll("#dialog *")]
  .filter((one) => one.checkVisibility() && !one.closest("svg, .study-wide") && one.getClientRects().length)
  .filter((one) => one.getBoundingClientRect().left < -1 || one.getBoundingClientRect().right > innerWidth + 1
    || one.matches("button, p, h2, h3, li") && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.outerHTML.slice(0, 90))"""
"""What is cut off at a side; down is where one may scroll, and wide tables scroll sideways in themselves."""


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


@cache
def studied(language: str) -> dict[str, object]:
    pairs = (NAMES, ("Anna", "Ben"), ("Ben", NAMES[0]), ("Friedrich-Wilhelm Anton X", "Anna"))
    found = study([summary(game(seed, names=names), ColumnNormal()) for seed, names in enumerate(pairs)])
    return {"progress": "ready", **study_view(found, words_of(language))}


@pytest.fixture
def answers() -> Answers:
    return Answers([ready("de")], [studied("de")])


@pytest.fixture
def asked(answers: Answers, close_later: CloseLater) -> Iterator[Table]:
    """A display that has an analyst."""
    served = serving(analysis=answers)
    yield served
    close_later(served.server.close)


def over(language: str = "de") -> SessionState:
    return replace(resume(SessionState(), game(1, names=NAMES)), language=language)


def open_analysis(page: Page, language: str = "de") -> None:
    page.locator("#front").get_by_role("button", name=words_of(language).text("ui.analysis")).tap()


def open_study(page: Page, language: str = "de") -> None:
    page.locator("#menu").tap()
    page.get_by_role("button", name=words_of(language).text("ui.study")).tap()


def test_after_the_game_one_touch_shows_the_curve_the_table_and_what_was_dear(
    asked: Table, open_page: OpenPage
) -> None:
    page = shown(asked, open_page, over())
    open_analysis(page)
    expect(page.locator(".chance-curve svg")).to_be_visible()
    expect(page.locator(".analysis-table th[scope=col]")).to_have_text(list(NAMES))
    expect(page.locator(".analysis-table th[scope=row]")).to_have_count(4)
    expect(page.locator(".analysis-right li p")).to_have_text([each["text"] for each in ready("de")["costliest"]])
    expect(page.locator(".throw-picture svg")).to_have_count(3)
    page.locator("#dialog .close").tap()
    expect(page.locator("#front.result h1")).to_be_visible()


def test_what_is_still_reckoned_is_waited_for(asked: Table, answers: Answers, open_page: OpenPage) -> None:
    answers.of_game = [WORKING, WORKING, ready("de")]
    answers.of_all = [WORKING, studied("de")]
    page = shown(asked, open_page, over())
    open_analysis(page)
    expect(page.locator(".chance-curve svg")).to_be_visible()
    page.locator("#dialog .close").tap()
    page.locator("#front .segment").nth(1).tap()
    open_study(page)
    expect(page.locator(".study")).to_be_visible()


def test_what_cannot_be_analysed_is_said(asked: Table, answers: Answers, open_page: OpenPage) -> None:
    answers.of_game, answers.of_all = [{"progress": "failed"}], [{"progress": "failed"}]
    page = shown(asked, open_page, over())
    open_analysis(page)
    expect(page.locator(".analysing")).to_have_text(catalogue("de").text("ui.no-analysis"))
    page.locator("#dialog .close").tap()
    page.locator("#front .segment").nth(1).tap()
    open_study(page)
    expect(page.locator(".analysing")).to_have_text(catalogue("de").text("ui.no-study"))


def test_the_menu_leads_to_both_and_offers_no_analysis_in_the_middle_of_a_game(
    asked: Table, open_page: OpenPage
) -> None:
    page = shown(asked, open_page, scene("second"))
    open_study(page)
    expect(page.locator(".study .analysis-table")).to_have_count(3)
    page.locator("#dialog .close").tap()
    page.locator("#menu").tap()
    expect(page.get_by_role("button", name="Regeln")).to_be_visible()
    expect(page.get_by_role("button", name=catalogue("de").text("ui.analysis"))).to_have_count(0)
    page.locator("#dialog .close").tap()
    asked.show(over())
    page.locator("#front .segment").nth(1).tap()
    page.locator("#menu").tap()
    page.locator("#dialog").get_by_role("button", name=catalogue("de").text("ui.analysis")).tap()
    expect(page.locator(".analysis")).to_be_visible()


def test_a_study_stays_open_while_the_table_goes_on(asked: Table, open_page: OpenPage) -> None:
    page = shown(asked, open_page, scene("second"))
    open_study(page)
    expect(page.locator(".study")).to_be_visible()
    asked.show(scene("third"))
    rest(page)
    expect(page.locator(".study")).to_be_visible()


@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_the_analysis_fits_the_screen_and_the_finger(
    asked: Table, answers: Answers, open_page: OpenPage, size: str, language: str
) -> None:
    answers.of_game, answers.of_all = [ready(language)], [studied(language)]
    page = shown(asked, open_page, over(language), size)
    assert page.evaluate(TARGETS) == []
    assert page.evaluate(OUTSIDE) == []
    open_analysis(page, language)
    expect(page.locator(".analysis")).to_be_visible()
    rest(page)
    assert page.evaluate(ASIDE) == []
    if size != "phone":
        assert page.locator("#dialog").evaluate("(d) => d.scrollHeight - d.clientHeight") == 0
    page.locator("#dialog .close").tap()
    page.locator("#front .segment").nth(1).tap()
    open_study(page, language)
    expect(page.locator(".study")).to_be_visible()
    rest(page)
    assert page.evaluate(ASIDE) == []
