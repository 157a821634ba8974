"""How long a press takes until its throw is painted: ``python -m tests.bench.press``.

The whole companion as players start it (simulated camera, real models, SQLite as durable as ever, page server) in a
process of its own, and its page in a real Chromium. The stages are the companion's own record, see `firmware.latency`;
when the page hears and has painted an answer is read from its timeline, whose clock is matched with ours.

Twice: with both cores for everything, and with the companion held to one core, on which the mark from the still frame
to the stored entry is set. Next to the time on the clock stands the companion's processor time, all threads together,
which other work on the machine does not lengthen. How long the board moves and how long a finger is down say nothing
of this program; they stand in the table because they are part of the way.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import numpy as np

from firmware.latency import Stage
from tests.chromium import launched
from tests.endtoend.running import Running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from playwright.sync_api import Page

STORED_MS, PAINTED_MS = 60.0, 50.0
"""The marks, p95: from the still frame to the stored entry on one core, and from there to the painted page."""

SETTINGS = """
[camera]
source = "simulated"
[button]
gpio = "off"
keyboard = false
[lamp]
gpio = "off"
[sound]
gpio = "off"
speaker = "off"
[display]
port = 8360
[store]
path = "{store}"
[game]
mode = "auto"
[simulated]
seed = {seed}
speed = {speed}
"""

RESTING = ("beginning", "waiting", "read", "burning", "asking", "corrected", "still")
ANSWER_MS, CLOCK_LOOKS = 20_000, 50

OFFSET, HEARD, PAINTED = "clock", "heard", "painted"

_PAINTED = "number => (performance.getEntriesByName('painted')[0]?.detail ?? -1) > number"
_MARKS = (
    "() => ['heard', 'painted'].map(name => performance.getEntriesByName(name)[0]).map(e => [e.detail, e.startTime])"
)


@dataclass(frozen=True, slots=True)
class Clock:
    """How a page's clock stands to ours.

    Attributes:
        offset_ms: Added to the page's time it is our monotonic time.
        unsure_ms: The error is no larger.
    """

    offset_ms: float
    unsure_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One press that was stored and painted.

    Attributes:
        wall_ms: A stage.
        cpu_ms: A stage, of the companion.
        stored_ms: From the still frame to what is stored.
        painted_ms: From there to the painted page.
    """

    wall_ms: Mapping[str, float]
    cpu_ms: Mapping[str, float]
    stored_ms: float
    painted_ms: float


def matched(page: Page) -> Clock:
    """Match a page's clock with ours: what is asked for and answered fastest is known best."""
    looks = []
    for _ in range(CLOCK_LOOKS):
        before_ms = time.monotonic_ns() / 1e6
        told_ms = page.evaluate("() => performance.now()")
        after_ms = time.monotonic_ns() / 1e6
        looks.append((after_ms - before_ms, (before_ms + after_ms) / 2 - told_ms))
    trip_ms, offset_ms = min(looks)
    return Clock(offset_ms, trip_ms / 2)


def measured(answer: Mapping[str, object], heard_ms: float, painted_ms: float) -> Measured | None:
    """Return what a press took; None where nothing was stored.

    Args:
        answer: As the companion tells it.
        heard_ms: When the page heard, monotonic.
        painted_ms: When it was painted, monotonic.
    """
    stored_ns, framed_ns, spent = answer["stored_ns"], answer["framed_ns"], answer["spent"]
    if not isinstance(stored_ns, int) or not isinstance(framed_ns, int):
        return None
    assert isinstance(spent, dict)
    wall = {stage: wall_ns / 1e6 for stage, (wall_ns, _) in spent.items()}
    cpu = {stage: cpu_ns / 1e6 for stage, (_, cpu_ns) in spent.items()}
    wall |= {Stage.PUSH.value: heard_ms - stored_ns / 1e6, Stage.PAINT.value: painted_ms - heard_ms}
    return Measured(
        wall_ms=wall,
        cpu_ms=cpu,
        stored_ms=(stored_ns - framed_ns) / 1e6,
        painted_ms=painted_ms - stored_ns / 1e6,
    )


def pressed(page: Page, times: int) -> Iterator[tuple[int, float, float]]:
    """Press again and again; yield which reading answered, and when the page heard and had painted it, its own time."""
    newest = -1
    for _ in range(times):
        page.wait_for_function(f"() => {json.dumps(RESTING)}.includes(document.body.dataset.phase)")
        if page.locator(".action.accept").is_visible():
            page.locator(".action.accept").click()
        page.locator("#button").click()
        try:
            page.wait_for_function(_PAINTED, arg=newest, timeout=ANSWER_MS)
        except TimeoutError:
            continue  # nothing came to rest: the press was refused in words
        (_, heard_ms), (newest, painted_ms) = page.evaluate(_MARKS)
        yield newest, heard_ms, painted_ms


