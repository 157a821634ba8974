"""Each event has its handler: none is forgotten, none is named twice."""

from __future__ import annotations

from typing import get_args

import pytest

from firmware.session.events import ButtonEvent, SessionEvent
from firmware.session.log import unchanged
from firmware.session.state import SessionState
from firmware.session.step import DIAL, LESSON, TABLE, WIZARD, step
from firmware.session.touches import USES, Touch, Use

EVENTS = set(get_args(SessionEvent)) - {Touch, ButtonEvent} | set(USES) | set(ButtonEvent.__subclasses__())
OWN_TOUCHES = {Use.LESSON: LESSON, Use.WIZARD: WIZARD}


def test_every_event_has_a_handler_and_nothing_else_has_one():
    assert TABLE.keys() == EVENTS
    assert LESSON.keys() | WIZARD.keys() | DIAL.keys() <= EVENTS


@pytest.mark.parametrize("use", OWN_TOUCHES)
def test_the_touches_of_a_dialog_are_handled_by_that_dialog_alone(use):
    own = {touch for touch, each in USES.items() if each is use}
    assert own <= OWN_TOUCHES[use].keys()
    assert {TABLE[touch] for touch in own} == {unchanged}


def test_a_dialog_takes_only_its_own_touches():
    for use, handlers in OWN_TOUCHES.items():
        assert {USES[kind] for kind in handlers.keys() & USES.keys()} == {use}


def test_what_is_no_event_is_a_mistake():
    with pytest.raises(KeyError):
        step(SessionState(), "pressed")
