"""Records as JSON text: what the store writes, and what any later Serviert must still read.

The names in this module are the file format. A class or field may be renamed in the code; its name here may not.
"""

from __future__ import annotations

import json
from enum import IntEnum
from typing import Any

import cattrs

from firmware.converter import strict_converter
from firmware.errors import StoreCorruptError
from firmware.record import Record
from scoring.events import (
    BeginnerThrown,
    Entered,
    EntriesSwapped,
    EntryCorrected,
    EntryTakenBack,
    GameAbandoned,
    GameBegan,
    GameEvent,
    ThrowBurned,
    ThrowCorrected,
    ThrowMade,
    ThrowWithdrawn,
)
from vision.reading import Reading

EVENT_TYPES: dict[str, type[GameEvent]] = {
    "game-began": GameBegan,
    "beginner-thrown": BeginnerThrown,
    "throw-made": ThrowMade,
    "throw-corrected": ThrowCorrected,
    "throw-withdrawn": ThrowWithdrawn,
    "throw-burned": ThrowBurned,
    "entered": Entered,
    "entry-taken-back": EntryTakenBack,
    "entry-corrected": EntryCorrected,
    "entries-swapped": EntriesSwapped,
    "game-abandoned": GameAbandoned,
}
"""The stable name of each event in the log; a test holds it against `GameEvent`."""

_TYPE_NAMES = {event_type: name for name, event_type in EVENT_TYPES.items()}
_BEGINNING = f'{{"event":{{"type":"{_TYPE_NAMES[GameBegan]}"'


def encode(record: Record) -> str:
    """Return a record as one line of JSON."""
    event = {"type": _TYPE_NAMES[type(record.event)], **_CONVERTER.unstructure(record.event)}
    reading = None if record.reading is None else _CONVERTER.unstructure(record.reading)
    return json.dumps({"event": event, "reading": reading}, ensure_ascii=False, separators=(",", ":"))


def decode(text: str) -> Record:
    """Return the record that `encode` wrote, in this version or an older one.

    Raises:
        StoreCorruptError: If the text is not JSON, names no event of ours, or a field is wrong.
    """
    try:
        return _record_from(json.loads(text))
    except cattrs.BaseValidationError as error:
        problems = "; ".join(cattrs.transform_error(error))
        raise StoreCorruptError(f"A stored record does not make sense: {problems}.") from error
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise StoreCorruptError(f"A stored record cannot be read: {error!r:.200}.") from error


def begins_game(record: Record) -> bool:
    """Tell whether a record opens a new game in the log."""
    return isinstance(record.event, GameBegan)


def is_beginning(text: str) -> bool:
    """Tell whether a text that `encode` wrote opens a new game, in whatever version: it need not be decoded.

    >>> is_beginning(encode(Record(GameBegan(players=("Anna", "Ben")))))
    True
    """
    return text.startswith(_BEGINNING)


def _record_from(data: Any) -> Record:
    event = dict(data["event"])
    event_type = EVENT_TYPES[event.pop("type")]
    reading = data["reading"]
    return Record(
        event=_CONVERTER.structure(event, event_type),
        reading=None if reading is None else _CONVERTER.structure(reading, Reading),
    )


def _kebab(member: IntEnum) -> str:
    return member.name.lower().replace("_", "-")


def _converter() -> cattrs.Converter:
    """Return a converter that writes IntEnums by name: their values are for counting and may change."""
    converter = strict_converter()
    converter.register_unstructure_hook(IntEnum, _kebab)
    converter.register_structure_hook(IntEnum, _int_enum_from)
    return converter


def _int_enum_from(name: object, kind: type[IntEnum]) -> IntEnum:
    names = {_kebab(member): member for member in kind}
    if not isinstance(name, str) or name not in names:
        raise ValueError(f"got {name!r}; a {kind.__name__} is one of {', '.join(names)}")
    return names[name]


_CONVERTER = _converter()
