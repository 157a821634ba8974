"""The display's server: opens a port on loopback and serves the page from a thread of its own."""

from __future__ import annotations

import logging
import secrets
import socket

from firmware.display.app import DevicePorts, build_app
from firmware.display.files import build_id
from firmware.display.push import Push
from firmware.display.serving import Serving, listening
from firmware.errors import DisplayError

LOG = logging.getLogger(__name__)

_LOOPBACK = {"127.0.0.1": socket.AF_INET, "localhost": socket.AF_INET, "::1": socket.AF_INET6}


class DisplayServer:
    """Serves the page to browsers on this machine, and pushes every view to those that are open."""

    def __init__(self, host: str, port: int, ports: DevicePorts) -> None:
        """Prepare to serve; nothing is opened yet.

        Args:
            host: A loopback name; the page is for this machine's own screen.
            port: Port to serve on; 0 takes a free one.
            ports: Where the page's doings go.

        Raises:
            DisplayError: If the host is not loopback.
        """
        if host not in _LOOPBACK:
            raise DisplayError(
                f"The display cannot be served on {host!r}: only this machine may see it. "
                f"Set the display's host to one of {', '.join(_LOOPBACK)}."
            )
        self._host, self._wanted_port = host, port
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

        Args:
            spare_ports: How many of the next ports to try when the port is taken.

        Returns:
            The address to open in a browser.

        Raises:
            DisplayError: If no port can be opened.
        """
        self._socket = self._open(spare_ports)
        self._serving = Serving(self._app, [self._socket], name="display")
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
