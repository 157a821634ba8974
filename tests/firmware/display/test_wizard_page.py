"""Setting a device up on the page, in a real Chromium: what is shown while it is looked at."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra dev): the page is not tested")

from playwright.sync_api import expect

from firmware.session.state import SessionState
from tests.firmware.display.looks import rest
from tests.firmware.display.served import words_of
from tests.firmware.display.wizard_scenes import WIZARDS

pytestmark = pytest.mark.browser

WORDS = words_of("de")


def looking(exposed_ns: int) -> SessionState:
    state = WIZARDS["camera"]()
    return replace(state, wizard=replace(state.wizard, look=replace(state.wizard.look, exposed_ns=exposed_ns)))


def test_what_is_seen_is_said_and_drawn(screen) -> None:
    page = screen.open(WIZARDS["camera-lost"]())
    expect(page.locator(".wizard-said")).to_have_text(WORDS.text("wizard.camera.looking"))
    expect(page.locator(".wizard-notice")).to_have_text(WORDS.text("notice.wizard-no-camera"))
    screen.turn_to(WIZARDS["light-glare"]())
    expect(page.locator(".wizard-notice")).to_have_text("")
    expect(page.locator(".wizard-picture circle")).to_have_count(1)
    expect(page.locator(".wizard-lines li[data-rating='poor']")).to_have_count(1)
    screen.turn_to(WIZARDS["focus-poor"]())
    rest(page)
    poor = page.locator(".bar-now").bounding_box()
    screen.show(WIZARDS["focus"]())
    wide = f"() => document.querySelector('.bar-now').getBoundingClientRect().width > {2 * poor['width']}"
    page.wait_for_function(wide)
    screen.turn_to(WIZARDS["dice-known"]())
    page.wait_for_function("() => document.querySelector('.wizard-picture img')?.naturalWidth === 640")


def test_the_picture_is_renewed_and_a_finger_on_its_way_finds_its_button(screen) -> None:
    page = screen.open(WIZARDS["camera"]())
    page.wait_for_function("() => document.querySelector('.wizard-picture img')?.naturalWidth === 800")
    page.evaluate("document.querySelector('.wizard-foot .main').dataset.mine = 'yes'")
    screen.turn_to(looking(8))
    page.wait_for_function("() => document.querySelector('.wizard-picture img')?.src.includes('/survey/8.jpg')")
    expect(page.locator(".wizard-foot .main[data-mine]")).to_have_count(1)
    expect(page.locator(".wizard-picture polygon")).to_have_count(1)
    page = screen.open_anew(looking(100))  # a picture that is gone leaves what is said
    expect(page.locator(".wizard-picture img")).to_have_count(0)
    expect(page.locator(".wizard-said")).to_have_text(WORDS.text("wizard.camera.good"))
