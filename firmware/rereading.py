"""The games of past evenings, looked through again while there is time: cards forget what nobody reads.

A small log is looked at as a whole when it is opened. A large one would keep the table waiting for minutes, and a
record of last year is in nobody's way tonight: it is read bit by bit in play, and damage found so leaves a mark, by
which the whole log is looked at, and put right, at the next start.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from firmware.errors import StoreCorruptError, StoreError
from firmware.rows import LARGE_BYTES

if TYPE_CHECKING:
    from pathlib import Path

    from firmware.log.store import SqliteStore

log = logging.getLogger(__name__)

ROWS_AT_ONCE = 100
REST_S = 0.05
"""Between two pieces: a thousand games are read within five minutes, and a throw never waits for more than a piece."""


def is_all_due(path: Path, large_bytes: int = LARGE_BYTES) -> bool:
    """Return whether every record is to be looked at when a log is opened: it is small, or damage was found in it.

    Args:
        path: The log; it need not exist.
        large_bytes: Up to this it is small.
    """
    return _mark_of(path).exists() or not _is_large(path, large_bytes)


def unmark(path: Path) -> None:
    """Forget that damage was found in a log: it was looked at, and put right."""
    with suppress(OSError):  # at worst it is looked at again
        _mark_of(path).unlink(missing_ok=True)


class Rereading:
    """A look through a large log, from its first record to its last, a few at a time.

    Attributes:
        is_left: Whether there is anything left to look at.
        is_sound: Whether all that was looked at could be read.
    """

    def __init__(self, store: SqliteStore, *, large_bytes: int = LARGE_BYTES) -> None:
        """Begin at the first record; of a small log nothing is left to look at.

        Args:
            store: The log, open.
            large_bytes: Up to this it is small.
        """
        self._store = store
        self._seen = 0
        self.is_sound = True
        self.is_left = _is_large(store.path, large_bytes)

    def go_on(self) -> None:
        """Look at the next records; damage is noted for the next start."""
        try:
            rows = self._store.rows_after(self._seen, most=ROWS_AT_ONCE)
        except StoreCorruptError as error:
            log.error("%s It is put right at the next start.", error)  # noqa: TRY400 - the sentence says it all
            self._mark()
            rows, self.is_sound = (), False
        except StoreError as error:
            log.warning("The games could not be looked through: %s", error)
            rows, self.is_sound = (), False
        self.is_left = bool(rows)
        self._seen = rows[-1].sequence if rows else self._seen

    def _mark(self) -> None:
        try:
            _mark_of(self._store.path).touch()
        except OSError as error:
            log.warning("That could not be noted for the next start: %s", error)


def _is_large(path: Path, large_bytes: int) -> bool:
    try:
        return path.stat().st_size > large_bytes
    except OSError:
        return False


def _mark_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.damaged")
