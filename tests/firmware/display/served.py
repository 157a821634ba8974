"""A companion that is not there: shows what it is told to, keeps what the page sends, and may be asked by anybody.

It speaks a language that nobody speaks, too: of every message the longest translation; what it fits in, all fit in.
"""

import http.client
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias

import cv2
import numpy as np

from firmware.adapters.wifi import Wifi
from firmware.display import about, app
from firmware.display.connection import Connection
from firmware.display.messages import LANGUAGES, Catalogue, catalogue
from firmware.display.server import DisplayServer
from firmware.display.turned import Turned
from firmware.display.view import view
from firmware.ports import Edge
from firmware.session.state import SessionState
from firmware.session.touches import Touch
from firmware.table import latency
from firmware.table.latency import Stopwatch
from scoring.dice import Face

LONGEST = "longest"


@cache
def words_of(language: str) -> Catalogue:
    """Return a language's sentences, those of `LONGEST` too."""
    if language != LONGEST:
        return catalogue(language)

    def length(said: str | tuple[str, ...]) -> int:
        return max(map(len, (said,) if isinstance(said, str) else said))

    said = [catalogue(each)._sentences for each in LANGUAGES]
    sentences = {message: max((each[message] for each in said), key=length) for message in said[0]}
    return Catalogue("fr", sentences, form_of=catalogue("de")._form_of)  # numbers are longest in French


Sent: TypeAlias = "Touch | Edge | tuple[str, object]"


@dataclass
class Table:
    """A companion that is not there: shows what it is told to, and keeps what the page sends."""

    server: Any = None
    sent: list[Sent] = field(default_factory=list)
    _arrived: threading.Condition = field(default_factory=threading.Condition)
    is_simulated: bool = False
    stopwatch: Stopwatch = field(default_factory=Stopwatch)
    analysis: Any = None

    def take(self, what: Sent) -> None:
        with self._arrived:
            self.sent.append(what)
            self._arrived.notify_all()

    def wait_for(self, count: int = 1) -> list[Sent]:
        with self._arrived:
            assert self._arrived.wait_for(lambda: len(self.sent) >= count, timeout=20), f"only {self.sent} arrived"
            return list(self.sent)

    def answer(self, number: int) -> None:
        """Let a press be answered, as far as that is done before the page hears."""
        self.stopwatch.begin(0)
        for stage in tuple(latency.PressPart)[1:-2]:  # of a press that is known, until the page hears
            self.stopwatch.lap(stage)
        self.stopwatch.end(number)

    @property
    def address(self) -> tuple[str, int]:
        return "127.0.0.1", self.server.port

    @property
    def version(self) -> int:
        return self.server._push._version

    def show(self, state: SessionState) -> None:
        self.server.show(view(state, simulated=self.is_simulated, words=words_of(state.language)))


