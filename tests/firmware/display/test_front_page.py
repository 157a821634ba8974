"""Before and after a game, in a real Chromium: which game, who plays, what is agreed on, the rules card, the end."""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from firmware.session.choosing import FORMS, Choice, opening
from firmware.session.state import SessionState
from firmware.session.touches import ChooseLanguage, ChooseMode, EndGame, NewGame
from firmware.session.vocabulary import EntryMode, Notice, NoticeKey
from scoring.events import GameBegan
from scoring.game import Opening
from scoring.games.escalero import EscaleroBegan
from scoring.games.hidden_poker import HiddenPokerBegan
from scoring.games.open_poker import OpenPokerBegan
from scoring.games.pot import Stakes
from scoring.games.rock_and_roll import RockAndRollBegan
from scoring.hands.ranking import Ranking
from scoring.ruleset import Level, RerollRule, Ruleset
from tests.firmware.display import looks, served
from tests.firmware.display.moments import moments, thrown_to_begin
from tests.firmware.display.scenes import PLAYERS, scene

pytestmark = pytest.mark.browser

WORDS = served.words_of("de")
OTHERS = [choice for choice in Choice if choice is not Choice.TEN_BY_TEN]
RULES = "#front summary"
IS_SEEN = "one => one.getBoundingClientRect().bottom <= document.querySelector('#keyboard').getBoundingClientRect().top"


def tile(choice: Choice) -> str:
    return f".tile[data-game={choice}] .tile-choose"


def seats(number: int) -> str:
    return f".count .segment >> nth={number - 2}"


def named(seat: int) -> str:
    return f".name-field input >> nth={seat}"


def number(name: str) -> str:
    return f".rule input[aria-label='{WORDS.text(f'rule.{name}')}']"


def at_players(screen: looks.Screen, choice: Choice, size: str = "800x480") -> Page:
    page = screen.open(replace(scene("setup"), people=PLAYERS[::-1] + TRIO), size)
    screen.tap(tile(choice))
    return page


def test_what_was_played_last_begins_with_one_touch(screen):
    last_played = [
        *(opening(each, RockAndRollBegan(players=TRIO), form=len(FORMS[each]) - 1) for each in OTHERS),
        GameBegan(players=("Elfriede", "Stammgast"), levels=(None, Level.REGULAR)),
        GameBegan(players=PLAYERS, ruleset=Ruleset(reroll=RerollRule.DIE, columns=3)),
        OpenPokerBegan(players=TRIO, stakes=Stakes(minimum=2, maximum=9, stack=40), sequences=True),
        HiddenPokerBegan(players=PLAYERS, stack=7, ranking=Ranking(sequences=True, jokers=True)),
        RockAndRollBegan(players=TRIO, bank=2, bank_stack=99),
    ]
    for agreed in last_played:
        screen.open(SessionState(agreed=agreed))
        screen.tap("ui.begin")
        assert screen.sent() == [NewGame(agreed)]


def test_an_update_that_waits_is_marked_and_begun_by_two_touches_and_how_far_it_is_is_said(screen):
    told = [
        {"said": [], "update": "Drei liegen bereit.", "go": "Aufspielen", "is_going": False},
        {"said": [], "update": "Die Kopie entsteht.", "go": "", "is_going": True},
    ]
    page = screen.open(scene("setup"))
    expect(page.locator("meta[name=google]")).to_have_attribute("content", "notranslate")  # or a browser would ask
    page.route("**/about", lambda route: route.fulfill(json=told[0]))
    page.route("**/update", lambda route: route.fulfill(status=204 if told.pop(0) else 0))
    page.reload()
    expect(page.locator(".about-it.waits")).to_be_visible()
    screen.tap(".about-it")
    screen.tap("Aufspielen")
    expect(page.locator(".about")).to_contain_text("Die Kopie entsteht.")


TRIO = ("A", "B", "C")
TEN, FOUR = Choice.TEN_BY_TEN, (*PLAYERS, "Spieler 3", "Spieler 4")
CHOSEN: list[tuple[Choice, list[str | tuple[str, str]], Opening]] = [
    *((choice, [seats(4)], FORMS[choice][0](players=FOUR)) for choice in OTHERS),
    (
        TEN,
        [(named(1), "Manfred"), "Manfred beginnt", RULES, "rule.reroll.die", "7"],
        GameBegan(players=("Elfriede", "Manfred"), ruleset=Ruleset(reroll=RerollRule.DIE, columns=7), beginner=1),
    ),
    (
        Choice.OPEN_POKER,
        [RULES, "Mindesteinsatz: mehr", (number("maximum"), "9"), "Chips für jeden: mehr", "rule.sequences.yes"],
        OpenPokerBegan(players=PLAYERS, stakes=Stakes(minimum=2, maximum=9, stack=60), sequences=True),
    ),
    (Choice.JOKER_POKER, ["form.joker-poker.1"], HiddenPokerBegan(players=PLAYERS, ranking=Ranking(jokers=True))),
    (Choice.ROCK_AND_ROLL, ["Kurt Bank", "Kurt Bank"], RockAndRollBegan(players=PLAYERS, bank=1)),  # somebody always
    (
        Choice.ESCALERO,  # whoever gets up takes neither the others nor the beginning
        [seats(4), "Spieler 4 beginnt", "Kurt steht auf"],
        EscaleroBegan(players=("Elfriede", "Spieler 3", "Spieler 4"), beginner=2),
    ),
]


