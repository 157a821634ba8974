"""Setting a device up on the display: a dialog over the game, which stays as it is; each step is checked."""

from __future__ import annotations

from dataclasses import replace

from firmware.ports import Signal
from firmware.session import events, log, touches
from firmware.session.effects import Effect, EndSurvey, KeepProgress, ReckonSheet, Survey, Tell
from firmware.session.log import Step, notice, refused, told, with_dialog
from firmware.session.state import SessionState
from firmware.session.throwing import is_looked_away, unusable
from firmware.session.vocabulary import NoticeKey, Waiting
from firmware.session.wizard import MEASURED, READ, Heard, Outcome, Progress, SheetLook, Told, Wizard, WizardStep
from vision.reading import Verdict


def pressed(state: SessionState, wizard: Wizard, event: events.Pressed | events.PressedLong) -> Step | None:
    """Return what a press does in this step, None where it shows what there is to choose."""
    if wizard.step is WizardStep.BUTTON and wizard.heard != frozenset(Heard):
        heard = Heard.SHORT if isinstance(event, events.Pressed) else Heard.LONG
        return with_dialog(state, replace(wizard, heard=wizard.heard | {heard}), Tell(Signal.DONE))
    if wizard.step not in READ or isinstance(event, events.PressedLong):
        return None
    if wizard.waiting is not None:
        return state, ()  # pressed twice: the first is being answered
    return log.looked_for(state, wizard, event, reading=None)


def _dice_shown(state: SessionState, wizard: Wizard, event: events.ReadingTaken) -> Step:
    """Show the dice that were read, or say why they were not."""
    if wizard.waiting is not Waiting.EYE:
        return state, ()
    reading = event.reading
    if (said := unusable(reading)) is not None:
        return refused(state, wizard, said)
    if reading.verdict is Verdict.BURNING:
        return refused(state, wizard, notice(NoticeKey.WIZARD_BURNING))
    signal = Signal.DONE if reading.verdict is Verdict.CLEAR else Signal.ASKING
    return with_dialog(state, replace(wizard, waiting=None, notice=None, reading=reading), Tell(signal))


_SURVEYED = MEASURED | {WizardStep.BUTTON}


def with_wizard(state: SessionState, wizard: Wizard, *effects: Effect) -> Step:
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
    is_new = state.set_up.is_fresh
    progress = Progress(is_open=True) if is_new else replace(state.set_up, is_open=True)
    return _at(replace(state, offers_wizard=False), Wizard(), progress, is_new=is_new)


def closed(state: SessionState, wizard: Wizard, _: touches.CloseWizard) -> Step:
    """Go back to the game; where the dialog stood is remembered."""
    progress = replace(wizard.progress, is_open=False)
    state = log.with_dice_back(state, has_lent=wizard.has_lent)
    return replace(state, wizard=None, dial=None, set_up=progress), (EndSurvey(), KeepProgress(progress))


def gone_on(state: SessionState, wizard: Wizard, _: touches.GoOn) -> Step:
    """Go on to the next step."""
    if wizard.step is WizardStep.DONE:
        return state, ()
    outcome = Outcome.DONE if wizard.is_passed else Outcome.SKIPPED
    return _at(state, wizard, wizard.progress.after(outcome))


def gone_back(state: SessionState, wizard: Wizard, _: touches.GoBack) -> Step:
    """Go back to the step before."""
    if wizard.step is WizardStep.CAMERA:
        return state, ()
    steps = tuple(WizardStep)
    return _at(state, wizard, replace(wizard.progress, step=steps[steps.index(wizard.step) - 1]))


def tried_again(state: SessionState, wizard: Wizard, _: touches.TryStepAgain) -> Step:
    """Begin the step anew."""
    return (state, ()) if wizard.step is WizardStep.DONE else _at(state, wizard, wizard.progress)


