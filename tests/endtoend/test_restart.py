"""The page in a real Chromium when the companion is killed and comes back, as it was or as a new version."""

import shutil

import pytest
from playwright.sync_api import expect

from tests.endtoend.running import ROOT, Running, written

pytestmark = pytest.mark.proof

BACK_MS = 60_000


@pytest.mark.parametrize("is_new", [False, True])
def test_a_page_goes_on_by_itself_when_the_companion_is_back_and_loads_itself_once_if_anew(browser, tmp_path, is_new):
    version, settings = tmp_path / "version", written(tmp_path)
    shutil.copytree(ROOT / "firmware", version / "firmware", ignore=shutil.ignore_patterns("__pycache__"))
    for package in ("models", "scoring", "vision"):
        (version / package).symlink_to(ROOT / package)
    settings.write_text(settings.read_text().replace("simulated", "usb:63", 1))  # no camera: nothing to wait for
    page, loads = browser.new_page(), []
    with Running(settings, root=version) as running:
        page.goto(running.url)
        running.touch("new-game", players=["Elfriede", "Kurt"], beginner=0)
        expect(page.locator(".name.hand-0")).to_have_text("Elfriede")
        page.on("load", lambda loaded: loads.append(loaded.url))
        running.kill()
    expect(page.locator("#lost")).to_be_visible()
    static = version / "firmware" / "display" / "static"
    added = {"js/main.js": 'document.body.dataset.edition = "2";', "page.css": "body { outline-width: 7px; }"}
    for name, more in added.items() if is_new else ():
        with (static / name).open("a") as file:
            file.write(f"\n{more}\n")
    with Running(settings, root=version) as again:
        expect(page.locator("#lost")).to_be_hidden(timeout=BACK_MS)
        if is_new:
            expect(page.locator("body")).to_have_attribute("data-edition", "2", timeout=BACK_MS)
            expect(page.locator("body")).to_have_css("outline-width", "7px")
        again.touch("choose-language", language="en")
        expect(page.locator("html")).to_have_attribute("lang", "en")  # it hears the new one
        expect(page.locator(".name.hand-0")).to_have_text("Elfriede")
    assert len(loads) == is_new
    page.close()
