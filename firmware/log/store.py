"""The store: an append-only log of games in one SQLite file.

A record is saved in a transaction of its own and on the disk before `SqliteStore.append` returns. The order is a
sequence number, never wall time. Where the disk is read-only or full, the newest game on it can still be read; every
`append` then raises and may be tried again, because disks are mounted anew and space is freed.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from firmware.errors import StoreCorruptError, StoreError, StoreFullError, StoreReadOnlyError, StoreTooNewError
from firmware.log import codec, schema
from firmware.log.disk_errors import as_store_error, translated
from firmware.log.reading import newest_game, stored_between, stored_in
from firmware.log.record import Record
from firmware.log.stored import NOTHING, Place, StoredRecord, is_whole, played, ranges_of
from firmware.log.wall_clock import noted_utc
from firmware.log.whole_file import make_folder

_INSERT = "INSERT INTO record (sequence, game, body, crc32, written_utc) VALUES (?, ?, ?, ?, ?)"


class SqliteStore:
    """The log of games in a SQLite file; open it with `SqliteStore.open`. Safe to use from any thread."""

    def __init__(self, path: Path, *, now_utc: Callable[[], str | None] = noted_utc, is_copy: bool = False) -> None:
        """Prepare a store; `open` is what callers want."""
        self._path = path
        self._now_utc = now_utc
        self._is_copy = is_copy
        self._guard = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._inode: tuple[int, int] | None = None
        self._held: tuple[StoredRecord, ...] | None = None  # the newest game, where nothing can be written
        self._last = NOTHING
        self._is_closed = False
        self.problem: StoreError | None = None
        """Why nothing could be saved the last time, None when all is well."""

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        now_utc: Callable[[], str | None] = noted_utc,
        is_thorough: bool = True,
        is_copy: bool = False,
    ) -> SqliteStore:
        """Open the log, make it where there is none, and check it.

        On a read-only or full disk the store opens all the same: `problem` says what is wrong.

        A thorough look is at every record, and not only at the newest game's. A copy may be read by other processes
        meanwhile.

        Raises:
            StoreCorruptError: If the file is no database, or damaged; `firmware.log.opening` goes on.
            StoreTooNewError: If a newer Serviert wrote it.
            StoreInUseError: If another companion has it open.
            StoreError: If the path cannot be used at all.
        """
        store = cls(path, now_utc=now_utc, is_copy=is_copy)
        try:
            store._last = _place_of(store._connect(is_thorough=is_thorough))
        except (StoreFullError, StoreReadOnlyError) as error:
            store._hold(_newest_unwritable(path), error)
        return store

    @classmethod
    def unwritable(cls, path: Path, game: Sequence[StoredRecord], problem: StoreError) -> SqliteStore:
        """Return a store that holds a game and whose file cannot be written now; `append` tries again."""
        store = cls(path)
        store._hold(game, problem)
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
        """Return the numbers of all games, oldest first; of the newest alone where nothing can be written.

        It raises as `stored_game`.
        """
        with self._guard:
            if self._connection is None:
                return tuple({each.game for each in self._readable()})
            with translated(self._path):
                rows = self._connection.execute("SELECT DISTINCT game FROM record ORDER BY game").fetchall()
            return tuple(number for (number,) in rows)

    def stored_game(self, number: int) -> tuple[StoredRecord, ...]:
        """Return all of one game as it is stored, oldest first; empty where there is no such game.

        Raises:
            StoreCorruptError: If one of its records is damaged.
            StoreError: If the file cannot be read.
        """
        with self._guard:
            if self._connection is None:
                return tuple(each for each in self._readable() if each.game == number)
            return stored_in(self._connection, self._path, "WHERE game = ?", number)

    def game(self, number: int) -> tuple[Record, ...]:
        """Return what can be played of one game, oldest first; it raises as `stored_game`."""
        return tuple(each.record for each in played(self.stored_game(number)))

    def current_game(self) -> tuple[Record, ...]:
        """Return the records of the newest game, as `game` does."""
        return self.game(self._last[1])

    @property
    def path(self) -> Path:
        """Return the file."""
        return self._path

    @property
    def newest(self) -> Place:
        """Return the place of the newest record, `NOTHING` before the first."""
        return self._last

    def stored_after(self, sequence: int, *, most: int) -> tuple[StoredRecord, ...]:
        """Return the next records as they are stored, oldest first; those held where the file is not open just now.

        Raises:
            StoreError: As `stored_game`.
        """
        with self._guard:
            if self._connection is None:
                return tuple(each for each in self._held or () if each.sequence > sequence)[:most]
            return stored_in(self._connection, self._path, "WHERE sequence > ?", sequence, most=most)

    def count_after(self, sequence: int) -> int:
        """Return how many records come after one; all of them after 0. It raises as `stored_game`."""
        query = "SELECT count(*) FROM record"  # as it is, it needs no more than the index
        with self._guard, translated(self._path):
            if sequence:
                query += f" WHERE sequence > {sequence:d}"
            (count,) = self._require_connection().execute(query).fetchone()
            return int(count)

    def extend(self, stored: Sequence[StoredRecord]) -> None:
        """Save records with the places they had, all or none, after those that are there.

        Raises:
            StoreError: If they cannot be saved, or do not come after what is there.
        """
        with self._guard:
            if stored and stored[0].sequence <= self._last[0]:
                raise StoreError(f"{self._path} already holds record {stored[0].sequence}; records can only be added.")
            with self._noted():
                self._refuse_vanished()
                self._insert(stored)

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
        place = {"sequence": sequence + 1, "game": max(1, game + codec.begins_game(record))}
        self._insert([StoredRecord(**place, body=codec.encode(record), written_utc=self._now_utc())])

    def _insert(self, stored: Sequence[StoredRecord]) -> None:
        """Save records in one transaction.

        After a failure other than a full disk the file is opened anew before the next try: a disk that went
        away and came back is another file to the system.
        """
        connection = self._require_connection()
        try:
            with translated(self._path), schema.transaction(connection):
                connection.executemany(_INSERT, (each.columns for each in stored))
        except StoreFullError:
            raise
        except StoreError:
            self._disconnect()
            raise
        self._last = stored[-1].place if stored else self._last

    def _reconnect(self, record: Record) -> bool:
        """Open the file again after it failed; return whether it holds ``record`` already.

        A commit may reach the disk although the disk said that it failed; saved twice, an entry would be two.

        Raises:
            StoreError: If it cannot be opened, or is another log by now.
        """
        newest = self._connect(is_thorough=False)
        if _place_of(newest) == self._last:
            return False
        if newest is not None and newest.sequence == self._last[0] + 1 and newest.record == record:
            self._write_anew()
            self._last = newest.place
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

    def _connect(self, *, is_thorough: bool) -> StoredRecord | None:
        """Open the file for writing, check it, and return its newest record."""
        if self._is_closed:
            raise StoreError(f"{self._path} is closed; nothing can be saved any more.")
        try:
            make_folder(self._path.parent)
        except OSError as error:
            raise as_store_error(error, self._path) from error
        schema.version_in(self._path)
        connection = schema.connect(self._path, may_create=self._last == NOTHING, is_copy=self._is_copy)
        try:
            with translated(self._path):
                schema.prepare(connection, self._path)
                newest = _check(connection, self._path, is_thorough=is_thorough)
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        self._inode = _inode(self._path)
        self._held = None
        return newest

    def _readable(self) -> tuple[StoredRecord, ...]:
        """Return the newest game while the file is not open."""
        return _newest_unwritable(self._path) if self._held is None else self._held

    def _hold(self, game: Sequence[StoredRecord], problem: StoreError) -> None:
        self.problem, self._held = problem, tuple(game)
        self._last = _place_of(game[-1] if game else None)

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


def _check(connection: sqlite3.Connection, path: Path, *, is_thorough: bool) -> StoredRecord | None:
    """Check the newest game or all of them, and return the newest record.

    Raises:
        StoreCorruptError: If something is wrong.
        StoreTooNewError: If the newest game holds a record that is sound and yet not understood.
    """
    if is_thorough:
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise StoreCorruptError(f"{path} is damaged ({verdict}).")
        _require_all(connection, path)
    newest = newest_game(connection, path)
    for each in newest:
        _require_known(each, path)
    if not is_whole(newest):
        raise StoreCorruptError(f"{path} lacks records of its newest game.")
    return newest[-1] if newest else None


def _require_all(connection: sqlite3.Connection, path: Path) -> None:
    """Look at every record, and whether any is missing that is not known to be."""
    there: set[int] = set()
    for each in stored_between(connection, path):
        there |= {each.sequence, *each.gap}
    if missing := set(range(1, max(there, default=0))) - there:
        raise StoreCorruptError(f"{path} lacks records: {ranges_of(missing)}.")


def _require_known(stored: StoredRecord, path: Path) -> None:
    try:
        if not stored.gap:
            codec.decode(stored.body)
    except StoreCorruptError as error:  # its check sum fits, so it says what was written: by another version
        raise StoreTooNewError(
            f"{path} was written by a newer Serviert: record {stored.sequence} is sound, and not understood. "
            f"Update Serviert, or choose another path under [store]; nothing in it was changed. ({error})"
        ) from error


def _newest_unwritable(path: Path) -> tuple[StoredRecord, ...]:
    """Return the newest game of a file that cannot be opened for writing; none where there is no file."""
    if not path.exists() or path.stat().st_size == 0 or not schema.version_in(path):
        return ()
    with schema.readable(path) as connection:
        return newest_game(connection, path)


def _place_of(stored: StoredRecord | None) -> Place:
    return NOTHING if stored is None else stored.place


def _inode(path: Path) -> tuple[int, int] | None:
    """Return which file the path leads to, without opening it (closing it would drop the lock)."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
