"""What is special where an announcement may be doubted for ten seconds, and dice lie under a cup."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from firmware.ports import Signal
from firmware.session.events import Pressed
from firmware.session.log import Step, at_rest, logged, played, told
from firmware.session.state import SessionState
from firmware.session.vocabulary import DialKind, NoticeKey, Phase
from scoring.dice import DICE_COUNT, Flags
from scoring.events import ThrowBurned
from scoring.games.hidden_poker import Believed, Doubted, HiddenPokerState
from scoring.games.pot import RoundBegan
from scoring.games.rounds import RoundPhase
from vision.reading import Reading

HURRY_S = 3
"""So many seconds before the end sound different."""

_READ = frozenset({Phase.READING, Phase.ASKING, Phase.BURNING})


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
    return believed(state)


def believed(state: SessionState) -> Step:
    """Log that ten seconds are over."""
    state, effects = logged(state, Believed())
    state, tells = played(replace(at_rest(state), dial=None, seconds_left=None), Signal.READY)
    return state, (*effects, *tells)


def tick(left: int) -> Signal:
    """Return what a second that passed sounds like."""
    return Signal.HURRY if left <= HURRY_S else Signal.TICK


def is_too_late(state: SessionState, event: Any) -> bool:
    """Tell whether a doubt comes after the announcement was settled by time."""
    return isinstance(event, Doubted) and was_believed(state)


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
    game = hidden_of(state)
    is_lifted = state.phase in _READ - {Phase.READING} or state.notice.key is NoticeKey.WRONG_COUNT
    return game is not None and game.phase is RoundPhase.LIFTING and is_lifted


def repeat(state: SessionState) -> Step:
    """Let a throw that burned under the cup be repeated: the announcement, which cannot be judged, goes with it."""
    state, effects = logged(state, ThrowBurned(_burning(state.pending)))
    state, tells = played(replace(at_rest(state), dice=()), Signal.READY)
    return state, (*effects, *tells)


def _burning(reading: Reading | None) -> Flags:
    """Return which of five dice burn: those that do not lie there are among them, all where nobody can say."""
    seen = () if reading is None else tuple(die.is_burning for die in reading.dice[:DICE_COUNT])
    flags = seen + (True,) * (DICE_COUNT - len(seen))
    return flags if any(flags) else (True,) * DICE_COUNT
