"""The page in a real Chromium: what is shown, what a touch sends, and that it fits every screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra dev): the page is not tested")

from playwright.sync_api import Page, expect

from firmware.display.dials import option_text
from firmware.display.messages import LANGUAGES, catalogue
from firmware.display.view import view
from firmware.log.record import Record
from firmware.ports import Edge
from firmware.session.dial import DialKind, OpenDial, OptionKey, TakeOption
from firmware.session.events import (
    AcceptReading,
    ChooseLanguage,
    ChooseMode,
    CorrectDie,
    CorrectEntry,
    CorrectHeld,
    EndGame,
    RepeatThrow,
    ShowHints,
    TakeBack,
    ThrowByHand,
    TouchCell,
)
from firmware.session.state import EntryMode, Notice, NoticeKey, Phase, SessionState
from firmware.session.step import resume, step
from firmware.table.latency import Stage
from scoring.dice import Face
from scoring.events import GameBegan
from scoring.games.hidden_poker import HiddenPokerBegan
from scoring.pot import RoundBegan
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.firmware.display.scenes import SCENES, Table, at_table, scene, seen
from tests.firmware.display.test_view import VALUES
from tests.firmware.display.wizard_scenes import WIZARDS

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("pages")]

SIZES = {
    "800x480": (800, 480),
    "1024x600": (1024, 600),
    "1280x800": (1280, 800),
    "720x1280": (720, 1280),
    "phone": (390, 844),
}
NARROWEST = ("800x480", "720x1280", "phone")
LOOKS = [(size, language) for language in LANGUAGES for size in (SIZES if language in {"de", "en"} else NARROWEST)]
"""Every language where words have least room; the sizes between these grow faster than their letters."""

TOUCH_PX = 44

OpenPage = Callable[..., Page]


def shown(table: Table, open_page: OpenPage, state: SessionState, size: str = "800x480", **options: Any) -> Page:
    table.show(state)
    return open_page(table, SIZES[size], **options)


def cell(page: Page, category: Category, column: int) -> Any:
    return page.locator(f".cell[data-row='{category.value}'][data-column='{column - 1}']")


def rest(page: Page) -> None:
    """Wait until the page has shown the newest view and drawn its lines."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


# ---- a game in touches


def test_a_touch_on_a_free_cell_enters_the_throw(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("second"))
    cell(page, Category.POKER, 9).tap()
    assert table.wait_for() == [TouchCell(Cell(Category.POKER, 9))]


def test_what_each_free_row_would_score_is_shown(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("second"))
    previews = page.locator(".preview").all_text_contents()
    assert previews == ["1", "–", "–", "16", "–", "–", "–", "–", "44", "–"]


def test_the_newest_entry_is_taken_back_with_one_touch(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("entered"))
    page.get_by_role("button", name="Zurücknehmen").tap()
    assert table.wait_for() == [TakeBack()]


def test_a_misread_die_is_put_right_in_two_touches(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("asking"))
    page.locator(".die").nth(1).tap()
    assert page.locator(".own-picture img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 96
    faces = page.locator(".face-choice")
    assert faces.evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))") == [
        "Bube",
        "Neun",
        "Zehn",
        "Dame",
        "König",
        "As",
    ]
    faces.nth(4).tap()
    assert table.wait_for() == [CorrectDie(1, Face.KING)]
    expect(page.locator("#dialog")).to_be_hidden()


def test_a_die_taken_for_thrown_can_be_called_held(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("asking"))
    page.locator(".die").nth(1).tap()
    page.locator("#dialog").get_by_role("button", name="liegen gelassen").tap()
    assert table.wait_for() == [CorrectHeld(1, is_held=True)]


def test_dice_that_are_not_doubted_can_be_corrected_too(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("third"))
    page.locator(".die").nth(4).tap()
    page.locator("#dialog").get_by_role("button", name="As", exact=True).tap()
    assert table.wait_for() == [CorrectDie(4, Face.ACE)]


def test_dice_are_typed_one_after_the_other(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("by-hand"))
    page.locator(".die").nth(0).tap()
    for _ in range(5):
        page.locator("#dialog").get_by_role("button", name="Dame").tap()
    expect(page.locator("#dialog")).to_be_hidden()
    assert table.wait_for(5) == [CorrectDie(index, Face.QUEEN) for index in range(5)]


