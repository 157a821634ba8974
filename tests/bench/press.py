"""How long a press takes until its throw is painted: ``python -m tests.bench.press``.

The whole companion as players start it (simulated camera, real models, durable SQLite, page server), its page in a real
Chromium. The stages are the companion's record, see `firmware.table.latency`; when the page hears of an answer and has
painted it (the second animation frame after) is read from its own timeline, whose clock is matched with ours.

First with dice that lie still before the button goes down, for 60 to 150 ms: from its release to the painted page the
mark is 120 ms, p95. Then with dice thrown by the press; the marks, p95, are 60 ms from the still frame to the stored
entry and 50 ms to the painted page.
"""

import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import httpx
import numpy as np
import typer
from playwright.sync_api import TimeoutError as PageTimeoutError

from firmware.table.latency import PressPart
from tests.chromium import launched
from tests.endtoend.running import Running, written

RESTING = ["beginning", "waiting", "read", "burning", "asking", "corrected", "still"]
ANSWER_MS, REST_MS, CLOCK_LOOKS = 20_000, 10_000, 50
DICE_ROLL_S = 1.0
WAITS_S = (0.1, 0.3, 0.6, 1.0, 6.0)  # after the page says that dice lie; after the longest the eye looks less often
SETTLING_S = 0.02  # a contact that came up is believed after so long; what the page sends is believed at once

HAS_PAINTED = "number => (performance.getEntriesByName('painted')[0]?.detail ?? -1) > number"
MARKS = "() => ['heard', 'painted'].map(of => performance.getEntriesByName(of)[0]).map(e => [e.detail, e.startTime])"


@dataclass(frozen=True, slots=True, kw_only=True)
class Took:
    """What one press took whose throw was stored and painted, ms."""

    wall: Mapping[str, float]  # By the clock, a stage
    stored: float  # From the still frame to what is stored
    painted: float  # From there to the painted page
    released: float | None = None  # From the button's release to the painted page, where dice lay still before


def matched(page) -> tuple[float, float]:
    """Return what added to a page's time is our monotonic time, and how unsure that is, ms: by the fastest answer."""
    looks = []
    for _ in range(CLOCK_LOOKS):
        before_ms = time.monotonic_ns() / 1e6
        told_ms = page.evaluate("() => performance.now()")
        after_ms = time.monotonic_ns() / 1e6
        looks.append((after_ms - before_ms, (before_ms + after_ms) / 2 - told_ms))
    trip_ms, offset_ms = min(looks)
    return offset_ms, trip_ms / 2


def took(answer, heard_ms: float, painted_ms: float, released_ms: float | None = None) -> Took | None:
    """Return what a press took; the page's times are monotonic. None where nothing was stored."""
    if answer["stored_ns"] is None:
        return None
    stored_ms = answer["stored_ns"] / 1e6
    wall = {stage: wall_ns / 1e6 for stage, wall_ns in answer["spent"].items()}
    wall |= {PressPart.PUSH.value: heard_ms - stored_ms, PressPart.PAINT.value: painted_ms - heard_ms}
    released = None if released_ms is None else painted_ms - released_ms
    return Took(wall=wall, stored=answer["after_frame"] / 1e6, painted=painted_ms - stored_ms, released=released)


def pressed_at_rest(running: Running, page, rng: np.random.Generator) -> float:
    """Lay dice, and press while they lie still; return when the button came up, monotonic ms."""
    for doing in ("cover", "lift"):
        running.post(f"simulated/{doing}")
        time.sleep(DICE_ROLL_S)
    page.wait_for_function("phase => document.body.dataset.phase === phase", arg="still", timeout=REST_MS)
    time.sleep(rng.choice(WAITS_S))
    running.post("edge", is_down=True)
    time.sleep(rng.uniform(0.06, 0.15))
    released_ms = time.monotonic_ns() / 1e6
    time.sleep(SETTLING_S)
    running.post("edge", is_down=False)
    return released_ms


def presses(page, times: int, press: Callable[[], float | None]) -> Iterator[tuple[int, float, float, float | None]]:
    """Press so often; yield which reading answered, and when the page heard and had painted it, by its own clock.

    Also yield what the press returned: when the button came up.
    """
    newest = -1
    for _ in range(times):
        page.wait_for_function("phases => phases.includes(document.body.dataset.phase)", arg=RESTING)
        if page.locator(".action.accept").is_visible():
            page.locator(".action.accept").click()
        try:
            released_ms = press()
            page.wait_for_function(HAS_PAINTED, arg=newest, timeout=ANSWER_MS)
        except PageTimeoutError:
            continue  # nothing came to rest: there was no press, or it was refused in words
        (_, heard_ms), (newest, painted_ms) = page.evaluate(MARKS)
        yield newest, heard_ms, painted_ms, released_ms


def played(browser, times: int, *, speed: float, seed: int, at_rest: bool = False) -> tuple[list[Took], float]:
    """Return what so many presses took, and how unsure the clock was, ms."""
    marks: dict[int, tuple[float, float, float | None]] = {}
    rng = np.random.default_rng(seed)
    with tempfile.TemporaryDirectory() as folder:
        settings = written(Path(folder), seed=seed, speed=speed, more='[game]\nmode = "auto"\n')
        with Running(settings, follows=False) as running:
            page = browser.new_page(viewport={"width": 800, "height": 480})
            page.goto(running.url)
            page.locator(".tile.is-ready .tile-choose").click()
            page.locator(".beginner").nth(0).click()
            page.locator(".begin").click()
            offset_ms, unsure_ms = matched(page)
            press = partial(pressed_at_rest, running, page, rng) if at_rest else page.locator("#button").click
            for number, heard_ms, painted_ms, released_ms in presses(page, times, press):
                marks[number] = heard_ms + offset_ms, painted_ms + offset_ms, released_ms
                print(f"\r{len(marks)}/{times}", end="", file=sys.stderr, flush=True)
            answers = httpx.get(f"{running.url}latency").raise_for_status().json()["answers"]
            page.close()
    found = (took(answer, *marks[answer["number"]]) for answer in answers if answer["number"] in marks)
    return [each for each in found if each is not None], unsure_ms


def table(all_took: Sequence[Took]) -> str:
    """Return p50 and p95 of each stage."""
    times = {part.value: [each.wall.get(part.value, 0.0) for each in all_took] for part in PressPart}
    times["still frame to stored"] = [each.stored for each in all_took]
    times["stored to painted"] = [each.painted for each in all_took]
    times["press to painted"] = [sum(each.wall.values()) for each in all_took]
    if released := [each.released for each in all_took if each.released is not None]:
        times["release to painted"] = released
    lines = [f"{'':<24}{'n':>5}{'p50 ms':>10}{'p95 ms':>10}"]
    for name, each in times.items():
        middle, high = np.percentile(each, (50, 95))
        lines.append(f"{name:<24}{len(each):>5}{middle:>10.1f}{high:>10.1f}")
    return "\n".join(lines)


def main(times: int = 100, speed: float = 4.0, seed: int = 1, only: str | None = None) -> None:
    """Measure with dice at rest, and with dice thrown by the press; print a table each."""
    for kind in [only] if only else ["rest", "all"]:
        with launched() as browser:
            all_took, unsure_ms = played(browser, times, speed=speed, seed=seed, at_rest=kind == "rest")
        where = f"{platform.machine()}, {len(os.sched_getaffinity(0))} cores, {kind}; load {os.getloadavg()[0]:.1f}"
        print(f"\n{where}; page clock ± {unsure_ms:.1f} ms\n", table(all_took), sep="\n")


if __name__ == "__main__":
    typer.run(main)
