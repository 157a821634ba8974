"""The routes of the page: what may be fetched, and what may be sent."""

import asyncio
import logging
import zlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route

from firmware.display.controls import Controls, gone, json_of, refused
from firmware.display.files import STATIC, page_files
from firmware.display.guard import LOOPBACK, Guard, is_from_here
from firmware.display.paged_analyst import PagedAnalyst
from firmware.display.push import Push
from firmware.display.touches import name_of
from firmware.display.turned import Turned
from firmware.display.updates import want_update
from firmware.errors import TouchError
from firmware.ports import Edge
from firmware.session.touches import Touch
from firmware.table.companion import Companion
from firmware.table.latency import Stopwatch

if TYPE_CHECKING:  # who plays with real dice does without it
    from firmware.simulated.board import SimulatedBoard

log = logging.getLogger(__name__)

MOST_LISTED = 9999
LONGEST_PAINT_MS = 60_000
"""A page that paints for longer was put aside meanwhile."""


class SharedWith(Protocol):
    """What is shared with phones, as far as the device's own page has a say in it."""

    def end_control(self, number: int) -> None:
        """Let a phone only follow again."""

    def renew_digits(self) -> None:
        """Show other digits, and forgive wrong tries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePorts:
    """Where the doings of any page go, and what it asks; touches and edges come from the server's thread."""

    touch: Callable[[Touch], None]
    edge: Callable[[Edge], None]  # of the button on the screen and of Space
    analysis: PagedAnalyst
    table: "SimulatedBoard | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DevicePorts(PagePorts):
    """What the device's own page has beside that."""

    pictures: Companion  # keeps those of the newest readings
    throw_jpeg: Callable[..., bytes | None] = lambda **_: None  # of a game, by its number, and which record of it
    shared: SharedWith | None = None
    look_for_wifi: Callable[..., dict[str, object]] = lambda **_: {}
    join_wifi: Callable[[object, object], str | None] = lambda *_: "gone"
    turned: Turned = field(default_factory=Turned)
    stopwatch: Stopwatch = field(default_factory=Stopwatch)  # is told when an answer was painted, and tells the times


def build_app(push: Push, ports: DevicePorts, *, build: str, port: Callable[[], int]) -> Starlette:
    """Return the app that serves one companion's page of a build; the port is known only once it is open."""
    controls = Controls(touch=ports.touch, edge=ports.edge, moment=lambda: push.newest("moment"), table=ports.table)
    routes, pictures, analysis = _Routes(push, ports, controls), ports.pictures, ports.analysis
    look = picture_of(pictures.look_jpeg)
    return Starlette(
        routes=[
            Route("/", page_of(build, ports.turned)),
            Route("/turn", done_by(ports.turned.turn), methods=["POST"]),
            Route("/update", done_by(want_update), methods=["POST"]),
            Route("/events", routes.events),
            Route("/touch", controls.take_touch, methods=["POST"]),
            Route("/edge", controls.take_edge, methods=["POST"]),
            # Readings are numbered anew by each start; the page asks under the start's own name (?run=).
            Route("/dice/{reading_number:int}/{index:int}.jpg", picture_of(pictures.die_jpeg)),
            Route("/dice/{reading_number:int}/board.jpg", picture_of(pictures.board_jpeg)),
            Route("/dice/{reading_number:int}/film/{number:int}.jpg", picture_of(pictures.film_jpeg)),
            Route("/looks/{exposed_ns:int}/board.jpg", look),
            Route("/looks/{exposed_ns:int}/{index:int}.jpg", look),
            Route("/sets/{name}/{crop:int}.jpg", picture_of(pictures.face_jpeg)),
            Route("/survey/{exposed_ns:int}.jpg", picture_of(pictures.survey_jpeg)),
            Route("/board.jpg", routes.board),
            Route("/simulated/tap", routes.tap, methods=["POST"]),
            Route("/simulated/held", routes.held),
            Route("/simulated/press", controls.doing(lambda board: board.press()), methods=["POST"]),
            Route("/simulated/cover", controls.doing(lambda board: board.cover()), methods=["POST"]),
            Route("/simulated/lift", controls.doing(lambda board: board.lift()), methods=["POST"]),
            Route("/simulated/peek", routes.peek, methods=["POST"]),
            Route("/painted", routes.painted, methods=["POST"]),
            Route("/latency", answer_of(lambda: {"answers": [each.as_data() for each in ports.stopwatch.answers]})),
            Route("/analysis", answer_of(analysis.page)),
            Route("/about", answer_of(analysis.about_page)),
            Route("/evening", answer_of(analysis.evening_page)),
            Route("/games", routes.games),
            Route("/games/{number:int}", routes.replay),
            Route("/games/{number:int}/throws/{n:int}.jpg", picture_of(ports.throw_jpeg)),
            Route("/take-away", routes.take_away, methods=["POST"]),
            Route("/study", answer_of(analysis.study_page)),
            Route("/share/end", routes.end_control, methods=["POST"]),
            Route("/share/renew", done_by(lambda: routes.shared().renew_digits()), methods=["POST"]),
            Route("/wifi", routes.wifi, methods=["GET", "POST"]),
            Mount("/static", page_files()),
        ],
        middleware=[
            Middleware(Guard, names=lambda _: tuple(f"{name}:{port()}" for name in LOOPBACK), is_welcome=is_from_here)
        ],
        exception_handlers={TouchError: refused, ClientDisconnect: gone},
    )


