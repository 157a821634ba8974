"""A log put right: whatever is whole in any of its files, written into a new one that takes its place.

A damaged log is mended from its copy, and the copy from the log. What was there before is moved aside and never
removed. What is missing in all of them is noted by its numbers, in a record of its own: the game goes on from where it
is whole, and what was whole after that stays in the file.
"""

import heapq
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import count, groupby, islice, pairwise
from operator import attrgetter
from pathlib import Path

from firmware.errors import StoreCorruptError, StoreError, StoreFullError
from firmware.log.disk_errors import translated
from firmware.log.schema import beside, of_sqlite, readable, version_in
from firmware.log.store import SqliteStore
from firmware.log.stored import AT_ONCE, SELECT, Place, StoredRecord, played, ranges_of
from firmware.log.whole_file import remove, sync_folder

log = logging.getLogger(__name__)

READY = "ready"
_SEQUENCE = attrgetter("sequence")
_NEWEST = (
    "SELECT max(sequence) FROM record",
    "SELECT max(+sequence) FROM record INDEXED BY record_by_game WHERE game > 0",
)
_SMALLEST_BYTES = 20  # of a record: no file holds a higher number than its size allows, whatever rot says


class LogSource:
    """A file that nobody plays with now, read as far as it is whole."""

    def __init__(self, path: Path, opened: ExitStack) -> None:
        """Open it; it need not exist.

        Raises:
            StoreTooNewError: If it is of another version.
            StoreError: If it belongs to another program, or cannot be opened at all.
        """
        self.last = 0  # no number is higher
        self.known = 0  # so far there certainly were records, though they may not be readable
        self.is_damaged = False  # so far
        most = sum(file.stat().st_size for file in of_sqlite(path) if file.exists()) // _SMALLEST_BYTES
        if not most:
            return
        try:
            version_in(path)
        except StoreCorruptError:
            self.is_damaged = True
        self._connection = opened.enter_context(readable(path))
        found: list[int] = []  # the highest number as table and index say it
        for query in _NEWEST:
            try:
                ((number,),) = self._connection.execute(query).fetchall()
                found.append(min(number or 0, most))
            except (sqlite3.Error, UnicodeDecodeError):
                self.is_damaged = True
        self.known, self.last = min(found, default=0), max(found, default=0)

    def stored(self, first: int, last: int) -> Iterator[StoredRecord]:
        """Yield what is whole of it between two numbers, in order, each once."""
        end = min(last, self.last)
        for start in range(first, end + 1, AT_ONCE):
            yield from self._between(start, min(start + AT_ONCE - 1, end))

    def _between(self, first: int, last: int) -> Iterator[StoredRecord]:
        """Yield what is whole in a range; where something cannot be read, in each half of it."""
        try:
            found = self._connection.execute(f"{SELECT} WHERE sequence BETWEEN ? AND ?", (first, last)).fetchall()
        except (sqlite3.Error, UnicodeDecodeError):
            self.is_damaged = True
            middle = (first + last) // 2
            if first < last:
                yield from self._between(first, middle)
                yield from self._between(middle + 1, last)
            return
        whole: dict[int, StoredRecord] = {}  # a rotten tree may lead twice to the same page
        for columns in found:
            try:
                whole[columns[0]] = StoredRecord.from_columns(columns)
            except StoreCorruptError:
                self.is_damaged = True
        yield from (whole[sequence] for sequence in sorted(whole) if first <= sequence <= last)


