"""Records as JSON text: what the store writes, and what any later Serviert must still read.

The names in a record are the file format: its events, their fields and what they count by are called as they are in the
code, and may not be renamed there.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum, IntEnum
from typing import Any

import cattrs
from cattrs.gen import make_dict_unstructure_fn

from firmware.errors import StoreCorruptError
from firmware.log.converter import strict_converter
from firmware.log.record import Record
from scoring.errors import ScoringError
from scoring.events import GameBegan
from scoring.games.escalero import EscaleroBegan
from scoring.rules import GAMES, OPENINGS
from vision.reading import Detection, Reading


def name_of(event_type: type[Any]) -> str:
    """Return the stable name of a kind of event."""
    return re.sub(r"\B(?=[A-Z])", "-", event_type.__name__).lower()


EVENT_TYPES = {name_of(kind): kind for kind in (*OPENINGS, *(kind for game in GAMES for kind in game.handlers))}
"""Every event of every game by its name; golden lines hold that none is ever called otherwise."""

_EVENT, _EVENT_FIRST = json.JSONDecoder(), '{"event":'
_BEGINNINGS = tuple(f'{_EVENT_FIRST}{{"type":"{name_of(opening)}"' for opening in OPENINGS)


def member_name(member: Enum) -> str:
    """Return how a face, row, hand or option is called in the log, between companion and page, and in messages."""
    return member.name.lower().replace("_", "-")


def plain_event(event: Any) -> dict[str, Any]:
    """Return an event as plain data, its stable name as ``type``."""
    return {"type": name_of(type(event)), **_CONVERTER.unstructure(event)}


def encode(record: Record) -> str:
    """Return a record as one line of JSON."""
    data = {"event": plain_event(record.event), "reading": _CONVERTER.unstructure(record.reading)}
    if record.continues is not None:
        data["continues"] = record.continues
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def decode(text: str) -> Record:
    """Return the record that `encode` wrote, in this version or an older one.

    Raises:
        StoreCorruptError: If the text is not JSON, names no event of ours, or a field is wrong.
    """
    with _understood("A stored record"):
        data = json.loads(text)
        event, reading = _event_from(data["event"]), data["reading"]
        seen = None if reading is None else _CONVERTER.structure(reading, Reading)
        continues = data.get("continues")
        return Record(event, seen, None if continues is None else _CONVERTER.structure(continues, int))


def event_in(text: str) -> Any:
    """Return the event of a record alone: what was seen is ten times as much. It raises as `decode`."""
    with _understood("A stored record"):
        return _event_from(_EVENT.raw_decode(text, len(_EVENT_FIRST))[0])


def exposed_in(text: str) -> int:
    """Return when the camera saw what a record tells, 0 where none did: it need not be decoded."""
    return int(found[1]) if (found := re.search(r'"exposed_ns":(\d+)', text)) else 0  # in a name " is escaped


def event_from(data: Any) -> Any:
    """Return the event that plain data with its ``type`` means.

    Raises:
        ScoringError: If a game cannot be played so: too few players, stakes that do not fit each other.
        StoreCorruptError: If it names no event of ours, or a field is wrong.
    """
    try:
        with _understood("An event"):
            return _event_from(data)
    except StoreCorruptError as error:
        if (refusal := _refusal_in(error.__cause__)) is not None:
            raise refusal from error
        raise


def is_beginning(text: str) -> bool:
    """Tell whether a text that `encode` wrote opens a new game, in whatever version: it need not be decoded."""
    return text.startswith(_BEGINNINGS)


@contextmanager
def _understood(what: str) -> Iterator[None]:
    try:
        yield
    except cattrs.BaseValidationError as error:
        problems = "; ".join(cattrs.transform_error(error))
        raise StoreCorruptError(f"{what} does not make sense: {problems}.") from error
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:  # cattrs asks lists for keys
        raise StoreCorruptError(f"{what} cannot be read: {error!r:.200}.") from error


def _event_from(data: Any) -> Any:
    event = dict(data)
    return _CONVERTER.structure(event, EVENT_TYPES[event.pop("type")])


def _refusal_in(error: BaseException | None) -> ScoringError | None:
    """Return what the rules said, somewhere inside of what cattrs made of it."""
    if isinstance(error, ScoringError):
        return error
    inner = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    return next((found for each in inner if (found := _refusal_in(each)) is not None), None)


def _int_enum_from(name: object, kind: type[IntEnum]) -> IntEnum:
    names = {member_name(member): member for member in kind}
    if not isinstance(name, str) or name not in names:
        raise ValueError(f"got {name!r}; a {kind.__name__} is one of {', '.join(names)}")
    return names[name]


_CONVERTER = strict_converter()
_CONVERTER.register_unstructure_hook(IntEnum, member_name)  # By name: their values are for counting and may change.
_CONVERTER.register_structure_hook(IntEnum, _int_enum_from)
# A game of two people is written as before the companion could take a seat, Escalero as before its newest house rule.
_NEWER = cattrs.override(omit_if_default=True)
_ONLY_PLAYED = make_dict_unstructure_fn(GameBegan, _CONVERTER, levels=_NEWER)
_CONVERTER.register_unstructure_hook(GameBegan, _ONLY_PLAYED)
_UPPER_TOO = make_dict_unstructure_fn(EscaleroBegan, _CONVERTER, upper_too=_NEWER)
_CONVERTER.register_unstructure_hook(EscaleroBegan, _UPPER_TOO)
# Where a die's bottom face was seen is for the verdict alone, which is written.
_SEEN = make_dict_unstructure_fn(Detection, _CONVERTER, sweep_xy=cattrs.override(omit=True))
_CONVERTER.register_unstructure_hook(Detection, _SEEN)
