"""Records as a file gives them: all or an error, or, of a damaged one, whatever is whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from firmware.errors import StoreCorruptError
from firmware.log import schema
from firmware.log.disk_errors import translated
from firmware.log.stored import NOTHING, Place, StoredRecord

AT_ONCE = 1000
_SELECT = "SELECT sequence, game, body, crc32, written_utc FROM record"
_BOUND = (
    "SELECT {end}(sequence) FROM record",
    "SELECT {end}(+sequence) FROM record INDEXED BY record_by_game WHERE game > 0",
)
_SMALLEST_BYTES = 20
"""What a record takes at least: no file holds a higher number than its size allows, whatever rot says."""


def stored_in(
    connection: sqlite3.Connection, path: Path, where: str, *values: int, most: int = -1
) -> tuple[StoredRecord, ...]:
    """Return the records that a condition picks, in order.

    Raises:
        StoreCorruptError: If one of them is damaged.
        StoreError: If the file cannot be read.
    """
    with translated(path):
        found = connection.execute(f"{_SELECT} {where} ORDER BY sequence LIMIT {most:d}", values).fetchall()
    return tuple(map(StoredRecord.from_columns, found))


def newest_game(connection: sqlite3.Connection, path: Path) -> tuple[StoredRecord, ...]:
    """Return the newest game with all that is noted in it; empty where there is none.

    Raises:
        StoreError: As `stored_in`.
    """
    found: list[StoredRecord] = []
    with translated(path):
        for columns in connection.execute(f"{_SELECT} ORDER BY sequence DESC"):
            if found and columns[1] != found[-1].game:
                break
            found.append(StoredRecord.from_columns(columns))
    return tuple(reversed(found))


class LogSource:
    """A file that nobody plays with now, read as far as it is whole."""

    def __init__(self, path: Path, opened: ExitStack) -> None:
        """Open it; it need not exist.

        Raises:
            StoreTooNewError: If a newer Serviert wrote it.
            StoreError: If it belongs to another program, or cannot be opened at all.
        """
        self.path = path
        self.first = self.last = 0  # no number is lower, and none is higher
        self.known = 0  # so far there certainly were records, though they may not be readable
        self.is_damaged = self.is_older = False  # the one so far, the other of version 1
        self.shift = NOTHING
        most = sum(file.stat().st_size for file in (path, *schema.of_sqlite(path)) if file.exists()) // _SMALLEST_BYTES
        if not most:
            return
        try:
            self.is_older = schema.version_in(path) == 1
        except StoreCorruptError:
            self.is_damaged = True
        self._connection = opened.enter_context(schema.readable(path))
        self.known, self.last = self._bounds("max", most)
        self.first = max(1, self._bounds("min", most)[0]) if self.last else 0

    def come_after(self, place: Place) -> None:
        """Count on from a place: an older log that was lost whole began anew."""
        self.shift = place
        self.first, self.last, self.known = (number + place[0] for number in (self.first, self.last, self.known))

    def stored(self, first: int, last: int) -> Iterator[StoredRecord]:
        """Yield what is whole of it between two numbers, in order, each once."""
        by, games = self.shift
        end = min(last, self.last)
        for start in range(max(first, 1 + by), end + 1, AT_ONCE):
            for each in self._between(start - by, min(start + AT_ONCE - 1, end) - by):
                yield replace(each, sequence=each.sequence + by, game=each.game + games)

    def _between(self, first: int, last: int) -> Iterator[StoredRecord]:
        """Yield what is whole in a range; where something cannot be read, in each half of it."""
        try:
            found = self._connection.execute(f"{_SELECT} WHERE sequence BETWEEN ? AND ?", (first, last)).fetchall()
        except (sqlite3.Error, UnicodeDecodeError):
            self.is_damaged = True
            middle = (first + last) // 2
            if first < last:
                yield from self._between(first, middle)
                yield from self._between(middle + 1, last)
            return
        whole: dict[int, StoredRecord] = {}
        for columns in found:
            try:
                whole[columns[0]] = StoredRecord.from_columns(columns)
            except StoreCorruptError:
                self.is_damaged = True
        # A rotten tree may lead twice to the same page.
        yield from (whole[sequence] for sequence in sorted(whole) if first <= sequence <= last)

    def _bounds(self, end: str, most: int) -> tuple[int, int]:
        """Return the lowest or highest number as table and index say it, the lesser first."""
        found: list[int] = []
        for query in _BOUND:
            try:
                ((number,),) = self._connection.execute(query.format(end=end)).fetchall()
                found.append(min(number or 0, most))
            except (sqlite3.Error, UnicodeDecodeError):
                self.is_damaged = True
        return min(found, default=0), max(found, default=0)
