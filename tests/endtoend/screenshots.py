"""Screenshots of a running game at five sizes, to be looked at.

python -m tests.endtoend.screenshots --out build/screenshots --turns 6
"""

import tempfile
import time
from pathlib import Path

import typer

from tests.chromium import launched
from tests.endtoend.killed import act
from tests.endtoend.running import Running, written

SIZES = ((800, 480), (1024, 600), (1280, 800), (720, 1280), (390, 844))


def main(out: Path = Path("build/screenshots"), turns: int = 6, seed: int = 12) -> None:
    """Play until so many entries stand on the sheet and a throw lies read, and take the pictures."""
    out.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        launched() as browser,
        Running(written(Path(folder), seed=seed)) as running,
    ):
        while not ((view := running.newest())["phase"] == "read" and view["turn_number"] > turns):
            act(running, view)
            time.sleep(0.05)
        for width, height in SIZES:
            page = browser.new_page(viewport={"width": width, "height": height})
            page.goto(running.url)
            page.wait_for_function("() => document.querySelectorAll('.entry.is-open').length > 0")
            page.wait_for_timeout(600)  # the board's picture and the fonts
            page.screenshot(path=out / f"{width}x{height}.png")
            page.close()
    print(f"screenshots in {out}")


if __name__ == "__main__":
    typer.run(main)
