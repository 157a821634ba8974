"""Setting a device up: what each touch, press and look does to the dialog, its checks, and that the game stays."""

from dataclasses import replace

import pytest

from firmware.ports import Signal
from firmware.session import effects, events, state, throwing, touches
from firmware.session import wizard as w
from firmware.session.dial import OptionKey
from firmware.session.effects import DropLesson, EndSurvey, KeepProgress, ListDice, ReadBoard, ReckonSheet, Survey, Tell
from firmware.session.log import notice
from firmware.session.touches import GoBack, GoOn, OpenWizard, ShowSignals, TellSignal, UseCamera, UseSheet
from firmware.session.vocabulary import DialKind, NoticeKey, Phase, Waiting
from firmware.session.wizard import STEPS, Outcome, Progress, Rating, SheetTrouble, Told, WizardStep
from tests.firmware.session.table_talk import LONG, MENU, SHORT, Table, effects_of, means_nothing, reading
from vision.reading import Verdict

BIG = {"exposed_ns": 1, "size_wh": (1440, 1440)}
TILTED, COMPLETE = w.SheetLook(**BIG, views=3), w.SheetLook(**BIG, views=8, lies=True, is_complete=True)
FOUND = w.CalibrationFound(has_lens=True, views=8)
BOARD = w.CameraLook(**BIG, camera="usb:0", outline=((1.0, 1.0),) * 4, die_px=70.0)
NO_BOARD = w.CameraLook(**BIG, camera="usb:0", trouble=w.CameraTrouble.NO_BOARD)
FINE = w.LightLook(**BIG, lines=tuple(w.LightLine(aspect, Rating.GOOD, 1.0) for aspect in w.Aspect))
FLICKERS = w.LightLine(w.Aspect.FLICKER, Rating.POOR, 1.0, w.LightTrouble.LAMP_FLICKERS)
SHARP, SOFT, BLANK = w.FocusLook(**BIG, sharpness=140), w.FocusLook(**BIG, sharpness=60), w.FocusLook(**BIG)
OPEN = Progress(is_open=True)


def opened(table: Table | None = None) -> Table:
    return (table or Table()).tell(OpenWizard())


def at(step: WizardStep, table: Table | None = None) -> Table:
    table = opened(table)
    while table.state.wizard.step is not step:
        table.tell(GoOn())
    return table


def seen(table: Table, look: object) -> Table:
    return table.tell(events.Surveyed(table.state.wizard.number, look))


def read(letters: str = "9XJQK", step: WizardStep = WizardStep.DICE, **kw) -> Table:
    """Press at a step in which the board is read, and answer with a reading."""
    return at(step).tell(SHORT, events.ReadingTaken(reading(letters, **kw)))


def options(table: Table) -> list[OptionKey]:
    return [option.key for option in table.state.dial.options]


def test_it_opens_once_at_the_camera_and_not_while_dice_are_taught_or_doubted():
    table = Table(state.SessionState(offers_wizard=True))
    assert effects_of(table, OpenWizard()) == [Survey(1, WizardStep.CAMERA), KeepProgress(OPEN)]
    assert (table.state.wizard.step, table.state.offers_wizard) == (WizardStep.CAMERA, False)
    assert means_nothing(at(WizardStep.LIGHT), OpenWizard())
    assert means_nothing(Table().tell(touches.OpenDice()), OpenWizard())
    table = Table(state.SessionState(seconds_left=7)).tell(OpenWizard())
    assert (table.state.wizard, table.key) == (None, NoticeKey.NOT_NOW)


@pytest.mark.parametrize("step", [*WizardStep])
def test_closing_leaves_every_game_as_it_was_remembers_the_step_and_a_lost_camera_is_said_at_each(step):
    table = Table().begin().throw("99XKA")
    game = table.state
    effects = effects_of(at(step, table), touches.CloseWizard())
    assert effects[-2:] == [EndSurvey(), KeepProgress(replace(table.state.set_up, is_open=False))]
    assert (table.state.set_up.step, replace(table.state, set_up=game.set_up, surveys=0)) == (step, game)
    table = seen(at(step), BOARD).tell(events.CameraLost())
    assert (table.state.wizard.look, table.state.wizard.notice.key) == (None, NoticeKey.WIZARD_NO_CAMERA)
    assert (table.tell(events.CameraBack()).state.wizard.notice, table.state.wizard.step) == (None, step)


