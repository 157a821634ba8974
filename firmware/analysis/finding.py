"""Which game is meant: a number, the last one, or a file of events."""

import json
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware import errors
from firmware.analysis.analysed import replayed
from firmware.analysis.kept_games import KeptGame, games_of_log
from firmware.log import codec
from firmware.log.record import Record
from scoring.errors import ScoringError

LAST = "last"
TEN_BY_TEN = "game of Würfelpoker 10×10 with an entry"
LONGEST_NAME = 100  # so many letters are shown of a name that nobody has
LARGEST_BYTES = 100_000_000  # no file of events is larger; a game has two million, or a tenth without its readings


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundGame:
    """A game that was asked for."""

    number: int | None  # as the log counts; None of one from a file of events
    records: tuple[Record, ...]  # what happened
    begun_utc: str | None = None  # when it began, ISO 8601, as far as that is known


def found_game(wanted: str, log: Path) -> FoundGame:
    """Return a game of Würfelpoker 10×10 or any named; it raises as `kept_game`."""
    return kept_game(wanted, log, suits=lambda records: bool(replayed(records)[0].entries), what=TEN_BY_TEN)


def kept_game(wanted: str, log: Path, *, suits: Callable[[Sequence[Record]], object], what: str = "game") -> FoundGame:
    """Return a game by its number, the newest one that suits, or one from a file.

    Args:
        wanted: A number, ``last``, or what names a file of events.
        log: Where games are kept.
        suits: Tells of the newest games whether one may be meant; raises `OtherGameError` where it is another game,
            any other `AnalysisError` or a `ScoringError` where it is damaged.
        what: Is looked for, in words.

    Raises:
        GameMissingError: If there is no such game.
        EventsUnreadableError: If a file is none of events.
        GameIllegalError: If a game that is to be looked at does not replay.
        StoreError: If a log cannot be read.
    """
    if wanted.isascii() and wanted.isdigit():
        return _numbered(wanted, log)
    if wanted != LAST:
        return FoundGame(number=None, records=_events_in(wanted))
    unreadable = 0
    for game in games_of_log(log, reversed):
        try:
            if suits(game.records):
                return _found(game)
        except errors.OtherGameError:
            continue
        except (errors.AnalysisError, errors.StoreCorruptError, ScoringError):
            unreadable += 1  # the one before is the last that can be looked at
    raise none_kept(log, unreadable, what)


def none_kept(log: Path, unreadable: int, what: str = TEN_BY_TEN) -> errors.GameMissingError:
    """Return what is said where there is no such game, and so many are damaged."""
    if not unreadable:
        return errors.GameMissingError(f"No {what} is kept in {log}; play one first.")
    damaged = "the only one is" if unreadable == 1 else f"all {unreadable} are"
    return errors.GameMissingError(
        f"No {what} in {log} can be read: {damaged} damaged. `serviert doctor` looks at the store."
    )


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"


def _events_in(wanted: str) -> tuple[Record, ...]:
    file = Path(os.path.expanduser(wanted))  # noqa: PTH111 - Path's own raises where there is no such user
    is_file = False
    with suppress(OSError):  # too long for a name, or in a folder that may not be looked into
        is_file = file.is_file()
    if not is_file:
        raise errors.GameMissingError(
            f"There is no file {_short(wanted)!r}; name a game by its number, the newest by '{LAST}', or a file of "
            "events."
        )
    lines = enumerate(text_in(file).split("\n"), start=1)  # a name may have any other sign that ends a line
    records = tuple(record_in(line, number, file) for number, line in lines if line.strip())
    if not records:
        raise errors.EventsUnreadableError(f"{file} holds no events; a file of events has one as JSON a line.")
    return records


def text_in(file: Path) -> str:
    """Return the text of a file of events; it raises `EventsUnreadableError`."""
    complaint = "is no file"  # a pipe would be waited for, and a device has no end
    try:
        if file.is_file():
            if file.stat().st_size <= LARGEST_BYTES:
                return file.read_text(encoding="utf-8")
            complaint = "is too large to hold the events of games"
    except OSError as error:
        raise errors.EventsUnreadableError(f"{file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise errors.EventsUnreadableError(f"{file} is no text; a file of events has one as JSON a line.") from error
    raise errors.EventsUnreadableError(f"{file} {complaint}.")


def record_in(line: str, number: int, file: Path) -> Record:
    """Return what a line of a file of events says; it raises `EventsUnreadableError`."""
    try:
        data: Any = json.loads(line)
        if isinstance(data, dict) and "event" in data:
            return codec.decode(json.dumps({"reading": None, **data}))
        return Record(codec.event_from(data))
    except (ValueError, TypeError, RecursionError, ScoringError, errors.StoreCorruptError) as error:
        raise errors.EventsUnreadableError(
            f"Line {number} of {file} is no event, or one of a newer Serviert: {error}"
        ) from error


def _numbered(wanted: str, log: Path) -> FoundGame:
    numbers: list[int] = []

    def choose(there: Sequence[int]) -> list[int]:
        numbers.extend(there)
        return [number for number in there if str(number) == wanted.lstrip("0")]

    for game in games_of_log(log, choose):
        return _found(game)
    there = f"there are {min(numbers)} to {max(numbers)}" if numbers else "none is kept there yet"
    raise errors.GameMissingError(f"There is no game {_short(wanted)} in {log}; {there}.")


def _found(game: KeptGame) -> FoundGame:
    return FoundGame(number=game.number, records=game.records, begun_utc=game.begun_utc)
