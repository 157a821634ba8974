"""A day at the café, and what became of the companion in it."""

import random
import socket
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tests.endtoend.running import Running, View, act, written
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


THINKING_S = 2.0, 10.0  # of the café's time, before each thing they do
STUCK_S = 6.0  # of real time: after so long without an answer they press again, then begin another game
ODD = 0.06  # share of throws after which they do what is not simply playing on
FACES = ("nine", "ten", "jack", "queen", "king", "ace")
TAPS, MIDDLE = 30, (0.2, 0.8)  # so many, within these shares of the picture


class Guests:
    """Two friends who play all day, through the page's own requests only; `act` is called again and again."""

    def __init__(self, running: Running, rng: random.Random, *, speed: float) -> None:
        self.done: Counter[str] = Counter()
        self._running, self._rng, self._speed = running, rng, speed
        self._seen: tuple[object, ...] = ()
        self._due_s = 0.0
        self._vain = 0

    def act(self) -> None:
        """Do the next thing, if it is time for it."""
        view, now_s = self._running.newest(), time.monotonic()
        seen = (view["phase"], view["moment"], view["notice"]["text"], str(view["dice"]))
        if seen != self._seen:
            self._seen, self._vain = seen, 0
            self._due_s = now_s + self._rng.uniform(*THINKING_S) / self._speed
        if now_s >= self._due_s:
            self._play(view)
            self._vain += 1
            self._due_s = time.monotonic() + STUCK_S

    def _play(self, view: View) -> None:
        chance, unknown = self._rng.random(), [die["index"] for die in view["dice"] if die["face"] is None]
        if view["phase"] in {"setup", "game-over"} or self._vain > 3:
            self._begin()
        elif self._vain:
            self.done["presses"] += 1
            self._running.press()
        elif view["phase"] == "asking" and unknown:
            self._touch("correct-die", view, index=unknown[0], face=self._rng.choice(FACES))
        elif view["can"]["enter"] and chance < ODD:
            self._do_something_odd(view)
        else:
            if view["phase"] == "read":
                self._hold()
            self.done["presses"] += view["phase"] in {"waiting", "beginning", "burning"}
            act(self._running, view)

    def _begin(self) -> None:
        self.done["games begun"] += 1
        rules, beginner = {"columns": self._rng.choice((1, 1, 2, 3))}, self._rng.choice((0, 1, None))
        self._running.touch("new-game", players=["Manfred", "Ewald"], beginner=beginner, ruleset=rules)

    def _touch(self, kind: str, view: View, **fields: object) -> None:
        self.done[kind] += 1
        self._running.touch(kind, moment=view["moment"], **fields)

    def _do_something_odd(self, view: View) -> None:
        odd: list[tuple[str, dict[str, object]]] = [
            ("choose-language", {"language": self._rng.choice(view["languages"])["value"]}),
            ("choose-mode", {"mode": self._rng.choice(("ask", "suggest"))}),
            ("mute", {"is_muted": self._rng.random() < 0.5}),
            ("correct-die", {"index": self._rng.randrange(5), "face": self._rng.choice(FACES)}),
            *((kind, {}) for kind in ("repeat-throw", "throw-by-hand", "open-dice", "take-back", "end-game")),
        ]
        kind, fields = self._rng.choice(odd)
        self._touch(kind, view, **fields)
        if kind == "open-dice":
            self._touch("close-dice", self._running.newest())

    def _hold(self) -> None:
        """Tap the board here and there, and so one or two of the dice more often than none."""
        for _ in range(TAPS):
            self.done["taps"] += 1
            self._running.tap(self._rng.uniform(*MIDDLE), self._rng.uniform(*MIDDLE))


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
