"""Records as JSON text: what the store writes, and what any later Serviert must still read.

The names in this module are the file format. A class or field may be renamed in the code; its name here may not.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Any

import cattrs
from cattrs.gen import make_dict_unstructure_fn

from firmware.errors import StoreCorruptError
from firmware.log.converter import strict_converter
from firmware.log.record import Record
from scoring import events
from scoring.errors import ScoringError
from scoring.games import al_capone, escalero, hidden_poker, open_poker, pot, rock_and_roll
from scoring.rules import OPENINGS
from vision.reading import Reading

EVENT_TYPES: dict[str, type[Any]] = {
    "game-began": events.GameBegan,
    "beginner-thrown": events.BeginnerThrown,
    "throw-made": events.ThrowMade,
    "throw-corrected": events.ThrowCorrected,
    "throw-withdrawn": events.ThrowWithdrawn,
    "throw-burned": events.ThrowBurned,
    "entered": events.Entered,
    "entry-taken-back": events.EntryTakenBack,
    "entry-corrected": events.EntryCorrected,
    "entries-swapped": events.EntriesSwapped,
    "game-abandoned": events.GameAbandoned,
    "player-left": events.PlayerLeft,
    "open-poker-began": open_poker.OpenPokerBegan,
    "al-capone-began": al_capone.AlCaponeBegan,
    "round-began": pot.RoundBegan,
    "hand-kept": pot.HandKept,
    "went-along": pot.WentAlong,
    "passed": pot.Passed,
    "hidden-poker-began": hidden_poker.HiddenPokerBegan,
    "announced": hidden_poker.Announced,
    "believed": hidden_poker.Believed,
    "doubted": hidden_poker.Doubted,
    "cup-lifted": hidden_poker.CupLifted,
    "rock-and-roll-began": rock_and_roll.RockAndRollBegan,
    "bet-placed": rock_and_roll.BetPlaced,
    "bets-taken-back": rock_and_roll.BetsTakenBack,
    "bank-threw": rock_and_roll.BankThrew,
    "notice-given": rock_and_roll.NoticeGiven,
    "escalero-began": escalero.EscaleroBegan,
    "row-entered": escalero.RowEntered,
    "row-corrected": escalero.RowCorrected,
}
"""The stable name of each event in the log; a test holds it against the events of every game."""

_TYPE_NAMES = {event_type: name for name, event_type in EVENT_TYPES.items()}
_BEGINNINGS = tuple(f'{{"event":{{"type":"{_TYPE_NAMES[opening]}"' for opening in OPENINGS)


def name_of(event_type: type[Any]) -> str:
    """Return the stable name of a kind of event."""
    return _TYPE_NAMES[event_type]


def plain_event(event: Any) -> dict[str, Any]:
    """Return an event as plain data, its stable name as ``type``."""
    return {"type": name_of(type(event)), **_CONVERTER.unstructure(event)}


def encode(record: Record) -> str:
    """Return a record as one line of JSON."""
    event = plain_event(record.event)
    reading = None if record.reading is None else _CONVERTER.unstructure(record.reading)
    return json.dumps({"event": event, "reading": reading}, ensure_ascii=False, separators=(",", ":"))


def decode(text: str) -> Record:
    """Return the record that `encode` wrote, in this version or an older one.

    Raises:
        StoreCorruptError: If the text is not JSON, names no event of ours, or a field is wrong.
    """
    with _understood("A stored record"):
        data = json.loads(text)
        reading = data["reading"]
        return Record(
            event=_event_from(data["event"]),
            reading=None if reading is None else _CONVERTER.structure(reading, Reading),
        )


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
    """Tell whether a text that `encode` wrote opens a new game, in whatever version: it need not be decoded.

    >>> is_beginning(encode(Record(events.GameBegan(players=("Anna", "Ben")))))
    True
    """
    return text.startswith(_BEGINNINGS)


@contextmanager
def _understood(what: str) -> Iterator[None]:
    try:
        yield
    except cattrs.BaseValidationError as error:
        problems = "; ".join(cattrs.transform_error(error))
        raise StoreCorruptError(f"{what} does not make sense: {problems}.") from error
    except (ValueError, TypeError, LookupError, RecursionError) as error:
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


def _kebab(member: IntEnum) -> str:
    return member.name.lower().replace("_", "-")


def _converter() -> cattrs.Converter:
    """Return a converter that writes IntEnums by name: their values are for counting and may change.

    A game of two people is written as before the companion could take a seat.
    """
    converter = strict_converter()
    only_played = cattrs.override(omit_if_default=True)
    converter.register_unstructure_hook(
        events.GameBegan, make_dict_unstructure_fn(events.GameBegan, converter, levels=only_played)
    )
    converter.register_unstructure_hook(IntEnum, _kebab)
    converter.register_structure_hook(IntEnum, _int_enum_from)
    return converter


def _int_enum_from(name: object, kind: type[IntEnum]) -> IntEnum:
    names = {_kebab(member): member for member in kind}
    if not isinstance(name, str) or name not in names:
        raise ValueError(f"got {name!r}; a {kind.__name__} is one of {', '.join(names)}")
    return names[name]


_CONVERTER = _converter()
