"""The store: an append-only log of games in one SQLite file.

A record is saved in a transaction of its own and on the disk before `SqliteStore.append` returns. The order is a
sequence number, never wall time. Where the disk is read-only or full, the games on it can still be read; every
`append` then raises and may be tried again, because disks are mounted anew and space is freed.
"""

from __future__ import annotations

import sqlite3
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from firmware.errors import StoreError, StoreFullError, StoreReadOnlyError
from firmware.log import codec, schema
from firmware.log.disk_errors import as_store_error, translated
from firmware.log.stored import NOTHING, Place, Row
from firmware.log.wall_clock import noted_utc
from firmware.log.whole_file import make_folder
from firmware.rows import ORDER, SELECT, check, place_of, rows_in, rows_unwritable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from firmware.log.record import Record

_INSERT = "INSERT INTO record (sequence, game, body, crc32, written_utc) VALUES (?, ?, ?, ?, ?)"


class SqliteStore:
    """The log of games in a SQLite file; open it with `SqliteStore.open`. Safe to use from any thread."""

    def __init__(self, path: Path, *, now_utc: Callable[[], str | None], migrations: schema.Migrations) -> None:
        """Prepare a store; `open` is what callers want."""
        self._path = path
        self._now_utc = now_utc
        self._migrations = migrations
        self._guard = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._inode: tuple[int, int] | None = None
        self._held: tuple[Row, ...] | None = None  # what the file held when it could not be opened for writing
        self._last = NOTHING
        self._is_closed = False
        self.problem: StoreError | None = None
        """Why nothing could be saved the last time, None when all is well."""

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        now_utc: Callable[[], str | None] | None = None,
        migrations: schema.Migrations = schema.MIGRATIONS,
        is_thorough: bool = True,
    ) -> SqliteStore:
        """Open the log, make it where there is none, bring an older one up to date, and check it.

        On a read-only or full disk the store opens all the same: `problem` says what is wrong.

        Args:
            path: The file; its folder is made.
            now_utc: Says the wall time to note beside a record, or None where nobody knows it.
            migrations: For tests.
            is_thorough: Whether the check sum of every record is looked at, and not only of the newest game's.

        Raises:
            StoreCorruptError: If the file is no database, or damaged; `open_or_replace` goes on.
            StoreTooNewError: If a newer Serviert wrote it.
            StoreInUseError: If another companion has it open.
            StoreError: If the path cannot be used at all.
        """
        store = cls(path, now_utc=now_utc or noted_utc, migrations=migrations)
        try:
            store._last = place_of(store._connect(is_thorough=is_thorough))
        except (StoreFullError, StoreReadOnlyError) as error:
            store._read_only(rows_unwritable(path), error)
        return store

    @classmethod
    def unwritable(cls, path: Path, rows: Sequence[Row], problem: StoreError) -> SqliteStore:
        """Return a store that holds ``rows`` and whose file cannot be written now; `append` tries again."""
        store = cls(path, now_utc=noted_utc, migrations=schema.MIGRATIONS)
        store._read_only(tuple(rows), problem)
        return store

    def append(self, record: Record) -> None:
        """Save ``record`` durably before returning.

        Raises:
            StoreFullError: If no space is left; nothing of the record is saved, and it may be tried again.
            StoreReadOnlyError: If nothing may be written; the same.
            StoreError: For any other failure; the same.
        """
        with self._guard, self._noted():
            self._append(record)

    def games(self) -> tuple[int, ...]:
        """Return the numbers of all games in this file, oldest first; `firmware.archive` puts older ones away.

        Raises:
            StoreError: If the file cannot be read.
        """
        with self._guard:
            if self._connection is None:
                return tuple(dict.fromkeys(row.game for row in self._rows_held()))
            with translated(self._path):
                rows = self._connection.execute("SELECT DISTINCT game FROM record ORDER BY game").fetchall()
            return tuple(number for (number,) in rows)

    def game(self, number: int) -> tuple[Record, ...]:
        """Return the records of one game, oldest first; empty where there is no such game.

        Raises:
            StoreCorruptError: If one of them is damaged.
            StoreError: If the file cannot be read.
        """
        with self._guard:
            if self._connection is None:
                rows: Sequence[Row] = [row for row in self._rows_held() if row.game == number]
            else:
                rows = rows_in(self._connection, self._path, f"{SELECT} WHERE game = ? {ORDER}", number)
            return tuple(row.record for row in rows)

    def current_game(self) -> tuple[Record, ...]:
        """Return the records of the newest game, oldest first; empty when there is none.

        Raises:
            StoreCorruptError: If one of them is damaged.
            StoreError: If the file cannot be read.
        """
        return self.game(self._last[1])

    @property
    def path(self) -> Path:
        """Return the file."""
        return self._path

    @property
    def newest(self) -> Place:
        """Return the place of the newest record, `NOTHING` before the first."""
        return self._last

    def rows_after(self, sequence: int, *, most: int) -> tuple[Row, ...]:
        """Return the next rows of the log, oldest first; none where the file is not open just now.

        Args:
            sequence: Of the last row that is not wanted.
            most: So many at once.

        Raises:
            StoreCorruptError: If one of them is damaged.
            StoreError: If the file cannot be read.
        """
        with self._guard:
            if self._connection is None:
                return ()
            query = f"{SELECT} WHERE sequence > ? {ORDER} LIMIT {most:d}"
            return rows_in(self._connection, self._path, query, sequence)

    def first_of(self, game: int) -> int:
        """Return the sequence number of the first record of a game, 0 where the log has no such game.

        Raises:
            StoreError: If the file cannot be read.
        """
        with self._guard, translated(self._path):
            query = "SELECT coalesce(min(sequence), 0) FROM record WHERE game = ?"
            (sequence,) = self._require_connection().execute(query, (game,)).fetchone()
            return int(sequence)

    def extend(self, rows: Sequence[Row]) -> None:
        """Save rows with the places they had, all or none, after those that are there.

        Raises:
            StoreError: If they cannot be saved, or do not come after what is there.
        """
        with self._guard:
            if rows and rows[0].sequence <= self._last[0]:
                raise StoreError(f"{self._path} already holds record {rows[0].sequence}; rows can only be added.")
            with self._noted():
                self._insert(rows)

    def close(self) -> None:
        """Close the file; closing twice does nothing."""
        with self._guard:
            self._is_closed = True
            self._disconnect()

    # -- inside --------------------------------------------------------------------------------------------------

    @contextmanager
    def _noted(self) -> Iterator[None]:
        """Note as `problem` whether something could be saved."""
        try:
            yield
        except StoreError as error:
            self.problem = error
            raise
        self.problem = None

    def _append(self, record: Record) -> None:
        self._refuse_vanished()
        if self._connection is None and self._reconnect(record):
            return
        sequence, game = self._last
        game = max(1, game + codec.begins_game(record))
        self._insert([Row.of(record, sequence=sequence + 1, game=game, written_utc=self._now_utc())])

    def _insert(self, rows: Sequence[Row]) -> None:
        """Save rows in one transaction.

        After a failure other than a full disk the file is opened anew before the next try: a disk that went
        away and came back is another file to the system.
        """
        connection = self._require_connection()
        try:
            with translated(self._path), schema.transaction(connection):
                connection.executemany(_INSERT, (row.columns for row in rows))
        except StoreFullError:
            raise
        except StoreError:
            self._disconnect()
            raise
        self._last = place_of(rows[-1]) if rows else self._last

    def _reconnect(self, record: Record) -> bool:
        """Open the file again after it failed; return whether it holds ``record`` already.

        A commit may reach the disk although the disk said that it failed; saved twice, an entry would be two.

        Raises:
            StoreError: If it cannot be opened, or is another log by now.
        """
        newest = self._connect(is_thorough=False)
        if place_of(newest) == self._last:
            return False
        if newest is not None and newest.sequence == self._last[0] + 1 and newest.record == record:
            self._write_anew()
            self._last = place_of(newest)
            return True
        self._disconnect()
        raise StoreError(f"{self._path} holds other games than before. Put the file back, or start Serviert again.")

    def _write_anew(self) -> None:
        """Write what the log holds into the file itself, and sync that.

        After a sync that failed Linux takes the pages for written and lets the next sync succeed, though they never
        reached the disk: what is only in the log then is not safe.

        Source: https://lwn.net/Articles/752063/ "PostgreSQL's fsync() surprise".
        """
        try:
            with translated(self._path):
                schema.empty_log(self._require_connection())
        except StoreError:
            self._disconnect()
            raise

    def _require_connection(self) -> sqlite3.Connection:
        if self._connection is None:  # it could not be opened, and `problem` says why
            raise self.problem or StoreError(f"{self._path} is not open.")
        return self._connection

    def _connect(self, *, is_thorough: bool) -> Row | None:
        """Open the file for writing, check it, and return its newest row."""
        if self._is_closed:
            raise StoreError(f"{self._path} is closed; nothing can be saved any more.")
        _make_folder(self._path)
        schema.refuse_foreign(self._path, self._migrations)
        connection = schema.connect(self._path, may_create=self._last == NOTHING)
        try:
            with translated(self._path):
                schema.migrate(connection, self._path, self._migrations)
                newest = check(connection, self._path, is_thorough=is_thorough)
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        self._inode = _inode(self._path)
        self._held = None
        return newest

    def _rows_held(self) -> tuple[Row, ...]:
        """Return all rows while the file is not open."""
        return rows_unwritable(self._path) if self._held is None else self._held

    def _read_only(self, rows: tuple[Row, ...], problem: StoreError) -> None:
        self.problem, self._held, self._last = problem, rows, place_of(rows[-1] if rows else None)

    def _refuse_vanished(self) -> None:
        if self._connection is not None and _inode(self._path) != self._inode:
            self._disconnect()
            raise StoreError(
                f"{self._path} was moved or removed while Serviert runs. Put it back, or start Serviert again."
            )

    def _disconnect(self) -> None:
        if self._connection is None:
            return
        with translated(self._path):
            self._connection.close()
        self._connection = None


def _make_folder(path: Path) -> None:
    try:
        make_folder(path.parent)
    except OSError as error:
        raise as_store_error(error, path) from error


def _inode(path: Path) -> tuple[int, int] | None:
    """Return which file the path leads to, without opening it (closing it would drop the lock)."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