@contextmanager
def asked(
    address: tuple[str, int], method: str, path: str, body: object = None, *, source: str = "", **headers: str
) -> Iterator[http.client.HTTPResponse]:
    """Ask as any program on this machine can, perhaps from another of its addresses; a header "-" is none."""
    connection = http.client.HTTPConnection(*address, timeout=30, source_address=(source, 0) if source else None)
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    named = {} if data is None else {"content-type": "application/json"}
    named |= {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request(method, path, data, {name: value for name, value in named.items() if value != "-"})
        yield connection.getresponse()
    finally:
        connection.close()


def pushes(answer: http.client.HTTPResponse) -> Iterator[dict[str, Any]]:
    """Yield what is pushed to a page as it comes."""
    for line in answer:
        if line.startswith(b"data: ") and len(line) > len(b"data: {}\n"):
            yield json.loads(line.removeprefix(b"data: "))


class Pictures:
    """Pictures of dice: a grey square with the die's index in it, for every reading."""

    def die_jpeg(self, reading_number: int, index: int) -> bytes | None:
        return None if index > 8 else jpeg(f"{index}", (96, 96))

    def board_jpeg(self, reading_number: int) -> bytes | None:
        return jpeg("board", (1280, 720))

    def film_jpeg(self, reading_number: int, number: int) -> bytes | None:
        return jpeg(f"{number}", (640, 360)) if number < 3 else None

    def face_jpeg(self, name: str, crop: int) -> bytes | None:
        return None if crop > 99 else jpeg(f"{crop}", (160, 160))

    def survey_jpeg(self, exposed_ns: int) -> bytes | None:
        return None if exposed_ns > 99 else jpeg("survey", (800, 600))

    def look_jpeg(self, exposed_ns: int, index: int | None = None) -> bytes | None:
        if exposed_ns > 99:
            return None
        return jpeg("look", (640, 480)) if index is None else jpeg(f"{index}", (160, 160))


def jpeg(text: str, size_wh: tuple[int, int]) -> bytes:
    pixels = np.full((size_wh[1], size_wh[0], 3), 90, np.uint8)
    cv2.putText(pixels, text, (8, size_wh[1] - 12), cv2.FONT_HERSHEY_SIMPLEX, 2, (255, 255, 255), 3)
    return cv2.imencode(".jpg", pixels)[1].tobytes()


class Board:
    """A simulated board that only notes what is done to it."""

    def __init__(self, take: Callable[[Sent], None]) -> None:
        self._take = take
        self.table = SimpleNamespace(places=lambda: [[0.5, 0.7], [0.7, 0.9]])
        self.press, self.cover, self.lift = (partial(take, (what, None)) for what in ("press", "cover", "lift"))

    def tap(self, x: float, y: float) -> None:
        self._take(("tap", (round(x, 2), round(y, 2))))

    def held(self) -> tuple[tuple[float, float], ...]:
        return ((0.3, 0.4),)

    def peek(self) -> tuple[Face, ...]:
        return (Face.NINE, Face.ACE)

    def jpeg(self) -> bytes:
        return jpeg("board", (480, 480))


@dataclass
class Answers:
    """An analyst that says what it is told to, of the game, of all games and in their list; the last answer stays."""

    of_game: list[dict[str, object]] = field(default_factory=lambda: [{"progress": "none"}])
    of_all: list[dict[str, object]] = field(default_factory=lambda: [{"progress": "none"}])
    evening: str = ""
    games: list[dict[str, object]] | None = field(default_factory=list)  # in the list
    replays: dict[int, dict[str, object]] = field(default_factory=dict)
    take_away: Any = field(default_factory=SimpleNamespace)

    def page(self) -> dict[str, object]:
        return self.of_game.pop(0) if len(self.of_game) > 1 else self.of_game[0]

    def study_page(self) -> dict[str, object]:
        return self.of_all.pop(0) if len(self.of_all) > 1 else self.of_all[0]

    def games_page(self, most: int) -> dict[str, object]:
        assert self.games is not None, "the companion is worn"
        return {"games": self.games[:most], "has_more": len(self.games) > most}

    def evening_page(self) -> dict[str, object]:
        return {"said": self.evening} if self.evening else {}

    def about_page(self) -> dict[str, object]:
        return about.about_view(Path(__file__), 3, catalogue("de"))

    def replay_page(self, number: int) -> dict[str, object] | None:
        return self.replays.get(number)

    def phone_page(self, number: int | None = None) -> dict[str, object] | None:
        return self.games_page(99) if number is None else self.replays.get(number)


def serving(
    *,
    is_simulated: bool = False,
    connection: type[Connection] = Connection,
    turned: Turned | None = None,
    nmcli: str | None = None,
    routes: Path = Path("/dev/null"),
) -> Table:
    """Return a table whose server runs; close it with ``table.server.close()``."""
    table, wifi = Table(is_simulated=is_simulated, analysis=Answers()), Wifi(nmcli, routes=routes)
    ports = app.DevicePorts(
        touch=table.take,
        edge=table.take,
        pictures=Pictures(),
        throw_jpeg=lambda number, n: None if n == 9 else jpeg(f"{number}", (640, 480)),
        analysis=table.analysis,
        table=Board(table.take) if is_simulated else None,
        stopwatch=table.stopwatch,
        turned=turned or Turned(),
        look_for_wifi=wifi.look,
        join_wifi=wifi.join,
    )
    table.server = DisplayServer("127.0.0.1", 0, ports, connection=connection)
    table.server.start()
    return table
