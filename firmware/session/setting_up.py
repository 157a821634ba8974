"""Setting a device up on the display: a dialog over the game, which stays as it is; each step is checked."""

from dataclasses import replace

from firmware.ports import Signal
from firmware.session import events, log, touches
from firmware.session import wizard as w
from firmware.session.effects import Effect, EndSurvey, KeepCamera, KeepProgress, ReckonSheet, Survey, Tell
from firmware.session.log import Step, notice, refused, told, with_dialog
from firmware.session.state import SessionState
from firmware.session.throwing import is_looked_away, unusable
from firmware.session.vocabulary import NoticeKey, Waiting
from vision.reading import Verdict


def pressed(state: SessionState, wizard: w.Wizard, event: events.Pressed | events.PressedLong) -> Step | None:
    """Return what a press does in this step, None where it shows what there is to choose."""
    if wizard.step is w.WizardStep.BUTTON and wizard.heard != frozenset(w.Heard):
        heard = w.Heard.SHORT if isinstance(event, events.Pressed) else w.Heard.LONG
        return with_dialog(state, replace(wizard, heard=wizard.heard | {heard}), Tell(Signal.DONE))
    if wizard.step not in w.READ or isinstance(event, events.PressedLong):
        return None
    if wizard.waiting is not None:
        return state, ()  # pressed twice: the first is being answered
    return log.looked_for(state, wizard, event, reading=None)


_SURVEYED = w.MEASURED | {w.WizardStep.BUTTON}


def with_wizard(state: SessionState, wizard: w.Wizard, *effects: Effect) -> Step:
    """Return the state with the dialog as it is now; a dial that was open is left."""
    return replace(state, wizard=wizard, dial=None), effects


def opened(state: SessionState) -> Step:
    """Set the device up, from where somebody left."""
    if state.wizard is not None or state.teaching is not None:
        return state, ()
    if state.seconds_left is not None or is_looked_away(state):
        # The button belongs to whoever doubts; and while dice lie under the cup nobody shows pictures of the board.
        return told(state, NoticeKey.NOT_NOW)
    state = log.unheard(state)
    begun = w.Progress() if state.set_up.is_fresh else state.set_up
    return _at(replace(state, offers_wizard=False), w.Wizard(), replace(begun, is_open=True))


def touched(state: SessionState, wizard: w.Wizard, event: touches.Touch) -> Step:
    """Do what a touch wants of the step that is shown; what it cannot want there does nothing."""
    step, steps = wizard.step, tuple(w.WizardStep)
    match event:
        case touches.CloseWizard():  # where the dialog stood is remembered
            progress = replace(wizard.progress, is_open=False)
            state = log.with_dice_back(state, has_lent=wizard.has_lent)
            return replace(state, wizard=None, dial=None, set_up=progress), (EndSurvey(), KeepProgress(progress))
        case touches.GoOn() if step is not w.WizardStep.DONE:
            return _at(state, wizard, wizard.progress.after(w.Outcome.DONE if wizard.is_passed else w.Outcome.SKIPPED))
        case touches.GoBack() if step is not w.WizardStep.CAMERA:
            return _at(state, wizard, replace(wizard.progress, step=steps[steps.index(step) - 1]))
        case touches.TryStepAgain() if step is not w.WizardStep.DONE:
            return _at(state, wizard, wizard.progress)
        case touches.UseSheet() if (
            wizard.waiting is None and isinstance(wizard.look, w.SheetLook) and wizard.look.views
        ):
            return _reckoned_soon(state, wizard)
        case touches.ShowSignals() if step is w.WizardStep.BUTTON:
            return state, (Tell(Signal.DONE),)
        case touches.TellSignal(what, is_so) if step is w.WizardStep.BUTTON:
            told_by = replace(wizard, lamp=is_so) if what is w.Told.LAMP else replace(wizard, sound=is_so)
            return with_wizard(state, told_by)
        case _:
            return state, ()


def camera_chosen(state: SessionState, wizard: w.Wizard, event: touches.UseCamera) -> Step:
    """Have another camera tried; with one that sends pictures everything is started anew."""
    if wizard.step is not w.WizardStep.CAMERA or not state.takes_address or wizard.waiting is not None:
        return state, ()
    waiting = replace(wizard, waiting=Waiting.CAMERA, notice=None)
    return with_wizard(state, waiting, KeepCamera(wizard.number, event.source))


def _at(state: SessionState, before: w.Wizard, progress: w.Progress) -> Step:
    state = replace(state, surveys=state.surveys + 1, set_up=progress)
    # The throw that ended it is shown once all is done.
    reading = before.reading if progress.step is w.WizardStep.DONE else None
    wizard = w.Wizard(progress=progress, number=state.surveys, reading=reading, has_lent=before.has_lent)
    looking = Survey(wizard.number, progress.step) if progress.step in _SURVEYED else EndSurvey()
    return with_wizard(state, wizard, looking, KeepProgress(progress))


def _reckoned_soon(state: SessionState, wizard: w.Wizard) -> Step:
    waiting = replace(wizard, waiting=Waiting.SURVEYOR, notice=None, refused=None)
    return with_wizard(state, waiting, ReckonSheet(wizard.number))


def surveyor_said(state: SessionState, wizard: w.Wizard, event: events.Surveyed) -> Step:
    """Show what the surveyor found out; what it still says of an earlier step is not heard."""
    if event.number != wizard.number:
        return state, ()
    match event.found:
        case w.ButtonFacts() as facts:
            return with_dialog(state, replace(wizard, facts=facts))
        case w.CalibrationFound() as found:
            known = replace(wizard, waiting=None, found=found, refused=None)
            return with_wizard(state, known, Tell(Signal.DONE))
        case NoticeKey() as said:
            return refused(state, wizard, notice(said))
        case w.SheetTrouble() as trouble:
            return with_wizard(state, replace(wizard, waiting=None, refused=trouble), Tell(Signal.PROBLEM))
        case look:
            is_due = isinstance(look, w.SheetLook) and look.is_complete  # shown often enough, laid down and taken away
            if is_due and wizard.waiting is None and wizard.found is None and wizard.refused is None:
                return _reckoned_soon(state, wizard.seeing(look))
            return with_dialog(state, wizard.seeing(look))


def camera_lost(state: SessionState, wizard: w.Wizard, event: events.CameraLost) -> Step:
    """Forget what was seen through a camera that is gone, and that it was to answer."""
    state, effects = log.camera_lost(state, event)
    said = notice(state.camera_trouble or wizard.no_camera)
    waiting = wizard.waiting if wizard.waiting is Waiting.CAMERA else None
    return with_dialog(state, replace(wizard, look=None, waiting=waiting, notice=said), *effects)


def reading_taken(state: SessionState, wizard: w.Wizard, event: events.ReadingTaken) -> Step:
    """Show the dice that were read, or say why they were not; with the first throw all is done."""
    if wizard.waiting is not Waiting.EYE:
        return state, ()
    verdict = event.reading.verdict
    said = unusable(event.reading) or (notice(NoticeKey.WIZARD_BURNING) if verdict is Verdict.BURNING else None)
    if said is not None:
        return refused(state, wizard, said)
    known = replace(wizard, waiting=None, notice=None, reading=event.reading)
    state, effects = with_dialog(state, known, Tell(Signal.DONE if known.is_passed else Signal.ASKING))
    if known.step is w.WizardStep.THROW and known.is_passed:
        return log.following(effects, _at(state, known, known.progress.after(w.Outcome.DONE)))
    return state, effects
