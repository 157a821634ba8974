"""Rows as an open file gives them, each held against its check sum, and what a look at the whole file says."""

from __future__ import annotations

import sqlite3
from collections import deque
from contextlib import closing
from typing import TYPE_CHECKING

from firmware.errors import StoreCorruptError, StoreTooNewError
from firmware.log import codec, schema
from firmware.log.disk_errors import translated
from firmware.log.stored import NOTHING, Place, Row

if TYPE_CHECKING:
    from pathlib import Path

SELECT = "SELECT sequence, game, body, crc32, written_utc FROM record"
ORDER = "ORDER BY sequence"
LARGE_BYTES = 64_000_000
"""Of some forty games. A Pi and its card look through them within seconds; all that were ever played take minutes."""


def rows_in(connection: sqlite3.Connection, path: Path, query: str, *values: int) -> tuple[Row, ...]:
    """Return the rows that a query finds.

    Raises:
        StoreCorruptError: If one of them is damaged.
        StoreError: If the file cannot be read.
    """
    with translated(path):
        found = connection.execute(query, values).fetchall()
    return tuple(map(Row.from_columns, found))


def check(
    connection: sqlite3.Connection, path: Path, *, is_thorough: bool, large_bytes: int = LARGE_BYTES
) -> Row | None:
    """Check the tree of the file and the records; return the newest row.

    Args:
        connection: To the file.
        path: For what is said of it.
        is_thorough: Whether every record is looked at, and not only those of the newest game.
        large_bytes: The tree of a larger file is looked at only with every record.

    Raises:
        StoreCorruptError: If something is wrong.
        StoreTooNewError: If the newest game holds a record that is sound and yet not understood.
    """
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    if is_thorough or pages * schema.PAGE_SIZE <= large_bytes:
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise StoreCorruptError(f"{path} is damaged ({verdict}).")
    if is_thorough:
        deque(map(Row.from_columns, connection.execute(f"{SELECT} {ORDER}")), maxlen=0)
    newest = rows_in(connection, path, f"{SELECT} WHERE game = (SELECT max(game) FROM record) {ORDER}")
    for row in newest:
        _require_known(row, path)
    return newest[-1] if newest else None


def _require_known(row: Row, path: Path) -> None:
    try:
        codec.decode(row.body)
    except StoreCorruptError as error:  # its check sum fits, so it says what was written: by another version
        raise StoreTooNewError(
            f"{path} was written by a newer Serviert: record {row.sequence} is sound, and not understood. "
            f"Update Serviert, or choose another path under [store]; nothing in it was changed. ({error})"
        ) from error


def newest_in(path: Path) -> Row | None:
    """Return the newest row of a log that is not open, unchecked but for that row; None where there is none.

    Raises:
        StoreError: If the file cannot be opened or read, or that row is damaged.
    """
    if not path.exists():
        return None
    schema.refuse_foreign(path)
    with closing(schema.connect(path, may_create=False)) as connection:
        with translated(path):
            if schema.version_of(connection) == 0:
                return None
        found = rows_in(connection, path, f"{SELECT} {ORDER} DESC LIMIT 1")
    return found[0] if found else None


def place_of(row: Row | None) -> Place:
    """Return the place of the newest row, `NOTHING` where there is none."""
    return NOTHING if row is None else row.place


def rows_unwritable(path: Path) -> tuple[Row, ...]:
    """Return all rows of a file that cannot be opened for writing; none where there is no file."""
    if not path.exists() or path.stat().st_size == 0:
        return ()
    with schema.readable(path) as connection:
        if schema.version_of(connection) == 0:
            return ()
        return rows_in(connection, path, f"{SELECT} {ORDER}")