def test_what_is_chosen_is_what_begins(screen):
    for choice, touches, agreed in CHOSEN:
        at_players(screen, choice)
        screen.tap(*touches, "ui.begin")
        assert screen.sent() == [NewGame(agreed)]


def test_language_and_mode_are_sent_at_once_and_names_typed_or_of_a_level_stay(screen):
    page = at_players(screen, TEN)
    for level, name in (("connoisseur", "Kenner"), ("person", "Kurt"), ("junkie", "Junkie")):
        screen.tap(f"level.{level}")
        expect(page.locator(named(1))).to_have_value(name)
    screen.tap((named(0), "Ewald"))
    screen.turn_to(replace(scene("setup"), language="en"))
    expect(screen.button("ui.begin")).to_have_text(served.words_of("en").text("ui.begin"))
    expect(page.locator(named(0))).to_have_value("Ewald")
    screen.tap("mode.suggest", "ui.begin", "ui.back", "DE")
    begun = NewGame(GameBegan(players=("Ewald", "Junkie"), levels=(None, Level.JUNKIE)))
    assert screen.sent(3) == [ChooseMode(EntryMode.SUGGEST), begun, ChooseLanguage("de")]


def test_names_are_remembered_for_each_number_of_players_and_house_rules_for_each_game(screen):
    page = at_players(screen, Choice.ESCALERO)
    trio = ("Anna", "Ben", "שרה")
    screen.tap(seats(3), *((named(seat), name) for seat, name in enumerate(trio)))
    assert page.locator(named(2)).evaluate("input => getComputedStyle(input).direction") == "rtl"
    screen.tap("ui.begin")
    screen.sent()
    screen.turn_to(scene("empty"))  # a game for two between
    expect(page.locator("#front")).to_be_hidden()
    screen.turn_to(scene("setup"))
    screen.tap(tile(Choice.AL_CAPONE), seats(3))
    assert tuple(page.locator(named(seat)).input_value() for seat in range(3)) == trio
    screen.tap(RULES, "B", "ui.back", tile(Choice.ESCALERO), "ui.back", tile(Choice.AL_CAPONE))
    expect(screen.button("B")).to_have_attribute("aria-pressed", "true")


def test_who_played_here_is_tapped_in_where_it_is_typed_else_for_a_stranger_else_one_seat_after_the_other(screen):
    page = screen.open(SessionState(agreed=GameBegan(players=PLAYERS), people=("Kurt", "שרה", "Toni", "Ewald", "Oma")))
    screen.tap(tile(Choice.ESCALERO), seats(3))
    offered = page.locator(".person:visible")
    expect(offered).to_have_text(["שרה", "Toni", "Ewald", "Oma", "Gast"])
    page.locator(named(1)).tap()
    screen.tap("Toni")
    expect(page.locator("#keyboard")).to_have_count(0)
    expect(offered).to_have_text(["Kurt", "שרה", "Ewald", "Oma", "Gast"])
    screen.tap("Ewald", "שרה", "Oma", "ui.begin")  # at the stranger's, then on to who sits next
    assert screen.sent() == [NewGame(EscaleroBegan(players=("שרה", "Oma", "Ewald")))]
    screen.tap("ui.back", tile(TEN), "level.regular", "Toni", "Kurt", "ui.begin")  # the companion keeps its seat
    assert screen.sent(2)[1] == NewGame(GameBegan(players=("Kurt", "Stammgast"), levels=(None, Level.REGULAR)))
    screen.tap("ui.back", tile(Choice.AL_CAPONE), seats(3), "Gast", "Gast 2", "ui.begin")  # one after the other
    assert {"Gast", "Gast 2"} < set(screen.sent(3)[2].agreed.players)


@pytest.mark.parametrize("size", looks.usually(["800x480"], list(looks.SIZES)[:4]))  # phones have a keyboard
def test_names_and_numbers_are_typed_with_a_finger_where_no_keyboard_opens(screen, size):
    page = at_players(screen, Choice.OPEN_POKER, size)
    for field, keys in ((named(0), ("⌫", "J", "ö", "-", "Ü")), (number("minimum"), ("⌫", "4"))):
        page.locator(field).tap()
        for key in keys:
            page.locator(".key", has_text=key).last.tap()
        assert (screen.faults(scrolls=True), page.locator(field).evaluate(IS_SEEN)) == ({}, True)
        page.locator(".key.is-done").tap()
        expect(page.locator("#keyboard")).to_have_count(0)
        screen.tap(*[RULES] * (field == named(0)))
    page.locator(named(0)).tap()
    screen.tap("ui.begin")
    assert screen.sent() == [NewGame(OpenPokerBegan(players=("Jö-Ü", PLAYERS[1]), stakes=Stakes(minimum=4)))]
    page.locator(named(0)).tap()
    screen.turn_to(scene("empty"))  # begun from a phone, say: what is typed into is gone
    expect(page.locator("#keyboard")).to_have_count(0)


