"""The watchdog: vouches for the companion only while all of it works.

A process that exists is not one that works: each loop beats once a round, and what has not beaten for too long hangs. A
thread of its own looks whether every loop goes round and whether the page answers as a browser would ask. Only then is
systemd told so; when it hears nothing any more, it kills the process and starts it again, and the game goes on.
"""

import http.client
import logging
import threading
from collections.abc import Callable

from firmware.rounds import Rounds
from firmware.table.systemd import Systemd


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


log = logging.getLogger(__name__)

UNTIL_READY_S = 0.2
"""So often the page is asked before it has answered once: whoever waits for it should not wait longer."""

UNWATCHED_S = 10.0
ROUNDS_A_WATCH = 3
"""A round that comes late must not look like a companion that hangs."""

ANSWER_S = 5.0


class Watchdog(Rounds):
    """Vouches for the companion to a supervisor."""

    def __init__(self, supervisor: Systemd, pulse: Pulse, answers: Callable[[], bool], *, status: str) -> None:
        """Take the parts; nothing is said before `start`."""
        super().__init__("watchdog")
        self._supervisor = supervisor
        self._pulse = pulse
        self._answers = answers
        self._status = status
        self._complaint: str | None = None
        self._is_ready = False

    def look(self) -> bool:
        """Look once, tell the supervisor, and return whether all is well."""
        late = self._pulse.late()
        complaint = f"These hang: {', '.join(late)}." if late else "The page does not answer."
        if late or not self._answers():
            if complaint != self._complaint and self._is_ready:
                log.error("%s Without a change the companion will be started again.", complaint)
                self._supervisor.status(complaint)
            self._complaint = complaint
            return False
        if not self._is_ready or self._complaint is not None:
            self._supervisor.ready(self._status)
        self._is_ready, self._complaint = True, None
        self._supervisor.alive()
        return True

    @property
    def round_s(self) -> float:
        """Return how long to wait before the next look."""
        if not self._is_ready:
            return UNTIL_READY_S
        watchdog_s = self._supervisor.watchdog_s
        return UNWATCHED_S if watchdog_s is None else watchdog_s / ROUNDS_A_WATCH

    def _round(self) -> float:
        self.look()
        return self.round_s


def page_answers(host: str, port: int, *, timeout_s: float = ANSWER_S) -> bool:
    """Return whether a browser would get the page."""
    connection = http.client.HTTPConnection(host, port, timeout=timeout_s)
    try:
        connection.request("HEAD", "/")
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException) as error:
        log.debug("the page does not answer: %s", error)
        return False
    finally:
        connection.close()