def _at(state: SessionState, before: Wizard, progress: Progress, *, is_new: bool = False) -> Step:
    """Begin a step: nothing was seen of it yet."""
    state = replace(state, surveys=state.surveys + 1, set_up=progress)
    # The throw that ended it is shown once all is done.
    reading = before.reading if progress.step is WizardStep.DONE else None
    wizard = Wizard(progress=progress, number=state.surveys, reading=reading, has_lent=before.has_lent)
    looking = Survey(wizard.number, progress.step) if progress.step in _SURVEYED else EndSurvey()
    return with_wizard(state, wizard, looking, KeepProgress(progress, is_new))


def sheet_used(state: SessionState, wizard: Wizard, _: touches.UseSheet) -> Step:
    """Reckon with what was seen of the sheet so far."""
    look = wizard.look
    if wizard.waiting is not None or not isinstance(look, SheetLook) or not look.views:
        return state, ()
    return _reckoned_soon(state, wizard)


def _reckoned_soon(state: SessionState, wizard: Wizard) -> Step:
    waiting = replace(wizard, waiting=Waiting.SURVEYOR, notice=None, refused=None)
    return with_wizard(state, waiting, ReckonSheet(wizard.number))


def signals_shown(state: SessionState, wizard: Wizard, _: touches.ShowSignals) -> Step:
    """Let lamp and sound be seen and heard."""
    return state, (Tell(Signal.DONE),) if wizard.step is WizardStep.BUTTON else ()


def signal_told(state: SessionState, wizard: Wizard, event: touches.TellSignal) -> Step:
    """Take it that a player saw or heard the signal, or did not."""
    if wizard.step is not WizardStep.BUTTON:
        return state, ()
    known = replace(wizard, lamp=event.is_so) if event.what is Told.LAMP else replace(wizard, sound=event.is_so)
    return with_wizard(state, known)


def progress_kept(state: SessionState, wizard: Wizard, event: events.ProgressKept) -> Step:
    """Take how long it took so far."""
    return with_dialog(state, replace(wizard, elapsed_s=event.elapsed_s))


def surveyor_said(
    state: SessionState,
    wizard: Wizard,
    event: events.Surveyed | events.ButtonProbed | events.SheetReckoned | events.SheetRefused,
) -> Step:
    """Show what the surveyor found out; what it still says of an earlier step is not heard."""
    if event.number != wizard.number:
        return state, ()
    match event:
        case events.Surveyed(_, look):
            return _surveyed(state, wizard.seeing(look))
        case events.ButtonProbed(_, facts):
            return with_dialog(state, replace(wizard, facts=facts))
        case events.SheetReckoned(_, found):
            known = replace(wizard, waiting=None, found=found, refused=None)
            return with_wizard(state, known, Tell(Signal.DONE))
        case events.SheetRefused(_, trouble):
            return with_wizard(state, replace(wizard, waiting=None, refused=trouble), Tell(Signal.PROBLEM))


def _surveyed(state: SessionState, wizard: Wizard) -> Step:
    """Reckon at once with a sheet that was seen often enough, laid down and taken away."""
    is_due = isinstance(wizard.look, SheetLook) and wizard.look.is_complete
    if is_due and wizard.waiting is None and wizard.found is None and wizard.refused is None:
        return _reckoned_soon(state, wizard)
    return with_dialog(state, wizard)


def camera_lost(state: SessionState, wizard: Wizard, _: events.CameraLost) -> Step:
    """Forget what was seen through a camera that is gone, and that it was to answer."""
    state, effects = log.camera_lost(state)
    blind = replace(wizard, look=None, waiting=None, notice=notice(wizard.no_camera))
    return replace(state, wizard=blind), effects


def reading_taken(state: SessionState, wizard: Wizard, event: events.ReadingTaken) -> Step:
    """Show the dice that were read; with the first throw all is done."""
    state, effects = _dice_shown(state, wizard, event)
    after = state.wizard
    if after is None or after.step is not WizardStep.THROW or not after.is_passed:
        return state, effects
    state, more = _at(state, after, after.progress.after(Outcome.DONE))
    return state, (*effects, *more)
