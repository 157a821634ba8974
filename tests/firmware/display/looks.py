"""Looking at the page: on which screens, in which languages, and what must fit there.

Each time it is looked at on the smallest display and on a phone, in German and in a language that nobody speaks: of
every message the longest translation there is. Every language on every screen is proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra dev): the page is not tested")

from playwright.sync_api import Page, expect

from firmware.display.messages import LANGUAGES
from firmware.display.view import view
from firmware.session.state import SessionState
from scoring.sheets.category import Category
from tests.firmware.display.longest import LONGEST, words_of
from tests.firmware.display.scenes import Table

OpenPage = Callable[..., Page]
"""Opens the page at a size, and more; see `conftest.py`."""


SIZES = {
    "800x480": (800, 480),
    "1024x600": (1024, 600),
    "1280x800": (1280, 800),
    "720x1280": (720, 1280),
    "phone": (390, 844),
}
TOUCH_PX = 44


def usually(usual: Iterable[Any], every: Iterable[Any]) -> list[Any]:
    """Return what a test is parametrised with each time, and the rest as proof."""
    usual = list(usual)
    rest = [each for each in every if each not in usual]
    proof = [pytest.param(*(each if isinstance(each, tuple) else (each,)), marks=pytest.mark.proof) for each in rest]
    return usual + proof


SMALL, USUAL = ("800x480", "phone"), ("de", LONGEST)
SCREENS = usually(SMALL, SIZES)
TONGUES = usually(USUAL, LANGUAGES)
EACH_TIME = [("800x480", "de"), ("800x480", LONGEST), ("phone", LONGEST)]
LOOKS = usually(EACH_TIME, product(SIZES, [*LANGUAGES, LONGEST]))
"""Sizes and languages."""
BOARDS = usually(
    [*((*look, False) for look in EACH_TIME), ("800x480", LONGEST, True)],
    product(SIZES, [*LANGUAGES, LONGEST], (False, True)),
)
"""The same with a camera and on the simulated board, which has a picture on the page."""


def shown(table: Table, open_page: OpenPage, state: SessionState, size: str = "800x480", **options: Any) -> Page:
    table.show(state)
    return open_page(table, SIZES[size], **options)


def turn_to(table: Table, page: Page, state: SessionState) -> None:
    """Show another moment and wait until the page has it: what is tapped before belongs to the one before."""
    table.show(state)
    expect(page.locator(f"body[data-phase='{state.phase.value}']")).to_have_count(1)
    expect(page.locator("#notice")).to_have_text(notice_of(state))


def cell(page: Page, category: Category, column: int) -> Any:
    return page.locator(f".cell[data-row='{category.value}'][data-column='{column - 1}']")


def rest(page: Page) -> None:
    """Wait until the page has shown the newest view and drawn its lines."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def notice_of(state: SessionState) -> str:
    """Return what the page says of a moment."""
    notice = view(state, simulated=False, words=words_of(state.language))["notice"]
    assert isinstance(notice, dict)
    return str(notice["text"])


TARGETS = """() => [...document.querySelectorAll("button, select, input, summary, [role=button], canvas")]
  .filter((one) => one.checkVisibility() && !one.disabled && getComputedStyle(one).pointerEvents !== "none")
  .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect().width, one.getBoundingClientRect().height])
  .filter(([, width, height]) => width < LEAST || height < LEAST)""".replace("LEAST", f"{TOUCH_PX - 0.01}")

DIAL_CLIPPED = """() => [...document.querySelectorAll("#dial, #dial h2, #dial button, #dial .dial-hint")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth
    || !one.matches("button") && one.getBoundingClientRect().bottom > innerHeight)
  .map((one) => one.outerHTML.slice(0, 90))"""

OUTSIDE = """() => [...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && !one.closest("svg") && one.getClientRects().length)
  .map((one) => [one, one.getBoundingClientRect(), one.matches(".entry") ? 5 : 1])  // entries are written aslant
  .filter(([, box, slack]) => box.left < -slack || box.top < -slack
    || box.right > innerWidth + slack || box.bottom > innerHeight + slack)
  .map(([one]) => one.outerHTML.slice(0, 90))"""

CLIPPED = """() => [...document.querySelectorAll(
    "button:not(.die, .cell), .label, .name, .throw, #notice, #remarks, #talk, .sum, .points")]
  .filter((one) => one.checkVisibility() && one.clientWidth)
  .filter((one) => one.scrollWidth > one.clientWidth + 1
    || one.scrollHeight > one.clientHeight + 3  // letters of two lines reach a little beyond them
      && (one.matches("button") || getComputedStyle(one).overflowY === "hidden"))
  .map((one) => [one.outerHTML.slice(0, 110), one.scrollWidth, one.clientWidth, one.scrollHeight, one.clientHeight])"""

DIALOG_CUT = """() => [...document.querySelectorAll("#dialog, #dialog *")]
  .filter((one) => one.checkVisibility() && one.clientWidth && !one.closest("svg, select"))
  .filter((one) => one.scrollWidth > one.clientWidth + 1
    || one.scrollHeight > one.clientHeight + 2 && one.matches("#dialog, button"))
  .map((one) => [one.outerHTML.slice(0, 110), one.scrollWidth, one.clientWidth, one.scrollHeight, one.clientHeight])"""
