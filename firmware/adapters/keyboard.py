"""Space and Enter in the terminal as the button."""

import contextlib
import os
import select
import sys
import termios
import threading
import time
import tty
from collections.abc import Callable
from typing import Any, TextIO

from firmware.errors import ButtonError
from firmware.ports import Edge

KEYS = frozenset(b" \r\n")
PRESS_S = 0.1  # a terminal tells that a key was struck, not how long it was down: every stroke is a short press
# A key held down repeats itself, first after up to 660 ms: strokes so close to the last one are the same press.
REPEAT_NS = 700_000_000
CLOSE_WAIT_S = 1.0


class KeyboardButton:
    """A `firmware.ports.Button`; other keys mean nothing, Ctrl-C stays Ctrl-C."""

    def __init__(self, stream: TextIO | None = None, *, now_ns: Callable[[], int] = time.monotonic_ns) -> None:
        """Take the terminal.

        Raises:
            ButtonError: If it is no terminal, or one that this process runs behind.
        """
        self._now_ns = now_ns
        try:
            self._terminal = (stream or sys.stdin).fileno()
            self._before: list[Any] = termios.tcgetattr(self._terminal)
        except (termios.error, AttributeError, ValueError, OSError) as error:
            raise ButtonError("Standard input is no terminal: its keys cannot press. Use the display.") from error
        is_behind = False
        with contextlib.suppress(OSError):  # not this process's own terminal: nothing is stopped
            # The system stops a process that changes a terminal which another one has now.
            is_behind = os.tcgetpgrp(self._terminal) != os.getpgrp()
        if is_behind:
            raise ButtonError("Serviert runs in the background: the terminal's keys cannot press. Use the display.")
        self._wake_reader, self._wake_writer = os.pipe()
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def listen(self, sink: Callable[[Edge], None]) -> None:
        """Call ``sink`` for both edges of every stroke from now on."""
        tty.setcbreak(self._terminal)
        self._thread = threading.Thread(target=self._listen, args=(sink,), name="keyboard", daemon=True)
        self._thread.start()

    def level(self) -> bool | None:
        """Return None: a terminal tells strokes only."""
        return None

    def close(self) -> None:
        """Give the terminal back as it was; closing twice does nothing."""
        if self._is_closed:
            return
        self._is_closed = True
        os.close(self._wake_writer)
        if self._thread is not None:
            self._thread.join(timeout=CLOSE_WAIT_S)
        os.close(self._wake_reader)
        with contextlib.suppress(termios.error, OSError):
            termios.tcsetattr(self._terminal, termios.TCSADRAIN, self._before)

    def _listen(self, sink: Callable[[Edge], None]) -> None:
        last_ns: int | None = None
        while (struck := self._struck(None)) is not None:
            now_ns = self._now_ns()
            if not KEYS.intersection(struck):
                continue
            is_repeat = last_ns is not None and now_ns - last_ns < REPEAT_NS
            last_ns = now_ns
            if not is_repeat:
                sink(Edge(is_down=True, at_ns=now_ns))
                self._struck(PRESS_S)  # what is struck meanwhile is the same press
                sink(Edge(is_down=False, at_ns=max(now_ns + 1, self._now_ns())))

    def _struck(self, wait_s: float | None) -> bytes | None:
        """Return what was struck, empty when the wait was over, None when closed."""
        ready, _, _ = select.select([self._terminal, self._wake_reader], [], [], wait_s)
        if self._wake_reader in ready:
            return None
        try:
            return (os.read(self._terminal, 64) or None) if ready else b""
        except OSError:
            return None  # the terminal is gone
