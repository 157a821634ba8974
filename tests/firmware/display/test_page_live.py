"""The page in a real Chromium: its button, the simulated board's, and what is pushed to it."""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from firmware.display.messages import LANGUAGES, catalogue
from firmware.session.vocabulary import Phase
from firmware.table.latency import PressPart
from scoring.ruleset import Ruleset
from scoring.sheets.category import Category
from tests.doubles.patience import until
from tests.firmware.display.looks import SIZES, Screen, cell, rest, script
from tests.firmware.display.scenes import LESSONS, at_table, scene
from tests.firmware.display.wizard_scenes import WIZARDS

pytestmark = pytest.mark.browser


def went(screen: Screen) -> list[bool]:
    """Return how the button went, down and up, since this was asked last."""
    edges = [edge.is_down for edge in screen.sent(2)]
    screen.table.sent.clear()
    return edges


def test_the_button_comes_up_whatever_happens_while_it_is_down(screen):
    page = screen.open(scene("empty"), has_touch=False)
    page.keyboard.down("Space")
    page.keyboard.down("Space")  # the keyboard repeats
    page.keyboard.up("Space")
    assert went(screen) == [True, False]
    page.locator("#button").hover()
    page.mouse.down()
    page.mouse.move(600, 200)
    page.mouse.up()
    assert went(screen) == [True, False]
    page.keyboard.down("Space")
    page.evaluate("window.dispatchEvent(new Event('blur'))")  # the page loses its window
    assert went(screen) == [True, False]
    page.keyboard.up("Space")
    page.keyboard.down("Space")
    screen.sent(1)
    page.evaluate(script("away"), 2)  # it comes up out of reach
    page.keyboard.up("Space")
    assert went(screen) == [True, False]


def test_a_touch_that_does_not_arrive_is_told_and_a_press_that_nobody_means_any_more_is_left(screen):
    page = screen.open_anew(scene("second"))
    page.evaluate(script("away"), 5)
    screen.tap(cell(Category.POKER, 9))
    expect(page.locator("#toast")).to_have_text("Das ist nicht angekommen. Bitte noch einmal tippen.")
    page.keyboard.press("Space")  # goes down in vain, and comes up only seconds later
    page.keyboard.press("Space")  # which therefore waits until it is stale
    assert went(screen) == [False, False]


def test_on_the_simulated_board_a_press_throws_unless_it_is_long_or_no_throw_is_due(screen):
    page = screen.open(scene("empty"), is_simulated=True, has_touch=False)
    page.keyboard.press("Space")
    page.locator("#button").click()
    assert screen.sent(2) == [("press", None)] * 2
    screen.table.sent.clear()
    screen.turn_to(scene("suggested"))
    page.locator("#button").hover()
    page.mouse.down()
    screen.sent()
    page.mouse.up()
    down, up = screen.sent(2)
    assert up.at_ns - down.at_ns >= 1_000_000_000  # it counts from when the finger came down
    assert went(screen) == [True, False]
    screen.turn_to(scene("third"))
    page.locator("#button").click()
    assert went(screen) == [True, False]


def test_a_die_of_the_simulated_board_is_held_by_a_touch_and_put_right_by_a_long_one(screen):
    for state, place in ((LESSONS["first"](), "#teach"), (WIZARDS["throw"](), "#wizard")):
        page = screen.open(state, is_simulated=True)
        page.locator(f"{place} canvas[width='480']").wait_for()
        screen.tap(f"{place} .press-button")
        assert screen.sent() == [("press", None)]
    page.emulate_media(reduced_motion="reduce")  # it closes in on the dice at once
    screen.turn_to(scene("second"))
    screen.table.sent.clear()
    expect(page.locator("#board")).to_be_hidden()  # the sheet leads where one throw more is thought about
    expect(page.locator(".die.is-held")).to_have_count(1)  # the one that the board says is left lying
    page.locator(".die").nth(1).tap()
    assert screen.sent() == [("tap", (0.4, 0.4))]
    page.locator(".die").nth(1).click(delay=800)
    expect(page.locator("dialog[open] h2")).to_have_text("Was zeigt er?")
    assert len(screen.table.sent) == 1
    screen.tap("ui.shut", "ui.see-board")
    page.locator("#table canvas[width='480']").wait_for()
    expect(page.locator(".board-mark:visible")).to_have_text(["bleibt"])
    tapped_at(page, 0.5, 0.5)
    assert screen.sent(2)[1] == ("tap", (0.5, 0.4))  # the board is looked at from near, where the dice lie
    screen.tap("Fertig")
    expect(page.locator("#board")).to_be_hidden()
    for phase in (Phase.THROWING, Phase.READ, Phase.THROWING):  # shaken in the hand: the board lies still meanwhile
        screen.turn_to(replace(scene("second"), phase=phase))
        expect(page.locator("#board")).to_be_visible()
    until(lambda: ("tap", (0.6, 0.8)) in screen.table.sent, lambda: tapped_at(page, 0.5, 0.5))  # where they land


