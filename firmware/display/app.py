"""The routes of the page: what may be fetched, and what may be sent."""

from __future__ import annotations

import json
import time
import zlib
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Protocol

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from firmware.display.guard import Guard
from firmware.display.touches import parse_touch
from firmware.errors import TouchError
from firmware.ports import Edge

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping

    from starlette.requests import Request
    from starlette.staticfiles import PathLike
    from starlette.types import Scope

    from firmware.display.push import Push
    from firmware.session.events import Touch

LARGEST_BODY = 8192
"""Bytes; the longest touch is a new game with two names, some hundred bytes."""

LONGEST_AGO_MS = 2000
"""On the simulated board a short press throws; only once it is long does the page report it, as begun before."""


class PictureSource(Protocol):
    """Keeps the dice's own pictures of the newest readings."""

    def die_jpeg(self, reading_number: int, index: int) -> bytes | None:
        """Return the picture of die ``index`` as JPEG, None when it is not kept (any more)."""

    def look_jpeg(self, exposed_ns: int, index: int | None = None) -> bytes | None:
        """Return the picture of a look at the board, or of one of its dice; None when it is not kept (any more)."""


class SimulatedTable(Protocol):
    """The board that is played on without a camera; called from the display's threads."""

    def tap(self, x: float, y: float) -> None:
        """Hold or let go the die at a place of the picture, both 0–1 from the top left."""

    def press(self) -> None:
        """Throw the dice that are not held, then press the button."""

    def jpeg(self) -> bytes:
        """Return the board as it looks now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sinks:
    """Where the page's doings go, and where its pictures come from.

    Attributes:
        touch: Takes each touch, from the display's thread.
        edge: Takes each edge of the button on the screen.
        pictures: The dice's own pictures.
        table: The simulated board, None with a camera.
    """

    touch: Callable[[Touch], None]
    edge: Callable[[Edge], None]
    pictures: PictureSource
    table: SimulatedTable | None = None


def build_id() -> str:
    """Return what names this build of the page: a checksum over all its files."""
    root = resources.files("firmware.display")
    files = [root / "static" / name for name in ("page.css", "index.html")]
    files += sorted((root / "static" / "js").iterdir(), key=lambda file: file.name)
    checksum = 0
    for file in files:
        checksum = zlib.crc32(file.read_bytes(), checksum)
    return f"{checksum:08x}"


def build_app(push: Push, sinks: Sinks, *, build: str, port: Callable[[], int]) -> Starlette:
    """Return the app that serves one companion's page.

    Args:
        push: Where views come from.
        sinks: Where touches go.
        build: Names the page's build; put into the page, which compares it with what is pushed.
        port: Tells the port served on, which is known only once it is open.
    """
    routes = _Routes(push, sinks, build)
    return Starlette(
        routes=[
            Route("/", routes.page),
            Route("/events", routes.events),
            Route("/touch", routes.touch, methods=["POST"]),
            Route("/edge", routes.edge, methods=["POST"]),
            Route("/dice/{reading_number:int}/{index:int}.jpg", routes.die),
            Route("/looks/{exposed_ns:int}/board.jpg", routes.look),
            Route("/looks/{exposed_ns:int}/{index:int}.jpg", routes.look),
            Route("/board.jpg", routes.board),
            Route("/simulated/tap", routes.tap, methods=["POST"]),
            Route("/simulated/press", routes.press, methods=["POST"]),
            Mount("/static", _FreshFiles(packages=[("firmware.display", "static")])),
        ],
        middleware=[Middleware(Guard, port=port)],
        exception_handlers={TouchError: _refused},
    )


class _Routes:
    def __init__(self, push: Push, sinks: Sinks, build: str) -> None:
        self._push = push
        self._sinks = sinks
        self._build = build

    async def page(self, _: Request) -> Response:
        html = (resources.files("firmware.display") / "static" / "index.html").read_text(encoding="utf-8")
        return HTMLResponse(html.replace("BUILD", self._build), headers={"cache-control": "no-store"})

    async def events(self, _: Request) -> Response:
        headers = {"cache-control": "no-store"}
        return StreamingResponse(self._push.stream(), media_type="text/event-stream", headers=headers)

    async def touch(self, request: Request) -> Response:
        data = await _json_of(request)
        moment = data.pop("moment", None)
        touch = parse_touch(data)
        # Two touches in a hurry, or one that crosses a new throw: the second was aimed at what is gone.
        if moment is not None and moment != self._push.moment:
            return JSONResponse({"error": "the table has changed since; look again"}, status_code=409)
        self._sinks.touch(touch)
        return Response(status_code=204)

    async def edge(self, request: Request) -> Response:
        data = await _json_of(request)
        is_down = data.get("is_down")
        if not isinstance(is_down, bool):
            raise TouchError(f"is_down is {is_down!r}; it must be true or false")
        ago_ms = data.get("ago_ms", 0)
        if not isinstance(ago_ms, int) or isinstance(ago_ms, bool) or not 0 <= ago_ms <= LONGEST_AGO_MS:
            raise TouchError(f"ago_ms is {ago_ms!r}; it must be a whole number from 0 to {LONGEST_AGO_MS}")
        self._sinks.edge(Edge(is_down=is_down, at_ns=time.monotonic_ns() - ago_ms * 1_000_000))
        return Response(status_code=204)

    async def die(self, request: Request) -> Response:
        number, index = request.path_params["reading_number"], request.path_params["index"]
        picture = await run_in_threadpool(self._sinks.pictures.die_jpeg, number, index)
        # Readings are numbered anew by each start; the page asks under the start's own name (?run=).
        return _kept_picture(picture, f"die {index} of reading {number}")

    async def look(self, request: Request) -> Response:
        exposed_ns, index = request.path_params["exposed_ns"], request.path_params.get("index")
        picture = await run_in_threadpool(self._sinks.pictures.look_jpeg, exposed_ns, index)
        return _kept_picture(picture, f"the look of {exposed_ns}")

    async def board(self, request: Request) -> Response:
        table = self._table()
        picture = await run_in_threadpool(table.jpeg)
        tag = f'"{zlib.crc32(picture):08x}"'
        headers = {"cache-control": "no-store", "etag": tag}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=204, headers=headers)
        return Response(picture, media_type="image/jpeg", headers=headers)

    async def tap(self, request: Request) -> Response:
        data = await _json_of(request)
        await run_in_threadpool(self._table().tap, _share(data, "x"), _share(data, "y"))
        return Response(status_code=204)

    async def press(self, request: Request) -> Response:
        await _json_of(request)
        await run_in_threadpool(self._table().press)
        return Response(status_code=204)

    def _table(self) -> SimulatedTable:
        if self._sinks.table is None:
            raise TouchError("there is no simulated board here; the dice lie under a camera")
        return self._sinks.table


def _kept_picture(picture: bytes | None, of_what: str) -> Response:
    if picture is None:
        return JSONResponse({"error": f"no picture of {of_what} is kept"}, status_code=404)
    return Response(picture, media_type="image/jpeg", headers={"cache-control": "private, max-age=86400, immutable"})


async def _json_of(request: Request) -> dict[str, object]:
    """Return the JSON object of a request, never reading more than a touch can need.

    Raises:
        TouchError: If it is too long, not declared as JSON, or no object.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise TouchError(f"got content of type {request.headers.get('content-type')!r}; it must be application/json")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            raise TouchError(f"got more than {LARGEST_BODY} bytes; no touch is that long")
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise TouchError(f"got {body[:40]!r}; it must be JSON") from error
    if not isinstance(data, dict):
        raise TouchError(f"got {type(data).__name__}; it must be an object")
    return data


def _share(data: Mapping[str, object], name: str) -> float:
    value = data.get(name)
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
        raise TouchError(f"{name} is {value!r}; it must be a number from 0 to 1")
    return float(value)


async def _refused(_: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, status_code=400)


class _FreshFiles(StaticFiles):
    """Files that browsers may keep but must ask about: another build must not mix with this one."""

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Return the file, or word that it has not changed."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = "no-cache"
        return response
