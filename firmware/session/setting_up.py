"""Setting a device up on the display: a dialog over the game, which stays as it is; each step is checked."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from firmware.ports import Signal
from firmware.session import events, log, touches
from firmware.session.effects import Effect, EndSurvey, KeepProgress, ReadBoard, ReckonSheet, Survey, Tell
from firmware.session.log import Step, notice, told
from firmware.session.state import SessionState
from firmware.session.throwing import is_looked_away, unusable
from firmware.session.vocabulary import Notice, NoticeKey
from firmware.session.wizard import (
    MEASURED,
    READ,
    SHARP_ENOUGH,
    Aspect,
    CameraLook,
    FocusLook,
    Heard,
    LightLook,
    Look,
    Outcome,
    Pending,
    Progress,
    Rating,
    SheetLook,
    Told,
    Wizard,
    WizardStep,
)
from vision.reading import Verdict


def is_passed(wizard: Wizard) -> bool:
    """Return whether the step's check is passed: nothing is left to be done in it."""
    match wizard.step:
        case WizardStep.CAMERA | WizardStep.LIGHT | WizardStep.FOCUS:
            return wizard.look is not None and is_good(wizard.look)
        case WizardStep.SHEET:
            return wizard.found is not None
        case WizardStep.BUTTON:
            return wizard.heard == frozenset(Heard)
        case WizardStep.DICE | WizardStep.THROW:
            return wizard.reading is not None and wizard.reading.verdict is Verdict.CLEAR
        case WizardStep.DONE:
            return True
        case _:
            assert_never(wizard.step)


def is_good(look: Look) -> bool:
    """Return whether what was seen is as it should be."""
    match look:
        case CameraLook():
            return look.trouble is None
        case LightLook():
            is_whole = len(look.lines) == len(Aspect)  # flicker takes longer than the rest
            return is_whole and all(line.rating is not Rating.POOR for line in look.lines)
        case FocusLook():
            return look.sharpness is not None and look.sharpness >= SHARP_ENOUGH
        case _:
            return False


def best_of(wizard: Wizard, look: Look) -> int | None:
    """Return the greatest sharpness of the step so far."""
    if not isinstance(look, FocusLook) or look.sharpness is None:
        return wizard.best
    return max(look.sharpness, wizard.best or 0)


def offers_teaching(wizard: Wizard) -> bool:
    """Return whether the dice that lie are not known surely."""
    unsure = {Verdict.NOT_SURE, Verdict.FOREIGN}
    return wizard.step is WizardStep.DICE and wizard.reading is not None and wizard.reading.verdict in unsure


def pressed(state: SessionState, wizard: Wizard, event: events.Pressed | events.PressedLong) -> Step | None:
    """Return what a press does in this step, None where it shows what there is to choose."""
    if wizard.step is WizardStep.BUTTON and wizard.heard != frozenset(Heard):
        heard = Heard.SHORT if isinstance(event, events.Pressed) else Heard.LONG
        return replace(state, wizard=replace(wizard, heard=wizard.heard | {heard})), (Tell(Signal.DONE),)
    if wizard.step not in READ or isinstance(event, events.PressedLong):
        return None
    if wizard.pending is not None:
        return state, ()  # pressed twice: the first is being answered
    if not state.has_camera:
        return _refused(state, wizard, notice(NoticeKey.WIZARD_NO_CAMERA))
    looking = replace(wizard, pending=Pending.EYE, notice=None, reading=None, has_lent=True)
    return replace(state, wizard=looking), (Tell(Signal.READING), ReadBoard(event.at_ns, None))


def _refused(state: SessionState, wizard: Wizard, said: Notice) -> Step:
    return replace(state, wizard=replace(wizard, pending=None, notice=said)), (Tell(Signal.PROBLEM),)


def _dice_shown(state: SessionState, wizard: Wizard, event: events.ReadingTaken) -> Step:
    """Show the dice that were read, or say why they were not."""
    if wizard.pending is not Pending.EYE:
        return state, ()
    reading = event.reading
    if (said := unusable(reading)) is not None:
        return _refused(state, wizard, said)
    if reading.verdict is Verdict.BURNING:
        return _refused(state, wizard, notice(NoticeKey.WIZARD_BURNING))
    signal = Signal.DONE if reading.verdict is Verdict.CLEAR else Signal.ASKING
    return replace(state, wizard=replace(wizard, pending=None, notice=None, reading=reading)), (Tell(signal),)


def reading_failed(state: SessionState, wizard: Wizard, event: events.ReadingFailed) -> Step:
    """Say why the press could not be answered."""
    return (state, ()) if wizard.pending is not Pending.EYE else _refused(state, wizard, notice(event.reason))


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
    outcome = Outcome.DONE if is_passed(wizard) else Outcome.SKIPPED
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
    if wizard.pending is not None or not isinstance(look, SheetLook) or not look.views:
        return state, ()
    return _reckoned_soon(state, wizard)


def _reckoned_soon(state: SessionState, wizard: Wizard) -> Step:
    waiting = replace(wizard, pending=Pending.SURVEYOR, notice=None, refused=None)
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
    return replace(state, wizard=replace(wizard, elapsed_s=event.elapsed_s)), ()


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
            return _surveyed(state, replace(wizard, look=look, best=best_of(wizard, look)))
        case events.ButtonProbed(_, facts):
            return replace(state, wizard=replace(wizard, facts=facts)), ()
        case events.SheetReckoned(_, found):
            known = replace(wizard, pending=None, found=found, refused=None)
            return with_wizard(state, known, Tell(Signal.DONE))
        case events.SheetRefused(_, trouble):
            return with_wizard(state, replace(wizard, pending=None, refused=trouble), Tell(Signal.PROBLEM))


def _surveyed(state: SessionState, wizard: Wizard) -> Step:
    """Reckon at once with a sheet that was seen often enough, laid down and taken away."""
    is_due = isinstance(wizard.look, SheetLook) and wizard.look.is_complete
    if is_due and wizard.pending is None and wizard.found is None and wizard.refused is None:
        return _reckoned_soon(state, wizard)
    return replace(state, wizard=wizard), ()


def camera_lost(state: SessionState, wizard: Wizard, _: events.CameraLost) -> Step:
    """Forget what was seen through a camera that is gone, and that it was to answer."""
    state, effects = log.camera_lost(state)
    blind = replace(wizard, look=None, pending=None, notice=notice(NoticeKey.WIZARD_NO_CAMERA))
    return replace(state, wizard=blind), effects


def camera_back(state: SessionState, wizard: Wizard, _: events.CameraBack) -> Step:
    """No longer say that the camera is gone."""
    state, effects = log.camera_back(state)
    is_said = wizard.notice == notice(NoticeKey.WIZARD_NO_CAMERA)
    return replace(state, wizard=replace(wizard, notice=None) if is_said else wizard), effects


def reading_taken(state: SessionState, wizard: Wizard, event: events.ReadingTaken) -> Step:
    """Show the dice that were read; with the first throw all is done."""
    state, effects = _dice_shown(state, wizard, event)
    after = state.wizard
    if after is None or after.step is not WizardStep.THROW or not is_passed(after):
        return state, effects
    state, more = _at(state, after, after.progress.after(Outcome.DONE))
    return state, (*effects, *more)