def run(
    times: int, *, core: int | None, speed: float, seed: int, say: Callable[[str], None]
) -> tuple[list[Measured], Clock]:
    """Play until so many presses were answered and return what they took.

    Args:
        times: Presses.
        core: The only one for the companion; None for all.
        speed: How fast the simulated player throws.
        seed: Of the simulated board.
        say: Takes how far it is.
    """
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        settings = Path(folder) / "serviert.toml"
        settings.write_text(SETTINGS.format(store=f"{folder}/games.sqlite3", speed=speed, seed=seed), encoding="utf-8")
        running = Running(settings, core=core, follows=False)
        try:
            page = browser.new_page(viewport={"width": 800, "height": 480})
            page.goto(running.url)
            page.locator(".beginner").nth(1).click()
            page.locator(".begin").click()
            clock = matched(page)
            marks = {}
            for number, heard_ms, painted_ms in pressed(page, times):
                marks[number] = heard_ms + clock.offset_ms, painted_ms + clock.offset_ms
                say(f"\r{len(marks)}/{times}")
            answers = httpx.get(f"{running.url}latency").raise_for_status().json()["answers"]
        finally:
            running.stop()
    found = [measured(answer, *marks[answer["number"]]) for answer in answers if answer["number"] in marks]
    return [each for each in found if each is not None], clock


def table(presses: Sequence[Measured]) -> str:
    """Return p50 and p95 of each stage, by the clock and of the processor."""
    lines = [f"{'stage':<24}{'n':>5}{'p50 ms':>10}{'p95 ms':>10}{'cpu p50':>10}{'cpu p95':>10}"]
    for stage in Stage:
        wall = [press.wall_ms[stage.value] for press in presses if stage.value in press.wall_ms]
        cpu = [press.cpu_ms[stage.value] for press in presses if stage.value in press.cpu_ms]
        has_cpu = bool(cpu) and stage not in {Stage.PRESS, Stage.PAINT}
        lines.append(f"{stage.value:<24}{_row(wall)}{_row(cpu)[5:] if has_cpu else ''}")
    lines.append(f"{'still frame to stored':<24}{_row([press.stored_ms for press in presses])}")
    lines.append(f"{'stored to painted':<24}{_row([press.painted_ms for press in presses])}")
    lines.append(f"{'press to painted':<24}{_row([sum(press.wall_ms.values()) for press in presses])}")
    return "\n".join(lines)


def _row(values: Sequence[float]) -> str:
    if not values:
        return f"{0:>5}"
    return f"{len(values):>5}{np.median(values):>10.1f}{np.percentile(values, 95):>10.1f}"


def verdict(presses: Sequence[Measured]) -> str:
    """Return in words whether the marks are kept."""
    told = []
    for name, values, mark in (
        ("still frame to stored", [press.stored_ms for press in presses], STORED_MS),
        ("stored to painted", [press.painted_ms for press in presses], PAINTED_MS),
    ):
        p95 = float(np.percentile(values, 95))
        told.append(f"{name}: p95 {p95:.1f} ms, asked for are {mark:g}: {'kept' if p95 <= mark else 'MISSED'}")
    return "\n".join(told)


def main() -> None:
    """Measure twice and print tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=60)
    parser.add_argument("--speed", type=float, default=4.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, choices=(1, 2), help="only this table")
    parser.add_argument("--json", type=Path, help="write every press to this file")
    arguments = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    kinds = {
        2: ("companion and browser on all cores", None),
        1: (f"the companion on core {cores[-1]} alone", cores[-1]),
    }
    everything = {}
    for kind, (name, core) in kinds.items():
        if arguments.cores not in {None, kind}:
            continue
        presses, clock = run(
            arguments.times, core=core, speed=arguments.speed, seed=arguments.seed,
            say=lambda line: print(line, end="", file=sys.stderr, flush=True),
        )  # fmt: skip
        everything[kind] = [
            {"wall_ms": p.wall_ms, "cpu_ms": p.cpu_ms, "stored_ms": p.stored_ms, "painted_ms": p.painted_ms}
            for p in presses
        ]
        load = os.getloadavg()[0]
        print(
            f"\n{platform.machine()}, {len(cores)} cores, load {load:.1f}, {name}; page clock ± {clock.unsure_ms:.1f} ms\n"
        )
        print(table(presses), verdict(presses), sep="\n\n")
    if arguments.json:
        arguments.json.write_text(json.dumps(everything), encoding="utf-8")


if __name__ == "__main__":
    main()
