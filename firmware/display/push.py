"""Server push: every open page hears of every new view, and only ever of the newest."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable

HEARTBEAT_S = 10.0
"""A page that hears nothing this long cannot tell a quiet table from a dead companion."""

RETRY_MS = 1000


class Push:
    """Hands views from the companion's thread to the pages' event loop.

    A slow page skips views in between: each one is whole, so only the newest matters.
    """

    def __init__(self, *, build: str, run: str) -> None:
        """Begin with nothing to show."""
        self._build = build  # a page that was built from something else loads itself anew
        self._run = run  # of the companion: pictures of an earlier one are not these
        self._lock = threading.RLock()
        self._view: dict[str, object] | None = None
        self._beside: dict[str, object] = {}
        self._version = 0
        self._written: tuple[int, str] = 0, ""  # the newest version, as it is sent
        self._is_closed = False
        self._listeners: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}

    def newest(self, name: str) -> object:
        """Return a part of the newest view, None before the first view."""
        with self._lock:
            return None if self._view is None else self._view.get(name)

    def show(self, view: dict[str, object]) -> None:
        """Push a view to every page; one that says nothing new is not sent."""
        with self._lock:
            if view == self._view:
                return
            self._view = view
            self._version += 1
            self.wake()

    def show_beside(self, **parts: object) -> None:
        """Push parts of a view that come from elsewhere, beside every view from now on."""
        with self._lock:
            if self._beside == (beside := {**self._beside, **parts}):
                return
            self._beside = beside
            self._version += 1
            self.wake()

    def wake(self) -> None:
        """Let every stream look anew whether it is still wanted."""
        with self._lock:
            for changed, loop in self._listeners.items():
                if not loop.is_closed():
                    loop.call_soon_threadsafe(changed.set)

    def close(self) -> None:
        """End every stream, so that the server can stop."""
        with self._lock:
            self._is_closed = True
            self.wake()

    async def stream(self, is_wanted: Callable[[], bool] = lambda: True) -> AsyncIterator[str]:
        """Yield server-sent events for one page while it is wanted, and neither it nor the companion has gone."""
        changed, seen = asyncio.Event(), 0
        with self._lock:
            self._listeners[changed] = asyncio.get_running_loop()
        try:
            yield f"retry: {RETRY_MS}\n\n"
            while not self._is_closed and is_wanted():
                changed.clear()
                version, message = self._newest()
                if version != seen:
                    seen = version
                    yield message
                try:
                    await asyncio.wait_for(changed.wait(), HEARTBEAT_S)
                except TimeoutError:
                    yield "event: heartbeat\ndata: {}\n\n"
        finally:
            with self._lock:
                self._listeners.pop(changed, None)

    def _newest(self) -> tuple[int, str]:
        with self._lock:
            if self._view is None:
                return 0, ""
            if self._written[0] != self._version:  # a hundred phones ask for the same
                view = {**self._view, **self._beside}
                whole = {"build": self._build, "run": self._run, "version": self._version, "view": view}
                data = json.dumps(whole, ensure_ascii=False)
                self._written = self._version, f"id: {self._version}\ndata: {data}\n\n"
            return self._written
