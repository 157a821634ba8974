"""A second file that follows the log within a second, in a thread of its own, and looks through both meanwhile.

The log is append-only, so the copy takes only the records it lacks. Every one is held against its check sum on the
way, so damage is not copied. While nothing is to be copied, the games of past evenings are read again, a few records at
a time: cards forget what nobody reads. Damage in the log is put right at the next start, from the copy; a damaged copy
is moved aside and made anew at once.
"""

from __future__ import annotations

import logging
import os
import shutil
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from firmware.errors import StoreCorruptError, StoreError, StoreFullError
from firmware.log.disk_errors import as_store_error
from firmware.log.mending import move_aside
from firmware.log.opening import begun_mark, copy_beside, damage_mark
from firmware.log.store import SqliteStore
from firmware.log.stored import NOTHING
from firmware.log.whole_file import write_whole

log = logging.getLogger(__name__)

AT_ONCE = 100
"""Copied between two looks at the clock: a record that is to be saved meanwhile waits a few milliseconds."""

LOOK_S, REST_S, RETRY_S = 0.05, 0.5, 10.0
"""Between two pieces that are looked through, between two looks at the log, and after a failure."""

SPARED_BYTES = 20_000_000
"""Room that a copy leaves on the disk: the game itself needs it more."""

_ALL = 1 << 62
_NICE = 10  # the eye and the companion go first
_BEGUN = b"Games were kept in the file beside this one. Whoever removes them for good removes this file, too.\n"

T = TypeVar("T")


class _DamagedLogError(StoreError):
    """The log itself is damaged: its copy is not to blame."""


class Follower:
    """Keeps the copy of a log up to date."""

    def __init__(
        self,
        store: SqliteStore,
        copy: Path | None = None,
        *,
        free_bytes: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
    ) -> None:
        """Take the log; `start` begins to follow it."""
        self._store = store
        self._path = copy or copy_beside(store.path)
        self._free_bytes = free_bytes
        self._copy: SqliteStore | None = None
        self._looked = self._looked_in_copy = 0  # so far
        self._said = ""
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._work, name="follower", daemon=True)

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def close(self) -> None:
        """Copy what is still to be copied, and stop."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join()
            self._try(self.follow)
        self._close_copy()

    def follow(self) -> None:
        """Bring the copy up to date.

        Raises:
            StoreError: If the copy cannot be written, or the log is damaged; what was copied before stays.
        """
        newest = self._store.newest
        if newest == NOTHING or (self._copy is not None and self._copy.newest == newest):
            return
        self._mark_begun()
        copy = self._opened()
        while stored := self._of_log(lambda: self._store.stored_after(copy.newest[0], most=AT_ONCE)):
            self._require_room()
            copy.extend(stored)

    def look_on(self) -> bool:
        """Look at the next records of the log, then of the copy; return whether any are left.

        Raises:
            StoreError: If something cannot be read.
        """
        if stored := self._of_log(lambda: self._store.stored_after(self._looked, most=AT_ONCE)):
            self._looked = stored[-1].sequence
            return True
        if self._copy is None:
            return False
        try:
            stored = self._copy.stored_after(self._looked_in_copy, most=AT_ONCE)
        except StoreCorruptError as error:
            self._close_copy()
            self._begun_anew(str(error)).close()
            return True
        self._looked_in_copy = stored[-1].sequence if stored else self._looked_in_copy
        return bool(stored)

    def _work(self) -> None:
        with suppress(OSError, AttributeError):  # only Linux tells threads apart here; elsewhere it takes its share
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
        wait_s = 0.0
        while not self._ending.wait(wait_s):
            wait_s = RETRY_S
            if self._try(self.follow):
                wait_s = LOOK_S if self._try(self.look_on) else REST_S

    def _try(self, do: Callable[[], bool | None]) -> bool:
        """Do something, and return whether it went well and something is left to do; say once what is wrong."""
        try:
            return do() is not False
        except StoreError as error:
            self._say(str(error))
        except Exception:  # else no game of all that come would be copied any more
            log.exception("The games could not be copied.")
        return False

    def _say(self, sentence: str) -> None:
        if sentence != self._said:
            log.warning("The games could not be copied: %s", sentence)
        self._said = sentence

    def _opened(self) -> SqliteStore:
        """Return a copy that can be added to: a damaged one, or one of another log, is moved aside and begun anew."""
        if self._copy is not None and self._copy.problem is None:
            return self._copy
        self._close_copy()
        if not self._path.parent.is_dir():
            raise StoreError(f"The folder of the copy is missing: {self._path.parent}. Is its disk plugged in?")
        self._require_room()
        ours = self._of_log(lambda: self._store.count_after(0))
        try:
            copy = SqliteStore.open(self._path, is_copy=True, is_thorough=False)
            reason = self._other_than(copy, ours) if copy.problem is None else ""
            if reason:
                copy.close()
        except StoreCorruptError as error:
            reason = str(error)
        if reason:
            copy = self._begun_anew(reason)
        if copy.problem is not None:
            raise copy.problem
        self._copy, self._said = copy, ""
        return copy

    def _begun_anew(self, reason: str) -> SqliteStore:
        log.warning("%s It was moved to %s, and the copy is made anew.", reason, move_aside(self._path))
        return SqliteStore.open(self._path, is_copy=True)

    def _other_than(self, copy: SqliteStore, ours: int) -> str:
        """Return a sentence if a copy does not hold all of the log up to where it ends, by count and newest record."""
        last = copy.newest[0]
        if last == 0:
            return ""
        count, theirs = copy.count_after(0), copy.stored_after(last - 1, most=1)
        same = self._of_log(lambda: self._store.stored_after(last - 1, most=1))
        later = self._of_log(lambda: self._store.count_after(last))
        is_same = count == ours - later and [each.is_same_as(theirs[0]) for each in same] == [True]
        return "" if is_same else f"{self._path} is no copy of {self._store.path}."

    def _of_log(self, read: Callable[[], T]) -> T:
        """Return what is read of the log; damage is noted for the next start."""
        try:
            return read()
        except StoreCorruptError as error:
            if self._looked != _ALL:
                log.error("%s It is put right at the next start.", error)  # noqa: TRY400 - the sentence says it all
            self._looked = _ALL
            with suppress(OSError):  # it is looked through anew then
                damage_mark(self._store.path).touch()
            raise _DamagedLogError(str(error)) from error

    def _mark_begun(self) -> None:
        mark = begun_mark(self._store.path)
        with suppress(OSError):  # at worst a log that is lost with its copy is greeted as new
            if not mark.exists():
                write_whole(mark, _BEGUN)

    def _require_room(self) -> None:
        try:
            if self._free_bytes(self._path.parent) < SPARED_BYTES:
                raise StoreFullError(f"There is no room for {self._path}: free some space on its disk.")
        except OSError as error:
            raise error if isinstance(error, StoreError) else as_store_error(error, self._path) from error

    def _close_copy(self) -> None:
        if self._copy is not None:
            self._copy.close()
        self._copy, self._looked_in_copy = None, 0
