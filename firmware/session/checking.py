"""The checks of setting up: what each step asks for, what a press means in it, and what the eye answers."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from firmware.ports import Signal
from firmware.session.effects import ReadBoard, Tell
from firmware.session.events import Pressed, PressedLong, ReadingFailed, ReadingTaken
from firmware.session.log import Step, notice
from firmware.session.state import SessionState
from firmware.session.throwing import REFUSED
from firmware.session.vocabulary import NoticeKey
from firmware.session.wizard import (
    READ,
    SHARP_ENOUGH,
    Aspect,
    CameraLook,
    FocusLook,
    Heard,
    LightLook,
    Look,
    Pending,
    Rating,
    Wizard,
    WizardStep,
)
from vision.reading import DICE_EXPECTED, Verdict

_UNUSABLE = REFUSED.keys() - {Verdict.FOREIGN}
"""Verdicts of looks that show no dice; dice that look foreign are to be taught."""


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


def pressed(state: SessionState, wizard: Wizard, event: Pressed | PressedLong) -> Step | None:
    """Return what a press does in this step, None where it shows what there is to choose."""
    if wizard.step is WizardStep.BUTTON and wizard.heard != frozenset(Heard):
        heard = Heard.SHORT if isinstance(event, Pressed) else Heard.LONG
        return replace(state, wizard=replace(wizard, heard=wizard.heard | {heard})), (Tell(Signal.DONE),)
    if wizard.step not in READ or isinstance(event, PressedLong):
        return None
    if wizard.pending is not None:
        return state, ()  # pressed twice: the first is being answered
    if not state.has_camera:
        return refused(state, wizard, NoticeKey.WIZARD_NO_CAMERA)
    looking = replace(wizard, pending=Pending.EYE, notice=None, reading=None, has_lent=True)
    return replace(state, wizard=looking), (Tell(Signal.READING), ReadBoard(event.at_ns, None))


def refused(state: SessionState, wizard: Wizard, key: NoticeKey, **values: str | int) -> Step:
    """Say what is the matter."""
    said = replace(wizard, pending=None, notice=notice(key, **values))
    return replace(state, wizard=said), (Tell(Signal.PROBLEM),)


def reading_taken(state: SessionState, wizard: Wizard, event: ReadingTaken) -> Step:
    """Show the dice that were read, or say why they were not."""
    if wizard.pending is not Pending.EYE:
        return state, ()
    reading = event.reading
    if reading.verdict in _UNUSABLE:
        return refused(state, wizard, REFUSED[reading.verdict])
    if len(reading.dice) != DICE_EXPECTED:
        return refused(state, wizard, NoticeKey.WRONG_COUNT, count=len(reading.dice))
    if reading.verdict is Verdict.BURNING:
        return refused(state, wizard, NoticeKey.WIZARD_BURNING)
    signal = Signal.DONE if reading.verdict is Verdict.CLEAR else Signal.ASKING
    return replace(state, wizard=replace(wizard, pending=None, notice=None, reading=reading)), (Tell(signal),)


def reading_failed(state: SessionState, wizard: Wizard, event: ReadingFailed) -> Step:
    """Say why the press could not be answered."""
    return (state, ()) if wizard.pending is not Pending.EYE else refused(state, wizard, event.reason)
