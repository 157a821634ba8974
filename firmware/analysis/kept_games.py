"""All games that were ever kept, each as it stands in the log."""

import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from firmware.errors import StoreCorruptError, StoreError
from firmware.log import schema
from firmware.log.disk_errors import translated
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.log.stored import StoredRecord, is_whole, played, stored_in
from firmware.session.choosing import remembered
from scoring.rules import OPENINGS

log = logging.getLogger(__name__)

KNOWN_BY = 100  # so many of the newest games tell who plays here


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as it stands in a log."""

    number: int  # from 1, as the log counts
    stored: tuple[StoredRecord, ...]  # what can be played of it, oldest first; nothing where some is damaged or missing

    @property
    def records(self) -> tuple[Record, ...]:
        """Return what happened.

        Raises:
            StoreCorruptError: If it is damaged, not whole, or a text is no record.
        """
        if not self.stored:
            raise StoreCorruptError(f"Game {self.number} is not whole.")
        return tuple(each.record for each in self.stored)

    @property
    def continues(self) -> int | None:
        """Return the number of the game that goes on in it, None where it begins anew."""
        return self.stored[0].record.continues if self.stored else None

    @property
    def begun_utc(self) -> str | None:
        """Return when it began as far as that was known, ISO 8601."""
        return self.stored[0].written_utc if self.stored else None


def games_of_log(
    path: Path, choose: Callable[[Sequence[int]], Iterable[int]] = lambda numbers: numbers
) -> Iterator[KeptGame]:
    """Yield those games of a log whose numbers are chosen, without opening it for writing; it need not exist.

    Not for the process that plays: closing the file there would give up its lock.

    Raises:
        StoreError: If it cannot be read.
    """
    if not schema.version_in(path):
        return
    with _readable(path) as connection:
        with translated(path):
            numbers = [number for (number,) in connection.execute("SELECT DISTINCT game FROM record ORDER BY game")]
        for number in choose(numbers):
            yield _kept(number, lambda number: stored_in(connection, path, "WHERE game = ?", number))


def games_of_store(store: SqliteStore) -> Iterator[KeptGame]:
    """Yield all games, oldest first, where the log is open in this process.

    Raises:
        StoreError: If the file cannot be read.
    """
    return (kept_game(store, number) for number in store.games())


def kept_game(store: SqliteStore, number: int) -> KeptGame:
    """Return one game as it stands where the log is open in this process; it raises as `games_of_store`."""
    return _kept(number, store.stored_game)


def people_of(store: SqliteStore) -> tuple[str, ...]:
    """Return who played here, in the newest game first; games that cannot be read tell of nobody."""
    people: tuple[str, ...] = ()
    with suppress(StoreError):
        for number in range(max(1, store.newest[1] - KNOWN_BY), store.newest[1] + 1):
            with suppress(StoreCorruptError):
                for first in store.stored_game(number, most=1):
                    if isinstance(began := first.record.event, OPENINGS):
                        people = remembered(people, began)
    return people


def names_in(path: Path) -> frozenset[str]:
    """Return every name under which anybody ever played; it raises as `games_of_log`."""
    if not schema.version_in(path):
        return frozenset()
    with _readable(path) as connection:
        each_first = "WHERE sequence IN (SELECT min(sequence) FROM record GROUP BY game)"
        firsts = stored_in(connection, path, each_first)
    return frozenset(name for first in firsts for name in getattr(first.record.event, "players", ()))


def _kept(number: int, read: Callable[[int], tuple[StoredRecord, ...]]) -> KeptGame:
    try:
        stored = read(number)
    except StoreCorruptError as error:
        log.warning("%s", error)
        stored = ()
    return KeptGame(number, played(stored) if is_whole(stored) else ())


@contextmanager
def _readable(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a log for reading; of one that is played with rather the copy, where that is up to date."""
    copy, logged = schema.beside(path, "copy"), schema.of_sqlite(path)[0]
    is_followed = logged.exists() and copy.exists() and copy.stat().st_mtime_ns >= logged.stat().st_mtime_ns
    with schema.readable(copy if is_followed else path, is_shared=is_followed) as connection:
        yield connection
