"""The pulse: when each loop of the companion last went round.

A process that exists is not one that works. Each loop beats once a round; what has not beaten for too long hangs.
"""

from __future__ import annotations

import threading
from collections.abc import Callable


class Pulse:
    """Notes the beats of named loops; safe to use from any thread."""

    def __init__(self, clock_ns: Callable[[], int]) -> None:
        """Begin without loops."""
        self._clock_ns = clock_ns
        self._lock = threading.Lock()
        self._due_ns: dict[str, int] = {}

    def loop(self, name: str, *, within_s: float) -> Callable[[], None]:
        """Watch over one more loop, whose time begins now; return what it calls once a round."""
        within_ns = round(within_s * 1e9)

        def beat() -> None:
            with self._lock:
                self._due_ns[name] = self._clock_ns() + within_ns

        beat()
        return beat

    def late(self) -> tuple[str, ...]:
        """Return the names of the loops that hang."""
        now_ns = self._clock_ns()
        with self._lock:
            return tuple(name for name, due_ns in self._due_ns.items() if now_ns > due_ns)
