"""The file of the games: how it is opened, and what stands in it.

Why WAL with ``synchronous=FULL`` on an SD card: a commit is one append and one fsync, where a rollback journal
needs three or four; the main file changes only at a checkpoint, so a card that loses or reorders its last writes
damages the end of the log, which is checksummed frame by frame, and not the tree. ``locking_mode=EXCLUSIVE`` is the
lock against a second companion, it ends with the process however that dies, and WAL then keeps its index in memory: no
``-shm`` file that a full disk could refuse. The copy is nobody's to wait for, and read by other processes while it is
written: it has a rollback journal and no lasting lock.

Source: https://sqlite.org/wal.html, https://sqlite.org/pragma.html#pragma_synchronous
"""

import errno
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import quote

from firmware.errors import StoreCorruptError, StoreError, StoreTooNewError
from firmware.log.disk_errors import translated

APPLICATION_ID = int.from_bytes(b"SERV")
VERSION = 2  # of the file

TABLES = tuple(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8").rstrip().split("\n\n"))
"""Each as it stands in every file of the games, to the letter: with another one a file counts as another's."""
_OURS = (f"PRAGMA application_id = {APPLICATION_ID}", f"PRAGMA user_version = {VERSION}")
_TABLES = sorted((words[1].lower(), words[2], sql) for sql in TABLES for words in [sql.split()])

PAGE_SIZE, _HEADER_SIZE = 4096, 100
_MAGIC, _OWN_TABLE = b"SQLite format 3\0", b"CREATE TABLE record ("
_NEWEST_WRITE_VERSION, _NEWEST_SCHEMA_FORMAT = 2, 4
_BUSY_WAIT_S = 0.5
_IN_MEMORY = Path("/dev/shm")
_LOG = ("PRAGMA locking_mode = EXCLUSIVE", "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL")
_COPY = ("PRAGMA journal_mode = DELETE", "PRAGMA synchronous = EXTRA")


def connect(path: Path, *, may_create: bool, is_copy: bool = False) -> sqlite3.Connection:
    """Open the file for writing, and lock it if it is no copy.

    Raises:
        StoreError: If another companion holds it, and in its other forms for everything else SQLite says.
    """
    with translated(path):
        connection = _connect_uri(path, "mode=rwc" if may_create else "mode=rw")
        try:
            for pragma in (*(_COPY if is_copy else _LOG), "PRAGMA trusted_schema = OFF"):
                connection.execute(pragma)
            connection.execute("BEGIN EXCLUSIVE").execute("COMMIT")  # the lock is taken now, not at the first record
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def readable(path: Path, *, is_shared: bool = False) -> Iterator[sqlite3.Connection]:
    """Open the file for reading without changing a byte of it, or of its folder.

    What a crash left beside it must be played into it, which needs a writable folder: then a copy is read, in memory
    where possible, as the disk that cannot be written may be the only one. A shared one is written meanwhile.

    Raises:
        StoreError: If there is no room for the copy either, or SQLite cannot read it.
    """
    with ExitStack() as opened, translated(path):
        left = [file for file in of_sqlite(path)[:2] if not is_shared and file.exists() and file.stat().st_size]
        file, options = path, "mode=ro" if is_shared else "mode=ro&immutable=1"
        if left:
            where = _IN_MEMORY if _IN_MEMORY.is_dir() else None
            folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="serviert-", dir=where)))
            for each in filter(Path.exists, (path, *left)):
                shutil.copyfile(each, folder / each.name)
            file, options = folder / path.name, "mode=rw"
        yield opened.enter_context(closing(_connect_uri(file, options)))


def of_sqlite(path: Path) -> tuple[Path, Path, Path]:
    """Return the files of a database: write-ahead log and journal, without which it may not be whole, and itself."""
    return path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-journal"), path


def beside(path: Path, name: str) -> Path:
    """Return what lies beside a log by this name."""
    return path.with_name(f"{path.name}.{name}")


def _connect_uri(path: Path, options: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"file:{quote(str(path))}?{options}",
        uri=True,
        isolation_level=None,  # transactions begin and end where the code says so
        check_same_thread=False,
        timeout=_BUSY_WAIT_S,
    )
    # A rotten text is read, too: tables are held against ours, times are for people. sqlite3 would call it an error.
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    return connection


def version_in(path: Path) -> int:
    """Return the version of a file by its first bytes alone, 0 where there is none or nothing was written yet.

    Closing a file drops every POSIX lock the process holds on it, SQLite's too: never call this while it is open.

    Raises:
        StoreTooNewError: If it is of another version.
        StoreCorruptError: If it is no database.
        StoreError: If it belongs to another program, or is no file.

    Source:
        https://sqlite.org/fileformat2.html, "The Database Header".
    """
    page = _first_page(path)
    if not page or (not page.startswith(_MAGIC) and of_sqlite(path)[1].exists()):
        return 0  # the power went while the file was made: SQLite puts that right, or says that it is none
    is_header = page.startswith(_MAGIC) and len(page) >= _HEADER_SIZE
    # SQLite would take some rot for a file that may not be written, or for one of its own future.
    if not is_header or page[18] > _NEWEST_WRITE_VERSION or int.from_bytes(page[44:48]) > _NEWEST_SCHEMA_FORMAT:
        raise StoreCorruptError(f"{path} is not a database, or its beginning is damaged.")
    application_id = int.from_bytes(page[68:72])
    if application_id == APPLICATION_ID:
        return _refuse_others(path, int.from_bytes(page[60:64]))
    if application_id == 0:
        return 0  # its tables say more
    if _OWN_TABLE in page:
        raise StoreCorruptError(f"{path} is damaged: its beginning no longer says whose file it is.")
    raise _foreign(path)


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables where there are none, all or nothing, and refuse others: a rotten letter is another rule.

    Raises:
        StoreTooNewError: If the file is of another version.
        StoreCorruptError: If its tables are not as they were made.
        StoreError: If the file is a database of another program.
    """
    ((version,),) = connection.execute("PRAGMA user_version").fetchall()
    ((application_id,),) = connection.execute("PRAGMA application_id").fetchall()
    if application_id == APPLICATION_ID:
        _refuse_others(path, version)
    found = connection.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name, sql").fetchall()
    if not found and not version:
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            for statement in (*TABLES, *_OURS):
                connection.execute(statement)
        empty_log(connection)  # the version must stand in the main file: see version_in
    elif found != _TABLES or version != VERSION:
        if application_id == APPLICATION_ID:
            raise StoreCorruptError(f"{path} is damaged: its tables are not as they were made.")
        raise _foreign(path)


def empty_log(connection: sqlite3.Connection) -> None:
    """Write what the write-ahead log holds into the file itself, and sync it."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _refuse_others(path: Path, version: int) -> int:
    if version not in (0, VERSION):
        raise StoreTooNewError(
            f"{path} was written by another Serviert (version {version} of its file; this one knows {VERSION} alone). "
            "Install that one, or choose another path under [store]; the file was not touched."
        )
    return version


def _foreign(path: Path) -> StoreError:
    return StoreError(f"{path} belongs to another program. Choose another path under [store] in the settings.")


def _first_page(path: Path) -> bytes:
    with translated(path):
        try:
            with path.open("rb") as file:
                return file.read(PAGE_SIZE)
        except FileNotFoundError:
            return b""
        except OSError as error:
            if error.errno == errno.EIO:
                raise StoreCorruptError(f"{path} is damaged: the disk no longer gives its beginning back.") from error
            raise
