"""Teaching dice, setting up, and the analysis, in a real Chromium: what is shown, and what is typed stays."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from firmware.analysis.analysed import analysed
from firmware.analysis.rollouts import RolledOut
from firmware.display import analysis, messages
from firmware.display.kept import Fate, ListedGame, row
from firmware.display.replay import replay_view
from firmware.session import step, touches, vocabulary
from firmware.session.lesson import KnownSet, LessonStage
from firmware.session.state import SessionState
from scoring import rules
from scoring.events import GameBegan
from scoring.games.escalero import Row
from scoring.games.open_poker import OpenPokerBegan
from scoring.strategy.baselines import ColumnNormal
from tests.firmware.analysis.played import game
from tests.firmware.display.games import scenes as games
from tests.firmware.display.games.scenes import LONG_NAMES
from tests.firmware.display.looks import LOOKS, TOUCH_PX, Screen, rest
from tests.firmware.display.scenes import CARD, LESSONS, PLAYERS, lesson, played, scene
from tests.firmware.display.served import words_of
from tests.firmware.display.test_analysis import EVIL, NAMES, studied
from tests.firmware.display.wizard_scenes import WIZARDS

pytestmark = pytest.mark.browser

WORDS = words_of("de")


def but(state: SessionState, **changes: Any) -> SessionState:
    """Return a moment of teaching with something changed."""
    return replace(state, teaching=replace(state.teaching, **changes))


def test_the_sets_are_listed_the_recognised_one_is_marked_and_many_scroll(screen):
    page = screen.open(LESSONS["sets"]())
    expect(page.locator(".set-about").first).to_have_text("9 10 B D K A")
    expect(page.locator(".set-about").last).to_have_text(WORDS.text("teach.set-unreadable"))
    assert page.locator(".set-mark").all_text_contents() == [WORDS.text("teach.recognised")]
    name, labels = "<img src=x onerror=alert(1)>", ("<b>", "</svg>", "c", "d", "e", "f")  # names are text
    screen.turn_to(lesson(LessonStage.SETS, sets=tuple(KnownSet(name=f"{name}{i}", labels=labels) for i in range(30))))
    expect(page.locator(".set-name").first).to_have_text(f"{name}0")
    foot = page.locator(".teach-foot").bounding_box()
    assert foot["y"] + foot["height"] <= 480
    page.locator(".known-set").nth(29).scroll_into_view_if_needed()
    expect(page.locator(".known-set").nth(29)).to_be_in_viewport()


def test_the_dice_that_were_seen_are_marked_and_nothing_but_leaving_can_be_touched_while_the_device_thinks(screen):
    more = LESSONS["more"]()
    page = screen.open(more)
    expect(page.locator(".look polygon")).to_have_count(5)
    expect(page.locator(".dots .is-seen")).to_have_count(3)
    page.wait_for_function("() => document.querySelector('.look img')?.naturalWidth === 640")
    screen.turn_to(but(more, waiting=vocabulary.Waiting.LESSON))
    expect(page.locator("#teach h2")).to_have_text(WORDS.text("teach.learning"))
    assert page.locator(".teach-body").evaluate("one => getComputedStyle(one).pointerEvents") == "none"
    screen.tap("#teach .close")
    assert screen.sent() == [touches.DropDice()]


def test_a_face_called_wrong_is_put_right_and_the_name_of_the_set_stays_typed(screen):
    state = LESSONS["names"]()
    page = screen.open(state)
    page.wait_for_function("() => document.querySelector('.named-face img')?.naturalWidth === 160")
    page.keyboard.press("Space")  # is no button now
    screen.tap((".dice-name input", "Omas Würfel"), "ui.seen-twice", ".named-face >> nth=3", "K")
    assert screen.sent(2) == [touches.SeenTwice(), touches.NameFace(2, 4)]
    screen.turn_to(but(state, card=replace(CARD.called(2, 4), is_named=True)))
    expect(page.locator(".named-face.is-doubtful")).to_have_count(3)
    expect(page.locator(".dice-name input")).to_have_value("Omas Würfel")
    screen.tap("ui.agree")
    assert screen.sent(3)[2] == touches.KeepDice("Omas Würfel")
    screen.turn_to(but(state, card=replace(CARD, crops=(100,) * 6)))  # pictures that are gone
    expect(page.locator(".named-face img")).to_have_count(0)


def looking(exposed_ns: int) -> SessionState:
    state = WIZARDS["camera"]()
    return replace(state, wizard=replace(state.wizard, look=replace(state.wizard.look, exposed_ns=exposed_ns)))


def test_what_is_seen_is_said_and_drawn(screen):
    page = screen.open(WIZARDS["camera-lost"]())
    expect(page.locator(".wizard-said")).to_have_text(WORDS.text("wizard.camera.looking"))
    expect(page.locator(".wizard-notice")).to_have_text(WORDS.text("notice.wizard-no-camera"))
    screen.turn_to(WIZARDS["light-glare"]())
    expect(page.locator(".wizard-notice")).to_have_text("")
    expect(page.locator(".wizard-picture circle")).to_have_count(1)
    expect(page.locator(".wizard-lines li[data-rating='poor']")).to_have_count(1)
    screen.turn_to(WIZARDS["focus-poor"]())
    rest(page)
    poor = page.locator(".bar-now").bounding_box()
    screen.show(WIZARDS["focus"]())
    wide = f"() => document.querySelector('.bar-now').getBoundingClientRect().width > {2 * poor['width']}"
    page.wait_for_function(wide)
    screen.turn_to(WIZARDS["dice-known"]())
    page.wait_for_function("() => document.querySelector('.wizard-picture img')?.naturalWidth === 640")


def test_the_picture_is_renewed_and_a_finger_on_its_way_finds_its_button(screen):
    page = screen.open(WIZARDS["camera"]())
    page.wait_for_function("() => document.querySelector('.wizard-picture img')?.naturalWidth === 800")
    page.evaluate("document.querySelector('.wizard-foot .main').dataset.mine = 'yes'")
    screen.turn_to(looking(8))
    page.wait_for_function("() => document.querySelector('.wizard-picture img')?.src.includes('/survey/8.jpg')")
    expect(page.locator(".wizard-foot .main[data-mine]")).to_have_count(1)
    expect(page.locator(".wizard-picture polygon")).to_have_count(1)
    page = screen.open_anew(looking(100))  # a picture that is gone leaves what is said
    expect(page.locator(".wizard-picture img")).to_have_count(0)
    expect(page.locator(".wizard-said")).to_have_text(WORDS.text("wizard.camera.good"))


WORKING = {"progress": "working", "looked_at": 3}


@cache
def ready(language: str, *, is_weighed: bool = True) -> dict[str, object]:
    done, sure = analysed(game(1, names=NAMES), ColumnNormal()), RolledOut(0.123, 0.045, 96)
    said = zip(reversed(done.account.costliest(3)), (sure, replace(sure, margin=0.2), sure), strict=True)
    costs = tuple(said) if is_weighed else None
    return {"progress": "ready", **analysis.analysis_view(done, words_of(language), costs, is_weighed=is_weighed)}


def over(language: str = "de") -> SessionState:
    return replace(step.resume(SessionState(), game(1, names=NAMES)), language=language)


def opened(screen: Screen, state: SessionState, size: str = "800x480", **answers: object) -> Page:
    """Show a moment, with an analyst behind it."""
    page = screen.open(state, size)
    screen.table.analysis.of_game = answers.get("of_game", [ready(state.language)])
    screen.table.analysis.of_all = answers.get("of_all", [studied(state.language)])
    screen.table.analysis.games = answers.get("games", [])
    screen.table.analysis.replays = answers.get("replays", {})
    return page


@cache
def listed(language: str) -> list[dict[str, object]]:
    """Return a list of games with all that may stand in it: many players, long names and strange ones."""
    agreed = (OpenPokerBegan(players=LONG_NAMES), GameBegan(players=(LONG_NAMES[0], EVIL)), GameBegan(players=PLAYERS))
    points = [(("100000", False),) * 12, (("54½", True), ("½", False)), (("9", False), ("46", True))]
    games = [
        ListedGame(number=number, fate=fate, agreed=each, points=of_each, turns=199, played_utc="2026-11-18T20:00:00Z")
        for number, (fate, each, of_each) in enumerate(zip(Fate, agreed, points, strict=False), start=3)
    ]
    lost = [ListedGame(number=2, fate=Fate.DAMAGED, agreed=GameBegan(players=("K" * 200, "Ben"))), DAMAGED]
    now = datetime(2026, 11, 25, 21, 0, tzinfo=UTC)
    return [row(each, now, words_of(language)) for each in (*games, *lost, *games, *games)]


DAMAGED = ListedGame(number=1, fate=Fate.DAMAGED)


def test_all_games_come_as_a_list_the_newest_first_and_one_that_was_put_away_goes_on(screen):
    page = opened(screen, scene("setup"), games=listed("de"))
    entries = page.locator(".kept-game")
    screen.tap("ui.study")
    expect(entries).to_have_count(8)
    expect(entries.nth(1).locator("bdi")).to_have_text([LONG_NAMES[0], EVIL])
    expect(entries.nth(1)).to_contain_text("54½ : ½")
    expect(entries.nth(1).locator("small")).to_contain_text("läuft noch, nach 199 Zügen")
    expect(entries.nth(4)).to_contain_text("№ 1")
    expect(page.locator(".go-on")).to_have_count(2)
    screen.tap("ui.earlier-games")
    expect(entries).to_have_count(11)
    expect(screen.button("ui.earlier-games")).to_have_count(0)
    screen.turn_to(replace(scene("second")))  # begun from a phone, say: it is put away
    screen.tap(".go-on >> nth=0")
    assert screen.sent() == [touches.PlayOn(5)]
    expect(page.locator("#dialog")).to_be_hidden()
    screen.table.analysis.games = []
    screen.tap("#menu", "ui.study")
    expect(page.locator(".analysing")).to_have_text(WORDS.text("ui.no-games"))
    page.route("**/games?*", lambda route: route.abort())
    screen.tap("#dialog .close", "#menu", "ui.study")
    expect(page.locator(".analysing")).to_have_text(WORDS.text("ui.failed"))


STEP = ".replay-count"
THROWS = ".replay-throw"


def test_a_game_is_looked_through_step_by_step_and_an_entry_that_is_touched_tells_how_it_came_about(screen):
    events = [record.event for record in game(1)[:-8]]
    entries = rules.replay(events).entries
    page = opened(screen, scene("setup"), games=listed("de"), replays={5: replay_view(events, WORDS)})
    screen.tap("ui.study", "#dialog button.kept-told >> nth=2")
    last = len(entries)
    for touched, at in (("−1", last - 1), ("−10", last - 11), ("+1", last - 10), ("+10", last), (None, 7), ("−10", 1)):
        if touched is None:
            entry = entries[at - 1]
            cell = page.locator("td", has=page.locator(".hand-0")).nth(entry.cell.category * 2 + entry.cell.column - 1)
            cell.locator(f".hand-{entry.player}").tap()
        else:
            screen.tap(f".replay-nav .action:text-is('{touched}')")
        expect(page.locator(STEP)).to_have_text(f"{at}/{last}")
        expect(page.locator(THROWS)).to_have_count(len(entries[at - 1].throws))
        held = sum(sum(each.held) for each in entries[at - 1].throws)
        expect(page.locator(".replay-die.is-held")).to_have_count(held)
        expect(page.locator(".replay-said")).to_have_attribute("data-mark", str(entries[at - 1].player))
        expect(page.locator(".replay-sheet .is-later")).to_have_count(last - at)
    page.locator(".replay-nav input").fill("3")
    expect(page.locator(STEP)).to_have_text(f"3/{last}")
    screen.tap("#dialog .back-to-games", "#dialog button.kept-told >> nth=0")
    expect(page.locator(".analysing")).to_have_text(WORDS.text("ui.failed"))  # gone, or damaged meanwhile
    screen.tap("#dialog .back-to-games", "#dialog button.kept-told >> nth=2", "#dialog .go-on")
    assert screen.sent() == [touches.PlayOn(5)]


def test_a_touched_entry_of_escalero_shows_its_throws_with_pictures_and_a_touch_makes_one_large(screen):
    events = [record.event for record in games.played(3, 20).records]
    entries, shown = rules.replay(events).entries, replay_view(events, WORDS, range(2, 99))  # the first is missing
    page = opened(screen, scene("setup"), games=listed("de"), replays={5: shown})
    screen.tap("ui.study", "#dialog button.kept-told >> nth=2")
    for at, entry in ((1, entries[0]), (4, entries[3]), (20, entries[19])):
        page.locator(".replay-sheet tr").nth(list(Row).index(entry.row) + 1).locator("td").nth(entry.player).tap()
        expect(page.locator(STEP)).to_have_text(f"{at}/20")
        expect(page.locator(".replay-picture img")).to_have_count(len(entry.throws) - (at == 1))
        sums = [sum(each.points for each in entries[:at] if each.player == seat) for seat in range(3)]
        expect(page.locator(".replay-sums td")).to_have_text(list(map(str, sums)))
    heights = []
    for _ in range(4):
        heights.append(page.locator(".replay-picture").first.bounding_box()["height"])
        screen.tap(".replay-picture >> nth=0")
    assert (heights[0] >= TOUCH_PX, heights[1] >= 360, heights[2] == heights[0]) == (True, True, True)
    page.route("**/throws/*", lambda route: route.abort())  # gone meanwhile
    screen.tap(".replay-nav .action:text-is('−1')")
    expect(page.locator(".replay-picture")).to_have_count(0)


@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_the_list_of_games_and_one_of_them_fit_the_screen_and_the_finger(screen, size, language):
    words, pot = words_of(language), games.full(6).state.records
    logs = {3: pot, 4: games.played(12, 70, names=games.LONG_NAMES).records, 5: played(199)}
    replays = {number: replay_view([each.event for each in log], words, range(999)) for number, log in logs.items()}
    page = opened(screen, replace(scene("setup"), language=language), size, games=listed(language), replays=replays)
    screen.tap("ui.study")
    expect(page.locator(".kept-game")).to_have_count(8)
    assert screen.faults(scrolls=True) == {}
    for number in (0, 1, 2):
        screen.tap(f"#dialog button.kept-told >> nth={number}")
        expect(page.locator(THROWS)).not_to_have_count(0)
        assert screen.faults(scrolls=True) == {}
        if size != "phone":
            assert page.locator("#dialog").evaluate("(d) => d.scrollHeight - d.clientHeight") == 0
        screen.tap("#dialog .back-to-games")


def test_after_the_game_one_touch_shows_what_was_dear_as_soon_as_it_is_reckoned(screen):
    answers = {
        "of_game": [WORKING, WORKING, ready("de", is_weighed=False), ready("de")],
        "of_all": [WORKING, studied("de")],
        "replays": {3: replay_view([record.event for record in over().records], WORDS)},
    }
    page = opened(screen, over(), games=listed("de"), **answers)
    screen.tap("ui.analysis")
    expect(page.locator(".chance-curve svg")).to_be_visible()
    expect(page.locator(".analysis-table th[scope=col]")).to_have_text(list(NAMES))
    expect(page.locator(".analysis-table th[scope=row]")).to_have_count(4)
    expect(page.locator(".analysis-right > p")).to_have_text(WORDS.text("analysis.weighing"))
    before, after = (ready("de", is_weighed=is_weighed) for is_weighed in (False, True))
    assert before["curve"] != after["curve"]  # the dearest is another
    expect(page.locator(".analysis-right li p")).to_have_text([each["text"] for each in after["costliest"]])
    expect(page.locator(".analysis-right > p")).to_have_count(0)
    expect(page.locator(".chance-curve text")).to_have_text(re.findall("<text[^>]*>(.*?)</text>", after["curve"]))
    expect(page.locator(".throw-picture svg")).to_have_count(3)
    turn = ready("de")["costliest"][1]["turn"]  # type: ignore[index]
    screen.tap(".costly >> nth=1")  # on its sheet
    expect(page.locator(STEP)).to_have_text(f"{turn}/40")
    screen.tap("#dialog .back-to-games")
    expect(page.locator(".chance-curve svg")).to_be_visible()
    screen.tap("#dialog .close")
    expect(page.locator("#front.result h1")).to_be_visible()
    screen.turn_to(scene("second"))  # from the menu; no analysis in the middle of a game
    screen.tap("#menu")
    expect(screen.button("ui.analysis")).to_have_count(0)
    screen.tap("ui.phones")  # nothing is shared here: it says who changes that, and where
    expect(page.locator("#dialog p")).to_contain_text("[share]")
    screen.tap("ui.shut", "#menu", "ui.study", "ui.figures")
    expect(page.locator(".study .analysis-table")).to_have_count(4)
    screen.turn_to(scene("third"))  # it stays open while the table goes on
    expect(page.locator(".study")).to_be_visible()


def test_what_cannot_be_analysed_is_said(screen):
    page = opened(screen, over(), of_game=[{"progress": "failed"}], of_all=[{"progress": "failed"}])
    screen.tap("ui.analysis")
    expect(page.locator(".analysing")).to_have_text(messages.catalogue("de").text("ui.no-analysis"))
    screen.tap("#dialog .close")
    screen.turn_to(scene("second"))
    screen.tap("#menu", "ui.study", "ui.figures")
    expect(page.locator(".analysing")).to_have_text(messages.catalogue("de").text("ui.no-study"))
    assert screen.faults() == {}


@pytest.mark.parametrize(("size", "language"), LOOKS)
def test_the_analysis_fits_the_screen_and_the_finger(screen, size, language):
    page = opened(screen, over(language), size, of_game=[ready(language, is_weighed=False), ready(language)])
    assert screen.faults(scrolls=size == "phone") == {}
    screen.tap("ui.analysis")
    for texts in (4, 3):  # while what was dear is played on, and then
        expect(page.locator(".analysis-right p")).to_have_count(texts)
        assert screen.faults(scrolls=True) == {}
    if size != "phone":
        assert page.locator("#dialog").evaluate("(d) => d.scrollHeight - d.clientHeight") == 0
    screen.tap("#dialog .close")
    screen.turn_to(replace(scene("second"), language=language))
    screen.tap("#menu", "ui.study", "ui.figures")
    expect(page.locator(".study")).to_be_visible()
    assert screen.faults(scrolls=True) == {}