def test_what_was_left_goes_on_where_it_stood_and_after_the_end_anew():
    table = at(WizardStep.FOCUS).tell(touches.CloseWizard())
    effects = effects_of(table, OpenWizard())
    assert effects == [Survey(table.state.wizard.number, WizardStep.FOCUS), KeepProgress(table.state.set_up)]
    assert table.state.set_up.is_open
    table = at(WizardStep.DONE).tell(touches.CloseWizard())
    assert effects_of(table, OpenWizard())[-1] == KeepProgress(OPEN)
    kept = at(WizardStep.BUTTON).state.set_up
    again = Table(state.SessionState(set_up=kept)).tell(OpenWizard()).state.wizard.progress
    assert (again.step, again.outcomes) == (WizardStep.BUTTON, kept.outcomes)
    assert not replace(Progress().after(Outcome.SKIPPED), step=WizardStep.CAMERA).is_fresh


def test_a_press_that_was_being_answered_is_forgotten_and_dice_that_were_lent_are_laid_back():
    table = opened(Table().begin().tell(SHORT)).tell(events.ReadingTaken(reading("99XKA")), touches.CloseWizard())
    assert (table.state.phase, table.state.dice) == (Phase.WAITING, ())
    table = at(WizardStep.DICE, Table().begin().throw("99XKA"))
    table.tell(SHORT, events.ReadingTaken(reading("9XJQK")), touches.CloseWizard())
    assert table.key is NoticeKey.DICE_BACK


def test_without_a_dialog_its_touches_do_nothing_and_with_it_the_board_is_not_the_games_affair():
    own = [kind() for kind, use in touches.USES.items() if use is touches.Use.WIZARD and not kind.__match_args__]
    own += [TellSignal(Told.LAMP, True), events.Surveyed(1, BOARD)]
    assert means_nothing(Table(), *own)
    assert means_nothing(opened(Table().begin()), *(events.BoardMoving(), events.BoardStill(reading("9XJQK"))))
    assert opened().tell(touches.ChooseLanguage("fr")).state.language == "fr"


def test_all_steps_come_in_their_order_and_back_again_each_looked_at_anew_and_the_eye_has_its_camera_for_the_dice():
    table = opened()
    numbers, there = [table.state.wizard.number], [table.state.wizard.step]
    for _ in STEPS:
        effects, step = effects_of(table, GoOn()), table.state.wizard.step
        is_measured = step not in {WizardStep.DICE, WizardStep.THROW, WizardStep.DONE}
        assert effects[0] == (Survey(table.state.wizard.number, step) if is_measured else EndSurvey())
        numbers.append(table.state.wizard.number)
        there.append(step)
    assert (there, len(set(numbers))) == ([*WizardStep], len(WizardStep))
    assert [table.tell(GoBack()).state.wizard.step for _ in STEPS] == [*WizardStep][-2::-1]
    assert table.tell(GoBack()).state.wizard.step is WizardStep.CAMERA
    assert at(WizardStep.DONE).state.wizard.is_passed
    assert means_nothing(at(WizardStep.DONE), GoOn(), touches.TryStepAgain())


LIT = tuple(replace(FINE, lines=lines) for lines in ((*FINE.lines[:-1], FLICKERS), FINE.lines[:-1]))
SEEN = {WizardStep.CAMERA: (BOARD, NO_BOARD, TILTED), WizardStep.LIGHT: (FINE, *LIT)}
SEEN[WizardStep.FOCUS] = (SHARP, SOFT, BLANK)
PAIRS = [(step, good, poor) for step, (good, *others) in SEEN.items() for poor in others]


@pytest.mark.parametrize(("step", "good", "poor"), PAIRS)
def test_what_is_seen_decides_whether_a_step_is_done_or_skipped(step, good, poor):
    index = STEPS.index(step)
    assert seen(at(step), good).tell(GoOn()).state.set_up.outcomes[index] is Outcome.DONE
    assert seen(at(step), poor).tell(GoOn()).state.set_up.outcomes[index] is Outcome.SKIPPED
    assert at(step).tell(GoOn()).state.set_up.outcomes[index] is Outcome.SKIPPED


def test_what_was_seen_of_an_earlier_step_is_not_heard_and_the_greatest_sharpness_is_remembered():
    table = opened()
    number = table.state.wizard.number
    late = (BOARD, w.ButtonFacts(), FOUND, SheetTrouble.ALIKE)
    assert means_nothing(table.tell(GoOn()), *(events.Surveyed(number, each) for each in late))
    table = at(WizardStep.FOCUS)
    assert [seen(table, look).state.wizard.best for look in (SOFT, SHARP, BLANK, SOFT)] == [60, 140, 140, 140]
    table.tell(touches.TryStepAgain())
    assert (table.state.wizard.look, table.state.wizard.best) == (None, None)


