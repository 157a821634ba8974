"""The time of the simulated table: the machine's own for play, another's in tests."""

import time


class Clock:
    """The machine's own monotonic time."""

    def now_ns(self) -> int:
        """Return the monotonic time, ns."""
        return time.monotonic_ns()

    def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)
