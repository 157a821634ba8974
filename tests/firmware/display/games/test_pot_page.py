"""The table for rounds for a pot in a real Chromium: what it shows, what a touch sends."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from firmware.session.touches import Decide
from scoring.events import PlayerLeft
from scoring.games.pot import HandKept, Stakes
from tests.firmware.session.pot_talk import TRIO, AlCaponeBegan, PotTable, agreed_on

pytestmark = pytest.mark.browser


def thrown(**agreed: object) -> PotTable:
    return PotTable().sit(agreed_on(**agreed)).throw("KK9QA")


def test_a_raise_is_one_touch_on_its_stake_and_of_many_stakes_one_is_set_and_then_taken(screen) -> None:
    page = screen.open_anew(thrown().state)
    assert page.locator(".stake-choice:visible").all_text_contents() == ["2", "3", "4", "5", "6"]
    screen.tap("Erhöhen auf 4")
    assert screen.sent() == [Decide(HandKept(4))]
    game = thrown(stakes=Stakes(minimum=1, maximum=9, stack=50))
    screen.turn_to(game.state)
    screen.tap("mehr", "mehr", "mehr", "weniger", "Erhöhen auf 4")
    assert screen.sent(2)[1] == Decide(HandKept(4))
    screen.show(replace(game.state, language="en"))  # a view that changes nothing about it
    expect(page.locator(".stake-set")).to_have_text("Raise to 4")
    screen.turn_to(game.decide(HandKept(1)).throw("99XJQ").state)
    expect(page.locator(".stake-set")).to_have_text("Erhöhen auf 2")  # it was for the hand before
    more = page.get_by_role("button", name="mehr").bounding_box()
    page.mouse.move(more["x"] + 9, more["y"] + 9)
    page.mouse.down()  # held down it counts on, and stops at the highest
    expect(page.locator(".stake-set")).to_have_text("Erhöhen auf 9")
    page.mouse.up()
    page.get_by_role("button", name="weniger").press("Enter")
    expect(page.locator(".stake-set")).to_have_text("Erhöhen auf 8")


def test_who_cannot_pay_is_offered_only_to_pass_and_goes_home_by_the_menu(screen) -> None:
    stakes = Stakes(minimum=1, maximum=3, stack=4)
    game = PotTable().sit(agreed_on(stakes=stakes)).show("AAAAA", 3).answer_raise(False, True).show("99XQK")
    page = screen.open(game.show("KKKK9", 3).answer_raise(True).state)
    assert page.locator(".pot-foot button:visible").all_text_contents() == ["Franz passt"]
    screen.turn_to(thrown().state)
    assert page.get_by_role("button", name="heim").count() == 0
    screen.tap("#menu")
    assert page.get_by_role("button", name="mit Vorschlag").count() == 0  # there are no cells to choose
    screen.tap("Jemand geht heim")
    page.locator("dialog .leaves", has_text="Kurt").tap()
    screen.tap("Kurt geht heim")  # is asked whether he means it
    assert screen.sent() == [Decide(PlayerLeft(1))]


def test_seats_go_round_clockwise_and_show_stack_stake_dice_and_hand(screen) -> None:
    name = "<img src=x onerror=a>"  # is text and no markup
    page = screen.open(PotTable().sit(agreed_on((name, "B", "C", "D"))).state)
    expect(page.locator(".seat-name").nth(0)).to_have_text(name)
    places = {}
    for seat in page.locator(".pot-seat").all():
        box = seat.bounding_box()
        places[seat.locator(".seat-name").text_content()[0]] = (box["x"], box["y"])
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = (places[name] for name in "<BCD")
    assert ax == bx < cx == dx
    assert by == cy < ay == dy
    screen.turn_to(PotTable().sit().show("KK9QA", 3).state)
    expect(page.locator(".pot-seat")).to_have_count(3)
    seat = page.locator(".pot-seat").nth(0)
    expect(seat.locator(".seat-stack")).to_have_text("47")
    expect(seat.locator(".staked-count")).to_have_text("3")
    expect(seat.locator(".seat-hand")).to_have_text("Zwei Könige")
    assert seat.locator(".mini text").all_text_contents() == ["A", "K", "K", "D", "9"]
    assert seat.locator(".seat-pile svg").count() == 1
    expect(page.locator(".pot-count")).to_have_text("5")
    expect(page.locator(".pot-seat").nth(1)).to_have_attribute("data-state", "to-answer")


def test_jokers_show_what_they_stand_for_and_al_capone_its_values(screen) -> None:
    page = screen.open(PotTable().sit(agreed_on(jokers=True)).throw("AAKK9").state)
    dice = page.locator(".pot-seat").nth(0).locator(".mini").all()
    assert [die.locator("text").all_text_contents() for die in dice] == [["A", "K"], ["A", "K"], ["K"], ["K"], ["9"]]
    screen.turn_to(PotTable().sit(AlCaponeBegan(players=TRIO, beginner=0)).state)
    expect(page.locator(".worth-value")).to_have_text(["99", "1010", "B11", "D12", "K13", "A14"])
