"""What a page's doings become: touches and edges for the companion, whoever's page it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from firmware.display.requests import json_of
from firmware.display.touches import parse_edge, parse_touch
from firmware.errors import TouchError
from firmware.ports import Edge
from firmware.session.touches import Touch
from scoring.dice import Face


class PlayedBoard(Protocol):
    """The board that is played on without a camera; called from the display's threads."""

    def tap(self, x: float, y: float) -> None:
        """Hold or let go the die at a place of the picture, both 0–1 from the top left."""

    def press(self) -> None:
        """Throw the dice that are not held, then press the button."""

    def cover(self) -> None:
        """Throw all dice under the cup."""

    def lift(self) -> None:
        """Lift the cup off the dice."""

    def peek(self) -> tuple[Face, ...]:
        """Return what lies under the cup, nothing where none stands over dice."""

    def jpeg(self) -> bytes:
        """Return the board as it looks now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Controls:
    """Where doings go.

    Attributes:
        touch: Takes each touch, from the server's thread.
        edge: Takes each edge of the button on the screen.
        moment: Tells what the page should have been looking at.
        table: The simulated board, None with a camera.
        is_allowed: Whether a touch may come from such a page.
    """

    touch: Callable[[Touch], None]
    edge: Callable[[Edge], None]
    moment: Callable[[], object]
    table: PlayedBoard | None = None
    is_allowed: Callable[[Touch], bool] = lambda _: True

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
        if moment is not None and moment != self.moment():
            return JSONResponse({"error": "the table has changed since; look again"}, status_code=409)
        self.touch(touch)
        return Response(status_code=204)

    async def take_edge(self, request: Request) -> Response:
        """Pass an edge of the button on.

        Raises:
            TouchError: If it is none.
        """
        is_down, ago_ms = parse_edge(await json_of(request))
        self.edge(Edge(is_down=is_down, at_ns=time.monotonic_ns() - ago_ms * 1_000_000))
        return Response(status_code=204)

    async def take_press(self, request: Request) -> Response:
        """Throw on the simulated board.

        Raises:
            TouchError: If there is none.
        """
        await json_of(request)
        await run_in_threadpool(self.simulated.press)
        return Response(status_code=204)

    @property
    def simulated(self) -> PlayedBoard:
        """Return the simulated board.

        Raises:
            TouchError: If there is none.
        """
        if self.table is None:
            raise TouchError("there is no simulated board here; the dice lie under a camera")
        return self.table
