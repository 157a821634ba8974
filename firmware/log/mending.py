"""A log put right: whatever is whole in any of its files, written into a new one that takes its place.

A damaged log is mended from its copy, and the copy from the log. So are taken over, once, the files of an older
Serviert: the log of version 1, its two backups, and the archives of thirty games each. What was there before is moved
aside and never removed. What is missing in all of them is noted by its numbers, in a record of its own: the game goes
on from where it is whole, and what was whole after that stays in the file.
"""

from __future__ import annotations

import heapq
import logging
import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from itertools import chain, count, groupby, islice
from pathlib import Path

from firmware.errors import StoreCorruptError, StoreError, StoreFullError
from firmware.log import schema
from firmware.log.disk_errors import as_store_error
from firmware.log.reading import AT_ONCE, LogSource
from firmware.log.store import SqliteStore
from firmware.log.stored import NOTHING, Place, StoredRecord, played, ranges_of
from firmware.log.whole_file import make_folder, remove, sync_folder

log = logging.getLogger(__name__)


class WholeLog:
    """All that is whole of a log, of its copy and of the files of an older Serviert.

    What it counts, and its newest game, are known once all was gone through.
    """

    def __init__(self, path: Path, copy: Path, opened: ExitStack) -> None:
        """Open the files.

        Raises:
            StoreError: If the log itself cannot be opened at all.
        """
        self.count = 0  # records that were found, the note of a gap among them
        self.lost = 0  # records that are missing in the games, or come after one that is
        self.missing: list[Place] = []  # what none of the files has any more, nor did without before
        self.game: tuple[StoredRecord, ...] = ()
        self._log = LogSource(path, opened)
        self._sources: list[tuple[LogSource, Place]] = []
        older = [file for file in older_files(path) if file != path]
        archives = [file for file in older if _ARCHIVE.fullmatch(_tail(file, path))]
        self._is_older = bool(older) or self._log.is_older
        for source in (*self._readable(archives, opened), self._log):
            self._take(source, NOTHING if self._agrees(source, NOTHING) else self._end())
        self._logs, shift = len(self._sources), self._sources[-1][1]
        copies = [copy, *_asides(copy), *(file for file in older if file not in archives)]
        for source in self._readable(copies, opened):
            if self._agrees(source, shift):
                self._take(source, shift)
            else:
                log.warning("%s holds other games than %s, and is left out.", source.path, path)

    @property
    def is_damaged(self) -> bool:
        """Return whether any of the log or its archives could not be read so far."""
        return any(source.is_damaged for source, _ in self._sources[: self._logs])

    def stored(self) -> Iterator[StoredRecord]:
        """Yield all records in order, and at last the note of what is missing."""
        missing, noted, game, expected, self.count = set[int](), set[int](), list[StoredRecord](), 1, 0
        for each in self._merged(1, self._end()[0]):
            missing.update(range(expected, each.sequence))
            noted |= each.gap
            if game and game[-1].game != each.game:
                game.clear()
            game.append(each)
            expected = each.sequence + 1
            self.count += 1
            yield each
        missing.update(range(expected, 1 + max((source.known + by for source, (by, _) in self._sources), default=0)))
        missing -= noted
        after = {each.sequence for each in game} - noted - {each.sequence for each in played(game)}
        self.game, self.missing = tuple(game), ranges_of(missing)
        self.lost = len(after | self._told(missing))
        if missing or after:
            note = StoredRecord.of_gap(
                ranges_of(missing | after),
                sequence=max([expected, *(number + 1 for number in missing)]),
                game=game[-1].game if game else 1,
            )
            self.count += 1
            self.game += (note,)
            yield note

    def _told(self, missing: set[int]) -> set[int]:
        """Return which of the missing are news: what an older Serviert lost was told then, or lies in other files."""
        if not self._is_older:
            return missing
        begin = min((source.first for source, _ in self._sources if source.first), default=0)
        return {number for number in missing if number >= begin} if self.is_damaged else set()

    def _readable(self, files: list[Path], opened: ExitStack) -> Iterator[LogSource]:
        for file in files:
            try:
                yield LogSource(file, opened)
            except StoreFullError:
                raise
            except StoreError as error:  # the others may hold everything, and it stays where it is
                log.warning("%s cannot be read: %s", file, error)

    def _take(self, source: LogSource, shift: Place) -> None:
        self._sources.append((source, shift))

    def _end(self) -> Place:
        """Return the last place that anything was found in."""
        last = max((source.last + by for source, (by, _) in self._sources), default=0)
        games = (each.game for each in self._merged(max(1, last - AT_ONCE), last))
        return last, max(games, default=0)

    def _merged(self, first: int, last: int) -> Iterator[StoredRecord]:
        """Yield what is whole between two numbers, each once."""
        shifted = (_shifted(source, shift, first, last) for source, shift in self._sources)
        for _, same in groupby(heapq.merge(*shifted, key=_sequence), key=_sequence):
            yield next(same)

    def _agrees(self, source: LogSource, shift: Place) -> bool:
        """Return whether a file says nothing else of any place than those before it."""
        if not self._sources:
            return True
        both = heapq.merge(
            self._merged(source.first + shift[0], source.last + shift[0]),
            _shifted(source, shift, source.first + shift[0], source.last + shift[0]),
            key=_sequence,
        )
        for _, same in groupby(both, key=_sequence):
            one, *other = same
            if any(not one.is_same_as(each) for each in other):
                return False
        return True


def _sequence(stored: StoredRecord) -> int:
    return stored.sequence


def _shifted(source: LogSource, shift: Place, first: int, last: int) -> Iterator[StoredRecord]:
    by, games = shift
    for each in source.stored(min(last - by, source.last), first=max(1, first - by)):
        yield each if shift == NOTHING else replace(each, sequence=each.sequence + by, game=each.game + games)


