"""What is left of a damaged log and of its copies: known row by row, and read again where it lies to be written anew.

A log of years may be larger than the memory: of each row only its place and its check sum are kept.
"""

from __future__ import annotations

import itertools
import logging
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.backup import copies_of
from firmware.carve import Carving
from firmware.errors import StoreError
from firmware.log import codec, schema
from firmware.log.stored import NOTHING, Place, Row
from firmware.paged_file import PagedFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

log = logging.getLogger(__name__)

ROWS_AT_ONCE = 100
GAMES_HELD = 40
"""So many of the newest games are held in memory where nothing can be written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """A row that was found.

    Attributes:
        sequence: As in the row.
        game: As in the row.
        check: Its check sum: of two rows with the same one both say the same of the same place.
        begins: Whether it begins a game.
        source: In which file it lies: 0 for the log, from 1 for the copies.
        where: And where in it, as `Carving.row` takes it.
    """

    sequence: int
    game: int
    check: int
    begins: bool
    source: int
    where: int

    @classmethod
    def of(cls, row: Row, *, source: int = 0, where: int = 0) -> Trace:
        """Return the trace of a row."""
        return cls(
            sequence=row.sequence,
            game=row.game,
            check=row.columns[3],
            begins=codec.is_beginning(row.body),
            source=source,
            where=where,
        )


class Remains:
    """All that can be read of a damaged log and its copies; close it when all is written.

    Attributes:
        kept: Rows that make whole games, or their beginnings, in order.
        lost: So many more are known to have been there.
    """

    def __init__(self, path: Path, *, left: bytes = b"") -> None:
        """Look through the files.

        Args:
            path: The log.
            left: A write-ahead log that was found beside it; read where it lies when empty.

        Raises:
            StoreError: If the file cannot be read at all.
        """
        self._files = ExitStack()
        try:
            whole = self._carving(path, left or schema.log_of(path))
            self._sources = [whole, *self._copies(path)]
            found = _merged(self._sources)
            self.kept: Sequence[Trace] = tuple(followed(found))
            known = itertools.chain(whole.places(), ((trace.sequence, trace.game) for trace in found))
            self.lost = _count(known) - len(self.kept)
        except BaseException:
            self.close()
            raise

    @property
    def newest(self) -> Place:
        """Return the place of the newest row that is kept, `NOTHING` where none is."""
        return (self.kept[-1].sequence, self.kept[-1].game) if self.kept else NOTHING

    def rows(self) -> Iterator[tuple[Row, ...]]:
        """Yield the rows that are kept, some at once.

        Raises:
            StoreCorruptError: If one that was read cannot be read again.
            StoreError: If the disk fails.
        """
        for start in range(0, len(self.kept), ROWS_AT_ONCE):
            yield tuple(map(self._row, self.kept[start : start + ROWS_AT_ONCE]))

    def newest_rows(self) -> tuple[Row, ...]:
        """Return the rows of the newest games: as much as may be held in memory.

        Raises:
            StoreError: As `rows`.
        """
        _, newest = self.newest
        return tuple(self._row(trace) for trace in self.kept if trace.game > newest - GAMES_HELD)

    def close(self) -> None:
        """Close the files."""
        self._files.close()

    def _row(self, trace: Trace) -> Row:
        return self._sources[trace.source].row(trace.where)

    def _carving(self, path: Path, logged: bytes) -> Carving:
        file = PagedFile(path)
        self._files.callback(file.close)
        return Carving(file, logged)

    def _copies(self, path: Path) -> Iterator[Carving]:
        for copy in copies_of(path):
            try:
                yield self._carving(copy, schema.log_of(copy))
            except StoreError as error:  # the log and the other copy may hold everything
                log.warning("A copy of the games cannot be read: %s", error)


def goes_on(copy: Path, newest: Row | None) -> bool:
    """Return whether a copy of a log goes on where the log ends; one of another log does not.

    Args:
        copy: The copy.
        newest: The newest row of the log, None where it has none.
    """
    try:
        file = PagedFile(copy)
    except StoreError as error:
        log.warning("A copy of the games cannot be read: %s", error)
        return False
    end = 0 if newest is None else newest.sequence
    is_of_it, is_longer = newest is None, False
    try:
        for _, row in Carving(file, schema.log_of(copy)).rows():
            is_of_it |= newest is not None and row.is_same_as(newest)
            is_longer |= row.sequence > end
    except StoreError as error:
        log.warning("A copy of the games cannot be read: %s", error)
    finally:
        file.close()
    return is_of_it and is_longer


def followed(rows: Iterable[Trace], after: Place = NOTHING) -> Iterator[Trace]:
    """Yield each game from its beginning, or from where it is known, to its first gap."""
    for game, group in itertools.groupby(rows, key=lambda row: row.game):
        expected = after[0] + 1 if game == after[1] else None
        for row in group:
            if expected is None:
                expected = row.sequence if row.begins else 0
            if row.sequence != expected:
                break
            yield row
            expected += 1


def _merged(sources: Sequence[Carving]) -> list[Trace]:
    """Return rows of a log and of its copies in order; a copy that disagrees with the log is of another one."""
    found: dict[int, Trace] = {}
    for trace in _traces(sources[0], 0):
        found.setdefault(trace.sequence, trace)
    beyond = [_beyond(source, number, found) for number, source in enumerate(sources[1:], start=1)]
    for _, more in sorted(beyond, key=lambda each: each[0], reverse=True):
        if all(found.get(sequence, trace).check == trace.check for sequence, trace in more.items()):
            found = more | found
    return [found[sequence] for sequence in sorted(found)]


def _beyond(copy: Carving, number: int, found: dict[int, Trace]) -> tuple[int, dict[int, Trace]]:
    """Return the newest sequence of a copy, and what the log lacks of it: nothing if it disagrees with the log."""
    seen: set[int] = set()
    more: dict[int, Trace] = {}
    for trace in _traces(copy, number):
        if trace.sequence in seen:
            continue
        seen.add(trace.sequence)
        known = found.get(trace.sequence)
        if known is None:
            more[trace.sequence] = trace
        elif known.check != trace.check:
            return 0, {}
    return max(seen, default=0), more


def _traces(source: Carving, number: int) -> Iterator[Trace]:
    return (Trace.of(row, source=number, where=where) for where, row in source.rows())


def _count(known: Iterable[Place]) -> int:
    """Return how many records there were: all between two that are known of in a game."""
    games: dict[int, tuple[int, int]] = {}
    for sequence, game in known:
        first, last = games.get(game, (sequence, sequence))
        games[game] = min(first, sequence), max(last, sequence)
    return sum(last - first + 1 for first, last in games.values())
