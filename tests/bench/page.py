"""How fast the page is: ``python -m tests.bench.page``, at 800×480 in a real Chromium, without a companion behind it.

From the address to the first paint (mark: 1 s), from a view to its paint (50 ms), frames a second while something moves
(60), what it costs to look at 400 moments of a game one after the other, and the bytes of the first load (300 kB).
"""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, CDPSession, Page

from tests.chromium import launched
from tests.firmware.display.scenes import at_table, scene
from tests.firmware.display.served import Table, serving

OPENED, VIEWS, MOVED_MS = 20, 400, 2000
SCRIPTS = Path(__file__).with_name("page.js").read_text(encoding="utf-8")


def script(name: str) -> str:
    return f"(...how) => {SCRIPTS.rstrip()}.{name}(...how)"


def opened(browser: Browser, table: Table) -> Page:
    page = browser.new_page(viewport={"width": 800, "height": 480})
    page.goto(table.server.url)
    page.wait_for_selector("body[data-version]")
    return page


def turned(page: Page, table: Table, state) -> None:
    table.show(state)
    page.wait_for_function("(version) => Number(document.body.dataset.version) >= version", arg=table.version)


def heap(page: Page, session: CDPSession) -> str:
    session.send("HeapProfiler.collectGarbage")
    used, elements = page.evaluate("() => [performance.memory.usedJSHeapSize, document.querySelectorAll('*').length]")
    return f"{used / 1e6:.1f} MB, {elements} elements"


def told(name: str, values: Sequence[float], unit: str) -> None:
    middle, high = np.percentile(values, (50, 95))
    print(f"{name:<34}{len(values):>5}{middle:>10.1f}{high:>10.1f}{max(values):>10.1f} {unit}")


def main() -> None:
    print(f"{'':<34}{'n':>5}{'p50':>10}{'p95':>10}{'most':>10}")
    table = serving(is_simulated=True)
    with closing(table.server), launched() as browser:
        table.show(scene("second"))
        first, loaded = [], 0
        for _ in range(OPENED):
            with closing(opened(browser, table)) as page:
                page.wait_for_function(f"({script('firstPaint')})() !== undefined")
                first.append(page.evaluate(script("firstPaint")))
                loaded = page.evaluate(script("bytes"))
        told("address to first paint", first, "ms")
        with closing(opened(browser, table)) as page:
            session = page.context.new_cdp_session(page)
            page.evaluate(script("notePaints"))
            moments = [at_table(turn) for turn in range(VIEWS // 2)] * 2
            for state in moments[:10]:
                turned(page, table, state)
            before = heap(page, session)
            for state in moments:
                turned(page, table, state)
            told("view to paint", page.evaluate("() => painted"), "ms")
            print(f"heap after 10 and {VIEWS} moments: {before}; {heap(page, session)}")
            for name in ("burning", "asking"):
                turned(page, table, scene(name))
                told(f"a frame while {name}", np.diff(page.evaluate(script("frames"), MOVED_MS)), "ms")
        print(f"first load, packed: {loaded / 1000:.0f} kB")


if __name__ == "__main__":
    main()
