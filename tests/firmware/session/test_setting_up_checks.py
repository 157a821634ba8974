"""The checks of setting up: the sheet, the button, the dice and the first throw."""

from __future__ import annotations

import pytest

from firmware.ports import Signal
from firmware.session import events
from firmware.session.dial import OptionKey
from firmware.session.effects import DropLesson, EndSurvey, KeepProgress, ListDice, ReadBoard, ReckonSheet, Tell
from firmware.session.log import notice
from firmware.session.throwing import REFUSED
from firmware.session.touches import CloseDice, GoOn, OpenDice, ShowSignals, TellSignal, UseSheet
from firmware.session.vocabulary import NoticeKey, Waiting
from firmware.session.wizard import ButtonFacts, Heard, Outcome, SheetLook, SheetTrouble, Told, WizardStep
from tests.firmware.session.table_talk import effects_of, reading
from tests.firmware.session.wizard_talk import BIG, COMPLETE, FOUND, LONG, MENU, SHORT, TILTED, at, options, seen
from vision.reading import Verdict


def test_a_sheet_is_reckoned_with_once_it_was_laid_down_and_taken_away_or_as_far_as_it_was_shown():
    table = at(WizardStep.SHEET)
    number = table.state.wizard.number
    assert effects_of(table, events.Surveyed(number, COMPLETE)) == [ReckonSheet(number)]
    assert table.state.wizard.waiting is Waiting.SURVEYOR
    assert effects_of(table, events.Surveyed(number, COMPLETE), UseSheet()) == []
    assert effects_of(table, events.SheetReckoned(number, FOUND)) == [Tell(Signal.DONE)]
    assert effects_of(table, events.Surveyed(number, COMPLETE)) == []
    assert table.tell(GoOn()).state.set_up.outcomes[1] is Outcome.DONE
    table = seen(at(WizardStep.SHEET), TILTED)
    number = table.state.wizard.number
    assert effects_of(table, UseSheet()) == [ReckonSheet(number)]
    assert effects_of(table, events.SheetRefused(number, SheetTrouble.TOO_FEW)) == [Tell(Signal.PROBLEM)]
    assert table.state.wizard.refused is SheetTrouble.TOO_FEW
    assert effects_of(table, events.Surveyed(number, COMPLETE)) == []
    assert effects_of(table, UseSheet()) == [ReckonSheet(number)]
    assert table.state.wizard.refused is None


@pytest.mark.parametrize("look", [None, SheetLook(**BIG)])
def test_where_no_sheet_was_seen_there_is_none_to_reckon_with(look):
    table = at(WizardStep.SHEET)
    if look is not None:
        seen(table, look)
    assert effects_of(table, UseSheet()) == []


def test_the_button_is_passed_once_it_was_pressed_both_ways():
    table = at(WizardStep.BUTTON)
    assert effects_of(table, SHORT) == [Tell(Signal.DONE)]
    assert effects_of(table, events.Holding(at_ns=5), LONG) == [Tell(Signal.HOLDING), Tell(Signal.DONE)]
    assert table.state.wizard.heard == frozenset(Heard)
    assert table.state.dial is None
    assert table.tell(GoOn()).state.set_up.outcomes[4] is Outcome.DONE
    assert at(WizardStep.BUTTON).tell(SHORT, GoOn()).state.set_up.outcomes[4] is Outcome.SKIPPED
    table = at(WizardStep.BUTTON).tell(SHORT, LONG, SHORT)
    assert options(table)[0] is OptionKey.WIZARD_ON


def test_what_is_known_of_contact_lamp_and_sound_is_shown_only_at_their_step():
    table = at(WizardStep.BUTTON)
    facts = ButtonFacts(has_button=True, presses=1)
    assert table.tell(events.ButtonProbed(table.state.wizard.number, facts)).state.wizard.facts == facts
    table = at(WizardStep.BUTTON)
    assert effects_of(table, ShowSignals()) == [Tell(Signal.DONE)]
    table.tell(TellSignal(Told.LAMP, True), TellSignal(Told.SOUND, False))
    assert (table.state.wizard.lamp, table.state.wizard.sound) == (True, False)
    table = at(WizardStep.LIGHT)
    assert effects_of(table, ShowSignals(), TellSignal(Told.LAMP, True)) == []
    assert table.state.wizard.lamp is None


