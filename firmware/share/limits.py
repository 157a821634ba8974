"""How much one address, and all of them together, may ask for and hold open; bounded in memory."""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from firmware.display.connection import Connection
from firmware.display.guard import SAFE_HEADERS

MOST_ADDRESSES = 256
"""Addresses remembered; the one not heard of for longest is forgotten first, the common allowance still holds."""
RETRY_S = 5
MOST_SEATS = 100
"""Phones that look on, however many pages of each."""
MOST_SEATS_EACH = 3


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something may happen: ``most`` at once, and one more each ``every_s`` until it is ``most`` again."""

    most: int
    every_s: float

    def left(self, left: float, at_ns: int, now_ns: int) -> tuple[float, int]:
        """Return what is left later, with fractions of the next, and when; a clock that went back gives nothing."""
        gained = max(0, now_ns - at_ns) / 1e9 / self.every_s
        return min(float(self.most), left + gained), max(now_ns, at_ns)


REQUESTS_EACH = Rate(most=320, every_s=0.1)
"""A page is some seventy files; a phone may load it four times in a row, and a test counts them."""
REQUESTS_TOGETHER = Rate(most=2560, every_s=0.0125)


class Meter:
    """Counts what each address asks for, and all together; belongs to one thread."""

    def __init__(self, each: Rate, together: Rate) -> None:
        """Begin with nothing asked for, by one address or by all."""
        self._each = each
        self._together = together
        self._all: tuple[float, int] = (together.most, 0)
        self._known: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def take(self, address: str, now_ns: int) -> bool:
        """Return whether an address may ask once more, and count it if so.

        What one address asks for too much is not counted against the others.
        """
        left, at_ns = self._each.left(*self._known.get(address, (self._each.most, now_ns)), now_ns)
        if left < 1 or self.is_spent(now_ns):
            return False
        self._all = self._all[0] - 1, self._all[1]
        self._known[address] = left - 1, at_ns
        self._known.move_to_end(address)
        while len(self._known) > MOST_ADDRESSES:
            self._known.popitem(last=False)
        return True

    def is_spent(self, now_ns: int) -> bool:
        """Return whether nobody may ask just now."""
        self._all = self._together.left(*self._all, now_ns)
        return self._all[0] < 1


class Limiter:
    """Refuses what comes too often, and files asked for with a body."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an app."""
        self._app = app
        self._meter = Meter(REQUESTS_EACH, REQUESTS_TOGETHER)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        answer, headers = self._app, Headers(scope=scope)
        has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
        if scope["type"] == "http" and not self._meter.take(scope["client"][0], time.monotonic_ns()):
            answer = _refusal(429, "asked too often; wait a little")
        elif scope["type"] == "http" and scope["method"] in {"GET", "HEAD"} and has_body:
            answer = _refusal(413, "nothing may be sent with this")
        await answer(scope, receive, send)


def _refusal(status: int, why: str) -> JSONResponse:
    headers = {**SAFE_HEADERS, "connection": "close", "cache-control": "no-store", "retry-after": str(RETRY_S)}
    return JSONResponse({"error": why}, status_code=status, headers=headers)


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
        theirs = self._taken[address]
        if theirs >= MOST_SEATS_EACH or (not theirs and self.phones >= MOST_SEATS):
            return False
        self._taken[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Give a seat back."""
        self._taken -= Counter([address])


MOST_CONNECTIONS = 320
"""Of all phones; far below the files a process may open, which the camera and the store need too."""
MOST_EACH = 12
"""Of one address: a browser opens six, and a phone may have two pages open."""


class PhoneConnection(Connection):
    """One connection of a phone: cut where there are too many of all or of one; others keep theirs."""

    most = MOST_CONNECTIONS
    is_neighbour: Callable[[str, str], bool]  # tells whether an address is in the network of one of this machine's
    address = ""

    def lets_in(self, transport: asyncio.Transport) -> bool:
        """Return whether it comes from nearby, and there is room for it."""
        self.address = address = transport.get_extra_info("peername")[0]
        theirs = sum(isinstance(each, PhoneConnection) and each.address == address for each in self.connections)
        is_full = len(self.connections) >= self.most or theirs >= MOST_EACH
        return not is_full and self.is_neighbour(address, transport.get_extra_info("sockname")[0])
