"""What was put right last is taken back before anything else is."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from firmware.log.record import Record
from scoring import rules
from scoring.events import EntriesSwapped, EntryCorrected
from scoring.games.escalero import RowCorrected

CORRECTIONS = (EntryCorrected, EntriesSwapped, RowCorrected)


def undoing(records: Sequence[Record]) -> tuple[Any, ...]:
    """Return the events that undo the latest correction; none where something else came last.

    A log says all that happened, so a correction is undone by another one. What was undone so counts no longer: whoever
    takes back once more takes back what came before it.
    """
    latest = tuple(takewhile(lambda record: isinstance(record.event, CORRECTIONS), reversed(records)))[::-1]
    if not latest:
        return ()
    game: Any = rules.replay(record.event for record in records[: -len(latest)])
    stood = [_entries(game)]
    for record in latest:
        game = rules.apply(game, record.event)
        if isinstance(record.event, EntriesSwapped) and record is not latest[-1]:
            continue  # the entry that was moved is put right with the same touch, unless the plug was pulled between
        if stood[-2:-1] == [_entries(game)]:
            stood.pop()
        elif stood[-1] != _entries(game):
            stood.append(_entries(game))
    if len(stood) == 1:
        return ()
    newest = latest[-1].event
    turn_number = newest.turn_numbers[0] if isinstance(newest, EntriesSwapped) else newest.turn_number
    return _back(turn_number, stood[-1], stood[-2])


def _entries(game: Any) -> tuple[Any, ...]:
    return tuple(replace(entry, throws=()) for entry in game.entries)


def _back(turn_number: int, now: Sequence[Any], before: Sequence[Any]) -> tuple[Any, ...]:
    """Return the events that make entries what they were, of which one, or its change of places, was put right."""
    was = before[turn_number - 1]
    dice = {"turn_number": turn_number, "faces": was.faces, "is_served": was.is_served}
    if not hasattr(was, "cell"):
        return (RowCorrected(row=was.row, **dice),)
    moved = tuple(new.turn_number for new, old in zip(now, before, strict=True) if new.cell != old.cell)
    swap = (EntriesSwapped(moved),) if len(moved) == 2 else ()
    return *swap, EntryCorrected(cell=was.cell, **dice)
