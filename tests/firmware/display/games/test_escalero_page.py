"""The Escalero sheet in a real Chromium: what is shown, what is put right, and how it ends."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from firmware.session.step import step
from firmware.session.touches import Decide, OpenDial
from firmware.session.vocabulary import DialKind
from scoring.dice import Face
from scoring.events import PlayerLeft
from scoring.games.escalero import Row, RowCorrected, RowEntered
from tests.firmware.display.games.scenes import NAMES, SERVED, played
from tests.firmware.display.looks import own, rest
from tests.firmware.display.served import words_of

pytestmark = pytest.mark.browser

WORDS = words_of("de")
FULL_THEN_STRUCK = (SERVED, RowEntered(Row.FULL_HAND), SERVED, RowEntered(Row.POKER))


def test_the_sheet_shows_what_each_free_row_would_bring_and_what_stands_there(screen) -> None:
    page = screen.open(played(2, 0, SERVED))
    rest(page)
    values = page.locator(".own-cell .entry")
    assert values.all_text_contents() == ["–", "–", "–", "–", "15", "12", "–", "35", "–", "–", "–"]
    assert page.locator(".own-cell .is-worth").all_text_contents() == ["15", "12", "35"]
    screen.turn_to(step(played(3, 0, SERVED), OpenDial(DialKind.DECIDE))[0])
    expect(page.locator(".own-cell .is-in-view")).to_have_text("35")
    rest(page)
    dial = page.locator("#dial").bounding_box()
    assert dial["x"] + dial["width"] <= page.locator(".own").bounding_box()["x"]
    screen.turn_to(played(3, 4, PlayerLeft(2)))
    expect(page.locator(".escalero .head.is-gone")).to_have_text(["Franz"])
    screen.tap("#menu")
    expect(screen.button("English")).to_be_visible()
    expect(page.get_by_role("button", name=WORDS.text("mode.suggest"))).to_have_count(0)
    page = screen.open(played(2, 8))
    screen.tap(".own-cell:has(.entry:not(:empty)) >> nth=0")
    expect(page.locator("#dialog option")).to_have_count(8)  # four of eleven are full, one of them is this
    page = screen.open(played(2, 0, *FULL_THEN_STRUCK), "1280x800")
    cells = page.locator(f".escalero .cell[data-row='{Row.FULL_HAND.value}'] .entry")
    expect(cells.nth(0)).to_have_text("35")
    assert cells.nth(0).evaluate("one => getComputedStyle(one, '::after').content") == '"!"'
    expect(page.locator(f".escalero .cell[data-row='{Row.POKER.value}'] .entry").nth(1)).to_have_text("–")
    expect(page.locator(".escalero .cell .is-newest")).to_have_count(1)


def test_an_own_entry_is_put_right_and_somebody_else_s_in_his_column(screen) -> None:
    page = screen.open(played(2, 0, *FULL_THEN_STRUCK))
    rest(page)
    screen.tap(own(Row.FULL_HAND))
    dialog = page.locator("#dialog")
    expect(dialog.locator("h2")).to_have_text("Elfriede: Full Hand")
    screen.tap("#dialog .entry-dice .face-choice >> nth=0", "#dialog .faces .face-choice >> nth=5", "ui.not-served")
    assert dialog.locator("option").all_text_contents()[6:8] == ["Quint", "Full Hand"]
    dialog.locator("select").select_option(label=WORDS.text("escalero.aces"))
    assert screen.faults() == {}
    screen.tap("ui.save")
    faces = (Face.ACE, Face.KING, Face.KING, Face.ACE, Face.ACE)
    assert screen.sent() == [Decide(RowCorrected(turn_number=1, row=Row.ACES, faces=faces, is_served=False))]
    expect(dialog).to_be_hidden()
    for size, players in (("800x480", 3), ("phone", 12)):
        screen.open(played(players, 0, SERVED, RowEntered(Row.FULL_HAND)), size)
        screen.tap(".escalero .head >> nth=0", *(["Elfriede"] if players == 12 else []), "Full Hand 35")
        expect(dialog.locator("h2")).to_have_text("Elfriede: Full Hand")


def test_at_the_end_a_slip_says_who_pays_whom_and_can_be_put_aside(screen) -> None:
    state = played(3, 33)
    page, game = screen.open_anew(state), state.game
    winner, *losers = sorted(range(3), key=game.sum_of, reverse=True)
    most = game.sum_of(winner)
    expect(page.locator(".slip h2")).to_have_text(WORDS.text("escalero.won", player=NAMES[winner], count=most))
    paid = [
        WORDS.text("escalero.pays", player=NAMES[loser], winners=NAMES[winner], count=most - game.sum_of(loser))
        for loser in losers
    ]
    assert page.locator(".slip .paid").all_text_contents()[1:] == paid
    expect(page.locator(".slip-round")).to_have_text(WORDS.text("result.round", player=NAMES[losers[-1]]))
    screen.tap("ui.see-sheet")
    expect(page.locator(".slip")).to_be_hidden()
    expect(page.locator(".escalero .sum.is-winner")).to_have_text(str(most))
    right = RowCorrected(turn_number=1, row=game.entries[0].row, faces=(Face.ACE,) * 5, is_served=True)
    screen.turn_to(step(state, Decide(right))[0])
    expect(page.locator(".slip")).to_be_visible()  # it comes back when an entry is put right


def test_the_columns_line_up_with_their_names_and_sums(screen) -> None:
    page = screen.open(played(12, 75), "phone")
    rest(page)
    heads, cells, sums = (
        page.locator(what).evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
        for what in (".escalero .head", ".escalero .row[data-row='4'] .cell", ".escalero .sum")
    )
    lefts = [[round(box["left"]) for box in boxes] for boxes in (heads, cells, sums)]
    assert lefts[0] == lefts[1] == lefts[2]
    widths = sorted(box["width"] for box in sums)
    assert widths[-1] >= 44 > widths[-2] > 20
