"""What was put right last, or withdrawn, is taken back before anything else is."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from firmware.log.record import Record
from firmware.session import log
from firmware.session.effects import Effect
from firmware.session.log import Step
from firmware.session.state import SessionState
from firmware.session.vocabulary import NoticeKey, Phase
from scoring import rules
from scoring.events import EntriesSwapped, EntryCorrected, ThrowCorrected, ThrowMade, ThrowWithdrawn
from scoring.games.escalero import RowCorrected

CORRECTIONS = (EntryCorrected, EntriesSwapped, RowCorrected, ThrowCorrected, ThrowWithdrawn)


def undoing(records: Sequence[Record]) -> tuple[Any, ...]:
    """Return the events that undo the latest correction or withdrawal; none where something else came last.

    A log says all that happened, so a correction is undone by another one, and a throw that was withdrawn is made
    again. What was undone so counts no longer: whoever takes back once more takes back what came before it.
    """
    latest = _latest(records)
    if not any(isinstance(record.event, CORRECTIONS) for record in latest):
        return ()
    game: Any = rules.replay(record.event for record in records[: -len(latest)])
    stood = [(_standing(game), latest[0].event)]  # each with the event that led there
    for record in latest:
        game, event = rules.apply(game, record.event), record.event
        if isinstance(event, EntriesSwapped) and record is not latest[-1]:
            continue  # the entry that was moved is put right with the same touch, unless the plug was pulled between
        stands = [standing for standing, _ in stood]
        if _standing(game) in stands:
            del stood[stands.index(_standing(game)) + 1 :]
            continue
        stood = [] if isinstance(event, ThrowMade) else stood  # what was typed is no correction
        stood.append((_standing(game), event))
    return () if len(stood) == 1 else _back(*stood[-2:])


def _latest(records: Sequence[Record]) -> Sequence[Record]:
    """Return the records at the end that put right or withdraw, with throws that no eye saw: made again, or typed."""
    unseen = [isinstance(each.event, ThrowMade) and each.reading is None for each in records]
    others = (at for at, each in enumerate(records, 1) if not (unseen[at - 1] or isinstance(each.event, CORRECTIONS)))
    return records[max(others, default=0) :]


def _standing(game: Any) -> tuple[tuple[Any, ...], Any]:
    return tuple(replace(entry, throws=()) for entry in getattr(game, "entries", ())), game.turn


def _back(before: tuple[Any, Any], after: tuple[Any, Any]) -> tuple[Any, ...]:
    """Return the events that make throws what they were, or entries: one was put right, or two changed places."""
    ((old, turn), _), ((now, wrong), newest) = before, after
    if old == now:
        # As one throw was put right, earlier ones may have been with it.
        throws, pairs = turn.throws, zip(turn.throws, wrong.throws, strict=False)
        alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        withdrawn = (ThrowWithdrawn(),) * (len(wrong.throws) - alike - 1)
        first = (ThrowCorrected if alike < len(wrong.throws) else ThrowMade)(throws[alike].faces, throws[alike].held)
        return *withdrawn, first, *(ThrowMade(throw.faces, throw.held) for throw in throws[alike + 1 :])
    turn_number = newest.turn_numbers[0] if isinstance(newest, EntriesSwapped) else newest.turn_number
    was = old[turn_number - 1]
    dice = {"turn_number": turn_number, "faces": was.faces, "is_served": was.is_served}
    if not hasattr(was, "cell"):
        return (RowCorrected(row=was.row, **dice),)
    moved = tuple(one.turn_number for one, other in zip(now, old, strict=True) if one.cell != other.cell)
    swap = (EntriesSwapped(moved),) if len(moved) == 2 else ()
    return *swap, EntryCorrected(cell=was.cell, **dice)


def undone(state: SessionState) -> Step | None:
    """Undo the latest correction or withdrawal, None where something else came last."""
    effects: tuple[Effect, ...] = ()
    key, rested, seen = NoticeKey.TAKEN_BACK, log.at_rest, None
    match undo := undoing(state.records):
        case ():
            return None
        case (ThrowMade(),):  # the throw that was void
            rested = _lying
        case (*_, (ThrowMade() | ThrowCorrected()) as last):
            said = zip(state.dice, last.faces, last.held, strict=True)
            state = replace(state, dice=tuple(die.named(face).said_held(is_held) for die, face, is_held in said))
            state = replace(state, reading=(seen := state.put_right(state.reading)))
        case _:
            key, rested = NoticeKey.CORRECTION_TAKEN_BACK, put_right
    for event in undo:
        state, saved = log.logged(state, event, seen if isinstance(event, ThrowCorrected) else None)
        effects = (*effects, *saved)
    return log.following(effects, log.told(rested(state), key))


def _lying(state: SessionState) -> SessionState:
    return log.with_latest_dice(log.at_rest(state), state.reading)


def put_right(state: SessionState) -> SessionState:
    """Return the state at rest where an entry that was put right may have ended the game, or opened it again."""
    rests = state.phase in {Phase.CORRECTED, Phase.GAME_OVER, Phase.WAITING}
    return replace(state, phase=log.resting_phase(state)) if rests else state
