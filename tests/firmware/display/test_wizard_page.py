"""Setting a device up on the page, in a real Chromium: what is shown, what a touch sends, and that it fits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra dev): the page is not tested")

from playwright.sync_api import Page, expect

from firmware.display.view import view
from firmware.ports import Edge
from firmware.session.lesson import LessonStage
from firmware.session.state import SessionState
from firmware.session.step import step
from firmware.session.touches import (
    ChooseLanguage,
    CloseWizard,
    GoBack,
    GoOn,
    OpenDial,
    OpenDice,
    OpenWizard,
    ShowSignals,
    TakeOption,
    TellSignal,
    TryStepAgain,
    UseSheet,
)
from firmware.session.vocabulary import DialKind
from firmware.session.wizard import Told
from tests.firmware.display.longest import words_of
from tests.firmware.display.looks import BOARDS, LOOKS, OUTSIDE, TARGETS, OpenPage, rest, shown
from tests.firmware.display.scenes import Table, lesson, scene
from tests.firmware.display.wizard_scenes import WIZARDS

pytestmark = pytest.mark.browser


CLIPPED = """() => [...document.querySelectorAll("#wizard :is(button, h2, p, li, .wizard-side)")]
  .filter((one) => one.checkVisibility() && one.clientWidth && !one.closest(".wizard-steps"))
  .filter((one) => one.scrollWidth > one.clientWidth + 1
    || one.scrollHeight > one.clientHeight + 2 && one.matches("button, .wizard-side"))
  .map((one) => [one.outerHTML.slice(0, 110), one.scrollWidth, one.clientWidth, one.scrollHeight, one.clientHeight])"""

OUTSIDE_WIZARD = OUTSIDE.replace('"body *"', '"#wizard *"')

OVERLAPS = """() => {
  const parts = ["head", "steps", "notice", "body", "foot"].map((part) => document.querySelector(`.wizard-${part}`))
    .filter((one) => one.checkVisibility());
  const boxes = parts.map((one) => one.getBoundingClientRect());
  return boxes.slice(1).map((box, i) => [parts[i + 1].className, box.top, boxes[i].bottom])
    .filter(([, top, bottom]) => top < bottom - 0.5);
}"""


def set_up(table: Table, open_page: OpenPage, name: str, size: str = "800x480", **options: Any) -> Page:
    page = shown(table, open_page, WIZARDS[name](), size, **options)
    expect(page.locator("#wizard")).to_be_visible()
    return page


def touched(table: Table, page: Page, name: str) -> list[object]:
    page.locator("#wizard").get_by_role("button", name=name, exact=True).tap()
    return list(table.wait_for())


# ---- the way there and back


def test_the_menu_leads_there(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("second"))
    page.locator("#menu").tap()
    page.get_by_role("button", name="Einrichten").tap()
    assert table.wait_for() == [OpenWizard()]
    table.show(WIZARDS["camera"]())
    expect(page.locator("#dialog")).to_be_hidden()
    expect(page.locator("#wizard h2")).to_have_text("Sieht die Kamera das Brett?")
    assert page.evaluate("document.querySelector('#table').inert") is True


def test_at_the_very_first_start_it_offers_itself(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, SessionState(offers_wizard=True))
    expect(page.locator(".first-time")).to_contain_text("Zum ersten Mal hier?")
    expect(page.get_by_role("button", name="Los geht’s!")).to_be_visible()
    page.locator(".first-time").get_by_role("button", name="Einrichten").tap()
    assert table.wait_for() == [OpenWizard()]


def test_later_it_is_one_button_among_others(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, SessionState())
    expect(page.locator(".first-time")).to_have_count(0)
    page.locator(".set-up").tap()
    assert table.wait_for() == [OpenWizard()]


def test_closed_the_game_is_there_as_before(table: Table, open_page: OpenPage) -> None:
    page = set_up(table, open_page, "light")
    page.locator("#wizard .close").tap()
    assert table.wait_for() == [CloseWizard()]
    table.show(scene("second"))
    expect(page.locator("#wizard")).to_be_hidden()
    assert page.evaluate("document.querySelector('#table').inert") is False


def test_teaching_lies_over_it_and_leads_back(table: Table, open_page: OpenPage) -> None:
    page = set_up(table, open_page, "dice-unsure")
    assert touched(table, page, "Würfel zeigen") == [OpenDice()]
    table.show(replace(WIZARDS["dice-unsure"](), teaching=lesson(LessonStage.SETS).teaching))
    expect(page.locator("#teach .known-set").first).to_be_visible()
    page.locator("#teach .close").tap()
    table.show(WIZARDS["dice"]())
    expect(page.locator("#teach")).to_be_hidden()
    expect(page.locator("#wizard .press-button")).to_be_visible()


# ---- what is touched


@pytest.mark.parametrize(
    ("name", "button", "sent"),
    [
        ("camera", "Weiter", GoOn()),
        ("camera-dark", "Überspringen", GoOn()),
        ("camera", "Noch einmal", TryStepAgain()),
        ("camera", "FR", ChooseLanguage("fr")),
        ("focus", "Zurück", GoBack()),
        ("sheet-tilted", "Jetzt rechnen", UseSheet()),
        ("button-done", "Noch einmal zeigen", ShowSignals()),
        ("done", "Neues Spiel", CloseWizard()),
    ],
)
def test_all_that_can_be_done_takes_one_touch(
    table: Table, open_page: OpenPage, name: str, button: str, sent: object
) -> None:
    page = set_up(table, open_page, name)
    assert touched(table, page, button) == [sent]


def test_lamp_and_sound_are_told_of(table: Table, open_page: OpenPage) -> None:
    page = set_up(table, open_page, "button-press")
    page.locator(".ask").nth(1).get_by_role("button", name="Nein").tap()
    assert table.wait_for() == [TellSignal(Told.SOUND, is_so=False)]


@pytest.mark.parametrize("name", ["button", "dice"])
def test_the_button_of_the_screen_and_space_are_the_button(table: Table, open_page: OpenPage, name: str) -> None:
    page = set_up(table, open_page, name)
    page.locator("#wizard .press-button").tap()
    page.keyboard.press("Space")
    edges = table.wait_for(4)
    assert [edge.is_down for edge in edges if isinstance(edge, Edge)] == [True, False, True, False]


def test_on_the_simulated_board_a_press_throws_and_the_board_is_seen(
    simulated_table: Table, open_page: OpenPage
) -> None:
    page = set_up(simulated_table, open_page, "throw")
    page.locator("#wizard canvas[width='480']").wait_for()
    page.locator("#wizard .press-button").tap()
    assert simulated_table.wait_for() == [("press", None)]
    simulated_table.show(WIZARDS["dice-known"]())
    page.wait_for_function("() => document.querySelector('.wizard-picture img')?.naturalWidth === 640")
    simulated_table.show(scene("second"))
    expect(page.locator("#table #board canvas")).to_be_visible()


def test_its_dial_lies_over_it(table: Table, open_page: OpenPage) -> None:
    state, _ = step(WIZARDS["camera"](), OpenDial(DialKind.WIZARD))
    page = shown(table, open_page, state)
    page.locator("#dial .choice", has_text="Später weiter").tap()
    assert table.wait_for() == [TakeOption(DialKind.WIZARD, 2)]


# ---- what is shown live


def test_the_picture_is_renewed_and_a_finger_on_its_way_finds_its_button(table: Table, open_page: OpenPage) -> None:
    page = set_up(table, open_page, "camera")
    page.wait_for_function("() => document.querySelector('.wizard-picture img')?.naturalWidth === 800")
    page.evaluate("document.querySelector('.wizard-foot .main').dataset.mine = 'yes'")
    state = WIZARDS["camera"]()
    table.show(replace(state, wizard=replace(state.wizard, look=replace(state.wizard.look, exposed_ns=8))))
    page.wait_for_function("() => document.querySelector('.wizard-picture img')?.src.includes('/survey/8.jpg')")
    expect(page.locator(".wizard-foot .main[data-mine]")).to_have_count(1)
    expect(page.locator(".wizard-picture polygon")).to_have_count(1)


def test_a_picture_that_is_gone_leaves_what_is_said(table: Table, open_page: OpenPage) -> None:
    state = WIZARDS["camera"]()
    gone = replace(state, wizard=replace(state.wizard, look=replace(state.wizard.look, exposed_ns=100)))
    page = shown(table, open_page, gone)
    expect(page.locator(".wizard-picture img")).to_have_count(0)
    expect(page.locator(".wizard-said")).to_contain_text("Ich sehe das ganze Brett.")


def test_the_bar_grows_with_the_sharpness(table: Table, open_page: OpenPage) -> None:
    page = set_up(table, open_page, "focus-poor")
    rest(page)
    poor = page.locator(".bar-now").bounding_box()
    table.show(WIZARDS["focus"]())
    wide = f"() => document.querySelector('.bar-now').getBoundingClientRect().width > {2 * poor['width']}"
    page.wait_for_function(wide)


def test_a_mirrored_lamp_is_circled(table: Table, open_page: OpenPage) -> None:
    page = set_up(table, open_page, "light-glare")
    expect(page.locator(".wizard-picture circle")).to_have_count(1)
    expect(page.locator(".wizard-lines li[data-rating='poor']")).to_have_count(1)


# ---- every screen


@pytest.mark.parametrize(("size", "language", "is_simulated"), BOARDS)
def test_every_moment_of_setting_up_fits_the_screen_and_the_finger(
    board_table: Table, open_page: OpenPage, size: str, language: str, is_simulated: bool
) -> None:
    page = shown(board_table, open_page, replace(scene("empty"), language=language), size)
    names = [name for name in WIZARDS if not is_simulated or name.startswith(("dice", "throw", "sheet", "button"))]
    for name in names:
        state = replace(WIZARDS[name](), language=language)
        board_table.show(state)
        fits(page, state, name, is_simulated=is_simulated)


@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_the_offer_fits_the_first_page(table: Table, open_page: OpenPage, size: str, language: str) -> None:
    for offers in (True, False):
        page = shown(table, open_page, replace(scene("setup"), language=language, offers_wizard=offers), size)
        expect(page.locator(".first-time")).to_have_count(int(offers))
        rest(page)
        assert page.evaluate(TARGETS) == []
        assert page.evaluate(OUTSIDE) == []
        assert page.evaluate(CLIPPED.replace("#wizard", "#front")) == []


def fits(page: Page, state: SessionState, name: str, *, is_simulated: bool) -> None:
    """Assert that the page shows a moment of setting up whole, with everything large enough to be touched."""
    wizard = view(state, simulated=is_simulated, words=words_of(state.language))["wizard"]
    expect(page.locator(f"#wizard[data-step='{wizard['step']}']")).to_be_visible()
    expect(page.locator(".wizard-said")).to_have_text(wizard["sentence"])
    expect(page.locator(".wizard-notice")).to_have_text(wizard["notice"] or "")
    rest(page)
    assert page.evaluate(TARGETS) == [], f"{name}: too small for a finger"
    assert page.evaluate(OUTSIDE_WIZARD) == [], f"{name}: outside the screen"
    assert page.evaluate(CLIPPED) == [], f"{name}: cut off"
    assert page.evaluate(OVERLAPS) == [], f"{name}: one over the other"
