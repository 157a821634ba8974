"""The page in a real Chromium: what a touch sends, at the table, in every game, while dice are taught and at set up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra dev): the page is not tested")

from playwright.sync_api import Page, expect

from firmware.display.view import view
from firmware.ports import Edge
from firmware.session.dial import OptionKey
from firmware.session.lesson import DiceKind
from firmware.session.state import SessionState
from firmware.session.step import step
from firmware.session.touches import (
    AcceptReading,
    CallEnough,
    CheckAgain,
    ChooseLanguage,
    ChooseMode,
    CloseDice,
    CloseWizard,
    CorrectDie,
    CorrectHeld,
    Decide,
    DropDice,
    EndGame,
    ForgetDice,
    GoBack,
    GoOn,
    KeepDice,
    NameFace,
    OpenDial,
    OpenDice,
    OpenWizard,
    RepeatThrow,
    ShowHints,
    ShowSignals,
    TakeBack,
    TakeBackFace,
    TakeLearningBack,
    TakeOption,
    TeachDice,
    TellSignal,
    ThrowByHand,
    TouchCell,
    TryStepAgain,
    UseFewer,
    UseSheet,
)
from firmware.session.vocabulary import DialKind, EntryMode, Phase
from firmware.session.wizard import Told
from firmware.share.phone_app import follower_view
from scoring.dice import Face
from scoring.events import PlayerLeft
from scoring.games.escalero import Row, RowEntered
from scoring.games.hidden_poker import Doubted
from scoring.games.pot import HandKept, Passed, RoundBegan, WentAlong
from scoring.games.rock_and_roll import BetPlaced, BetsTakenBack, Field, NoticeGiven
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.firmware.display.games import cloth, escalero_scenes, hidden_scenes
from tests.firmware.display.longest import words_of
from tests.firmware.display.looks import SCREENS, cell, rest
from tests.firmware.display.scenes import LESSONS, scene, seen
from tests.firmware.display.wizard_scenes import WIZARDS
from tests.firmware.session.pot_talk import PotTable

pytestmark = pytest.mark.browser

WORDS = words_of("de")
KURT, FRANZ = 1, 2


def own(row: Row) -> str:
    """Return the cell of whoever throws, as it is touched on this screen."""
    place = f"[data-row='{row.value}']"
    return f".is-beside .own-cell{place}, .escalero:not(.is-beside) .cell.is-to-move{place}"


def field(which: Field) -> str:
    return f".field[data-field='{which.value}']"


def dialled(state: SessionState, kind: DialKind) -> SessionState:
    return step(state, OpenDial(kind))[0]


def thrown() -> PotTable:
    return PotTable().sit().throw("KK9QA")


FULL_HAND, POKER = Decide(RowEntered(Row.FULL_HAND)), TouchCell(Cell(Category.POKER, 9))
POKER_CELL = cell(Category.POKER, 9)
Story = tuple[Callable[[], SessionState], list[str], list[object]]
"""A moment, what is touched then, and what the page sends of it."""
STORIES: dict[str, Story] = {
    "a free cell takes the throw": (lambda: scene("second"), [POKER_CELL], [POKER]),
    "the newest entry is taken back": (lambda: scene("entered"), ["ui.take-back"], [TakeBack()]),
    "a die taken for thrown was held": (
        lambda: scene("asking"),
        [".die >> nth=1", "ui.held"],
        [CorrectHeld(1, is_held=True)],
    ),
    "a die that nobody doubts is corrected": (
        lambda: scene("third"),
        [".die >> nth=4", "face.ace"],
        [CorrectDie(4, Face.ACE)],
    ),
    "dice are typed one after the other": (
        lambda: scene("by-hand"),
        [".die >> nth=0", *["face.queen"] * 5],
        [CorrectDie(index, Face.QUEEN) for index in range(5)],
    ),
    "a reading was right": (lambda: scene("asking"), ["ui.accept"], [AcceptReading()]),
    "nothing burns": (lambda: scene("burning"), ["ui.not-burning"], [AcceptReading()]),
    "a throw does not count": (lambda: scene("second"), ["ui.repeat", "#dialog .choice >> nth=1"], [RepeatThrow()]),
    "the menu changes much": (
        lambda: scene("empty"),
        ["ui.menu", "mode.auto", "English", "ui.by-hand", "ui.menu", "ui.end-game", "ui.end-game"],
        [ChooseMode(EntryMode.AUTO), ChooseLanguage("en"), ThrowByHand(), EndGame()],
    ),
    "the end is put aside and left": (lambda: scene("over"), ["ui.see-sheet", "ui.new-game"], [EndGame()]),
    "hints are wanted": (lambda: scene("second"), ["ui.menu", "ui.hints-shown"], [ShowHints(True)]),
    # Escalero
    "a row before a throw": (
        lambda: escalero_scenes.played(2, 0),
        [own(Row.ACES)],
        [Decide(RowEntered(Row.ACES))],
    ),
    "an entry of Escalero is taken back": (
        lambda: escalero_scenes.played(2, 5),
        ["ui.take-back"],
        [TakeBack()],
    ),
    "who goes home is asked once more": (
        lambda: escalero_scenes.played(3, 4),
        [".head >> nth=2", "Franz geht heim", "Franz geht heim"],
        [Decide(PlayerLeft(FRANZ))],
    ),
    # Verdecktes Würfelpoker
    "the only opponent doubts": (hidden_scenes.SCENES["doubting"], [".doubter"], [Decide(Doubted(1))]),
    "one of many doubts": (hidden_scenes.SCENES["three"], ["Bö: Schwindel!"], [Decide(Doubted(4))]),
    "a hidden round begins": (hidden_scenes.SCENES["won"], ["ui.begin-round"], [Decide(RoundBegan())]),
    "a burning throw is repeated": (
        hidden_scenes.SCENES["burning"],
        ["ui.repeat-cup", "#dialog .pair-choice .choice >> nth=1"],
        [RepeatThrow()],
    ),
    "hidden poker is over": (hidden_scenes.SCENES["over"], ["ui.new-game"], [EndGame()]),
    # a pot
    "a hand is kept": (lambda: thrown().state, ["Behalten"], [Decide(HandKept(1))]),
    "a raise is its stake": (lambda: thrown().state, ["Erhöhen auf 4"], [Decide(HandKept(4))]),
    "one goes along": (
        lambda: PotTable().sit().show("KK9QA", 3).state,
        ["Kurt geht mit: 2"],
        [Decide(WentAlong())],
    ),
    "one passes": (lambda: PotTable().sit().show("KK9QA", 3).state, ["Kurt passt"], [Decide(Passed())]),
    "a round begins": (lambda: PotTable().sit().state, ["ui.begin-round"], [Decide(RoundBegan())]),
    "a player goes home by the menu": (
        lambda: thrown().state,
        ["#menu", "ui.goes-home", "#dialog .leaves >> text=Kurt", "Kurt geht heim"],
        [Decide(PlayerLeft(KURT))],
    ),
    # Rock and Roll
    "chips of whoever is chosen": (
        lambda: cloth.at_cloth().state,
        [field(Field.RED), ".bettor >> text=Franz", field(Field.QUEEN)],
        [Decide(BetPlaced(KURT, Field.RED, 1)), Decide(BetPlaced(FRANZ, Field.QUEEN, 1))],
    ),
    "as many chips as are chosen": (
        lambda: cloth.at_cloth(stack=37).state,
        ["5", field(Field.BLUE), "10", field(Field.BLUE), "ui.all-chips", field(Field.BLUE)],
        [Decide(BetPlaced(KURT, Field.BLUE, chips)) for chips in (5, 10, 37)],
    ),
    "all that the bank can pay": (
        lambda: cloth.at_cloth(bank_stack=52).state,
        ["ui.all-chips", field(Field.KING)],
        [Decide(BetPlaced(KURT, Field.KING, 10))],
    ),
    "nothing can be bet, and the companion says why": (
        lambda: cloth.at_cloth(bank_stack=4).state,
        ["ui.all-chips", field(Field.KING)],
        [Decide(BetPlaced(KURT, Field.KING, 1))],
    ),
    "quick touches are all put down": (
        lambda: cloth.at_cloth().state,
        [field(Field.TEN)] * 3,
        [Decide(BetPlaced(KURT, Field.TEN, 1))] * 3,
    ),
    "chips are taken back": (
        lambda: cloth.bet(cloth.at_cloth(), KURT, Field.RED, 3).state,
        ["ui.chips-back"],
        [Decide(BetsTakenBack(KURT))],
    ),
    "going home and the bank's notice are asked about": (
        lambda: cloth.at_cloth().state,
        [".goes-home", "#dialog .choice >> text=geht heim", ".bank-ends", "#dialog .choice >> text=Bank hört auf"],
        [Decide(PlayerLeft(KURT)), Decide(NoticeGiven())],
    ),
    "a payout is taken back": (
        lambda: cloth.throw(cloth.bet(cloth.at_cloth(), KURT, Field.RED, 9), "K").state,
        ["ui.take-back"],
        [TakeBack()],
    ),
    # setting up
    "the menu leads to the wizard": (lambda: scene("second"), ["#menu", "ui.set-up"], [OpenWizard()]),
    "the first page offers the wizard": (
        lambda: SessionState(offers_wizard=True),
        [".first-time button"],
        [OpenWizard()],
    ),
    "later it is one button among others": (SessionState, [".set-up"], [OpenWizard()]),
    "the wizard is left": (WIZARDS["light"], ["#wizard .close"], [CloseWizard()]),
    "dice are shown to the wizard": (WIZARDS["dice-unsure"], ["wizard.teach"], [OpenDice()]),
    "a step is done": (WIZARDS["camera"], ["wizard.go-on"], [GoOn()]),
    "a step is skipped": (WIZARDS["camera-dark"], ["wizard.skip"], [GoOn()]),
    "a step is tried again": (WIZARDS["camera"], ["wizard.again"], [TryStepAgain()]),
    "the wizard speaks French": (WIZARDS["camera"], ["FR"], [ChooseLanguage("fr")]),
    "the wizard goes back": (WIZARDS["focus"], ["wizard.back"], [GoBack()]),
    "the sheet is used": (WIZARDS["sheet-tilted"], ["wizard.use"], [UseSheet()]),
    "lamp and sound are shown": (WIZARDS["button-done"], ["wizard.test"], [ShowSignals()]),
    "the wizard ends with a game": (WIZARDS["done"], ["wizard.new-game"], [CloseWizard()]),
    "no sound was heard": (
        WIZARDS["button-press"],
        [".ask >> nth=1 >> text=Nein"],
        [TellSignal(Told.SOUND, is_so=False)],
    ),
    "the wizard has a dial": (
        lambda: dialled(WIZARDS["camera"](), DialKind.WIZARD),
        ["#dial .choice >> text=Später weiter"],
        [TakeOption(DialKind.WIZARD, 2)],
    ),
    # own dice
    "the menu leads to own dice": (lambda: scene("second"), ["#menu", "ui.own-dice"], [OpenDice()]),
    "own dice before a game": (SessionState, ["ui.own-dice"], [OpenDice()]),
    "own dice are left": (LESSONS["sets"], ["#teach .close"], [CloseDice()]),
    "a set is forgotten when asked twice": (
        LESSONS["sets"],
        [*(forget := [".known-set >> nth=1 >> button"]), "ui.cancel", *forget, "ui.forget"],
        [ForgetDice("Würfel 1")],
    ),
    "what was learnt last is taken back": (LESSONS["sets"], ["ui.undo-learning", "ui.take-back"], [TakeLearningBack()]),
    "poker dice are taught": (
        LESSONS["no-sets"],
        ["#teach button >> text=Pokerwürfel zeigen"],
        [TeachDice(DiceKind.POKER)],
    ),
    "dice with pips are taught": (
        LESSONS["no-sets"],
        ["#teach button >> text=Augenwürfel zeigen"],
        [TeachDice(DiceKind.PIPS)],
    ),
    "nobody knows the face": (LESSONS["ask"], ["ui.dont-know"], [NameFace(2, None)]),
    "a lesson is left at once before anything was learnt": (LESSONS["first"], ["#teach .close"], [DropDice()]),
    "else when asked twice": (
        LESSONS["more"],
        ["#teach .close", "ui.cancel", "#teach .close", "ui.drop"],
        [DropDice()],
    ),
    "the last answer is taken back": (LESSONS["ask"], ["ui.back"], [TakeBackFace()]),
    "and while it is shown": (LESSONS["enough"], ["ui.back"], [TakeBackFace()]),
    "it is enough": (LESSONS["enough"], ["ui.enough"], [CallEnough()]),
    "fewer dice will do": (LESSONS["four"], ["ui.use-fewer"], [UseFewer()]),
    "once more is tried": (LESSONS["judge"], ["ui.once-more"], [CheckAgain()]),
    "the set is kept": (LESSONS["judge"], ["ui.keep"], [KeepDice("Würfel 1")]),
    "a face is named": (LESSONS["ask"], ["D"], [NameFace(2, 3)]),
    "pips are named": (LESSONS["ask-pips"], ["4"], [NameFace(2, 3)]),
}


@pytest.mark.parametrize("story", STORIES)
def test_what_is_touched_is_sent(screen, story) -> None:
    moment, touches, sent = STORIES[story]
    screen.open(moment())
    for at, each in enumerate(touches, start=1):
        screen.tap(each)
        if at < len(touches):
            assert len(screen.table.sent) < len(sent)
    assert screen.sent(len(sent)) == sent


@pytest.mark.parametrize(
    ("moment", "button"),
    [
        (WIZARDS["button"], "#wizard .press-button"),
        (WIZARDS["dice"], "#wizard .press-button"),
        (LESSONS["first"], "#teach .press-button"),
        (lambda: replace(scene("by-hand"), dice=(seen(Face.QUEEN),) * 5), "#button"),
    ],
)
def test_the_button_of_the_screen_and_space_are_the_button(screen, moment, button) -> None:
    page = screen.open(moment())
    screen.tap(button)
    page.keyboard.press("Space")
    assert [edge.is_down for edge in screen.sent(4) if isinstance(edge, Edge)] == [True, False, True, False]


@pytest.mark.parametrize(
    ("moment", "place"), [(LESSONS["first"], "#teach"), (WIZARDS["throw"], "#wizard")], ids=["lesson", "wizard"]
)
def test_on_the_simulated_board_a_press_throws_and_the_board_is_seen(screen, moment, place) -> None:
    page = screen.open(moment(), is_simulated=True)
    page.locator(f"{place} canvas[width='480']").wait_for()
    screen.tap(f"{place} .press-button")
    assert screen.sent() == [("press", None)]
    screen.turn_to(scene("second"))
    expect(page.locator("#table #board canvas")).to_be_visible()


@pytest.mark.parametrize(
    ("moment", "opened", "after"),
    [
        (lambda: scene("asking"), [".die >> nth=1"], lambda: scene("entered")),
        (lambda: scene("hinted"), ["#hint"], lambda: scene("entered")),
        (lambda: scene("second"), ["#menu"], WIZARDS["camera"]),
        (lambda: scene("second"), ["#menu"], LESSONS["sets"]),
    ],
)
def test_a_dialog_closes_when_the_table_moves_on(screen, moment, opened, after) -> None:
    page = screen.open(moment())
    screen.tap(*opened)
    expect(page.locator("#dialog")).to_be_visible()
    screen.turn_to(after())
    expect(page.locator("#dialog")).to_be_hidden()


@pytest.mark.parametrize(
    ("moment", "place"), [(LESSONS["sets"], "#teach"), (WIZARDS["light"], "#wizard")], ids=["lesson", "wizard"]
)
def test_closed_the_game_is_there_as_before(screen, moment, place) -> None:
    page = screen.open(moment())
    expect(page.locator(place)).to_be_visible()
    assert page.evaluate("document.querySelector('#table').inert") is True
    screen.turn_to(scene("second"))
    expect(page.locator(place)).to_be_hidden()
    expect(page.locator("#table")).to_be_visible()
    assert page.evaluate("document.querySelector('#table').inert") is False


KEPT = [
    (lambda: scene("empty"), ["ui.menu"], "#dialog .choice", Phase.THROWING),
    (lambda: escalero_scenes.played(2, 0, escalero_scenes.SERVED), [], ".own-cell", Phase.THROWING),
    (lambda: thrown().state, [], ".decision-keep-hand", Phase.THROWING),
    (lambda: hidden_scenes.announced(hidden_scenes.hidden()).state, [], ".doubter", Phase.DECIDING),
]


@pytest.mark.parametrize(("moment", "opened", "what", "phase"), KEPT)
def test_what_a_finger_is_on_its_way_to_stays_the_same(screen, moment, opened, what, phase) -> None:
    state = moment()
    page = screen.open(state)
    screen.tap(*opened)
    page.evaluate("what => { window.kept = document.querySelector(what); }", what)
    screen.turn_to(replace(state, phase=phase, seconds_left=4))
    assert page.evaluate("what => window.kept.isConnected && window.kept === document.querySelector(what)", what)


FOLLOWED = {
    "pot": lambda: thrown().state,
    "rock": lambda: cloth.bet(cloth.at_cloth(), KURT, Field.RED, 3).state,
    "hidden": lambda: hidden_scenes.hidden().state,
    "doubting": hidden_scenes.SCENES["doubting"],
    "lifting": hidden_scenes.SCENES["lifting"],
}


@pytest.mark.parametrize("moment", FOLLOWED.values(), ids=FOLLOWED)
def test_a_phone_that_follows_sees_all_and_touches_nothing(screen, moment) -> None:
    page = screen.open(moment(), "phone")
    screen.table.server.show(follower_view(view(moment(), simulated=False)))
    page.wait_for_selector("body[data-access='follow']")
    assert page.locator("#game button:enabled:visible").count() == 0
    assert page.locator("#game").inner_text()
    assert screen.table.sent == []


# ---- at the table


def previews(page: Page) -> list[str]:
    return page.locator(".preview").all_text_contents()


def test_what_each_free_row_would_score_is_shown(screen) -> None:
    page = screen.open(scene("second"))
    assert previews(page) == ["1", "–", "–", "16", "–", "–", "–", "–", "44", "–"]


def test_a_misread_die_is_put_right_in_two_touches(screen) -> None:
    page = screen.open(scene("asking"))
    screen.tap(".die >> nth=1")
    assert page.locator(".own-picture img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 96
    names = page.locator(".face-choice").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    assert names == [WORDS.text(f"face.{face}") for face in ("jack", "nine", "ten", "queen", "king", "ace")]
    screen.tap(".face-choice >> nth=4")
    assert screen.sent() == [CorrectDie(1, Face.KING)]
    expect(page.locator("#dialog")).to_be_hidden()


def test_an_earlier_entry_is_corrected(screen) -> None:
    page = screen.open(scene("entered"))
    screen.tap(cell(Category.QUEENS, 5), "Elfriede: 16")
    dialog = page.locator("#dialog")
    before = dialog.locator(".entry-dice .face-choice").count()
    screen.tap("#dialog .entry-dice .face-choice >> nth=0", "#dialog .faces .face-choice >> nth=5", "ui.not-served")
    dialog.locator("select").nth(1).select_option("8")
    screen.tap("ui.save")
    (touch,) = screen.sent()
    assert touch.cell == Cell(Category.QUEENS, 9)
    assert touch.faces[0] is Face.ACE
    assert before == len(touch.faces)
    assert not touch.is_served
    expect(dialog).to_be_hidden()


def test_a_button_that_was_pressed_stays_down(screen) -> None:
    screen.open(scene("second"))
    screen.tap("ui.menu")
    screen.turn_to(replace(scene("hinted"), mode=EntryMode.AUTO))
    for button in ("ui.hints-shown", "mode.auto"):
        expect(screen.button(button)).to_have_attribute("aria-pressed", "true")


def test_a_hint_marks_the_dice_and_opens_what_everything_else_does(screen) -> None:
    state = scene("hinted")
    page = screen.open(state)
    expect(page.locator(".die.is-advised")).to_have_count(4)
    expect(page.locator(".die").nth(4)).to_have_accessible_name("Dame, liegen lassen")
    screen.tap("#hint")
    lines = page.locator("#dialog .hint-group li")
    hint = view(state, simulated=False)["hint"]
    expect(lines.first.locator(".hint-dice")).to_have_accessible_name(hint["best"])
    expect(lines).to_have_count(sum(len(group["options"]) for group in hint["groups"]))
    screen.turn_to(scene("entered"))
    expect(page.locator("#hint")).to_be_hidden()
    expect(page.locator(".die.is-advised")).to_have_count(0)


def test_an_option_is_taken_by_a_touch_though_the_board_was_read_since_the_dial_opened(screen) -> None:
    state = dialled(scene("empty"), DialKind.MENU)
    screen.open(state)
    screen.turn_to(replace(state, reading_number=state.reading_number + 1))
    screen.tap("#dial .choice >> text=Ton aus")
    index = [option.key for option in state.dial.options].index(OptionKey.SOUND_OFF)
    assert screen.sent() == [TakeOption(DialKind.MENU, index)]


@pytest.mark.parametrize(
    ("name", "row", "column", "then"), [("second", 8, 8, [POKER]), ("entered", 3, 4, [])], ids=["enters", "corrects"]
)
def test_on_a_phone_a_row_opens_its_columns(screen, name, row, column, then) -> None:
    page = screen.open(scene(name), "phone")
    screen.tap(f".row[data-row='{row}']", f".column-choice >> nth={column}")
    assert screen.sent(len(then)) == then
    expect(page.get_by_role("button", name=WORDS.text("ui.save"))).to_have_count(0 if then else 1)


@pytest.mark.parametrize("players", [2, 12])
@pytest.mark.parametrize("size", SCREENS)
def test_one_touch_on_a_free_row_of_escalero_enters(screen, size, players) -> None:
    screen.open(escalero_scenes.played(players, 0, escalero_scenes.SERVED), size)
    rest(screen.page)
    expect(screen.button(own(Row.FULL_HAND))).to_have_text("Full Hand35" if size == "800x480" else "35")
    screen.tap(own(Row.FULL_HAND))
    assert screen.sent() == [FULL_HAND]
