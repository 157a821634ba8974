"""The table for rounds for a pot in a real Chromium: what it shows, what a touch sends, that it fits every screen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from firmware.display.view import view
from firmware.session.touches import Decide
from firmware.share.phone_app import follower_view
from scoring.events import PlayerLeft
from scoring.games.pot import HandKept, Passed, RoundBegan, Stakes, WentAlong
from tests.firmware.display.looks import LOOKS, SCREENS, SIZES, TOUCH_PX, OpenPage
from tests.firmware.display.scenes import Table
from tests.firmware.session.pot_talk import TRIO, AlCaponeBegan, PotTable, agreed_on

pytestmark = pytest.mark.browser

TWELVE = (
    "Maximiliana von und zu H",
    "👩‍👩‍👧‍👦🎲🍺🎉🥨",
    "مريم بنت عبد الله",
    *(f"Spieler {number}" for number in range(4, 13)),
)
RICH = Stakes(minimum=500, maximum=50_000, stack=100_000)


def opened(table: Table, open_page: OpenPage, game: PotTable, size: str = "800x480", language: str = "de") -> Page:
    table.show(replace(game.state, language=language))
    return open_page(table, SIZES[size])


def full(players: int) -> PotTable:
    """A table of so many with long names and high stacks, hands kept, a raise passed, a throw to be kept."""
    game = PotTable().sit(agreed_on(TWELVE[:players], stakes=RICH)).show("KKKQQ")
    if players > 2:
        game.throw("XXX99").decide(HandKept(25_000)).answer_raise(*(number % 3 != 0 for number in range(players - 1)))
    return game.throw("JJQ9A")


# ---- what may be done


def test_a_hand_is_kept_with_one_touch(table: Table, open_page: OpenPage) -> None:
    page = opened(table, open_page, PotTable().sit().throw("KK9QA"))
    page.get_by_role("button", name="Behalten").tap()
    assert table.wait_for() == [Decide(HandKept(1))]


def test_a_raise_is_one_touch_on_its_stake(table: Table, open_page: OpenPage) -> None:
    page = opened(table, open_page, PotTable().sit().throw("KK9QA"))
    assert page.locator(".stake-choice:visible").all_text_contents() == ["2", "3", "4", "5", "6"]
    page.get_by_role("button", name="Erhöhen auf 4").tap()
    assert table.wait_for() == [Decide(HandKept(4))]


def test_of_many_stakes_one_is_set_and_then_taken(table: Table, open_page: OpenPage) -> None:
    stakes = Stakes(minimum=1, maximum=40, stack=50)
    page = opened(table, open_page, PotTable().sit(agreed_on(stakes=stakes)).throw("KK9QA"))
    for name in ("mehr", "mehr", "mehr", "weniger"):
        page.get_by_role("button", name=name).tap()
    page.get_by_role("button", name="Erhöhen auf 4").tap()
    assert table.wait_for() == [Decide(HandKept(4))]


def test_a_stake_held_down_counts_on_and_stops_at_the_highest(table: Table, open_page: OpenPage) -> None:
    stakes = Stakes(minimum=1, maximum=9, stack=50)
    page = opened(table, open_page, PotTable().sit(agreed_on(stakes=stakes)).throw("KK9QA"))
    more = page.get_by_role("button", name="mehr").bounding_box()
    page.mouse.move(more["x"] + 9, more["y"] + 9)
    page.mouse.down()
    expect(page.locator(".stake-set")).to_have_text("Erhöhen auf 9")
    page.mouse.up()
    page.get_by_role("button", name="weniger").press("Enter")
    expect(page.locator(".stake-set")).to_have_text("Erhöhen auf 8")


def test_a_stake_that_was_set_is_forgotten_with_the_hand_it_was_for(table: Table, open_page: OpenPage) -> None:
    stakes = Stakes(minimum=1, maximum=40, stack=50)
    game = PotTable().sit(agreed_on(stakes=stakes)).throw("KK9QA")
    page = opened(table, open_page, game)
    page.get_by_role("button", name="mehr").tap()
    expect(page.locator(".stake-set")).to_have_text("Erhöhen auf 3")
    table.show(replace(game.state, language="en"))  # a view that changes nothing about it
    expect(page.locator(".stake-set")).to_have_text("Raise to 3")
    table.show(game.decide(HandKept(1)).throw("99XJQ").state)
    expect(page.locator(".stake-set")).to_have_text("Erhöhen auf 2")


@pytest.mark.parametrize(("label", "event"), [("Kurt geht mit: 2", WentAlong()), ("Kurt passt", Passed())])
def test_a_raise_is_answered_with_one_touch(table: Table, open_page: OpenPage, label: str, event: object) -> None:
    page = opened(table, open_page, PotTable().sit().show("KK9QA", 3))
    page.get_by_role("button", name=label).tap()
    assert table.wait_for() == [Decide(event)]


def test_who_cannot_pay_is_offered_only_to_pass(table: Table, open_page: OpenPage) -> None:
    stakes = Stakes(minimum=1, maximum=3, stack=4)
    game = PotTable().sit(agreed_on(stakes=stakes)).show("AAAAA", 3).answer_raise(False, True).show("99XQK")
    page = opened(table, open_page, game.show("KKKK9", 3).answer_raise(True))
    assert page.locator(".pot-foot button:visible").all_text_contents() == ["Franz passt"]


def test_the_next_round_is_begun_with_one_touch(table: Table, open_page: OpenPage) -> None:
    page = opened(table, open_page, PotTable().sit())
    page.get_by_role("button", name="Runde beginnen").tap()
    assert table.wait_for() == [Decide(RoundBegan())]


def test_a_player_goes_home_by_the_menu_and_is_asked_whether_he_means_it(table: Table, open_page: OpenPage) -> None:
    page = opened(table, open_page, PotTable().sit().throw("KK9QA"))
    assert page.get_by_role("button", name="heim").count() == 0
    page.locator("#menu").tap()
    assert page.get_by_role("button", name="mit Vorschlag").count() == 0  # there are no cells to choose
    page.get_by_role("button", name="Jemand geht heim").tap()
    page.locator("dialog .leaves", has_text="Kurt").tap()
    page.get_by_role("button", name="Kurt geht heim").tap()
    assert table.wait_for() == [Decide(PlayerLeft(1))]


def test_a_button_stays_the_same_while_others_do_something(table: Table, open_page: OpenPage) -> None:
    game = PotTable().sit().throw("KK9QA")
    page = opened(table, open_page, game)
    page.evaluate("() => (window.kept = document.querySelector('.decision-keep-hand'))")
    table.show(replace(game.state, language="en"))
    expect(page.get_by_role("button", name="Keep")).to_be_visible()
    assert page.evaluate("() => window.kept.isConnected && window.kept.textContent") == "Keep"


# ---- what is shown


def test_seats_go_round_clockwise_from_the_first_in_front_at_the_left(table: Table, open_page: OpenPage) -> None:
    page = opened(table, open_page, PotTable().sit(agreed_on(("A", "B", "C", "D"))))
    places = {}
    for seat in page.locator(".pot-seat").all():
        box = seat.bounding_box()
        places[seat.locator(".seat-name").text_content()] = (box["x"], box["y"])
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = (places[name] for name in "ABCD")
    assert ax == bx < cx == dx
    assert by == cy < ay == dy


def test_a_seat_shows_stack_stake_dice_and_hand(table: Table, open_page: OpenPage) -> None:
    page = opened(table, open_page, PotTable().sit().show("KK9QA", 3))
    seat = page.locator(".pot-seat").nth(0)
    expect(seat.locator(".seat-stack")).to_have_text("47")
    expect(seat.locator(".staked-count")).to_have_text("3")
    expect(seat.locator(".seat-hand")).to_have_text("Zwei Könige")
    assert seat.locator(".mini text").all_text_contents() == ["A", "K", "K", "D", "9"]
    assert seat.locator(".seat-pile svg").count() == 1
    expect(page.locator(".pot-count")).to_have_text("5")
    expect(page.locator(".pot-seat").nth(1)).to_have_attribute("data-state", "to-answer")


def test_of_a_joker_it_is_shown_what_it_stands_for(table: Table, open_page: OpenPage) -> None:
    page = opened(table, open_page, PotTable().sit(agreed_on(jokers=True)).throw("AAKK9"))
    dice = page.locator(".pot-seat").nth(0).locator(".mini").all()
    assert [die.locator("text").all_text_contents() for die in dice] == [["A", "K"], ["A", "K"], ["K"], ["K"], ["9"]]


def test_al_capone_has_its_values_on_the_table(table: Table, open_page: OpenPage) -> None:
    page = opened(table, open_page, PotTable().sit(AlCaponeBegan(players=TRIO, beginner=0)))
    values = page.locator(".worth-value").all_text_contents()
    assert values == ["99", "1010", "B11", "D12", "K13", "A14"]


def test_another_number_of_players_is_another_table(table: Table, open_page: OpenPage) -> None:
    page = opened(table, open_page, PotTable().sit())
    expect(page.locator(".pot-seat")).to_have_count(3)
    table.show(PotTable().sit(agreed_on(TRIO[:2])).state)
    expect(page.locator(".pot-seat")).to_have_count(2)


def test_a_name_is_text_and_no_markup(table: Table, open_page: OpenPage) -> None:
    page = opened(table, open_page, PotTable().sit(agreed_on(("<img src=x onerror=a>", "Kurt"))))
    expect(page.locator(".seat-name").nth(0)).to_have_text("<img src=x onerror=a>")
    assert page.locator(".pot img").count() == 0


def test_a_phone_that_follows_may_touch_nothing(table: Table, open_page: OpenPage) -> None:
    game = PotTable().sit().throw("KK9QA")
    table.server.show(follower_view(view(game.state, simulated=False)))
    page = open_page(table, SIZES["phone"])
    expect(page.locator(".pot-seat").nth(0)).to_have_attribute("data-state", "to-move")
    assert page.locator(".pot-foot button:visible").count() == 0


# ---- it fits

OVERFLOWING = """() => {
  const out = [];
  const inner = document.querySelector('#game').getBoundingClientRect();
  const seen = (selectors) => [...document.querySelectorAll(selectors)].filter((each) => each.offsetParent);
  const isCut = (each) => each.scrollHeight > each.clientHeight + 2 || each.scrollWidth > each.clientWidth + 1;
  for (const each of seen('.seat-card, .pot-middle, .pot-foot, .pot-foot button')) {
    const box = each.getBoundingClientRect();
    const isOut = box.left < inner.left - 1 || box.right > inner.right + 1 || box.top < inner.top - 1;
    if (isOut) out.push(`${each.className} sticks out`);
    if (isCut(each)) out.push(`${each.className} cuts off ${each.textContent}`);
  }
  for (const each of seen('.seat-stack, .pot-cost, .pot-name, .pot-count, .staked-count')) {
    if (each.scrollWidth > each.clientWidth + 1 && each.clientWidth) out.push(`${each.className}: ${each.textContent}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) out.push('the page is wider than the screen');
  return out;
}"""

SMALL = """(least) => [...document.querySelectorAll('.pot-foot button')]
  .filter((each) => each.offsetParent)
  .filter((each) => Math.min(each.getBoundingClientRect().width, each.getBoundingClientRect().height) < least)
  .map((each) => each.textContent)"""


@pytest.mark.parametrize("players", [2, 3, 6, 12])
@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_nothing_overflows_and_every_target_is_large_enough(
    table: Table, open_page: OpenPage, size: str, players: int, language: str
) -> None:
    page = opened(table, open_page, full(players), size, language)
    assert page.evaluate(OVERFLOWING) == []
    assert page.evaluate(SMALL, TOUCH_PX) == []


@pytest.mark.parametrize("size", SCREENS)
def test_long_answers_al_capone_and_deciders_fit_as_well(table: Table, open_page: OpenPage, size: str) -> None:
    capone = AlCaponeBegan(players=TWELVE, stakes=RICH, beginner=0)
    page = opened(table, open_page, PotTable().sit(capone).throw("KKKQQ").decide(HandKept(50_000)), size)
    assert page.evaluate(OVERFLOWING) == []
    assert page.evaluate(SMALL, TOUCH_PX) == []
    tied = PotTable().sit(agreed_on(TWELVE[:3])).show("KKKQQ").show("99XJQ").show("KKKQQ")
    table.show(tied.state)
    expect(page.locator(".pot-decider")).to_be_visible()
    assert page.evaluate(OVERFLOWING) == []
