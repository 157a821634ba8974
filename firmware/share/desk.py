"""The desk at which digits are typed, as servers share it: one change after the other, whichever thread asks."""

from __future__ import annotations

import secrets
import threading
import time
from typing import TYPE_CHECKING

from firmware.share import control
from firmware.share.control import DIGITS, Answer, Fresh

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.share.control import Control, ControlDesk


def fresh() -> Fresh:
    """Return digits and a token that nobody can foresee."""
    return Fresh(digits=f"{secrets.randbelow(10**DIGITS):0{DIGITS}}", token=secrets.token_urlsafe(32))


class Desk:
    """Holds who may play."""

    def __init__(
        self,
        changed: Callable[[], None],
        *,
        draw: Callable[[], Fresh] = fresh,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        """Begin with new digits and nobody let in.

        Args:
            changed: Is called after each change that the device or a phone should show, from the thread that made it.
            draw: Draws digits and tokens.
            clock_ns: Monotonic time.
        """
        self._changed = changed
        self._draw = draw
        self._clock_ns = clock_ns
        self._lock = threading.Lock()
        self._desk = control.opened(draw().digits, clock_ns())

    def status(self) -> dict[str, object]:
        """Return what the device's own page shows, as plain data."""
        with self._lock:
            desk = self._desk
        return {
            "digits": desk.digits,
            "is_locked": desk.is_locked(self._clock_ns()),
            "controls": [one.number for one in desk.controls],
        }

    def type_digits(self, digits: str, address: str) -> tuple[Answer, str]:
        """Return what a phone that typed digits is told, and its token where it is let in."""
        drawn = self._draw()
        with self._lock:
            self._desk, answer = control.typed(
                self._desk, digits, address=address, now_ns=self._clock_ns(), fresh=drawn
            )
        if answer is not Answer.WAIT:
            self._changed()
        return answer, drawn.token if answer is Answer.ACCEPTED else ""

    def control_of(self, token: str, address: str) -> Control | None:
        """Return which phone shows a token, None if it may not play."""
        with self._lock:
            self._desk, found = control.used(self._desk, token, address=address, now_ns=self._clock_ns())
        return found

    def is_playing(self, number: int) -> bool:
        """Return whether a phone still plays."""
        return any(one.number == number for one in self._desk.controls)

    def end_control(self, number: int) -> None:
        """Let a phone only follow again."""
        self._change(lambda desk: control.ended(desk, number))

    def renew_digits(self) -> None:
        """Show other digits, and forgive wrong tries."""
        self._change(lambda desk: control.renewed(desk, self._draw(), self._clock_ns()))

    def _change(self, change: Callable[[ControlDesk], ControlDesk]) -> None:
        with self._lock:
            self._desk = change(self._desk)
        self._changed()
