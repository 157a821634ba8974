"""What the eye says, to whom it matters: the game, or the dialog that lies over it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from firmware.ports import Signal
from firmware.session import checking, setting_up, teaching, throwing
from firmware.session.events import (
    BoardMoving,
    BoardStill,
    CameraBack,
    CameraLost,
    DiceKnown,
    EyeEvent,
    ReadingFailed,
    ReadingTaken,
)
from firmware.session.log import Step, resting_phase, told
from firmware.session.state import NoticeKey, Phase, SessionState

if TYPE_CHECKING:
    from firmware.session.lesson import Teaching
    from firmware.session.wizard import Wizard

COMMONPLACE = frozenset({NoticeKey.THROWN, NoticeKey.ENTERED})
"""Notices that good news may take the place of."""


def seen(state: SessionState, event: EyeEvent) -> Step:
    """Take what the eye says."""
    if state.teaching is not None:
        return _on_lesson(state, state.teaching, event)
    if state.wizard is not None:
        return _on_wizard(state, state.wizard, event)
    return _on_table(state, event)


def _on_table(state: SessionState, event: EyeEvent) -> Step:
    match event:
        case BoardMoving():
            return throwing.board_moving(state)
        case BoardStill():
            return throwing.board_still(state, event)
        case ReadingTaken():
            return throwing.reading_taken(state, event)
        case ReadingFailed():
            return throwing.reading_failed(state, event.reason)
        case DiceKnown():
            return told(state, NoticeKey.DICE_KNOWN) if state.notice.key in COMMONPLACE else (state, ())
        case CameraLost() | CameraBack():
            return _camera(state, event)
        case _:
            assert_never(event)


def _on_lesson(state: SessionState, lesson: Teaching, event: EyeEvent) -> Step:
    """Take what the eye says while dice are taught: the game hears only of the camera."""
    match event:
        case BoardMoving() | BoardStill() | DiceKnown():
            return state, ()
        case ReadingTaken():
            return teaching.reading_taken(state, lesson, event)
        case ReadingFailed():
            return teaching.reading_failed(state, lesson, event.reason)
        case CameraLost():
            state, effects = _camera(state, event)
            state, more = teaching.camera_lost(state, lesson)
            return state, (*effects, *more)
        case CameraBack():
            state, effects = _camera(state, event)
            state, more = teaching.camera_back(state, lesson)
            return state, (*effects, *more)
        case _:
            assert_never(event)


def _on_wizard(state: SessionState, wizard: Wizard, event: EyeEvent) -> Step:
    """Take what the eye says while the device is set up: the game hears only of the camera."""
    match event:
        case BoardMoving() | BoardStill() | DiceKnown():
            return state, ()
        case ReadingTaken():
            return setting_up.reading_taken(state, wizard, event)
        case ReadingFailed():
            return checking.reading_failed(state, wizard, event.reason)
        case CameraLost() | CameraBack():
            state, effects = _camera(state, event)
            return setting_up.camera_changed(state, wizard), effects
        case _:
            assert_never(event)


def _camera(state: SessionState, event: CameraLost | CameraBack) -> Step:
    if isinstance(event, CameraBack):
        return told(replace(state, has_camera=True), NoticeKey.CAMERA_BACK, Signal.READY)
    if state.phase in {Phase.READING, Phase.THROWING, Phase.STILL}:
        state = replace(state, phase=resting_phase(state))
    return told(replace(state, has_camera=False), NoticeKey.CAMERA_LOST, Signal.PROBLEM)
