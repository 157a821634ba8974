"""A day at the café, and what became of the companion in it."""

import random
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tests.endtoend.running import Running, written
from tests.soak.guest import Guests
from tests.soak.measures import BLOCKS, MEASURES, Scales, Trend, trend_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NIGHT = (1 / 3, 2 / 3)
"""Shares of the day in which nobody is there, the game left as it lies: two to ten, where it begins at six in the
evening."""

PAGE = ((0.0, 1 / 2), (2 / 3, 1.0))
"""Shares in which a browser holds the page: for the second half of the night the display is off."""

WARM_UP = 1 / 24
"""Share of the day at its beginning that no trend counts: models and buffers are loaded with the first throws."""

SAMPLES = 480
LEAST_PERIOD_S = 0.2
LOOK_S = 0.03
PASSERS_BY = 5
"""So often in an hour somebody looks in: a page is opened and broken off without a word."""


@dataclass
class Record:
    # Every sample: its hour of the café and what was measured.
    samples: list[tuple[float, dict[str, float]]] = field(default_factory=list)
    done: dict[str, int] = field(default_factory=dict)
    trouble: list[str] = field(default_factory=list)
    seconds: float = 0.0  # real time that it took
    hours: float = 0.0  # of the café

    def trends(self, *, warm_up_hours: float) -> dict[str, Trend]:
        """Return the trend of everything of which there are samples enough."""
        trends: dict[str, Trend] = {}
        for name, measure in MEASURES.items():
            found = [(hour, sample[name]) for hour, sample in self.samples if hour >= warm_up_hours and name in sample]
            if len(found) >= BLOCKS:
                trends[name] = trend_of(*zip(*found, strict=True), measure)
        return trends


class Day:
    """One companion and the people around it, from opening to opening."""

    def __init__(
        self,
        folder: Path,
        *,
        hours: float,
        speed: float,
        seed: int,
        browser: "Browser | None",
        nights: tuple[tuple[float, float], ...] = (NIGHT,),
    ) -> None:
        games = folder / "games"
        games.mkdir(exist_ok=True)
        self.running = Running(written(games, seed=seed, speed=speed))
        self.record = Record()
        self._hours, self._speed, self._browser, self._nights = hours, speed, browser, nights
        self._scales = Scales(self.running, games)
        self._guests = Guests(self.running, random.Random(seed), speed=speed)
        self._began_s = time.monotonic()
        self._sampled_s = float("-inf")
        self._passed = 0

    def spend(self, progress: Callable[[float], None] = lambda _: None) -> Record:
        try:
            while self.running.is_alive and (share := self._hour / self._hours) < 1:
                self._keep_page(share)
                if not _is_in(self._nights, share):
                    self._guests.act()
                self._pass_by()
                self._sample()
                progress(self._hour)
                time.sleep(LOOK_S)
        except KeyboardInterrupt:
            pass  # what was seen until now is worth a table
        finally:
            self._close()
        return self.record

    @property
    def _hour(self) -> float:
        return (time.monotonic() - self._began_s) * self._speed / 3600

    def _keep_page(self, share: float) -> None:
        if not _is_in(PAGE, share):
            self._scales.leave_page()
        elif self._browser is not None:
            self._scales.show_page(self._browser)

    def _pass_by(self) -> None:
        """Open the stream of views and break off in the middle, as a browser does that is closed."""
        if self._hour * PASSERS_BY < self._passed:
            return
        self._passed += 1
        url = urlsplit(self.running.url)
        with socket.create_connection((str(url.hostname), int(url.port or 80)), timeout=5.0) as connection:
            connection.sendall(f"GET /events HTTP/1.1\r\nHost: {url.netloc}\r\n\r\n".encode())
            connection.recv(100)

    def _sample(self) -> None:
        now_s = time.monotonic()
        period_s = max(LEAST_PERIOD_S, self._hours * 3600 / self._speed / SAMPLES)
        if now_s - self._sampled_s < period_s:
            return
        self._sampled_s = now_s
        self.record.samples.append((self._hour, self._scales.weigh()))

    def _close(self) -> None:
        record = self.record
        record.seconds, record.hours = time.monotonic() - self._began_s, self._hour
        record.done = dict(self._guests.done)
        record.trouble = [line.rstrip() for line in self.running.log if " ERROR " in line or "Traceback" in line]
        self._scales.leave_page()
        if self.running.is_alive:
            self.running.stop()
        else:
            record.trouble.append("the companion ended by itself")


def _is_in(spans: tuple[tuple[float, float], ...], share: float) -> bool:
    return any(begin <= share < end for begin, end in spans)
