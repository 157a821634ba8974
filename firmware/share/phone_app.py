"""The routes for phones: the sheet for everybody nearby, the game's touches for whoever typed the digits.

There is no route to a picture here: not to the board, not to a die, not to a look.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route

from firmware.display.app import analysis_of, page_of
from firmware.display.files import PageFiles
from firmware.display.guard import Guard
from firmware.display.requests import gone, json_of, refused
from firmware.errors import TouchError
from firmware.session.events import ChooseVolume, EntryTouch, GameTouch, Mute, TableTouch, ThrowTouch
from firmware.share.control import Answer
from firmware.share.door import is_neighbour
from firmware.share.limiter import Limiter
from firmware.share.seats import Seats

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

    from firmware.display.app import AnalysisSource
    from firmware.display.controls import Controls
    from firmware.display.push import Push
    from firmware.session.events import Touch
    from firmware.share.control import Control
    from firmware.share.desk import Desk
    from firmware.share.door import Door

COOKIE = "serviert-control"
_STATUS = {Answer.ACCEPTED: 200, Answer.WRONG: 403, Answer.WAIT: 429, Answer.FULL: 409}


def may_touch(touch: Touch) -> bool:
    """Return whether a touch may come from a phone: the game's may; dice and loudness are the device's own affair."""
    return isinstance(touch, ThrowTouch | EntryTouch | GameTouch | TableTouch) and not isinstance(
        touch, Mute | ChooseVolume
    )


def build_phone_app(
    *,
    follow: Push,
    play: Push,
    desk: Desk,
    controls: Controls,
    door: Door,
    seats: Seats,
    build: str,
    analysis: AnalysisSource | None = None,
) -> Starlette:
    """Return the app that phones talk to.

    Args:
        follow: What phones that follow are shown.
        play: What phones that play are shown.
        desk: Where digits are typed.
        controls: Where the touches of phones that play go.
        door: Knows this machine's networks and the open connections.
        seats: Counts the phones that look.
        build: Names the page's build.
        analysis: Analyses games, None where nobody does.
    """
    routes = _Routes(follow, play, desk, seats)
    return Starlette(
        routes=[
            Route("/", page_of(build)),
            Route("/events", routes.events),
            Route("/analysis", analysis_of(analysis)),
            Route("/control", routes.control, methods=["POST"]),
            Route("/control/leave", routes.leave, methods=["POST"]),
            Route("/touch", routes.for_players(controls.take_touch), methods=["POST"]),
            Route("/edge", routes.for_players(controls.take_edge), methods=["POST"]),
            Route("/simulated/press", routes.for_players(controls.take_press), methods=["POST"]),
            Mount("/static", PageFiles()),
        ],
        middleware=[
            Middleware(Limiter, door=door),
            Middleware(Guard, names=_names, is_welcome=lambda scope: _is_neighbour(scope, door), needs_origin=True),
        ],
        exception_handlers={TouchError: refused, ClientDisconnect: gone},
    )


def _names(scope: Scope) -> tuple[str, ...]:
    """Return the one name that a request may use: the very address that it was sent to."""
    address, port = scope["server"]
    return (f"{address}:{port}",)


def _is_neighbour(scope: Scope, door: Door) -> bool:
    client = scope.get("client")
    return client is not None and is_neighbour(client[0], scope["server"][0], door.places)


class _Seated(StreamingResponse):
    """A stream that gives its seat back however it ends, even before its first word."""

    def __init__(self, messages: AsyncIterator[str], seats: Seats, address: str) -> None:
        super().__init__(messages, media_type="text/event-stream")
        self._leave = partial(seats.leave, address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._leave()


class _Routes:
    def __init__(self, follow: Push, play: Push, desk: Desk, seats: Seats) -> None:
        self._follow = follow
        self._play = play
        self._desk = desk
        self._seats = seats

    async def events(self, request: Request) -> Response:
        address = _address(request)
        if not self._seats.take(address):
            return JSONResponse({"error": "enough phones look on; try again later"}, status_code=503)
        control = self._control_of(request)
        if control is None:
            messages = self._follow.stream()
        else:
            number = control.number
            messages = self._play.stream(lambda: self._desk.is_playing(number))
        return _Seated(messages, self._seats, address)

    async def control(self, request: Request) -> Response:
        digits = (await json_of(request)).get("digits")
        if not isinstance(digits, str):
            raise TouchError(f"digits are {digits!r}; they must be a text")
        answer, token = self._desk.type_digits(digits, _address(request))
        response = JSONResponse({"answer": answer.value}, status_code=_STATUS[answer])
        if answer is Answer.ACCEPTED:
            response.set_cookie(COOKIE, token, httponly=True, samesite="strict")
        return response

    async def leave(self, request: Request) -> Response:
        await json_of(request)
        if (control := self._control_of(request)) is not None:
            self._desk.end_control(control.number)
        response = Response(status_code=204)
        response.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return response

    def for_players(self, take: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        """Return a route that only answers phones that may play."""

        async def answer(request: Request) -> Response:
            if self._control_of(request) is None:
                return JSONResponse({"error": "this phone only follows; type the device's digits"}, status_code=401)
            return await take(request)

        return answer

    def _control_of(self, request: Request) -> Control | None:
        return self._desk.control_of(request.cookies.get(COOKIE, ""), _address(request))


def _address(request: Request) -> str:
    return "" if request.client is None else request.client.host
