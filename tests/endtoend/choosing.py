"""Every game chosen on the page in three touches, and thrown for who begins, with the plug pulled in between.

    python -m tests.endtoend.choosing --players 4 --seed 1

Simulated camera → ONNX models → session → store → page in a real Chromium. Each throw for who begins must be on the
page's list as the log has it, also after the companion was killed, until one begins; then the game is put away by the
menu and stands ready with its players.
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.session.choosing import TWO_PLAYERS, Choice
from tests.chromium import launched
from tests.endtoend.killed import SETTINGS
from tests.endtoend.running import Running

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.sync_api import Browser, Page

TAP_MS = 60_000
AGAIN = frozenset({"still-moving", "hand-in-view", "no-dice", "nothing-thrown", "wrong-count"})
"""What a press is answered with on a busy machine: it is pressed again."""

DISPLAY = {"width": 800, "height": 480}


@dataclass
class Outcome:
    """What choosing games came to.

    Attributes:
        touches: It took on the page to begin, by game.
        throws: For who begins.
        kills: In the middle of throwing for who begins.
    """

    touches: dict[str, int]
    throws: int = 0
    kills: int = 0


class Guests:
    """Who sits at the page, with one companion after the other."""

    def __init__(self, settings: Path, browser: Browser) -> None:
        """Take the settings, and start a companion and a page."""
        self._settings = settings
        self.running = Running(settings)
        self.page: Page = browser.new_page(viewport=DISPLAY, has_touch=True)  # type: ignore[arg-type]
        self.page.set_default_timeout(TAP_MS)
        self.page.goto(self.running.url)
        self.taps = 0

    def tap(self, selector: str, at: int = 0) -> None:
        """Touch the page once."""
        self.page.locator(selector).nth(at).tap()
        self.taps += 1

    def pull_the_plug(self) -> None:
        """Kill the companion and start another, which the page finds again."""
        self.running.kill()
        self.running.stop()  # nothing runs any more: what listened to it is closed
        self.running = Running(self._settings)

    def stop(self) -> None:
        """Close page and companion."""
        self.page.close()
        self.running.stop()

    # -- the game ----------------------------------------------------------------------------------------------------

    def choose(self, choice: Choice, players: int) -> int:
        """Choose a game and begin it; return how many touches it took."""
        before = self.taps
        self.tap(f".tile[data-game={choice}] .tile-choose")
        if choice not in TWO_PLAYERS:
            self.tap(".count .segment", players - 2)
        self.tap("#front .begin")
        self.running.until(lambda view: view["phase"] != "setup")
        return self.taps - before

    def throw_to_begin(self, *, kills: bool) -> tuple[int, int]:
        """Throw until somebody begins; return how many throws and kills that took.

        Raises:
            AssertionError: If the page's list is not as the log has it.
        """
        throws = killed = 0
        while _is_open(view := self.running.newest()):
            before = view["moment"]
            if view["phase"] == "asking":
                self._answer(view)
            else:
                self.running.press()
                throws += 1
            moved = self.running.until(
                lambda view, before=before: (
                    (view["moment"] != before or view["notice"]["key"] in AGAIN)
                    and view["phase"] not in {"reading", "throwing"}
                )
            )
            self._holds(moved)
            if kills and throws % 2:
                self.pull_the_plug()
                killed += 1
                self._holds(self.running.until(lambda view: view["moment"] is not None))
        return throws, killed

    def _answer(self, view: dict[str, Any]) -> None:
        """Say that a doubtful throw does not count: who begins is thrown for again."""
        self.running.touch("repeat-throw", moment=view["moment"])

    def _holds(self, view: dict[str, Any]) -> None:
        """Wait until the page lists what the companion knows."""
        wanted = None if view["beginning"] is None else [each["sums"] for each in view["beginning"]]
        self.page.wait_for_function(
            """wanted => {
                const box = document.querySelector("#beginning");
                if (wanted === null) return box.hidden;
                const lines = [...box.querySelectorAll(".sums")].map((one) => one.textContent);
                return !box.hidden && JSON.stringify(lines) === JSON.stringify(wanted.map((sums) => sums.join(", ")));
            }""",
            arg=wanted,
            timeout=TAP_MS,
        )

    def put_away(self, choice: Choice) -> None:
        """End the game by the menu; it then stands ready."""
        self.page.locator("#menu").tap()
        self.page.get_by_role("button", name="Spiel beenden").tap()
        self.page.get_by_role("button", name="Spiel beenden").tap()
        self.page.locator(f".tile.is-ready[data-game={choice}]").wait_for()
        self.running.until(lambda view: view["phase"] == "setup")


def _is_open(view: dict[str, Any]) -> bool:
    """Return whether it is not settled yet who begins."""
    return view["beginning"] is not None and not any(each["state"] == "begins" for each in view["beginning"])


def play(
    folder: Path, browser: Browser, *, choices: Iterable[Choice], players: int, seed: int, port: int, kills: bool = True
) -> Outcome:
    """Begin each game once and return what it came to."""
    settings = folder / "serviert.toml"
    settings.write_text(SETTINGS.format(port=port, store=folder / "games.sqlite3", seed=seed), encoding="utf-8")
    guests, outcome = Guests(settings, browser), Outcome(touches={})
    try:
        for choice in choices:
            outcome.touches[choice.value] = guests.choose(choice, players)
            thrown, killed = guests.throw_to_begin(kills=kills)
            outcome.throws += thrown
            outcome.kills += killed
            guests.put_away(choice)
    finally:
        guests.stop()
    return outcome


def main() -> None:
    """Begin every game and tell what it took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--port", type=int, default=9770)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        outcome = play(
            Path(folder),
            browser,
            choices=Choice,
            players=arguments.players,
            seed=arguments.seed,
            port=arguments.port,
        )
    print(f"touches {outcome.touches}; {outcome.throws} throws for who begins, {outcome.kills} kills, nothing lost")


if __name__ == "__main__":
    main()
