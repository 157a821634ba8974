"""Two copies of the log beside it, brought up to date in turn: at each healthy start and after each game.

The log is append-only, so a copy takes only the rows it lacks: an evening's games and not all there ever were, which
would wear an SD card out. Every row is held against its check sum on the way, so damage is not copied; the copy that
is newer stays as it is until the other one is whole. SQLite's own backup would copy all pages, damaged ones too.
"""

from __future__ import annotations

import logging
import shutil
import threading
from typing import TYPE_CHECKING

from firmware.errors import StoreCorruptError, StoreError, StoreTooNewError
from firmware.log import schema
from firmware.log.disk_errors import as_store_error
from firmware.log.store import SqliteStore
from firmware.log.stored import NOTHING, Place
from firmware.rereading import REST_S, Rereading
from firmware.rows import newest_in
from firmware.whole_log import remove_log

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

log = logging.getLogger(__name__)

COPIES = 2
ROWS_AT_ONCE = 100
"""Copied between two looks at the clock: a record that is to be saved meanwhile waits a few milliseconds."""

SPARED_BYTES = 20_000_000
"""Room that a copy leaves on the disk: the game itself needs it more."""


def copies_of(path: Path) -> tuple[Path, ...]:
    """Return where the copies of a log are."""
    return tuple(path.with_name(f"{path.name}.backup-{number}") for number in range(1, COPIES + 1))


def newest_copied(path: Path) -> Place:
    """Return the place of the newest record in any copy of a log, `NOTHING` where there is none that can be opened."""
    return max(map(_place_in, copies_of(path)))


def usable_copies(path: Path) -> tuple[Path, ...]:
    """Return where copies may be made: one of a newer Serviert is left alone."""
    return tuple(copy for copy in copies_of(path) if not _is_newer(copy))


class Backups:
    """Keeps the copies of a log up to date, in a thread of its own.

    Args:
        store: The log, open.
        free_bytes: Tells how much room is left on the disk of a folder.
        rereading: Looks through the log while nothing is to be copied; None for a look through a large one.
    """

    def __init__(
        self,
        store: SqliteStore,
        *,
        free_bytes: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
        rereading: Rereading | None = None,
    ) -> None:
        """Take the log; `start` and `make` copy it."""
        self._store = store
        self._rereading = Rereading(store) if rereading is None else rereading
        self._free_bytes = free_bytes
        self._due = threading.Event()
        self._is_ending = False
        self._thread = threading.Thread(target=self._work, name="backup", daemon=True)

    def start(self) -> None:
        """Begin to copy, and copy once."""
        self._thread.start()
        self.make_soon()

    def make_soon(self) -> None:
        """Bring a copy up to date, and return at once."""
        self._due.set()

    def close(self) -> None:
        """Stop after the rows that are being copied; the rest is copied the next time."""
        self._is_ending = True
        self._due.set()
        if self._thread.is_alive():
            self._thread.join()

    def make(self) -> Path | None:
        """Bring the older copy up to date and check it.

        Returns:
            The copy, None where there was nothing to copy, or no room for it.

        Raises:
            StoreCorruptError: If the log itself is damaged; what was copied before stays.
            StoreError: If the copy cannot be written.
        """
        path = self._store.path
        newest = self._store.newest
        if newest == NOTHING or newest_copied(path) == newest:
            return None
        copy = min(usable_copies(path) or copies_of(path), key=_place_in)
        if not self._has_room_for(copy):
            log.warning("There is no room for a copy of %s beside it.", path)
            return None
        self._copy_into(copy)
        found = newest_in(copy)
        return copy if found is not None and found.place == newest else None

    def _work(self) -> None:
        while True:
            if not self._due.wait(REST_S if self._rereading.is_left else None):
                self._rereading.go_on()
                continue
            self._due.clear()
            if self._is_ending:
                return
            try:
                self.make()
            except StoreError as error:
                log.warning("The games could not be copied: %s", error)
            except Exception:  # else no game of all that come would be copied any more
                log.exception("The games could not be copied.")

    def _copy_into(self, copy: Path) -> None:
        opened = self._opened(copy)
        try:
            while not self._is_ending and (rows := self._store.rows_after(opened.newest[0], most=ROWS_AT_ONCE)):
                opened.extend(rows)
        finally:
            opened.close()

    def _opened(self, copy: Path) -> SqliteStore:
        """Return a copy that can be added to: a damaged one, or one of another log, is begun anew."""
        try:
            opened = SqliteStore.open(copy, is_thorough=False)
        except StoreCorruptError as error:
            log.warning("%s The copy is made anew.", error)
        else:
            if opened.problem is None and self._is_of_the_same(opened):
                return opened
            opened.close()
            if opened.problem is not None:
                raise opened.problem
        _remove(copy)
        return SqliteStore.open(copy)

    def _is_of_the_same(self, copy: SqliteStore) -> bool:
        """Return whether a copy begins where the log begins, and the log goes on where it ends."""
        if copy.newest == NOTHING:
            return True
        try:
            theirs = [copy.rows_after(before, most=1) for before in (0, copy.newest[0] - 1)]
        except StoreCorruptError as error:
            log.warning("%s", error)
            return False
        ours = [self._store.rows_after(before, most=1) for before in (0, copy.newest[0] - 1)]
        return all(our and our[0].is_same_as(their[0]) for our, their in zip(ours, theirs, strict=True))

    def _has_room_for(self, copy: Path) -> bool:
        try:
            needed = self._store.path.stat().st_size - (copy.stat().st_size if copy.exists() else 0)
            return self._free_bytes(copy.parent) >= max(0, needed) + SPARED_BYTES
        except OSError as error:
            raise as_store_error(error, copy) from error


def _remove(copy: Path) -> None:
    try:
        remove_log(copy)
    except OSError as error:
        raise as_store_error(error, copy) from error


def _is_newer(copy: Path) -> bool:
    """Return whether a copy is, or says that it is, of a newer Serviert: it is left alone, and the other one used."""
    try:
        schema.refuse_foreign(copy)
    except StoreTooNewError:
        return True
    except StoreError:
        return False
    return False


def _place_in(copy: Path) -> Place:
    try:
        found = newest_in(copy)
    except StoreError as error:
        log.warning("A copy of the games cannot be used: %s", error)
        return NOTHING
    return NOTHING if found is None else found.place
