"""A screen that is upright by nature, mounted across: picture and touch are turned together, and stay so."""

import pytest
from playwright.sync_api import Browser, expect

from firmware.display.turned import FILE, Turned
from firmware.session.touches import CloseWizard
from tests.firmware.display import served, wizard_scenes

pytestmark = pytest.mark.browser


def test_quarters_are_kept_and_what_cannot_be_read_or_kept_turns_nothing(tmp_path):
    turned = Turned(tmp_path / "new")
    for quarters in (1, 2, 3, 0, 1):
        turned.turn()
        assert turned.quarters == Turned(tmp_path / "new").quarters == quarters
    (tmp_path / "new" / FILE).write_bytes(b"\xff half")
    assert Turned(tmp_path / "new").quarters == 0
    (tmp_path / "file").write_text("no folder")
    unkept = Turned(tmp_path / "file")
    unkept.turn()
    assert (unkept.quarters, Turned().quarters) == (1, 0)


def test_a_finger_on_what_is_seen_touches_it_on_a_screen_turned_by_a_quarter(browser: Browser, tmp_path):
    table = served.serving(turned=Turned(tmp_path))
    page = browser.new_page(viewport={"width": 720, "height": 1280}, has_touch=True)
    try:
        table.show(next(iter(wizard_scenes.WIZARDS.values()))())
        page.goto("http://{}:{}".format(*table.address))
        expect(page.locator("#wizard")).to_be_visible()
        page.get_by_text("Alles quer? Drehen").tap()
        inside = page.frame_locator("iframe")
        expect(inside.locator("#wizard")).to_be_visible()
        assert inside.locator("body").evaluate("body => [innerWidth, innerHeight]") == [1280, 720]
        expect(inside.get_by_text("Alles quer? Drehen")).to_be_hidden()  # across it stands as it should
        for name in (".close", ".turn"):
            x, y = inside.locator(f".wizard-head {name}").evaluate(
                "each => (box => [box.x + box.width / 2, box.y + box.height / 2])(each.getBoundingClientRect())"
            )
            page.touchscreen.tap(720 - y, x)  # turned clockwise, far to the right lies far down, high to the right
        assert table.wait_for() == [CloseWizard()]
        expect(page.locator("html.by-2")).to_be_attached()
        assert Turned(tmp_path).quarters == 2
    finally:
        page.close()
        table.server.close()
