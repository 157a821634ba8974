"""A record as it is stored: its text, its place in the log, the check sum by which it is known to be true; its game."""

import json
import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from pathlib import Path
from typing import TypeAlias

from firmware.errors import StoreCorruptError
from firmware.log import codec
from firmware.log.disk_errors import translated
from firmware.log.record import Record

Place: TypeAlias = tuple[int, int]
"""Sequence and game."""

NOTHING: Place = (0, 0)  # before the first record
AT_ONCE = 1000  # records that are in memory where a whole log is gone through
SELECT = "SELECT sequence, game, body, crc32, written_utc FROM record"

_IN_NEWEST_GAME = """WHERE sequence > ifnull((SELECT sequence FROM record NOT INDEXED
    WHERE game <> (SELECT game FROM record NOT INDEXED ORDER BY sequence DESC LIMIT 1)
    ORDER BY sequence DESC LIMIT 1), 0)"""

_GAP = '{"gap":'
_QUICKLY = 1  # how hard zlib tries: most is won at once, and a throw waits for it


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRecord:
    """A record and its place in the log."""

    sequence: int  # from 1
    game: int  # from 1
    body: str  # what happened, as `firmware.log.codec` writes it; read only when asked for, as a log has many
    written_utc: str | None = None  # wall time of saving as far as it was known, ISO 8601

    @classmethod
    def of_gap(cls, ranges: Sequence[Place], *, sequence: int, game: int) -> "StoredRecord":
        """Return the note that a log goes on without some records, of which it takes first and last number each."""
        return cls(sequence=sequence, game=game, body=f"{_GAP}{json.dumps(ranges)}}}")

    @classmethod
    def from_columns(cls, columns: tuple[int, int, bytes, int, str | None]) -> "StoredRecord":
        """Return what the columns say, in the order of the table.

        Raises:
            StoreCorruptError: If the check sum does not fit.
        """
        sequence, game, body, crc32, written_utc = columns
        try:
            text = zlib.decompress(body).decode()
            stored = cls(sequence=sequence, game=game, body=text, written_utc=written_utc)
            is_true = stored._crc32 == crc32
        except (zlib.error, ValueError, TypeError):
            is_true = False
        if not is_true:
            raise StoreCorruptError(f"Record {sequence} of game {game} is damaged: its check sum does not fit.")
        return stored

    @property
    def columns(self) -> tuple[int, int, bytes, int, str | None]:
        """Return it as it stands in the table: the text compressed, the check sum after it."""
        return *self.place, zlib.compress(self.body.encode(), _QUICKLY), self._crc32, self.written_utc

    @property
    def _crc32(self) -> int:
        return zlib.crc32(f"{self.sequence} {self.game} {self.body}".encode())

    @property
    def place(self) -> Place:
        """Return sequence and game."""
        return self.sequence, self.game

    @property
    def record(self) -> Record:
        """Return what happened; it raises as `firmware.log.codec.decode`."""
        return codec.decode(self.body)

    @property
    def gap(self) -> frozenset[int]:
        """Return the numbers that the log goes on without if this is a note of them, with its own; else none."""
        if not self.body.startswith(_GAP):
            return frozenset()
        ranges = json.loads(self.body)["gap"]
        return frozenset(chain([self.sequence], *(range(first, last + 1) for first, last in ranges)))

    def is_same_as(self, other: "StoredRecord") -> bool:
        """Return whether both say the same of the same place; when they were written does not matter."""
        return (self.place, self.body) == (other.place, other.body)


def stored_in(
    connection: sqlite3.Connection, path: Path, where: str, *values: int, most: int = -1
) -> tuple[StoredRecord, ...]:
    """Return the records that a condition picks, in order.

    Raises:
        StoreCorruptError: If one of them is damaged.
        StoreError: If the file cannot be read.
    """
    with translated(path):
        found = connection.execute(f"{SELECT} {where} ORDER BY sequence LIMIT {most:d}", values).fetchall()
    return tuple(map(StoredRecord.from_columns, found))


def require_all(connection: sqlite3.Connection, path: Path) -> None:
    """Look at every record, and whether any is missing that is not known to be.

    Raises:
        StoreCorruptError: If something is wrong.
    """
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise StoreCorruptError(f"{path} is damaged ({verdict}).")
    missing, last = set[int](), 0
    while found := stored_in(connection, path, "WHERE sequence > ?", last, most=AT_ONCE):
        for each in found:
            missing.update(range(last + 1, each.sequence))
            missing -= each.gap
            last = each.sequence
    if missing:
        raise StoreCorruptError(f"{path} lacks records: {ranges_of(missing)}.")


def newest_game(connection: sqlite3.Connection, path: Path) -> tuple[StoredRecord, ...]:
    """Return the newest game with all that is noted in it; empty where there is none. It raises as `stored_in`."""
    return stored_in(connection, path, _IN_NEWEST_GAME)


def played(game: Sequence[StoredRecord]) -> tuple[StoredRecord, ...]:
    """Return what can be played of all that is whole of a game: from its beginning to the first record missing."""
    skipped = _noted(game)
    found: list[StoredRecord] = []
    for each in game:
        if each.sequence in skipped:
            continue
        if not found and each.sequence > 1 and not codec.is_beginning(each.body):
            break
        if found and not skipped.issuperset(range(found[-1].sequence + 1, each.sequence)):
            break
        found.append(each)
    return tuple(found)


def is_whole(game: Sequence[StoredRecord]) -> bool:
    """Return whether no record of a game is missing that is not known to be."""
    skipped = _noted(game)
    return len(played(game)) == sum(each.sequence not in skipped for each in game)


def _noted(game: Iterable[StoredRecord]) -> frozenset[int]:
    return frozenset().union(*(each.gap for each in game))


def ranges_of(numbers: Iterable[int]) -> list[Place]:
    """Return first and last of each run of numbers."""
    runs = groupby(enumerate(sorted(numbers)), key=lambda each: each[1] - each[0])
    found = [[number for _, number in run] for _, run in runs]
    return [(run[0], run[-1]) for run in found]
