"""What is measured of the companion and of its page, how much of each may grow, and whether it does.

A trend is a straight line through block medians, with the interval of its slope.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import psutil

from tests.cases import cases
from tests.endtoend.running import Running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


BLOCKS = 12
T_975 = 2.228
"""Student's t of 10 degrees of freedom, two-sided 95 %: a line through twelve blocks. Source: any table of it."""

LONG_HOURS = 6.0
"""A shorter run shows large leaks only."""


class Verdict(StrEnum):
    FLAT = "flat"
    GROWS = "GROWS"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Measure:
    """What is measured, and how much growth of it is no leak."""

    an_hour: float  # lasting growth that is allowed, in units an hour of the café
    at_first: float  # growth that is allowed in all of a run too short to tell a leak from buffers that fill once
    label: str = ""

    def over(self, hours: float) -> float:
        return self.an_hour * hours if hours >= LONG_HOURS else self.at_first


@dataclass(frozen=True, slots=True, kw_only=True)
class Trend:
    start: float
    end: float
    slope: float  # units an hour
    margin: float  # half the width of the slope's 95 % interval
    verdict: Verdict  # flat where all of the interval is within the allowance, growing where all of it is beyond


def trend_of(hours: Sequence[float], values: Sequence[float], allowed: Measure) -> Trend:
    """Return the trend of a measure.

    Hours ascend; what growth is no leak is allowed.

    Neighbouring samples are alike, so that a line through all of them would look far more certain than it is: it goes
    through the medians of twelve equal blocks instead, which a single spike does not move either.
    """
    x = np.array([float(np.mean(block)) for block in np.array_split(np.array(hours), BLOCKS)])
    y = np.array([float(np.median(block)) for block in np.array_split(np.array(values), BLOCKS)])
    (slope, _), covariance = np.polyfit(x, y, 1, cov=True)
    margin = T_975 * float(np.sqrt(covariance[0, 0]))
    span = hours[-1] - hours[0]
    most = allowed.over(span) / span
    verdict = Verdict.FLAT if slope + margin <= most else Verdict.GROWS if slope - margin > most else Verdict.OPEN
    return Trend(start=float(y[0]), end=float(y[-1]), slope=float(slope), margin=margin, verdict=verdict)


KIB, MIB = 1024, 1024 * 1024

MEASURES = {name: Measure(*of) for name, of in cases(__file__).items()}
"""How much of each may grow an hour, and at first."""


class Scales:
    def __init__(self, running: Running, folder: Path) -> None:
        self._running = running
        self._folder = folder
        self._process = psutil.Process(running.pid)
        self._page: Page | None = None

    def show_page(self, browser: "Browser") -> None:
        if self._page is None:
            self._page = browser.new_page(viewport={"width": 800, "height": 480})
            self._page.goto(self._running.url)

    def leave_page(self) -> None:
        """Close the page, if one is held."""
        if self._page is not None:
            self._page.close()
            self._page = None

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
        return {"heap": found["JSHeapUsedSize"] / MIB, "nodes": found["Nodes"], "listeners": found["JSEventListeners"]}
