"""A log of games written whole beside its place, and put there: it is all there, or not at all."""

from __future__ import annotations

from contextlib import closing, suppress
from typing import TYPE_CHECKING

from firmware.errors import StoreError, StoreFullError
from firmware.log import schema
from firmware.log.disk_errors import as_store_error
from firmware.log.store import SqliteStore
from firmware.log.whole_file import remove, sync_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from firmware.log.stored import Row


def write_whole_log(place: Path, rows: Iterable[Sequence[Row]], *, draft: Path) -> None:
    """Write a log and put it in a place, where a power cut finds what was there before or all of it.

    Args:
        place: Where it goes; a log that lies there is written over.
        rows: All rows in their order, some at once.
        draft: A name beside the place; what an earlier try left there is removed.

    Raises:
        StoreError: If it cannot be written, and whatever the rows raise; what lay in the place still does.
    """
    try:
        remove_log(draft)
        with closing(SqliteStore.open(draft)) as opened:
            for some in rows:
                opened.extend(some)
            if opened.problem is not None:
                raise opened.problem
        if any(file.exists() for file in schema.beside(draft)):
            raise StoreFullError(f"{draft} could not be written to its end: free some space on its disk.")
        for file in schema.beside(place):  # it would be played into the new file
            remove(file)
        draft.replace(place)
        sync_folder(place.parent)
    except OSError as error:
        with suppress(OSError):
            remove_log(draft)  # a full disk needs the room
        raise error if isinstance(error, StoreError) else as_store_error(error, place) from error


def remove_log(path: Path) -> None:
    """Remove a log and what belongs to it; one that is not there is no mistake.

    Raises:
        OSError: If it cannot be removed.
    """
    for file in (path, *schema.beside(path)):
        if file.exists():
            remove(file)
