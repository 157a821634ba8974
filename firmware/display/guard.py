"""The guard: only a page that this companion served may talk to it.

The display listens on loopback, but every web page open in the same browser can reach loopback too, and every page on
a phone can reach what is shared with phones. A foreign page can aim a name of its own at these addresses (DNS
rebinding) or post a form here (cross-site request forgery); Host and Origin give both away.
"""

from collections.abc import Callable
from ipaddress import ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from firmware.tables import table

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")

SAFE_HEADERS = table(__file__)
LONGEST_PATH = 500


class Guard:
    """Refuses requests from elsewhere, under a foreign name or from a foreign page; the rest get safe headers."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        names: Callable[[Scope], tuple[str, ...]],
        is_welcome: Callable[[Scope], bool],
        needs_origin: bool = False,
    ) -> None:
        """Wrap an app.

        Args:
            app: What to guard.
            names: Tells under which hosts, with port, a request may ask.
            is_welcome: Tells whether whoever asks may ask at all.
            needs_origin: Whether what is posted must name its page, as every browser does.
        """
        self._app = app
        self._names = names
        self._is_welcome = is_welcome
        self._needs_origin = needs_origin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(SAFE_HEADERS)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        complaint = self._complaint(scope)
        app = self._app if complaint is None else JSONResponse({"error": complaint}, status_code=403)
        await app(scope, receive, send_safely)

    def _complaint(self, scope: Scope) -> str | None:
        if not self._is_welcome(scope):
            return "asked from elsewhere; only neighbours are answered"
        if len(scope["path"]) > LONGEST_PATH:  # Python turns no number of thousands of digits into one
            return f"asked for a path of {len(scope['path'])} letters; none is longer than {LONGEST_PATH}"
        hosts, headers = self._names(scope), Headers(scope=scope)
        if headers.getlist("host") not in [[host] for host in hosts]:
            return f"asked for under the name {headers.get('host', '')!r}; this answers to {', '.join(hosts)}"
        origins = headers.getlist("origin")
        if self._needs_origin and scope["method"] == "POST" and not origins:
            return "posted by no page; only the own page may do that"
        if origins and origins not in [[f"http://{host}"] for host in hosts]:
            return f"asked for by a page of {origins[0]!r}; only the own page may do that"
        # Browsers say so even where they send no Origin: an image, a script, a frame of another site.
        is_link = headers.get("sec-fetch-mode") == "navigate" and scope["method"] == "GET"
        if headers.get("sec-fetch-site") in {"cross-site", "same-site"} and not is_link:
            return "asked for from within another site; only the own page may do that"
        return None


def is_from_here(scope: Scope) -> bool:
    """Return whether whoever asks is on this machine."""
    client = scope.get("client")
    try:
        return client is not None and ip_address(client[0]).is_loopback
    except ValueError:
        return False
