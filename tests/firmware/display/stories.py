"""Moments of the page, what is touched then one after the other, and what the page sends of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from firmware.session import touches
from firmware.session.lesson import DiceKind
from firmware.session.state import SessionState
from firmware.session.step import step
from firmware.session.touches import Decide
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
from tests.firmware.display.games import cloth, escalero_scenes
from tests.firmware.display.games.hidden_scenes import SCENES as HIDDEN
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


FULL_HAND, POKER = Decide(RowEntered(Row.FULL_HAND)), touches.TouchCell(Cell(Category.POKER, 9))
TWICE = "#dialog .choice >> nth=1"
"""The answer to whether it is meant."""
Stories = Iterator[tuple[SessionState, list[str], list[object]]]


def at_the_table() -> Stories:
    yield scene("second"), [cell(Category.POKER, 9)], [POKER]
    yield scene("entered"), ["ui.take-back"], [touches.TakeBack()]
    yield scene("asking"), [".die >> nth=1", "ui.held"], [touches.CorrectHeld(1, is_held=True)]
    yield scene("third"), [".die >> nth=4", "face.ace"], [touches.CorrectDie(4, Face.ACE)]
    typed: list[object] = [touches.CorrectDie(index, Face.QUEEN) for index in range(5)]
    yield scene("by-hand"), [".die >> nth=0", *["face.queen"] * 5], typed
    yield scene("asking"), ["ui.accept"], [touches.AcceptReading()]
    yield scene("burning"), ["ui.not-burning"], [touches.AcceptReading()]
    yield scene("second"), ["ui.repeat", TWICE], [touches.RepeatThrow()]
    menu = ["ui.menu", "mode.auto", "English", "ui.by-hand", "ui.menu", "ui.end-game", "ui.end-game"]
    mode, language = touches.ChooseMode(EntryMode.AUTO), touches.ChooseLanguage("en")
    yield scene("empty"), menu, [mode, language, touches.ThrowByHand(), touches.EndGame()]
    yield scene("over"), ["ui.see-sheet", "ui.new-game"], [touches.EndGame()]
    yield scene("second"), ["ui.menu", "ui.hints-shown"], [touches.ShowHints(True)]
    yield scene("second"), ["#menu", "ui.set-up"], [touches.OpenWizard()]
    yield scene("second"), ["#menu", "ui.own-dice"], [touches.OpenDice()]


def of_escalero() -> Stories:
    yield escalero_scenes.played(2, 0), [own(Row.ACES)], [Decide(RowEntered(Row.ACES))]  # the companion refuses it
    yield escalero_scenes.played(2, 5), ["ui.take-back"], [touches.TakeBack()]
    goes_home = [".head >> nth=2", "Franz geht heim", "Franz geht heim"]
    yield escalero_scenes.played(3, 4), goes_home, [Decide(PlayerLeft(FRANZ))]


def of_hidden_poker() -> Stories:
    yield HIDDEN["doubting"](), [".doubter"], [Decide(Doubted(1))]
    yield HIDDEN["three"](), ["Bö: Schwindel!"], [Decide(Doubted(4))]
    yield HIDDEN["won"](), ["ui.begin-round"], [Decide(RoundBegan())]
    again = ["ui.repeat-cup", "#dialog .pair-choice .choice >> nth=1"]
    yield HIDDEN["burning"](), again, [touches.RepeatThrow()]
    yield HIDDEN["over"](), ["ui.new-game"], [touches.EndGame()]


def of_the_pot() -> Stories:
    yield thrown().state, ["Behalten"], [Decide(HandKept(1))]
    yield PotTable().sit().show("KK9QA", 3).state, ["Kurt geht mit: 2"], [Decide(WentAlong())]
    yield PotTable().sit().show("KK9QA", 3).state, ["Kurt passt"], [Decide(Passed())]
    yield PotTable().sit().state, ["ui.begin-round"], [Decide(RoundBegan())]


def of_rock_and_roll() -> Stories:
    bets: list[object] = [Decide(BetPlaced(KURT, Field.RED, 1)), Decide(BetPlaced(FRANZ, Field.QUEEN, 1))]
    yield cloth.at_cloth().state, [field(Field.RED), ".bettor >> text=Franz", field(Field.QUEEN)], bets
    blue = field(Field.BLUE)
    bets = [Decide(BetPlaced(KURT, Field.BLUE, chips)) for chips in (5, 10, 37)]
    yield cloth.at_cloth(stack=37).state, ["5", blue, "10", blue, "ui.all-chips", blue], bets
    covered = Decide(BetPlaced(KURT, Field.KING, 10))  # all that the bank can pay
    yield cloth.at_cloth(bank_stack=52).state, ["ui.all-chips", field(Field.KING)], [covered]
    yield cloth.at_cloth().state, [field(Field.TEN)] * 3, [Decide(BetPlaced(KURT, Field.TEN, 1))] * 3
    home, ends = "#dialog .choice >> text=geht heim", "#dialog .choice >> text=Bank hört auf"
    sent: list[object] = [Decide(PlayerLeft(KURT)), Decide(NoticeGiven())]
    yield cloth.at_cloth().state, [".goes-home", home, ".bank-ends", ends], sent


def of_setting_up() -> Stories:
    yield SessionState(offers_wizard=True), [".first-time button"], [touches.OpenWizard()]
    yield SessionState(), [".set-up"], [touches.OpenWizard()]
    yield WIZARDS["light"](), ["#wizard .close"], [touches.CloseWizard()]
    yield WIZARDS["dice-unsure"](), ["wizard.teach"], [touches.OpenDice()]
    yield WIZARDS["camera"](), ["wizard.go-on"], [touches.GoOn()]
    yield WIZARDS["camera"](), ["FR"], [touches.ChooseLanguage("fr")]
    yield WIZARDS["button-done"](), ["wizard.test"], [touches.ShowSignals()]
    no_sound = touches.TellSignal(Told.SOUND, is_so=False)
    yield WIZARDS["button-press"](), [".ask >> nth=1 >> text=Nein"], [no_sound]
    dial = dialled(WIZARDS["camera"](), DialKind.WIZARD)
    yield dial, ["#dial .choice >> text=Später weiter"], [touches.TakeOption(DialKind.WIZARD, 2)]


def of_own_dice() -> Stories:
    yield SessionState(), ["ui.own-dice"], [touches.OpenDice()]
    yield LESSONS["sets"](), ["#teach .close"], [touches.CloseDice()]
    forget = [".known-set >> nth=1 >> button", "ui.cancel", ".known-set >> nth=1 >> button", "ui.forget"]
    yield LESSONS["sets"](), forget, [touches.ForgetDice("Würfel 1")]
    yield LESSONS["sets"](), ["ui.undo-learning", "ui.take-back"], [touches.TakeLearningBack()]
    for kind, name in ((DiceKind.POKER, "Pokerwürfel"), (DiceKind.PIPS, "Augenwürfel")):
        yield LESSONS["no-sets"](), [f"#teach button >> text={name} zeigen"], [touches.TeachDice(kind)]
    yield LESSONS["ask"](), ["ui.dont-know"], [touches.NameFace(2, None)]
    yield LESSONS["ask"](), ["D"], [touches.NameFace(2, 3)]
    yield LESSONS["ask-pips"](), ["4"], [touches.NameFace(2, 3)]
    yield LESSONS["ask"](), ["ui.back"], [touches.TakeBackFace()]
    yield LESSONS["first"](), ["#teach .close"], [touches.DropDice()]  # at once, before anything was learnt
    yield LESSONS["more"](), ["#teach .close", "ui.cancel", "#teach .close", "ui.drop"], [touches.DropDice()]
    yield LESSONS["enough"](), ["ui.back"], [touches.TakeBackFace()]
    yield LESSONS["enough"](), ["ui.enough"], [touches.CallEnough()]
    yield LESSONS["four"](), ["ui.use-fewer"], [touches.UseFewer()]
    yield LESSONS["judge"](), ["ui.once-more"], [touches.CheckAgain()]
    yield LESSONS["judge"](), ["ui.keep"], [touches.KeepDice("Würfel 1")]


STORIES: tuple[Callable[[], Stories], ...] = (
    *(at_the_table, of_escalero, of_hidden_poker, of_the_pot, of_rock_and_roll, of_setting_up, of_own_dice),
)
