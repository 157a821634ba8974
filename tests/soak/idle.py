"""What the companion costs while dice lie and nobody does anything: CPU seconds a second, page closed and open.

    python -m tests.soak.idle --windows 12

The real `serviert play` at the simulated board, whose camera delivers fifteen pictures a second; what it costs to make
those is counted in, so a real camera is cheaper. CPU time is the process's own, all threads, as the kernel counts it.
"""

import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import typer

from tests.chromium import launched
from tests.endtoend.running import Running, written
from tests.soak.measures import PAGE_PX, Scales

WINDOW_S = 5.0
CALM_S = 10.0
MARK = 0.05
T_975 = {4: 3.182, 6: 2.571, 12: 2.201, 24: 2.069}
"""Student's t, two-sided 95 %, by the number of windows. Source: any table of it."""


def share(what: str, scales: Scales, windows: int, *, wait: Callable[[float], None] = time.sleep) -> float:
    """Print which share of a core the companion took in some windows, with its interval, and return it."""
    found = []
    wait(CALM_S)
    for _ in range(windows):
        before_s, began_s = scales.cpu_s, time.monotonic()
        wait(WINDOW_S)
        found.append((scales.cpu_s - before_s) / (time.monotonic() - began_s))
    mean = statistics.fmean(found)
    margin = T_975[len(found)] * statistics.stdev(found) / len(found) ** 0.5
    print(f"{what}: {100 * mean:.1f} ± {100 * margin:.1f} % of a core (95 %, {len(found)} windows of {WINDOW_S:g} s)")
    return mean


def main(windows: int = 12) -> None:
    """Measure and print; the exit status is 1 where it costs more than the mark."""
    with ExitStack() as parts:
        folder = Path(parts.enter_context(tempfile.TemporaryDirectory()))
        running = Running(written(folder, seed=3, speed=1.0))
        parts.callback(running.stop)
        running.touch("new-game", players=["Elfriede", "Kurt"], beginner=0)
        running.until(lambda view: view["phase"] == "waiting")
        running.press()
        running.until(lambda view: view["phase"] in {"read", "asking", "burning"})
        scales = Scales(running, folder)
        closed = share("page closed", scales, windows)
        page = parts.enter_context(launched()).new_page(viewport=PAGE_PX)
        page.goto(running.url)
        page.wait_for_selector("#board canvas")
        shown = share("page open", scales, windows, wait=lambda s: page.wait_for_timeout(1000 * s))
    raise SystemExit(0 if max(closed, shown) <= MARK else 1)


if __name__ == "__main__":
    typer.run(main)