@pytest.mark.parametrize("press", [SHORT, LONG, MENU])
def test_where_nothing_is_read_each_press_shows_what_there_is_to_choose(press):
    table = opened().tell(press)
    assert table.state.dial.kind is DialKind.WIZARD
    assert options(table) == [OptionKey.WIZARD_SKIP, OptionKey.WIZARD_AGAIN, OptionKey.WIZARD_LATER, OptionKey.NO]
    assert table.tell(GoOn()).state.dial is None


def test_the_whole_dialog_is_gone_through_by_one_button():
    table = Table().tell(MENU)
    while table.state.dial.shown.key is not OptionKey.SET_UP:
        table.tell(SHORT)
    table.tell(LONG)
    for step in STEPS:
        assert table.state.wizard.step is step
        table.tell(MENU, LONG)  # the first option goes on
        assert table.state.dial is None
    assert options(table.tell(SHORT)) == [OptionKey.WIZARD_END, OptionKey.NO]
    assert table.tell(LONG).state.wizard is None
    table = at(WizardStep.LIGHT).tell(SHORT)
    assert options(table)[2] is OptionKey.WIZARD_BACK
    assert table.tell(SHORT, SHORT, LONG).state.wizard.step is WizardStep.SHEET
    table = seen(table, TILTED).tell(SHORT)
    assert options(table)[0] is OptionKey.WIZARD_USE
    assert effects_of(table, LONG) == [ReckonSheet(table.state.wizard.number)]
    assert opened().tell(touches.OpenDial(DialKind.MENU)).state.dial is None
    assert Table().tell(touches.OpenDial(DialKind.WIZARD)).state.dial is None


def test_a_sheet_is_reckoned_with_once_it_was_laid_down_and_taken_away_or_as_far_as_it_was_shown():
    table = at(WizardStep.SHEET)
    number = table.state.wizard.number
    assert effects_of(table, UseSheet()) == []
    assert effects_of(table, events.Surveyed(number, w.SheetLook(**BIG)), UseSheet()) == []  # none was seen
    assert effects_of(table, events.Surveyed(number, COMPLETE)) == [ReckonSheet(number)]
    assert table.state.wizard.waiting is Waiting.SURVEYOR
    assert effects_of(table, events.Surveyed(number, COMPLETE), UseSheet()) == []
    assert effects_of(table, events.Surveyed(number, FOUND)) == [Tell(Signal.DONE)]
    assert effects_of(table, events.Surveyed(number, COMPLETE)) == []
    assert table.tell(GoOn()).state.set_up.outcomes[1] is Outcome.DONE
    table = seen(at(WizardStep.SHEET), TILTED)
    number = table.state.wizard.number
    assert effects_of(table, UseSheet()) == [ReckonSheet(number)]
    assert effects_of(table, events.Surveyed(number, SheetTrouble.TOO_FEW)) == [Tell(Signal.PROBLEM)]
    assert table.state.wizard.refused is SheetTrouble.TOO_FEW
    assert effects_of(table, events.Surveyed(number, COMPLETE)) == []
    assert (effects_of(table, UseSheet()), table.state.wizard.refused) == ([ReckonSheet(number)], None)
    assert table.tell(events.CameraLost()).state.wizard.waiting is None


def test_the_button_is_passed_once_it_was_pressed_both_ways_and_contact_lamp_and_sound_are_told_there_alone():
    table = at(WizardStep.BUTTON)
    assert effects_of(table, SHORT) == [Tell(Signal.DONE)]
    assert effects_of(table, events.Holding(at_ns=5), LONG) == [Tell(Signal.HOLDING), Tell(Signal.DONE)]
    assert (table.state.dial, options(table.tell(SHORT))[0]) == (None, OptionKey.WIZARD_ON)
    assert table.tell(GoOn()).state.set_up.outcomes[4] is Outcome.DONE
    assert at(WizardStep.BUTTON).tell(SHORT, GoOn()).state.set_up.outcomes[4] is Outcome.SKIPPED
    table, facts = at(WizardStep.BUTTON), w.ButtonFacts(has_button=True, presses=1)
    assert table.tell(events.Surveyed(table.state.wizard.number, facts)).state.wizard.facts == facts
    assert effects_of(table, ShowSignals()) == [Tell(Signal.DONE)]
    table.tell(TellSignal(Told.LAMP, True), TellSignal(Told.SOUND, False))
    assert (table.state.wizard.lamp, table.state.wizard.sound) == (True, False)
    assert means_nothing(at(WizardStep.LIGHT), ShowSignals(), TellSignal(Told.LAMP, True))