@pytest.mark.parametrize(
    ("size", "is_simulated"), [*((size, True) for size in SIZES), ("800x480", False), ("phone", False)]
)
def test_what_is_asked_about_or_burns_is_large_and_named_where_it_lies(screen, size, is_simulated):
    page = screen.open(scene("asking"), size, is_simulated=is_simulated)
    page.emulate_media(reduced_motion="reduce")
    page.locator(f"#table canvas[width='{480 if is_simulated else 1280}']").wait_for()
    first, *between, last = (asking := scene("asking")).dice
    far = (replace(first, place_xy=(0.1, 0.1)), *between, replace(last, place_xy=(0.9, 0.9)))
    for state, mark in ((scene("burning"), "!"), (replace(asking, dice=far), "B?"), (asking, "B?")):
        screen.turn_to(state)
        shown = page.locator("#board canvas").bounding_box()
        assert min(shown["width"], shown["height"]) >= (382 if size == "phone" else 412)
        expect(page.locator(".board-mark:visible")).to_have_text([mark])
        # a ring is larger than its die
        page.wait_for_function("() => document.querySelector('.board-mark:not([hidden])').offsetWidth >= 36 / 0.53")
    tapped_at(page, 0.5, 0.5)
    expect(page.locator("dialog[open] h2")).to_have_text("Was zeigt er?")


def test_the_sheet_leads_at_a_real_board_which_is_seen_on_a_touch_and_its_throw_once_more_slowly(screen):
    page = screen.open(replace(scene("second"), phase=Phase.THROWING))
    expect(page.locator("#sheet")).to_be_visible()
    expect(page.locator(".see-board")).to_be_hidden()
    screen.turn_to(scene("second"))
    expect(page.locator("#board")).to_be_hidden()
    for pressed in ("true", "false", "true"):
        screen.tap("ui.see-board")
        expect(page.locator(f".see-board[aria-pressed='{pressed}']")).to_be_visible()
        expect(page.locator("#sheet")).to_be_visible(visible=pressed == "false")
    page.locator("#table canvas[width='1280']").wait_for()
    with page.expect_request("**/film/3.jpg?*"):  # one after the other, until there is none
        screen.tap("ui.slow-motion")
    tapped_at(page, 0.5, 0.5)
    expect(page.locator("dialog[open] h2")).to_have_text("Was zeigt er?")  # nothing is held by a touch here
    screen.tap("ui.shut", "Fertig")
    expect(page.locator("#sheet")).to_be_visible()
    screen.turn_to(replace(scene("second"), dice=()))  # after a restart nothing is kept of what was seen
    expect(page.locator(".see-board")).to_be_hidden()
    for name, stage in (("burning", "board"), ("by-hand", "sheet")):  # typed: there is no picture to stay for
        screen.turn_to(scene(name))
        assert page.locator("body").get_attribute("data-stage") == stage


def test_two_touches_at_once_on_one_place_mean_the_first_and_what_lies_there_by_then_is_not_touched(screen):
    page = screen.open(scene("second"))
    page.evaluate("() => (window.isHasty = true)")
    own = page.locator(cell(Category.NINES, 9))
    for _ in range(2):
        own.tap()
    page.locator("#menu").dblclick()
    expect(page.locator("dialog[open] h2")).to_have_text("Menü")  # its cross lies under the finger by then
    assert len(screen.sent()) == 1
    page.wait_for_timeout(400)
    screen.tap("ui.shut")
    own.tap()
    assert len(screen.sent(2)) == 2
    page.evaluate("() => (window.isHasty = false)")


def tapped_at(page, x, y):
    """Tap a place of the board's picture, shares of what is shown of it."""
    shown = page.locator("#board canvas").bounding_box()
    side = min(shown["width"], shown["height"])
    middle, centre = shown["x"] + shown["width"] / 2, shown["y"] + shown["height"] / 2
    page.touchscreen.tap(middle + side * (x - 0.5), centre + side * (y - 0.5))


