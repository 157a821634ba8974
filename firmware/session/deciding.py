"""Decisions of games with chips, rows and announcements, and the time there is for them."""

from __future__ import annotations

from dataclasses import replace

from firmware.ports import Signal
from firmware.session import doubting
from firmware.session.effects import Tell
from firmware.session.events import SecondPassed
from firmware.session.log import Step, at_rest, game_of, has_throw, logged, notice, played, told
from firmware.session.state import SessionState
from firmware.session.touches import Decide
from firmware.session.vocabulary import NoticeKey, Phase
from scoring import rules
from scoring.game import Game, Stage
from scoring.games.escalero import RowCorrected
from scoring.games.pot import BeginRound, RoundBegan
from scoring.rules import legal_actions

_BUSY = frozenset({Phase.READING, Phase.ASKING, Phase.BURNING})


def begins_with_throw(game: Game | None) -> bool:
    """Tell whether a throw marked now begins the next round: nothing else is to be decided, and it opens with one."""
    if game is None or BeginRound() not in legal_actions(game):
        return False
    return rules.apply(game, RoundBegan()).stage is Stage.TURN


def decide(state: SessionState, event: Decide) -> Step:
    """Log what a player decided."""
    if isinstance(event.event, RowCorrected):
        return _corrected(state, event.event)
    if state.phase in _BUSY:
        return told(state, NoticeKey.NOT_NOW)
    # New dice lie unmarked: the throw before would be kept, or chips be put down on what everybody sees already.
    if state.phase is Phase.STILL and (has_throw(state) or game_of(state).stage is Stage.SHOWING):
        return told(at_rest(state), NoticeKey.PRESS_OFFERED, Signal.ASKING)
    if doubting.is_too_late(state, event.event):
        return told(state, NoticeKey.DOUBT_TOO_LATE, Signal.PROBLEM)
    return _played(state, event.event)


def _corrected(state: SessionState, event: RowCorrected) -> Step:
    """Put an earlier entry right: whatever lies on the table goes on lying there."""
    if state.phase is Phase.READING:
        return told(state, NoticeKey.NOT_NOW)
    state, effects = logged(state, event)
    return replace(state, notice=notice(NoticeKey.CORRECTED)), effects


def second_passed(state: SessionState, event: SecondPassed) -> Step:
    """Count the time down; once it is over, what it was given for happens."""
    limit = None if state.game is None else state.game.time_limit
    if limit is None or event.moment != len(state.records):
        return state, ()
    if event.left > 0:
        return replace(state, seconds_left=event.left), (Tell(doubting.tick(event.left)),)
    return replace(state, seconds_left=0), ()  # `doubting.overdue` goes on, unless somebody called out in time


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
    rested = replace(at_rest(state), dial=None)
    if not game.turn.throws:
        rested = replace(rested, dice=())
    rested, tells = played(rested, Signal.READY)
    return rested, (*effects, *tells)
