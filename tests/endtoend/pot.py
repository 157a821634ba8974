"""A game of rounds for a pot to its end, by touch: Offenes Würfelpoker, Joker Poker or Al Capone.

    python -m tests.endtoend.pot --game open-poker|joker|al-capone --seed 1
    python -m tests.endtoend.pot --game joker --kills 20

Simulated camera → ONNX models → session → store → page in a real Chromium. Every throw is a press on the page, every
hold a tap on a die, every decision a button. Each throw that was taken is held against what truly lies; at the end the
page is held against the log in the store, replayed. With `--kills` the plug is pulled at random moments instead.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.session.state import Phase
from scoring.pot import PotPhase, PotState
from tests.chromium import launched
from tests.endtoend.by_touch import Finger
from tests.endtoend.playing import playing
from tests.endtoend.pot_killed import kill_often
from tests.endtoend.pot_player import PotPlayer, ThrowSeen

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from firmware.simulated.board import SimulatedBoard
    from firmware.table.eye import BoardReader

PLAYERS = ("Elfriede", "Kurt", "Franz")
FIRST_PORT, PORTS = 9710, 18
STAKES = {"minimum": 1, "maximum": 4, "stack": 6}
"""Few chips, so that a game ends soon."""

GAMES: dict[str, tuple[str, dict[str, object]]] = {
    "open-poker": ("open-poker", {"sequences": True}),
    "joker": ("open-poker", {"jokers": True}),
    "al-capone": ("al-capone", {"table": "b"}),
}
"""What is played, and what is agreed beside the stakes."""

SHOWN = (
    "() => [...document.querySelectorAll('.pot-seat')].map((seat) => [seat.querySelector('.seat-name').textContent,"
    " Number(seat.querySelector('.seat-stack').textContent), seat.dataset.state])"
)


@dataclass
class Outcome:
    """What a game came to.

    Attributes:
        game: As the store has it, replayed.
        throws: Every throw that was taken, beside what truly lay.
        page_differs: What the page shows otherwise than the log says.
        asked: Questions put by the companion.
        taps: On the page.
        seconds: How long it took.
    """

    game: PotState
    throws: list[ThrowSeen] = field(default_factory=list)
    page_differs: list[str] = field(default_factory=list)
    asked: int = 0
    taps: int = 0
    seconds: float = 0.0

    @property
    def differing(self) -> list[ThrowSeen]:
        """Return the throws that were taken otherwise than they lay."""
        return [each for each in self.throws if each.differs]


class PotFinger(Finger):
    """Taps what the page of these games has beside dice and button."""

    def tap(self, x: float, y: float) -> None:
        """Tap a die, and wait until it is held or let go: the page only sends the tap."""
        before = self._held()
        super().tap(x, y)
        for _ in range(100):
            if self._held() != before:
                return
            self._page.wait_for_timeout(20)

    def _held(self) -> set[int]:
        return {die.number for die in self.table.truth() if die.is_held}

    def decide(self, key: str) -> None:
        """Tap what is to be decided."""
        self._close_board()
        self._tap(self._page.locator(f".pot-foot .decision-{key}"))

    def keep(self, stake: int | None, *, least: int) -> None:
        """Keep the hand; raise to a stake where one is said."""
        if stake is None:
            self.decide("keep-hand")
            return
        self._close_board()
        self._tap(self._page.locator(".stake-choice").nth(stake - least - 1))

    def go_home(self, name: str) -> None:
        """Say in the menu that a player goes home."""
        self._close_board()
        self._tap(self._page.locator("#menu"))
        self._tap(self._page.locator("dialog .choice", has_text=self._words.text("ui.goes-home")))
        self._tap(self._page.locator("dialog .leaves", has_text=name))
        self._tap(self._page.locator("dialog .pair-choice .choice").nth(1))


def begin(page: Page, game: str, stakes: dict[str, int]) -> None:
    """Begin a game through the page's own door."""
    name, agreed = GAMES[game]
    data = {"kind": "new-game", "game": name, "players": list(PLAYERS), "agreed": {**agreed, "stakes": stakes}}
    status = page.evaluate(
        "async (data) => (await fetch('/touch', {method: 'POST', headers: {'content-type': 'application/json'},"
        " body: JSON.stringify(data)})).status",
        data,
    )
    assert status == 204, f"the page was refused: {status}"


