"""Verdecktes Würfelpoker on the page in a real Chromium: announcing, doubting, peeking, and fitting every screen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from firmware.session.events import SecondPassed
from firmware.session.state import SessionState
from firmware.session.touches import Decide, EndGame, RepeatThrow
from scoring.dice import Face
from scoring.games.hidden_poker import Announced, Doubted
from scoring.games.pot import RoundBegan
from scoring.hands.hand import Hand
from scoring.hands.ranking import Claim, Ranking, all_claims
from tests.firmware.display.games.hidden_scenes import SCENES, announced, believed, doubted, hidden
from tests.firmware.display.looks import BOARDS, SCREENS, SIZES, TOUCH_PX, OpenPage
from tests.firmware.display.scenes import Table

pytestmark = pytest.mark.browser


def shown(table: Table, open_page: OpenPage, state: SessionState, size: str = "800x480", **options: Any) -> Page:
    table.show(state)
    page = open_page(table, SIZES[size], **options)
    page.wait_for_selector(".hidden")
    return page


def touches_of(claim: Claim, page: Page) -> int:
    """Announce on the page; return how many touches it took."""
    page.locator(f".kind-choice[value='{claim.hand.name.lower().replace('_', '-')}']").tap()
    names = [face.name.lower() for face in claim.values]
    if names:
        page.locator(f".claim-faces .face-choice[value='{names[0]}']").tap()
    says = page.locator(".say:visible")
    wanted = f'"values":[{",".join(f"{chr(34)}{name}{chr(34)}" for name in names)}]'
    says.and_(page.locator(f".say[value*='{wanted}']")).tap()
    return 2 + bool(names)


# -- announcing ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_each", [False, pytest.param(True, marks=pytest.mark.proof)], ids=["of a kind", "each"])
@pytest.mark.parametrize(("sequences", "count"), [(False, 70), (True, 72)])
def test_announcements_are_made_in_three_touches_at_most(
    table: Table, open_page: OpenPage, sequences: bool, count: int, is_each: bool
) -> None:
    page = shown(table, open_page, hidden(sequences=sequences).state)
    claims = all_claims(Ranking(sequences=sequences))
    assert len(claims) == count
    claims = claims if is_each else tuple({claim.hand: claim for claim in claims}.values())
    for number, claim in enumerate(claims, start=1):
        assert touches_of(claim, page) <= 3
        assert table.wait_for(number)[-1] == Decide(Announced(claim))


def test_before_the_kind_is_chosen_nothing_can_be_announced_and_another_kind_begins_anew(
    table: Table, open_page: OpenPage
) -> None:
    page = shown(table, open_page, hidden().state)
    assert page.locator(".say:visible").count() == 0
    page.locator(".kind-choice[value='poker']").tap()
    page.locator(".face-choice[value='king']:visible").tap()
    expect(page.locator(".say:visible .say-words")).to_have_text("Ansagen: Vier Könige")
    page.locator(".kind-choice[value='pair']").tap()
    expect(page.locator(".say:visible")).to_have_count(0)


def test_the_next_player_begins_with_nothing_chosen(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, hidden().state)
    page.locator(".kind-choice[value='poker']").tap()
    table.show(believed(hidden()).state)
    expect(page.locator(".kind-choice.is-chosen")).to_have_count(0)


# -- doubting --------------------------------------------------------------------------------------------------------


def test_the_only_opponent_has_one_big_button(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, SCENES["doubting"]())
    button = page.locator(".doubter:visible")
    expect(button).to_have_text("Schwindel!")
    assert button.bounding_box()["height"] >= 2 * TOUCH_PX
    button.tap()
    assert table.wait_for() == [Decide(Doubted(1))]


def test_of_more_opponents_each_has_a_button_of_his_name(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, SCENES["three"]())
    expect(page.locator(".doubter:visible")).to_have_text(["Elfriede", "Kurt", "Franz", "Bö", "Cäsar"])
    page.get_by_role("button", name="Bö: Schwindel!").tap()
    assert table.wait_for() == [Decide(Doubted(4))]


def test_a_doubt_that_crosses_the_last_second_is_told_that_it_is_too_late(table: Table, open_page: OpenPage) -> None:
    at = announced(hidden())
    page = shown(table, open_page, at.state)
    # The touch is under way when the companion settles the announcement: the page hears of that before the answer.
    page.route("**/touch", lambda route: (table.show(at.tell(SecondPassed(0, moment=3)).state), route.continue_()))
    page.locator(".doubter:visible").tap()
    expect(page.locator("#toast")).to_have_text("Zu spät: Die Ansage gilt.")
    assert table.sent == []


def test_the_ring_closes_by_itself_between_the_seconds_and_goes_on_with_each(table: Table, open_page: OpenPage) -> None:
    at = announced(hidden())
    page = shown(table, open_page, at.state)
    offset = "() => parseFloat(getComputedStyle(document.querySelector('.ring-left')).strokeDashoffset)"
    expect(page.locator(".ring-count")).to_have_text("10")
    page.wait_for_function(f"() => ({offset})() > 3")
    table.show(replace(at.state, seconds_left=5))
    expect(page.locator(".ring-count")).to_have_text("5")
    assert 50 <= page.evaluate(offset) <= 60.5
    page.wait_for_function(f"() => ({offset})() >= 59.9")  # and there it waits for the companion's next second
    assert page.evaluate(offset) <= 60.5


def test_the_last_three_seconds_look_different(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, SCENES["doubting"]())
    expect(page.locator(".ring.is-hurried")).to_have_count(0)
    table.show(SCENES["hurry"]())
    expect(page.locator(".ring.is-hurried")).to_have_count(1)


def test_while_seconds_pass_no_button_is_replaced_under_a_finger(table: Table, open_page: OpenPage) -> None:
    at = announced(hidden())
    page = shown(table, open_page, at.state)
    page.evaluate("() => (window.held = document.querySelector('.doubter'))")
    table.show(replace(at.state, seconds_left=4))
    expect(page.locator(".ring-count")).to_have_text("4")
    assert page.evaluate("() => window.held.isConnected && window.held === document.querySelector('.doubter')")


# -- rounds ----------------------------------------------------------------------------------------------------------


def test_a_round_is_begun_by_touch(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, SCENES["won"]())
    page.get_by_role("button", name="Runde beginnen").tap()
    assert table.wait_for() == [Decide(RoundBegan())]


def test_a_bluff_is_struck_through_with_what_lay_there(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, SCENES["won"]())
    bluff = page.locator(".hidden-seat.is-bluff")
    expect(bluff.locator(".hidden-note")).to_have_text("Lag da: Zwei Damen")
    assert bluff.locator(".seat-lines path").count() == 1
    expect(bluff.locator(".hidden-found .mini:has(svg)")).to_have_count(5)
    assert page.locator(".hidden-seat.is-believed .seat-lines path").count() == 0


def test_a_burning_throw_is_repeated_by_two_touches(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, SCENES["burning"]())
    page.get_by_role("button", name="Noch einmal unter den Becher").tap()
    page.locator("dialog .pair-choice .choice").nth(1).tap()
    assert table.wait_for() == [RepeatThrow()]


def test_the_end_names_who_pays_and_leads_to_a_new_game(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, SCENES["over"]())
    expect(page.locator(".rest-detail")).to_have_text("Die Runde zahlen Elfriede und Franz.")
    page.get_by_role("button", name="Neues Spiel").tap()
    assert table.wait_for() == [EndGame()]


# -- the simulated board ---------------------------------------------------------------------------------------------


def test_dice_are_thrown_under_the_simulated_cup(simulated_table: Table, open_page: OpenPage) -> None:
    page = shown(simulated_table, open_page, hidden().state)
    page.get_by_role("button", name="Unter den Becher").tap()
    assert simulated_table.wait_for() == [("cover", None)]


def test_one_sees_what_lies_there_only_for_as_long_as_the_finger_stays(
    simulated_table: Table, open_page: OpenPage
) -> None:
    page = shown(simulated_table, open_page, hidden().state, has_touch=False)
    peek = page.locator(".cup-peek").bounding_box()
    page.mouse.move(peek["x"] + 20, peek["y"] + 20)
    page.mouse.down()
    expect(page.locator(".peeked:visible svg")).to_have_count(2)  # as many as the noted board says
    page.mouse.up()
    expect(page.locator(".cup-shown")).to_be_hidden()
    assert page.locator(".peeked svg").count() == 0


def test_an_answer_that_comes_after_the_finger_has_gone_is_not_shown(
    simulated_table: Table, open_page: OpenPage
) -> None:
    page = shown(simulated_table, open_page, hidden().state, has_touch=False)
    waiting: list[Any] = []
    page.route("**/simulated/peek", lambda route: waiting.append(route))
    peek = page.locator(".cup-peek").bounding_box()
    page.mouse.move(peek["x"] + 20, peek["y"] + 20)
    page.mouse.down()
    page.wait_for_function("() => document.querySelector('.cup-peek:active')")
    page.mouse.up()
    assert len(waiting) == 1
    with page.expect_response("**/simulated/peek") as answered:
        waiting[0].continue_()
    answered.value.finished()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.locator(".peeked svg").count() == 0


@pytest.mark.parametrize("name", ["doubting", "lifting", "won"])
def test_nobody_peeks_at_another_time(simulated_table: Table, open_page: OpenPage, name: str) -> None:
    page = shown(simulated_table, open_page, SCENES[name]())
    expect(page.locator(".cup-actions")).to_be_hidden()


def test_with_a_camera_nothing_is_peeked_at_on_the_page(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, hidden().state)
    expect(page.locator(".cup-actions")).to_be_hidden()


# -- every screen ----------------------------------------------------------------------------------------------------


SMALLEST_PX = 13  # `js/games/hidden.js`
OUT_OF_PLACE = """() => {
  const game = document.querySelector('#game').getBoundingClientRect();
  return [...document.querySelectorAll('#game *')].filter((each) => {
    const box = each.getBoundingClientRect();
    const isOut = box.right > Math.min(game.right, innerWidth) + 1 || box.bottom > game.bottom + 1 || box.left < -1;
    return each.checkVisibility() && isOut;
  }).map((each) => each.className);
}"""
TOO_SMALL = """(least) => [...document.querySelectorAll('#game button')].filter((each) => {
  const box = each.getBoundingClientRect();
  return each.checkVisibility() && (box.width < least || box.height < least);
}).map((each) => each.className)"""
CUT_OFF = """(smallest) => [...document.querySelectorAll('#game :is(span, p, h2, button)')]
  .filter((each) => each.checkVisibility() && each.clientWidth && each.scrollWidth > each.clientWidth + 1)
  // A name as wide as twelve emoji may be cut off where it is as small as can be read.
  .filter((each) => !each.matches('.hidden-name, .doubter *') || parseFloat(getComputedStyle(each).fontSize) > smallest)
  .map((each) => `${each.className}: ${each.textContent}`)"""


def look_at(page: Page) -> None:
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate(OUT_OF_PLACE) == []
    assert page.evaluate(TOO_SMALL, TOUCH_PX) == []
    assert page.evaluate(CUT_OFF, SMALLEST_PX) == []


@pytest.mark.parametrize(("size", "language", "is_simulated"), BOARDS)
def test_every_moment_fits_every_screen(board_table: Table, open_page: OpenPage, size: str, language: str) -> None:
    page = shown(board_table, open_page, SCENES["begun"](), size)
    for name in SCENES:
        state = replace(SCENES[name](), language=language)
        board_table.show(state)
        page.wait_for_function(
            "(stage) => document.querySelector('.hidden').dataset.stage === stage", arg=state.game.phase
        )
        look_at(page)


@pytest.mark.parametrize("size", SCREENS)
@pytest.mark.parametrize("name", ["straights", "twelve"])
def test_the_announcements_fit_every_screen(simulated_table: Table, open_page: OpenPage, size: str, name: str) -> None:
    page = shown(simulated_table, open_page, SCENES[name](), size)
    for hand in (Hand.FULL, Hand.TWO_PAIRS, Hand.GRANDE):
        page.locator(f".kind-choice[value='{hand.name.lower().replace('_', '-')}']").tap()
        page.locator(f".claim-faces .face-choice[value='{Face.QUEEN.name.lower()}']").tap()
        look_at(page)


def test_a_phone_that_follows_sees_all_and_touches_nothing(table: Table, open_page: OpenPage) -> None:
    from firmware.display.view import view
    from firmware.share.phone_app import follower_view

    page = open_page(table, SIZES["phone"]) if table.show(doubted(hidden(), 1).state) else None
    for make in (hidden, lambda: announced(hidden()), lambda: doubted(hidden(), 1)):
        table.server.show(follower_view(view(make().state, simulated=False)))
        page = page or open_page(table, SIZES["phone"])
        page.wait_for_selector("body[data-access='follow'] .hidden")
        enabled = page.locator("#game button:visible:not([disabled])")
        assert enabled.count() == 0
    assert table.sent == []
