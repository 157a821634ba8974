"""A store in memory, whose disk can be made full, read-only or broken."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

from firmware.errors import StoreCorruptError, StoreError, StoreFullError, StoreReadOnlyError
from firmware.log import codec

if TYPE_CHECKING:
    from collections.abc import Iterable

    from firmware.log.record import Record


class DiskFault(StrEnum):
    """What is wrong with the disk."""

    FULL = "full"
    READ_ONLY = "read-only"
    BROKEN = "broken"
    CORRUPT = "corrupt"


def _error_of(fault: DiskFault) -> StoreError:
    match fault:
        case DiskFault.FULL:
            return StoreFullError("The simulated disk is full; end its fault to go on.")
        case DiskFault.READ_ONLY:
            return StoreReadOnlyError("The simulated disk is read-only; end its fault to go on.")
        case DiskFault.BROKEN:
            return StoreError("The simulated disk does not answer; end its fault to go on.")
        case DiskFault.CORRUPT:
            return StoreCorruptError("The simulated file is damaged; end its fault to go on.")
        case _:
            assert_never(fault)


class MemoryStore:
    """A `firmware.ports.Store` that forgets everything when the process ends; records go through the file's own text.

    Attributes:
        fault: What is wrong with the disk now, None for nothing. Any fault stops writing, a corrupt file reading, too.
    """

    def __init__(self, records: Iterable[Record] = ()) -> None:
        """Begin with ``records`` on the disk."""
        self._lines = [codec.encode(record) for record in records]
        self._is_closed = False
        self.fault: DiskFault | None = None

    def append(self, record: Record) -> None:
        """Save ``record``.

        Raises:
            StoreFullError: While the disk is full.
            StoreReadOnlyError: While it is read-only.
            StoreCorruptError: While the file is damaged.
            StoreError: While it is broken, or after closing.
        """
        if self._is_closed:
            raise StoreError("The simulated store is closed; nothing can be saved any more.")
        if self.fault is not None:
            raise _error_of(self.fault)
        self._lines.append(codec.encode(record))

    def current_game(self) -> tuple[Record, ...]:
        """Return the records of the newest game, oldest first; empty when there is none.

        Raises:
            StoreCorruptError: While the file is damaged.
        """
        if self.fault is DiskFault.CORRUPT:
            raise _error_of(self.fault)
        records = [codec.decode(line) for line in self._lines]
        begins = [i for i, record in enumerate(records) if codec.begins_game(record)]
        return tuple(records[begins[-1] :] if begins else records)

    def close(self) -> None:
        """Close; closing twice does nothing."""
        self._is_closed = True
