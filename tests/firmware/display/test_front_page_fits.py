"""Before a game, in a real Chromium: games, players and rules cards fit every screen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from firmware.display.names import form_name
from firmware.session.choosing import FORMS, Choice
from firmware.session.state import SessionState
from scoring.events import GameBegan
from scoring.games.open_poker import OpenPokerBegan
from tests.firmware.display.longest import words_of
from tests.firmware.display.looks import LOOKS, OUTSIDE, TARGETS, TONGUES, OpenPage, rest, shown
from tests.firmware.display.scenes import PLAYERS, Table, scene
from tests.firmware.display.test_front_page import TWELVE, tile

pytestmark = pytest.mark.browser


BESIDE = """() => [...document.querySelectorAll("#front *")]
  .filter((one) => one.checkVisibility() && !one.closest("svg") && one.getClientRects().length)
  .filter((one) => one.getBoundingClientRect().left < -1 || one.getBoundingClientRect().right > innerWidth + 1
    || one.matches("button, p, h1, h2, .rule, .segments") && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.outerHTML.slice(0, 90))"""
"""What is cut off at a side; down is where one may scroll."""


# Of many names on the ready tile the last are cut with an ellipsis: not they must fit, but the line they stand in.
OVERFLOWING = """() => [...document.querySelectorAll(".tile *:not(.tile-players bdi)")]
  .filter((one) => one.checkVisibility() && !one.closest("svg"))
  .filter((one) => one.getBoundingClientRect().bottom > one.closest(".tile").getBoundingClientRect().bottom + 1)
  .map((one) => one.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("language", TONGUES)
@pytest.mark.parametrize("choice", Choice)
def test_a_rules_card_fits_the_display_without_scrolling(
    table: Table, open_page: OpenPage, choice: Choice, language: str
) -> None:
    page = shown(table, open_page, scene("empty"))
    for form in range(len(FORMS[choice])):
        agreed = FORMS[choice][form](players=PLAYERS)
        if hasattr(agreed, "sequences"):
            agreed = replace(agreed, sequences=True)
        elif hasattr(agreed, "ranking"):
            agreed = replace(agreed, ranking=replace(agreed.ranking, sequences=True))
        name = form_name(choice, form, words_of(language))
        table.show(SessionState(agreed=agreed, language=language))
        expect(page.locator(".tile.is-ready .tile-name")).to_have_text(name)
        page.locator(".tile.is-ready .question").tap()
        rest(page)
        expect(page.locator("#dialog h2")).to_have_text(name)
        assert page.locator("#dialog").evaluate(
            "d => [d.scrollHeight - d.clientHeight, d.scrollWidth - d.clientWidth]"
        ) == [0, 0]
        assert page.evaluate(OUTSIDE) == []
        page.locator("#dialog .close").tap()


@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_the_games_fit_the_screen_and_the_finger(table: Table, open_page: OpenPage, size: str, language: str) -> None:
    for agreed in (GameBegan(players=(TWELVE[0], TWELVE[3])), OpenPokerBegan(players=TWELVE, jokers=True)):
        page = shown(table, open_page, SessionState(agreed=agreed, language=language), size)
        rest(page)
        assert page.evaluate(TARGETS) == []
        assert page.evaluate(BESIDE) == []
        assert page.evaluate(OVERFLOWING) == []
        if size != "phone":
            assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize(("size", "language"), LOOKS)
@pytest.mark.parametrize("number", [2, 4, 12])
def test_the_players_fit_the_screen_and_the_finger(
    table: Table, open_page: OpenPage, size: str, language: str, number: int
) -> None:
    page = shown(
        table, open_page, SessionState(agreed=OpenPokerBegan(players=TWELVE[:number]), language=language), size
    )
    for choice in (Choice.JOKER_POKER, Choice.ROCK_AND_ROLL, Choice.AL_CAPONE if number > 2 else Choice.TEN_BY_TEN):
        tile(page, choice).tap()
        rest(page)
        assert page.evaluate(TARGETS) == []
        assert page.evaluate(BESIDE) == []
        if size != "phone":  # which scrolls, and keeps the button that begins in view
            assert page.evaluate(OUTSIDE) == []
            assert page.locator(".front-body").evaluate("body => body.scrollHeight - body.clientHeight") == 0
        page.locator("#front summary").tap()
        rest(page)
        assert page.evaluate(TARGETS) == []
        assert page.evaluate(BESIDE) == []
        expect(page.locator("#front .begin")).to_be_in_viewport(ratio=1)
        expect(page.locator("#front .rule").first).to_be_in_viewport()
        page.locator("#front summary").tap()
        page.locator(".back").tap()
