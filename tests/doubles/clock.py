"""A clock that stands still until it is moved."""

import threading

from firmware.simulated.clock import Clock


class ManualClock(Clock):
    """Whoever waits moves it."""

    def __init__(self, start_ns: int = 1_000_000_000) -> None:
        self._now_ns = start_ns
        self._lock = threading.Lock()

    def now_ns(self) -> int:
        return self._now_ns

    def sleep(self, seconds: float) -> None:
        """Move on without waiting; time does not run backwards."""
        if seconds < 0:
            raise ValueError(f"A clock moves on; got {seconds} s.")
        with self._lock:
            self._now_ns += round(seconds * 1e9)
