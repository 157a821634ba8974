"""Joining a Wi-Fi on the display: at the first start, from the menu, and where there is none to join."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.firmware.adapters.test_wifi import CAFE, ROUTES, faked
from tests.firmware.display import looks
from tests.firmware.display.scenes import scene
from tests.firmware.display.served import Table, asked, words_of
from tests.firmware.display.wizard_scenes import WIZARDS

pytestmark = pytest.mark.browser


@pytest.fixture
def table(serve, tmp_path: Path) -> Table:
    faked(tmp_path)
    return serve(nmcli=str(tmp_path / "nmcli.sh"), routes=tmp_path / "routes")


def tap_keys(page: Page, keys: str) -> None:
    keyboard = page.locator("#keyboard")
    for each in keys:
        if not keyboard.get_by_text(each, exact=True).count():
            keyboard.get_by_text(re.compile("abc|#!")).tap()
        keyboard.get_by_text(each, exact=True).tap()


def test_the_first_start_leads_into_a_wifi_by_touch_and_a_wrong_password_is_put_right(table, open_url):
    table.show(WIZARDS["camera"]())
    page = open_url(table.server.url, (800, 480))
    step, said = page.locator(".wizard-steps .is-here"), page.locator(".wifi-said p")
    expect(step).to_have_text("1WLAN")
    expect(page.get_by_text("-w <script>alert(1)")).to_be_visible()
    page.get_by_text(CAFE).tap()
    tap_keys(page, "pass:")
    page.get_by_role("button", name="Verbinden").tap()
    expect(said).to_have_text("Das Passwort stimmt nicht.")
    page.get_by_label("Passwort für").tap()
    tap_keys(page, "⌫⌫⌫⌫⌫pass:word\\8")
    page.get_by_role("button", name="Verbinden").tap()
    expect(said).to_have_text(f"Verbunden: {CAFE}")
    expect(page.locator(".wifi-row.is-joined")).to_contain_text(CAFE)
    page.get_by_role("button", name="Weiter", exact=True).tap()
    expect(step).to_have_text("2Kamera")
    expect(page.locator(".wizard-steps .is-done")).to_have_text("1WLAN")
    assert table.sent == []  # nothing of it is the game's


def test_one_touch_goes_on_without_and_who_is_online_is_not_asked_but_finds_it_in_the_menu(table, tmp_path, open_url):
    table.show(WIZARDS["camera"]())
    page = open_url(table.server.url, (800, 480))
    page.get_by_role("button", name="Ohne WLAN weiter").tap()
    expect(page.locator(".wizard-steps .is-here")).to_have_text("2Kamera")
    page.reload()
    expect(page.locator(".wizard-steps .is-skipped")).to_have_text("1WLAN")
    page.evaluate("sessionStorage.clear()")
    (tmp_path / "routes").write_text(ROUTES)
    with page.expect_response("**/wifi?*"):
        page.reload()
    expect(page.locator(".wizard-steps .is-here")).to_have_text("1Kamera")
    table.show(scene("second"))
    page.locator("#menu").tap()
    assert looks.faults(page, version=table.version) == {}
    page.locator("#dialog").get_by_role("button", name="WLAN", exact=True).tap()
    expect(page.locator("#dialog .wifi-row")).to_have_count(9)
    page.locator("#dialog .wifi-row", has_text="script").tap()
    expect(page.locator("#dialog .wifi-said")).to_contain_text("antwortet nicht")
    calls = (tmp_path / "calls").read_text()
    with asked(table.address, "POST", "/wifi", {"id": "02:00:00:00:01:0D"}, origin="http://evil.example") as refused:
        assert refused.status == 403
    assert (tmp_path / "calls").read_text() == calls


def test_where_no_wifi_can_be_joined_nothing_is_asked_and_nothing_offered(serve, open_url):
    table = serve()
    table.show(WIZARDS["camera"]())
    page = open_url(table.server.url, (800, 480))
    expect(page.locator(".wizard-steps .is-here")).to_have_text("1Kamera")
    table.show(scene("second"))
    page.locator("#menu").tap()
    expect(page.get_by_role("button", name="WLAN", exact=True)).to_have_count(0)


@pytest.mark.parametrize(("size", "language"), looks.AT_THE_DEVICE)
def test_it_fits(table, open_url, size, language):
    words = words_of(language)
    table.show(replace(WIZARDS["camera"](), language=language))
    page = open_url(table.server.url, looks.SIZES[size])
    expect(page.locator(".wifi-row")).to_have_count(9)
    assert looks.faults(page, version=table.version, scrolls=True) == {}
    page.get_by_text(CAFE).tap()
    if size == "phone":  # it has a keyboard of its own
        page.locator("#keyboard .is-done").tap()
    assert looks.faults(page, version=table.version) == {}
    page.get_by_label(words.text("ui.wifi-password")).fill("wrong")
    page.get_by_role("button", name=words.text("ui.phone-connect")).tap()
    expect(page.locator(".wifi-said.is-loud")).to_be_visible()
    assert looks.faults(page, version=table.version) == {}
