"""HTTP as phones may speak it: connections pass the door first, and those that dawdle are closed.

Uvicorn waits for ever for a request's end and for a reader that does not read; an app behind it never hears of either.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from typing import TYPE_CHECKING

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    from firmware.share.door import Door, Peer

TICK_S = 2.5
UNREAD_BYTES = 128 * 1024
"""Three views; a phone that takes none of them needs no more."""
GONE_MS = 30_000
"""A phone that left without a word is given up after this."""

_QUIET = logging.getLogger(f"{__name__}.abuse")
_QUIET.setLevel(logging.ERROR)  # who sends rubbish must not fill the log


class Doorkept(H11Protocol):
    """One connection of a phone; `protocol_for` gives it its door."""

    door: Door
    _peer: Peer | None = None
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a connection in, or cut it before a word is said."""
        peer, here = transport.get_extra_info("peername"), transport.get_extra_info("sockname")
        if not peer or not here or not self.door.admit(peer[:2], here[0], time.monotonic_ns()):
            transport.abort()
            return
        self._peer = (peer[0], peer[1])
        self.logger = _QUIET
        _keep_small(transport.get_extra_info("socket"))
        super().connection_made(transport)
        self._timer = self.loop.call_later(TICK_S, self._tick, self._peer)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection; one that was not let in was never known."""
        if self._peer is None:
            return
        self.door.leave(self._peer)
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Note that the phone takes nothing any more."""
        if self._peer is not None:
            self.door.stall(self._peer, time.monotonic_ns())
        super().pause_writing()

    def resume_writing(self) -> None:
        """Note that it takes again."""
        if self._peer is not None:
            self.door.flow(self._peer)
        super().resume_writing()

    def _tick(self, peer: Peer) -> None:
        if self.door.is_overdue(peer, time.monotonic_ns()):
            self.transport.abort()
            return
        self._timer = self.loop.call_later(TICK_S, self._tick, peer)


def protocol_for(door: Door) -> type[asyncio.Protocol]:
    """Return what speaks HTTP behind a door."""
    return type("Doorkept", (Doorkept,), {"door": door})


def _keep_small(connection: socket.socket) -> None:
    """Bound what the kernel keeps for a phone, and for how long."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MS)
