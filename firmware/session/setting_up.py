"""Setting a device up on the display: a dialog over the game, which stays as it is; each step is checked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from firmware.ports import Signal
from firmware.session import checking
from firmware.session.effects import Effect, Tell
from firmware.session.log import Step, at_rest, has_throw, notice, told
from firmware.session.state import NoticeKey, Phase, SessionState
from firmware.session.throwing import is_looked_away
from firmware.session.wizard import (
    MEASURED,
    READ,
    STEPS,
    Outcome,
    Pending,
    Progress,
    SheetLook,
    Wizard,
    WizardStep,
)
from firmware.session.wizard_events import (
    ButtonProbed,
    CloseWizard,
    EndSurvey,
    GoBack,
    GoOn,
    KeepProgress,
    OpenWizard,
    ProgressKept,
    ReckonSheet,
    SheetReckoned,
    SheetRefused,
    ShowSignals,
    Survey,
    Surveyed,
    SurveyorEvent,
    TellSignal,
    Told,
    TryStepAgain,
    UseSheet,
    WizardTouch,
)

if TYPE_CHECKING:
    from firmware.session.events import ReadingTaken

_SURVEYED = MEASURED | {WizardStep.BUTTON}


def is_measuring(state: SessionState) -> bool:
    """Return whether the device is set up, and not at a step in which dice are read."""
    return state.wizard is not None and state.wizard.step not in READ


def with_wizard(state: SessionState, wizard: Wizard, *effects: Effect) -> Step:
    """Return the state with the dialog as it is now; a dial that was open is left."""
    return replace(state, wizard=wizard, dial=None), effects


# -- touches ---------------------------------------------------------------------------------------------------


def touched(state: SessionState, event: WizardTouch) -> Step:
    """Do what a touch, or an option of the dial, wants; what does not fit the moment does nothing."""
    match event:
        case OpenWizard():
            return _opened(state)
        case _ if state.wizard is None or state.teaching is not None:
            return state, ()
        case CloseWizard():
            return _closed(state, state.wizard)
        case GoOn() | GoBack() | TryStepAgain():
            return _turned(state, state.wizard, event)
        case UseSheet():
            return _sheet_used(state, state.wizard)
        case ShowSignals():
            return state, (Tell(Signal.DONE),) if state.wizard.step is WizardStep.BUTTON else ()
        case TellSignal():
            return _signal_told(state, state.wizard, event)
        case _:
            assert_never(event)


def _opened(state: SessionState) -> Step:
    if state.wizard is not None or state.teaching is not None:
        return state, ()
    if state.seconds_left is not None or is_looked_away(state):
        # The button belongs to whoever doubts; and while dice lie under the cup nobody shows pictures of the board.
        return told(state, NoticeKey.NOT_NOW)
    if state.phase in {Phase.READING, Phase.THROWING, Phase.STILL}:
        state = at_rest(state)  # what the eye still says of these is not heard
    is_new = state.set_up.is_fresh
    progress = Progress(is_open=True) if is_new else replace(state.set_up, is_open=True)
    return _at(replace(state, offers_wizard=False), Wizard(), progress, is_new=is_new)


def _closed(state: SessionState, wizard: Wizard) -> Step:
    progress = replace(wizard.progress, is_open=False)
    if wizard.has_lent and has_throw(state):
        state, _ = told(state, NoticeKey.DICE_BACK)
    return replace(state, wizard=None, dial=None, set_up=progress), (EndSurvey(), KeepProgress(progress))


def _turned(state: SessionState, wizard: Wizard, event: GoOn | GoBack | TryStepAgain) -> Step:
    step = wizard.step
    match event:
        case GoOn() if step is not WizardStep.DONE:
            outcome = Outcome.DONE if checking.is_passed(wizard) else Outcome.SKIPPED
            return _at(state, wizard, wizard.progress.after(outcome))
        case GoBack() if step is not WizardStep.CAMERA:
            before = tuple(WizardStep)[tuple(WizardStep).index(step) - 1]
            return _at(state, wizard, replace(wizard.progress, step=before))
        case TryStepAgain() if step in STEPS:
            return _at(state, wizard, wizard.progress)
        case _:
            return state, ()


def _at(state: SessionState, before: Wizard, progress: Progress, *, is_new: bool = False) -> Step:
    """Begin a step: nothing was seen of it yet."""
    state = replace(state, surveys=state.surveys + 1, set_up=progress)
    # The throw that ended it is shown once all is done.
    reading = before.reading if progress.step is WizardStep.DONE else None
    wizard = Wizard(progress=progress, number=state.surveys, reading=reading, has_lent=before.has_lent)
    looking = Survey(wizard.number, progress.step) if progress.step in _SURVEYED else EndSurvey()
    return with_wizard(state, wizard, looking, KeepProgress(progress, is_new))


def _sheet_used(state: SessionState, wizard: Wizard) -> Step:
    look = wizard.look
    if wizard.pending is not None or not isinstance(look, SheetLook) or not look.views:
        return state, ()
    return _reckoned_soon(state, wizard)


def _reckoned_soon(state: SessionState, wizard: Wizard) -> Step:
    waiting = replace(wizard, pending=Pending.SURVEYOR, notice=None, refused=None)
    return with_wizard(state, waiting, ReckonSheet(wizard.number))


def _signal_told(state: SessionState, wizard: Wizard, event: TellSignal) -> Step:
    if wizard.step is not WizardStep.BUTTON:
        return state, ()
    if event.what is Told.LAMP:
        return with_wizard(state, replace(wizard, lamp=event.is_so))
    return with_wizard(state, replace(wizard, sound=event.is_so))


# -- the surveyor ----------------------------------------------------------------------------------------------


def surveyed(state: SessionState, event: SurveyorEvent) -> Step:
    """Take what the surveyor says; what it says of a step that is over does nothing."""
    wizard = state.wizard
    if wizard is None:
        return state, ()
    match event:
        case ProgressKept():
            return replace(state, wizard=replace(wizard, elapsed_s=event.elapsed_s)), ()
        case _ if event.number != wizard.number:
            return state, ()
        case Surveyed():
            return _seen(state, wizard, event)
        case ButtonProbed():
            return replace(state, wizard=replace(wizard, facts=event.facts)), ()
        case SheetReckoned():
            done = replace(wizard, pending=None, found=event.found, refused=None)
            return with_wizard(state, done, Tell(Signal.DONE))
        case SheetRefused():
            refused = replace(wizard, pending=None, refused=event.trouble)
            return with_wizard(state, refused, Tell(Signal.PROBLEM))
        case _:
            assert_never(event)


def _seen(state: SessionState, wizard: Wizard, event: Surveyed) -> Step:
    """Show what was seen; a sheet that was seen often enough, laid down and taken away is reckoned with at once."""
    seen = replace(wizard, look=event.look, best=checking.best_of(wizard, event.look))
    is_due = isinstance(event.look, SheetLook) and event.look.is_complete
    if is_due and wizard.pending is None and wizard.found is None and wizard.refused is None:
        return _reckoned_soon(state, seen)
    return replace(state, wizard=seen), ()


def camera_changed(state: SessionState, wizard: Wizard) -> SessionState:
    """Forget what was seen through a camera that is gone, and that it was to answer."""
    if not state.has_camera:
        blind = replace(wizard, look=None, pending=None, notice=notice(NoticeKey.WIZARD_NO_CAMERA))
        return replace(state, wizard=blind)
    is_said = wizard.notice is not None and wizard.notice.key is NoticeKey.WIZARD_NO_CAMERA
    return replace(state, wizard=replace(wizard, notice=None)) if is_said else state


def reading_taken(state: SessionState, wizard: Wizard, event: ReadingTaken) -> Step:
    """Show the dice that were read; with the first throw all is done."""
    state, effects = checking.reading_taken(state, wizard, event)
    after = state.wizard
    if after is None or after.step is not WizardStep.THROW or not checking.is_passed(after):
        return state, effects
    state, more = _at(state, after, after.progress.after(Outcome.DONE))
    return state, (*effects, *more)


def taught(state: SessionState, effects: tuple[Effect, ...]) -> Step:
    """Go on after own dice were taught: they are to be read once more."""
    if state.wizard is None:
        return state, effects
    again = replace(state.wizard, reading=None, notice=None, has_lent=True)
    return replace(state, wizard=again), effects
