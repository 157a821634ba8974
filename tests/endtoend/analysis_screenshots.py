"""Screenshots of the analysis after a game, and of the study, to be looked at.

python -m tests.endtoend.analysis_screenshots --out build/analysis --language de
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import replace
from pathlib import Path

from firmware.display.messages import LANGUAGES, catalogue
from firmware.display.paged_analyst import PagedAnalyst
from firmware.log.store import SqliteStore
from firmware.session.state import SessionState
from firmware.session.step import resume
from models.advisor import foresight
from tests.chromium import launched
from tests.firmware.analysis.played import game
from tests.firmware.display.scenes import serving

SIZES = ((800, 480), (1024, 600), (1280, 800), (720, 1280), (390, 844))
PAIRS = (
    ("Anna", "Ben"),
    ("Ben", "Maximiliane Theresia Hub"),
    ("Anna", "Maximiliane Theresia Hub"),
    ("Kurt", "Elfriede"),
)


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("build/analysis"))
    parser.add_argument("--language", choices=LANGUAGES, default="de")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    folder = tempfile.TemporaryDirectory()
    store = SqliteStore.open(Path(folder.name) / "games.sqlite3")
    for seed, names in enumerate(PAIRS, start=1):
        for record in game(seed, 10, names):
            store.append(record)
    analyst = PagedAnalyst(foresight, store)
    analyst.start()
    table = serving(analysis=analyst)
    try:
        over = resume(SessionState(), game(arguments.seed, 10, ("Maximiliane Theresia Hub", "Kurt")))
        state = replace(over, language=arguments.language)
        analyst.watch(state)
        table.server.start()
        table.show(state)
        with launched() as browser:
            for width, height in SIZES:
                page = browser.new_page(viewport={"width": width, "height": height})
                page.goto(table.server.url)
                page.wait_for_selector("#front.result button")
                page.screenshot(path=arguments.out / f"result-{width}x{height}.png")
                page.locator("#front .front-foot .segment").first.click()
                page.wait_for_selector(".analysis")
                page.wait_for_timeout(300)
                page.screenshot(path=arguments.out / f"analysis-{width}x{height}.png")
                page.locator("#dialog .close").click()
                page.locator("#front .front-foot .segment").nth(1).click()
                page.locator("#menu").click()
                page.wait_for_timeout(300)
                page.screenshot(path=arguments.out / f"menu-{width}x{height}.png")
                page.get_by_role("button", name=catalogue(arguments.language).text("ui.study")).click()
                page.wait_for_selector(".study", timeout=60_000)
                page.wait_for_timeout(300)
                page.screenshot(path=arguments.out / f"study-{width}x{height}.png")
                page.locator("#dialog").evaluate("(dialog) => dialog.scrollTo(0, dialog.scrollHeight)")
                page.screenshot(path=arguments.out / f"study-end-{width}x{height}.png")
                page.close()
    finally:
        table.server.close()
        analyst.close()
        store.close()
        folder.cleanup()
    print(f"screenshots in {arguments.out}")


if __name__ == "__main__":
    main()
