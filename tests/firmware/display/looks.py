"""Looking at the page: on which screens, in which languages, and what must fit there.

Each time it is looked at on the smallest display and on a phone, in a language that nobody speaks: of every message the
longest translation there is. Every language on every screen is proof.
"""

from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from firmware.display.messages import LANGUAGES
from firmware.session.state import SessionState
from scoring.games.escalero import Row
from scoring.sheets.category import Category
from tests.conftest import PATIENCE_MS
from tests.firmware.display.scenes import scene
from tests.firmware.display.served import LONGEST, Sent, Table, words_of

OpenUrl = Callable[..., Page]

SIZES = {f"{wide}x{high}": (wide, high) for wide, high in ((800, 480), (1024, 600), (1280, 800), (720, 1280))}
SIZES["phone"] = (390, 844)
TOUCH_PX = 44
LEAST_PX = TOUCH_PX - 0.01  # as a finger wants it, rounded
SCRIPTS = Path(__file__).with_name("looks.js").read_text(encoding="utf-8")


def script(name: str) -> str:
    """Return a function of `looks.js`, as a page evaluates it."""
    return f"(...how) => {SCRIPTS.rstrip()}.{name}(...how)"


def usually(usual: Iterable[Any], every: Iterable[Any]) -> list[Any]:
    """Return what a test is parametrised with each time, and the rest as proof."""
    usual = list(usual)
    rest = [each for each in every if each not in usual]
    proof = [pytest.param(*(each if isinstance(each, tuple) else (each,)), marks=pytest.mark.proof) for each in rest]
    return usual + proof


SMALL = ("800x480", "phone")
TONGUES = usually([LONGEST], LANGUAGES)
EACH_TIME = [(size, LONGEST) for size in SMALL]
EVERY = list(product(SIZES, [*LANGUAGES, LONGEST]))
LOOKS = usually(EACH_TIME, EVERY)
"""Sizes and languages."""
AT_THE_DEVICE = usually(EACH_TIME[:1], EVERY)
"""The same of what no phone shows."""


class Screen:
    """A page that is open, and behind it a companion that is not there; fixtures make one for each test."""

    def __init__(self, tables: Callable[[bool], Table], serve: Callable[..., Table], open_url: OpenUrl) -> None:
        self._tables, self._serve, self._open_url = tables, serve, open_url
        self.table: Table
        self.page: Page
        self._language = "de"

    def open(
        self, state: SessionState, size: str = "800x480", *, is_simulated: bool = False, has_touch: bool = True
    ) -> Page:
        """Show a moment in a size, on a page that knows nothing of what it showed before."""
        self.table = self._tables(is_simulated)
        self.show(scene("empty"))
        how = {"stays": is_simulated, "has_touch": has_touch}
        self.page = self._open_url(self.table.server.url, SIZES[size], **how)
        self.page.evaluate(script("forget"), self._shown())
        self.table.sent.clear()
        self.turn_to(state)
        return self.page

    def open_anew(self, state: SessionState, *, alone: bool = False) -> Page:
        """Show a moment on a page that was just loaded and may be worn; alone its companion is this test's, too."""
        self.table = self._serve() if alone else self._tables(False)
        self.table.sent.clear()
        self.show(state)
        self.page = self._open_url(self.table.server.url, SIZES["800x480"])
        return self.page

    def show(self, state: SessionState) -> None:
        """Push another moment."""
        self._language = state.language
        self.table.show(state)

    def turn_to(self, state: SessionState) -> None:
        """Push another moment and wait until the page has it: what is tapped before belongs to the one before."""
        self.page.evaluate(script("answered"), PATIENCE_MS)
        self.show(state)
        self.page.evaluate(script("shown"), self._shown())

    def _shown(self) -> dict[str, int]:
        return {"version": self.table.version, "patience": PATIENCE_MS}

    def sent(self, count: int = 1) -> list[Sent]:
        """Return what the page sent once that many things arrived."""
        return self.table.wait_for(count)

    def button(self, what: str) -> Locator:
        """Return a button by its name, by the message that it is named by, or by a selector; the uppermost."""
        words = words_of(self._language)
        if what[0] in ".#":
            return self.page.locator(what)
        name = words.text(what) if what in words.message_ids else what
        return self.page.get_by_role("button", name=name, exact=True).last

    def tap(self, *all_of: str | tuple[str, str]) -> None:
        """Touch one button after the other, and type where a field comes with a text."""
        for each in all_of:
            if isinstance(each, tuple):
                self.page.locator(each[0]).fill(each[1])
            else:
                self.button(each).tap()

    def faults(self, *, scrolls: bool = False) -> dict[str, list[str]]:
        """Return what does not fit, once the page shows what was pushed last."""
        return faults(self.page, version=self.table.version, scrolls=scrolls)


def faults(page: Page, *, version: int | None = None, scrolls: bool = False) -> dict[str, list[str]]:
    """Return what does not fit the screen or a finger, of a view that is waited for; the page may be higher or not."""
    how = {"version": version, "scrolls": scrolls, "least": LEAST_PX, "patience": PATIENCE_MS}
    found: dict[str, list[str]] = page.evaluate(script("faults"), how)
    return found


def cell(category: Category, column: int) -> str:
    return f".cell[data-row='{category.value}'][data-column='{column - 1}']"


def own(row: Row) -> str:
    """Return the cell of whoever throws at Escalero, as it is touched on this screen."""
    place = f"[data-row='{row.value}']"
    return f".is-beside .own-cell{place}, .escalero:not(.is-beside) .cell.is-to-move{place}"


def rest(page: Page) -> None:
    """Wait until the page has shown the newest view and drawn its lines."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
