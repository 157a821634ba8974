"""A damaged log: moved aside, what can be read of it and of its copies carried over, and the game goes on.

A game is carried over up to its first record that is nowhere to be read, as the rules could not follow it past a gap.
The damaged file stays beside the new one, so that nothing is thrown away.
"""

from __future__ import annotations

import glob
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from firmware.backup import copies_of, newest_copied
from firmware.carve import carve, carve_places
from firmware.errors import StoreCorruptError, StoreError, StoreFullError, StoreReadOnlyError
from firmware.log import schema
from firmware.log.disk_errors import as_store_error
from firmware.log.store import SqliteStore
from firmware.log.whole_file import sync_folder
from firmware.rereading import is_all_due, unmark
from firmware.rows import LARGE_BYTES, rows_unwritable
from firmware.salvaged import Remains, Trace, followed, goes_on
from firmware.whole_log import remove_log, write_whole_log

if TYPE_CHECKING:
    from pathlib import Path

    from firmware.log.stored import Row

Clock: TypeAlias = Callable[[], str | None]

MOST_ASIDE = 3
"""So many damaged files are kept; a card that dies would fill itself with them."""


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


def open_or_replace(
    path: Path, *, now_utc: Clock | None = None, large_bytes: int = LARGE_BYTES
) -> tuple[SqliteStore, Replaced | None]:
    """Open the log; a damaged one is moved aside and replaced by what can be salvaged of it and of its copies.

    Of a large one only the newest game is looked at here, so that it opens as fast as a small one; `firmware.rereading`
    looks at the rest while there is time, and where it found damage, all is looked at here the next time.

    Returns:
        The open store, and what happened to a damaged file, None where nothing did. Where the disk has no room
        for a new file, the damaged one stays where it is and the store holds what was salvaged; its `problem`
        says so.

    Raises:
        StoreError: As `SqliteStore.open`, but never for damage.
    """
    if _is_ready(path):  # the power went while a damaged file was being replaced
        try:
            _swap(path)
        except (StoreFullError, StoreReadOnlyError) as error:
            return SqliteStore.unwritable(path, rows_unwritable(_ready(path)), error), None
    left = schema.log_of(path)
    try:
        store = SqliteStore.open(path, now_utc=now_utc, is_thorough=is_all_due(path, large_bytes))
    except StoreCorruptError as error:
        return _replaced(path, str(error), now_utc=now_utc)
    if store.problem is not None:
        return _with_what_copies_have(store, store.problem), None
    unmark(path)
    if missing := _missing_from(store, left):
        return _replaced(path, missing, now_utc=now_utc, opened=store, left=left)
    return store, None


# -- what is missing -------------------------------------------------------------------------------------------


def _missing_from(store: SqliteStore, left: bytes) -> str:
    """Return a sentence if more was saved than a log that looks healthy shows, an empty one if all is there.

    SQLite takes a damaged frame for the end of its write-ahead log, and an empty file for a new one. The one record
    that was in hand when the power went may be whole in the log, too: it is taken.

    Args:
        store: The log, open.
        left: Its write-ahead log as it was before it was opened.
    """
    newest = store.newest
    late = [row for row in carve(b"", left) if row.sequence > newest[0]]
    if len(late) == 1 and list(followed(map(Trace.of, late), newest)):
        with suppress(StoreError):  # nobody was told that it is saved, and `store.problem` says why it is not
            store.extend(late)
    known = max((sequence for sequence, _ in {*carve_places(b"", left), *(row.place for row in late)}), default=0)
    if known > newest[0] + 1:
        return f"{store.path} lacks records up to {known}: its write-ahead log is damaged."
    copied = newest_copied(store.path)
    if copied > store.newest and any(goes_on(copy, _newest_row(store)) for copy in copies_of(store.path)):
        return f"{store.path} lacks records up to {copied[0]}, which its copy has."
    return ""


def _newest_row(store: SqliteStore) -> Row | None:
    sequence, _ = store.newest
    if not sequence:
        return None
    for row in store.rows_after(sequence - 1, most=1):
        return row
    raise store.problem or StoreError(f"{store.path} is not open.")


def _with_what_copies_have(store: SqliteStore, problem: StoreError) -> SqliteStore:
    """Return a store of all that can be read where nothing can be written, and so nothing put right.

    Where its copies have more than the log, nothing is saved before the next start: a log begun anew in its place
    would be another one, and take the copies for itself.
    """
    with closing(Remains(store.path)) as found:
        if found.newest <= store.newest:
            return store
        store.close()
        return SqliteStore.unwritable(store.path, found.newest_rows(), problem)


# -- replacing -------------------------------------------------------------------------------------------------


def _replaced(
    path: Path, reason: str, *, now_utc: Clock | None, opened: SqliteStore | None = None, left: bytes = b""
) -> tuple[SqliteStore, Replaced | None]:
    """Put what can be salvaged in the place of a log; every step may be the last before a power cut."""
    with closing(Remains(path, left=left)) as found:
        salvaged, lost = len(found.kept), found.lost
        try:
            _prepare(path, found)
        except (StoreFullError, StoreReadOnlyError) as error:
            return SqliteStore.unwritable(path, found.newest_rows(), error), None
        finally:
            if opened is not None:  # not sooner: what its log held beyond the damage is gone then
                opened.close()
    moved_to = _swap(path)
    unmark(path)
    replaced = Replaced(moved_to=moved_to, reason=reason, salvaged=salvaged, lost=lost)
    return SqliteStore.open(path, now_utc=now_utc), replaced


def _prepare(path: Path, found: Remains) -> None:
    """Write the new file completely; once it has its name, the next start would take it, too."""
    try:
        for old in _asides(path)[: 1 - MOST_ASIDE]:
            remove_log(old)
    except OSError as error:
        raise as_store_error(error, path) from error
    write_whole_log(_ready(path), found.rows(), draft=path.with_name(f"{path.name}.salvaging"))


def _swap(path: Path) -> Path:
    """Move the damaged file aside, its log first, and the salvaged one into its place; can be done again.

    A log that stayed would be played into the new file, and the disk may keep later names without earlier ones.
    """
    aside = _free_name(path)
    moves = [*zip(schema.beside(path), schema.beside(aside), strict=True), (path, aside), (_ready(path), path)]
    try:
        for old, new in moves:
            if old.exists():
                old.replace(new)
                sync_folder(path.parent)
    except OSError as error:
        raise as_store_error(error, path) from error
    return aside


def _is_ready(path: Path) -> bool:
    try:
        return _ready(path).exists()
    except OSError as error:
        raise as_store_error(error, path) from error


def _ready(path: Path) -> Path:
    return path.with_name(f"{path.name}.salvaged")


def _asides(path: Path) -> list[Path]:
    """Return the damaged files that were moved aside, oldest first."""
    numbers = [found.name.rpartition("-")[2] for found in path.parent.glob(f"{glob.escape(path.name)}.corrupt-*")]
    return [_aside(path, int(number)) for number in sorted({int(n) for n in numbers if n.isdecimal()})]


def _free_name(path: Path) -> Path:
    before = _asides(path)
    return _aside(path, 1 + int(before[-1].name.rpartition("-")[2]) if before else 1)


def _aside(path: Path, number: int) -> Path:
    return path.with_name(f"{path.name}.corrupt-{number}")
