"""Rows out of a damaged file of games, page by page, without SQLite, which gives up at the first wrong byte.

Every row carries its own check sum and the log is append-only, so whatever row is found anywhere, in the tree, in a
page cut off from it or in the write-ahead log, is a true one.

Source: https://sqlite.org/fileformat2.html, "B-tree Pages", "Record Format", "The WAL File Format".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise, starmap
from typing import TypeAlias

from firmware.errors import StoreCorruptError
from firmware.log.schema import PAGE_SIZE
from firmware.log.stored import Columns as RowColumns
from firmware.log.stored import Place, Row
from firmware.paged_file import Content

Columns: TypeAlias = list[int | str | None]

_LOG_HEADER_SIZE = 32
_FRAME_HEADER_SIZE = 24
_TABLE_LEAF = 0x0D
_INDEX_LEAF = 0x0A
_LEAF_HEADER_SIZE = 8
_MOST_LOCAL = PAGE_SIZE - 35
_LEAST_LOCAL = (PAGE_SIZE - 12) * 32 // 255 - 23
_OVERFLOW_SIZE = PAGE_SIZE - 4
_LARGEST_PAYLOAD = 1 << 20  # of a record; five dice take some kilobytes
_INT_SIZES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}  # bytes, by serial type
_FIRST_TEXT_TYPE = 13


class Carving:
    """A damaged file and its write-ahead log, looked through page by page."""

    def __init__(self, main: Content, log: bytes) -> None:
        """Take the file.

        Args:
            main: The file of the games, as much of it as there is.
            log: Its write-ahead log, empty where there is none.
        """
        self._main = main
        self._in_main = -(-len(main) // PAGE_SIZE)
        self._frames = list(_frames(log))
        self._newest = _Pages(main, dict(self._frames))

    def rows(self) -> Iterator[tuple[int, Row]]:
        """Yield every row whose check sum fits, and where it lies; some may come twice, the first of them counts."""
        for number in range(self._in_main + len(self._frames)):
            page = self._page(number)
            for at in _pointers(page) if page[0] == _TABLE_LEAF else ():
                row = self._row_at(page, at)
                if row is not None:
                    yield number * PAGE_SIZE + at, row

    def row(self, where: int) -> Row:
        """Return a row that `rows` found.

        Raises:
            StoreCorruptError: If it cannot be read again.
        """
        number, at = divmod(where, PAGE_SIZE)
        row = self._row_at(self._page(number), at)
        if row is None:
            raise StoreCorruptError("A record that was read cannot be read again: the disk is failing.")
        return row

    def places(self) -> Iterator[Place]:
        """Yield the places that the index by game knows of: records that were there, though they may be unreadable.

        The index has no check sums; a page of it is believed where its places follow one another, as they were saved,
        and where most of what it says it holds makes sense: in rubbish a single cell may do so by chance.
        """
        for number in range(self._in_main + len(self._frames)):
            cells = list(_indexed(self._page(number)))
            places = [place for place in cells if place is not None]
            if 2 * len(places) > len(cells) and all(starmap(_follows, pairwise(places))):
                yield from places

    def _page(self, number: int) -> bytes:
        if number >= self._in_main:
            return self._frames[number - self._in_main][1]
        return self._main[number * PAGE_SIZE : (number + 1) * PAGE_SIZE].ljust(PAGE_SIZE, b"\0")

    def _row_at(self, page: bytes, at: int) -> Row | None:
        """Return the row of a cell, None of one that makes no sense."""
        try:
            return Row.from_columns(_as_row(_cell(page, at, self._newest)))
        except (IndexError, KeyError, ValueError, StoreCorruptError):
            return None


def carve(main: bytes, log: bytes) -> tuple[Row, ...]:
    """Return every row of a file in memory whose check sum fits, in the order of the log; the same arguments."""
    rows: dict[int, Row] = {}
    for _, row in Carving(main, log).rows():
        rows.setdefault(row.sequence, row)
    return tuple(rows[sequence] for sequence in sorted(rows))


def carve_places(main: bytes, log: bytes) -> frozenset[Place]:
    """Return the places that the index of a file in memory knows of; the same arguments."""
    return frozenset(Carving(main, log).places())


def _follows(before: Place, after: Place) -> bool:
    """Return whether a place comes after another in the index: between two games records may have been lost before."""
    (sequence, game), (next_sequence, next_game) = before, after
    return next_sequence == sequence + 1 if game == next_game else next_sequence > sequence and next_game > game


def _indexed(page: bytes) -> Iterator[Place | None]:
    """Yield the places on a page if it is a leaf of the index, in order; None for each cell that makes no sense."""
    if page[0] != _INDEX_LEAF:
        return
    for at in _pointers(page):
        try:
            size, start = _varint(page, at)
            match _columns(page[start : start + size]):
                case [int() as game, int() as sequence, *_]:
                    yield sequence, game
                case _:
                    yield None
        except (IndexError, ValueError):
            yield None


@dataclass(frozen=True, slots=True)
class _Pages:
    """The newest pages by number, from 1, cut out when they are asked for: a file of many games is large."""

    main: Content
    logged: Mapping[int, bytes]

    def numbered(self, number: int) -> bytes:
        """Return a page.

        Raises:
            KeyError: If there is none.
        """
        start = (number - 1) * PAGE_SIZE
        if number in self.logged:
            return self.logged[number]
        if not 0 <= start < len(self.main):
            raise KeyError(number)
        return self.main[start : start + PAGE_SIZE].ljust(PAGE_SIZE, b"\0")


def _cut(content: bytes, start: int, size: int) -> Iterator[bytes]:
    """Yield pieces of one size; a last shorter one is filled with zeros."""
    for at in range(start, len(content), size):
        yield content[at : at + size].ljust(size, b"\0")


def _frames(log: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield page numbers and pages of a write-ahead log, oldest first."""
    for frame in _cut(log, _LOG_HEADER_SIZE, _FRAME_HEADER_SIZE + PAGE_SIZE):
        yield int.from_bytes(frame[:4], "big"), frame[_FRAME_HEADER_SIZE:]


