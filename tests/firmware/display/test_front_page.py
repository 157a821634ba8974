"""Before and after a game, in a real Chromium: which game, who plays, what is agreed on, the rules card, the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from firmware.session.choosing import FORMS, Choice, opening
from firmware.session.state import SessionState
from firmware.session.touches import ChooseLanguage, ChooseMode, EndGame, NewGame
from firmware.session.vocabulary import EntryMode, Notice, NoticeKey, Phase
from scoring import rules
from scoring.dice import Face
from scoring.events import BeginnerThrown, GameBegan
from scoring.games.al_capone import AlCaponeBegan
from scoring.games.al_capone import Table as Worth
from scoring.games.escalero import EscaleroBegan
from scoring.games.hidden_poker import HiddenPokerBegan
from scoring.games.open_poker import OpenPokerBegan
from scoring.games.pot import Stakes
from scoring.games.rock_and_roll import RockAndRollBegan
from scoring.hands.ranking import Ranking
from scoring.ruleset import Level, RerollRule, Ruleset
from tests.firmware.display.looks import OUTSIDE, SCREENS, OpenPage, rest, shown
from tests.firmware.display.scenes import PLAYERS, Table, scene

pytestmark = pytest.mark.browser

OTHERS = [choice for choice in Choice if choice is not Choice.TEN_BY_TEN]
TWELVE = (
    "Maximiliane Theresia Hub",
    "Franz 🎲🍺",
    "שרה בת אברהם",
    "Friedrich-Wilhelm Anton X",
    *(f"Gast {number}" for number in range(5, 13)),
)


def touches(page: Page) -> None:
    """Count the touches of a page from now on."""
    page.evaluate("() => { window.touches = 0; addEventListener('pointerup', () => (window.touches += 1), true); }")


def count(page: Page) -> int:
    return int(page.evaluate("window.touches"))


def tile(page: Page, choice: Choice) -> Any:
    return page.locator(f".tile[data-game={choice}] .tile-choose")


def at_players(table: Table, open_page: OpenPage, choice: Choice, size: str = "800x480", **changes: Any) -> Page:
    page = shown(table, open_page, replace(scene("setup"), **changes), size)
    tile(page, choice).tap()
    return page


def seats(page: Page, number: int) -> Any:
    return page.locator(".count .segment").nth(number - 2)


# ---- in touches


def test_the_game_that_stands_ready_begins_with_one_touch(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("setup"))
    page.get_by_role("button", name="Los geht’s!").tap()
    assert table.wait_for() == [NewGame(GameBegan(players=PLAYERS, ruleset=Ruleset(), beginner=None))]


@pytest.mark.parametrize("choice", OTHERS)
def test_every_other_game_begins_with_three(table: Table, open_page: OpenPage, choice: Choice) -> None:
    page = shown(table, open_page, scene("setup"))
    touches(page)
    tile(page, choice).tap()
    seats(page, 4).tap()
    page.get_by_role("button", name="Los geht’s!").tap()
    players = (*PLAYERS, "Spieler 3", "Spieler 4")
    assert table.wait_for() == [NewGame(FORMS[choice][0](players=players))]
    assert count(page) == 3


@pytest.mark.parametrize("choice", OTHERS)
def test_what_was_played_last_stands_ready_whichever_it_was(table: Table, open_page: OpenPage, choice: Choice) -> None:
    agreed = opening(choice, RockAndRollBegan(players=("A", "B", "C")), form=len(FORMS[choice]) - 1)
    page = shown(table, open_page, SessionState(agreed=agreed))
    touches(page)
    page.get_by_role("button", name="Los geht’s!").tap()
    assert table.wait_for() == [NewGame(agreed)]
    assert count(page) == 1


def test_names_beginner_mode_and_house_rules_can_be_chosen(table: Table, open_page: OpenPage) -> None:
    page = at_players(table, open_page, Choice.TEN_BY_TEN)
    page.locator(".name-field input").nth(1).fill("Manfred")
    page.get_by_role("button", name="Manfred beginnt").tap()
    page.get_by_text("Hausregeln").tap()
    page.get_by_role("button", name="nur den schiefen Würfel").tap()
    page.get_by_role("button", name="7", exact=True).tap()
    page.get_by_role("button", name="Los geht’s!").tap()
    ruleset = Ruleset(reroll=RerollRule.DIE, columns=7)
    assert table.wait_for() == [NewGame(GameBegan(players=("Elfriede", "Manfred"), ruleset=ruleset, beginner=1))]


def test_the_companion_can_sit_opposite_and_goes_by_the_name_of_its_level(table: Table, open_page: OpenPage) -> None:
    page = at_players(table, open_page, Choice.TEN_BY_TEN)
    names = page.locator(".name-field input")
    page.get_by_role("button", name="Kenner", exact=True).tap()
    expect(names.nth(1)).to_have_value("Kenner")
    page.get_by_role("button", name="zu zweit").tap()
    expect(names.nth(1)).to_have_value("Kurt")
    page.get_by_role("button", name="Kenner", exact=True).tap()
    page.get_by_role("button", name="Junkie", exact=True).tap()
    names.nth(0).fill("Gertrude")
    page.get_by_role("button", name="Los geht’s!").tap()
    assert table.wait_for() == [NewGame(GameBegan(players=("Gertrude", "Junkie"), levels=(None, Level.JUNKIE)))]


def test_who_played_against_the_companion_last_finds_it_there(table: Table, open_page: OpenPage) -> None:
    agreed = GameBegan(players=("Elfriede", "Stammgast"), levels=(None, Level.REGULAR))
    page = shown(table, open_page, SessionState(agreed=agreed))
    page.get_by_role("button", name="Los geht’s!").tap()
    assert table.wait_for() == [NewGame(agreed)]


def test_a_mode_chosen_before_the_game_is_sent_at_once(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("setup"))
    page.get_by_role("button", name="EN", exact=True).tap()
    tile(page, Choice.TEN_BY_TEN).tap()
    page.get_by_role("button", name="mit Vorschlag").tap()
    assert table.wait_for(2) == [ChooseLanguage("en"), ChooseMode(EntryMode.SUGGEST)]


def test_typed_names_survive_a_change_of_language(table: Table, open_page: OpenPage) -> None:
    page = at_players(table, open_page, Choice.TEN_BY_TEN)
    page.locator(".name-field input").nth(0).fill("Ewald")
    table.show(replace(scene("setup"), language="en"))
    expect(page.get_by_role("button", name="Off we go!")).to_be_visible()
    expect(page.locator(".name-field input").nth(0)).to_have_value("Ewald")


def test_house_rules_of_every_game_arrive(table: Table, open_page: OpenPage) -> None:
    page = at_players(table, open_page, Choice.OPEN_POKER)
    page.get_by_text("Hausregeln").tap()
    page.get_by_role("button", name="Mindesteinsatz: mehr").tap()
    page.get_by_label("Höchsteinsatz", exact=True).fill("9")
    page.get_by_role("button", name="Chips für jeden: mehr").tap()
    page.get_by_role("button", name="zählen", exact=True).tap()
    page.get_by_role("button", name="Los geht’s!").tap()
    stakes = Stakes(minimum=2, maximum=9, stack=60)
    assert table.wait_for() == [NewGame(OpenPokerBegan(players=PLAYERS, stakes=stakes, sequences=True))]


def test_joker_poker_is_played_openly_or_under_the_cup(table: Table, open_page: OpenPage) -> None:
    page = at_players(table, open_page, Choice.JOKER_POKER)
    page.get_by_role("button", name="verdeckt", exact=True).tap()
    page.get_by_role("button", name="Los geht’s!").tap()
    assert table.wait_for() == [NewGame(HiddenPokerBegan(players=PLAYERS, ranking=Ranking(jokers=True)))]


def test_the_table_of_al_capone_can_be_agreed_on(table: Table, open_page: OpenPage) -> None:
    page = at_players(table, open_page, Choice.AL_CAPONE)
    page.get_by_text("Hausregeln").tap()
    page.get_by_role("button", name="C", exact=True).tap()
    page.get_by_role("button", name="Los geht’s!").tap()
    assert table.wait_for() == [NewGame(AlCaponeBegan(players=PLAYERS, table=Worth.C))]


def test_in_rock_and_roll_one_holds_the_bank(table: Table, open_page: OpenPage) -> None:
    page = at_players(table, open_page, Choice.ROCK_AND_ROLL)
    page.get_by_role("button", name="Kurt Bank").tap()
    page.get_by_role("button", name="Kurt Bank").tap()  # somebody always does
    page.get_by_role("button", name="Los geht’s!").tap()
    assert table.wait_for() == [NewGame(RockAndRollBegan(players=PLAYERS, bank=1))]


# ---- names


def test_whoever_gets_up_takes_neither_the_others_nor_the_beginning(table: Table, open_page: OpenPage) -> None:
    page = at_players(table, open_page, Choice.ESCALERO)
    seats(page, 4).tap()
    page.get_by_role("button", name="Spieler 4 beginnt").tap()
    page.get_by_role("button", name="Kurt steht auf").tap()
    page.get_by_role("button", name="Los geht’s!").tap()
    players = ("Elfriede", "Spieler 3", "Spieler 4")
    assert table.wait_for() == [NewGame(EscaleroBegan(players=players, beginner=2))]


def test_names_are_remembered_for_each_number_of_players(table: Table, open_page: OpenPage) -> None:
    page = at_players(table, open_page, Choice.ESCALERO)
    seats(page, 3).tap()
    for seat, name in enumerate(("Anna", "Ben", "Cem")):
        page.locator(".name-field input").nth(seat).fill(name)
    page.get_by_role("button", name="Los geht’s!").tap()
    table.wait_for()
    table.show(scene("empty"))  # a game for two between
    expect(page.locator("#front")).to_be_hidden()
    table.show(scene("setup"))
    tile(page, Choice.AL_CAPONE).tap()
    seats(page, 3).tap()
    assert [page.locator(".name-field input").nth(seat).input_value() for seat in range(3)] == ["Anna", "Ben", "Cem"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Bitte einen Namen."),
        ("  \t", "Bitte einen Namen."),
        ("\u200b\u2060", "Bitte einen Namen."),
        ("elfriede", "So heißt schon jemand."),
        ("  ELFRIEDE ", "So heißt schon jemand."),
        ("K" * 25, "Zu lang. Bitte kürzer."),
    ],
)
def test_a_name_that_will_not_do_is_told_at_its_field(
    table: Table, open_page: OpenPage, typed: str, sentence: str
) -> None:
    page = at_players(table, open_page, Choice.ESCALERO)
    page.locator(".name-field input").nth(1).fill(typed)
    expect(page.locator(".name-field").nth(1).get_by_role("status")).to_have_text(sentence)
    page.get_by_role("button", name="Los geht’s!").tap()
    expect(page.locator(".name-field input").nth(1)).to_be_focused()
    assert page.locator(".name-field input").nth(1).input_value() == typed
    rest(page)
    assert page.evaluate(OUTSIDE) == []
    page.locator(".name-field input").nth(1).fill("Kurt")
    page.get_by_role("button", name="Los geht’s!").tap()
    assert table.wait_for() == [NewGame(EscaleroBegan(players=PLAYERS))]


def test_emoji_and_names_from_right_to_left_are_names(table: Table, open_page: OpenPage) -> None:
    page = at_players(table, open_page, Choice.ESCALERO)
    for seat, name in enumerate(("👩‍🍳🎲", "שרה")):
        page.locator(".name-field input").nth(seat).fill(name)
    assert page.locator(".name-field input").nth(1).evaluate("input => getComputedStyle(input).direction") == "rtl"
    page.get_by_role("button", name="Los geht’s!").tap()
    assert table.wait_for() == [NewGame(EscaleroBegan(players=("👩‍🍳🎲", "שרה")))]


def test_a_refusal_is_shown_where_it_was_typed_and_nothing_is_lost(table: Table, open_page: OpenPage) -> None:
    page = at_players(table, open_page, Choice.OPEN_POKER)
    seats(page, 3).tap()
    page.locator(".name-field input").nth(2).fill("Ewald")
    page.get_by_text("Hausregeln").tap()
    page.get_by_label("Mindesteinsatz", exact=True).fill("9")
    page.get_by_role("button", name="Los geht’s!").tap()
    table.wait_for()
    table.show(replace(scene("setup"), notice=Notice(NoticeKey.ILLEGAL, (("reason", "StakesError"),))))
    expect(page.locator(".front-notice")).to_contain_text("Einsätze")
    expect(page.locator(".name-field input").nth(2)).to_have_value("Ewald")
    expect(page.get_by_label("Mindesteinsatz", exact=True)).to_have_value("9")


def test_a_number_that_is_none_is_told_and_does_not_begin(table: Table, open_page: OpenPage) -> None:
    page = at_players(table, open_page, Choice.HIDDEN_POKER)
    page.get_by_text("Hausregeln").tap()
    field = page.get_by_label("Chips für jeden", exact=True)
    for typed in ("", "0", "-3", "viele", "999999"):
        field.fill(typed)
        expect(page.get_by_text("Bitte eine Zahl von 1 bis 100000.")).to_be_visible()
    page.get_by_role("button", name="Los geht’s!").tap()
    expect(field).to_be_focused()
    field.fill("20")
    page.get_by_role("button", name="Los geht’s!").tap()
    assert table.wait_for() == [NewGame(HiddenPokerBegan(players=PLAYERS, stack=20))]


def test_house_rules_stay_as_chosen_when_another_game_is_looked_at(table: Table, open_page: OpenPage) -> None:
    page = at_players(table, open_page, Choice.AL_CAPONE)
    page.get_by_text("Hausregeln").tap()
    page.get_by_role("button", name="B", exact=True).tap()
    page.get_by_role("button", name="Zurück").tap()
    tile(page, Choice.ESCALERO).tap()
    page.get_by_role("button", name="Zurück").tap()
    tile(page, Choice.AL_CAPONE).tap()
    expect(page.get_by_role("button", name="B", exact=True)).to_have_attribute("aria-pressed", "true")


# ---- the rules on a page


def test_during_a_game_the_menu_has_its_rules(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("second"))
    page.locator("#menu").tap()
    page.get_by_role("button", name="Regeln").tap()
    expect(page.locator("#dialog h2")).to_have_text("Würfelpoker 10×10")
    expect(page.locator(".card-told li")).not_to_have_count(0)
    table.show(scene("third"))  # the table goes on, whoever reads reads on
    rest(page)
    expect(page.locator("#dialog h2")).to_have_text("Würfelpoker 10×10")


# ---- who begins


def thrown(sums: list[tuple[int, int]], players: int = 4) -> SessionState:
    """Return a game in which it is thrown for who begins: seats and sums."""
    events: list[Any] = [EscaleroBegan(players=TWELVE[:players])]
    for seat, total in sums:
        high, rest_of = divmod(total - 5, 5)
        faces = tuple(Face(1 + high + (die < rest_of)) for die in range(5))
        events.append(BeginnerThrown(seat, faces))
    game = rules.replay(events)
    phase = Phase.BEGINNING if game.beginning.beginner is None else Phase.WAITING
    key = NoticeKey.THROW_TO_BEGIN if game.beginning.beginner is None else NoticeKey.BEGINS
    return SessionState(phase=phase, game=game, agreed=game.agreed, notice=Notice(key, (("player", TWELVE[0]),)))


def lines(page: Page) -> list[tuple[str, str]]:
    found = page.locator("#beginning li")
    return [
        (found.nth(at).locator(".sums").inner_text(), found.nth(at).locator("small").inner_text())
        for at in range(found.count())
    ]


def test_who_threw_what_and_who_still_throws_is_listed(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, thrown([(0, 21)]))
    assert lines(page) == [("21", ""), ("", "würfelt"), ("", "kommt noch"), ("", "kommt noch")]


def test_a_tie_sends_those_who_made_it_into_another_round(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, thrown([(0, 21), (1, 17), (2, 21), (3, 9)]))
    assert lines(page) == [("21", "würfelt"), ("17", ""), ("21", "kommt noch"), ("9", "")]
    table.show(thrown([(0, 21), (1, 17), (2, 21), (3, 9), (0, 11), (2, 12)]))
    expect(page.locator("#beginning .is-begins")).to_have_count(1)
    assert lines(page) == [("21, 11", ""), ("17", ""), ("21, 12", "beginnt"), ("9", "")]


@pytest.mark.parametrize("size", SCREENS)
def test_twelve_throwing_for_the_beginning_fit_the_screen(table: Table, open_page: OpenPage, size: str) -> None:
    page = shown(table, open_page, thrown([(seat, 25) for seat in range(12)] * 3, players=12), size)
    rest(page)
    assert page.locator("#beginning li").count() == 12
    assert page.evaluate(OUTSIDE) == []


# ---- the end


def test_the_end_says_who_pays_the_round_and_leads_back_to_the_same_game(table: Table, open_page: OpenPage) -> None:
    page = shown(table, open_page, scene("over"))
    expect(page.get_by_text("Die Runde zahlt Elfriede.")).to_be_visible()
    page.locator("#front .begin").tap()
    assert table.wait_for() == [EndGame()]
    over = scene("over")
    table.show(replace(scene("setup"), agreed=over.game.agreed))
    page.get_by_role("button", name="Los geht’s!").tap()
    assert table.wait_for(2)[1] == NewGame(replace(over.game.agreed, beginner=None))
