"""Records for logs, and what can be done to the files that hold them."""

from __future__ import annotations

import random
import sqlite3
import zlib
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from firmware.errors import StoreFullError
from firmware.log import codec, schema
from firmware.log.follower import Follower
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from scoring.dice import Face
from scoring.events import Entered, GameBegan, ThrowMade
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.power.game import seen
from vision.reading import Reading, Verdict

BEGAN = Record(GameBegan(players=("Anna", "Ben")))
THROW = Record(ThrowMade((Face.ACE,) * 5), Reading(dice=(), verdict=Verdict.EMPTY, exposed_ns=7))
ENTERED = Record(Entered(Cell(Category.GRANDE, 10)))
GAME = (BEGAN, THROW, ENTERED)


def number(value: int) -> Record:
    """Return a record that differs from others, and that compresses as little as real ones do."""
    return Record(ThrowMade((Face.NINE,) * 5), seen([Face.NINE] * 5, random.Random(value)))


# Two games of 30 records: enough for several pages, so that damage to one spares the others.
FIRST = (BEGAN, *(number(1_000 + value) for value in range(29)))
SECOND = (BEGAN, *(number(2_000 + value) for value in range(29)))


def fill(path: Path, *records: Record) -> None:
    """Save records."""
    with closing(SqliteStore.open(path)) as store:
        for record in records:
            store.append(record)


def copied(path: Path, **options) -> Path:
    """Bring the copy of a closed log up to date, and return where it is."""
    with closing(SqliteStore.open(path)) as store:
        follow(store, **options)
    return path.with_name(f"{path.name}.copy")


def follow(store: SqliteStore, copy: Path | None = None, free_bytes: int = 1 << 40) -> None:
    """Bring the copy of an open log up to date, and look through both."""
    with closing(Follower(store, copy, free_bytes=lambda _: free_bytes)) as follower:
        follower.follow()
        while follower.look_on():
            pass
        follower.follow()


def saved(path: Path) -> tuple[Record, ...]:
    """Return the newest game."""
    with closing(SqliteStore.open(path)) as store:
        return store.current_game()


def records_in(store: SqliteStore) -> tuple[Record, ...]:
    """Return everything that is stored but notes of gaps."""
    return tuple(each.record for each in store.stored_after(0, most=10_000) if not each.gap)


def append_until_full(store: SqliteStore) -> int:
    """Save what the disk takes, and return how many records that were."""
    for value in range(10_000):
        try:
            store.append(number(value))
        except StoreFullError:
            return value
    raise AssertionError("the disk never filled")


def leaves(path: Path) -> list[int]:
    """Return the numbers of the pages that hold records, from 0."""
    content = path.read_bytes()
    pages = [content[at : at + schema.PAGE_SIZE] for at in range(0, len(content), schema.PAGE_SIZE)]
    return [at for at, page in enumerate(pages) if page[0] == 0x0D and at]


def wipe(path: Path, page: int) -> None:
    """Overwrite a page with zeros."""
    with path.open("r+b") as file:
        file.seek(page * schema.PAGE_SIZE)
        file.write(bytes(schema.PAGE_SIZE))


def spoil(path: Path, *sequences: int) -> None:
    """Make records rotten without SQLite noticing."""
    with closing(sqlite3.connect(path)) as connection:
        name = "record_is_never_changed"
        (rule,) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (name,)).fetchone()
        connection.execute(f"DROP TRIGGER {name}")
        for sequence in sequences:
            connection.execute("UPDATE record SET crc32 = crc32 + 1 WHERE sequence = ?", (sequence,))
        connection.execute(rule)
        connection.commit()


def newer(path: Path) -> bytes:
    """Make the file one of a newer Serviert, and return it."""
    SqliteStore.open(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    return path.read_bytes()


# -- as an older Serviert wrote it -----------------------------------------------------------------------------

_OLDER = (
    """CREATE TABLE record (
            sequence INTEGER PRIMARY KEY,  -- the order, from 1; wall time never is
            game INTEGER NOT NULL,         -- from 1; every record that begins a game counts it up
            body TEXT NOT NULL,            -- JSON, firmware/log/codec.py
            crc32 INTEGER NOT NULL,        -- of sequence, game and body: SQLite's pages carry no checksum
            written_utc TEXT               -- for people; a Pi has no clock battery, so it may be null or wrong
        ) STRICT""",
    "CREATE INDEX record_by_game ON record (game, sequence)",
    f"PRAGMA application_id = {schema.APPLICATION_ID}",
    "PRAGMA user_version = 1",
    "PRAGMA journal_mode = WAL",
)


def older(path: Path, records: Sequence[Record], *, sequence: int = 1, game: int = 0) -> Path:
    """Write a log of version 1, and return where it is."""
    path.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        for statement in _OLDER:
            connection.execute(statement)
        for at, record in enumerate(records, start=sequence):
            body = codec.encode(record)
            game = max(1, game + codec.is_beginning(body))
            check = zlib.crc32(f"{at} {game} {body}".encode())
            connection.execute("INSERT INTO record VALUES (?, ?, ?, ?, ?)", (at, game, body, check, "2026-01-01"))
        connection.commit()
    return path


def log_path(path: Path) -> Path:
    return schema.of_sqlite(path)[0]
