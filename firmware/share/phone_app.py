"""The routes for phones: the sheet for everybody nearby, the game's touches for whoever typed the digits.

There is no route to a picture here: not to the board, not to a die, not to a look.
"""

import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from socket import gethostname
from typing import cast

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.types import Receive, Scope, Send

from firmware.display.app import answer_of, page_of
from firmware.display.controls import Controls, gone, json_of, refused
from firmware.display.files import page_files
from firmware.display.guard import Guard
from firmware.display.paged_analyst import PagedAnalyst
from firmware.display.push import Push
from firmware.errors import TouchError
from firmware.session.touches import USES, Touch, Use
from firmware.share.desk import Control, Desk, DigitsVerdict
from firmware.share.limits import RETRY_S, Limiter, Meter, Rate, Seats
from firmware.tables import table

COOKIE = "serviert-control"
GAMES_EACH, GAMES_TOGETHER = Rate(most=30, every_s=2), Rate(most=60, every_s=0.5)  # each is replayed anew
_STATUS = {DigitsVerdict.ACCEPTED: 200, DigitsVerdict.WRONG: 403, DigitsVerdict.WAIT: 429, DigitsVerdict.FULL: 409}


def may_touch(touch: Touch) -> bool:
    """Return whether a touch may come from a phone: the game's may; dice and loudness are the device's own affair."""
    return USES[type(touch)] is Use.PLAY


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneRoutes:
    """What phones may ask for."""

    follow: Push
    play: Push
    desk: Desk
    controls: Controls
    analysis: PagedAnalyst
    seats: Seats = field(default_factory=Seats)
    games_asked: Meter = field(default_factory=partial(Meter, GAMES_EACH, GAMES_TOGETHER))

    def app(self, *, build: str, is_neighbour: Callable[[str, str], bool]) -> Starlette:
        """Return the app that phones talk to."""

        def is_welcome(scope: Scope) -> bool:
            return is_neighbour(scope["client"][0], scope["server"][0])

        def names(scope: Scope) -> tuple[str, ...]:
            address, port = scope["server"]
            return f"{address}:{port}", f"{gethostname()}.local:{port}"  # the very address that it was sent to, or mDNS

        controls = self.controls
        press = controls.doing(lambda board: board.press())
        return Starlette(
            routes=[
                Route("/", page_of(build)),
                Route("/events", self.events),
                Route("/analysis", answer_of(self.analysis.page)),
                Route("/evening", answer_of(self.analysis.evening_page)),
                Route("/games", self.games),
                Route("/games/{number:int}", self.games),
                Route("/take/{token}/{kind}", self.taken),
                Route("/control", self.control, methods=["POST"]),
                Route("/control/leave", self.leave, methods=["POST"]),
                Route("/touch", self.for_players(controls.take_touch), methods=["POST"]),
                Route("/edge", self.for_players(controls.take_edge), methods=["POST"]),
                Route("/simulated/press", self.for_players(press), methods=["POST"]),
                Mount("/static", page_files()),
            ],
            middleware=[Middleware(Limiter), Middleware(Guard, names=names, is_welcome=is_welcome, needs_origin=True)],
            exception_handlers={TouchError: refused, ClientDisconnect: gone},
        )

    async def events(self, request: Request) -> Response:
        """Push views for as long as a phone looks; one that has no seat hears why, and asks again by itself."""
        address, control = _address(request), self._control_of(request)
        if control is None and not self.seats.take(address):
            told = json.dumps({"texts": self.follow.newest("texts") or {}})
            return Response(f"retry: {RETRY_S}000\nevent: full\ndata: {told}\n\n", media_type="text/event-stream")
        if control is None:
            return _Seated(self.follow.stream(), self.seats, address)
        messages = self.play.stream(partial(self.desk.is_playing, control.number))
        return StreamingResponse(messages, media_type="text/event-stream")

    async def games(self, request: Request) -> Response:
        """Answer with this evening's games, or one of them: to be looked at only, and not too often."""
        if not self.games_asked.take(_address(request), time.monotonic_ns()):
            return JSONResponse({"error": "asked for too many games; wait a little"}, status_code=429)
        found = await run_in_threadpool(self.analysis.phone_page, **request.path_params)
        return JSONResponse(found or {"error": "no game of this evening"}, status_code=200 if found else 404)

    async def taken(self, request: Request) -> Response:
        """Answer with what the device offers; whoever knows the link may have it."""
        return await run_in_threadpool(self.analysis.take_away.fetched, **request.path_params)

    async def control(self, request: Request) -> Response:
        """Answer typed digits, with the cookie that lets a phone play where they are right.

        Raises:
            TouchError: If they are no text.
        """
        digits = (await json_of(request)).get("digits")
        if not isinstance(digits, str):
            raise TouchError(f"digits are {digits!r}; they must be a text")
        verdict, token = self.desk.type_digits(digits, _address(request))
        response = JSONResponse({"answer": verdict.value}, status_code=_STATUS[verdict])
        if verdict is DigitsVerdict.ACCEPTED:
            response.set_cookie(COOKIE, token, httponly=True, samesite="strict")
        return response

    async def leave(self, request: Request) -> Response:
        """Let a phone only follow again, as it asks to."""
        await json_of(request)
        if (control := self._control_of(request)) is not None:
            self.desk.end_control(control.number)
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
        return self.desk.control_of(request.cookies.get(COOKIE, ""), _address(request))


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


def _address(request: Request) -> str:
    return "" if request.client is None else request.client.host


View = dict[str, object]

_TABLE = table(__file__)
_FOLLOWING: View = {**dict.fromkeys(("teaching", "wizard", "setup")), **_TABLE["following"]}


def follower_view(view: View) -> View:
    """Return what a phone that follows is shown of the display's view: all to be seen, nothing to be touched."""
    dice = cast("list[View]", view["dice"])
    return {
        **{name: view[name] for name in _TABLE["game"] if name in view},
        **_FOLLOWING,
        "dice": [{**{name: die[name] for name in _TABLE["die"]}, "picture": None} for die in dice],
        "can": dict.fromkeys(cast("View", view["can"]), False),
    }


def control_view(view: View) -> View:
    """Return what a phone that plays is shown; while dice are taught, or the device is set up, it can only look on."""
    is_lent = view["teaching"] is not None or view["wizard"] is not None
    shown = {**follower_view(view), "access": "control", "is_lent": is_lent}
    return shown if is_lent else shown | {name: view[name] for name in _TABLE["playing"]}
