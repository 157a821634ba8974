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

from firmware.errors import StoreCorruptError, StoreError, StoreTooNewError
from firmware.log.disk_errors import as_store_error, translated

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
_OWN_TABLE = MIGRATIONS[0][0].encode()
_NEWEST_WRITE_VERSION, _NEWEST_SCHEMA_FORMAT = 2, 4
_BUSY_WAIT_S = 0.5
_IN_MEMORY = Path("/dev/shm")


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

    A log left behind by a crash must be replayed, which needs a writable folder: then a copy is read, in memory where
    possible, as the disk that cannot be written may be the only one.

    Raises:
        StoreError: If there is no room for the copy either, or SQLite cannot read it.
    """
    with _folder_for_copy(path) if _has_log(path) else _no_folder() as folder, translated(path):
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
    """Return a file as it is, empty where there is none; zeros stand for what the disk no longer gives back.

    Closing a file drops every lock the process holds on it: call this only while it is not open, or is to be closed.

    Raises:
        StoreError: If it cannot be opened.
    """
    try:
        if not path.exists():
            return b""
        with path.open("rb") as file:
            return b"".join(page_of(file.fileno(), start) for start in range(0, path.stat().st_size, PAGE_SIZE))
    except OSError as error:
        raise as_store_error(error, path) from error


def page_of(descriptor: int, start: int) -> bytes:
    """Return a page's worth of an open file; a worn-out sector costs that page and not the file.

    Raises:
        OSError: If it cannot be read for another reason.
    """
    try:
        return os.pread(descriptor, PAGE_SIZE, start)
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        return bytes(PAGE_SIZE)


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
def _folder_for_copy(path: Path) -> Iterator[str]:
    try:
        folder = tempfile.TemporaryDirectory(prefix="serviert-", dir=_IN_MEMORY if _IN_MEMORY.is_dir() else None)
    except OSError as error:
        raise as_store_error(error, path) from error
    with folder as name:
        yield name


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
    page = _first_page(path)
    if not page:
        return
    if not page.startswith(_MAGIC) and journal_path(path).exists():
        return  # the power went while the file was made: SQLite puts that right, or says that it is none
    if not page.startswith(_MAGIC) or len(page) < _HEADER_SIZE or _is_misread(page):
        raise StoreCorruptError(f"{path} is not a database, or its beginning is damaged.")
    version = int.from_bytes(page[60:64], "big")
    application_id = int.from_bytes(page[68:72], "big")
    if application_id not in (0, APPLICATION_ID):
        if _OWN_TABLE in page:
            raise StoreCorruptError(f"{path} is damaged: its beginning no longer says whose file it is.")
        raise _foreign(path)
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
        StoreCorruptError: If its tables are not as they were made.
        StoreError: If the file is a database of another program, or a step fails; the file is then as it was.
    """
    version = version_of(connection)
    refuse_newer(path, version, migrations)
    _refuse_altered(connection, path, migrations[:version])
    if version == len(migrations):
        return
    with transaction(connection):
        for statement in (statement for step in migrations[version:] for statement in step):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
    empty_log(connection)  # the version must stand in the main file: see refuse_foreign


def _refuse_altered(connection: sqlite3.Connection, path: Path, made_by: Migrations) -> None:
    """Refuse tables that are not as they were made: a rotten letter of theirs is another column, or another rule.

    SQLite tells of it only where it cannot read the words at all, and not before they are needed.
    """
    with closing(sqlite3.connect(":memory:")) as made:
        for statement in (statement for step in made_by for statement in step):
            made.execute(statement)
        expected = _tables(made)
    found = _tables(connection)
    if found == expected:
        return
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    if application_id == APPLICATION_ID:
        raise StoreCorruptError(f"{path} is damaged: its tables are not as they were made.")
    raise _foreign(path)


def _tables(connection: sqlite3.Connection) -> list[tuple[str, str, str]]:
    found = connection.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name, sql")
    return [(kind, name, sql) for kind, name, sql in found]


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


def _foreign(path: Path) -> StoreError:
    return StoreError(f"{path} belongs to another program. Choose another path under [store] in the settings.")


def _is_misread(page: bytes) -> bool:
    """Return whether SQLite would take a rotten file for one that may not be written, or for one of its own future.

    Source: https://sqlite.org/fileformat2.html, "The Database Header": file format write version, schema format.
    """
    return page[18] > _NEWEST_WRITE_VERSION or int.from_bytes(page[44:48], "big") > _NEWEST_SCHEMA_FORMAT


def _first_page(path: Path) -> bytes:
    """Return the first page, nothing where there is no file yet.

    Closing a file drops every POSIX lock the process holds on it, SQLite's too: never call this while it is open.
    """
    try:
        with path.open("rb") as file:
            return file.read(PAGE_SIZE)
    except FileNotFoundError:
        return b""
    except OSError as error:
        if error.errno == errno.EIO:
            raise StoreCorruptError(f"{path} is damaged: the disk no longer gives its beginning back.") from error
        raise as_store_error(error, path) from error
