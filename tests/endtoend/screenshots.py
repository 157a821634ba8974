"""Screenshots of a running game, or of what is said of games afterwards, at five sizes, to be looked at.

python -m tests.endtoend.screenshots --out build/screenshots --turns 6
python -m tests.endtoend.screenshots --of analysis --out build/analysis --language de
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from firmware.display.messages import catalogue
from firmware.display.paged_analyst import PagedAnalyst
from firmware.log.store import SqliteStore
from firmware.session.state import SessionState
from firmware.session.step import resume
from models.advisor import foresight
from tests.chromium import launched
from tests.endtoend.killed import act
from tests.endtoend.running import Running, written
from tests.firmware.analysis.played import game
from tests.firmware.display.served import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SIZES = ((800, 480), (1024, 600), (1280, 800), (720, 1280), (390, 844))
LONG = "Maximiliane Theresia Hub"
PAIRS = (("Anna", "Ben"), ("Ben", LONG), ("Anna", LONG), ("Kurt", "Elfriede"))


def pages(browser: Browser, url: str) -> Iterator[tuple[Page, str]]:
    for width, height in SIZES:
        with browser.new_page(viewport={"width": width, "height": height}) as page:
            page.goto(url)
            yield page, f"{width}x{height}"


def of_a_game(browser: Browser, folder: Path, out: Path, *, turns: int, seed: int) -> None:
    """Play until so many entries stand on the sheet and a throw lies read, and take the pictures."""
    running = Running(written(folder, seed=seed))
    try:
        while not ((view := running.newest())["phase"] == "read" and view["turn_number"] > turns):
            act(running, view)
            time.sleep(0.05)
        for page, size in pages(browser, running.url):
            page.wait_for_function("() => document.querySelectorAll('.entry.is-open').length > 0")
            page.wait_for_timeout(600)  # the board's picture and the fonts
            page.screenshot(path=out / f"{size}.png")
    finally:
        running.stop()


def of_analysis(browser: Browser, folder: Path, out: Path, *, language: str, seed: int) -> None:
    """Let some games be over, and take pictures of the result, its analysis and the study."""
    with ExitStack() as stack:
        store = SqliteStore.open(folder / "games.sqlite3")
        stack.callback(store.close)
        for number, names in enumerate(PAIRS, start=1):
            for record in game(number, 10, names):
                store.append(record)
        analyst = PagedAnalyst(foresight, store)
        analyst.start()
        stack.callback(analyst.close)
        table = serving(analysis=analyst)
        stack.callback(table.server.close)
        state = replace(resume(SessionState(), game(seed, 10, (LONG, "Kurt"))), language=language)
        analyst.watch(state)
        table.server.start()
        table.show(state)
        study = catalogue(language).text("ui.study")
        for page, size in pages(browser, table.server.url):
            _turn_pages(page, out, size, study)


def _turn_pages(page: Page, out: Path, size: str, study: str) -> None:
    def shoot(name: str) -> None:
        page.wait_for_timeout(300)
        page.screenshot(path=out / f"{name}-{size}.png")

    page.wait_for_selector("#front.result button")
    shoot("result")
    page.locator("#front .front-foot .segment").first.click()
    page.wait_for_selector(".analysis")
    shoot("analysis")
    page.locator("#dialog .close").click()
    page.locator("#front .front-foot .segment").nth(1).click()
    page.locator("#menu").click()
    shoot("menu")
    page.get_by_role("button", name=study).click()
    page.wait_for_selector(".study", timeout=60_000)
    shoot("study")
    page.locator("#dialog").evaluate("(dialog) => dialog.scrollTo(0, dialog.scrollHeight)")
    shoot("study-end")


def main(
    of: str = "game", out: Path = Path("build/screenshots"), turns: int = 6, language: str = "de", seed: int = 12
) -> None:
    """Take the pictures."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        if of == "game":
            of_a_game(browser, Path(folder), out, turns=turns, seed=seed)
        else:
            of_analysis(browser, Path(folder), out, language=language, seed=seed)
    print(f"screenshots in {out}")


if __name__ == "__main__":
    typer.run(main)
