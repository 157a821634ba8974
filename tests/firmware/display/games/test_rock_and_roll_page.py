"""Rock and Roll's page in a real Chromium: what a touch puts down, what a throw pays, and that it fits every screen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Locator, Page, expect

from firmware.display.view import view
from firmware.session.touches import Decide, NewGame, OpenDial, TakeBack
from firmware.session.vocabulary import DialKind
from scoring.events import PlayerLeft
from scoring.games.rock_and_roll import BetPlaced, BetsTakenBack, Field, NoticeGiven, RockAndRollBegan
from tests.firmware.display.longest import words_of
from tests.firmware.display.looks import BOARDS, DIAL_CLIPPED, SCREENS, SIZES, TARGETS, OpenPage, rest
from tests.firmware.display.scenes import Table
from tests.firmware.session.table_talk import Table as Session
from vision.reading import Verdict

pytestmark = pytest.mark.browser


NAMES = (
    *("Maximiliane v. Hohenfels", "Bartholomäus Zwetschkens", "أحمد عبد الرحمن", "🎲 Würfelkönig", "Kurt"),
    *("Karl-Heinz der Zweite", "ゆうこ", "Łukasz Brzęczyszczykiewi", "Ann", "Änne", "Zoë", "X"),
)
KURT, FRANZ = 1, 2
LONGEST_PAYOUT_MS = 3000


def at_cloth(*players: str, **agreed: int) -> Session:
    return Session().tell(NewGame(RockAndRollBegan(players=players or ("Elfriede", "Kurt", "Franz"), **agreed)))


def bet(session: Session, player: int, field: Field, chips: int) -> Session:
    return session.tell(Decide(BetPlaced(player, field, chips)))


def throw(session: Session, letter: str) -> Session:
    return session.throw(letter, verdict=Verdict.CLEAR)


def everybody_bets(session: Session, chips: int) -> Session:
    for player in range(1, len(session.state.game.players)):
        for field in Field:
            bet(session, player, field, chips + player % 3)
    return session


def shown(table: Table, open_page: OpenPage, session: Session, size: str = "800x480") -> Page:
    table.show(session.state)
    page = open_page(table, SIZES[size])
    page.wait_for_selector(".rock")
    return page


def field(page: Page, which: Field) -> Locator:
    return page.locator(f".field[data-field='{which.value}']")


def bettor(page: Page, name: str) -> Locator:
    return page.locator(".bettor", has_text=name)


# ---- what a touch puts down


def test_a_touch_puts_a_chip_of_whoever_is_chosen(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, at_cloth())
    field(page, Field.RED).tap()
    table.wait_for(1)
    bettor(page, "Franz").tap()
    field(page, Field.QUEEN).tap()
    assert table.wait_for(2) == [Decide(BetPlaced(KURT, Field.RED, 1)), Decide(BetPlaced(FRANZ, Field.QUEEN, 1))]


def test_a_touch_puts_as_many_chips_as_are_chosen(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, at_cloth(stack=37))
    for count, label in enumerate(("5", "10", "alle"), start=1):
        page.locator(".sizes").get_by_role("button", name=label, exact=True).tap()
        field(page, Field.BLUE).tap()
        table.wait_for(count)
    assert [each.event.chips for each in table.sent] == [5, 10, 37]


def test_all_chips_are_as_many_as_the_bank_can_pay(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, at_cloth(bank_stack=52))
    page.get_by_role("button", name="alle", exact=True).tap()
    field(page, Field.KING).tap()
    assert table.wait_for() == [Decide(BetPlaced(KURT, Field.KING, 10))]


def test_where_nothing_can_be_bet_the_companion_says_why(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, at_cloth(bank_stack=4))
    expect(field(page, Field.KING).locator(".most")).to_have_text("max 0")
    page.get_by_role("button", name="alle", exact=True).tap()
    field(page, Field.KING).tap()
    assert table.wait_for() == [Decide(BetPlaced(KURT, Field.KING, 1))]


def test_quick_touches_are_all_put_down_one_after_the_other(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, at_cloth())
    for _ in range(3):
        field(page, Field.TEN).tap()
    assert table.wait_for(3) == [Decide(BetPlaced(KURT, Field.TEN, 1))] * 3


def test_touches_that_wait_are_dropped_once_the_die_was_thrown(table: Table, open_page: OpenPage) -> None:
    session = at_cloth()
    page = shown(table, open_page, session)
    for _ in range(3):
        field(page, Field.TEN).tap()
    table.wait_for(1)
    table.show(throw(session, "K").state)
    expect(page.locator(".throws li:not([hidden])")).to_have_count(1)
    field(page, Field.ACE).tap()
    assert table.wait_for(2)[-1] == Decide(BetPlaced(KURT, Field.ACE, 1))


def test_chips_are_taken_back_only_where_some_lie(table: Table, open_page: OpenPage) -> None:
    session = at_cloth()
    page = shown(table, open_page, session)
    back = page.get_by_role("button", name="nimmt zurück")
    expect(back).to_be_disabled()
    table.show(bet(session, KURT, Field.RED, 3).state)
    back.tap()
    assert table.wait_for() == [Decide(BetsTakenBack(KURT))]


def test_going_home_and_the_banks_notice_are_asked_about_first(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, at_cloth())
    page.locator(".goes-home").tap()
    expect(page.locator("dialog h2")).to_have_text("Kurt: Wirklich heimgehen?")
    page.locator("dialog .choice", has_text="geht heim").tap()
    page.locator(".bank-ends").tap()
    page.locator("dialog .choice", has_text="Bank hört auf").tap()
    assert table.wait_for(2) == [Decide(PlayerLeft(KURT)), Decide(NoticeGiven())]


def test_whoever_went_home_is_not_chosen_any_more(table: Table, open_page: OpenPage) -> None:
    session = at_cloth()
    page = shown(table, open_page, session)
    expect(bettor(page, "Kurt")).to_have_attribute("aria-pressed", "true")
    table.show(session.tell(Decide(PlayerLeft(KURT))).state)
    expect(bettor(page, "Franz")).to_have_attribute("aria-pressed", "true")
    expect(bettor(page, "Kurt")).to_be_hidden()


def test_a_phone_that_only_follows_sees_all_and_touches_nothing(table: Table, open_page: OpenPage) -> None:
    followed = {**view(bet(at_cloth(), KURT, Field.RED, 3).state, simulated=False), "access": "follow"}
    table.server.show(followed)
    page = open_page(table, SIZES["phone"])
    expect(field(page, Field.RED).locator(".chip-count")).to_have_text("3")
    assert page.locator("#game button:enabled:visible").count() == 0


# ---- what lies and what is paid


def test_chips_lie_on_their_fields_with_the_mark_of_each_player(table: Table, open_page: OpenPage) -> None:
    session = bet(bet(at_cloth("Elfriede", "Kurt", "Karl"), KURT, Field.RED, 3), FRANZ, Field.RED, 2)
    page = shown(table, open_page, session)
    pills = field(page, Field.RED).locator(".pill:visible")
    expect(pills.locator(".chip-count")).to_have_text(["3", "2"])
    expect(pills.locator("text")).to_have_text(["Ku", "Ka"])
    rings = pills.locator("circle").evaluate_all("rings => rings.map((ring) => ring.getAttribute('stroke-dasharray'))")
    assert len(set(rings)) == 2
    expect(bettor(page, "Kurt").locator(".chip-stack")).to_have_text("47")


def test_twelve_players_have_twelve_different_chips(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, at_cloth(*NAMES))
    chips = page.locator(".holder .chip, .bettor:not([hidden]) .chip").evaluate_all(
        "chips => chips.map((chip) => { const one = chip.cloneNode(true);"
        " one.querySelector('text').textContent = ''; return one.innerHTML.replace(/<text.*<.text>/, ''); })"
    )
    assert (len(chips), len(set(chips))) == (12, 12)


def test_a_throw_lights_what_won_and_the_numbers_are_right_at_once(table: Table, open_page: OpenPage) -> None:
    session = bet(bet(at_cloth(), KURT, Field.RED, 3), FRANZ, Field.ACE, 2)
    page = shown(table, open_page, session)
    table.show(throw(session, "K").state)
    expect(page.locator(".field.is-won")).to_have_count(2)
    expect(bettor(page, "Kurt").locator(".chip-stack")).to_have_text("56")
    expect(page.locator(".bank .chip-stack")).to_have_text("296")
    expect(field(page, Field.RED).locator(".chip-count:visible")).to_have_text("+6")
    expect(field(page, Field.ACE).locator(".chip-count:visible")).to_have_text("−2")
    table.show(bet(session, KURT, Field.BLUE, 1).state)
    expect(page.locator(".field.is-won")).to_have_count(0)
    expect(page.locator(".pill:visible")).to_have_count(1)


COUNTED = """
() => {
  window.flown = 0;
  const layer = document.querySelector(".flights");
  const count = (all) => all.forEach((one) => (window.flown += one.addedNodes.length));
  new MutationObserver(count).observe(layer, { childList: true });
}
"""
ENDS_MS = """() => Math.max(...document.querySelector(".flights").getAnimations({ subtree: true })
  .map((flight) => flight.effect.getComputedTiming().endTime))"""
"""When the last chip will have landed."""


def paid_chip_by_chip(table: Table, page: Page, session: Session) -> None:
    page.evaluate(COUNTED)
    table.show(throw(session, "K").state)
    expect(page.locator(".field.is-won")).to_have_count(2)


def test_the_chips_fly_one_by_one_and_are_gone_in_time(table: Table, open_page: OpenPage) -> None:
    session = bet(bet(at_cloth(), KURT, Field.RED, 3), FRANZ, Field.ACE, 2)
    page = shown(table, open_page, session)
    paid_chip_by_chip(table, page, session)
    assert page.evaluate(ENDS_MS) <= LONGEST_PAYOUT_MS
    assert page.evaluate("window.flown") == 2 + 3 + 6  # lost, come back, won
    expect(page.locator(".flying")).to_have_count(0)


def test_the_largest_payout_is_over_in_time_too(table: Table, open_page: OpenPage) -> None:
    session = everybody_bets(at_cloth(*NAMES, stack=9000, bank_stack=90_000), 500)
    page = shown(table, open_page, session)
    paid_chip_by_chip(table, page, session)
    assert 11 <= page.evaluate("window.flown") <= 200
    assert page.evaluate(ENDS_MS) <= LONGEST_PAYOUT_MS


def test_a_touch_skips_the_payout(table: Table, open_page: OpenPage) -> None:
    session = bet(at_cloth(), KURT, Field.RED, 9)
    page = shown(table, open_page, session)
    paid_chip_by_chip(table, page, session)
    assert page.locator(".flying").count() > 0
    bettor(page, "Franz").tap()
    assert page.locator(".flying").count() == 0
    expect(bettor(page, "Kurt").locator(".chip-stack")).to_have_text("68")


def test_nothing_flies_where_nothing_is_to_move(table: Table, open_page: OpenPage) -> None:
    session = bet(at_cloth(), KURT, Field.RED, 9)
    page = shown(table, open_page, session)
    page.emulate_media(reduced_motion="reduce")
    paid_chip_by_chip(table, page, session)
    assert page.evaluate("window.flown") == 0


def test_nothing_flies_for_a_throw_that_was_paid_before_the_page_was_opened(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, throw(bet(at_cloth(), KURT, Field.RED, 9), "K"))
    expect(page.locator(".field.is-won")).to_have_count(2)
    assert page.locator(".flying").count() == 0


def test_a_throw_taken_back_lies_again_as_it_lay(table: Table, open_page: OpenPage) -> None:
    session = throw(bet(at_cloth(), KURT, Field.RED, 9), "K")
    page = shown(table, open_page, session)
    page.get_by_role("button", name="Zurücknehmen").tap()
    assert table.wait_for() == [TakeBack()]
    table.show(session.tell(TakeBack()).state)
    expect(page.locator(".field.is-won")).to_have_count(0)
    expect(field(page, Field.RED).locator(".chip-count:visible")).to_have_text("9")
    expect(page.locator(".throws li:not([hidden])")).to_have_count(0)


def test_the_last_throws_and_the_five_of_the_notice_are_shown(table: Table, open_page: OpenPage) -> None:
    session = at_cloth().tell(Decide(NoticeGiven()))
    page = shown(table, open_page, session)
    expect(page.locator(".left")).to_contain_text("Noch 5 Würfe.")
    expect(page.locator(".bank-ends")).to_be_hidden()
    table.show(throw(throw(session, "K"), "9").state)
    expect(page.locator(".left")).to_contain_text("Noch 3 Würfe.")
    expect(page.locator(".throws li:not([hidden]) text")).to_have_text(["9", "K"])


def test_the_end_shows_what_everybody_won_and_who_pays_the_round(table: Table, open_page: OpenPage) -> None:
    session = at_cloth().tell(Decide(NoticeGiven()))
    for letter in "9XJQ":
        throw(session, letter)
    page = shown(table, open_page, throw(bet(session, KURT, Field.RED, 5), "K"))
    expect(page.locator(".outcome")).to_have_text("Kurt gewinnt! Die Runde zahlt Elfriede.")
    expect(bettor(page, "Kurt").locator(".chip-stack")).to_have_text("+10")
    expect(page.locator(".hand, .left").filter(visible=True)).to_have_count(0)


# ---- every screen

LEFT_OUT = """() => [...document.querySelectorAll("#game .field, #game button, #game .outcome, #game .bank > *,"
    + "#game .hand > *, #game .pill, #game .most, #game .pays, #game .field-name, #game .field-faces, #game .chip-stack"
  )]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const around = (one.parentElement.closest(".field, .bettor") ?? document.getElementById("game"))
      .getBoundingClientRect();
    const box = one.getBoundingClientRect();
    return box.bottom > around.bottom + 1 || box.right > around.right + 1 || box.left < around.left - 1;
  })
  .map((one) => one.outerHTML.slice(0, 110))"""

MEETING = """() => [...document.querySelectorAll("#game .field-head")]
  .filter((one) => one.checkVisibility())
  .filter((head) => {
    const parts = [...head.querySelectorAll(".field-name, .field-faces, .pays, .most")].filter((one) => one.textContent)
      .map((one) => one.getBoundingClientRect());
    return parts.some((a, i) => parts.some((b, j) => i < j && a.left < b.right - 1 && b.left < a.right - 1
      && a.top < b.bottom - 2 && b.top < a.bottom - 2));
  })
  .map((one) => one.outerHTML.slice(0, 110))"""


@pytest.mark.parametrize(("size", "language", "is_simulated"), BOARDS)
@pytest.mark.parametrize("count", [2, 12])
def test_everything_fits_every_screen(
    board_table: Table, open_page: OpenPage, count: int, size: str, language: str
) -> None:
    session = everybody_bets(at_cloth(*NAMES[:count], stack=100_000, bank_stack=100_000), 1100)
    moments = [session.state, throw(session, "K").state, session.tell(Decide(NoticeGiven())).state]
    for letter in "9XJQK":
        throw(everybody_bets(session, 7), letter)
    page = shown(board_table, open_page, session, size)
    for state in (*moments, session.state):
        board_table.show(replace(state, language=language))
        expect(page.locator("html")).to_have_attribute("lang", words_of(language).language)
        rest(page)
        assert page.evaluate(TARGETS) == [], f"{size}: too small for a finger"
        assert page.evaluate(LEFT_OUT) == [], f"{size}: outside"
        assert page.evaluate(MEETING) == [], f"{size}: one over the other"


@pytest.mark.parametrize("size", SCREENS)
def test_the_dials_of_twelve_players_fit_every_screen(table: Table, open_page: OpenPage, size: str) -> None:
    session = everybody_bets(at_cloth(*NAMES, bank_stack=5000), 1)
    page = shown(table, open_page, session, size)
    for kind in (DialKind.DECIDE, DialKind.BET):
        table.show(session.tell(OpenDial(kind)).state)
        expect(page.locator(f"#dial[data-kind='{kind.value}']")).to_be_visible()
        rest(page)
        assert page.evaluate(TARGETS) == [], f"{kind}: too small for a finger"
        assert page.evaluate(DIAL_CLIPPED) == [], f"{kind}: cut off"
