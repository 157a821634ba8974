"""What the eye says of itself: that the camera is gone or back, and that it knows the dice."""

from __future__ import annotations

from dataclasses import replace

from firmware.ports import Signal
from firmware.session.log import Step, resting_phase, told
from firmware.session.state import SessionState
from firmware.session.vocabulary import NoticeKey, Phase

COMMONPLACE = frozenset({NoticeKey.THROWN, NoticeKey.ENTERED})
"""Notices that good news may take the place of."""


def dice_known(state: SessionState) -> Step:
    """Say that the dice are known, where nothing that matters more was said."""
    return told(state, NoticeKey.DICE_KNOWN) if state.notice.key in COMMONPLACE else (state, ())


def camera_lost(state: SessionState) -> Step:
    """Play on by hand; what the eye was to say is not heard any more."""
    if state.phase in {Phase.READING, Phase.THROWING, Phase.STILL}:
        state = replace(state, phase=resting_phase(state))
    return told(replace(state, has_camera=False), NoticeKey.CAMERA_LOST, Signal.PROBLEM)


def camera_back(state: SessionState) -> Step:
    """Read again."""
    return told(replace(state, has_camera=True), NoticeKey.CAMERA_BACK, Signal.READY)
