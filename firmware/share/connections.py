"""HTTP as phones may speak it: few connections each, and none that stands still.

Uvicorn waits for ever for a request's end and for a reader that does not read; an app behind it never hears of either.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 96
"""Of all phones; far below the files a process may open, which the camera and the store need too."""
MOST_EACH = 12
"""Of one address: a browser opens six, and a phone may have two pages open."""
PATIENCE_S = 10.0
UNREAD_BYTES = 128 * 1024
"""Three views; a phone that takes none of them needs no more."""
GONE_MS = 30_000
"""A phone that left without a word is given up after this."""

_QUIET = logging.getLogger(f"{__name__}.abuse")
_QUIET.setLevel(logging.ERROR)  # who sends rubbish must not fill the log


class PhoneConnection(H11Protocol):
    """One connection of a phone: cut where there are too many, and where nothing comes or is taken for a while."""

    patience_s = PATIENCE_S  # so long a phone may neither say nor take anything that is due
    is_neighbour: Callable[[str, str], bool]  # tells whether an address is in the network of one of this machine's
    address = ""
    _watch: asyncio.TimerHandle | None = None
    _taken = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a connection in, or cut it before a word is said."""
        self.address = address = transport.get_extra_info("peername")[0]
        theirs = sum(isinstance(each, PhoneConnection) and each.address == address for each in self.connections)
        is_full = len(self.connections) >= MOST_CONNECTIONS or theirs >= MOST_EACH
        if is_full or not self.is_neighbour(address, transport.get_extra_info("sockname")[0]):
            transport.abort()
            return
        self.logger = _QUIET
        super().connection_made(transport)
        self._look_again()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection; one that was not let in was never known."""
        if self._watch is not None:
            self._watch.cancel()
            super().connection_lost(exc)

    def resume_writing(self) -> None:
        """Note that the phone takes again what is sent to it."""
        self._taken += 1
        super().resume_writing()

    def _look_again(self) -> None:
        self._watch = self.loop.call_later(self.patience_s, self._look, self.cycle, self._taken)

    def _look(self, cycle: object, taken: int) -> None:
        """Cut the connection if it has stood still since the last look; an answer may take its time."""
        waits = self.cycle is None or self.cycle.response_complete or self.flow.write_paused
        if waits and (self.cycle, self._taken) == (cycle, taken):
            self.transport.abort()
        else:
            self._look_again()


def keep_small(listening: socket.socket) -> socket.socket:
    """Bound what the kernel keeps for each phone that connects, and for how long."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MS)
    return listening
