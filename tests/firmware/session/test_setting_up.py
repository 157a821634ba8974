"""Setting a device up: what each touch, press and look does to the dialog, and that the game stays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.ports import Signal
from firmware.session import events, touches
from firmware.session.dial import OptionKey
from firmware.session.effects import EndSurvey, KeepProgress, ReckonSheet, Survey, Tell
from firmware.session.offers import wizard
from firmware.session.state import SessionState
from firmware.session.vocabulary import DialKind, NoticeKey, Phase
from firmware.session.wizard import (
    STEPS,
    Aspect,
    ButtonFacts,
    CameraLook,
    CameraTrouble,
    FocusLook,
    LightLine,
    LightLook,
    LightTrouble,
    Outcome,
    Progress,
    Rating,
    SheetTrouble,
    Told,
    WizardStep,
)
from tests.firmware.session.table_talk import Table, effects_of, reading
from tests.firmware.session.wizard_talk import (
    BIG,
    COMPLETE,
    FOUND,
    LONG,
    MENU,
    SHORT,
    TILTED,
    at,
    opened,
    options,
    seen,
)
from vision.reading import Verdict

BOARD = CameraLook(**BIG, camera="usb:0", outline=((1.0, 1.0),) * 4, die_px=70.0)
NO_BOARD = CameraLook(**BIG, camera="usb:0", trouble=CameraTrouble.NO_BOARD)
FINE = LightLook(**BIG, lines=tuple(LightLine(aspect, Rating.GOOD, 1.0) for aspect in Aspect))
GLARE = replace(FINE, lines=(*FINE.lines[:-1], LightLine(Aspect.FLICKER, Rating.POOR, 1.0, LightTrouble.LAMP_FLICKERS)))
SHARP, SOFT, BLANK = FocusLook(**BIG, sharpness=140), FocusLook(**BIG, sharpness=60), FocusLook(**BIG)
OPEN = Progress(is_open=True)


def test_it_opens_once_at_the_camera_and_not_while_dice_are_taught_or_doubted():
    table = Table(SessionState(offers_wizard=True))
    assert effects_of(table, touches.OpenWizard()) == [Survey(1, WizardStep.CAMERA), KeepProgress(OPEN, is_new=True)]
    assert table.state.wizard.step is WizardStep.CAMERA
    assert not table.state.offers_wizard
    table = at(WizardStep.LIGHT)
    before = table.state
    assert effects_of(table, touches.OpenWizard()) == []
    assert table.state == before
    table = Table().tell(touches.OpenDice())
    assert effects_of(table, touches.OpenWizard()) == []
    assert table.state.wizard is None
    table = Table().tell()
    table.state = replace(table.state, seconds_left=7)
    assert table.tell(touches.OpenWizard()).state.wizard is None
    assert table.key is NoticeKey.NOT_NOW


@pytest.mark.parametrize("step", [*WizardStep])
def test_closing_leaves_every_game_as_it_was_and_remembers_the_step(step):
    table = Table().begin().throw("99XKA")
    game = table.state
    effects = effects_of(at(step, table), touches.CloseWizard())
    kept = replace(table.state.set_up, is_open=False)
    assert effects[-2:] == [EndSurvey(), KeepProgress(kept)]
    assert table.state.set_up.step is step
    assert replace(table.state, set_up=game.set_up, surveys=0) == game


def test_what_was_left_goes_on_where_it_stood_and_after_the_end_anew():
    table = at(WizardStep.FOCUS).tell(touches.CloseWizard())
    effects = effects_of(table, touches.OpenWizard())
    assert table.state.wizard.step is WizardStep.FOCUS
    assert effects[0] == Survey(table.state.wizard.number, WizardStep.FOCUS)
    assert effects[1] == KeepProgress(table.state.set_up)
    assert table.state.set_up.is_open
    table = at(WizardStep.DONE).tell(touches.CloseWizard())
    assert effects_of(table, touches.OpenWizard())[-1] == KeepProgress(OPEN, is_new=True)
    kept = at(WizardStep.BUTTON).state.set_up
    again = Table(SessionState(set_up=kept)).tell(touches.OpenWizard())
    assert again.state.wizard.step is WizardStep.BUTTON
    assert again.state.wizard.progress.outcomes == kept.outcomes
    assert Progress().is_fresh
    assert Progress(step=WizardStep.DONE).is_fresh
    assert not Progress().after(Outcome.SKIPPED).is_fresh
    assert not replace(Progress().after(Outcome.SKIPPED), step=WizardStep.CAMERA).is_fresh


def test_a_press_that_was_being_answered_is_forgotten_and_dice_that_were_lent_are_laid_back():
    table = Table().begin().tell(events.Pressed(at_ns=1))
    assert table.state.phase is Phase.READING
    opened(table).tell(events.ReadingTaken(reading("99XKA")), touches.CloseWizard())
    assert table.state.phase is Phase.WAITING
    assert not table.state.dice
    table = at(WizardStep.DICE, Table().begin().throw("99XKA"))
    table.tell(SHORT, events.ReadingTaken(reading("9XJQK")), touches.CloseWizard())
    assert table.key is NoticeKey.DICE_BACK


def test_without_a_dialog_its_touches_do_nothing_and_with_it_the_board_is_not_the_games_affair():
    table = Table()
    before = table.state
    own = [kind() for kind, use in touches.USES.items() if use is touches.Use.WIZARD and not kind.__match_args__]
    assert (
        effects_of(table, *own, touches.TellSignal(Told.LAMP, True), events.Surveyed(1, BOARD), events.ProgressKept(3))
        == []
    )
    assert table.state == before
    table = opened(Table().begin())
    before = table.state
    assert effects_of(table, events.BoardMoving(), events.BoardStill(reading("9XJQK")), events.DiceKnown()) == []
    assert table.state == before


def test_all_steps_come_in_their_order_and_back_again_and_beyond_there_is_nothing():
    table = opened()
    there = [table.state.wizard.step, *(table.tell(touches.GoOn()).state.wizard.step for _ in STEPS)]
    assert there == [*WizardStep]
    back = [table.tell(touches.GoBack()).state.wizard.step for _ in STEPS]
    assert back == [*WizardStep][-2::-1]
    assert at(WizardStep.DONE).state.wizard.is_passed
    table = opened()
    before = table.state
    assert table.tell(touches.GoBack()).state == before
    end = at(WizardStep.DONE)
    before = end.state
    assert end.tell(touches.GoOn(), touches.TryStepAgain()).state == before


def test_a_step_whose_check_is_passed_is_done_and_else_skipped():
    table = seen(opened(), BOARD).tell(touches.GoOn(), touches.GoOn())
    assert table.state.set_up.outcomes[:3] == (Outcome.DONE, Outcome.SKIPPED, Outcome.OPEN)


def test_each_step_is_looked_at_anew_and_the_eye_has_its_camera_back_for_the_dice():
    table = opened()
    numbers = set()
    for step in WizardStep:
        numbers.add(table.state.wizard.number)
        effects = effects_of(table, touches.TryStepAgain()) if step is not WizardStep.DONE else table.effects[-2:]
        measured = step in {*STEPS} - {WizardStep.DICE, WizardStep.THROW}
        assert effects[0] == (Survey(table.state.wizard.number, step) if measured else EndSurvey())
        table.tell(touches.GoOn())
    assert len(numbers) == len(WizardStep)


@pytest.mark.parametrize(
    ("step", "good", "poor"),
    [
        (WizardStep.CAMERA, BOARD, NO_BOARD),
        (WizardStep.LIGHT, FINE, GLARE),
        (WizardStep.LIGHT, FINE, replace(FINE, lines=FINE.lines[:-1])),
        (WizardStep.FOCUS, SHARP, SOFT),
        (WizardStep.FOCUS, SHARP, BLANK),
        (WizardStep.CAMERA, BOARD, TILTED),
    ],
)
def test_what_is_seen_decides_whether_a_step_is_passed(step, good, poor):
    index = STEPS.index(step)
    assert seen(at(step), good).tell(touches.GoOn()).state.set_up.outcomes[index] is Outcome.DONE
    assert seen(at(step), poor).tell(touches.GoOn()).state.set_up.outcomes[index] is Outcome.SKIPPED
    assert at(step).tell(touches.GoOn()).state.set_up.outcomes[index] is Outcome.SKIPPED


def test_what_was_seen_of_an_earlier_step_is_not_heard():
    table = opened()
    number = table.state.wizard.number
    late = (
        events.Surveyed(number, BOARD),
        events.ButtonProbed(number, ButtonFacts()),
        events.SheetReckoned(number, FOUND),
    )
    table.tell(touches.GoOn())
    before = table.state
    assert table.tell(*late, events.SheetRefused(number, SheetTrouble.ALIKE)).state == before


def test_the_greatest_sharpness_is_remembered_until_the_step_is_tried_again():
    table = at(WizardStep.FOCUS)
    best = [seen(table, look).state.wizard.best for look in (SOFT, SHARP, BLANK, SOFT)]
    assert best == [60, 140, 140, 140]
    table = seen(at(WizardStep.FOCUS), SHARP).tell(touches.TryStepAgain())
    assert (table.state.wizard.look, table.state.wizard.best) == (None, None)


def test_language_and_time_are_known_meanwhile():
    assert opened().tell(touches.ChooseLanguage("fr")).state.language == "fr"
    assert at(WizardStep.DONE).tell(events.ProgressKept(187)).state.wizard.elapsed_s == 187


@pytest.mark.parametrize("press", [SHORT, LONG, MENU])
def test_where_nothing_is_read_each_press_shows_what_there_is_to_choose(press):
    table = opened().tell(press)
    assert table.state.dial.kind is DialKind.WIZARD
    assert options(table) == [OptionKey.WIZARD_SKIP, OptionKey.WIZARD_AGAIN, OptionKey.WIZARD_LATER, OptionKey.NO]


def test_the_whole_dialog_is_gone_through_by_one_button_or_by_a_dial():
    table = opened()
    for step in STEPS:
        assert table.state.wizard.step is step
        table.tell(MENU, LONG)  # the first option goes on
        assert table.state.dial is None
    table.tell(SHORT)
    assert options(table) == [OptionKey.WIZARD_END, OptionKey.NO]
    assert table.tell(LONG).state.wizard is None
    table = at(WizardStep.LIGHT).tell(SHORT)
    assert options(table)[2] is OptionKey.WIZARD_BACK
    table.tell(SHORT, SHORT, LONG)
    assert table.state.wizard.step is WizardStep.SHEET
    table.tell(SHORT, touches.TakeOption(DialKind.WIZARD, len(options(table.tell(SHORT))) - 1))
    assert table.state.dial is None
    assert table.state.wizard.step is WizardStep.SHEET
    table = opened().tell(SHORT)
    assert table.state.dial is not None
    assert table.tell(touches.GoOn()).state.dial is None
    table = seen(at(WizardStep.SHEET), TILTED).tell(SHORT)
    assert options(table)[0] is OptionKey.WIZARD_USE
    assert effects_of(table, LONG) == [ReckonSheet(table.state.wizard.number)]


def test_the_menu_leads_to_it_and_does_not_open_over_it():
    table = Table().tell(MENU)
    while table.state.dial.shown.key is not OptionKey.SET_UP:
        table.tell(SHORT)
    assert table.tell(LONG).state.wizard.step is WizardStep.CAMERA
    assert opened().tell(touches.OpenDial(DialKind.MENU)).state.dial is None
    assert Table().tell(touches.OpenDial(DialKind.WIZARD)).state.dial is None
    assert wizard(SessionState()) == ()


@pytest.mark.parametrize("step", [*WizardStep])
def test_a_camera_that_goes_is_said_and_what_was_seen_is_forgotten(step):
    table = seen(at(step), BOARD).tell(events.CameraLost())
    assert table.state.wizard.look is None
    assert table.state.wizard.notice.key is NoticeKey.WIZARD_NO_CAMERA
    assert table.tell(events.CameraBack()).state.wizard.notice is None
    assert table.state.wizard.step is step


def test_a_press_without_a_camera_says_so_and_what_waited_is_given_up():
    table = at(WizardStep.DICE).tell(SHORT, events.CameraLost())
    assert table.state.wizard.waiting is None
    assert effects_of(table, SHORT) == [Tell(Signal.PROBLEM)]
    assert table.state.wizard.notice.key is NoticeKey.WIZARD_NO_CAMERA
    table = at(WizardStep.DICE).tell(SHORT, events.ReadingTaken(reading("9XJQ", verdict=Verdict.WRONG_COUNT)))
    table.tell(events.CameraBack())
    assert table.state.wizard.notice.key is NoticeKey.WRONG_COUNT
    table = seen(at(WizardStep.SHEET), COMPLETE).tell(events.CameraLost())
    assert table.state.wizard.waiting is None