def test_typed_dice_are_accepted_with_the_button(table: Table, open_page: OpenPage) -> None:
    typed = replace(scene("by-hand"), dice=tuple(seen(Face.QUEEN) for _ in range(5)))
    page = shown(table, open_page, typed)
    page.locator("#button").tap()
    down, up = table.wait_for(2)
    assert isinstance(down, Edge)
    assert isinstance(up, Edge)
    assert (down.is_down, up.is_down) == (True, False)


def test_a_question_is_answered_with_one_touch_where_the_reading_was_right(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("asking"))
    page.get_by_role("button", name="Stimmt so").tap()
    assert table.wait_for() == [AcceptReading()]


def test_a_throw_that_does_not_count_is_asked_about_before_it_is_dropped(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("second"))
    page.get_by_role("button", name="Wurf wiederholen").tap()
    assert table.sent == []
    page.locator("#dialog").get_by_role("button", name="Wurf wiederholen").tap()
    assert table.wait_for() == [RepeatThrow()]


def test_nothing_burns_after_all(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("burning"))
    page.get_by_role("button", name="Brennt nicht").tap()
    assert table.wait_for() == [AcceptReading()]


def test_an_earlier_entry_is_corrected(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("entered"))
    cell(page, Category.QUEENS, 5).tap()
    dialog = page.locator("#dialog")
    dialog.get_by_role("button", name="Elfriede: 16").tap()
    before = dialog.locator(".entry-dice .face-choice").evaluate_all("all => all.map((a) => a.ariaLabel)")
    dialog.locator(".entry-dice .face-choice").nth(0).tap()
    dialog.locator(".faces .face-choice").nth(5).tap()
    dialog.get_by_role("button", name="nicht serviert").tap()
    dialog.locator("select").nth(1).select_option("8")
    dialog.get_by_role("button", name="Richtigstellen").tap()
    (touch,) = table.wait_for()
    assert isinstance(touch, CorrectEntry)
    assert touch.cell == Cell(Category.QUEENS, 9)
    assert touch.faces[0] is Face.ACE
    assert len(before) == len(touch.faces)
    assert not touch.is_served
    expect(dialog).to_be_hidden()


def test_a_dialog_closes_when_the_table_moves_on(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("asking"))
    page.locator(".die").nth(1).tap()
    expect(page.locator("#dialog")).to_be_visible()
    table.show(scene("entered"))
    expect(page.locator("#dialog")).to_be_hidden()


def test_the_menu_changes_mode_and_language_and_ends_the_game_only_when_sure(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("empty"))
    page.get_by_role("button", name="Menü").tap()
    page.get_by_role("button", name="trägt von selbst ein").tap()
    page.get_by_role("button", name="English").tap()
    page.get_by_role("button", name="Würfel eintippen").tap()
    page.get_by_role("button", name="Menü").tap()
    page.get_by_role("button", name="Spiel beenden").tap()
    page.get_by_text("Wirklich aufhören?").wait_for()
    page.get_by_role("button", name="Spiel beenden").tap()
    assert table.wait_for(4) == [ChooseMode(EntryMode.AUTO), ChooseLanguage("en"), ThrowByHand(), EndGame()]


def test_hints_are_shown_by_a_touch_of_the_menu(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("second"))
    expect(page.locator("#hint")).to_be_hidden()
    page.get_by_role("button", name="Menü").tap()
    page.get_by_role("button", name="Tipps zeigen").tap()
    assert table.wait_for() == [ShowHints(True)]
    table.show(scene("hinted"))
    expect(page.get_by_role("button", name="Tipps zeigen")).to_have_attribute("aria-pressed", "true")


def test_a_hint_marks_the_dice_and_opens_what_everything_else_does(table: Table, open_page: OpenPage) -> None:
    state = scene("hinted")
    page = shown(table, open_page, state)
    expect(page.locator(".die.is-advised")).to_have_count(4)
    expect(page.locator(".die").nth(4)).to_have_accessible_name("Dame, liegen lassen")
    page.locator("#hint").tap()
    lines = page.locator("#dialog .hint-group li")
    expect(lines.first.locator(".hint-dice")).to_have_accessible_name("liegen lassen: vier Damen")
    hint = view(state, simulated=False)["hint"]
    assert isinstance(hint, dict)
    expect(lines).to_have_count(sum(len(group["options"]) for group in hint["groups"]))
    table.show(scene("entered"))
    expect(page.locator("#dialog")).to_be_hidden()
    expect(page.locator("#hint")).to_be_hidden()
    expect(page.locator(".die.is-advised")).to_have_count(0)


