"""Verdecktes Würfelpoker on the page in a real Chromium: announcing, doubting, peeking."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect

from firmware.session.events import SecondPassed
from firmware.session.touches import Decide
from scoring.games.hidden_poker import Announced
from scoring.hands.ranking import Ranking, all_claims
from tests.firmware.display.games.scenes import HIDDEN, announced, believed, hidden
from tests.firmware.display.looks import TOUCH_PX, rest
from tests.firmware.display.served import words_of

pytestmark = pytest.mark.browser

WORDS = words_of("de")


@pytest.mark.parametrize("is_each", [False, pytest.param(True, marks=pytest.mark.proof)], ids=["of a kind", "each"])
@pytest.mark.parametrize("sequences", [False, True])
def test_announcements_are_made_in_three_touches_at_most(screen, sequences, is_each) -> None:
    page = screen.open(hidden(sequences=sequences).state)
    claims = all_claims(Ranking(sequences=sequences))
    claims = claims if is_each else tuple({claim.hand: claim for claim in claims}.values())
    for number, claim in enumerate(claims, start=1):
        names = [face.name.lower() for face in claim.values]
        screen.tap(f".kind-choice[value='{claim.hand.name.lower().replace('_', '-')}']")
        screen.tap(*[f".claim-faces .face-choice[value='{name}']" for name in names[:1]])
        wanted = json.dumps({"values": names}, separators=(",", ":"))[1:-1]
        page.locator(".say:visible").and_(page.locator(f".say[value*='{wanted}']")).tap()
        assert screen.sent(number)[-1] == Decide(Announced(claim))


def test_before_the_kind_is_chosen_nothing_can_be_announced_and_another_kind_or_player_begins_anew(screen) -> None:
    page = screen.open_anew(hidden().state)
    assert page.locator(".say:visible").count() == 0
    expect(page.locator(".cup-actions")).to_be_hidden()  # nobody peeks under a camera
    screen.tap(".kind-choice[value='poker']", ".face-choice[value='king']:visible")
    expect(page.locator(".say:visible .say-words")).to_have_text(f"{WORDS.text('ui.announce')}: Vier Könige")
    screen.tap(".kind-choice[value='pair']")
    expect(page.locator(".say:visible")).to_have_count(0)
    screen.show(believed(hidden()).state)
    expect(page.locator(".kind-choice.is-chosen")).to_have_count(0)


def test_the_only_opponent_has_one_big_button_of_more_each_has_one_of_his_name(screen) -> None:
    page = screen.open(HIDDEN["doubting"]())
    button, hurried = page.locator(".doubter:visible"), page.locator(".ring.is-hurried")
    expect(button).to_have_text(WORDS.text("ui.bluff"))
    assert button.bounding_box()["height"] >= 2 * TOUCH_PX
    expect(hurried).to_have_count(0)
    screen.turn_to(HIDDEN["hurry"]())  # the last three seconds
    expect(hurried).to_have_count(1)
    screen.turn_to(HIDDEN["three"]())
    expect(button).to_have_text(["Elfriede", "Kurt", "Franz", "Bö", "Cäsar"])
    screen.turn_to(HIDDEN["won"]())
    bluff = page.locator(".hidden-seat.is-bluff")
    expect(bluff.locator(".hidden-note")).to_have_text("Lag da: Zwei Damen")
    assert bluff.locator(".seat-lines path").count() == 1  # it is struck through
    expect(bluff.locator(".hidden-found .mini:has(svg)")).to_have_count(5)
    assert page.locator(".hidden-seat.is-believed .seat-lines path").count() == 0
    screen.turn_to(HIDDEN["over"]())
    expect(page.locator(".rest-detail")).to_have_text(WORDS.text("result.rounds", players="Elfriede und Franz"))


@pytest.mark.parametrize("is_answered_first", [False, True])
def test_a_doubt_that_crosses_the_last_second_is_told_that_it_is_too_late(screen, is_answered_first) -> None:
    at = announced(hidden())
    page = screen.open_anew(at.state)
    waiting: list[Any] = []
    page.route("**/touch", lambda route: waiting.append(route))
    with page.expect_request("**/touch"):
        screen.tap(".doubter:visible")
    rest(page)
    if is_answered_first:
        waiting[0].fulfill(status=409)
        expect(page.locator("#toast")).to_have_text(WORDS.text("ui.changed"))
    screen.turn_to(at.tell(SecondPassed(0, moment=3)).state)  # settled while the touch is under way
    if not is_answered_first:
        waiting[0].continue_()
    expect(page.locator("#toast")).to_have_text(WORDS.text("ui.too-late"))
    assert screen.table.sent == []


def test_the_ring_closes_by_itself_between_the_seconds_and_goes_on_with_each(screen) -> None:
    at = announced(hidden())
    page = screen.open(at.state)
    offset = "() => parseFloat(getComputedStyle(document.querySelector('.ring-left')).strokeDashoffset)"
    expect(page.locator(".ring-count")).to_have_text("10")
    page.wait_for_function(f"() => ({offset})() > 3")
    screen.show(replace(at.state, seconds_left=5))
    expect(page.locator(".ring-count")).to_have_text("5")
    assert 50 <= page.evaluate(offset) <= 60.5
    page.wait_for_function(f"() => ({offset})() >= 59.9")  # and there it waits for the companion's next second
    assert page.evaluate(offset) <= 60.5


def test_dice_are_thrown_under_the_simulated_cup_and_seen_only_as_long_as_the_finger_stays(screen) -> None:
    page = screen.open(hidden().state, is_simulated=True, has_touch=False)
    page.locator(".cup-peek").hover()
    page.mouse.down()
    expect(page.locator(".peeked:visible svg")).to_have_count(2)  # as many as the noted board says
    page.mouse.up()
    expect(page.locator(".cup-shown")).to_be_hidden()
    assert page.locator(".peeked svg").count() == 0
    waiting: list[Any] = []
    page.route("**/simulated/peek", lambda route: waiting.append(route))
    with page.expect_request("**/simulated/peek"):
        page.mouse.down()
    page.mouse.up()
    rest(page)
    assert len(waiting) == 1
    with page.expect_response("**/simulated/peek") as answered:  # comes after the finger has gone
        waiting[0].continue_()
    answered.value.finished()
    rest(page)
    assert page.locator(".peeked svg").count() == 0
    screen.button("ui.cup-under").click()
    assert screen.sent() == [("cover", None)]
    for name in ("doubting", "lifting", "won"):
        screen.turn_to(HIDDEN[name]())
        expect(page.locator(".cup-actions")).to_be_hidden()
