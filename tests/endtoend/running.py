"""A companion running as a process of its own, talked to as its page does."""

import json
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from tests.ports import free_port

ROOT = Path(__file__).parents[2]
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")
START_S, END_S = 60.0, 20.0

View = dict[str, Any]
GAME = {"game": "ten-by-ten", "players": ["Manfred", "Ewald"], "agreed": {"beginner": 0}}

SETTINGS = Path(__file__).with_name("running.toml").read_text(encoding="utf-8")


def written(folder: Path, *, seed: int = 1, speed: float = 6.0, more: str = "") -> Path:
    """Write the settings of a companion at a simulated board whose games are kept in a folder; return their file."""
    path = folder / "serviert.toml"
    given = {"port": free_port(), "store": folder / "games.sqlite3", "seed": seed, "speed": speed}
    path.write_text(SETTINGS.format(**given) + more, encoding="utf-8")
    return path


class Running:
    """One start of ``serviert play``; `kill` ends it without warning."""

    def __init__(self, settings: Path, *, root: Path = ROOT, follows: bool = True) -> None:
        """Start the packages of a folder; it hears every view as one more page would."""
        self._process = subprocess.Popen(
            [sys.executable, "-u", "-m", "firmware", "play", "--config", str(settings), "--no-browser"],
            cwd=root,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=_as_at_a_table(),
        )
        self._said: queue.Queue[str] = queue.Queue()
        self.log: list[str] = []
        self._threads: list[threading.Thread] = []
        self._start(self._hear, self._process.stdout, self._said.put)
        self._start(self._hear, self._process.stderr, self.log.append)
        self.url = self._address()
        self._http = httpx.Client(base_url=self.url, timeout=20.0)
        self._views: queue.Queue[View] = queue.Queue()
        self.view: View = {}
        if follows:
            self._start(self._follow)
            self.until(lambda _: True)

    def __enter__(self) -> "Running":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def touch(self, kind: str, **fields: object) -> bool:
        """Touch the page; return whether the touch was taken (not too late)."""
        response = self._http.post("/touch", json={"kind": kind, **fields})
        assert response.status_code in {204, 409}, response.text
        return response.status_code == 204

    def press(self) -> None:
        """Press the button on the page, which throws the simulated dice first."""
        self.post("simulated/press")

    def tap(self, x: float, y: float) -> None:
        self.post("simulated/tap", x=x, y=y)

    def post(self, path: str, **fields: object) -> None:
        self._http.post(f"/{path}", json=fields).raise_for_status()

    def until(self, is_so: Callable[[View], bool], *, within_s: float = 60.0) -> View:
        """Wait for a view and return it; `TimeoutError` if none comes."""
        deadline = time.monotonic() + within_s
        while not (self.view and is_so(self.view)):
            try:
                self.view = self._views.get(timeout=max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                last = {key: self.view.get(key) for key in ("phase", "notice", "throw")}
                raise TimeoutError(f"no such view within {within_s} s; the last was {last}") from None
        return self.view

    def newest(self) -> View:
        while not self._views.empty():
            self.view = self._views.get()
        return self.view

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> int:
        """End it as systemd would; return its exit status."""
        self._process.send_signal(signal.SIGTERM)
        try:
            status = self._process.wait(timeout=END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise
        for thread in self._threads:  # all that it said
            thread.join(timeout=END_S)
        self._http.close()
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()
        return status

    def _address(self) -> str:
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                found = ADDRESS.search(self._said.get(timeout=0.1))
            except queue.Empty:
                continue
            if found:
                return found[0]
        self._process.kill()
        raise RuntimeError("the companion did not start:\n" + "".join(self.log[-20:]))

    def _start(self, work: Callable[..., None], *given: object) -> None:
        self._threads.append(threading.Thread(target=work, args=given, daemon=True))
        self._threads[-1].start()

    @staticmethod
    def _hear(lines: Any, note: Callable[[str], None]) -> None:
        for line in lines:
            note(line)

    def _follow(self) -> None:
        try:
            with self._http.stream("GET", "/events", timeout=None) as response:
                for line in response.iter_lines():
                    if line.startswith("data: ") and len(line) > 20:
                        message = json.loads(line.removeprefix("data: "))
                        self._views.put(message.get("view", message))
        except httpx.HTTPError:
            return  # it was killed


def _as_at_a_table() -> dict[str, str]:
    """Return an environment without what libraries keep quiet for, as they do where they are tested."""
    # The pools of memory as in hardware/install/systemd/serviert.service.
    settings = {"OMP_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}
    return {name: value for name, value in os.environ.items() if name != "CI"} | settings


def free_cells(view: View) -> list[tuple[str, int]]:
    """Return the cells that who is to move may still fill: row and column."""
    return [
        (row["category"], column["column"])
        for row, cells in zip(view["rows"], view["cells"], strict=True)
        for column, pair in zip(view["columns"], cells, strict=True)
        if pair[view["to_move"]] is None
    ]


def act(running: Running, view: View) -> None:
    """Do the next thing: throw twice, and enter into the first free cell."""
    match view["phase"]:
        case "setup" | "game-over":
            running.touch("new-game", **GAME)
            running.until(lambda now: now["phase"] not in {"setup", "game-over"}, within_s=5)
        case "asking":
            running.touch("accept-reading")
        case "waiting" | "beginning" | "burning":
            running.press()
        case "read" if view["throw"]["number"] < 2:
            running.press()
        case "read" | "entering" | "corrected" if view["can"]["enter"]:
            category, column = free_cells(view)[0]
            running.touch("touch-cell", category=category, column=column, moment=view["moment"])
