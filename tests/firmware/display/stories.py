"""Moments of the page, what is touched then one after the other, and what the page sends of it."""

from __future__ import annotations

from collections.abc import Callable

from firmware.session import touches
from firmware.session.lesson import DiceKind
from firmware.session.state import SessionState
from firmware.session.step import step
from firmware.session.vocabulary import DialKind, EntryMode
from firmware.session.wizard import Told
from scoring.dice import Face
from scoring.events import PlayerLeft
from scoring.games.escalero import Row, RowEntered
from scoring.games.hidden_poker import Doubted
from scoring.games.pot import HandKept, Passed, RoundBegan, WentAlong
from scoring.games.rock_and_roll import BetPlaced, Field, NoticeGiven
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.firmware.display.games import cloth, escalero_scenes, hidden_scenes
from tests.firmware.display.looks import cell
from tests.firmware.display.scenes import LESSONS, scene
from tests.firmware.display.wizard_scenes import WIZARDS
from tests.firmware.session.pot_talk import PotTable

KURT, FRANZ = 1, 2


def own(row: Row) -> str:
    """Return the cell of whoever throws, as it is touched on this screen."""
    place = f"[data-row='{row.value}']"
    return f".is-beside .own-cell{place}, .escalero:not(.is-beside) .cell.is-to-move{place}"


def field(which: Field) -> str:
    return f".field[data-field='{which.value}']"


def dialled(state: SessionState, kind: DialKind) -> SessionState:
    return step(state, touches.OpenDial(kind))[0]


def thrown() -> PotTable:
    return PotTable().sit().throw("KK9QA")