def page_of(build: str, turned: Turned | None = None) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers with the page of a build, in a frame where it is turned."""
    html = (STATIC / "index.html").read_text(encoding="utf-8").replace("BUILD", build)
    frame = (STATIC / "turned.html").read_text(encoding="utf-8")

    async def page(request: Request) -> Response:
        if turned is None or not turned.quarters or "inside" in request.query_params:
            return HTMLResponse(html)
        return HTMLResponse(frame.replace("QUARTERS", str(turned.quarters)))

    return page


def answer_of(analysed: Callable[[], dict[str, object]]) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers with an analysis as far as it is."""

    async def answer(_: Request) -> Response:
        return JSONResponse(await run_in_threadpool(analysed))

    return answer


def done_by(do: Callable[[], None]) -> Callable[[Request], Awaitable[Response]]:
    """Return what does something when it is asked to, with nothing said to it."""

    async def answer(request: Request) -> Response:
        await json_of(request)
        await run_in_threadpool(do)
        return Response(status_code=204)

    return answer


def picture_of(kept: Callable[..., bytes | None]) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers with a picture, of what the path names, while it is kept."""

    async def picture(request: Request) -> Response:
        found = await run_in_threadpool(kept, **request.path_params)
        if found is None:
            return JSONResponse({"error": f"no picture is kept at {request.url.path[:99]}"}, status_code=404)
        return Response(found, media_type="image/jpeg")

    return picture


class _Routes:
    def __init__(self, push: Push, ports: DevicePorts, controls: Controls) -> None:
        self._push = push
        self._ports = ports
        self._controls = controls
        self._radio = asyncio.Lock()

    async def events(self, _: Request) -> Response:
        return StreamingResponse(self._push.stream(), media_type="text/event-stream")

    async def games(self, request: Request) -> Response:
        most = request.query_params.get("most", "")
        if not (most.isascii() and most.isdigit() and len(most) <= len(str(MOST_LISTED))):
            raise TouchError(f"most is {most!r}; it must be how many games are asked for, up to {MOST_LISTED}")
        return JSONResponse(await run_in_threadpool(self._ports.analysis.games_page, int(most)))

    async def replay(self, request: Request) -> Response:
        number = request.path_params["number"]
        if (found := await run_in_threadpool(self._ports.analysis.replay_page, number)) is None:
            return JSONResponse({"error": f"game {number} cannot be shown"}, status_code=404)
        return JSONResponse(found)

    async def take_away(self, request: Request) -> Response:
        data, offered = await json_of(request), self._ports.analysis.take_away
        number = None if data.get("number") is None else _number(data, "a game")  # none is all of them
        take = offered.to_stick if data.get("to_stick") is True else offered.to_phone
        return JSONResponse(await run_in_threadpool(take, number))

    async def board(self, request: Request) -> Response:
        board = self._controls.simulated
        picture = await run_in_threadpool(board.jpeg)
        headers = {"etag": f'"{zlib.crc32(picture):08x}"', "places": str(board.table.places())}
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=204, headers=headers)
        return Response(picture, media_type="image/jpeg", headers=headers)

    async def tap(self, request: Request) -> Response:
        data = await json_of(request)
        x, y = (_number_between(data, name, 0, 1) for name in ("x", "y"))
        await run_in_threadpool(self._controls.simulated.tap, x, y)
        return await self.held(request)

    async def held(self, _: Request) -> Response:
        return JSONResponse({"held": await run_in_threadpool(self._controls.simulated.held)})

    async def peek(self, request: Request) -> Response:
        await json_of(request)
        faces = await run_in_threadpool(self._controls.simulated.peek)
        return JSONResponse({"faces": [name_of(face) for face in faces]})

    async def painted(self, request: Request) -> Response:
        data = await json_of(request)
        number, paint_ms = _number(data, "a reading"), _number_between(data, "paint_ms", 0, LONGEST_PAINT_MS)
        if (answer := self._ports.stopwatch.painted(number, round(paint_ms * 1e6))) is not None:
            log.info("%s", answer)
        return Response(status_code=204)

    async def end_control(self, request: Request) -> Response:
        self.shared().end_control(_number(await json_of(request), "a phone"))
        return Response(status_code=204)

    async def wifi(self, request: Request) -> Response:
        data = await json_of(request) if request.method == "POST" else None
        async with self._radio:  # one thing at a time
            if data is None:
                is_anew = request.query_params.get("anew") == "yes"
                return JSONResponse(await run_in_threadpool(self._ports.look_for_wifi, is_anew=is_anew))
            trouble = await run_in_threadpool(self._ports.join_wifi, data.get("id"), data.get("password"))
            return JSONResponse({"trouble": trouble})

    def shared(self) -> SharedWith:
        """Return what is shared with phones; `TouchError` if nothing is."""
        if self._ports.shared is None:
            raise TouchError("nothing is shared with phones; start with --share")
        return self._ports.shared


def _number(data: Mapping[str, object], of_what: str) -> int:
    number = data.get("number")
    if not isinstance(number, int) or isinstance(number, bool):
        raise TouchError(f"number is {number!r}; it must be that of {of_what}")
    return number


def _number_between(data: Mapping[str, object], name: str, low: int, high: int) -> float:
    value = data.get(name)
    if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= high:
        raise TouchError(f"{name} is {value!r}; it must be a number from {low} to {high}")
    return float(value)
