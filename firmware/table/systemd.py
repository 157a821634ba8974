"""What systemd is told of the companion: ready, alive, how it is.

A datagram to a socket that systemd names is the whole protocol, so that no library is needed for it. Where systemd did
not start the companion, nothing is sent.

Source: sd_notify(3), sd_watchdog_enabled(3).
"""

import logging
import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Systemd:
    """Speaks to the service manager that started this process, if one did."""

    address: str | None = None  # of its socket: a path, or ``@`` and an abstract name
    watchdog_s: float | None = None  # without a word for so long this process is killed and started again

    @classmethod
    def from_environ(cls, environ: Mapping[str, str], *, pid: int | None = None) -> "Systemd":
        """Return what the environment says of the service manager."""
        address = environ.get("NOTIFY_SOCKET", "")
        watched = environ.get("WATCHDOG_PID", "")
        usec = environ.get("WATCHDOG_USEC", "")
        is_watched = usec.isdecimal() and int(usec) > 0 and watched in ("", str(os.getpid() if pid is None else pid))
        return cls(
            address if address.startswith(("/", "@")) else None, watchdog_s=int(usec) / 1e6 if is_watched else None
        )

    def starting(self, status: str, *, within_s: float) -> None:
        """Say what takes so long before the service is ready, and how long that may still take."""
        self._send(f"EXTEND_TIMEOUT_USEC={round(within_s * 1e6)}", f"STATUS={status.strip()}")

    def ready(self, status: str) -> None:
        """Say that the service works, and how it is."""
        self._send("READY=1", f"STATUS={status.strip()}")

    def alive(self) -> None:
        """Say that the service still works."""
        self._send("WATCHDOG=1")

    def status(self, status: str) -> None:
        """Say in a sentence how the service is."""
        self._send(f"STATUS={status.strip()}")

    def stopping(self) -> None:
        """Say that the service ends because it was told to."""
        self._send("STOPPING=1")

    def _send(self, *lines: str) -> None:
        if self.address is None:
            return
        # An abstract name begins with a zero byte, for which the environment has "@".
        address = "\0" + self.address[1:] if self.address.startswith("@") else self.address
        # A status has one line, which is all that the protocol has room for.
        text = "\n".join(" ".join(line.split()) for line in lines)
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
                sender.sendto(text.encode(), address)
        except OSError as error:
            log.warning("systemd did not hear %s: %s", lines[0], error)
