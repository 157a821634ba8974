"""Decisions of games with chips, rows and announcements, the time there is to doubt one, and dice under a cup."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from firmware.ports import Signal
from firmware.session.effects import Tell
from firmware.session.events import Pressed, SecondPassed
from firmware.session.log import Step, at_rest, following, game_of, has_throw, logged, notice, played, told
from firmware.session.state import SessionState
from firmware.session.touches import Decide
from firmware.session.vocabulary import BUSY, DialKind, NoticeKey, Phase
from scoring import rules
from scoring.dice import DICE_COUNT, Flags
from scoring.events import ThrowBurned
from scoring.game import Game, Stage
from scoring.games.escalero import RowCorrected
from scoring.games.hidden_poker import Believed, Doubted, HiddenPokerState
from scoring.games.pot import BeginRound, RoundBegan
from scoring.games.rounds import RoundPhase
from scoring.rules import legal_actions
from vision.reading import Reading

HURRY_S = 3
"""So many seconds before the end sound different."""


def hidden_of(state: SessionState) -> HiddenPokerState | None:
    """Return the running game where it is Verdecktes Würfelpoker, None otherwise."""
    return state.game if isinstance(state.game, HiddenPokerState) else None


def by_press(state: SessionState) -> Any | None:
    """Return what a short press decides, where it can mean one thing only: the next round, the one opponent's doubt."""
    game = hidden_of(state)
    if game is None or state.phase is not Phase.DECIDING:
        return None
    if game.phase is RoundPhase.BETWEEN:
        return RoundBegan()
    return Doubted(game.may_doubt[0]) if len(game.may_doubt) == 1 else None


def is_called(state: SessionState) -> bool:
    """Tell whether somebody pressed in time to doubt, and the dial asks who it was."""
    game = hidden_of(state)
    is_open = state.dial is not None and state.dial.kind is DialKind.DECIDE
    return is_open and game is not None and game.phase is RoundPhase.DOUBTING


def overdue(state: SessionState) -> Step:
    """Let an announcement stand whose time is over, once nobody is asked any more whether he doubted it in time."""
    limit = None if state.game is None else state.game.time_limit
    if limit is None or state.seconds_left != 0 or is_called(state):
        return state, ()
    return _played(replace(state, seconds_left=None), Believed())


def was_believed(state: SessionState) -> bool:
    """Tell whether the newest thing that happened is that ten seconds were over."""
    return bool(state.records) and isinstance(state.records[-1].event, Believed)


def is_late(state: SessionState, event: Pressed) -> bool:
    """Tell whether a press came right after the time to doubt was over, and meant to doubt."""
    return event.is_late and was_believed(state)


def pressed_late(state: SessionState) -> Step:
    """Say that the press came right after the ten seconds: it was meant as a doubt, and as nothing else."""
    return told(state, NoticeKey.DOUBT_TOO_LATE, Signal.PROBLEM)


def is_lifting(state: SessionState) -> bool:
    """Tell whether the cup is to be lifted, and the next press says that it is."""
    game = hidden_of(state)
    return game is not None and game.phase is RoundPhase.LIFTING


def cup_of(state: SessionState) -> tuple[int, bool, int | None] | None:
    """Return what tells one cup from the next while somebody throws under it, None where nobody does."""
    game = hidden_of(state)
    if game is None or game.round is None or game.phase is not RoundPhase.HIDDEN:
        return None
    return len(game.results), game.round.is_decider, game.to_move


def may_repeat(state: SessionState) -> bool:
    """Tell whether the throw under the lifted cup may be repeated: dice burn in it, or have fallen out of it."""
    is_lifted = state.phase in BUSY - {Phase.READING} or state.notice.key is NoticeKey.WRONG_COUNT
    return is_lifting(state) and is_lifted


def repeat(state: SessionState) -> Step:
    """Let a throw that burned under the cup be repeated: the announcement, which cannot be judged, goes with it."""
    return _played(state, ThrowBurned(_burning(state.pending)))


def _burning(reading: Reading | None) -> Flags:
    """Return which of five dice burn: those that do not lie there are among them, all where nobody can say."""
    seen = () if reading is None else tuple(die.is_burning for die in reading.dice[:DICE_COUNT])
    flags = seen + (True,) * (DICE_COUNT - len(seen))
    return flags if any(flags) else (True,) * DICE_COUNT


def begins_with_throw(game: Game | None) -> bool:
    """Tell whether a throw marked now begins the next round: nothing else is to be decided, and it opens with one."""
    if game is None or BeginRound() not in legal_actions(game):
        return False
    return rules.apply(game, RoundBegan()).stage is Stage.TURN


def decide(state: SessionState, event: Decide) -> Step:
    """Log what a player decided."""
    is_corrected = isinstance(event.event, RowCorrected)
    if state.phase is Phase.READING or (state.phase in BUSY and not is_corrected):
        return told(state, NoticeKey.NOT_NOW)
    if is_corrected:  # whatever lies on the table goes on lying there
        state, effects = logged(state, event.event)
        return replace(state, notice=notice(NoticeKey.CORRECTED)), effects
    # New dice lie unmarked: the throw before would be kept, or chips be put down on what everybody sees already.
    if state.phase is Phase.STILL and (has_throw(state) or game_of(state).stage is Stage.SHOWING):
        return told(at_rest(state), NoticeKey.PRESS_OFFERED, Signal.ASKING)
    if isinstance(event.event, Doubted) and was_believed(state):  # settled by time
        return pressed_late(state)
    return _played(state, event.event)


def second_passed(state: SessionState, event: SecondPassed) -> Step:
    """Count the time down; once it is over, what it was given for happens."""
    limit = None if state.game is None else state.game.time_limit
    if limit is None or event.moment != len(state.records):
        return state, ()
    if event.left > 0:
        return replace(state, seconds_left=event.left), (Tell(Signal.HURRY if event.left <= HURRY_S else Signal.TICK),)
    return replace(state, seconds_left=0), ()  # `overdue` goes on, unless somebody called out in time


def with_watch(before: SessionState, after: SessionState) -> SessionState:
    """Return the state after a step with the time that is left: all of it where something new is to be decided."""
    limit = None if after.game is None else after.game.time_limit
    if limit is None:
        return replace(after, seconds_left=None)
    is_new = before.seconds_left is None or len(before.records) != len(after.records)
    return replace(after, seconds_left=limit.seconds) if is_new else after


def _played(state: SessionState, event: object) -> Step:
    state, effects = logged(state, event)
    dice = state.dice if game_of(state).turn.throws else ()
    return following(effects, played(replace(at_rest(state), dial=None, dice=dice), Signal.READY))
