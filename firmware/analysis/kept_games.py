"""All games that were ever kept: those put away in archives, and those of the log that is played with."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, groupby
from typing import TYPE_CHECKING, TypeAlias

from firmware.archive import archives_of
from firmware.errors import StoreCorruptError
from firmware.log import schema
from firmware.log.disk_errors import as_store_error, translated
from firmware.rows import ORDER, SELECT, rows_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from firmware.log.record import Record
    from firmware.log.store import SqliteStore
    from firmware.log.stored import Row

ROWS_AT_ONCE = 100
"""Read between two looks at the clock: a record that is to be saved meanwhile waits a few milliseconds."""

Read: TypeAlias = "Callable[[int, int], tuple[Row, ...]]"
"""Takes the sequence number of the last row that is not wanted, and how many are wanted at most."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as it stands in a log.

    Attributes:
        number: From 1, as the log counts.
        rows: Oldest first; one at least.
    """

    number: int
    rows: tuple[Row, ...]

    @property
    def records(self) -> tuple[Record, ...]:
        """Return what happened.

        Raises:
            StoreCorruptError: If a text is no record.
        """
        return tuple(row.record for row in self.rows)

    @property
    def begun_utc(self) -> str | None:
        """Return when it began as far as that was known, ISO 8601."""
        return self.rows[0].written_utc

    def is_same_as(self, other: KeptGame) -> bool:
        """Tell whether both are one game: the newest of an archive goes on, and is whole, in the next file."""
        return self.rows[0] == other.rows[0]


def games_of_log(path: Path) -> Iterator[KeptGame]:
    """Yield the games of a log and its archives, oldest first, without opening any of them for writing.

    Not for the process that plays: closing the file there would give up its lock.

    Args:
        path: The log; it need not exist.

    Raises:
        StoreError: If one of the files cannot be read.
    """
    return _each_once(map(_rows_of_file, log_files(path)))


def games_in_file(path: Path) -> Iterator[KeptGame]:
    """Yield the games of one file, oldest first; the same holds.

    Raises:
        StoreError: If it cannot be read.
    """
    return _each_once(iter([_rows_of_file(path)]))


def games_of_store(store: SqliteStore) -> Iterator[KeptGame]:
    """Yield the same where the log is open in this process.

    Raises:
        StoreError: If one of the files cannot be read.
    """
    own = _rows(lambda after, most: store.rows_after(after, most=most), lambda: store.newest[0])
    return _each_once(chain(map(_rows_of_file, _archives(store.path)), [own]))


def log_files(path: Path) -> tuple[Path, ...]:
    """Return the archives of a log and the log, those that are there, oldest first.

    Raises:
        StoreError: If their folder cannot be read.
    """
    return (*_archives(path), path) if path.exists() else _archives(path)


def _archives(path: Path) -> tuple[Path, ...]:
    try:
        return archives_of(path) if path.parent.exists() else ()
    except OSError as error:
        raise as_store_error(error, path) from error


def _rows_of_file(path: Path) -> Iterator[Row]:
    schema.refuse_foreign(path)
    with schema.readable(path) as connection:
        with translated(path):
            if schema.version_of(connection) == 0:
                return
            (last,) = connection.execute("SELECT coalesce(max(sequence), 0) FROM record").fetchone()

        def read(after: int, most: int) -> tuple[Row, ...]:
            return rows_in(connection, path, f"{SELECT} WHERE sequence > ? {ORDER} LIMIT {most:d}", after)

        yield from _rows(read, lambda: last)


def _rows(read: Read, newest: Callable[[], int]) -> Iterator[Row]:
    """Yield rows in order; a damaged one is left out, and its game will not replay."""
    after, last = 0, newest()
    while after < last:
        try:
            rows = read(after, ROWS_AT_ONCE)
        except StoreCorruptError:
            rows = _sound(read, after)
            after += ROWS_AT_ONCE
        else:
            after = rows[-1].sequence if rows else last
        yield from rows


def _sound(read: Read, after: int) -> tuple[Row, ...]:
    found: list[Row] = []
    for before in range(after, after + ROWS_AT_ONCE):
        try:
            found += (row for row in read(before, 1) if row.sequence == before + 1)
        except StoreCorruptError:
            continue
    return tuple(found)


def _each_once(logs: Iterable[Iterator[Row]]) -> Iterator[KeptGame]:
    newest: KeptGame | None = None
    for rows in logs:
        for number, of_game in groupby(rows, key=lambda row: row.game):
            game = KeptGame(number, tuple(of_game))
            if newest is not None and not newest.is_same_as(game):
                yield newest
            newest = game
    if newest is not None:
        yield newest
