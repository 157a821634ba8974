"""The store: an append-only log of games in one SQLite file.

A record is saved in a transaction of its own and on the disk before `SqliteStore.append` returns. The order is a
sequence number, never wall time. Where the disk is read-only or full, the newest game on it can still be read; every
`append` then raises and may be tried again, because disks are mounted anew and space is freed.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from firmware.errors import StoreCorruptError, StoreError, StoreFullError, StoreReadOnlyError, StoreTooNewError
from firmware.log import codec, schema
from firmware.log.disk_errors import translated
from firmware.log.record import Record
from firmware.log.stored import NOTHING, Place, StoredRecord, is_whole, newest_game, played, require_all, stored_in
from firmware.log.wall_clock import noted_utc
from firmware.log.whole_file import make_folder

_INSERT = "INSERT INTO record (sequence, game, body, crc32, written_utc) VALUES (?, ?, ?, ?, ?)"


class SqliteStore:
    """The log of games in a SQLite file; open it with `SqliteStore.open`. Safe to use from any thread."""

    def __init__(self, path: Path) -> None:
        """Take a file that is not open; `open` is what callers want."""
        self.path = path
        self.problem: StoreError | None = None
        """Why nothing could be saved the last time, None when all is well."""
        self.newest_game: tuple[StoredRecord, ...] = ()  # all that is stored of it, oldest first
        self._now_utc: Callable[[], str | None] = noted_utc
        self._is_copy = self._is_closed = False
        self._guard = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._inode: tuple[int, int] | None = None

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        now_utc: Callable[[], str | None] = noted_utc,
        is_thorough: bool = True,
        is_copy: bool = False,
    ) -> "SqliteStore":
        """Open the log, make it where there is none, and check it: all of it, or no more than its newest game.

        On a read-only or full disk the store opens all the same: `problem` says what is wrong. A copy may be read by
        other processes meanwhile.

        Raises:
            StoreCorruptError: If the file is no database, or damaged; `firmware.log.opening` goes on.
            StoreTooNewError: If it is of another version.
            StoreInUseError: If another companion has it open.
            StoreError: If the path cannot be used at all.
        """
        store = cls(path)
        store._now_utc, store._is_copy = now_utc, is_copy
        try:
            store.newest_game = store._connect(is_thorough=is_thorough)
        except (StoreFullError, StoreReadOnlyError) as error:
            store.problem = error
            if schema.version_in(path):
                with schema.readable(path) as connection:
                    store.newest_game = newest_game(connection, path)
        return store

    @classmethod
    def unwritable(cls, path: Path, game: Sequence[StoredRecord], problem: StoreError) -> "SqliteStore":
        """Return a store that holds a game and whose file cannot be written now; `append` tries again."""
        store = cls(path)
        store.problem, store.newest_game = problem, tuple(game)
        return store

    def append(self, *records: Record, times: Sequence[str | None] | None = None) -> None:
        """Save records durably before returning, all or none; as written now, or at their times.

        Raises:
            StoreError: If no space is left or nothing may be written: nothing of it is saved; it may be tried again.
        """
        with self._saving():
            if self._connection is None and self._reconnect(records):
                return
            (sequence, game), times = self.newest, times or [self._now_utc()] * len(records)
            stored = []
            for at, (record, written_utc) in enumerate(zip(records, times, strict=True), start=sequence + 1):
                body = codec.encode(record)
                game = max(1, game + codec.is_beginning(body))
                stored.append(StoredRecord(sequence=at, game=game, body=body, written_utc=written_utc))
            self._insert(stored)

    def games(self) -> tuple[int, ...]:
        """Return the numbers of all games, oldest first; of the newest alone where nothing can be written.

        It raises as `stored_game`.
        """
        with self._guard, translated(self.path):
            if self._connection is None:
                return tuple({each.game for each in self.newest_game})
            rows = self._connection.execute("SELECT DISTINCT game FROM record ORDER BY game").fetchall()
            return tuple(number for (number,) in rows)

    def stored_game(self, number: int, *, most: int = -1) -> tuple[StoredRecord, ...]:
        """Return all of one game as it is stored, or so many of its records, oldest first; empty where there is none.

        Raises:
            StoreCorruptError: If one of its records is damaged.
            StoreError: If the file cannot be read.
        """
        with self._guard:
            if self._connection is None:
                return tuple(each for each in self.newest_game if each.game == number)
            return stored_in(self._connection, self.path, "WHERE game = ?", number, most=most)

    def current_game(self) -> tuple[Record, ...]:
        """Return what can be played of the newest game, oldest first."""
        return tuple(each.record for each in played(self.newest_game))

    @property
    def newest(self) -> Place:
        """Return the place of the newest record, `NOTHING` before the first."""
        return self.newest_game[-1].place if self.newest_game else NOTHING

    def stored_after(self, sequence: int, *, most: int) -> tuple[StoredRecord, ...]:
        """Return the next records, oldest first; it raises as `stored_game`, and where nothing can be written."""
        with self._guard:
            return stored_in(self._require_connection(), self.path, "WHERE sequence > ?", sequence, most=most)

    def extend(self, stored: Sequence[StoredRecord]) -> None:
        """Save records with the places they had, all or none, after those that are there.

        Raises:
            StoreError: If they cannot be saved, or do not come after what is there.
        """
        if stored[0].sequence <= self.newest[0]:
            raise StoreError(f"{self.path} already holds record {stored[0].sequence}; records can only be added.")
        with self._saving():
            self._insert(stored)

    def close(self) -> None:
        """Close the file; closing twice does nothing."""
        with self._guard:
            self._is_closed = True
            self._disconnect()

    @contextmanager
    def _saving(self) -> Iterator[None]:
        """Note as `problem` whether something could be saved; where not, but for a full disk, let go of the file.

        It is opened anew before the next try: a disk that went away and came back is another file to the system.
        """
        with self._guard:
            try:
                yield
            except StoreError as error:
                self.problem = error
                if not isinstance(error, StoreFullError):
                    self._disconnect()
                raise
            self.problem = None

    def _insert(self, stored: Sequence[StoredRecord]) -> None:
        connection = self._require_connection()
        if _inode(self.path) != self._inode:
            sentence = "was moved or removed while Serviert runs. Put it back, or start Serviert again."
            raise StoreError(f"{self.path} {sentence}")
        with translated(self.path), connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(_INSERT, (each.columns for each in stored))
        self.newest_game = tuple(each for each in (*self.newest_game, *stored) if each.game == stored[-1].game)

    def _reconnect(self, records: tuple[Record, ...]) -> bool:
        """Open the file again after it failed; return whether it holds the records already.

        A commit may reach the disk although the disk said that it failed; saved twice, an entry would be two. What
        the write-ahead log holds of it is then written into the file itself: after a sync that failed Linux takes the
        pages for written and lets the next sync succeed, though they never reached the disk.

        Source: https://lwn.net/Articles/752063/ "PostgreSQL's fsync() surprise".
        """
        game = self._connect(is_thorough=False)
        if (game[-1].place if game else NOTHING) == self.newest:
            return False
        new = game[-len(records) :]
        if not new or new[0].sequence != self.newest[0] + 1 or tuple(each.record for each in new) != records:
            sentence = "holds other games than before. Put the file back, or start Serviert again."
            raise StoreError(f"{self.path} {sentence}")
        try:
            with translated(self.path):
                schema.empty_log(self._require_connection())
        except StoreError:
            self._disconnect()
            raise
        self.newest_game = game
        return True

    def _require_connection(self) -> sqlite3.Connection:
        if self._connection is None:  # it could not be opened, and `problem` says why
            raise self.problem or StoreError(f"{self.path} is not open.")
        return self._connection

    def _connect(self, *, is_thorough: bool) -> tuple[StoredRecord, ...]:
        if self._is_closed:
            raise StoreError(f"{self.path} is closed; nothing can be saved any more.")
        with translated(self.path), ExitStack() as failing:
            make_folder(self.path.parent)
            schema.version_in(self.path)
            connection = schema.connect(self.path, may_create=not self.newest_game, is_copy=self._is_copy)
            failing.callback(connection.close)
            schema.prepare(connection, self.path)
            if is_thorough:
                require_all(connection, self.path)
            game = newest_game(connection, self.path)
            _require_known(game, self.path)
            self._connection, self._inode = connection, _inode(self.path)
            failing.pop_all()
        return game

    def _disconnect(self) -> None:
        if self._connection is not None:
            with translated(self.path):
                self._connection.close()
        self._connection = None


def _require_known(game: Sequence[StoredRecord], path: Path) -> None:
    """Look whether the newest game is whole, and each of its records is understood, or of a newer Serviert."""
    for stored in game:
        try:
            if not stored.gap:
                codec.decode(stored.body)
        except StoreCorruptError as error:  # its check sum fits, so it says what was written: by another version
            raise StoreTooNewError(
                f"{path} was written by a newer Serviert: record {stored.sequence} is sound, and not understood. "
                f"Update Serviert, or choose another path under [store]; nothing in it was changed. ({error})"
            ) from error
    if not is_whole(game):
        raise StoreCorruptError(f"{path} lacks records of its newest game.")


def _inode(path: Path) -> tuple[int, int] | None:
    """Return which file the path leads to, without opening it (closing it would drop the lock)."""
    with suppress(OSError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None
