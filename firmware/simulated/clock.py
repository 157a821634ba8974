"""The time of the simulated table: real for play, moved by hand in tests."""

from __future__ import annotations

import threading
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


class ManualClock:
    """Stands still until it is moved; whoever waits moves it."""

    def __init__(self, start_ns: int = 1_000_000_000) -> None:
        """Begin at ``start_ns``."""
        self._now_ns = start_ns
        self._lock = threading.Lock()

    def now_ns(self) -> int:
        """Return the time it stands at, ns."""
        return self._now_ns

    def sleep(self, seconds: float) -> None:
        """Move on without waiting.

        Raises:
            ValueError: If ``seconds`` is negative; time does not run backwards.
        """
        if seconds < 0:
            raise ValueError(f"A clock moves on; got {seconds} s.")
        with self._lock:
            self._now_ns += round(seconds * 1e9)