FULL_HAND, POKER = touches.Decide(RowEntered(Row.FULL_HAND)), touches.TouchCell(Cell(Category.POKER, 9))
POKER_CELL = cell(Category.POKER, 9)
Story = tuple[Callable[[], SessionState], list[str], list[object]]
"""A moment, what is touched then, and what the page sends of it."""
STORIES: dict[str, dict[str, Story]] = {
    "the table": {
        "a free cell takes the throw": (lambda: scene("second"), [POKER_CELL], [POKER]),
        "the newest entry is taken back": (lambda: scene("entered"), ["ui.take-back"], [touches.TakeBack()]),
        "a die taken for thrown was held": (
            lambda: scene("asking"),
            [".die >> nth=1", "ui.held"],
            [touches.CorrectHeld(1, is_held=True)],
        ),
        "a die that nobody doubts is corrected": (
            lambda: scene("third"),
            [".die >> nth=4", "face.ace"],
            [touches.CorrectDie(4, Face.ACE)],
        ),
        "dice are typed one after the other": (
            lambda: scene("by-hand"),
            [".die >> nth=0", *["face.queen"] * 5],
            [touches.CorrectDie(index, Face.QUEEN) for index in range(5)],
        ),
        "a reading was right": (lambda: scene("asking"), ["ui.accept"], [touches.AcceptReading()]),
        "nothing burns": (lambda: scene("burning"), ["ui.not-burning"], [touches.AcceptReading()]),
        "a throw does not count": (
            lambda: scene("second"),
            ["ui.repeat", "#dialog .choice >> nth=1"],
            [touches.RepeatThrow()],
        ),
        "the menu changes much": (
            lambda: scene("empty"),
            ["ui.menu", "mode.auto", "English", "ui.by-hand", "ui.menu", "ui.end-game", "ui.end-game"],
            [
                touches.ChooseMode(EntryMode.AUTO),
                touches.ChooseLanguage("en"),
                touches.ThrowByHand(),
                touches.EndGame(),
            ],
        ),
        "the end is put aside and left": (lambda: scene("over"), ["ui.see-sheet", "ui.new-game"], [touches.EndGame()]),
        "hints are wanted": (lambda: scene("second"), ["ui.menu", "ui.hints-shown"], [touches.ShowHints(True)]),
    },
    "Escalero": {
        "a row before a throw": (
            lambda: escalero_scenes.played(2, 0),
            [own(Row.ACES)],
            [touches.Decide(RowEntered(Row.ACES))],
        ),
        "an entry of Escalero is taken back": (
            lambda: escalero_scenes.played(2, 5),
            ["ui.take-back"],
            [touches.TakeBack()],
        ),
        "who goes home is asked once more": (
            lambda: escalero_scenes.played(3, 4),
            [".head >> nth=2", "Franz geht heim", "Franz geht heim"],
            [touches.Decide(PlayerLeft(FRANZ))],
        ),
    },
    "Verdecktes Würfelpoker": {
        "the only opponent doubts": (hidden_scenes.SCENES["doubting"], [".doubter"], [touches.Decide(Doubted(1))]),
        "one of many doubts": (hidden_scenes.SCENES["three"], ["Bö: Schwindel!"], [touches.Decide(Doubted(4))]),
        "a hidden round begins": (hidden_scenes.SCENES["won"], ["ui.begin-round"], [touches.Decide(RoundBegan())]),
        "a burning throw is repeated": (
            hidden_scenes.SCENES["burning"],
            ["ui.repeat-cup", "#dialog .pair-choice .choice >> nth=1"],
            [touches.RepeatThrow()],
        ),
        "hidden poker is over": (hidden_scenes.SCENES["over"], ["ui.new-game"], [touches.EndGame()]),
    },
    "a pot": {
        "a hand is kept": (lambda: thrown().state, ["Behalten"], [touches.Decide(HandKept(1))]),
        "one goes along": (
            lambda: PotTable().sit().show("KK9QA", 3).state,
            ["Kurt geht mit: 2"],
            [touches.Decide(WentAlong())],
        ),
        "one passes": (lambda: PotTable().sit().show("KK9QA", 3).state, ["Kurt passt"], [touches.Decide(Passed())]),
        "a round begins": (lambda: PotTable().sit().state, ["ui.begin-round"], [touches.Decide(RoundBegan())]),
    },
    "Rock and Roll": {
        "chips of whoever is chosen": (
            lambda: cloth.at_cloth().state,
            [field(Field.RED), ".bettor >> text=Franz", field(Field.QUEEN)],
            [touches.Decide(BetPlaced(KURT, Field.RED, 1)), touches.Decide(BetPlaced(FRANZ, Field.QUEEN, 1))],
        ),
        "as many chips as are chosen": (
            lambda: cloth.at_cloth(stack=37).state,
            ["5", field(Field.BLUE), "10", field(Field.BLUE), "ui.all-chips", field(Field.BLUE)],
            [touches.Decide(BetPlaced(KURT, Field.BLUE, chips)) for chips in (5, 10, 37)],
        ),
        "all that the bank can pay": (
            lambda: cloth.at_cloth(bank_stack=52).state,
            ["ui.all-chips", field(Field.KING)],
            [touches.Decide(BetPlaced(KURT, Field.KING, 10))],
        ),
        "quick touches are all put down": (
            lambda: cloth.at_cloth().state,
            [field(Field.TEN)] * 3,
            [touches.Decide(BetPlaced(KURT, Field.TEN, 1))] * 3,
        ),
        "going home and the bank's notice are asked about": (
            lambda: cloth.at_cloth().state,
            [".goes-home", "#dialog .choice >> text=geht heim", ".bank-ends", "#dialog .choice >> text=Bank hört auf"],
            [touches.Decide(PlayerLeft(KURT)), touches.Decide(NoticeGiven())],
        ),
    },
    "setting up": {
        "the menu leads to the wizard": (lambda: scene("second"), ["#menu", "ui.set-up"], [touches.OpenWizard()]),
        "the first page offers the wizard": (
            lambda: SessionState(offers_wizard=True),
            [".first-time button"],
            [touches.OpenWizard()],
        ),
        "later it is one button among others": (SessionState, [".set-up"], [touches.OpenWizard()]),
        "the wizard is left": (WIZARDS["light"], ["#wizard .close"], [touches.CloseWizard()]),
        "dice are shown to the wizard": (WIZARDS["dice-unsure"], ["wizard.teach"], [touches.OpenDice()]),
        "a step is done": (WIZARDS["camera"], ["wizard.go-on"], [touches.GoOn()]),
        "a step is skipped": (WIZARDS["camera-dark"], ["wizard.skip"], [touches.GoOn()]),
        "a step is tried again": (WIZARDS["camera"], ["wizard.again"], [touches.TryStepAgain()]),
        "the wizard speaks French": (WIZARDS["camera"], ["FR"], [touches.ChooseLanguage("fr")]),
        "the wizard goes back": (WIZARDS["focus"], ["wizard.back"], [touches.GoBack()]),
        "the sheet is used": (WIZARDS["sheet-tilted"], ["wizard.use"], [touches.UseSheet()]),
        "lamp and sound are shown": (WIZARDS["button-done"], ["wizard.test"], [touches.ShowSignals()]),
        "the wizard ends with a game": (WIZARDS["done"], ["wizard.new-game"], [touches.CloseWizard()]),
        "no sound was heard": (
            WIZARDS["button-press"],
            [".ask >> nth=1 >> text=Nein"],
            [touches.TellSignal(Told.SOUND, is_so=False)],
        ),
        "the wizard has a dial": (
            lambda: dialled(WIZARDS["camera"](), DialKind.WIZARD),
            ["#dial .choice >> text=Später weiter"],
            [touches.TakeOption(DialKind.WIZARD, 2)],
        ),
    },
    "own dice": {
        "the menu leads to own dice": (lambda: scene("second"), ["#menu", "ui.own-dice"], [touches.OpenDice()]),
        "own dice before a game": (SessionState, ["ui.own-dice"], [touches.OpenDice()]),
        "own dice are left": (LESSONS["sets"], ["#teach .close"], [touches.CloseDice()]),
        "a set is forgotten when asked twice": (
            LESSONS["sets"],
            [*(forget := [".known-set >> nth=1 >> button"]), "ui.cancel", *forget, "ui.forget"],
            [touches.ForgetDice("Würfel 1")],
        ),
        "what was learnt last is taken back": (
            LESSONS["sets"],
            ["ui.undo-learning", "ui.take-back"],
            [touches.TakeLearningBack()],
        ),
        "poker dice are taught": (
            LESSONS["no-sets"],
            ["#teach button >> text=Pokerwürfel zeigen"],
            [touches.TeachDice(DiceKind.POKER)],
        ),
        "dice with pips are taught": (
            LESSONS["no-sets"],
            ["#teach button >> text=Augenwürfel zeigen"],
            [touches.TeachDice(DiceKind.PIPS)],
        ),
        "nobody knows the face": (LESSONS["ask"], ["ui.dont-know"], [touches.NameFace(2, None)]),
        "a lesson is left at once before anything was learnt": (
            LESSONS["first"],
            ["#teach .close"],
            [touches.DropDice()],
        ),
        "else when asked twice": (
            LESSONS["more"],
            ["#teach .close", "ui.cancel", "#teach .close", "ui.drop"],
            [touches.DropDice()],
        ),
        "the last answer is taken back": (LESSONS["ask"], ["ui.back"], [touches.TakeBackFace()]),
        "and while it is shown": (LESSONS["enough"], ["ui.back"], [touches.TakeBackFace()]),
        "it is enough": (LESSONS["enough"], ["ui.enough"], [touches.CallEnough()]),
        "fewer dice will do": (LESSONS["four"], ["ui.use-fewer"], [touches.UseFewer()]),
        "once more is tried": (LESSONS["judge"], ["ui.once-more"], [touches.CheckAgain()]),
        "the set is kept": (LESSONS["judge"], ["ui.keep"], [touches.KeepDice("Würfel 1")]),
        "a face is named": (LESSONS["ask"], ["D"], [touches.NameFace(2, 3)]),
        "pips are named": (LESSONS["ask-pips"], ["4"], [touches.NameFace(2, 3)]),
    },
}
