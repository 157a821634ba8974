"""What is measured of the companion and of its page, and how much of each may grow."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from tests.endtoend.running import Running
from tests.soak.trend import Measure

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


KIB, MIB = 1024, 1024 * 1024
PAGE_PX = {"width": 800, "height": 480}
KEPT_AN_HOUR_KIB = 1024.0
"""Games are kept for ever, so their file grows: at most so much for an hour in which somebody plays."""


MEASURES = {
    "memory": Measure(1.0, 64.0, "resident memory, MiB"),
    "own_memory": Measure(1.0, 64.0, "of it shared with nobody, MiB"),
    "files": Measure(0.1, 4.0, "file descriptors"),
    "threads": Measure(0.1, 4.0, "threads"),
    "children": Measure(0.05, 1.0, "child processes"),
    "games": Measure(KEPT_AN_HOUR_KIB, 512.0, "games kept and their two copies, KiB"),
    "disk": Measure(8.0, 2048.0, "everything else on disk, KiB"),
    "folder": Measure(0.1, 2.0, "files in the folder"),
    "log": Measure(64.0, 64.0, "logged, KiB"),
    "view": Measure(0.2, 8.0, "a pushed view, KiB"),
    "heap": Measure(0.1, 2.0, "page: JavaScript heap, MiB"),
    "nodes": Measure(10.0, 300.0, "page: DOM nodes"),
    "listeners": Measure(2.0, 60.0, "page: event listeners"),
}
"""How much of each may grow an hour, and at first."""


class Scales:
    """Measures one companion."""

    def __init__(self, running: Running, folder: Path) -> None:
        """Take the companion and the folder its games are in."""
        self._running = running
        self._folder = folder
        self._process = psutil.Process(running.pid)
        self._page: Page | None = None

    def show_page(self, browser: Browser) -> None:
        """Hold the page in a browser from now on."""
        self._page = browser.new_page(viewport=PAGE_PX)
        self._page.goto(self._running.url)

    def leave_page(self) -> None:
        """Close the page, if one is held."""
        if self._page is not None:
            self._page.close()
            self._page = None

    @property
    def has_page(self) -> bool:
        return self._page is not None

    @property
    def cpu_s(self) -> float:
        times = self._process.cpu_times()
        return times.user + times.system

    def weigh(self) -> dict[str, float]:
        """Return every measure that can be taken now, by name."""
        memory = self._process.memory_full_info()
        sizes = {path: path.stat().st_size for path in self._folder.rglob("*") if path.is_file()}
        games = sum(size for path, size in sizes.items() if path.name.startswith("games.sqlite3"))
        return {
            "memory": memory.rss / MIB,
            "own_memory": memory.uss / MIB,
            "files": self._process.num_fds(),
            "threads": self._process.num_threads(),
            "children": len(self._process.children(recursive=True)),
            "games": games / KIB,
            "disk": (sum(sizes.values()) - games) / KIB,
            "folder": len(sizes),
            "log": sum(map(len, self._running.log)) / KIB,
            "view": len(json.dumps(self._running.newest())) / KIB,
            **self._page_size(),
        }

    def _page_size(self) -> dict[str, float]:
        """Return what the page holds once its rubbish is collected."""
        if self._page is None:
            return {}
        session = self._page.context.new_cdp_session(self._page)
        session.send("Performance.enable")
        session.send("HeapProfiler.collectGarbage")
        found = {each["name"]: float(each["value"]) for each in session.send("Performance.getMetrics")["metrics"]}
        session.detach()
        return {
            "heap": found["JSHeapUsedSize"] / MIB,
            "nodes": found["Nodes"],
            "listeners": found["JSEventListeners"],
        }