# -- replacing -------------------------------------------------------------------------------------------------


def write_anew(path: Path, whole: WholeLog) -> None:
    """Write all that is whole into a new file beside the log, which `replace_log` puts in its place.

    Every record is read back from it before it is believed.

    Raises:
        StoreError: If it cannot be written; nothing else was touched.
    """
    draft = _beside(path, "draft")
    try:
        for file in (draft, *schema.beside(draft)):
            remove(file)
        with closing(SqliteStore.open(draft)) as opened:
            rest = whole.stored()
            while some := tuple(islice(rest, AT_ONCE)):
                opened.extend(some)
            _require_written(opened)
        with closing(SqliteStore.open(draft)) as written:
            _require_written(written)
            if written.count_after(0) != whole.count:
                raise StoreCorruptError(f"{draft} does not hold what was written into it: the disk is failing.")
        if any(file.exists() for file in schema.beside(draft)):
            raise StoreFullError(f"{draft} could not be written to its end: free some space on its disk.")
        draft.replace(_beside(path, "ready"))
        sync_folder(path.parent)
    except OSError as error:
        raise error if isinstance(error, StoreError) else as_store_error(error, path) from error


def is_ready(path: Path) -> bool:
    """Return whether the power went while a log was being replaced."""
    return _beside(path, "ready").exists()


def replace_log(path: Path) -> Path:
    """Move what was there aside, and the new file into its place; can be done again, and returns where the log is now.

    A write-ahead log that stayed would be played into the new file, so it goes first; the new file goes last.

    Raises:
        StoreError: If something cannot be moved.
    """
    try:
        older = older_files(path)
        kept = path.with_name(f"{path.name}.older")
        aside = _free(kept / path.name) if path in older else _free(_beside(path, "corrupt-1"))
        moves = [(file, _free(kept / file.name)) for each in older if each != path for file in _with_beside(each)]
        moves += [*zip(_with_beside(path), _with_beside(aside), strict=True), (_beside(path, "ready"), path)]
        for old, new in moves:
            if old.exists():
                make_folder(new.parent)
                old.replace(new)
                sync_folder(new.parent)
                sync_folder(old.parent)
    except OSError as error:
        raise as_store_error(error, path) from error
    return aside


def move_aside(path: Path) -> Path:
    """Move a file that cannot be used aside, with what belongs to it; return where it is now.

    Raises:
        StoreError: If that is impossible.
    """
    aside = _free(_beside(path, "corrupt-1"))
    try:
        for old, new in zip(_with_beside(path), _with_beside(aside), strict=True):
            if old.exists():
                old.replace(new)
        sync_folder(path.parent)
    except OSError as error:
        raise as_store_error(error, path) from error
    return aside


def newest_game_ready(path: Path) -> tuple[StoredRecord, ...]:
    """Return the newest game of a new file that cannot be put in its place now."""
    with ExitStack() as opened:
        whole = WholeLog(_beside(path, "ready"), _beside(path, "none"), opened)
        for _ in whole.stored():
            pass
        return whole.game


_ARCHIVE = re.compile(r"-(?P<first>\d{6,})(?:-(?P<again>\d+))?")
_LEFT = ("backup-1", "backup-2", "fresh", "fresh-draft", "salvaged", "salvaging")


def older_files(path: Path) -> list[Path]:
    """Return what an older Serviert left: archives, oldest first, backups, unfinished files, and the log if it is one.

    Raises:
        OSError: If the folder cannot be read.
    """
    if not path.parent.is_dir():
        return []
    archives = [file for file in path.parent.iterdir() if _ARCHIVE.fullmatch(_tail(file, path))]
    archives.sort(key=lambda file: _archive_order(_tail(file, path)))
    try:
        is_older = schema.version_in(path) == 1
    except StoreError:
        is_older = False
    left = (_beside(path, name) for name in _LEFT)
    return [*archives, *(file for file in left if file.exists()), *([path] if is_older else ())]


def _archive_order(tail: str) -> tuple[int, int]:
    """Return what archives are sorted by: a log that was lost whole began to count anew."""
    found = _ARCHIVE.fullmatch(tail)
    return (int(found["again"] or 1), int(found["first"])) if found else NOTHING


def _tail(file: Path, path: Path) -> str:
    """Return what the name of an archive has more than that of its log."""
    is_of_log = file.suffix == path.suffix and file.stem.startswith(path.stem)
    return file.stem[len(path.stem) :] if is_of_log else ""


def _beside(path: Path, name: str) -> Path:
    return path.with_name(f"{path.name}.{name}")


def _with_beside(path: Path) -> tuple[Path, ...]:
    return (*schema.beside(path), path)


def _free(path: Path) -> Path:
    """Return a path that nothing has yet: this one, or the next number."""
    stem = path.name.removesuffix("-1")
    names = chain([path], (path.with_name(f"{stem}-{number}") for number in count(2)))
    return next(name for name in names if not name.exists())


def _require_written(store: SqliteStore) -> None:
    if store.problem is not None:
        raise store.problem


def set_aside(path: Path) -> list[Path]:
    """Return what was moved aside beside a log: damaged files, and those of an older Serviert."""
    names = (f"{path.name}.corrupt-*", f"{path.name}.copy.corrupt-*", f"{path.name}.older/*")
    return sorted(file for name in names for file in path.parent.glob(name))


def _asides(copy: Path) -> list[Path]:
    """Return copies that were moved aside: damaged ones may hold what is damaged in the log now."""
    return [file for file in copy.parent.glob(f"{copy.name}.corrupt-*") if file.name.rpartition("-")[2].isdecimal()]
