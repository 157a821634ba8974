"""Teaching own dice on the page, in a real Chromium: what is shown, what a touch sends, and that it fits."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra dev): the page is not tested")

from playwright.sync_api import Page, expect

from firmware.display.messages import LANGUAGES
from firmware.display.sentences import sentence_of
from firmware.display.view import view
from firmware.ports import Edge
from firmware.session.lesson import DiceKind, KnownSet, LessonStage, Waiting
from firmware.session.state import SessionState
from firmware.session.touches import (
    CallEnough,
    CheckAgain,
    CloseDice,
    CorrectTried,
    DropDice,
    ForgetDice,
    KeepDice,
    NameFace,
    OpenDice,
    TakeBackFace,
    TakeLearningBack,
    TeachDice,
    UseFewer,
)
from firmware.session.vocabulary import Notice, NoticeKey
from tests.firmware.display.longest import words_of
from tests.firmware.display.looks import (
    BOARDS,
    EACH_TIME,
    OUTSIDE,
    SMALL,
    TARGETS,
    OpenPage,
    rest,
    shown,
    usually,
)
from tests.firmware.display.scenes import LESSONS, Table, at_table, lesson, scene
from tests.firmware.display.test_view import VALUES

pytestmark = pytest.mark.browser


CLIPPED = """() => [...document.querySelectorAll("#teach button, #teach h2, #teach p, #teach .look, #teach .progress")]
  .filter((one) => one.checkVisibility() && one.clientWidth)
  .filter((one) => one.scrollWidth > one.clientWidth + 1
    || one.scrollHeight > one.clientHeight + 2 && one.matches("button, .look, .progress"))
  .map((one) => [one.outerHTML.slice(0, 110), one.scrollWidth, one.clientWidth, one.scrollHeight, one.clientHeight])"""

OUTSIDE_TEACHING = OUTSIDE.replace('"body *"', '"#teach *"')

OVERLAPS = """() => {
  const parts = [...document.querySelectorAll(".teach-head, .teach-notice, .teach-body, .teach-foot")]
    .filter((one) => one.checkVisibility());
  const boxes = parts.map((one) => one.getBoundingClientRect());
  return boxes.slice(1).map((box, i) => [parts[i + 1].className, box.top, boxes[i].bottom])
    .filter(([, top, bottom]) => top < bottom - 0.5);
}"""


def taught(table: Table, open_page: OpenPage, name: str, size: str = "800x480", **options: Any) -> Page:
    page = shown(table, open_page, LESSONS[name](), size, **options)
    expect(page.locator("#teach")).to_be_visible()
    return page


def touched(table: Table, page: Page, name: str) -> list[object]:
    page.locator("#teach, #dialog").get_by_role("button", name=name, exact=True).tap()
    return list(table.wait_for())


# ---- the way there and back


def test_the_menu_leads_to_the_own_dice(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("second"))
    page.locator("#menu").tap()
    page.get_by_role("button", name="Eigene Würfel").tap()
    assert table.wait_for() == [OpenDice()]
    table.show(lesson(LessonStage.SETS))
    expect(page.locator("#dialog")).to_be_hidden()
    expect(page.locator(".set-name")).to_have_count(4)


def test_before_a_game_own_dice_can_be_taught_too(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, SessionState())
    page.get_by_role("button", name="Eigene Würfel").tap()
    assert table.wait_for() == [OpenDice()]


def test_closed_the_game_is_there_as_before(table: Table, open_page: OpenPage) -> None:
    page = taught(table, open_page, "sets")
    page.locator("#teach .close").tap()
    assert table.wait_for() == [CloseDice()]
    table.show(at_table(61))
    expect(page.locator("#teach")).to_be_hidden()
    expect(page.locator("#table")).to_be_visible()
    assert page.evaluate("document.querySelector('#table').inert") is False


# ---- what is kept


def test_the_sets_are_listed_and_the_recognised_one_is_marked(table: Table, open_page: OpenPage) -> None:
    page = taught(table, open_page, "sets")
    assert page.locator(".set-about").all_text_contents() == [
        "14 Bilder: 9 10 B D K A",
        "12 Bilder: 9 10 B D K A",
        "12 Bilder: 1 2 3 4 5 6",
        "Die Datei ist nicht zu lesen.",
    ]
    assert page.locator(".set-mark").all_text_contents() == ["liegt am Brett"]


def test_a_set_is_forgotten_only_when_asked_twice(table: Table, open_page: OpenPage) -> None:
    page = taught(table, open_page, "sets")
    page.locator(".known-set").nth(1).get_by_role("button").tap()
    expect(page.locator("#dialog h2")).to_have_text("„Würfel 1“ wirklich vergessen?")
    page.locator("#dialog .choice", has_text="Doch nicht").tap()
    assert table.sent == []
    page.locator(".known-set").nth(1).get_by_role("button").tap()
    page.locator("#dialog").get_by_role("button", name="Vergessen").tap()
    assert table.wait_for() == [ForgetDice("Würfel 1")]


def test_what_was_learnt_last_is_taken_back_only_when_asked_twice(table: Table, open_page: OpenPage) -> None:
    page = taught(table, open_page, "sets")
    page.get_by_role("button", name="Zuletzt Gelerntes zurücknehmen").tap()
    expect(page.locator("#dialog h2")).to_have_text("Das zuletzt Gelernte von „Würfel 1“ zurücknehmen?")
    page.locator("#dialog").get_by_role("button", name="Zurücknehmen").tap()
    assert table.wait_for() == [TakeLearningBack()]


@pytest.mark.parametrize(
    ("label", "kind"), [("Pokerwürfel zeigen", DiceKind.POKER), ("Augenwürfel zeigen", DiceKind.PIPS)]
)
def test_a_lesson_begins_with_one_touch(table: Table, open_page: OpenPage, label: str, kind: DiceKind) -> None:
    page = taught(table, open_page, "no-sets")
    page.get_by_role("button", name=label).tap()
    assert table.wait_for() == [TeachDice(kind)]


def test_many_sets_scroll_and_the_buttons_stay(table: Table, open_page: OpenPage) -> None:
    many = tuple(KnownSet(name=f"Würfel {i}", labels=tuple("123456"), crops=12) for i in range(30))
    page = shown(table, open_page, lesson(LessonStage.SETS, sets=many))
    foot = page.locator(".teach-foot").bounding_box()
    assert foot["y"] + foot["height"] <= 480
    page.locator(".known-set").nth(29).scroll_into_view_if_needed()
    expect(page.locator(".known-set").nth(29)).to_be_in_viewport()


# ---- the lesson


def test_the_button_of_the_lesson_is_the_button(table: Table, open_page: OpenPage) -> None:
    page = taught(table, open_page, "first")
    page.locator("#teach .press-button").tap()
    page.keyboard.press("Space")
    edges = table.wait_for(4)
    assert [edge.is_down for edge in edges if isinstance(edge, Edge)] == [True, False, True, False]


def test_during_a_question_space_is_no_button(table: Table, open_page: OpenPage) -> None:
    page = taught(table, open_page, "ask")
    page.keyboard.press("Space")
    page.get_by_role("button", name="Weiß nicht").tap()
    assert table.wait_for() == [NameFace(2, None)]


def test_on_the_simulated_board_a_press_throws_and_the_board_is_seen(
    simulated_table: Table, open_page: OpenPage
) -> None:
    page = taught(simulated_table, open_page, "first")
    page.locator("#teach canvas[width='480']").wait_for()
    page.locator("#teach .press-button").tap()
    assert simulated_table.wait_for() == [("press", None)]
    simulated_table.show(scene("second"))
    expect(page.locator("#table #board canvas")).to_be_visible()


def test_the_dice_that_were_seen_are_marked(table: Table, open_page: OpenPage) -> None:
    page = taught(table, open_page, "ask")
    expect(page.locator(".look polygon")).to_have_count(5)
    expect(page.locator(".look polygon.asked")).to_have_count(1)
    assert page.locator(".look text").all_text_contents() == ["9", "10", "", "", ""]
    page.wait_for_function("document.querySelector('.look img')?.naturalWidth === 640")
    page.wait_for_function("document.querySelector('.asked-die img')?.naturalWidth === 160")


def test_a_picture_that_is_gone_leaves_the_question(table: Table, open_page: OpenPage) -> None:
    gone = LESSONS["ask"]()
    standing = replace(gone.teaching.standing, exposed_ns=100)
    page = shown(table, open_page, replace(gone, teaching=replace(gone.teaching, standing=standing)))
    expect(page.locator(".asked-die img")).to_have_count(0)
    expect(page.locator(".asked-faces .face-choice")).to_have_count(6)


@pytest.mark.parametrize(("name", "face", "label"), [("ask", "D", 3), ("ask-pips", "4", 3)])
def test_a_question_is_answered_by_one_touch(
    table: Table, open_page: OpenPage, name: str, face: str, label: int
) -> None:
    page = taught(table, open_page, name)
    assert touched(table, page, face) == [NameFace(2, label)]


@pytest.mark.parametrize(
    ("name", "button", "sent"),
    [
        ("ask", "Weiß nicht", NameFace(2, None)),
        ("ask", "Zurück", TakeBackFace()),
        ("enough", "Zurück", TakeBackFace()),
        ("enough", "Das genügt", CallEnough()),
        ("four", "Diese nehmen", UseFewer()),
        ("judge", "Noch eine Probe", CheckAgain()),
        ("judge", "Behalten", KeepDice("Würfel 1")),
    ],
)
def test_what_else_can_be_done_takes_one_touch(
    table: Table, open_page: OpenPage, name: str, button: str, sent: object
) -> None:
    page = taught(table, open_page, name)
    assert touched(table, page, button) == [sent]


def test_a_die_read_wrong_is_put_right_and_the_name_stays_typed(table: Table, open_page: OpenPage) -> None:
    page = taught(table, open_page, "judge")
    page.locator(".dice-name input").fill("Omas Würfel")
    page.locator(".tried-die").nth(3).tap()
    page.locator("#dialog").get_by_role("button", name="K", exact=True).tap()
    assert table.wait_for() == [CorrectTried(3, 4)]
    state = LESSONS["judge"]()
    tried = tuple(replace(die, label=4, is_sure=True) if die.index == 3 else die for die in state.teaching.tried)
    table.show(replace(state, teaching=replace(state.teaching, tried=tried)))
    expect(page.locator(".tried-die.is-doubtful")).to_have_count(0)
    expect(page.locator(".dice-name input")).to_have_value("Omas Würfel")
    page.get_by_role("button", name="Behalten").tap()
    assert table.wait_for(2)[1] == KeepDice("Omas Würfel")


def test_a_lesson_is_left_at_once_before_anything_was_learnt_and_else_only_when_asked_twice(
    table: Table, open_page: OpenPage
) -> None:
    page = taught(table, open_page, "first")
    page.locator("#teach .close").tap()
    assert table.wait_for() == [DropDice()]
    table.show(LESSONS["more"]())
    expect(page.locator(".seen-face.is-full")).to_have_count(2)
    page.locator("#teach .close").tap()
    expect(page.locator("#dialog h2")).to_contain_text("Aufhören?")
    page.locator("#dialog .choice", has_text="Doch nicht").tap()
    assert len(table.sent) == 1
    page.locator("#teach .close").tap()
    page.locator("#dialog").get_by_role("button", name="Verwerfen").tap()
    assert table.wait_for(2)[1] == DropDice()


def test_while_the_device_thinks_nothing_but_leaving_can_be_touched(table: Table, open_page: OpenPage) -> None:
    state = LESSONS["ask"]()
    page = shown(table, open_page, replace(state, teaching=replace(state.teaching, waiting=Waiting.LESSON)))
    expect(page.locator("#teach h2")).to_have_text("Ich lerne …")
    assert page.locator(".teach-body").evaluate("one => getComputedStyle(one).pointerEvents") == "none"
    page.locator("#teach .close").tap()
    expect(page.locator("#dialog")).to_be_visible()


def test_a_name_is_text_whatever_it_contains(table: Table, open_page: OpenPage) -> None:
    name = "<img src=x onerror=alert(1)>"
    evil = KnownSet(name=name, labels=("<b>", "</svg>", "c", "d", "e", "f"), crops=6)
    page = shown(table, open_page, lesson(LessonStage.SETS, sets=(evil,)))
    expect(page.locator(".set-name")).to_have_text(name)
    asked = LESSONS["ask"]()
    table.show(replace(asked, teaching=replace(asked.teaching, labels=evil.labels)))
    expect(page.locator(".asked-faces text")).to_have_count(6)
    assert page.locator(".asked-faces text").all_text_contents() == list(evil.labels)


# ---- every screen


@pytest.mark.parametrize(("size", "language", "is_simulated"), BOARDS)
def test_every_moment_of_teaching_fits_the_screen_and_the_finger(
    board_table: Table, open_page: OpenPage, size: str, language: str
) -> None:
    page = shown(board_table, open_page, replace(scene("empty"), language=language), size)
    for name, moment in LESSONS.items():
        state = replace(moment(), language=language)
        board_table.show(state)
        fits(page, state, name)


def fits(page: Page, state: SessionState, name: str) -> None:
    """Assert that the page shows a moment of teaching whole, with everything large enough to be touched."""
    dialog = view(state, simulated=state.teaching is None, words=words_of(state.language))["teaching"]
    expect(page.locator(f"#teach[data-stage='{dialog['stage']}']")).to_be_visible()
    expect(page.locator(".teach-notice")).to_have_text(dialog["notice"] or "")
    rest(page)
    assert page.evaluate(TARGETS) == [], f"{name}: too small for a finger"
    assert page.evaluate(OUTSIDE_TEACHING) == [], f"{name}: outside the screen"
    assert page.evaluate(CLIPPED) == [], f"{name}: cut off"
    assert page.evaluate(OVERLAPS) == [], f"{name}: one over the other"


SAID = f"""(told) => {{
  const notice = document.querySelector(".teach-notice");
  notice.hidden = false;
  return told.filter((text) => {{
    notice.textContent = text;
    return [{TARGETS}, {OUTSIDE_TEACHING}, {CLIPPED}, {OVERLAPS}].some((check) => check().length);
  }});
}}"""
"""Writes notices where the page does; one view after the other would take minutes for all languages."""


@pytest.mark.parametrize(("size", "language"), usually(EACH_TIME, product(SMALL, LANGUAGES)))
def test_every_sentence_fits_the_dialog(table: Table, open_page: OpenPage, size: str, language: str) -> None:
    page = shown(table, open_page, scene("empty"), size)
    # Said of a game only:
    playing = {NoticeKey.ENTERED, NoticeKey.ILLEGAL, NoticeKey.STANDINGS}
    playing |= {NoticeKey.COMPANION_HOLDS, NoticeKey.COMPANION_DECIDES}
    for name in ("enough", "judge"):
        words, state = words_of(language), replace(LESSONS[name](), language=language)
        told = {key for key in NoticeKey if f"notice.{key.value}" in words.message_ids} - playing
        table.show(state)
        expect(page.locator(f"html[lang='{words.language}']")).to_have_count(1)
        fits(page, state, name)
        texts = [sentence_of(Notice(key, VALUES.get(key, ())), words) for key in sorted(told)]
        assert page.evaluate(SAID, texts) == [], f"{language}, {name}: does not fit"
        assert page.evaluate(SAID, ["zu lang " * 200]) != []