class WholeLog:
    """All that is whole of a log, of its copy, and of what was moved aside of that."""

    def __init__(self, path: Path, copy: Path, opened: ExitStack) -> None:
        """Open the files.

        Raises:
            StoreError: If the log itself cannot be opened at all.
        """
        # What was found is known once all was gone through.
        self.count = 0  # records, the note of a gap among them
        self.lost = 0  # records that are missing in the games, or come after one that is
        self.missing: list[Place] = []  # what none of the files has any more, nor did without before
        self.game: tuple[StoredRecord, ...] = ()  # the newest
        self._sources = [LogSource(path, opened)]
        asides = copy.parent.glob(f"{copy.name}.corrupt-*[0-9]")  # damaged ones may hold what is damaged in the log now
        for file in (copy, beside(path, READY), *asides):
            try:
                source = LogSource(file, opened)
            except StoreFullError:
                raise
            except StoreError as error:  # the others may hold everything, and it stays where it is
                log.warning("%s cannot be read: %s", file, error)
                continue
            # It says nothing else of any place than those before it.
            both = heapq.merge(self._merged(source.last), source.stored(1, source.last), key=_SEQUENCE)
            if all(one.sequence != other.sequence or one.is_same_as(other) for one, other in pairwise(both)):
                self._sources.append(source)
            else:
                log.warning("%s holds other games than %s, and is left out.", file, path)

    def stored(self) -> Iterator[StoredRecord]:
        """Yield all records in order, and at last the note of what is missing."""
        missing, noted, game, last, self.count = set[int](), set[int](), list[StoredRecord](), 0, 0
        for each in self._merged(max(source.last for source in self._sources)):
            missing.update(range(last + 1, each.sequence))
            noted |= each.gap
            if game and game[-1].game != each.game:
                game.clear()
            game.append(each)
            last = each.sequence
            self.count += 1
            yield each
        end = max(last, *(source.known for source in self._sources))
        missing = (missing | set(range(last + 1, end + 1))) - noted
        after = {each.sequence for each in game} - noted - {each.sequence for each in played(game)}
        self.missing, self.lost = ranges_of(missing), len(missing | after)
        if missing or after:
            number = game[-1].game if game else 1
            game.append(StoredRecord.of_gap(ranges_of(missing | after), sequence=end + 1, game=number))
            self.count += 1
            yield game[-1]
        self.game = tuple(game)

    def _merged(self, last: int) -> Iterator[StoredRecord]:
        found = heapq.merge(*(source.stored(1, last) for source in self._sources), key=_SEQUENCE)
        return (next(same) for _, same in groupby(found, key=_SEQUENCE))


def write_anew(path: Path, whole: WholeLog) -> None:
    """Write all that is whole into a new file beside the log, for `replace_log`; every record is read back from it.

    Raises:
        StoreError: If it cannot be written; nothing else was touched.
    """
    draft = beside(path, "draft")
    with translated(path):
        for file in of_sqlite(draft):
            remove(file)
        with closing(SqliteStore.open(draft)) as opened:
            rest = whole.stored()
            while some := tuple(islice(rest, AT_ONCE)):
                opened.extend(some)
        with closing(SqliteStore.open(draft)) as written:
            if written.problem is not None or written.newest != opened.newest:
                complaint = f"{draft} does not hold what was written into it: the disk is failing."
                raise written.problem or StoreCorruptError(complaint)
        if any(file.exists() for file in of_sqlite(draft)[:2]):
            raise StoreFullError(f"{draft} could not be written to its end: free some space on its disk.")
        draft.replace(beside(path, READY))
        sync_folder(path.parent)


def replace_log(path: Path) -> Path:
    """Move what was there aside, and last the new file into its place; can be done again; return where the log is now.

    Raises:
        StoreError: If something cannot be moved.
    """
    with translated(path):
        aside = move_aside(path)
        beside(path, READY).replace(path)
        sync_folder(path.parent)
    return aside


def move_aside(path: Path) -> Path:
    """Move a file that cannot be used aside, with what belongs to it, to the next name that is free; return that.

    A write-ahead log that stayed would be played into a new file, so it goes first.

    Raises:
        StoreError: If that is impossible.
    """
    names = (beside(path, f"corrupt-{number}") for number in count(1))
    aside = next(name for name in names if not name.exists())
    with translated(path):
        for old, new in zip(of_sqlite(path), of_sqlite(aside), strict=True):
            if old.exists():
                old.replace(new)
                sync_folder(old.parent)
    return aside


def set_aside(path: Path) -> list[Path]:
    """Return the damaged files that were moved aside beside a log."""
    names = (f"{path.name}.corrupt-*", f"{path.name}.copy.corrupt-*")
    return sorted(file for name in names for file in path.parent.glob(name))
