"""Space and Enter in the terminal as the button."""

from __future__ import annotations

import contextlib
import select
import sys
import termios
import threading
import time
import tty
from typing import TYPE_CHECKING, Any

from firmware.errors import ButtonError
from firmware.ports import Edge

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

KEYS = frozenset(" \r\n")
POLL_S = 0.2
PRESS_NS = 100_000_000
"""A terminal tells that a key was struck, not how long it was down: every stroke is a short press."""


class KeyboardButton:
    """A `firmware.ports.Button`; other keys mean nothing, Ctrl-C stays Ctrl-C."""

    def __init__(self, stream: TextIO | None = None, *, now_ns: Callable[[], int] = time.monotonic_ns) -> None:
        """Take the terminal.

        Args:
            stream: The terminal; standard input when None.
            now_ns: Monotonic time.

        Raises:
            ButtonError: If it is no terminal.
        """
        self._stream = stream or sys.stdin
        self._now_ns = now_ns
        try:
            self._before: list[Any] = termios.tcgetattr(self._stream)
        except (termios.error, ValueError, OSError) as error:
            raise ButtonError("Standard input is no terminal: its keys cannot press. Use the display.") from error
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def listen(self, sink: Callable[[Edge], None]) -> None:
        """Call ``sink`` for both edges of every stroke from now on."""
        tty.setcbreak(self._stream)
        self._thread = threading.Thread(target=self._listen, args=(sink,), name="keyboard", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Give the terminal back as it was; closing twice does nothing."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=2 * POLL_S)
        with contextlib.suppress(termios.error, ValueError, OSError):
            termios.tcsetattr(self._stream, termios.TCSADRAIN, self._before)

    def _listen(self, sink: Callable[[Edge], None]) -> None:
        while not self._stop.is_set():
            ready, _, _ = select.select([self._stream], [], [], POLL_S)
            if ready:
                key = self._stream.read(1)
                if not key:
                    return  # the terminal was closed
                if key in KEYS:
                    now_ns = self._now_ns()
                    sink(Edge(is_down=True, at_ns=now_ns - PRESS_NS))
                    sink(Edge(is_down=False, at_ns=now_ns))
