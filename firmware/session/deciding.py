"""Decisions of games with chips, rows and announcements, and the time there is for them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from firmware.ports import Signal
from firmware.session.effects import Tell
from firmware.session.log import Step, at_rest, game_of, has_throw, logged, notice, told
from firmware.session.state import NoticeKey, Phase, SessionState
from scoring import rules
from scoring.game import Stage
from scoring.pot import BeginRound, RoundBegan
from scoring.rules import legal_actions

if TYPE_CHECKING:
    from firmware.session.events import Decide, SecondPassed
    from scoring.game import Game

_BUSY = frozenset({Phase.READING, Phase.ASKING, Phase.BURNING})


def begins_with_throw(game: Game | None) -> bool:
    """Tell whether a throw marked now begins the next round: nothing else is to be decided, and it opens with one."""
    if game is None or BeginRound() not in legal_actions(game):
        return False
    return rules.apply(game, RoundBegan()).stage is Stage.TURN


def decide(state: SessionState, event: Decide) -> Step:
    """Log what a player decided."""
    if state.phase in _BUSY:
        return told(state, NoticeKey.NOT_NOW)
    if state.phase is Phase.STILL and has_throw(state):  # new dice lie unmarked: the throw before would be kept
        return told(at_rest(state), NoticeKey.PRESS_OFFERED, Signal.ASKING)
    return _played(state, event.event)


def second_passed(state: SessionState, event: SecondPassed) -> Step:
    """Count the time down; once it is over, what it was given for happens."""
    limit = None if state.game is None else state.game.time_limit
    if limit is None or event.moment != len(state.records):
        return state, ()
    if event.left > 0:
        return replace(state, seconds_left=event.left), (Tell(Signal.STEP),)
    return _played(state, limit.event)


def with_watch(before: SessionState, after: SessionState) -> SessionState:
    """Return the state after a step with the time that is left: all of it where something new is to be decided."""
    limit = None if after.game is None else after.game.time_limit
    if limit is None:
        return replace(after, seconds_left=None)
    is_new = before.seconds_left is None or len(before.records) != len(after.records)
    return replace(after, seconds_left=limit.seconds) if is_new else after


def _played(state: SessionState, event: object) -> Step:
    state, effects = logged(state, event)
    game = game_of(state)
    rested = replace(at_rest(state), dial=None, notice=notice(NoticeKey.PLAYED))
    if not game.turn.throws:
        rested = replace(rested, dice=())
    signal = Signal.GAME_OVER if rested.phase is Phase.GAME_OVER else Signal.READY
    return rested, (*effects, Tell(signal))