def play(
    folder: Path,
    browser: Browser,
    *,
    game: str,
    seed: int,
    speed: float,
    stakes: dict[str, int] = STAKES,
    leaver: str | None = None,
    reader: Callable[[SimulatedBoard], BoardReader] | None = None,
    progress: Callable[[PotState], None] = lambda _: None,
) -> Outcome:
    """Play a game to its end and compare throws, store and page.

    Args:
        folder: For the store.
        browser: That shows the page.
        game: A name of `GAMES`.
        seed: Of the simulated board, and of what the players dare.
        speed: How fast its time runs.
        stakes: What is agreed about chips.
        leaver: Goes home after the first round, None where everybody stays.
        reader: Makes what reads the board; None for the models.
        progress: Told of every new record.
    """
    began = time.monotonic()
    with playing(folder, browser, seed=seed, speed=speed, reader=reader) as at:
        finger = PotFinger(at.page, at.board)
        player = PotPlayer(finger, random.Random(seed))
        begin(at.page, game, stakes)
        records = 0
        while (state := at.state).phase is not Phase.GAME_OVER:
            if leaver is not None and _is_first_round_over(state.game):
                finger.go_home(leaver)
                leaver = None
            elif state.phase is not Phase.SETUP and finger.sees(state):
                player.act(state)
            if len(state.records) != records and isinstance(state.game, PotState):
                records = len(state.records)
                progress(state.game)
            at.look_again()
        at.page.wait_for_function("() => document.body.dataset.phase === 'game-over'")
        shown = at.page.evaluate(SHOWN)
    saved = at.replayed()
    return Outcome(
        saved, player.throws, _differences(shown, saved), player.asked, finger.taps, time.monotonic() - began
    )


def _is_first_round_over(game: Any) -> bool:
    return isinstance(game, PotState) and len(game.results) == 1 and game.phase is PotPhase.BETWEEN


def _differences(shown: list[list[Any]], game: PotState) -> list[str]:
    """Return what the page shows otherwise than the log says."""
    most = max(game.chips.stacks)
    wanted = [
        [name, game.chips.stacks[seat], "gone" if seat not in game.seats else game.chips.stacks[seat] == most]
        for seat, name in enumerate(game.players)
    ]
    found = [[name, stack, state if state == "gone" else state == "champion"] for name, stack, state in shown]
    return [f"{f} for {w}" for f, w in zip(found, wanted, strict=True) if f != w]


def main() -> None:
    """Play one game, or pull the plug in one, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, default="open-poker")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--speed", type=float, default=4.0)
    parser.add_argument("--leaver", choices=PLAYERS)
    parser.add_argument("--kills", type=int, default=0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if arguments.kills:
            raise SystemExit(_kill(Path(folder), arguments))
        with launched() as browser:
            outcome = play(
                Path(folder),
                browser,
                game=arguments.game,
                seed=arguments.seed,
                speed=arguments.speed,
                leaver=arguments.leaver,
                progress=lambda game: print(f"\rround {len(game.results) + 1} {game.chips.stacks}", end="", flush=True),
            )
    game = outcome.game
    print(f"\n{len(game.results)} rounds, {outcome.taps} taps, {outcome.seconds:.0f} s; stacks {game.chips.stacks}")
    print(
        f"throws against true dice: {len(outcome.throws)}, {len(outcome.differing)} differ, {outcome.asked} questions"
    )
    for difference in outcome.differing:
        print(f"  {difference}")
    print(f"page against log: {len(outcome.page_differs)} differ {outcome.page_differs}")
    raise SystemExit(1 if outcome.differing or outcome.page_differs else 0)


def _kill(folder: Path, arguments: argparse.Namespace) -> int:
    name, agreed = GAMES[arguments.game]
    begun = {"game": name, "players": list(PLAYERS), "agreed": {**agreed, "stakes": STAKES, "beginner": 0}}
    tally = kill_often(arguments.kills, begun=begun, seed=arguments.seed, folder=folder, ports=(FIRST_PORT, PORTS))
    print(f"{tally.kills} kills, {tally.records} records kept, {tally.games} games, killed in {tally.during}")
    print(f"lost: {len(tally.lost)}")
    for line in tally.lost:
        print(f"  {line}")
    return 1 if tally.lost else 0


if __name__ == "__main__":
    main()
