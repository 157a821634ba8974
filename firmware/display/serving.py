"""A web server in a thread of its own, for the display and for phones."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Sequence

import uvicorn
from starlette.types import ASGIApp

STOP_S = 3.0
BACKLOG = 64


class Serving:
    """Serves an app on open sockets until it is closed, and closes them then."""

    def __init__(
        self, app: ASGIApp, sockets: Sequence[socket.socket], *, name: str, http: type[asyncio.Protocol] | None = None
    ) -> None:
        """Begin to serve on sockets, which are this object's from now on; ``http`` None leaves that to uvicorn."""
        self._sockets = list(sockets)
        config = uvicorn.Config(
            app,
            http=http or "auto",
            log_config=None,
            access_log=False,
            lifespan="off",
            log_level="warning",
            timeout_graceful_shutdown=1,
            ws="none",
            # Nobody stands between: an address that a header claims is a claim.
            proxy_headers=False,
            server_header=False,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=(self._sockets,), name=name, daemon=True)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        """Return whether it still serves."""
        return self._thread.is_alive()

    def close(self) -> None:
        """Stop serving and close the sockets; closing twice does nothing."""
        self._server.should_exit = True
        self._thread.join(STOP_S)
        for each in self._sockets:
            each.close()


def listening(address: str, port: int, *, family: socket.AddressFamily = socket.AF_INET) -> socket.socket:
    """Return a socket that listens on one address of this machine; port 0 takes a free one.

    Raises:
        OSError: If it cannot.
        OverflowError: If there is no such port.
    """
    # The protocol is named, for asyncio looks for it: it turns off Nagle's algorithm, which costs 40 ms an answer.
    opened = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        # A port whose last connections are still dying may be taken again at once; one in use may not.
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind((address, port))
        opened.listen(BACKLOG)
    except BaseException:
        opened.close()
        raise
    return opened
