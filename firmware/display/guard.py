"""The guard: only a page that this companion served may talk to it.

The display listens on loopback, but every web page open in the same browser can reach loopback too. A foreign
page can aim a name of its own at 127.0.0.1 (DNS rebinding) or post a form here (cross-site request forgery); Host
and Origin give both away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")

_HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


class Guard:
    """Refuses requests under a foreign name or from a foreign page; the rest get safe headers."""

    def __init__(self, app: ASGIApp, *, port: Callable[[], int]) -> None:
        """Wrap an app.

        Args:
            app: What to guard.
            port: Tells the port served on, which is known only once it is open.
        """
        self._app = app
        self._port = port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if (complaint := self._complaint(scope)) is not None:
            await JSONResponse({"error": complaint}, status_code=403)(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self._app(scope, receive, send_safely)

    def _complaint(self, scope: Scope) -> str | None:
        hosts = tuple(f"{name}:{self._port()}" for name in LOOPBACK)
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if host not in hosts:
            return f"asked for under the name {host!r}; this display answers to {', '.join(hosts)}"
        origin = headers.get("origin")
        if origin is not None and origin not in tuple(f"http://{host}" for host in hosts):
            return f"asked for by a page of {origin!r}; only the display's own page may do that"
        return None
