"""The file of the games: how it is opened, what stands in it, and how older ones are brought up to date.

Why WAL with ``synchronous=FULL`` on an SD card: a commit is one append and one fsync, where a rollback journal
needs three or four; the main file changes only at a checkpoint, so a card that loses or reorders its last writes
damages the end of the log, which is checksummed frame by frame, and not the tree. With a rollback journal in
DELETE mode the newest commit may even come undone, as the folder is not synced after the journal is removed.

Why ``locking_mode=EXCLUSIVE``: it is the lock against a second companion, it ends with the process however that
dies, and WAL then keeps its index in memory: no ``-shm`` file that a full disk could refuse.

Source: https://sqlite.org/wal.html, https://sqlite.org/pragma.html#pragma_synchronous
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import quote

from firmware.errors import (
    StoreCorruptError,
    StoreError,
    StoreFullError,
    StoreInUseError,
    StoreReadOnlyError,
    StoreTooNewError,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

APPLICATION_ID = int.from_bytes(b"SERV", "big")
Migrations: TypeAlias = tuple[tuple[str, ...], ...]

MIGRATIONS: Migrations = (
    (  # version 1
        """CREATE TABLE record (
            sequence INTEGER PRIMARY KEY,  -- the order, from 1; wall time never is
            game INTEGER NOT NULL,         -- from 1; every record that begins a game counts it up
            body TEXT NOT NULL,            -- JSON, firmware/codec.py
            crc32 INTEGER NOT NULL,        -- of sequence, game and body: SQLite's pages carry no checksum
            written_utc TEXT               -- for people; a Pi has no clock battery, so it may be null or wrong
        ) STRICT""",
        "CREATE INDEX record_by_game ON record (game, sequence)",
        """CREATE TRIGGER record_is_never_changed BEFORE UPDATE ON record
            BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""",
        """CREATE TRIGGER record_is_never_removed BEFORE DELETE ON record
            BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""",
        """CREATE TRIGGER record_comes_last BEFORE INSERT ON record
            WHEN EXISTS (SELECT 1 FROM record WHERE sequence >= NEW.sequence)
            BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""",
    ),
)
"""What leads from each version to the next; a version, once released, is never edited."""

PAGE_SIZE = 4096
_HEADER_SIZE = 100
_MAGIC = b"SQLite format 3\0"
_BUSY_WAIT_S = 0.5


# -- opening ---------------------------------------------------------------------------------------------------


def connect(path: Path, *, may_create: bool) -> sqlite3.Connection:
    """Open the file for writing and lock it.

    Raises:
        StoreInUseError: If another companion holds it.
        StoreError: In its other forms, for everything else SQLite says.
    """
    mode = "rwc" if may_create else "rw"
    with translated(path):
        connection = _connect_uri(path, f"mode={mode}")
        try:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("BEGIN EXCLUSIVE").execute("COMMIT")  # the lock is taken now, not at the first record
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def readable(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the file for reading without changing a byte of it, or of its folder.

    A log left behind by a crash must be replayed, which needs a writable folder: then a copy is read.
    """
    with (
        tempfile.TemporaryDirectory(prefix="serviert-") if _has_log(path) else _no_folder() as folder,
        translated(path),
    ):
        copy = _copy_into(path, Path(folder)) if folder else path
        with closing(_connect_uri(copy, "mode=rw" if folder else "mode=ro&immutable=1")) as connection:
            yield connection


def log_path(path: Path) -> Path:
    """Return where SQLite keeps the write-ahead log of a file."""
    return path.with_name(f"{path.name}-wal")


def journal_path(path: Path) -> Path:
    """Return where SQLite keeps the rollback journal of a file: only while one is made."""
    return path.with_name(f"{path.name}-journal")


def beside(path: Path) -> tuple[Path, Path]:
    """Return where SQLite keeps what belongs to a file: without them it may not be whole."""
    return log_path(path), journal_path(path)


def bytes_of(path: Path) -> bytes:
    """Return a file as it is, empty where there is none.

    Closing a file drops every lock the process holds on it: call this only while it is not open, or is to be closed.

    Raises:
        StoreError: If it cannot be read.
    """
    try:
        return path.read_bytes() if path.exists() else b""
    except OSError as error:
        raise as_store_error(error, path) from error


def log_of(path: Path) -> bytes:
    """Return the write-ahead log of a file as it is, empty where there is none; the same holds.

    Raises:
        StoreError: If it cannot be read.
    """
    return bytes_of(log_path(path))


def _connect_uri(path: Path, options: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"file:{quote(str(path))}?{options}",
        uri=True,
        isolation_level=None,  # transactions begin and end where the code says so
        check_same_thread=False,
        timeout=_BUSY_WAIT_S,
    )
    connection.text_factory = _text_of
    return connection


def _text_of(raw: bytes) -> str:
    """Return a text, a rotten one too: its check sum tells, where sqlite3 would only call it an error."""
    return raw.decode(errors="replace")


def _has_log(path: Path) -> bool:
    log = log_path(path)
    return log.exists() and log.stat().st_size > 0


@contextmanager
def _no_folder() -> Iterator[None]:
    yield None


def _copy_into(path: Path, folder: Path) -> Path:
    copy = folder / "games"
    try:
        shutil.copyfile(path, copy)
        shutil.copyfile(log_path(path), log_path(copy))
    except OSError as error:
        raise as_store_error(error, path) from error
    return copy


