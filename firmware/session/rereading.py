"""What was read before the names of dice were sure, looked at again once they are: entries to be put right."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from firmware.faces import FACES
from firmware.log.record import Record
from firmware.session import events, touches
from firmware.session.dial import Option, OptionKey
from firmware.session.log import Step, sheet_of
from firmware.session.state import SessionState
from firmware.session.touches import LeaveEntry
from firmware.session.vocabulary import Phase
from scoring.dice import Faces
from scoring.events import Entered, EntryTakenBack, ThrowMade
from scoring.sheets.category import points
from scoring.sheets.sheet import Entry


def read_again(state: SessionState, event: events.ThrowsReadAgain) -> Step:
    """Remember which entries would be others, to be asked about once the table rests."""
    game = sheet_of(state)
    if game is None:
        return state, ()
    known = {exposed_ns: tuple(FACES[label] for label in labels) for exposed_ns, labels in event.throws}
    reread = dict(state.reread)
    for entry, record in zip(game.entries, _last_throws(state.records), strict=False):
        if record is None or record.reading is None or sorted(entry.faces) != sorted(record.event.faces):
            continue  # not seen, or somebody has put the entry right since: what players said stands
        faces = known.get(record.reading.exposed_ns)
        if faces is not None and sorted(faces) != sorted(entry.faces):
            reread[entry.turn_number] = faces
    return replace(state, reread=tuple(reread.items())), ()


def _last_throws(records: Sequence[Record]) -> Iterator[Record | None]:
    """Yield the throw that each entry was made of, None where no camera saw it."""
    thrown: Record | None = None
    entered: list[Record | None] = []
    for record in records:
        match record.event:
            case ThrowMade():
                thrown = record
            case Entered():
                entered.append(thrown)
            case EntryTakenBack():
                thrown = entered.pop()
    yield from entered


def settled(state: SessionState, turn_number: int) -> SessionState:
    """Return the state in which an entry is no longer asked about: players said what it is."""
    return replace(state, reread=tuple(each for each in state.reread if each[0] != turn_number))


def asked(state: SessionState) -> tuple[Entry, Faces] | None:
    """Return the entry to ask about now and what was thrown, None where nothing is to be asked or the table is busy."""
    game = sheet_of(state)
    if not state.reread or game is None or state.phase not in {Phase.WAITING, Phase.GAME_OVER}:
        return None
    turn_number, faces = state.reread[0]
    return next(((entry, faces) for entry in game.entries if entry.turn_number == turn_number), None)


def options(state: SessionState) -> tuple[Option, ...]:
    """Return what can be said of the entry that is asked about: that it is put right, or stays."""
    if (found := asked(state)) is None:
        return ()
    entry, faces = found
    brings = points(entry.cell.category, faces, is_served=entry.is_served)
    correct = touches.CorrectEntry(entry.turn_number, entry.cell, faces, entry.is_served)
    change = Option(OptionKey.CHANGE, correct, cell=entry.cell, points=brings, turn_number=entry.turn_number)
    return change, Option(OptionKey.LEAVE, LeaveEntry(entry.turn_number))
