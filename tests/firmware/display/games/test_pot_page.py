"""The table for rounds for a pot in a real Chromium: what it shows, what a touch sends, that it fits every screen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from firmware.session.touches import Decide
from scoring.events import PlayerLeft
from scoring.games.pot import HandKept, Stakes
from tests.firmware.session.pot_talk import TRIO, AlCaponeBegan, PotTable, agreed_on

pytestmark = pytest.mark.browser

# ---- what may be done


def test_a_raise_is_one_touch_on_its_stake(screen) -> None:
    page = screen.open(PotTable().sit().throw("KK9QA").state)
    assert page.locator(".stake-choice:visible").all_text_contents() == ["2", "3", "4", "5", "6"]
    screen.tap("Erhöhen auf 4")
    assert screen.sent() == [Decide(HandKept(4))]


def test_of_many_stakes_one_is_set_and_then_taken(screen) -> None:
    stakes = Stakes(minimum=1, maximum=40, stack=50)
    page = screen.open(PotTable().sit(agreed_on(stakes=stakes)).throw("KK9QA").state)
    for name in ("mehr", "mehr", "mehr", "weniger"):
        page.get_by_role("button", name=name).tap()
    screen.tap("Erhöhen auf 4")
    assert screen.sent() == [Decide(HandKept(4))]


def test_a_stake_held_down_counts_on_and_stops_at_the_highest(screen) -> None:
    stakes = Stakes(minimum=1, maximum=9, stack=50)
    page = screen.open(PotTable().sit(agreed_on(stakes=stakes)).throw("KK9QA").state)
    more = page.get_by_role("button", name="mehr").bounding_box()
    page.mouse.move(more["x"] + 9, more["y"] + 9)
    page.mouse.down()
    expect(page.locator(".stake-set")).to_have_text("Erhöhen auf 9")
    page.mouse.up()
    page.get_by_role("button", name="weniger").press("Enter")
    expect(page.locator(".stake-set")).to_have_text("Erhöhen auf 8")


def test_a_stake_that_was_set_is_forgotten_with_the_hand_it_was_for(screen) -> None:
    stakes = Stakes(minimum=1, maximum=40, stack=50)
    game = PotTable().sit(agreed_on(stakes=stakes)).throw("KK9QA")
    page = screen.open(game.state)
    screen.tap("mehr")
    expect(page.locator(".stake-set")).to_have_text("Erhöhen auf 3")
    screen.show(replace(game.state, language="en"))  # a view that changes nothing about it
    expect(page.locator(".stake-set")).to_have_text("Raise to 3")
    screen.show(game.decide(HandKept(1)).throw("99XJQ").state)
    expect(page.locator(".stake-set")).to_have_text("Erhöhen auf 2")


def test_who_cannot_pay_is_offered_only_to_pass(screen) -> None:
    stakes = Stakes(minimum=1, maximum=3, stack=4)
    game = PotTable().sit(agreed_on(stakes=stakes)).show("AAAAA", 3).answer_raise(False, True).show("99XQK")
    page = screen.open(game.show("KKKK9", 3).answer_raise(True).state)
    assert page.locator(".pot-foot button:visible").all_text_contents() == ["Franz passt"]


def test_a_player_goes_home_by_the_menu_and_is_asked_whether_he_means_it(screen) -> None:
    page = screen.open(PotTable().sit().throw("KK9QA").state)
    assert page.get_by_role("button", name="heim").count() == 0
    screen.tap("#menu")
    assert page.get_by_role("button", name="mit Vorschlag").count() == 0  # there are no cells to choose
    screen.tap("Jemand geht heim")
    page.locator("dialog .leaves", has_text="Kurt").tap()
    screen.tap("Kurt geht heim")
    assert screen.sent() == [Decide(PlayerLeft(1))]


# ---- what is shown


def test_seats_go_round_clockwise_from_the_first_in_front_at_the_left(screen) -> None:
    page = screen.open(PotTable().sit(agreed_on(("A", "B", "C", "D"))).state)
    places = {}
    for seat in page.locator(".pot-seat").all():
        box = seat.bounding_box()
        places[seat.locator(".seat-name").text_content()] = (box["x"], box["y"])
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = (places[name] for name in "ABCD")
    assert ax == bx < cx == dx
    assert by == cy < ay == dy


def test_a_seat_shows_stack_stake_dice_and_hand(screen) -> None:
    page = screen.open(PotTable().sit().show("KK9QA", 3).state)
    seat = page.locator(".pot-seat").nth(0)
    expect(seat.locator(".seat-stack")).to_have_text("47")
    expect(seat.locator(".staked-count")).to_have_text("3")
    expect(seat.locator(".seat-hand")).to_have_text("Zwei Könige")
    assert seat.locator(".mini text").all_text_contents() == ["A", "K", "K", "D", "9"]
    assert seat.locator(".seat-pile svg").count() == 1
    expect(page.locator(".pot-count")).to_have_text("5")
    expect(page.locator(".pot-seat").nth(1)).to_have_attribute("data-state", "to-answer")


def test_of_a_joker_it_is_shown_what_it_stands_for(screen) -> None:
    page = screen.open(PotTable().sit(agreed_on(jokers=True)).throw("AAKK9").state)
    dice = page.locator(".pot-seat").nth(0).locator(".mini").all()
    assert [die.locator("text").all_text_contents() for die in dice] == [["A", "K"], ["A", "K"], ["K"], ["K"], ["9"]]


def test_al_capone_has_its_values_on_the_table(screen) -> None:
    page = screen.open(PotTable().sit(AlCaponeBegan(players=TRIO, beginner=0)).state)
    values = page.locator(".worth-value").all_text_contents()
    assert values == ["99", "1010", "B11", "D12", "K13", "A14"]


def test_another_number_of_players_is_another_table(screen) -> None:
    page = screen.open(PotTable().sit().state)
    expect(page.locator(".pot-seat")).to_have_count(3)
    screen.show(PotTable().sit(agreed_on(TRIO[:2])).state)
    expect(page.locator(".pot-seat")).to_have_count(2)


def test_a_name_is_text_and_no_markup(screen) -> None:
    page = screen.open(PotTable().sit(agreed_on(("<img src=x onerror=a>", "Kurt"))).state)
    expect(page.locator(".seat-name").nth(0)).to_have_text("<img src=x onerror=a>")
    assert page.locator(".pot img").count() == 0
