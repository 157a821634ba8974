"""What a page sends, and what it becomes: touches and edges for the companion, whoever's page it is."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from firmware.display.touches import parse_edge, parse_touch
from firmware.errors import TouchError, TouchLateError, TouchLongError
from firmware.ports import Edge
from firmware.session.touches import Touch

if TYPE_CHECKING:  # who plays with real dice does without it
    from firmware.simulated.board import SimulatedBoard

LARGEST_BODY = 8192
"""Bytes; the longest touch is a new game with two names, some hundred bytes."""

BODY_S = 5.0
"""A body is there at once; whoever dribbles it is no page of ours."""


async def json_of(request: Request) -> dict[str, object]:
    """Return the JSON object of a request.

    Raises:
        TouchLongError: If it is longer than a touch can be; the rest is not read.
        TouchLateError: If it does not come.
        TouchError: If it is not declared as JSON, or no object.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise TouchError(f"got content of type {request.headers.get('content-type')!r}; it must be application/json")
    try:
        async with asyncio.timeout(BODY_S):
            body = await _body_of(request)
    except TimeoutError as error:
        raise TouchLateError(f"no whole touch came within {BODY_S:g} s") from error
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise TouchError(f"got {body[:40]!r}; it must be JSON") from error
    if not isinstance(data, dict):
        raise TouchError(f"got {type(data).__name__}; it must be an object")
    return data


async def _body_of(request: Request) -> bytes:
    too_long = f"got more than {LARGEST_BODY} bytes; no touch is that long"
    declared = request.headers.get("content-length", "")
    if declared.isascii() and declared.isdigit() and int(declared[:20]) > LARGEST_BODY:
        raise TouchLongError(too_long)
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            raise TouchLongError(too_long)
    return body


_UNREAD: dict[type[Exception], int] = {TouchLongError: 413, TouchLateError: 408}


async def refused(_: Request, error: Exception) -> Response:
    """Answer what was no touch, in a sentence.

    After a body that was not read to its end the connection cannot be used again.
    """
    unread = _UNREAD.get(type(error))
    headers = {"connection": "close"} if unread else None
    return JSONResponse({"error": str(error)}, status_code=unread or 400, headers=headers)


async def gone(_: Request, __: Exception) -> Response:
    """Answer a page that went away before it had said all; nobody hears it."""
    return Response(status_code=400)


class ScreenButton:
    """A `firmware.ports.Button` pressed on the page; give `report` to the display as its edge sink."""

    def __init__(self) -> None:
        """Begin with nobody listening."""
        self._sink: Callable[[Edge], None] | None = None

    def listen(self, sink: Callable[[Edge], None]) -> None:
        """Call ``sink`` from the display's thread for each edge from now on."""
        self._sink = sink

    def report(self, edge: Edge) -> None:
        """Pass an edge of the page on; without a listener it goes nowhere."""
        if self._sink is not None:
            self._sink(edge)

    def level(self) -> bool | None:
        """Return None: the page cannot be asked."""
        return None

    def close(self) -> None:
        """Stop listening; closing twice does nothing."""
        self._sink = None


def _too_late() -> Response:
    return JSONResponse({"error": "the table has changed since; look again"}, status_code=409)


@dataclass(frozen=True, slots=True, kw_only=True)
class Controls:
    """Where doings go, from the server's thread."""

    touch: Callable[[Touch], None]
    edge: Callable[[Edge], None]
    moment: Callable[[], object]  # what the page should have been looking at
    table: "SimulatedBoard | None" = None
    is_allowed: Callable[[Touch], bool] = lambda _: True  # from such a page
    is_lent: Callable[[], bool] = lambda: False  # such a page only looks on while dice are taught or things set up

    async def take_touch(self, request: Request) -> Response:
        """Pass a touch on.

        Raises:
            TouchError: If it is none, or none for such a page.
        """
        data = await json_of(request)
        moment = data.pop("moment", None)
        touch = parse_touch(data)
        if not self.is_allowed(touch):
            raise TouchError(f"got {data['kind']!r}; that is done at the device itself")
        # Two touches in a hurry, or one that crosses a new throw: the second was aimed at what is gone.
        if self.is_lent() or (moment is not None and moment != self.moment()):
            return _too_late()
        self.touch(touch)
        return Response(status_code=204)

    async def take_edge(self, request: Request) -> Response:
        """Pass an edge of the button on.

        Raises:
            TouchError: If it is none.
        """
        is_down, ago_ms = parse_edge(await json_of(request))
        if is_down and self.is_lent():  # a finger that was lifted must be known of
            return _too_late()
        self.edge(Edge(is_down=is_down, at_ns=time.monotonic_ns() - ago_ms * 1_000_000))
        return Response(status_code=204)

    def doing(self, do: Callable[["SimulatedBoard"], None]) -> Callable[[Request], Awaitable[Response]]:
        """Return what does something on the simulated board when it is asked to; without one it refuses."""

        async def answer(request: Request) -> Response:
            await json_of(request)
            if self.is_lent():
                return _too_late()
            await run_in_threadpool(do, self.simulated)
            return Response(status_code=204)

        return answer

    @property
    def simulated(self) -> "SimulatedBoard":
        """Return the simulated board.

        Raises:
            TouchError: If there is none.
        """
        if self.table is None:
            raise TouchError("there is no simulated board here; the dice lie under a camera")
        return self.table
