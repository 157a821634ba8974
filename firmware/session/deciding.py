"""Entries, decisions of games with chips, rows and announcements, the time to doubt one, and dice under a cup."""

from dataclasses import replace
from typing import Any

from firmware.ports import Signal
from firmware.session import log, rereading, undoing
from firmware.session.effects import Effect, Tell
from firmware.session.events import Pressed, SecondPassed
from firmware.session.log import Step, at_rest, following, game_of, has_throw, logged, played, sheet_of, told
from firmware.session.state import SessionState
from firmware.session.touches import CorrectEntry, Decide, TouchCell
from firmware.session.vocabulary import BUSY, DialKind, EntryMode, NoticeKey, Phase
from scoring import rules
from scoring.dice import DICE_COUNT
from scoring.errors import CellTakenError, ThrowBurningError
from scoring.events import Entered, EntriesSwapped, EntryCorrected, EntryTakenBack, ThrowBurned
from scoring.game import Game, Stage
from scoring.games.escalero import RowCorrected
from scoring.games.hidden_poker import Believed, Doubted, HiddenPokerState
from scoring.games.pot import BeginRound, RoundBegan
from scoring.games.rounds import RoundPhase
from scoring.rules import legal_actions
from scoring.sheets.sheet import Cell, ChosenBy

ENTERABLE = frozenset({Phase.READ, Phase.ENTERING, Phase.THROWING, Phase.CORRECTED})


def may_enter(state: SessionState) -> bool:
    """Return whether the throw on the table may be entered now."""
    game = sheet_of(state)
    return state.phase in ENTERABLE and has_throw(state) and game is not None and game.turn.may_enter


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


def overdue(state: SessionState) -> Step:
    """Let an announcement stand whose time is over, once nobody is asked any more whether he doubted it in time."""
    is_over = state.game is not None and state.game.time_limit is not None and state.seconds_left == 0
    is_called = state.dial is not None and state.dial.kind is DialKind.DECIDE
    return _played(replace(state, seconds_left=None), Believed()) if is_over and not is_called else (state, ())


def pressed_late(state: SessionState, event: Pressed | None = None) -> Step | None:
    """Say that a press came right after the ten seconds, if it did: it was meant as a doubt, and as nothing else."""
    was_believed = bool(state.records) and isinstance(state.records[-1].event, Believed)
    if not was_believed or (event is not None and not event.is_late):
        return None
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
    lying = () if state.pending is None else state.pending.dice[:DICE_COUNT]
    all_burn = (True,) * DICE_COUNT  # as those do that do not lie there, and all where nobody can say
    flags = (*(die.is_burning for die in lying), *all_burn)[:DICE_COUNT]
    return _played(state, ThrowBurned(flags if any(flags) else all_burn))


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
        return replace(state, notice=log.notice(NoticeKey.CORRECTED)), effects
    # New dice lie unmarked: the throw before would be kept, or chips be put down on what everybody sees already.
    if state.phase is Phase.STILL and (has_throw(state) or game_of(state).stage is Stage.SHOWING):
        return told(at_rest(state), NoticeKey.PRESS_OFFERED, Signal.ASKING)
    late = pressed_late(state) if isinstance(event.event, Doubted) else None  # settled by time
    return late or _played(state, event.event)


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


# -- entries in Würfelpoker 10×10: touched, suggested, filled by the companion, taken back, put right ----------------


def touch_cell(state: SessionState, event: TouchCell) -> Step:
    """Enter the throw where the player touched."""
    if state.phase is Phase.STILL:  # new dice lie unmarked: entering now would enter the throw before
        return told(at_rest(state), NoticeKey.PRESS_OFFERED, Signal.ASKING)
    if state.phase not in ENTERABLE or not has_throw(state):
        return told(state, NoticeKey.ENTER_FIRST if state.phase is Phase.WAITING else NoticeKey.NOT_NOW)
    game = sheet_of(state)
    if game is not None and state.phase is not Phase.CORRECTED and state.advice is not None and game.level_to_move:
        return told(state, NoticeKey.COMPANION_DECIDES, player=game.players[game.to_move or 0])
    return enter(state, event.cell, ChosenBy.PLAYER)


def enter_suggestion(state: SessionState) -> Step:
    """Enter the suggested cell: the long press."""
    if state.suggestion is None or state.phase not in ENTERABLE or not has_throw(state):
        return told(state, NoticeKey.NOT_NOW)
    chosen_by = ChosenBy.AUTO if state.mode is EntryMode.AUTO else ChosenBy.SUGGEST
    return enter(state, state.suggestion, chosen_by)


def enter(state: SessionState, cell: Cell, chosen_by: ChosenBy) -> Step:
    """Log the entry and pass the dice to the other player."""
    try:
        state, effects = logged(state, Entered(cell, chosen_by))
    except CellTakenError:
        return told(state, NoticeKey.CELL_TAKEN, Signal.PROBLEM)
    except ThrowBurningError:
        return told(state, NoticeKey.REPEAT_THROW, Signal.BURNING)
    state = replace(at_rest(state), dice=(), suggestion=None, wish=None)
    game = log.ten_by_ten_of(state)
    if state.phase is Phase.GAME_OVER:
        return following(effects, played(state, Signal.READY))
    name, points = game.players[game.entries[-1].player], game.entries[-1].points
    said = {"player": name, "category": cell.category.name}
    return following(effects, told(state, NoticeKey.ENTERED, Signal.READY, **said, column=cell.column, points=points))


def take_back(state: SessionState) -> Step:
    """Take back what was done last: a correction, or the newest entry or decision; its dice lie on the table again."""
    if (undone := undoing.undone(state)) is not None:
        return undone
    state, effects = logged(state, EntryTakenBack())
    # What was only shown may be looked at again where it lies.
    reading = None if game_of(state).stage is Stage.SHOWING else state.reading
    rested = replace(log.with_latest_dice(at_rest(state), reading), reading=reading)
    if sheet_of(state) is not None:
        rested = replace(rested, phase=Phase.CORRECTED)
    return following(effects, told(rested, NoticeKey.TAKEN_BACK))


def correct_entry(state: SessionState, event: CorrectEntry) -> Step:
    """Put an earlier entry right; moved onto another of the same player's, the two change places."""
    effects: tuple[Effect, ...] = ()
    game = log.ten_by_ten_of(state)
    players = (each.player for each in game.entries if each.turn_number == event.turn_number)
    other = next((game.sheet(player).entry_at(event.cell) for player in players), None)
    if other is not None and other.turn_number != event.turn_number:
        state, effects = logged(state, EntriesSwapped((event.turn_number, other.turn_number)))
    cell, faces = event.cell, event.faces
    correction = EntryCorrected(turn_number=event.turn_number, cell=cell, faces=faces, is_served=event.is_served)
    state, corrected = logged(state, correction)
    state = rereading.settled(state, event.turn_number)
    return following((*effects, *corrected), told(undoing.put_right(state), NoticeKey.CORRECTED))