def test_a_camera_in_the_network_is_tried_where_any_camera_will_do_and_one_that_is_silent_is_said():
    chosen, away = UseCamera("http://10.0.0.7/video"), events.CameraLost(NoticeKey.CAMERA_SILENT)
    assert means_nothing(opened(), chosen)  # the settings name a camera
    table = opened(Table(state.SessionState(takes_address=True)))
    assert effects_of(table, chosen) == [effects.KeepCamera(1, "http://10.0.0.7/video")]
    assert table.tell(away).state.wizard.waiting is Waiting.CAMERA
    assert means_nothing(table, chosen)
    assert effects_of(table, events.Surveyed(1, NoticeKey.ADDRESS_ILLEGAL)) == [Tell(Signal.PROBLEM)]
    assert (table.state.wizard.waiting, table.state.wizard.notice.key) == (None, NoticeKey.ADDRESS_ILLEGAL)
    assert effects_of(table, UseCamera("attached")) == [effects.KeepCamera(1, "attached")]
    assert means_nothing(at(WizardStep.LIGHT, Table(state.SessionState(takes_address=True))), chosen)
    assert (opened().tell(away).state.wizard.notice.key, Table().tell(away).key) == (NoticeKey.CAMERA_SILENT,) * 2


def test_dice_that_are_known_are_shown_and_the_first_press_is_answered():
    table = at(WizardStep.DICE)
    assert effects_of(table, SHORT, events.Pressed(at_ns=9)) == [Tell(Signal.READING), ReadBoard(5, None)]
    assert effects_of(table, events.ReadingTaken(reading("9XJQK"))) == [Tell(Signal.DONE)]
    assert effects_of(table, events.ReadingTaken(reading("9XJQA"))) == []
    assert (len(table.state.wizard.reading.dice), table.tell(GoOn()).state.set_up.outcomes[5]) == (5, Outcome.DONE)


def test_looks_that_show_no_dice_say_why_and_a_late_no_says_nothing():
    for verdict in throwing.REFUSED.keys() - {Verdict.FOREIGN}:
        table = read(verdict=verdict)
        assert (table.effects[-1], table.state.wizard.notice.key) == (Tell(Signal.PROBLEM), throwing.REFUSED[verdict])
    four = read("9XJQ", verdict=Verdict.WRONG_COUNT).tell(events.CameraBack())
    assert four.state.wizard.notice == notice(NoticeKey.WRONG_COUNT, count=4)
    assert read(verdict=Verdict.BURNING).state.wizard.notice.key is NoticeKey.WIZARD_BURNING
    table = at(WizardStep.DICE).tell(SHORT, events.ReadingFailed(NoticeKey.STILL_MOVING))
    assert table.state.wizard.notice.key is NoticeKey.STILL_MOVING
    assert means_nothing(table, events.ReadingFailed(NoticeKey.NO_BOARD))
    table = at(WizardStep.DICE).tell(SHORT, events.CameraLost())
    assert (table.state.wizard.waiting, effects_of(table, SHORT)) == (None, [Tell(Signal.PROBLEM)])
    assert table.state.wizard.notice.key is NoticeKey.WIZARD_NO_CAMERA


@pytest.mark.parametrize("verdict", [Verdict.NOT_SURE, Verdict.FOREIGN])
def test_dice_that_are_not_known_may_be_taught_and_are_read_once_more(verdict):
    table = read(verdict=verdict).tell(MENU)
    assert (options(table)[0], effects_of(table, LONG)) == (OptionKey.WIZARD_TEACH, [ListDice()])
    table.tell(events.DiceListed(()), GoOn())
    assert (table.state.wizard.step, effects_of(table, touches.CloseDice())) == (WizardStep.DICE, [DropLesson()])
    assert (table.state.wizard.reading, table.state.teaching) == (None, None)
    assert table.tell(SHORT).state.wizard.waiting is Waiting.EYE
    assert at(WizardStep.LIGHT).tell(touches.OpenDice()).state.teaching is None


def test_the_first_throw_ends_it_where_it_is_read_surely_and_may_be_repeated_or_left():
    table = at(WizardStep.THROW).tell(SHORT)
    effects = effects_of(table, events.ReadingTaken(reading("9XJQK")))
    assert effects == [Tell(Signal.DONE), EndSurvey(), KeepProgress(table.state.set_up)]
    assert (table.state.wizard.step, table.state.wizard.reading is None) == (WizardStep.DONE, False)
    assert not table.state.set_up.is_open
    table = read(step=WizardStep.THROW, verdict=Verdict.NOT_SURE)
    assert (table.state.wizard.step, options(table.tell(MENU))[0]) == (WizardStep.THROW, OptionKey.WIZARD_SKIP)
    assert table.tell(LONG).state.wizard.step is WizardStep.DONE