def test_dice_that_are_known_are_shown_and_the_first_press_is_answered():
    table = at(WizardStep.DICE)
    assert effects_of(table, SHORT) == [Tell(Signal.READING), ReadBoard(5, None)]
    assert effects_of(table, events.ReadingTaken(reading("9XJQK"))) == [Tell(Signal.DONE)]
    assert len(table.state.wizard.reading.dice) == 5
    assert table.tell(GoOn()).state.set_up.outcomes[5] is Outcome.DONE
    table = at(WizardStep.DICE).tell(SHORT)
    assert effects_of(table, events.Pressed(at_ns=9)) == []
    assert effects_of(table, events.ReadingTaken(reading("9XJQK"))) == [Tell(Signal.DONE)]
    assert effects_of(table, events.ReadingTaken(reading("9XJQA"))) == []


@pytest.mark.parametrize("verdict", [verdict for verdict in REFUSED if verdict is not Verdict.FOREIGN])
def test_looks_that_show_no_dice_say_why(verdict):
    table = at(WizardStep.DICE).tell(SHORT)
    assert effects_of(table, events.ReadingTaken(reading("9XJQK", verdict=verdict))) == [Tell(Signal.PROBLEM)]
    assert table.state.wizard.notice.key is REFUSED[verdict]


def test_what_cannot_be_used_is_said_and_a_late_no_says_nothing():
    table = at(WizardStep.DICE).tell(SHORT, events.ReadingTaken(reading("9XJQ", verdict=Verdict.WRONG_COUNT)))
    assert table.state.wizard.notice == notice(NoticeKey.WRONG_COUNT, count=4)
    table = at(WizardStep.DICE).tell(SHORT, events.ReadingTaken(reading("9XJQK", verdict=Verdict.BURNING)))
    assert table.state.wizard.notice.key is NoticeKey.WIZARD_BURNING
    table = at(WizardStep.DICE).tell(SHORT, events.ReadingFailed(NoticeKey.STILL_MOVING))
    assert table.state.wizard.notice.key is NoticeKey.STILL_MOVING
    assert effects_of(table, events.ReadingFailed(NoticeKey.NO_BOARD)) == []
    table = at(WizardStep.LIGHT).tell(OpenDice())
    assert table.state.teaching is None
    assert table.tell(CloseDice()).state.wizard.step is WizardStep.LIGHT


@pytest.mark.parametrize("verdict", [Verdict.NOT_SURE, Verdict.FOREIGN])
def test_dice_that_are_not_known_may_be_taught_and_are_read_once_more(verdict):
    table = at(WizardStep.DICE).tell(SHORT, events.ReadingTaken(reading("9XJQK", verdict=verdict)), MENU)
    assert options(table)[0] is OptionKey.WIZARD_TEACH
    assert effects_of(table, LONG) == [ListDice()]
    table.tell(events.DiceListed(()), GoOn())
    assert table.state.wizard.step is WizardStep.DICE
    assert effects_of(table, CloseDice()) == [DropLesson()]
    assert (table.state.wizard.reading, table.state.teaching) == (None, None)
    assert table.tell(SHORT).state.wizard.waiting is Waiting.EYE


def test_the_first_throw_ends_it_where_it_is_read_surely_and_may_be_repeated_or_left():
    table = at(WizardStep.THROW).tell(SHORT)
    effects = effects_of(table, events.ReadingTaken(reading("9XJQK")))
    assert table.state.wizard.step is WizardStep.DONE
    assert table.state.wizard.reading is not None
    assert effects == [Tell(Signal.DONE), EndSurvey(), KeepProgress(table.state.set_up)]
    assert not table.state.set_up.is_open
    table = at(WizardStep.THROW).tell(SHORT, events.ReadingTaken(reading("9XJQK", verdict=Verdict.NOT_SURE)))
    assert table.state.wizard.step is WizardStep.THROW
    assert table.tell(MENU).state.dial.options[0].key is OptionKey.WIZARD_SKIP
    assert table.tell(LONG).state.wizard.step is WizardStep.DONE
    assert options(at(WizardStep.THROW).tell(LONG))[0] is OptionKey.WIZARD_SKIP
