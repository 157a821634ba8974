"""Opening the log of games at the start, whatever became of it, and what the players must know of that."""

from __future__ import annotations

import logging
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from firmware import errors
from firmware.log import mending, schema
from firmware.log.disk_errors import as_store_error
from firmware.log.reading import LogSource
from firmware.log.store import SqliteStore
from firmware.log.stored import NOTHING, StoredRecord

log = logging.getLogger(__name__)

START_S = 180.0
MENDING_S_PER_BYTE = 1e-6
"""What may be needed of a slow computer and a slow card that write a damaged log anew; a look takes a tenth of it."""

LARGE_BYTES = 16_000_000
"""Of some twenty games, which a Pi and its card look through within seconds; of a larger log only the newest game is
looked at when it is opened, and the rest in play, by `firmware.log.follower`."""


class Became(StrEnum):
    """What became of a log."""

    RESTORED = "restored"  # it was damaged, and all that is known of was carried over
    LOST = "lost"  # the same, but for some records
    REPLACED = "replaced"  # it was damaged, and nothing in it could be read
    GONE = "gone"  # it was there and is not any more, and neither is its copy
    TOO_NEW = "too-new"  # it is of a newer Serviert, and another file is used


@dataclass(frozen=True, slots=True)
class Trouble:
    """What the players must know of a log that was opened."""

    became: Became  # what became of it
    lost: int = 0  # so many records are missing in the games


def copy_beside(path: Path) -> Path:
    """Return where the copy of a log is kept if nothing else is wanted."""
    return path.with_name(f"{path.name}.copy")


def longest_opening_s(path: Path, copy: Path | None = None) -> float:
    """Return how long it may take until the log of games is open; longer than that is a computer that hangs."""
    try:
        files = {path, *schema.beside(path), copy or copy_beside(path), *mending.older_files(path)}
        size = sum(file.stat().st_size for file in files if file.exists())
    except OSError:
        size = 0  # opening it says what is wrong
    return START_S + size * MENDING_S_PER_BYTE


def open_store(
    path: Path, copy: Path | None = None, *, large_bytes: int = LARGE_BYTES
) -> tuple[SqliteStore, Trouble | None]:
    """Open the log of games; a damaged one is mended from its copy, one of an older Serviert is taken over.

    Returns:
        The store, and what the players must know of it, None where all is well. Where the disk takes nothing, the
        store holds what can be read, and its `problem` says so.

    Raises:
        StoreInUseError: If another companion writes it.
        StoreError: If it cannot even be read.
    """
    copy = copy or copy_beside(path)
    try:
        return _opened(path, copy, large_bytes)
    except errors.StoreTooNewError as error:
        own = of_this_version(path)
        log.error("%s Until then the games are kept in %s.", error, own)  # noqa: TRY400 - the sentence says it all
        store, trouble = _opened(own, of_this_version(copy), large_bytes)
        return store, trouble or (Trouble(Became.TOO_NEW) if store.problem is None else None)


def of_this_version(path: Path) -> Path:
    """Return where games are kept while the log itself is of a newer Serviert: beside it, the same each start."""
    return path.with_name(f"{path.stem}-v{schema.VERSION}{path.suffix}")


# -- marks beside the log --------------------------------------------------------------------------------------


def is_all_due(path: Path, large_bytes: int = LARGE_BYTES) -> bool:
    """Return whether every record is to be looked at when a log is opened: it is small, or damage was found in it."""
    with suppress(OSError):
        return damage_mark(path).exists() or path.stat().st_size <= large_bytes
    return True


def damage_mark(path: Path) -> Path:
    """Return the file that says that damage was found in a log in play: all of it is looked at at the next start."""
    return path.with_name(f"{path.name}.damaged")


def begun_mark(path: Path) -> Path:
    """Return the file that says that games were kept in a log: if that is gone, it is not greeted as new."""
    return path.with_name(f"{path.name}.begun")


# -- inside ----------------------------------------------------------------------------------------------------


