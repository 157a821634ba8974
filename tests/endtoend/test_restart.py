"""The page in a real Chromium when the companion is killed and comes back, as it was or as a new version."""

from __future__ import annotations

import shutil
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.endtoend.running import ROOT, Running, written

pytestmark = pytest.mark.proof

BACK_MS = 60_000


@pytest.fixture
def version(tmp_path):
    """A copy of the companion whose page may be changed."""
    root = tmp_path / "version"
    shutil.copytree(ROOT / "firmware", root / "firmware", ignore=shutil.ignore_patterns("__pycache__"))
    for package in ("models", "scoring", "vision"):
        (root / package).symlink_to(ROOT / package)
    return root


@pytest.fixture
def settings(tmp_path):
    path = written(tmp_path)
    path.write_text(path.read_text().replace("simulated", "usb:63", 1))  # no camera: nothing to wait for
    return path


@contextmanager
def started(settings, root):
    running = Running(settings, root=root)
    try:
        yield running
    finally:
        running.kill()
        running.stop()  # nothing is left to be stopped but what listened to it


def loads_of(page):
    """Return a list that grows by one with every load of the page from now on."""
    loads = []
    page.on("load", lambda loaded: loads.append(loaded.url))
    return loads


def test_a_page_goes_on_by_itself_when_the_companion_comes_back(browser, settings, version):
    page = browser.new_page()
    with started(settings, version) as running:
        page.goto(running.url)
        running.touch("new-game", players=["Elfriede", "Kurt"], beginner=0)
        expect(page.locator(".name.hand-0")).to_have_text("Elfriede")
        loads = loads_of(page)
    expect(page.locator("#lost")).to_be_visible()
    with started(settings, version) as again:
        expect(page.locator("#lost")).to_be_hidden(timeout=BACK_MS)
        again.touch("choose-language", language="en")
        expect(page.locator("html")).to_have_attribute("lang", "en")  # it hears the new one
        expect(page.locator(".name.hand-0")).to_have_text("Elfriede")
    assert loads == []
    page.close()


def test_a_page_loads_itself_once_when_the_companion_comes_back_as_a_new_version(browser, settings, version):
    page = browser.new_page()
    static = version / "firmware" / "display" / "static"
    with started(settings, version) as running:
        page.goto(running.url)
        running.touch("new-game", players=["Elfriede", "Kurt"], beginner=0)
        expect(page.locator(".name.hand-0")).to_have_text("Elfriede")
        loads = loads_of(page)
    with (static / "js" / "main.js").open("a") as script:
        script.write('\ndocument.body.dataset.edition = "second";\n')
    with (static / "page.css").open("a") as style:
        style.write("\nbody { outline-width: 7px; }\n")
    with started(settings, version) as again:
        expect(page.locator("body")).to_have_attribute("data-edition", "second", timeout=BACK_MS)
        expect(page.locator("body")).to_have_css("outline-width", "7px")
        expect(page.locator("#lost")).to_be_hidden()
        again.touch("choose-language", language="en")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        expect(page.locator(".name.hand-0")).to_have_text("Elfriede")
    assert len(loads) == 1
    page.close()
