"""One connection to a server of ours: bounded in number, and cut where nothing comes or is taken for a while."""

import asyncio
import logging
import socket
from itertools import count
from typing import ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE_S = 10.0
UNREAD_BYTES = 128 * 1024
"""Three views; whoever takes none of them needs no more."""
GONE_MS = 30_000
"""Who left without a word is given up after this."""

_QUIET = logging.getLogger(f"{__name__}.abuse")
_QUIET.setLevel(logging.ERROR)  # who sends rubbish must not fill the log


class Connection(H11Protocol):
    """A connection of a page on this machine: the newest is let in, if need be for one that stands idle."""

    most: ClassVar[int] = 64  # a browser opens six; far below the files that a process may open
    patience_s: ClassVar[float] = PATIENCE_S  # so long nothing may be said, nor taken of what is due
    _numbers: ClassVar = count()
    _watch: asyncio.TimerHandle | None = None
    _taken, _is_cut = 0, False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a connection in, or cut it before a word is said."""
        if not self.lets_in(transport):
            transport.abort()
            return
        self.logger = _QUIET
        self._number = next(self._numbers)
        super().connection_made(transport)
        self._look_again()

    def lets_in(self, transport: asyncio.Transport) -> bool:  # noqa: ARG002 - others look at who it is
        """Make a place for it where there is none: the eldest that stands idle loses his, else the newest."""
        others = [each for each in self.connections if isinstance(each, Connection) and not each._is_cut]
        if len(others) >= self.most:
            others.sort(key=lambda each: each._number)
            next((each for each in others if each.waits), others[-1])._cut()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection; one that was not let in was never known."""
        if self._watch is not None:
            self._watch.cancel()
            super().connection_lost(exc)

    def resume_writing(self) -> None:
        """Note that what is sent is taken again."""
        self._taken += 1
        super().resume_writing()

    @property
    def waits(self) -> bool:
        """Return whether it is not our turn: an answer may take its time, a stream is quiet by nature."""
        return self.cycle is None or self.cycle.response_complete or self.flow.write_paused

    def _look_again(self) -> None:
        self._watch = self.loop.call_later(self.patience_s, self._look, self.cycle, self._taken)

    def _look(self, cycle: object, taken: int) -> None:
        """Cut the connection if it has stood still since the last look."""
        if self.waits and (self.cycle, self._taken) == (cycle, taken):
            self._cut()
        else:
            self._look_again()

    def _cut(self) -> None:
        self._is_cut = True  # it is forgotten only after those that have come with this one
        self.transport.abort()


def keep_small(listening: socket.socket) -> socket.socket:
    """Bound what the kernel keeps for each that connects, and for how long."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MS)
    return listening