def _pointers(page: bytes) -> Iterator[int]:
    """Yield where the cells of a leaf begin, in the order of their keys."""
    count = int.from_bytes(page[3:5], "big")
    for pointer in _cut(page[: _LEAF_HEADER_SIZE + 2 * count], _LEAF_HEADER_SIZE, 2):
        yield int.from_bytes(pointer, "big")


def _cell(page: bytes, at: int, pages: _Pages) -> Columns:
    size, at = _varint(page, at)
    sequence, at = _varint(page, at)
    if size > _LARGEST_PAYLOAD:
        raise ValueError(size)
    return [sequence, *_columns(_payload(page, at, size, pages))[1:]]  # the key's own column is stored as null


def _payload(page: bytes, at: int, size: int, pages: _Pages) -> bytes:
    """Return what a cell holds, the part on overflow pages included."""
    if size <= _MOST_LOCAL:
        return page[at : at + size]
    local = _LEAST_LOCAL + (size - _LEAST_LOCAL) % _OVERFLOW_SIZE
    local = local if local <= _MOST_LOCAL else _LEAST_LOCAL
    payload = page[at : at + local]
    following = page[at + local : at + local + 4]
    while len(payload) < size:
        overflow = pages.numbered(int.from_bytes(following, "big"))
        payload, following = payload + overflow[4:], overflow[:4]
    return payload[:size]


def _columns(payload: bytes) -> Columns:
    header_size, at = _varint(payload, 0)
    columns: Columns = []
    value_at = header_size
    while at < header_size:
        kind, at = _varint(payload, at)
        size = _INT_SIZES.get(kind, (kind - _FIRST_TEXT_TYPE) // 2 if kind >= _FIRST_TEXT_TYPE else 0)
        columns.append(_value(kind, payload[value_at : value_at + size]))
        value_at += size
    return columns


def _value(kind: int, content: bytes) -> int | str | None:
    if kind >= _FIRST_TEXT_TYPE:
        return content.decode()
    if kind in (8, 9):  # the numbers 0 and 1 take no room
        return kind - 8
    return int.from_bytes(content, "big", signed=True) if kind else None


def _as_row(columns: Columns) -> RowColumns:
    """Return the columns as `Row.from_columns` takes them.

    Raises:
        StoreCorruptError: If they are no row of the log.
    """
    match columns:
        case [int() as sequence, int() as game, str() as body, int() as crc32, (str() | None) as written_utc]:
            return sequence, game, body, crc32, written_utc
        case _:
            raise StoreCorruptError("A row that is no record.")


def _varint(content: bytes, at: int) -> tuple[int, int]:
    """Return a number of SQLite's variable length (seven bits a byte, eight in the ninth) and where it ends."""
    value = 0
    for byte in content[at : at + 8]:
        value, at = value << 7 | byte & 0x7F, at + 1
        if byte < 0x80:
            return value, at
    return value << 8 | content[at], at + 1
