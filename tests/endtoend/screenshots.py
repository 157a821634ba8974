"""Screenshots of a running game at five sizes, to be looked at.

python -m tests.endtoend.screenshots --out build/screenshots --turns 6
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from tests.chromium import launched
from tests.endtoend.killed import SETTINGS, act
from tests.endtoend.running import Running

SIZES = ((800, 480), (1024, 600), (1280, 800), (720, 1280), (390, 844))


def play_turns(running: Running, turns: int) -> None:
    """Play until so many entries stand on the sheet and a throw lies read."""
    while True:
        view = running.newest()
        if view["phase"] == "read" and view["turn_number"] > turns:
            return
        act(running, view)
        time.sleep(0.05)


def main() -> None:
    """Play a little and take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("build/screenshots"))
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--seed", type=int, default=12)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        settings = Path(folder) / "serviert.toml"
        settings.write_text(SETTINGS.format(port=9600, store=Path(folder) / "games.sqlite3", seed=arguments.seed))
        running = Running(settings)
        play_turns(running, arguments.turns)
        for width, height in SIZES:
            page = browser.new_page(viewport={"width": width, "height": height})
            page.goto(running.url)
            page.wait_for_function("() => document.querySelectorAll('.entry.is-open').length > 0")
            page.wait_for_timeout(600)  # the board's picture and the fonts
            page.screenshot(path=arguments.out / f"{width}x{height}.png")
            page.close()
        running.stop()
    print(f"screenshots in {arguments.out}")


if __name__ == "__main__":
    main()
