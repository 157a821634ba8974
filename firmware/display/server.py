"""Servers in threads of their own: what serves an app on open sockets, and the display's, on loopback."""

import asyncio
import logging
import secrets
import socket
import threading
from collections.abc import Sequence

import uvicorn
from starlette.types import ASGIApp

from firmware.display.app import DevicePorts, build_app
from firmware.display.connection import Connection, keep_small
from firmware.display.files import build_id
from firmware.display.push import Push
from firmware.errors import DisplayError

LOG = logging.getLogger(__name__)

_LOOPBACK = {"127.0.0.1": socket.AF_INET, "localhost": socket.AF_INET, "::1": socket.AF_INET6}


STOP_S = 3.0
BACKLOG = 64


class Serving:
    """Serves an app on open sockets until it is closed, and closes them then."""

    def __init__(
        self, app: ASGIApp, sockets: Sequence[socket.socket], *, name: str, http: type[asyncio.Protocol] = Connection
    ) -> None:
        """Begin to serve on sockets, which are this object's from now on; ``http`` is made for each connection."""
        self._sockets = list(sockets)
        config = uvicorn.Config(
            app,
            http=http,
            log_config=None,
            access_log=False,
            lifespan="off",
            log_level="warning",
            timeout_graceful_shutdown=1,
            backlog=BACKLOG,  # so many are accepted at a time, each with an open file before one of them is cut
            ws="none",
            proxy_headers=False,  # Nobody stands between: an address that a header claims is a claim.
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
        keep_small(opened).listen(BACKLOG)
    except BaseException:
        opened.close()
        raise
    return opened


class DisplayServer:
    """Serves the page to browsers on this machine, and pushes every view to those that are open."""

    def __init__(self, host: str, port: int, ports: DevicePorts, *, connection: type[Connection] = Connection) -> None:
        """Prepare to serve; nothing is opened yet.

        Raises:
            DisplayError: If the host is not loopback.
        """
        if host not in _LOOPBACK:
            raise DisplayError(
                f"The display cannot be served on {host!r}: only this machine may see it. "
                f"Set the display's host to one of {', '.join(_LOOPBACK)}."
            )
        self._host, self._wanted_port, self._connection = host, port, connection
        build = build_id()
        self._push = Push(build=build, run=secrets.token_hex(4))
        self._app = build_app(self._push, ports, build=build, port=lambda: self.port)
        self._socket: socket.socket | None = None
        self._serving: Serving | None = None

    @property
    def port(self) -> int:
        """Return the port served on; before `start` the one asked for."""
        return self._wanted_port if self._socket is None else int(self._socket.getsockname()[1])

    @property
    def url(self) -> str:
        """Return the address to open in a browser."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{host}:{self.port}/"

    def start(self, *, spare_ports: int = 0) -> str:
        """Open the port and serve until `close`.

        Returns:
            The address to open in a browser.

        Raises:
            DisplayError: If no port can be opened.
        """
        self._socket = self._open(spare_ports)
        self._serving = Serving(self._app, [self._socket], name="display", http=self._connection)
        LOG.info("the display is at %s", self.url)
        return self.url

    def show(self, view: dict[str, object]) -> None:
        """Push ``view`` (plain JSON data) to every open page."""
        self._push.show(view)

    def show_shared(self, shared: dict[str, object]) -> None:
        """Push what is shared with phones (plain JSON data), beside every view."""
        self._push.show_beside(share=shared)

    def close(self) -> None:
        """Stop serving and close the port; closing twice does nothing."""
        self._push.close()
        if self._serving is not None:
            self._serving.close()

    def _open(self, spare_ports: int) -> socket.socket:
        last = self._wanted_port + (spare_ports if self._wanted_port else 0)
        complaint = OSError()
        address = "127.0.0.1" if self._host == "localhost" else self._host
        for port in range(self._wanted_port, last + 1):
            try:
                return listening(address, port, family=_LOOPBACK[self._host])
            except (OSError, OverflowError) as error:
                complaint = OSError(str(error))
                LOG.warning("port %d cannot be used for the display: %s", port, error)
        tried = f"port {self._wanted_port}" if last == self._wanted_port else f"ports {self._wanted_port}–{last}"
        raise DisplayError(
            f"The display cannot be served on {tried}: {complaint}. Perhaps Serviert is running already; "
            "close it, or set another port for the display."
        ) from complaint