def announcing() -> SessionState:
    """Return Verdecktes Würfelpoker where one of 71 combinations is to be announced: the longest dial there is."""
    events = (HiddenPokerBegan(players=("Elfriede", "Kurt"), beginner=0), RoundBegan())
    return resume(SessionState(), tuple(map(Record, events)))


def dialled(state: SessionState, *kinds: DialKind) -> SessionState:
    for kind in kinds:
        state = step(state, OpenDial(kind))[0]
    return state


TO_ENTRIES = (DialKind.ENTRY, DialKind.ENTRY_ROW, DialKind.ENTRY_COLUMN)
"""Each leads to the next."""
NOT_OF_A_THROW = (*TO_ENTRIES, DialKind.DECIDE, DialKind.BET, DialKind.WIZARD)


def test_an_option_is_taken_by_a_touch_though_the_board_was_read_since_the_dial_opened(
    table: Table, open_page: OpenPage
) -> None:
    state = dialled(scene("empty"), DialKind.MENU)
    page = shown(table, open_page, state)
    table.show(replace(state, reading_number=state.reading_number + 1))
    expect(page.locator("body[data-version='2']")).to_have_count(1)
    page.locator("#dial").get_by_role("button", name="Ton aus").tap()
    index = [option.key for option in state.dial.options].index(OptionKey.SOUND_OFF)
    assert table.wait_for() == [TakeOption(DialKind.MENU, index)]


