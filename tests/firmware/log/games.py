"""Records for logs, what can be done to the files that hold them, and what becomes of a log when it is opened."""

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from firmware.log import schema
from firmware.log.follower import Follower
from firmware.log.opening import Became, Trouble, open_store
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from scoring.dice import Face
from scoring.events import Entered, GameBegan, ThrowMade
from scoring.sheets import category, sheet
from tests.power.game import seen
from vision.reading import Reading, Verdict

BEGAN = Record(GameBegan(players=("Anna", "Ben")))
THROW = Record(ThrowMade((Face.ACE,) * 5), Reading(dice=(), verdict=Verdict.EMPTY, exposed_ns=7))
ENTERED = Record(Entered(sheet.Cell(category.Category.GRANDE, 10)))
GAME = (BEGAN, THROW, ENTERED)
RESTORED, GONE, REPLACED, TOO_NEW = map(Trouble, (Became.RESTORED, Became.GONE, Became.REPLACED, Became.TOO_NEW))


def number(value: int) -> Record:
    """Return a record that differs from others, and that compresses as little as real ones do."""
    return Record(ThrowMade((Face.NINE,) * 5), seen([Face.NINE] * 5, random.Random(value)))


# Two games of 30 records: enough for several pages, so that damage to one spares the others.
FIRST = (BEGAN, *(number(1_000 + value) for value in range(29)))
SECOND = (BEGAN, *(number(2_000 + value) for value in range(29)))
ALL = (*FIRST, *SECOND)


def without(*sequences: int) -> tuple[Record, ...]:
    return tuple(record for at, record in enumerate(ALL, start=1) if at not in sequences)


def append(store: SqliteStore, *records: Record) -> None:
    for record in records:
        store.append(record)


def fill(path: Path, *records: Record) -> None:
    with closing(SqliteStore.open(path)) as store:
        append(store, *records)


def copied(path: Path) -> Path:
    """Bring the copy of a closed log up to date, and return where it is."""
    with closing(SqliteStore.open(path)) as store:
        follow(store)
    return schema.beside(path, "copy")


def follow(store: SqliteStore, copy: Path | None = None) -> None:
    """Bring the copy of an open log up to date, and look through both."""
    with closing(Follower(store, copy, free_bytes=lambda _: 1 << 40)) as follower:
        follower.follow()
        while follower.look_on():
            pass
        follower.follow()


def saved(path: Path) -> tuple[Record, ...]:
    with closing(SqliteStore.open(path)) as store:
        return store.current_game()


def records_in(store: SqliteStore) -> tuple[Record, ...]:
    return tuple(each.record for each in store.stored_after(0, most=10_000) if not each.gap)


@contextmanager
def started(path: Path, copy: Path | None = None, **options) -> Iterator[tuple[SqliteStore, Trouble | None]]:
    """Yield the log as a start opens it, and what is said of it."""
    store, said = open_store(path, copy, **options)
    with closing(store):
        yield store, said


def opened(path: Path, copy: Path | None = None) -> tuple[tuple[Record, ...], Trouble | None]:
    """Return all records after opening, and what was said; the next start must say nothing of it."""
    with started(path, copy) as (store, said):
        found = records_in(store)
        assert store.problem is None
    if found:
        with started(path, copy) as (again, nothing):
            assert (records_in(again), nothing) == (found, None)
    return found, said


def lost(count: int) -> Trouble:
    return Trouble(Became.LOST, count)


def log_path(path: Path) -> Path:
    return schema.of_sqlite(path)[0]


def leaves(path: Path) -> list[int]:
    """Return the numbers of the pages that hold records, from 0."""
    content = path.read_bytes()
    pages = [content[at : at + schema.PAGE_SIZE] for at in range(0, len(content), schema.PAGE_SIZE)]
    return [at for at, page in enumerate(pages) if page[0] == 0x0D and at]


def wipe(path: Path, page: int) -> None:
    with path.open("r+b") as file:
        file.seek(page * schema.PAGE_SIZE)
        file.write(bytes(schema.PAGE_SIZE))


def spoil(path: Path, *sequences: int) -> None:
    with closing(sqlite3.connect(path)) as connection:
        name = "record_is_never_changed"
        (rule,) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (name,)).fetchone()
        connection.execute(f"DROP TRIGGER {name}")
        for sequence in sequences:
            connection.execute("UPDATE record SET crc32 = crc32 + 1 WHERE sequence = ?", (sequence,))
        connection.execute(rule)
        connection.commit()


def flip(path: Path, at: int) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 0x80
    path.write_bytes(content)


def reword(path: Path, old: bytes, new: bytes) -> None:
    content = path.read_bytes()
    assert content.count(old) == 1
    path.write_bytes(content.replace(old, new))


DAMAGES: dict[str, Callable[[Path], object]] = {
    "gone": Path.unlink,
    "empty": lambda path: path.write_bytes(b""),
    "zeros": lambda path: path.write_bytes(bytes(9_000)),
    "a letter": lambda path: path.write_bytes(b"Sehr geehrte Damen und Herren, " * 700),
    "cut short": lambda path: path.write_bytes(path.read_bytes()[:-9_000]),
    "no beginning": lambda path: wipe(path, 0),
    "no root": lambda path: wipe(path, 1),
    "no index": lambda path: wipe(path, 2),
    "a page": lambda path: wipe(path, leaves(path)[5]),
    "the last page": lambda path: wipe(path, leaves(path)[-1]),
    "a record": lambda path: spoil(path, 12),
    "the newest record": lambda path: spoil(path, 60),
    # At the beginning of this one the kernel answers as a worn-out disk does: EIO.
    "unreadable": lambda path: (path.unlink(), path.symlink_to("/proc/self/mem")),
    # Words of the tables: a column which only a query misses, one that Python cannot even complain of, and rules.
    "a column": lambda path: reword(path, b"body BLOB", b"bodz BLOB"),
    "no word": lambda path: reword(path, b"body BLOB", b"bod\xf9 BLOB"),
    "a rule": lambda path: reword(path, b"sequence >= NEW", b"sequence <= NEW"),
    "whose it is": lambda path: reword(path, b"SERV", b"SERW"),
    "write version": lambda path: flip(path, 18),
    "read version": lambda path: flip(path, 19),
    "schema format": lambda path: flip(path, 47),
}


def of_version(version: int, path: Path) -> bytes:
    """Make the file one of another Serviert, and return it."""
    SqliteStore.open(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    return path.read_bytes()


newer = partial(of_version, schema.VERSION + 1)
