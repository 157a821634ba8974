"""The time of the simulated table: the machine's own for play, another's in tests."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Tells the time and waits."""

    def now_ns(self) -> int:
        """Return the monotonic time, ns."""

    def sleep(self, seconds: float) -> None:
        """Wait."""


class RealClock:
    """The machine's own monotonic time."""

    def now_ns(self) -> int:
        """Return the monotonic time, ns."""
        return time.monotonic_ns()

    def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)
