"""A row of the log: a record as text, its place, and the check sum by which it is known to be true."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from firmware.errors import StoreCorruptError
from firmware.log import codec

if TYPE_CHECKING:
    from firmware.log.record import Record

Place: TypeAlias = tuple[int, int]
"""Sequence and game."""

Columns: TypeAlias = tuple[int, int, str, int, str | None]
"""Sequence, game, body, check sum and wall time, as they stand in the table."""

NOTHING: Place = (0, 0)
"""The place before the first record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A record and its place in the log.

    Attributes:
        sequence: From 1.
        game: From 1.
        body: What happened, as `firmware.log.codec` writes it; read only when asked for, as a log has many.
        written_utc: Wall time of saving as far as it was known, ISO 8601.
    """

    sequence: int
    game: int
    body: str
    written_utc: str | None = None

    @classmethod
    def of(cls, record: Record, *, sequence: int, game: int, written_utc: str | None = None) -> Row:
        """Return the row of a record."""
        return cls(sequence=sequence, game=game, body=codec.encode(record), written_utc=written_utc)

    @classmethod
    def from_columns(cls, columns: Columns) -> Row:
        """Return what the columns say, in the order of the table.

        Raises:
            StoreCorruptError: If the check sum does not fit.
        """
        sequence, game, body, crc32, written_utc = columns
        if _crc32(sequence, game, body) != crc32:
            raise StoreCorruptError(f"Record {sequence} of game {game} is damaged: its check sum does not fit.")
        return cls(sequence=sequence, game=game, body=body, written_utc=written_utc)

    @property
    def columns(self) -> Columns:
        """Return the row as it stands in the table."""
        crc32 = _crc32(self.sequence, self.game, self.body)
        return self.sequence, self.game, self.body, crc32, self.written_utc

    @property
    def place(self) -> Place:
        """Return sequence and game."""
        return self.sequence, self.game

    @property
    def record(self) -> Record:
        """Return what happened.

        Raises:
            StoreCorruptError: If the text is no record.
        """
        return codec.decode(self.body)

    def is_same_as(self, other: Row) -> bool:
        """Return whether both say the same of the same place; when they were written does not matter."""
        return (self.place, self.body) == (other.place, other.body)


def _crc32(sequence: int, game: int, body: str) -> int:
    return zlib.crc32(f"{sequence} {game} {body}".encode())
