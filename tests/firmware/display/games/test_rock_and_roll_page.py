"""Rock and Roll's page in a real Chromium: what a touch puts down, and what a throw pays."""

import pytest
from playwright.sync_api import Locator, Page, expect

from firmware.session.touches import Decide, TakeBack
from scoring.events import PlayerLeft
from scoring.games.rock_and_roll import BetPlaced, BetsTakenBack, Field, NoticeGiven
from tests.firmware.display.games.scenes import LONG_NAMES, at_cloth, bet, everybody_bets, throw
from tests.firmware.display.looks import Screen, script
from tests.firmware.session.table_talk import Table as Session

pytestmark = pytest.mark.browser


KURT, FRANZ = 1, 2
LONGEST_PAYOUT_MS = 3000


def field(page: Page, which: Field) -> Locator:
    return page.locator(f".field[data-field='{which.value}']")


def bettor(page: Page, name: str) -> Locator:
    return page.locator(".bettor", has_text=name)


def test_touches_that_wait_are_dropped_once_the_die_was_thrown(screen):
    page = screen.open_anew(at_cloth(bank_stack=4).state)
    expect(field(page, Field.KING).locator(".most")).to_have_text("max 0")
    screen.tap("alle")
    field(page, Field.KING).tap()  # nothing can be bet there: the companion says why
    assert screen.sent() == [Decide(BetPlaced(KURT, Field.KING, 1))]
    session = at_cloth()
    page = screen.open_anew(session.state)
    for _ in range(3):
        field(page, Field.TEN).tap()
    screen.sent(2)
    screen.show(throw(session, "K").state)
    expect(page.locator(".throws li:not([hidden])")).to_have_count(1)
    field(page, Field.ACE).tap()
    assert screen.sent(3)[-1] == Decide(BetPlaced(KURT, Field.ACE, 1))


def test_chips_are_taken_back_only_where_some_lie_and_whoever_went_home_is_not_chosen(screen):
    session = at_cloth()
    page = screen.open_anew(session.state)
    back = page.get_by_role("button", name="nimmt zurück")
    expect(back).to_be_disabled()
    screen.show(bet(session, KURT, Field.RED, 3).state)
    back.tap()
    assert screen.sent() == [Decide(BetsTakenBack(KURT))]
    expect(bettor(page, "Kurt")).to_have_attribute("aria-pressed", "true")
    screen.show(session.tell(Decide(PlayerLeft(KURT))).state)
    expect(bettor(page, "Franz")).to_have_attribute("aria-pressed", "true")
    expect(bettor(page, "Kurt")).to_be_hidden()


def test_chips_lie_on_their_fields_with_the_mark_of_each_player(screen):
    session = bet(bet(at_cloth("Elfriede", "Kurt", "Karl"), KURT, Field.RED, 3), FRANZ, Field.RED, 2)
    page = screen.open_anew(session.state)
    pills = field(page, Field.RED).locator(".pill:visible")
    expect(pills.locator(".chip-count")).to_have_text(["3", "2"])
    expect(pills.locator("text")).to_have_text(["Ku", "Ka"])
    rings = pills.locator("circle").evaluate_all("rings => rings.map((ring) => ring.getAttribute('stroke-dasharray'))")
    assert len(set(rings)) == 2
    expect(bettor(page, "Kurt").locator(".chip-stack")).to_have_text("47")
    chips = screen.open_anew(at_cloth(*LONG_NAMES).state).evaluate(script("chips"))
    assert (len(chips), len(set(chips))) == (12, 12)


def paid_chip_by_chip(screen: Screen, page: Page, session: Session) -> None:
    page.evaluate(script("countFlights"))
    screen.show(throw(session, "K").state)
    expect(page.locator(".field.is-won")).to_have_count(2)


def test_a_throw_lights_what_won_the_numbers_are_right_at_once_and_chips_fly_one_by_one(screen):
    session = bet(bet(at_cloth(), KURT, Field.RED, 3), FRANZ, Field.ACE, 2)
    page = screen.open_anew(session.state)
    paid_chip_by_chip(screen, page, session)
    assert page.evaluate(script("landed")) <= LONGEST_PAYOUT_MS
    assert page.evaluate("window.flown") == 2 + 3 + 6  # lost, come back, won
    expect(bettor(page, "Kurt").locator(".chip-stack")).to_have_text("56")
    expect(page.locator(".bank .chip-stack")).to_have_text("296")
    expect(field(page, Field.RED).locator(".chip-count:visible")).to_have_text("+6")
    expect(field(page, Field.ACE).locator(".chip-count:visible")).to_have_text("−2")
    expect(page.locator(".flying")).to_have_count(0)
    screen.show(bet(session, KURT, Field.BLUE, 1).state)
    expect(page.locator(".field.is-won")).to_have_count(0)
    expect(page.locator(".pill:visible")).to_have_count(1)


def test_the_largest_payout_is_over_in_time_too_and_a_touch_skips_it(screen):
    session = everybody_bets(at_cloth(*LONG_NAMES, stack=9000, bank_stack=90_000), 500)
    page = screen.open_anew(session.state)
    paid_chip_by_chip(screen, page, session)
    assert 11 <= page.evaluate("window.flown") <= 200
    assert page.evaluate(script("landed")) <= LONGEST_PAYOUT_MS
    assert page.locator(".flying").count() > 0
    bettor(page, "Kurt").tap()
    assert page.locator(".flying").count() == 0


def test_nothing_flies_where_nothing_is_to_move_nor_for_a_throw_that_was_paid_before(screen):
    session = bet(at_cloth(), KURT, Field.RED, 9)
    page = screen.open_anew(session.state)
    page.emulate_media(reduced_motion="reduce")
    paid_chip_by_chip(screen, page, session)
    assert page.evaluate("window.flown") == 0
    page.emulate_media(reduced_motion="no-preference")
    page = screen.open_anew(session.state)
    expect(page.locator(".field.is-won")).to_have_count(2)
    assert page.locator(".flying").count() == 0
    screen.tap("Zurücknehmen")
    assert screen.sent() == [TakeBack()]
    screen.show(session.tell(TakeBack()).state)  # it lies again as it lay
    expect(page.locator(".field.is-won")).to_have_count(0)
    expect(field(page, Field.RED).locator(".chip-count:visible")).to_have_text("9")
    expect(page.locator(".throws li:not([hidden])")).to_have_count(0)


def test_the_last_throws_the_five_of_the_notice_and_the_end_are_shown(screen):
    session = at_cloth().tell(Decide(NoticeGiven()))
    page = screen.open_anew(session.state)
    expect(page.locator(".left")).to_contain_text("Noch 5 Würfe.")
    expect(page.locator(".bank-ends")).to_be_hidden()
    screen.show(throw(session, "9XJQ").state)
    expect(page.locator(".left")).to_contain_text("Noch ein Wurf.")
    expect(page.locator(".throws li:not([hidden]) text")).to_have_text(["D", "B", "10", "9"])
    screen.show(throw(bet(session, KURT, Field.RED, 5), "K").state)
    expect(page.locator(".outcome")).to_have_text("Kurt gewinnt! Die Runde zahlt Elfriede.")
    expect(bettor(page, "Kurt").locator(".chip-stack")).to_have_text("+10")
    expect(page.locator(".hand, .left").filter(visible=True)).to_have_count(0)
