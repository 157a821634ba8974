"""A damaged log: moved aside, what can be read of it carried over, and the game goes on.

A game is carried over up to its first unreadable record, as the rules could not follow it past a gap. The damaged
file stays beside the new one, so that nothing is thrown away.
"""

from __future__ import annotations

import itertools
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from firmware import codec, schema
from firmware.errors import StoreCorruptError, StoreError, StoreFullError, StoreReadOnlyError
from firmware.store import SELECT, Row, SqliteStore, row_from

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Clock: TypeAlias = Callable[[], str | None]

_MISSES_IN_A_ROW = 2_000  # so many numbers without a record are taken for the end of the log
_CHANGE_COUNTER = slice(24, 28)  # of the file header


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """What became of a damaged log, for the display.

    Attributes:
        moved_to: Where the damaged file is now.
        reason: What was wrong with it, a sentence.
        salvaged: Records carried over.
        lost: Records known to have been there and not carried over; there may have been more.
    """

    moved_to: Path
    reason: str
    salvaged: int
    lost: int


def open_or_replace(path: Path, *, now_utc: Clock | None = None) -> tuple[SqliteStore, Replaced | None]:
    """Open the log; a damaged one is moved aside and replaced by what can be salvaged.

    Returns:
        The open store, and what happened to a damaged file, None where nothing did. Where the disk has no room
        for a new file, the damaged one stays where it is and the store holds what was salvaged; its `problem`
        says so.

    Raises:
        StoreError: As `SqliteStore.open`, but never for damage.
    """
    if _ready(path).exists():  # the power went while a damaged file was being replaced
        _swap(path)
    try:
        return SqliteStore.open(path, now_utc=now_utc), None
    except StoreCorruptError as error:
        rows, lost = salvage(path)
        reason = str(error)
    try:
        moved_to = _replace(path, rows)
    except (StoreFullError, StoreReadOnlyError) as error:
        return SqliteStore.unwritable(path, rows, error), None
    replaced = Replaced(moved_to=moved_to, reason=reason, salvaged=len(rows), lost=lost)
    return SqliteStore.open(path, now_utc=now_utc), replaced


def salvage(path: Path) -> tuple[tuple[Row, ...], int]:
    """Return what can be read of a damaged log, and how many records are known to be lost.

    Raises:
        StoreError: If there is no room to copy the file for reading.
    """
    with tempfile.TemporaryDirectory(prefix="serviert-") as folder:
        copy = Path(folder) / path.name
        _copy(path, copy)
        rows = _all_readable(copy)
        if not rows and _transplant_first_page(copy):
            rows = _all_readable(copy)
    kept = tuple(_up_to_gaps(rows))
    return kept, (rows[-1].sequence - len(kept) if rows else 0)


# -- replacing -------------------------------------------------------------------------------------------------


def _replace(path: Path, rows: Sequence[Row]) -> Path:
    """Write the new file completely, then change places; every step may be the last before a power cut."""
    draft = path.with_name(f"{path.name}.salvaging")
    try:
        for leftover in (draft, schema.log_path(draft)):
            leftover.unlink(missing_ok=True)
        with closing(SqliteStore.open(draft)) as store:
            store.restore(rows)
        draft.replace(_ready(path))
    except OSError as error:
        raise _as_ours(error, path) from error
    return _swap(path)


def _swap(path: Path) -> Path:
    """Move the damaged file aside, its log first, and the salvaged one into its place; can be done again.

    A log that stayed would be played into the new file.
    """
    aside = _free_name(path)
    try:
        if schema.log_path(path).exists():
            schema.log_path(path).replace(schema.log_path(aside))
        if path.exists():
            path.replace(aside)
        _ready(path).replace(path)
    except OSError as error:
        raise schema.as_store_error(error, path) from error
    return aside


def _ready(path: Path) -> Path:
    return path.with_name(f"{path.name}.salvaged")


def _free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.name}.corrupt-{number}") for number in itertools.count(1))
    return next(name for name in names if not name.exists())


def _as_ours(error: OSError, path: Path) -> StoreError:
    return error if isinstance(error, StoreError) else schema.as_store_error(error, path)


# -- reading ---------------------------------------------------------------------------------------------------


def _copy(path: Path, copy: Path) -> None:
    try:
        shutil.copyfile(path, copy)
        if schema.log_path(path).exists():
            shutil.copyfile(schema.log_path(path), schema.log_path(copy))
    except OSError as error:
        raise schema.as_store_error(error, path) from error


def _all_readable(copy: Path) -> tuple[Row, ...]:
    """Return every row that can be found by its number and whose check sum fits."""
    try:
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            # Lets SQLite open a file that is shorter than its header says.
            connection.execute("PRAGMA writable_schema = ON")
            return tuple(_readable_rows(connection))
    except sqlite3.Error:
        return ()


def _readable_rows(connection: sqlite3.Connection) -> Iterator[Row]:
    misses = 0
    for sequence in itertools.count(1):
        row = _row_at(connection, sequence)
        misses = 0 if row else misses + 1
        if row:
            yield row
        elif misses > _MISSES_IN_A_ROW:
            return


def _row_at(connection: sqlite3.Connection, sequence: int) -> Row | None:
    try:
        columns = connection.execute(f"{SELECT} WHERE sequence = ?", (sequence,)).fetchone()
        return row_from(columns) if columns else None
    except (sqlite3.Error, StoreCorruptError, UnicodeDecodeError):
        return None


def _up_to_gaps(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield each game from its beginning to its first gap."""
    for _, group in itertools.groupby(rows, key=lambda row: row.game):
        game = list(group)
        if not codec.begins_game(game[0].record):
            continue
        first = game[0].sequence
        for number, row in enumerate(game):
            if row.sequence != first + number:
                break
            yield row


def _transplant_first_page(copy: Path) -> bool:
    """Give a file whose first page is damaged that of an empty log: the table and index have the same roots.

    Returns:
        False where the file is too short to hold anything.
    """
    if copy.stat().st_size <= schema.PAGE_SIZE:
        return False
    donor = copy.with_name("donor")
    SqliteStore.open(donor).close()
    page = bytearray(donor.read_bytes()[: schema.PAGE_SIZE])
    # An odd change counter tells SQLite to take the number of pages from the file, not from this header.
    page[_CHANGE_COUNTER] = (int.from_bytes(page[_CHANGE_COUNTER], "big") + 1).to_bytes(4, "big")
    schema.log_path(copy).unlink(missing_ok=True)
    with copy.open("r+b") as file:
        file.write(page)
    return True
