"""Opening the log of games at the start, whatever became of it, and what the players must know of that."""

import logging
from collections import deque
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from firmware import errors
from firmware.log import mending, schema
from firmware.log.disk_errors import translated
from firmware.log.schema import beside, of_sqlite
from firmware.log.store import SqliteStore
from firmware.log.stored import NOTHING, StoredRecord

log = logging.getLogger(__name__)

START_S = 180.0
MENDING_S_PER_BYTE = 1e-6  # of a slow computer and card that write a damaged log anew; a look takes a tenth of it

DAMAGED, BEGUN = "damaged", "begun"
"""Marks beside a log: in play damage was found in it, so all of it is looked at at the next start; games were kept in
it, so it is not greeted as new if it is gone."""

LARGE_BYTES = 16_000_000
"""Of some twenty games, which a Pi and its card look through within seconds; of a larger log only the newest game is
looked at when it is opened, and the rest in play, by `firmware.log.follower`."""


class Became(StrEnum):
    """What became of a log."""

    RESTORED = "restored"  # it was damaged, and all that is known of was carried over
    LOST = "lost"  # the same, but for some records
    REPLACED = "replaced"  # it was damaged, and nothing in it could be read
    GONE = "gone"  # it was there and is not any more, and neither is its copy
    TOO_NEW = "too-new"  # it is of another version of Serviert, and another file is used


@dataclass(frozen=True, slots=True)
class Trouble:
    """What the players must know of a log that was opened."""

    became: Became  # what became of it
    lost: int = 0  # so many records are missing in the games


def longest_opening_s(path: Path, copy: Path | None = None) -> float:
    """Return how long it may take until the log of games is open; longer than that is a computer that hangs."""
    try:
        files = {*of_sqlite(path), copy or beside(path, "copy")}
        size = sum(file.stat().st_size for file in files if file.exists())
    except OSError:
        size = 0  # opening it says what is wrong
    return START_S + size * MENDING_S_PER_BYTE


def open_store(
    path: Path, copy: Path | None = None, *, large_bytes: int = LARGE_BYTES
) -> tuple[SqliteStore, Trouble | None]:
    """Open the log of games; a damaged one is mended from its copy.

    Returns:
        The store, and what the players must know of it, None where all is well. Where the disk takes nothing, the
        store holds what can be read, and its `problem` says so.

    Raises:
        StoreInUseError: If another companion writes it.
        StoreError: If it cannot even be read.
    """
    copy = copy or beside(path, "copy")
    try:
        return _opened(path, copy, large_bytes)
    except errors.StoreTooNewError as error:
        own = of_this_version(path)
        log.error("%s Until then the games are kept in %s.", error, own)  # noqa: TRY400 - the sentence says it all
        store, trouble = _opened(own, of_this_version(copy), large_bytes)
        return store, trouble or (Trouble(Became.TOO_NEW) if store.problem is None else None)


def of_this_version(path: Path) -> Path:
    """Return where games are kept while the log itself is of another version: beside it, the same each start."""
    return path.with_name(f"{path.stem}-v{schema.VERSION}{path.suffix}")


def is_all_due(path: Path, large_bytes: int = LARGE_BYTES) -> bool:
    """Return whether every record is to be looked at when a log is opened: it is small, or damage was found in it."""
    with suppress(OSError):
        return beside(path, DAMAGED).exists() or path.stat().st_size <= large_bytes
    return True


def _opened(path: Path, copy: Path, large_bytes: int) -> tuple[SqliteStore, Trouble | None]:
    try:
        with translated(path):
            if beside(path, mending.READY).exists():  # the power went while a log was being replaced
                mending.replace_log(path)
    except (errors.StoreFullError, errors.StoreReadOnlyError) as error:
        return _mended(path, copy, problem=error)
    with suppress(errors.StoreError):  # let SQLite undo what the power cut in a copy; else it would be read in memory
        if any(file.exists() for file in of_sqlite(copy)[:2]) and schema.version_in(copy):
            schema.connect(copy, may_create=False, is_copy=True).close()
    is_gone = not any(file.exists() and file.stat().st_size for file in of_sqlite(path))
    if is_gone and (reason := _missing(path, (), copy)):
        return _mended(path, copy, reason)
    try:
        store = SqliteStore.open(path, is_thorough=is_all_due(path, large_bytes))
    except errors.StoreCorruptError as error:
        return _mended(path, copy, str(error))
    if missing := _missing(path, store.newest_game, copy):
        store.close()
        return _mended(path, copy, missing, problem=store.problem)
    if store.problem is None:
        _unmark(path, DAMAGED)
    is_lost = store.newest == NOTHING and beside(path, BEGUN).exists()
    return store, Trouble(Became.GONE) if is_lost else None


def _missing(path: Path, newest: tuple[StoredRecord, ...], copy: Path) -> str:
    """Return a sentence if the copy of a log that looks healthy holds more, an empty one if all is there.

    SQLite takes a damaged write-ahead log for a shorter one, and an empty file for a new one.
    """
    ours = {each.sequence: each for each in newest}
    last, found, same = max(ours, default=0), 0, list[bool]()
    with ExitStack() as opened:
        try:
            held = mending.LogSource(copy, opened)
        except errors.StoreTooNewError:
            raise
        except errors.StoreError as error:
            log.warning("The copy of the games cannot be read: %s", error)
            return ""
        for each in held.stored(min(ours, default=1), held.last):
            found = each.sequence
            if found in ours:
                same.append(each.is_same_as(ours[found]))
    if found <= last or not all(same) or (last and not same):
        return ""
    return f"{path} lacks records up to {found}, which its copy has."


def _mended(
    path: Path, copy: Path, reason: str = "", *, problem: errors.StoreError | None = None
) -> tuple[SqliteStore, Trouble | None]:
    """Put what is whole in the place of a log; every step may be the last before a power cut.

    Where there is a problem, or nothing can be written, only the newest game is read.
    """
    with ExitStack() as opened:
        whole = mending.WholeLog(path, copy, opened)
        try:
            if problem is not None:
                raise problem
            mending.write_anew(path, whole)
        except (errors.StoreFullError, errors.StoreReadOnlyError) as error:
            deque(whole.stored(), maxlen=0)
            return SqliteStore.unwritable(path, whole.game, error), None
    aside = mending.replace_log(path)
    _unmark(path, DAMAGED)
    store = SqliteStore.open(path, is_thorough=False)
    message = "%s It was moved to %s; %d records were saved, %d are lost or come after lost ones; missing are %s."
    log.error(message, reason, aside, whole.count, whole.lost, whole.missing or "none")
    if whole.lost:
        return store, Trouble(Became.LOST, whole.lost)
    if whole.count:
        return store, Trouble(Became.RESTORED)
    _unmark(path, BEGUN)  # else it would be said to be gone at the next start
    return store, Trouble(Became.REPLACED)


def _unmark(path: Path, mark: str) -> None:
    with suppress(OSError):  # at worst all of it is looked at again
        beside(path, mark).unlink(missing_ok=True)
