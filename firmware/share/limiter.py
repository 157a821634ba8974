"""The limiter: how often phones may ask, and how much they may send with it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.responses import JSONResponse

from firmware.display.guard import SAFE_HEADERS
from firmware.share.limits import Meter, Rate

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from firmware.share.door import Door

EACH = Rate(most=240, every_s=0.1)
"""A page is some fifty-five files; a phone may load it thrice in a row, and a test counts them."""
TOGETHER = Rate(most=1920, every_s=0.0125)
RETRY_S = 5
WITHOUT_BODY = frozenset({"GET", "HEAD"})


class Limiter:
    """Refuses what comes too often, and files asked for with a body; tells the door what is being answered."""

    def __init__(self, app: ASGIApp, *, door: Door) -> None:
        """Wrap an app.

        Args:
            app: What to protect.
            door: Keeps book of the connections.
        """
        self._app = app
        self._door = door
        self._meter = Meter(EACH, TOGETHER)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        peer = scope["client"]
        self._door.begin(peer)
        try:
            await self._answer_for(scope)(scope, receive, send)
        finally:
            self._door.end(peer, time.monotonic_ns())

    def _answer_for(self, scope: Scope) -> ASGIApp:
        if not self._meter.take(scope["client"][0], time.monotonic_ns()):
            return _refusal(429, "asked too often; wait a little")
        if scope["method"] in WITHOUT_BODY and _has_body(scope):
            return _refusal(413, "nothing may be sent with this")
        return self._app


def _refusal(status: int, why: str) -> JSONResponse:
    headers = {**SAFE_HEADERS, "connection": "close", "cache-control": "no-store", "retry-after": str(RETRY_S)}
    return JSONResponse({"error": why}, status_code=status, headers=headers)


def _has_body(scope: Scope) -> bool:
    headers = Headers(scope=scope)
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
