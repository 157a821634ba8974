"""Entries: touched, suggested, filled by the companion, taken back, put right."""

from __future__ import annotations

from dataclasses import replace

from firmware.ports import Signal
from firmware.session import log
from firmware.session.effects import Effect
from firmware.session.state import SessionState
from firmware.session.touches import CorrectEntry, TouchCell
from firmware.session.vocabulary import EntryMode, NoticeKey, Phase
from scoring.errors import CellTakenError, ThrowBurningError
from scoring.events import Entered, EntriesSwapped, EntryCorrected, EntryTakenBack
from scoring.game import Stage
from scoring.sheets.sheet import Cell, ChosenBy, Entry

ENTERABLE = frozenset({Phase.READ, Phase.ENTERING, Phase.THROWING, Phase.CORRECTED})


def touch_cell(state: SessionState, event: TouchCell) -> log.Step:
    """Enter the throw where the player touched."""
    if state.phase is Phase.STILL:  # new dice lie unmarked: entering now would enter the throw before
        return log.told(log.at_rest(state), NoticeKey.PRESS_OFFERED, Signal.ASKING)
    if state.phase not in ENTERABLE or not log.has_throw(state):
        return log.told(state, NoticeKey.ENTER_FIRST if state.phase is Phase.WAITING else NoticeKey.NOT_NOW)
    if (
        state.phase is not Phase.CORRECTED
        and state.advice is not None
        and (game := log.ten_by_ten_of(state)).level_to_move
    ):
        return log.told(state, NoticeKey.COMPANION_DECIDES, player=game.players[game.to_move or 0])
    return enter(state, event.cell, ChosenBy.PLAYER)


def enter_suggestion(state: SessionState) -> log.Step:
    """Enter the suggested cell: the long press."""
    if state.suggestion is None or state.phase not in ENTERABLE or not log.has_throw(state):
        return log.told(state, NoticeKey.NOT_NOW)
    chosen_by = ChosenBy.AUTO if state.mode is EntryMode.AUTO else ChosenBy.SUGGEST
    return enter(state, state.suggestion, chosen_by)


def enter(state: SessionState, cell: Cell, chosen_by: ChosenBy) -> log.Step:
    """Log the entry and pass the dice to the other player."""
    try:
        state, effects = log.logged(state, Entered(cell, chosen_by))
    except CellTakenError:
        return log.told(state, NoticeKey.CELL_TAKEN, Signal.PROBLEM)
    except ThrowBurningError:
        return log.told(state, NoticeKey.REPEAT_THROW, Signal.BURNING)
    state = replace(log.at_rest(state), dice=(), suggestion=None, wish=None)
    game = log.ten_by_ten_of(state)
    entry = game.entries[-1]
    said = {"player": game.players[entry.player], "category": cell.category.name}
    told = log.told(state, NoticeKey.ENTERED, Signal.READY, **said, column=cell.column, points=entry.points)
    return log.following(effects, log.played(state, Signal.READY) if state.phase is Phase.GAME_OVER else told)


def take_back(state: SessionState) -> log.Step:
    """Take the newest entry or decision back: its dice lie on the table again."""
    state, effects = log.logged(state, EntryTakenBack())
    # What was only shown may be looked at again where it lies.
    reading = None if log.game_of(state).stage is Stage.SHOWING else state.reading
    rested = replace(log.with_latest_dice(log.at_rest(state)), reading=reading)
    if log.sheet_of(state) is not None:
        rested = replace(rested, phase=Phase.CORRECTED)
    return log.following(effects, log.told(rested, NoticeKey.TAKEN_BACK))


def correct_entry(state: SessionState, event: CorrectEntry) -> log.Step:
    """Put an earlier entry right; moved onto another of the same player's, the two change places."""
    effects: tuple[Effect, ...] = ()
    if (other := _other_entry_at(state, event)) is not None:
        state, effects = log.logged(state, EntriesSwapped((event.turn_number, other.turn_number)))
    correction = EntryCorrected(
        turn_number=event.turn_number, cell=event.cell, faces=event.faces, is_served=event.is_served
    )
    state, corrected = log.logged(state, correction)
    if state.phase in {Phase.CORRECTED, Phase.GAME_OVER, Phase.WAITING}:
        state = replace(state, phase=log.resting_phase(state))
    return log.following((*effects, *corrected), log.told(state, NoticeKey.CORRECTED))


def _other_entry_at(state: SessionState, event: CorrectEntry) -> Entry | None:
    game = log.ten_by_ten_of(state)
    mine = next((each for each in game.entries if each.turn_number == event.turn_number), None)
    if mine is None:
        return None
    there = game.sheet(mine.player).entry_at(event.cell)
    return there if there is not None and there.turn_number != event.turn_number else None
