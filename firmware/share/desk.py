"""Who may play from a phone: whoever has scanned the code that the device shows for it, or typed its four digits.

In the code is a key that nobody guesses, so that nobody's tries keep anybody out. Guessing digits is made hopeless:
three wrong tries, by whomever, and the digits are others; an address has five tries and then one more every five
minutes; all addresses together have ten and then one more every ten minutes. That is ten thousand digits against some
sixty tries in an evening.
"""

import hmac
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from firmware.share.limits import Meter, Rate

DIGITS = 4
WRONG_PER_DIGITS = 3
MOST_CONTROLS = 4
"""Phones that play along at once."""
IDLE_NS = 2 * 3600 * 1_000_000_000
"""A phone that did nothing for so long only follows again."""
EACH = Rate(most=5, every_s=300)
TOGETHER = Rate(most=10, every_s=600)


class DigitsVerdict(StrEnum):
    """What becomes of typed digits."""

    ACCEPTED = "accepted"
    WRONG = "wrong"
    WAIT = "wait"  # too many tries: not even looked at
    FULL = "full"  # right, but enough phones play already


@dataclass(slots=True, kw_only=True)
class Control:
    """A phone that may play."""

    number: int  # what the device calls it
    token: str  # what it shows with every touch; a secret
    address: str  # where it typed the digits; the token is worth nothing elsewhere
    used_ns: int  # when it was last heard of


def drawn_secrets() -> tuple[str, str]:
    """Return what nobody can foresee: the next digits, and a token for the phone that typed the right ones."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}", secrets.token_urlsafe(32)


class Desk:
    """Holds who may play; one change after the other, whichever thread asks."""

    def __init__(
        self,
        changed: Callable[[], None],
        *,
        draw: Callable[[], tuple[str, str]] = drawn_secrets,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        """Begin with new digits and nobody let in.

        ``changed`` is called after each change that the device or a phone should show, from the thread that made it.
        """
        self._changed = changed
        self._draw = draw
        self._clock_ns = clock_ns
        self._lock = threading.Lock()
        self._digits, self._wrong = draw()[0], 0
        self._key = secrets.token_urlsafe(16)
        self._tries = Meter(EACH, TOGETHER)
        self._controls: tuple[Control, ...] = ()
        self._given = 0

    def status(self) -> dict[str, object]:
        """Return what the device's own page shows, as plain data."""
        with self._lock:
            return {
                "digits": self._digits,
                "key": self._key,
                "is_locked": self._tries.is_spent(self._clock_ns()),
                "controls": [one.number for one in self._controls],
            }

    def type_digits(self, digits: str, address: str) -> tuple[DigitsVerdict, str]:
        """Return what a phone that typed digits, or scanned the key, is told, and its token where it is let in.

        Every try is paid for before it is looked at, a right one too. Right digits and keys are good once.
        """
        following, token = self._draw()
        with self._lock:
            verdict = self._verdict(digits, address, following, token)
        if verdict is not DigitsVerdict.WAIT:
            self._changed()
        return verdict, token if verdict is DigitsVerdict.ACCEPTED else ""

    def _verdict(self, digits: str, address: str, following: str, token: str) -> DigitsVerdict:
        now_ns = self._clock_ns()
        self._drop_idle(now_ns)
        has_key = _is_same(digits, self._key)
        if not has_key and not self._tries.take(address, now_ns):
            return DigitsVerdict.WAIT
        is_right = has_key or _is_same(digits, self._digits)
        self._wrong += not is_right
        if is_right or self._wrong >= WRONG_PER_DIGITS:
            self._digits, self._wrong = following, 0
        if not is_right:
            return DigitsVerdict.WRONG
        if len(self._controls) >= MOST_CONTROLS:
            return DigitsVerdict.FULL
        self._key = secrets.token_urlsafe(16)
        self._given += 1
        self._controls += (Control(number=self._given, token=token, address=address, used_ns=now_ns),)
        return DigitsVerdict.ACCEPTED

    def control_of(self, token: str, address: str) -> Control | None:
        """Return which phone shows a token, None if it may not play."""
        with self._lock:
            now_ns = self._clock_ns()
            self._drop_idle(now_ns)
            # All of them, however soon one fits: the time taken tells nothing.
            shown = [one for one in self._controls if _is_same(token, one.token) and one.address == address]
            for one in shown:
                one.used_ns = now_ns
            return shown[0] if shown else None

    def is_playing(self, number: int) -> bool:
        """Return whether a phone still plays."""
        return any(one.number == number for one in self._controls)

    def end_control(self, number: int) -> None:
        """Let a phone only follow again."""
        with self._lock:
            self._controls = tuple(one for one in self._controls if one.number != number)
        self._changed()

    def renew_digits(self) -> None:
        """Show other digits, and forgive wrong tries: whoever touches the device itself may do that."""
        with self._lock:
            self._digits, self._wrong = self._draw()[0], 0
            self._key = secrets.token_urlsafe(16)
            self._tries = Meter(EACH, TOGETHER)
        self._changed()

    def _drop_idle(self, now_ns: int) -> None:
        self._controls = tuple(one for one in self._controls if now_ns - one.used_ns <= IDLE_NS)


def _is_same(given: str, secret: str) -> bool:
    """Return whether a text is a secret, in a time that does not tell how much of it was right."""
    return hmac.compare_digest(given.encode(errors="replace"), secret.encode())