def test_a_new_view_is_shown_without_being_asked_for_until_the_companion_is_silent(screen):
    page = screen.open_anew(scene("empty"), alone=True)
    screen.show(replace(scene("second"), language="en"))
    expect(page.locator("html[lang=en] .die:not(.is-empty) text")).to_have_text(["Q", "Q", "Q", "9", "Q"])
    name = "<img src=x onerror=alert(1)>"  # is text, whatever it contains
    screen.show(at_table(3, players=(name, "Kurt & Co")))
    expect(page.locator(".player .name").nth(0)).to_have_text(name)
    page.evaluate("window.isOld = true")
    screen.table.server._push._build = "another"  # as after an update: the page loads itself anew
    screen.show(scene("burning"))
    expect(page.locator("body[data-phase=burning] .die.is-burning")).to_have_count(1)
    assert page.evaluate("window.isOld") is None
    page.route("**/events", lambda _: None)  # out of the net a new try neither fails nor comes through
    page.evaluate("const now = performance.now.bind(performance); performance.now = () => now() + 30_000")
    expect(page.locator("#lost")).to_be_visible()
    expect(page.locator("#lost")).to_contain_text("Serviert antwortet nicht")


def test_a_reading_styles_nothing_anew_that_stays_and_draws_no_board_before_somebody_sees_it(screen):
    page = screen.open(replace(scene("second"), phase=Phase.THROWING), is_simulated=True)
    page.locator("#table canvas[width='480']").wait_for()
    page.evaluate(script("noteInVain"))
    screen.turn_to(replace(scene("second"), reading_number=99))
    expect(page.locator("#board")).to_be_hidden()
    page.wait_for_timeout(400)  # so long it closes in on the dice
    assert not {"unseen", "language"} & set(page.evaluate("inVain"))
    page.evaluate("inVain = []")
    screen.tap("ui.see-board")
    page.wait_for_function("() => inVain.length > 0")


def test_every_letter_of_every_language_is_in_the_page_s_own_hand(screen):
    page = screen.open(scene("empty"))
    sentences = [text for each in LANGUAGES for text in catalogue(each)._sentences.values()]
    letters = "".join(sorted(set("".join("".join(each) for each in sentences))))
    assert set("àçèéêôûùÈß’«“„") <= set(letters)
    for hand, font in (("Hand", "Patrick Hand"), ("Other Hand", "Caveat")):
        assert _fonts(page, hand, letters) == [font]
        assert len(_fonts(page, hand, "x Ж")) > 1


def _fonts(page: Page, hand: str, text: str) -> list[str]:
    """Return the fonts that Chromium draws a text with, in a line of its own: the notice may be painted anew."""
    page.evaluate(script("write"), [hand, text])
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": "#letters"})["nodeId"]
    fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    page.evaluate("document.querySelector('#letters').remove()")
    return sorted(font["familyName"] for font in fonts)


def test_the_page_says_when_it_has_painted_the_answer_to_a_press(screen):
    page = screen.open_anew(at_table(2, reading_number=8), alone=True)
    screen.table.answer(number=9)
    screen.show(at_table(2, reading_number=9))
    page.wait_for_function("() => performance.getEntriesByName('painted')[0]?.detail === 9")
    marks = "() => ['heard', 'painted'].map(name => performance.getEntriesByName(name)[0].startTime)"
    heard_ms, painted_ms = page.evaluate(marks)
    page.wait_for_function("async () => 'paint' in (await (await fetch('/latency')).json()).answers[0].spent")
    spent = screen.table.stopwatch.answers[0].spent
    assert 0 < spent[PressPart.PAINT] == pytest.approx((painted_ms - heard_ms) * 1e6, rel=0.01)
    page.reload()  # opened later, or showing something else, it says nothing
    screen.turn_to(at_table(3, reading_number=9))
    rest(page)
    assert page.evaluate("() => performance.getEntriesByName('painted').length") == 0


@pytest.mark.parametrize("size", SIZES)
def test_sums_are_as_large_as_they_can_be_and_the_board_of_one_column_has_its_room(screen, size):
    page = screen.open(at_table(190), size)
    sum_at = "(css) => parseFloat(getComputedStyle(document.querySelector('.sum.hand-0'))[css])"
    digits_px, line_px = page.evaluate(sum_at, "fontSize") * 0.66, page.evaluate(sum_at, "lineHeight")
    assert {"phone": 12.9, "800x480": 13.9}.get(size, 16.9) <= digits_px <= line_px - 3  # they touch no line
    ends = "(all) => all.map((one) => [one, one.parentElement].map((each) => each.getBoundingClientRect().right))"
    assert all(digits <= room + 1.5 for digits, room in page.locator(".sum b").evaluate_all(ends))
    page = screen.open(at_table(4, ruleset=Ruleset(columns=1), phase=Phase.THROWING), size, is_simulated=True)
    shown = page.locator("#board canvas").bounding_box()
    assert min(shown["width"], shown["height"]) >= (382 if size == "phone" else 420)