def test_a_name_that_will_not_do_is_told_at_its_field_and_a_space_in_it_is_a_space(screen):
    page = at_players(screen, Choice.ESCALERO)
    told = {"  \t": "missing", "\u200b\u2060": "missing", "  ELFRIEDE ": "twice", "K" * 25: "long"}
    for typed, complaint in told.items():
        screen.tap((named(1), typed))
        field = page.locator(".name-field").nth(1)
        expect(field.get_by_role("status")).to_have_text(WORDS.text(f"ui.name-{complaint}"))
        screen.tap("ui.begin")
        expect(page.locator(named(1))).to_be_focused()
        expect(page.locator(named(1))).to_have_value(typed)
        assert screen.faults() == {}
    page.locator(named(1)).fill("")
    page.locator(named(1)).press_sequentially("Max M")
    screen.tap("ui.begin")
    assert screen.sent() == [NewGame(EscaleroBegan(players=(PLAYERS[0], "Max M")))]


def test_a_refusal_or_a_number_that_is_none_is_shown_where_it_was_typed_and_nothing_is_lost(screen):
    page = at_players(screen, Choice.OPEN_POKER)
    screen.tap(seats(3), (named(2), "Ewald"), RULES)
    for typed in ("", "0", "-3", "viele", "999999"):
        screen.tap((number("minimum"), typed))
        expect(page.get_by_text(WORDS.text("setup.limits", least=1, most=100000)).first).to_be_visible()
    screen.tap("ui.begin")
    expect(page.locator(number("minimum"))).to_be_focused()
    screen.tap((number("minimum"), "9"), "ui.begin")
    assert len(screen.sent()) == 1
    screen.turn_to(replace(scene("setup"), notice=Notice(NoticeKey.ILLEGAL, (("reason", "StakesError"),))))
    expect(page.locator(".front-notice")).to_contain_text(WORDS.text("refusal.StakesError"))
    expect(page.locator(named(2))).to_have_value("Ewald")
    expect(page.locator(number("minimum"))).to_have_value("9")


def test_who_threw_what_for_who_begins_is_listed_and_the_menu_has_the_rules(screen):
    page = screen.open(thrown_to_begin([(0, 21), (1, 17), (2, 21), (3, 9), (0, 11), (2, 12)]))
    expect(page.locator("#beginning li .sums")).to_have_text(["21, 11", "17", "21, 12", "9"])
    expect(page.locator("#beginning li small")).to_have_text(["", "", WORDS.text("beginning.begins"), ""])
    screen.turn_to(scene("second"))
    screen.tap("ui.menu", "ui.rules")
    expect(page.locator(".card-told li")).not_to_have_count(0)
    screen.turn_to(scene("third"))  # the table goes on, whoever reads reads on
    expect(page.locator("#dialog h2")).to_have_text(WORDS.text("game.ten-by-ten"))


def test_what_was_typed_is_still_there_when_the_page_is_loaded_anew(screen):
    page = screen.open_anew(scene("setup"))
    screen.tap(".tile.is-ready .tile-choose", (".name-field input >> nth=1", "Rosl"))
    page.reload()
    expect(page.locator(".name-field input").nth(1)).to_have_value("Rosl")
    screen.tap("ui.begin")
    assert screen.sent()[0].agreed.players[1] == "Rosl"


def test_the_end_says_who_pays_the_round_and_leads_back_to_the_same_game(screen):
    over = scene("over")
    page = screen.open_anew(over)
    expect(page.get_by_text(WORDS.text("result.round", player="Elfriede"))).to_be_visible()
    screen.table.analysis.evening = tally = "Heute: Elfriede 3, Kurt 1. Die Runde zahlt Kurt."
    screen.open_anew(over)
    expect(page.locator(".round")).to_have_text(tally)
    screen.table.analysis.evening = ""
    screen.tap("ui.revenge")
    assert screen.sent() == [EndGame()]
    screen.turn_to(replace(scene("setup"), agreed=over.game.agreed))  # nobody is asked anything
    assert screen.sent(2)[1] == NewGame(replace(over.game.agreed, beginner=None))
    screen.turn_to(over)
    screen.tap("ui.see-sheet")
    expect(page.locator("#front")).to_be_hidden()
    screen.tap("ui.new-game")
    assert screen.sent(3)[2] == EndGame()
    for count, end in enumerate((dict(moments("escalero"))["2 end"], dict(moments("hidden"))["over"]), start=4):
        screen.turn_to(end)
        screen.tap("ui.revenge")
        assert screen.sent(count)[-1] == EndGame()
