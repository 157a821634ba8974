"""The page in a real Chromium: its button, the simulated board's, and what is pushed to it."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra dev): the page is not tested")

from playwright.sync_api import Page, expect

from firmware.display.messages import LANGUAGES, catalogue
from firmware.ports import Edge
from firmware.table.latency import PressPart
from scoring.sheets.category import Category
from tests.firmware.display.looks import Screen, cell, rest
from tests.firmware.display.scenes import at_table, scene

pytestmark = pytest.mark.browser


# ---- the button


def went(screen: Screen) -> list[bool]:
    """Return how the button went, down and up."""
    return [edge.is_down for edge in screen.sent(2) if isinstance(edge, Edge)]


def test_space_is_the_button(screen) -> None:
    page = screen.open(scene("empty"))
    page.keyboard.down("Space")
    page.keyboard.down("Space")  # the keyboard repeats
    page.keyboard.up("Space")
    assert went(screen) == [True, False]


def test_a_space_in_a_name_is_a_space(screen) -> None:
    page = screen.open(scene("setup"))
    screen.tap(".tile.is-ready .tile-choose")
    field = page.locator(".name-field input").nth(0)
    field.fill("")
    field.press_sequentially("Max M")
    expect(field).to_have_value("Max M")
    assert screen.table.sent == []


def test_a_button_let_go_outside_comes_up(screen) -> None:
    page = screen.open(scene("empty"), has_touch=False)
    page.locator("#button").hover()
    page.mouse.down()
    page.mouse.move(600, 200)
    page.mouse.up()
    assert went(screen) == [True, False]


def test_a_page_that_loses_its_window_lets_the_button_go(screen) -> None:
    page = screen.open(scene("empty"))
    page.keyboard.down("Space")
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert went(screen) == [True, False]


AWAY = """times => {
    const there = window.fetch;
    window.fetch = (...asked) => (times-- > 0 ? Promise.reject(new TypeError("out of reach")) : there(...asked));
}"""


def test_a_button_that_comes_up_out_of_reach_is_known_to_be_up(screen) -> None:
    page = screen.open(scene("empty"))
    page.keyboard.down("Space")
    screen.sent(1)
    page.evaluate(AWAY, 2)
    page.keyboard.up("Space")
    assert went(screen) == [True, False]


def test_a_press_that_nobody_means_any_more_does_not_arrive(screen) -> None:
    page = screen.open(scene("empty"))
    page.evaluate(AWAY, 4)
    page.keyboard.press("Space")  # goes down in vain, and comes up only seconds later
    page.keyboard.press("Space")  # which therefore waits until it is stale
    assert went(screen) == [False, False]


def test_on_the_simulated_board_a_press_throws(screen) -> None:
    page = screen.open(scene("empty"), is_simulated=True)
    screen.tap("#button")
    assert screen.sent() == [("press", None)]
    page.keyboard.press("Space")
    assert screen.sent(2) == [("press", None)] * 2


def test_on_the_simulated_board_a_long_press_throws_nothing(screen) -> None:
    page = screen.open(scene("suggested"), has_touch=False, is_simulated=True)
    page.locator("#button").hover()
    page.mouse.down()
    (down,) = screen.sent()
    page.mouse.up()
    _, up = screen.sent(2)
    assert down.is_down
    assert not up.is_down
    assert up.at_ns - down.at_ns >= 1_000_000_000  # it counts from when the finger came down


def test_on_the_simulated_board_no_dice_are_thrown_after_the_third_throw(screen) -> None:
    screen.open(scene("third"), is_simulated=True)
    screen.tap("#button")
    assert went(screen) == [True, False]


def test_a_die_of_the_simulated_board_is_held_by_a_click(screen) -> None:
    page = screen.open(scene("second"), "1280x800", has_touch=False, is_simulated=True)
    page.locator("canvas[width='480']").wait_for()
    box = page.locator("#board canvas").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    if page.locator("#board.is-large").count():  # this Chromium has no mouse: the picture opens first
        box = page.locator("#board canvas").bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert screen.sent() == [("tap", (0.5, 0.5))]


def test_on_a_small_screen_the_simulated_board_opens_large_first(screen) -> None:
    page = screen.open(scene("second"), is_simulated=True)
    page.locator("canvas[width='480']").wait_for()
    screen.tap("#board canvas")
    expect(page.locator("#board.is-large")).to_be_visible()
    assert screen.table.sent == []
    picture = page.locator("#board canvas").bounding_box()
    side = min(picture["width"], picture["height"])
    left = picture["x"] + (picture["width"] - side) / 2
    page.touchscreen.tap(left + side * 0.25, picture["y"] + (picture["height"] - side) / 2 + side * 0.75)
    assert screen.sent() == [("tap", (0.25, 0.75))]
    screen.tap("Fertig")
    expect(page.locator("#board.is-large")).to_have_count(0)


# ---- push


def test_a_new_view_is_shown_without_being_asked_for(screen) -> None:
    page = screen.open(scene("empty"))
    expect(page.locator("#notice")).to_have_text("Elfriede beginnt: würfeln, dann drücken.")
    screen.show(scene("burning"))
    expect(page.locator("#notice")).to_contain_text("Es brennt!")
    expect(page.locator(".die.is-burning")).to_have_count(1)


def test_a_page_tells_when_the_companion_is_gone(screen) -> None:
    page = screen.open(scene("empty"))
    screen.table.server.close()
    expect(page.locator("#lost")).to_be_visible(timeout=15000)
    expect(page.locator("#lost")).to_contain_text("Serviert antwortet nicht")


def test_a_page_of_another_build_loads_itself_anew(screen) -> None:
    page = screen.open(scene("empty"))
    page.evaluate("window.isOld = true")
    screen.table.server._push._build = (
        "another"  # as after an update: the companion pushes another build than the page's
    )
    screen.show(scene("second"))
    expect(page.locator("body[data-phase=read]")).to_have_count(1)
    assert page.evaluate("window.isOld") is None


def test_a_touch_that_does_not_arrive_is_told(screen) -> None:
    page = screen.open(scene("second"))
    page.route("**/touch", lambda route: route.abort())
    screen.tap(cell(Category.POKER, 9))
    expect(page.locator("#toast")).to_have_text("Das ist nicht angekommen. Bitte noch einmal tippen.")


def test_letters_follow_the_language(screen) -> None:
    page = screen.open(replace(scene("second"), language="en"))
    assert page.locator(".die:not(.is-empty) text").all_text_contents() == ["Q", "Q", "Q", "9", "Q"]
    assert page.evaluate("document.documentElement.lang") == "en"


@pytest.mark.parametrize("hand", ["Hand", "Other Hand"])
def test_every_letter_of_every_language_is_in_the_page_s_own_hand(screen, hand) -> None:
    page = screen.open(scene("empty"))
    letters = "".join(sorted({letter for each in LANGUAGES for letter in _letters(each)}))
    assert set("àçèéêôûùÈß’«“„") <= set(letters)
    assert _fonts(page, hand, letters) == {"Hand": ["Patrick Hand"], "Other Hand": ["Caveat"]}[hand]
    assert len(_fonts(page, hand, "x Ж")) > 1


def _letters(language: str) -> set[str]:
    sentences = catalogue(language)._sentences.values()
    return {letter for each in sentences for part in ([each] if isinstance(each, str) else each) for letter in part}


def _fonts(page: Page, hand: str, text: str) -> list[str]:
    """Return the fonts that Chromium draws a text with, in a line of its own: the notice may be painted anew."""
    page.evaluate(
        """async ([hand, text]) => {
          const line = document.querySelector("#letters") ?? document.body.appendChild(document.createElement("p"));
          line.id = "letters";
          line.style.fontFamily = `'${hand}'`;
          line.textContent = text;
          line.getBoundingClientRect();
          await document.fonts.ready;
        }""",
        [hand, text],
    )
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": "#letters"})["nodeId"]
    fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    return sorted(font["familyName"] for font in fonts)


def test_a_player_s_name_is_text_whatever_it_contains(screen) -> None:
    page = screen.open(at_table(3, players=("<img src=x onerror=alert(1)>", "Kurt & Co")))
    expect(page.locator(".player .name").nth(0)).to_have_text("<img src=x onerror=alert(1)>")


def test_the_page_says_when_it_has_painted_the_answer_to_a_press(screen) -> None:
    page = screen.open(at_table(2, reading_number=8))
    screen.table.answer(number=9)
    screen.show(at_table(2, reading_number=9))
    page.wait_for_function("() => performance.getEntriesByName('painted')[0]?.detail === 9")
    heard_ms, painted_ms = page.evaluate(
        "() => ['heard', 'painted'].map(name => performance.getEntriesByName(name)[0].startTime)"
    )
    page.wait_for_function("async () => 'paint' in (await (await fetch('/latency')).json()).answers[0].spent")
    spent = screen.table.stopwatch.answers[0].spent
    assert 0 < spent[PressPart.PAINT].wall_ns == pytest.approx((painted_ms - heard_ms) * 1e6, rel=0.01)


def test_a_page_that_was_opened_later_or_shows_something_else_says_nothing(screen) -> None:
    screen.open(at_table(2))
    screen.table.answer(number=9)
    page = screen.open(at_table(2, reading_number=9))
    screen.show(at_table(3, reading_number=9))
    page.wait_for_function("() => document.querySelectorAll('.entry.is-newest').length > 0")
    rest(page)
    assert page.evaluate("() => performance.getEntriesByName('painted').length") == 0
