"""The system's Chromium, as every test of the page starts it: headless, and asking nobody on the internet anything."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
UNHURRIED = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run")
FLAGS += ("--disable-background-networking", "--disable-component-update", "--disable-sync")


@contextmanager
def launched() -> Iterator[Browser]:
    """Give a running browser and close it afterwards; `FileNotFoundError` if there is no Chromium on this machine."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        raise FileNotFoundError(f"NO BROWSER: the page is not tested; install one of {', '.join(NAMES)}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()
