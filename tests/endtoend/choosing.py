"""Every game chosen on the page in three touches, and thrown for who begins, with the plug pulled in between.

    python -m tests.endtoend.choosing --players 4 --seed 1

Simulated camera → ONNX models → session → store → page in a real Chromium. Each throw for who begins must be on the
page's list as the log has it, also after the companion was killed, until one begins; then the game is put away by the
menu and stands ready with its players.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from firmware.session.choosing import TWO_PLAYERS, Choice
from tests.chromium import launched
from tests.endtoend.playing import DISPLAY
from tests.endtoend.running import Running, written

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TAP_MS = 60_000
AGAIN = frozenset({"still-moving", "hand-in-view", "no-dice", "nothing-thrown", "wrong-count"})
"""What a press is answered with on a busy machine: it is pressed again."""
LISTS = """wanted => {
    const box = document.querySelector("#beginning");
    if (wanted === null) return box.hidden;
    const lines = [...box.querySelectorAll(".sums")].map((one) => one.textContent);
    return !box.hidden && JSON.stringify(lines) === JSON.stringify(wanted.map((sums) => sums.join(", ")));
}"""


@dataclass
class Chosen:
    touches: dict[str, int]  # It took on the page to begin, by game
    throws: int = 0  # For who begins
    kills: int = 0  # In the middle of throwing for who begins


class Guests:
    """Who sits at the page, with one companion after the other."""

    def __init__(self, settings: Path, browser: Browser, players: int) -> None:
        self.chosen = Chosen({})
        self.running = Running(settings)
        self._settings, self._players = settings, players
        self._page: Page = browser.new_page(viewport=DISPLAY, has_touch=True)  # type: ignore[arg-type]
        self._page.set_default_timeout(TAP_MS)
        self._page.goto(self.running.url)

    def stop(self) -> None:
        self._page.close()
        self.running.stop()

    def choose(self, choice: Choice) -> None:
        count = [] if choice in TWO_PLAYERS else [(".count .segment", self._players - 2)]
        touches = [(f".tile[data-game={choice}] .tile-choose", 0), *count, ("#front .begin", 0)]
        for selector, at in touches:
            self._page.locator(selector).nth(at).tap()
        self.running.until(lambda view: view["phase"] != "setup")
        self.chosen.touches[choice.value] = len(touches)

    def throw_to_begin(self, *, kills: bool) -> None:
        """Throw until somebody begins; the page's list must be as the log has it, also after a kill."""
        while _is_open(view := self.running.newest()):
            self._throw(view)
            if kills and self.chosen.throws % 2:
                self.running.kill()
                self.running.stop()  # nothing runs any more: what listened to it is closed
                self.running = Running(self._settings)
                self.chosen.kills += 1
                self._holds(self.running.until(lambda view: view["moment"] is not None))

    def _throw(self, view: dict[str, Any]) -> None:
        """Throw, or say that a doubtful throw does not count: who begins is thrown for again."""
        if view["phase"] == "asking":
            self.running.touch("repeat-throw", moment=view["moment"])
        else:
            self.running.press()
            self.chosen.throws += 1
        moved = self.running.until(
            lambda now: (
                (now["moment"] != view["moment"] or now["notice"]["key"] in AGAIN)
                and now["phase"] not in {"reading", "throwing"}
            )
        )
        self._holds(moved)

    def _holds(self, view: dict[str, Any]) -> None:
        wanted = None if view["beginning"] is None else [each["sums"] for each in view["beginning"]]
        self._page.wait_for_function(LISTS, arg=wanted, timeout=TAP_MS)

    def put_away(self, choice: Choice) -> None:
        """End the game by the menu; it then stands ready."""
        self._page.locator("#menu").tap()
        for _ in range(2):
            self._page.get_by_role("button", name="Spiel beenden").tap()
        self._page.locator(f".tile.is-ready[data-game={choice}]").wait_for()
        self.running.until(lambda view: view["phase"] == "setup")


def _is_open(view: dict[str, Any]) -> bool:
    return view["beginning"] is not None and not any(each["state"] == "begins" for each in view["beginning"])


def play(settings: Path, browser: Browser, *, choices: Iterable[Choice], players: int, kills: bool = True) -> Chosen:
    guests = Guests(settings, browser, players)
    try:
        for choice in choices:
            guests.choose(choice)
            guests.throw_to_begin(kills=kills)
            guests.put_away(choice)
    finally:
        guests.stop()
    return guests.chosen


def main(players: int = 4, seed: int = 1) -> None:
    """Begin every game and tell what it took."""
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        chosen = play(written(Path(folder), seed=seed), browser, choices=Choice, players=players)
    print(f"touches {chosen.touches}; {chosen.throws} throws for who begins, {chosen.kills} kills, nothing lost")


if __name__ == "__main__":
    typer.run(main)
