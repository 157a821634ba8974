"""Which of several decisions is being made, and since when: a few bytes that two processes see at once."""

from __future__ import annotations

import mmap
import struct
import time

_LAYOUT = struct.Struct("<qd")


class Clock:
    """Set by who decides, read by who waits; both clocks are the machine's.

    Args:
        file: Descriptor of a file of `Clock.SIZE` bytes.
    """

    SIZE = _LAYOUT.size

    def __init__(self, file: int) -> None:
        """Map the file."""
        self._memory = mmap.mmap(file, self.SIZE)

    def begin(self, number: int) -> None:
        """Say that a decision begins.

        Args:
            number: Of it, among those asked for together.
        """
        _LAYOUT.pack_into(self._memory, 0, number, time.monotonic())

    @property
    def number(self) -> int:
        """Return the number of the decision that began last."""
        return int(_LAYOUT.unpack_from(self._memory)[0])

    @property
    def spent_s(self) -> float:
        """Return for how long it is being made."""
        return time.monotonic() - float(_LAYOUT.unpack_from(self._memory)[1])

    def close(self) -> None:
        """Unmap the file."""
        self._memory.close()