def test_a_menu_stays_under_the_finger_while_a_hand_moves_over_the_board(table: Table, open_page: OpenPage) -> None:
    state = scene("empty")
    page = shown(table, open_page, state)
    page.get_by_role("button", name="Menü").tap()
    page.evaluate("window.kept = document.querySelector('#dialog .choice')")
    table.show(replace(state, phase=Phase.THROWING))
    expect(page.locator("body[data-phase='throwing']")).to_have_count(1)
    assert page.evaluate("document.contains(window.kept)")
    table.show(replace(state, phase=Phase.THROWING, mode=EntryMode.AUTO))
    expect(page.get_by_role("button", name="trägt von selbst ein")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_dials_fit_the_screen_and_the_finger(table: Table, open_page: OpenPage, size: str, language: str) -> None:
    third, long_names = scene("third"), ("Maximiliane Theresia Hubl", "Friedrich-Wilhelm Anton X")
    states = [
        *(dialled(replace(third, language=language), kind) for kind in DialKind if kind not in NOT_OF_A_THROW),
        *(dialled(replace(third, language=language), *TO_ENTRIES[: 1 + count]) for count in range(3)),
        dialled(
            replace(third, language=language, game=replace(third.game, agreed=GameBegan(players=long_names))),
            DialKind.ENTRY,
        ),
        dialled(replace(announcing(), language=language), DialKind.DECIDE),
        dialled(SessionState(language=language, agreed=GameBegan(players=long_names)), DialKind.NEW_GAME),
        dialled(replace(WIZARDS["sheet-tilted"](), language=language), DialKind.WIZARD),
    ]
    page = shown(table, open_page, states[0], size)
    for state in states:
        turned = replace(state, dial=replace(state.dial, index=len(state.dial.options) - 1))
        table.show(turned)
        expect(page.locator("#dial .choice.is-chosen")).to_have_text(
            option_text(turned.dial.shown, catalogue(language))
        )
        rest(page)
        assert page.evaluate(TARGETS) == [], f"{state.dial.kind}: too small for a finger"
        assert page.evaluate(DIAL_CLIPPED) == [], f"{state.dial.kind}: cut off"
        expect(page.locator("#dial .choice.is-chosen")).to_be_in_viewport(ratio=0.9)


def test_the_end_is_told_and_a_new_game_one_touch_away(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("over"))
    expect(page.get_by_role("heading", name="Kurt gewinnt!")).to_be_visible()
    page.get_by_role("button", name="Plan ansehen").tap()
    expect(page.locator("#front")).to_be_hidden()
    page.get_by_role("button", name="Neues Spiel").tap()
    assert table.wait_for() == [EndGame()]


def test_on_a_phone_a_row_opens_its_columns(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("second"), "phone")
    page.locator(".row[data-row='8']").tap()
    expect(page.locator("#dialog h2")).to_have_text("Poker: 44")
    page.locator(".column-choice").nth(8).tap()
    assert table.wait_for() == [TouchCell(Cell(Category.POKER, 9))]


def test_on_a_phone_a_filled_column_opens_its_correction(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("entered"), "phone")
    page.locator(".row[data-row='3']").tap()
    page.locator(".column-choice").nth(4).tap()
    expect(page.get_by_role("button", name="Richtigstellen")).to_be_visible()


# ---- the button


def test_space_is_the_button(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("empty"))
    page.keyboard.down("Space")
    page.keyboard.down("Space")  # the keyboard repeats
    page.keyboard.up("Space")
    edges = table.wait_for(2)
    assert [edge.is_down for edge in edges if isinstance(edge, Edge)] == [True, False]


def test_a_space_in_a_name_is_a_space(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("setup"))
    page.locator(".tile.is-ready .tile-choose").tap()
    field = page.locator(".name-field input").nth(0)
    field.fill("")
    field.press_sequentially("Max M")
    expect(field).to_have_value("Max M")
    assert table.sent == []


def test_a_button_let_go_outside_comes_up(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("empty"), has_touch=False)
    page.locator("#button").hover()
    page.mouse.down()
    page.mouse.move(600, 200)
    page.mouse.up()
    edges = table.wait_for(2)
    assert [edge.is_down for edge in edges if isinstance(edge, Edge)] == [True, False]


def test_a_page_that_loses_its_window_lets_the_button_go(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("empty"))
    page.keyboard.down("Space")
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    edges = table.wait_for(2)
    assert [edge.is_down for edge in edges if isinstance(edge, Edge)] == [True, False]


AWAY = """times => {
    const there = window.fetch;
    window.fetch = (...asked) => (times-- > 0 ? Promise.reject(new TypeError("out of reach")) : there(...asked));
}"""


def test_a_button_that_comes_up_out_of_reach_is_known_to_be_up(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("empty"))
    page.keyboard.down("Space")
    table.wait_for(1)
    page.evaluate(AWAY, 2)
    page.keyboard.up("Space")
    edges = table.wait_for(2)
    assert [edge.is_down for edge in edges if isinstance(edge, Edge)] == [True, False]


def test_a_press_that_nobody_means_any_more_does_not_arrive(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("empty"))
    page.evaluate(AWAY, 4)
    page.keyboard.press("Space")  # goes down in vain, and comes up only seconds later
    page.keyboard.press("Space")  # which therefore waits until it is stale
    edges = table.wait_for(2)
    assert [edge.is_down for edge in edges if isinstance(edge, Edge)] == [False, False]


def test_on_the_simulated_board_a_press_throws(simulated_table: Table, open_page: OpenPage) -> None:
    page = shown(simulated_table, open_page, scene("empty"))
    page.locator("#button").tap()
    assert simulated_table.wait_for() == [("press", None)]
    page.keyboard.press("Space")
    assert simulated_table.wait_for(2) == [("press", None)] * 2


def test_on_the_simulated_board_a_long_press_throws_nothing(simulated_table: Table, open_page: OpenPage) -> None:
    page = shown(simulated_table, open_page, scene("suggested"), has_touch=False)
    page.locator("#button").hover()
    page.mouse.down()
    (down,) = simulated_table.wait_for()
    page.mouse.up()
    _, up = simulated_table.wait_for(2)
    assert isinstance(down, Edge)
    assert isinstance(up, Edge)
    assert down.is_down
    assert not up.is_down
    assert up.at_ns - down.at_ns >= 1_000_000_000  # it counts from when the finger came down


def test_on_the_simulated_board_no_dice_are_thrown_after_the_third_throw(
    simulated_table: Table, open_page: OpenPage
) -> None:
    page = shown(simulated_table, open_page, scene("third"))
    page.locator("#button").tap()
    edges = simulated_table.wait_for(2)
    assert [edge.is_down for edge in edges if isinstance(edge, Edge)] == [True, False]


def test_a_die_of_the_simulated_board_is_held_by_a_click(simulated_table: Table, open_page: OpenPage) -> None:
    page = shown(simulated_table, open_page, scene("second"), "1280x800", has_touch=False)
    page.locator("canvas[width='480']").wait_for()
    box = page.locator("#board canvas").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    if page.locator("#board.is-large").count():  # this Chromium has no mouse: the picture opens first
        box = page.locator("#board canvas").bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert simulated_table.wait_for() == [("tap", (0.5, 0.5))]


def test_on_a_small_screen_the_simulated_board_opens_large_first(simulated_table: Table, open_page: OpenPage) -> None:
    page = shown(simulated_table, open_page, scene("second"))
    page.locator("canvas[width='480']").wait_for()
    page.locator("#board canvas").tap()
    expect(page.locator("#board.is-large")).to_be_visible()
    assert simulated_table.sent == []
    picture = page.locator("#board canvas").bounding_box()
    side = min(picture["width"], picture["height"])
    left = picture["x"] + (picture["width"] - side) / 2
    page.touchscreen.tap(left + side * 0.25, picture["y"] + (picture["height"] - side) / 2 + side * 0.75)
    assert simulated_table.wait_for() == [("tap", (0.25, 0.75))]
    page.get_by_role("button", name="Fertig").tap()
    expect(page.locator("#board.is-large")).to_have_count(0)


# ---- push


def test_a_new_view_is_shown_without_being_asked_for(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("empty"))
    expect(page.locator("#notice")).to_have_text("Elfriede beginnt: würfeln, dann drücken.")
    table.show(scene("burning"))
    expect(page.locator("#notice")).to_contain_text("Es brennt!")
    expect(page.locator(".die.is-burning")).to_have_count(1)


def test_a_page_tells_when_the_companion_is_gone(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("empty"))
    table.server.close()
    expect(page.locator("#lost")).to_be_visible(timeout=15000)
    expect(page.locator("#lost")).to_contain_text("Serviert antwortet nicht")


def test_a_page_of_another_build_loads_itself_anew(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("empty"))
    page.evaluate("window.isOld = true")
    table.server._push._build = "another"  # as after an update: the companion pushes another build than the page's
    table.show(scene("second"))
    expect(page.locator("body[data-phase=read]")).to_have_count(1)
    assert page.evaluate("window.isOld") is None


def test_a_touch_that_does_not_arrive_is_told(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("second"))
    page.route("**/touch", lambda route: route.abort())
    cell(page, Category.POKER, 9).tap()
    expect(page.locator("#toast")).to_have_text("Das ist nicht angekommen. Bitte noch einmal tippen.")


def test_letters_follow_the_language(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, replace(scene("second"), language="en"))
    assert page.locator(".die:not(.is-empty) text").all_text_contents() == ["Q", "Q", "Q", "9", "Q"]
    assert page.evaluate("document.documentElement.lang") == "en"


@pytest.mark.parametrize("hand", ["Hand", "Other Hand"])
def test_every_letter_of_every_language_is_in_the_page_s_own_hand(table: Table, open_page: OpenPage, hand: str) -> None:
    page = shown(table, open_page, scene("empty"))
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


def test_a_player_s_name_is_text_whatever_it_contains(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, at_table(3, players=("<img src=x onerror=alert(1)>", "Kurt & Co")))
    expect(page.locator(".player .name").nth(0)).to_have_text("<img src=x onerror=alert(1)>")


# ---- every screen

TARGETS = """() => [...document.querySelectorAll("button, select, input, summary, [role=button], canvas")]
  .filter((one) => one.checkVisibility() && !one.disabled && getComputedStyle(one).pointerEvents !== "none")
  .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect().width, one.getBoundingClientRect().height])
  .filter(([, width, height]) => width < LEAST || height < LEAST)""".replace("LEAST", f"{TOUCH_PX - 0.01}")

DIAL_CLIPPED = """() => [...document.querySelectorAll("#dial, #dial h2, #dial button, #dial .dial-hint")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth
    || !one.matches("button") && one.getBoundingClientRect().bottom > innerHeight)
  .map((one) => one.outerHTML.slice(0, 90))"""

OUTSIDE = """() => [...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && !one.closest("svg") && one.getClientRects().length)
  .map((one) => [one, one.getBoundingClientRect(), one.matches(".entry") ? 5 : 1])  // entries are written aslant
  .filter(([, box, slack]) => box.left < -slack || box.top < -slack
    || box.right > innerWidth + slack || box.bottom > innerHeight + slack)
  .map(([one]) => one.outerHTML.slice(0, 90))"""

CLIPPED = """() => [...document.querySelectorAll(
    "button:not(.die, .cell), .label, .name, .throw, #notice, #remarks, #talk, .sum, .points")]
  .filter((one) => one.checkVisibility() && one.clientWidth)
  .filter((one) => one.scrollWidth > one.clientWidth + 1
    || one.scrollHeight > one.clientHeight + 2
      && (one.matches("button") || getComputedStyle(one).overflowY === "hidden"))
  .map((one) => [one.outerHTML.slice(0, 110), one.scrollWidth, one.clientWidth, one.scrollHeight, one.clientHeight])"""


@pytest.mark.parametrize("is_simulated", [False, True], ids=["camera", "simulated"])
@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_every_scene_fits_the_screen_and_the_finger(
    request: pytest.FixtureRequest, open_page: OpenPage, size: str, language: str, is_simulated: bool
) -> None:
    table: Table = request.getfixturevalue("simulated_table" if is_simulated else "table")
    page = shown(table, open_page, replace(scene("empty"), language=language), size)
    for name in SCENES:
        state = replace(scene(name), language=language)
        table.show(state)
        expect(page.locator(f"body[data-phase='{state.phase.value}']")).to_have_count(1)
        expect(page.locator("#notice")).to_have_text(_notice(state))
        rest(page)
        assert page.evaluate(TARGETS) == [], f"{name}: too small for a finger"
        assert page.evaluate(OUTSIDE) == [], f"{name}: outside the screen"
        assert page.evaluate(CLIPPED) == [], f"{name}: cut off"


CUT_OFF = """async (told) => {
  const { fitNotice } = await import("/static/js/table.js");
  const [notice, talk] = [document.querySelector("#notice"), document.querySelector("#talk")];
  return told.filter(({ text, is_loud }) => {
    notice.textContent = text;
    notice.classList.toggle("is-loud", is_loud);
    fitNotice();
    return notice.getBoundingClientRect().bottom > talk.getBoundingClientRect().bottom + 0.5;
  });
}"""
"""Writes notices as the page itself does; one view after the other would take minutes for all languages."""


@pytest.mark.parametrize("is_simulated", [False, True], ids=["camera", "simulated"])
def test_every_sentence_fits_the_smallest_screen(
    request: pytest.FixtureRequest, open_page: OpenPage, is_simulated: bool
) -> None:
    table: Table = request.getfixturevalue("simulated_table" if is_simulated else "table")
    page = shown(table, open_page, scene("asking"))
    for language, phase in product(LANGUAGES, (Phase.ASKING, Phase.READ)):
        base = replace(scene("asking"), phase=phase, pending=None, language=language)
        table.show(base)
        expect(page.locator(f"html[lang='{language}'] body[data-phase='{phase.value}']")).to_have_count(1)
        expect(page.locator("#notice")).to_have_text(_notice(base))
        rest(page)
        notices = [Notice(key, VALUES.get(key, ())) for key in NoticeKey]
        told = [view(replace(base, notice=notice), simulated=False)["notice"] for notice in notices]
        assert page.evaluate(CUT_OFF, told) == [], f"{language}, {phase}: cut off"
        assert page.evaluate(CUT_OFF, [{"text": "zu lang " * 60, "is_loud": True}]) != []


def _notice(state: SessionState) -> str:
    notice = view(state, simulated=False)["notice"]
    assert isinstance(notice, dict)
    return str(notice["text"])


DIALOG_CUT = """() => [...document.querySelectorAll("#dialog, #dialog *")]
  .filter((one) => one.checkVisibility() && one.clientWidth && !one.closest("svg, select"))
  .filter((one) => one.scrollWidth > one.clientWidth + 1
    || one.scrollHeight > one.clientHeight + 2 && one.matches("#dialog, button"))
  .map((one) => [one.outerHTML.slice(0, 110), one.scrollWidth, one.clientWidth, one.scrollHeight, one.clientHeight])"""


@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_dialogs_fit_the_screen_and_the_finger(table: Table, open_page: OpenPage, size: str, language: str) -> None:
    page = shown(table, open_page, replace(scene("entered"), language=language), size)
    for open_dialog in (_open_menu, _open_cell, _open_end):
        open_dialog(page)
        _dialog_fits(page)
    table.show(replace(scene("asking"), language=language))
    page.locator(".die").nth(1).tap()
    _dialog_fits(page)
    table.show(replace(scene("hinted"), language=language))
    page.locator("#hint").tap()
    _dialog_fits(page)
    table.show(replace(scene("asking"), language=language))
    page.locator("#actions").get_by_text(catalogue(language).text("ui.repeat")).tap()
    _dialog_fits(page)


def _dialog_fits(page: Page) -> None:
    rest(page)
    assert page.evaluate(TARGETS) == []
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(DIALOG_CUT) == []
    page.locator("#dialog .close").tap()


def _open_end(page: Page) -> None:
    _open_menu(page)
    page.locator("#dialog .choice").last.tap()


def _open_menu(page: Page) -> None:
    page.locator("#menu").tap()


def _open_cell(page: Page) -> None:
    if page.locator(".is-narrow").count():
        page.locator(".row[data-row='3']").tap()
        page.locator(".column-choice").nth(4).tap()
    else:
        cell(page, Category.QUEENS, 5).tap()
    page.locator("#dialog .entry-dice .face-choice").nth(0).tap()


def test_the_smallest_screen_shows_everything_without_scrolling(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("second"))
    assert page.evaluate("[document.scrollingElement.scrollHeight, document.scrollingElement.scrollWidth]") == [
        480,
        800,
    ]
    for what in (".cell", ".preview", ".sum", ".head", ".die", ".throw-label", ".points", "#notice", "#button"):
        boxes = page.locator(what).evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
        assert boxes, what
        assert all(box["width"] > 0 and box["bottom"] <= 481 and box["right"] <= 801 for box in boxes), what


def test_long_names_do_not_push_anything_away(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, at_table(61, players=("Wilhelmine von Grabenhofen", "Maximilian-Ferdinand III.")))
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(TARGETS) == []


def test_only_black_ink_the_dice_s_colours_and_one_highlight_are_used(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("second"))
    coloured = page.evaluate(
        """() => [...new Set([...document.querySelectorAll("body *")].filter((one) => one.checkVisibility()
        && !one.closest(".face")).map((one) => getComputedStyle(one).color))]"""
    )
    channels = [[int(value) for value in text[text.index("(") + 1 : -1].split(",")[:3]] for text in coloured]
    assert all(max(rgb) - min(rgb) <= 25 for rgb in channels), coloured


def test_the_page_says_when_it_has_painted_the_answer_to_a_press(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, at_table(2, reading_number=8))
    table.answer(number=9)
    table.show(at_table(2, reading_number=9))
    page.wait_for_function("() => performance.getEntriesByName('painted')[0]?.detail === 9")
    heard_ms, painted_ms = page.evaluate(
        "() => ['heard', 'painted'].map(name => performance.getEntriesByName(name)[0].startTime)"
    )
    page.wait_for_function("async () => 'paint' in (await (await fetch('/latency')).json()).answers[0].spent")
    spent = table.stopwatch.answers[0].spent
    assert 0 < spent[Stage.PAINT].wall_ns == pytest.approx((painted_ms - heard_ms) * 1e6, rel=0.01)


def test_a_page_that_was_opened_later_or_shows_something_else_says_nothing(table: Table, open_page: OpenPage) -> None:
    table.answer(number=9)
    page = shown(table, open_page, at_table(2, reading_number=9))
    table.show(at_table(3, reading_number=9))
    page.wait_for_function("() => document.querySelectorAll('.entry.is-newest').length > 0")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("() => performance.getEntriesByName('painted').length") == 0