# -- whose file, which version ---------------------------------------------------------------------------------


def refuse_foreign(path: Path, migrations: Migrations = MIGRATIONS) -> None:
    """Refuse a file that is not ours to touch, by its first bytes alone.

    Raises:
        StoreTooNewError: If a newer Serviert wrote it.
        StoreCorruptError: If it is no database.
        StoreError: If it belongs to another program, or is no file.
    """
    header = _header(path)
    if not header:
        return
    if not header.startswith(_MAGIC) and journal_path(path).exists():
        return  # the power went while the file was made: SQLite puts that right, or says that it is none
    if not header.startswith(_MAGIC) or len(header) < _HEADER_SIZE:
        raise StoreCorruptError(f"{path} is not a database, or its beginning is damaged.")
    version = int.from_bytes(header[60:64], "big")
    application_id = int.from_bytes(header[68:72], "big")
    if application_id not in (0, APPLICATION_ID):
        raise StoreError(f"{path} belongs to another program. Choose another path under [store] in the settings.")
    refuse_newer(path, version if application_id else 0, migrations)


def refuse_newer(path: Path, version: int, migrations: Migrations) -> None:
    """Refuse a file written by a newer Serviert.

    Raises:
        StoreTooNewError: If so.
    """
    if version > len(migrations):
        raise StoreTooNewError(
            f"{path} was written by a newer Serviert (version {version} of its file; this one knows up to "
            f"{len(migrations)}). Update Serviert, or choose another path under [store]; the file was not touched."
        )


def version_of(connection: sqlite3.Connection) -> int:
    """Return the schema version, 0 for a file nothing was written to yet."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def migrate(connection: sqlite3.Connection, path: Path, migrations: Migrations = MIGRATIONS) -> None:
    """Bring the file up to date, all of it or nothing.

    Raises:
        StoreTooNewError: If a newer Serviert wrote it.
        StoreError: If the file is a database of another program, or a step fails; the file is then as it was.
    """
    version = version_of(connection)
    refuse_newer(path, version, migrations)
    if version == len(migrations):
        return
    if version == 0 and connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
        raise StoreError(f"{path} belongs to another program. Choose another path under [store] in the settings.")
    with transaction(connection):
        for statement in (statement for step in migrations[version:] for statement in step):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
    empty_log(connection)  # the version must stand in the main file: see refuse_foreign


def empty_log(connection: sqlite3.Connection) -> None:
    """Write what the write-ahead log holds into the file itself, and sync it."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commit what happens inside, or undo all of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _header(path: Path) -> bytes:
    """Return the first bytes, none where there is no file yet.

    Closing a file drops every POSIX lock the process holds on it, SQLite's too: never call this while it is open.
    """
    try:
        with path.open("rb") as file:
            return file.read(_HEADER_SIZE)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise as_store_error(error, path) from error


# -- errors ----------------------------------------------------------------------------------------------------


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn what SQLite raises inside into errors of ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise as_store_error(error, path) from error


def as_store_error(error: sqlite3.Error | OSError, path: Path) -> StoreError:
    """Return our error for one of SQLite or the file system."""
    if isinstance(error, sqlite3.Error):
        code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
        kind = _KINDS_BY_CODE.get(code) or _kind_of_disk(path)
    else:
        kind = _KINDS_BY_ERRNO.get(error.errno or 0, StoreError)
    return kind(_SENTENCES[kind].format(path=path, error=error))


def _kind_of_disk(path: Path) -> type[StoreError]:
    """Return what is the matter with the disk where SQLite only says that input or output failed."""
    folder = next((place for place in (path, *path.parents) if place.exists()), Path())
    if not os.access(folder, os.W_OK):  # nobody may write on a read-only disk, not even root
        return StoreReadOnlyError
    disk = os.statvfs(folder)
    if disk.f_bavail == 0 or (disk.f_files > 0 and disk.f_favail == 0):
        return StoreFullError
    return StoreError


_KINDS_BY_CODE = {
    sqlite3.SQLITE_FULL: StoreFullError,
    sqlite3.SQLITE_READONLY: StoreReadOnlyError,
    sqlite3.SQLITE_CORRUPT: StoreCorruptError,
    sqlite3.SQLITE_NOTADB: StoreCorruptError,
    sqlite3.SQLITE_BUSY: StoreInUseError,
    sqlite3.SQLITE_LOCKED: StoreInUseError,
}
_KINDS_BY_ERRNO = {
    errno.ENOSPC: StoreFullError,
    errno.EDQUOT: StoreFullError,
    errno.EROFS: StoreReadOnlyError,
    errno.EACCES: StoreReadOnlyError,
    errno.EPERM: StoreReadOnlyError,
}
_SENTENCES = {
    StoreFullError: "The disk is full: {path} cannot grow. Free some space; what is not saved yet is tried again.",
    StoreReadOnlyError: "{path} may not be written. Make its disk and folder writable, or choose another path "
    "under [store]; what is not saved yet is tried again.",
    StoreCorruptError: "{path} is damaged ({error}).",
    StoreInUseError: "Another Serviert has {path} open. Close it first, or choose another path under [store].",
    StoreError: "{path} cannot be used ({error}). Check the path under [store] and its disk.",
}
