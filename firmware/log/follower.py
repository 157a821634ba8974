"""A second file that follows the log within a second, in a thread of its own, and looks through both meanwhile.

The log is append-only, so the copy takes only the records it lacks. Every one is held against its check sum on the
way, so damage is not copied. While nothing is to be copied, the games of past evenings are read again and held against
their copy, a few records at a time: cards forget what nobody reads. Damage in the log is put right at the next start,
from the copy; a damaged copy is moved aside and made anew at once.
"""

import logging
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from firmware.errors import StoreCorruptError, StoreError, StoreFullError
from firmware.log.disk_errors import translated
from firmware.log.mending import move_aside
from firmware.log.opening import BEGUN, DAMAGED
from firmware.log.schema import beside
from firmware.log.store import SqliteStore
from firmware.log.stored import NOTHING, StoredRecord
from firmware.log.whole_file import write_whole
from firmware.rounds import Rounds, give_way

log = logging.getLogger(__name__)

AT_ONCE = 100  # copied between two looks at the clock: what is to be saved meanwhile waits a few milliseconds
LOOK_S, REST_S, RETRY_S = 0.05, 0.5, 10.0
"""Between two pieces that are looked through, between two looks at the log, and after a failure."""

SPARED_BYTES = 20_000_000  # room that a copy leaves on the disk: the game itself needs it more
_ALL = 1 << 62
_BEGUN = b"Games were kept in the file beside this one. Whoever removes them for good removes this file, too.\n"


class Follower(Rounds):
    """Keeps the copy of a log up to date."""

    LAST_ROUND_S = None

    def __init__(
        self,
        store: SqliteStore,
        copy: Path | None = None,
        *,
        free_bytes: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
    ) -> None:
        """Take the log; `start` begins to follow it."""
        super().__init__("follower")
        self._store = store
        self._path = copy or beside(store.path, "copy")
        self._free_bytes = free_bytes
        self._copy: SqliteStore | None = None
        self._looked = 0  # so far, at the log and at its copy
        self._said = ""

    def close(self) -> None:
        """Copy what is still to be copied, and stop."""
        if self._thread.is_alive():
            super().close()
            self._try(self.follow)
        self._close_copy()

    def follow(self) -> None:
        """Bring the copy up to date.

        Raises:
            StoreError: If the copy cannot be written, or the log is damaged; what was copied before stays.
        """
        while (newest := self._store.newest) != NOTHING and (copy := self._opened()).newest != newest:
            before = copy.newest
            self._compare(copy, max(0, before[0] - 1))
            if copy is self._copy and copy.newest == before:
                return  # the log no longer gives back what it took: its next start says so

    def look_on(self) -> bool:
        """Look at the next records of the log and of the copy; return whether any are left. It raises as `follow`."""
        before = self._looked
        if self._copy is not None:
            self._looked = self._compare(self._copy, before)
        return self._looked != before

    def _go_round(self) -> None:
        give_way()
        super()._go_round()

    def _round(self) -> float:
        if not self._try(self.follow):
            return RETRY_S
        return LOOK_S if self._try(self.look_on) else REST_S

    def _try(self, do: Callable[[], bool | None]) -> bool:
        """Do something, and return whether it went well and something is left to do; say once what is wrong."""
        try:
            return do() is not False
        except StoreError as error:
            if str(error) != self._said:
                log.warning("The games could not be copied: %s", error)
            self._said = str(error)
        except Exception:  # else no game of all that come would be copied any more
            log.exception("The games could not be copied.")
        return False

    def _opened(self) -> SqliteStore:
        """Return a copy that can be added to: a damaged one is moved aside and begun anew."""
        if self._copy is not None and self._copy.problem is None:
            return self._copy
        with suppress(OSError):  # at worst a log that is lost with its copy is greeted as new
            if not (mark := beside(self._store.path, BEGUN)).exists():
                write_whole(mark, _BEGUN)
        if not self._path.parent.is_dir():
            raise StoreError(f"The folder of the copy is missing: {self._path.parent}. Is its disk plugged in?")
        self._require_room()
        self._close_copy()
        try:
            copy = self._taken(SqliteStore.open(self._path, is_copy=True, is_thorough=False))
            copy.games()  # by the index, at which nothing else here looks
        except StoreCorruptError as error:
            copy = self._begun_anew(str(error))
        return copy

    def _begun_anew(self, reason: str) -> SqliteStore:
        self._close_copy()
        log.warning("%s It was moved to %s, and the copy is made anew.", reason, move_aside(self._path))
        return self._taken(SqliteStore.open(self._path, is_copy=True))

    def _taken(self, copy: SqliteStore) -> SqliteStore:
        if copy.problem is not None:
            raise copy.problem
        self._copy, self._looked, self._said = copy, 0, ""
        return copy

    def _compare(self, copy: SqliteStore, after: int) -> int:
        """Compare the next records of the log with the copy, which takes those it lacks; return the last number."""
        stored, reason = self._of_log(after), f"{self._path} is no copy of {self._store.path}."
        try:
            held = copy.stored_after(after, most=AT_ONCE)
            is_same = len(held) <= len(stored) and all(map(StoredRecord.is_same_as, held, stored))
        except StoreCorruptError as error:
            is_same, reason = False, str(error)
        if not is_same:
            self._begun_anew(reason)
            return 0
        if new := stored[len(held) :]:
            self._require_room()
            copy.extend(new)
        return stored[-1].sequence if stored else after

    def _of_log(self, after: int) -> tuple[StoredRecord, ...]:
        """Return the next records of the log; damage is noted for the next start."""
        try:
            return self._store.stored_after(after, most=AT_ONCE)
        except StoreCorruptError as error:
            if self._looked != _ALL:
                log.error("%s It is put right at the next start.", error)  # noqa: TRY400 - the sentence says it all
            self._looked = _ALL
            with suppress(OSError):  # it is looked through anew then
                beside(self._store.path, DAMAGED).touch()
            raise

    def _require_room(self) -> None:
        with translated(self._path):
            if self._free_bytes(self._path.parent) < SPARED_BYTES:
                raise StoreFullError(f"There is no room for {self._path}: free some space on its disk.")

    def _close_copy(self) -> None:
        if self._copy is not None:
            self._copy.close()
        self._copy = None