def _opened(path: Path, copy: Path, large_bytes: int) -> tuple[SqliteStore, Trouble | None]:
    try:
        is_older = _is_older(path)
    except (errors.StoreFullError, errors.StoreReadOnlyError) as error:
        return SqliteStore.unwritable(path, mending.newest_game_ready(path), error), None
    _roll_back(copy)
    if is_older:
        return _mended(path, copy, f"{path} and what lies beside it is of an older Serviert.", is_older=True)
    if _is_gone(path) and (missing := _missing(path, (), copy)):
        return _mended(path, copy, missing)
    try:
        store = SqliteStore.open(path, is_thorough=is_all_due(path, large_bytes))
    except errors.StoreCorruptError as error:
        return _mended(path, copy, str(error))
    if missing := _missing(path, store.stored_game(store.newest[1]), copy):
        store.close()
        return _mended(path, copy, missing, problem=store.problem)
    if store.problem is None:
        _unmark(path)
    return store, Trouble(Became.GONE) if store.newest == NOTHING and begun_mark(path).exists() else None


def _is_older(path: Path) -> bool:
    """Return whether a log is to be taken over; one that was being replaced when the power went is put in its place.

    Raises:
        StoreError: If it cannot be put there, or its folder cannot be read.
    """
    try:
        if mending.is_ready(path):
            mending.replace_log(path)
        return bool(mending.older_files(path))
    except OSError as error:
        raise error if isinstance(error, errors.StoreError) else as_store_error(error, path) from error


def _roll_back(copy: Path) -> None:
    """Let SQLite undo what the power cut in a copy; else all of it would be read in memory."""
    with suppress(errors.StoreError):
        if any(file.exists() for file in schema.beside(copy)) and schema.version_in(copy) == schema.VERSION:
            schema.connect(copy, may_create=False, is_copy=True).close()


def _is_gone(path: Path) -> bool:
    return not any(file.exists() and file.stat().st_size for file in (path, *schema.beside(path)))


def _missing(path: Path, newest: tuple[StoredRecord, ...], copy: Path) -> str:
    """Return a sentence if the copy of a log that looks healthy holds more, an empty one if all is there.

    SQLite takes a damaged write-ahead log for a shorter one, and an empty file for a new one.
    """
    ours = {each.sequence: each for each in newest}
    last = max(ours, default=0)
    with ExitStack() as opened:
        try:
            held = LogSource(copy, opened)
            found = list(held.stored(held.last, first=min(ours, default=1)))
        except errors.StoreTooNewError:
            raise
        except errors.StoreError as error:
            log.warning("The copy of the games cannot be read: %s", error)
            return ""
    same = [each.is_same_as(ours[each.sequence]) for each in found if each.sequence in ours]
    if not found or found[-1].sequence <= last or not all(same) or (last and not same):
        return ""
    return f"{path} lacks records up to {found[-1].sequence}, which its copy has."


def _mended(
    path: Path, copy: Path, reason: str, *, is_older: bool = False, problem: errors.StoreError | None = None
) -> tuple[SqliteStore, Trouble | None]:
    """Put what is whole in the place of a log; every step may be the last before a power cut."""
    with ExitStack() as opened:
        whole = mending.WholeLog(path, copy, opened)
        try:
            if problem is not None:
                raise problem
            mending.write_anew(path, whole)
        except (errors.StoreFullError, errors.StoreReadOnlyError) as error:
            for _ in whole.stored():
                pass
            return SqliteStore.unwritable(path, whole.game, error), None
    aside = mending.replace_log(path)
    _unmark(path)
    store = SqliteStore.open(path, is_thorough=False)
    if is_older and not whole.is_damaged:
        log.info("%s All %d records were taken over; the files are kept in %s.", reason, whole.count, aside.parent)
        return store, None
    message = "%s It was moved to %s; %d records were saved, %d are lost or come after lost ones; missing are %s."
    log.error(message, reason, aside, whole.count, whole.lost, whole.missing or "none")
    if whole.lost:
        return store, Trouble(Became.LOST, whole.lost)
    if not whole.count:
        begun_mark(path).unlink(missing_ok=True)  # else it would be said to be gone at the next start
        return store, Trouble(Became.REPLACED)
    return store, Trouble(Became.RESTORED)


def _unmark(path: Path) -> None:
    with suppress(OSError):  # at worst all of it is looked at again
        damage_mark(path).unlink(missing_ok=True)
