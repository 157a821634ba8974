"""What is measured of the companion and of its page, and how much of each may grow."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from tests.endtoend.running import Running
from tests.soak.trend import Allowance

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


KIB, MIB = 1024, 1024 * 1024
PAGE_PX = {"width": 800, "height": 480}
KEPT_AN_HOUR_KIB = 1024.0
"""Games are kept for ever, so their file grows: at most so much for an hour in which somebody plays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """Something that is measured."""

    label: str
    allowed: Allowance  # how much it may grow


MEASURES = {
    "memory": Measure(label="resident memory, MiB", allowed=Allowance(an_hour=1.0, at_first=64.0)),
    "own_memory": Measure(label="of it shared with nobody, MiB", allowed=Allowance(an_hour=1.0, at_first=64.0)),
    "files": Measure(label="file descriptors", allowed=Allowance(an_hour=0.1, at_first=4.0)),
    "threads": Measure(label="threads", allowed=Allowance(an_hour=0.1, at_first=4.0)),
    "children": Measure(label="child processes", allowed=Allowance(an_hour=0.05, at_first=1.0)),
    "games": Measure(
        label="games kept and their two copies, KiB", allowed=Allowance(an_hour=KEPT_AN_HOUR_KIB, at_first=512.0)
    ),
    "disk": Measure(label="everything else on disk, KiB", allowed=Allowance(an_hour=8.0, at_first=2048.0)),
    "folder": Measure(label="files in the folder", allowed=Allowance(an_hour=0.1, at_first=2.0)),
    "log": Measure(label="logged, KiB", allowed=Allowance(an_hour=64.0, at_first=64.0)),
    "view": Measure(label="a pushed view, KiB", allowed=Allowance(an_hour=0.2, at_first=8.0)),
    "heap": Measure(label="page: JavaScript heap, MiB", allowed=Allowance(an_hour=0.1, at_first=2.0)),
    "nodes": Measure(label="page: DOM nodes", allowed=Allowance(an_hour=10.0, at_first=300.0)),
    "listeners": Measure(label="page: event listeners", allowed=Allowance(an_hour=2.0, at_first=60.0)),
}


class Scales:
    """Measures one companion."""

    def __init__(self, running: Running, folder: Path) -> None:
        """Take the companion and the folder its games are in."""
        self._running = running
        self._folder = folder
        self._process = psutil.Process(running.pid)
        self._page: Page | None = None
        self._browser: Browser | None = None
        self._logged, self._lines = 0, 0

    def show_page(self, browser: Browser) -> None:
        """Hold the page in a browser from now on."""
        self._browser = browser
        self._page = browser.new_page(viewport=PAGE_PX)
        self._page.goto(self._running.url)

    def leave_page(self) -> None:
        """Close the page, if one is held."""
        if self._page is not None:
            self._page.close()
            self._page = None

    @property
    def has_page(self) -> bool:
        """Return whether a browser holds the page."""
        return self._page is not None

    @property
    def cpu_s(self) -> float:
        """Return the CPU seconds the companion has used."""
        times = self._process.cpu_times()
        return times.user + times.system

    def weigh(self) -> dict[str, float]:
        """Return every measure that can be taken now, by name."""
        memory = self._process.memory_full_info()
        sizes = {path: path.stat().st_size for path in self._files()}
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
            "log": self._log_bytes() / KIB,
            "view": len(json.dumps(self._running.newest())) / KIB,
            **self._page_size(),
        }

    def _files(self) -> list[Path]:
        return [path for path in self._folder.rglob("*") if path.is_file()]

    def _log_bytes(self) -> int:
        said = self._running.log[self._lines :]
        self._lines += len(said)
        self._logged += sum(map(len, said))
        return self._logged

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
