"""A companion that runs in this process, and a page that sits at its table."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np

from firmware.commands.play import RunningCompanion
from firmware.ports import Edge
from firmware.settings.config import Config
from tests.doubles.recorded import BoardReader
from tests.firmware.session.table_talk import reading
from vision.find.detect import DETECTOR_PATH, Detector
from vision.read.classify import FaceReader
from vision.read.reader import Reader, ReaderPolicy
from vision.reading import Reading

View = dict[str, Any]

HEARTBEATS = 3  # of ten seconds each: so long a view may take on a busy machine
SIDE_PX = 480
SETTINGS = Path(__file__).with_name("guest.toml").read_text(encoding="utf-8")


class Guest:
    def __init__(self, url: str, parts: ExitStack) -> None:
        self.http = parts.enter_context(httpx.Client(base_url=url, timeout=20.0))
        events = parts.enter_context(self.http.stream("GET", "/events"))
        self._lines = parts.enter_context(closing(events.iter_lines()))
        self.view: View = {}

    def touch(self, kind: str, **fields: object) -> None:
        self.post("/touch", kind=kind, **fields)

    def press(self) -> None:
        self.post("/edge", is_down=True)
        self.post("/edge", is_down=False)

    def post(self, path: str, **fields: object) -> None:
        self.http.post(path, json=fields).raise_for_status()

    def until(self, is_so: Callable[[View], bool]) -> View:
        """Wait for a view; a page that hears only heartbeats gives up."""
        heartbeats = 0
        while not (self.view and is_so(self.view)):
            line = next(self._lines)
            heartbeats += line == "event: heartbeat"
            assert heartbeats < HEARTBEATS, f"no such view; the last was {self.view}"
            if line.startswith('data: {"build"'):
                self.view = json.loads(line.removeprefix("data: "))["view"]
        return self.view

    def until_told(self, key: str) -> View:
        return self.until(lambda view: view["notice"]["key"] == key)

    def until_phase(self, *phases: str) -> View:
        return self.until(lambda view: view["phase"] in phases)


class SameReader(BoardReader):
    """Reads the same five dice in whatever lies there."""

    def read(self, frames, board, **_) -> Reading:
        return replace(reading("99XKA"), exposed_ns=frames[-1].exposed_ns, size_wh=frames[-1].size_wh)


def same_reader(_: ReaderPolicy) -> SameReader:
    return SameReader()


@contextmanager
def started(table: RunningCompanion) -> Iterator[str]:
    """Run what was put together; give the address of its page."""
    loop = threading.Thread(target=table.companion.run, daemon=True)
    try:
        url = table.start()
        loop.start()
        yield url
    finally:
        table.companion.stop()
        if loop.ident is not None:
            loop.join()
        table.close()


@contextmanager
def at_table(config: Config, **parts: Any) -> Iterator[tuple[Guest, RunningCompanion]]:
    table = RunningCompanion(config, **parts)
    with started(table) as url, ExitStack() as of_guest:
        yield Guest(url, of_guest), table


def photograph(path: Path, grey: int = 120) -> None:
    rng = np.random.default_rng(grey)
    lay_picture(path, np.clip(grey + rng.normal(0, 4, (SIDE_PX, SIDE_PX, 3)), 0, 255).astype(np.uint8))


def lay_picture(path: Path, pixels: np.ndarray) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(cv2.imencode(".png", pixels[..., ::-1])[1].tobytes())


def new_game(guest: Guest) -> View:
    """Begin a game; the eye may offer a press for the dice it sees at any moment."""
    guest.touch("new-game", players=["Anna", "Ben"], beginner=0)
    return guest.until(lambda view: view["phase"] != "setup")


def type_throw(guest: Guest, *names: str) -> View:
    guest.touch("throw-by-hand")
    guest.until_phase("asking")
    for index, face in enumerate(names):
        guest.touch("correct-die", index=index, face=face)
    guest.until(lambda view: [die["face"] for die in view["dice"]] == list(names))
    guest.touch("accept-reading")
    return guest.until(lambda view: view["phase"] != "asking")


def press(table: RunningCompanion) -> int:
    """Press for a moment, half a second from now: presses at once are one; return when, ns."""
    at_ns = time.monotonic_ns() + 500_000_000
    table.companion.edge("screen", Edge(is_down=True, at_ns=at_ns))
    table.companion.edge("screen", Edge(is_down=False, at_ns=at_ns + 1))
    return at_ns


def has_dice(view: View) -> bool:
    return bool(view["dice"]) and view["phase"] != "reading"


def broken(folder: Path) -> Callable[[ReaderPolicy], Reader]:
    path = folder / DETECTOR_PATH.name
    path.write_bytes(DETECTOR_PATH.read_bytes()[:-1])
    path.with_suffix(".json").write_bytes(DETECTOR_PATH.with_suffix(".json").read_bytes())
    return lambda policy: Reader(Detector.from_file(path), FaceReader.from_file(), policy=policy)
