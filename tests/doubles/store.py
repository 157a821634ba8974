"""A store in memory, whose disk can be made full, read-only or broken."""

from enum import Enum

from firmware.errors import StoreError, StoreFullError, StoreReadOnlyError
from firmware.log import codec, record


class DiskFault(Enum):
    """What is wrong with the disk, by the error it makes."""

    FULL = StoreFullError
    READ_ONLY = StoreReadOnlyError
    BROKEN = StoreError


class MemoryStore:
    """A `firmware.ports.Store` that forgets all when the process ends; records go through the file's own text."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._is_closed = False
        self.fault: DiskFault | None = None  # what is wrong with the disk now; while it lasts nothing is saved

    def append(self, *records: record.Record) -> None:
        if self._is_closed:
            raise StoreError("The store in memory is closed.")
        if self.fault is not None:
            raise self.fault.value(f"The disk is {self.fault.name}.")
        self._lines.extend(map(codec.encode, records))

    def current_game(self) -> tuple[record.Record, ...]:
        """Return the records of the newest game, oldest first; empty when there is none."""
        records = [codec.decode(line) for line in self._lines]
        begins = [at for at, line in enumerate(self._lines) if codec.is_beginning(line)]
        return tuple(records[begins[-1] :] if begins else records)

    def close(self) -> None:
        self._is_closed = True
