"""How much one address, and all of them together, may ask for; bounded in memory."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from dataclasses import dataclass, field

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from firmware.display.guard import SAFE_HEADERS

MOST_ADDRESSES = 256
"""Addresses remembered; the one not heard of for longest is forgotten first, the common allowance still holds."""
RETRY_S = 5
MOST_SEATS = 32
MOST_SEATS_EACH = 3


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something may happen: ``most`` at once, and one more each ``every_s`` until it is ``most`` again."""

    most: int
    every_s: float


REQUESTS_EACH = Rate(most=240, every_s=0.1)
"""A page is some fifty-five files; a phone may load it thrice in a row, and a test counts them."""
REQUESTS_TOGETHER = Rate(most=1920, every_s=0.0125)


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left of a rate, with fractions of the next, at a monotonic time."""

    left: float
    at_ns: int

    def now(self, rate: Rate, now_ns: int) -> Allowance:
        """Return what is left a while later; a clock that went back gives nothing."""
        gained = max(0, now_ns - self.at_ns) / 1e9 / rate.every_s
        return Allowance(min(float(rate.most), self.left + gained), max(now_ns, self.at_ns))


class Meter:
    """Counts what each address asks for, and all together; belongs to one thread."""

    def __init__(self, each: Rate, together: Rate) -> None:
        """Begin with nothing asked for, by one address or by all."""
        self._each = each
        self._together = together
        self._all = Allowance(together.most, 0)
        self._known: OrderedDict[str, Allowance] = OrderedDict()

    def __len__(self) -> int:
        """Return how many addresses are remembered."""
        return len(self._known)

    def take(self, address: str, now_ns: int) -> bool:
        """Return whether an address may ask once more, and count it if so.

        What one address asks for too much is not counted against the others.
        """
        mine = self._known.get(address, Allowance(self._each.most, now_ns)).now(self._each, now_ns)
        if mine.left < 1 or self.is_spent(now_ns):
            return False
        self._all = Allowance(self._all.left - 1, self._all.at_ns)
        self._known[address] = Allowance(mine.left - 1, mine.at_ns)
        self._known.move_to_end(address)
        while len(self._known) > MOST_ADDRESSES:
            self._known.popitem(last=False)
        return True

    def is_spent(self, now_ns: int) -> bool:
        """Return whether nobody may ask just now."""
        self._all = self._all.now(self._together, now_ns)
        return self._all.left < 1


class Limiter:
    """Refuses what comes too often, and files asked for with a body."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an app."""
        self._app = app
        self._meter = Meter(REQUESTS_EACH, REQUESTS_TOGETHER)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        answer = self._app
        if scope["type"] == "http" and not self._meter.take(scope["client"][0], time.monotonic_ns()):
            answer = _refusal(429, "asked too often; wait a little")
        elif scope["type"] == "http" and scope["method"] in {"GET", "HEAD"} and _has_body(scope):
            answer = _refusal(413, "nothing may be sent with this")
        await answer(scope, receive, send)


def _refusal(status: int, why: str) -> JSONResponse:
    headers = {**SAFE_HEADERS, "connection": "close", "cache-control": "no-store", "retry-after": str(RETRY_S)}
    return JSONResponse({"error": why}, status_code=status, headers=headers)


def _has_body(scope: Scope) -> bool:
    headers = Headers(scope=scope)
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers


@dataclass
class Seats:
    """Counts the phones that look; belongs to the server's one thread, only the count is read from others."""

    _taken: Counter[str] = field(default_factory=Counter)

    @property
    def phones(self) -> int:
        """Return how many addresses look."""
        return len(self._taken)

    def take(self, address: str) -> bool:
        """Return whether there is a seat, and take it if so."""
        if self._taken.total() >= MOST_SEATS or self._taken[address] >= MOST_SEATS_EACH:
            self._taken += Counter()  # forgets whoever has none
            return False
        self._taken[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Give a seat back."""
        self._taken -= Counter([address])
