"""Opening the log of games at the start, whatever became of it, and what the players must know of that."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from firmware.archive import KEPT_GAMES, finish_putting_away, put_away
from firmware.errors import StoreFullError, StoreReadOnlyError, StoreTooNewError
from firmware.log import schema
from firmware.salvage import open_or_replace
from firmware.session.log import notice
from firmware.session.state import Notice, NoticeKey

if TYPE_CHECKING:
    from pathlib import Path

    from firmware.errors import StoreError
    from firmware.log.store import SqliteStore
    from firmware.salvage import Replaced

log = logging.getLogger(__name__)

START_S = 180.0
SALVAGE_S_PER_BYTE = 1e-6
"""What may be needed of a slow computer and a slow card that carry a damaged log over; a look takes a tenth of it."""


def longest_opening_s(path: Path) -> float:
    """Return how long it may take until the log of games is open; longer than that is a computer that hangs.

    Args:
        path: The log; it need not exist.
    """
    try:
        size = sum(file.stat().st_size for file in (path, *schema.beside(path)) if file.exists())
    except OSError:
        size = 0  # opening it says what is wrong
    return START_S + size * SALVAGE_S_PER_BYTE


def open_store(path: Path, *, kept_games: int = KEPT_GAMES) -> tuple[SqliteStore, Notice | None]:
    """Open the log of games; one of many games is put away first.

    Args:
        path: The log; it need not exist.
        kept_games: As for `firmware.archive.put_away`.

    Returns:
        The store, and what the players must know of it, None where all is well.

    Raises:
        StoreInUseError: If another companion writes it.
        StoreError: If it cannot even be read.
    """
    try:
        store, replaced = _opened(path, kept_games)
    except StoreTooNewError as error:
        own = file_of_this_version(path)
        log.error("%s Until then the games are kept in %s.", error, own)  # noqa: TRY400 - the sentence says it all
        store, replaced = _opened(own, kept_games)
        if replaced is None and store.problem is None:
            return store, notice(NoticeKey.STORE_TOO_NEW)
    if replaced is not None:
        log.error(
            "%s It was moved to %s; %d records were saved, %d are known to be lost.",
            replaced.reason,
            replaced.moved_to,
            replaced.salvaged,
            replaced.lost,
        )
        return store, _told_of(replaced)
    return store, None if store.problem is None else notice(notice_of(store.problem))


def _opened(path: Path, kept_games: int) -> tuple[SqliteStore, Replaced | None]:
    if (unwritable := finish_putting_away(path)) is not None:
        return unwritable, None
    store, replaced = open_or_replace(path)
    if replaced is not None or not put_away(store, kept_games=kept_games):
        return store, replaced  # one risk at a time: what was just put right is put away at the next start
    unwritable = finish_putting_away(path)
    return (unwritable, None) if unwritable is not None else open_or_replace(path)


def file_of_this_version(path: Path) -> Path:
    """Return where games are kept while the log itself is of a newer Serviert: beside it, the same each start."""
    return path.with_name(f"{path.stem}-v{len(schema.MIGRATIONS)}{path.suffix}")


def notice_of(error: StoreError) -> NoticeKey:
    """Return the sentence for a store that does not save."""
    match error:
        case StoreFullError():
            return NoticeKey.STORE_FULL
        case StoreReadOnlyError():
            return NoticeKey.STORE_READ_ONLY
        case _:
            return NoticeKey.STORE_FAILED


def _told_of(replaced: Replaced) -> Notice:
    if replaced.lost:
        return notice(NoticeKey.STORE_LOST, count=replaced.lost)
    return notice(NoticeKey.STORE_RESTORED if replaced.salvaged else NoticeKey.STORE_REPLACED)
