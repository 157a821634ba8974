"""A whole game by script: simulated camera → ONNX models → session → store → page in a real Chromium.

    python -m tests.endtoend.whole_game --columns 10 --seed 1

The player sees the dice, the companion only its camera. At the end the sheet on the page, the one in the store and the
one that follows from the true dice are held against each other, and every difference is printed with its cause.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.config import CameraConfig, Config, DisplayConfig, SimulatedConfig, StoreConfig
from firmware.display.touches import name_of
from firmware.play import Table
from firmware.session.events import NewGame, TouchCell
from firmware.session.state import NoticeKey, Phase
from firmware.simulated.ledger import Difference, differences
from firmware.simulated.player import Player
from firmware.store import SqliteStore
from scoring.category import Category
from scoring.events import GameBegan
from scoring.games import ten_by_ten
from scoring.ruleset import Ruleset
from tests.chromium import launched

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from firmware.session.events import Touch
    from scoring.games.ten_by_ten import GameState

LOOK_S = 0.02
PLAYERS = ("Manfred", "Ewald")


@dataclass
class Outcome:
    """What a game came to.

    Attributes:
        game: As the store has it.
        differences: Turns that are not as the dice were.
        page_differs: Cells in which the page shows other points than the store.
        notices: How often each sentence was said.
        asked: Questions the companion put.
        seconds: How long it took.
    """

    game: GameState
    differences: tuple[Difference, ...]
    page_differs: list[str]
    notices: dict[str, int] = field(default_factory=dict)
    asked: int = 0
    seconds: float = 0.0


class Game:
    """A companion, a page and a player."""

    def __init__(self, *, columns: int, seed: int, speed: float, folder: Path) -> None:
        """Set everything up.

        Args:
            columns: Columns played.
            seed: Of the simulated board.
            speed: How fast its time runs.
            folder: For the store.
        """
        self._store = folder / "games.sqlite3"
        self._columns = columns
        self._parts = ExitStack()
        config = Config(
            camera=CameraConfig("simulated"),
            display=replace(DisplayConfig(), port=8500 + seed % 400, open_browser=False),
            store=StoreConfig(str(self._store)),
            simulated=SimulatedConfig(seed=seed, speed=speed),
        )
        self.table = Table(config)
        self._parts.callback(self.table.close)
        self._url = self.table.start()
        self._loop = threading.Thread(target=self.table.companion.run, daemon=True)
        self._loop.start()
        self._parts.callback(self.table.companion.stop)

    def play(self, *, progress: Callable[[GameState], None] = lambda _: None) -> Outcome:
        """Play to the end and compare."""
        began = time.monotonic()
        with launched() as browser, self._parts:
            page = browser.new_page(viewport={"width": 800, "height": 480})
            page.goto(self._url)
            player, notices = self._play(page, progress)
            page.wait_for_function("() => document.querySelectorAll('.cell').length > 0")
            game = self.table.companion.state.game
            assert game is not None
            shown = self._sheet_of(page, game)
        saved = ten_by_ten.replay(record.event for record in self._reopened())
        return Outcome(
            game=saved,
            differences=differences(player.ledger, saved.entries),
            page_differs=shown,
            notices=notices,
            asked=sum(notices.get(key.value, 0) for key in QUESTIONS),
            seconds=time.monotonic() - began,
        )

    def _play(self, page: Page, progress: Callable[[GameState], None]) -> tuple[Player, dict[str, int]]:
        companion = self.table.companion
        player = Player(self.table.board, lambda touch: self._touch(page, touch))
        ruleset = Ruleset(columns=self._columns)
        companion.post(NewGame(GameBegan(players=PLAYERS, ruleset=ruleset, beginner=None)))
        notices: dict[str, int] = {}
        last, turn = None, 0
        while companion.state.phase is not Phase.GAME_OVER:
            state = companion.state
            if state.notice is not last:
                last = state.notice
                notices[last.key.value] = notices.get(last.key.value, 0) + 1
            player.act(state)
            if state.game is not None and state.game.turn_number != turn:
                turn = state.game.turn_number
                progress(state.game)
            time.sleep(LOOK_S)
        return player, notices

    def _touch(self, page: Page, touch: Touch) -> None:
        """Touch cells on the page itself; what the page needs several touches for goes the way they would."""
        if not isinstance(touch, TouchCell):
            self.table.companion.post(touch)
            return
        row, column = touch.cell.category.value, touch.cell.column - 1
        page.wait_for_function("() => document.querySelector('.entry.is-open') !== null")
        page.locator(f".cell[data-row='{row}'][data-column='{column}']").click()

    def _sheet_of(self, page: Page, game: GameState) -> list[str]:
        """Return the cells in which the page shows something else than the session has."""
        page.wait_for_function("() => document.querySelector('.entry.is-open') === null")
        shown = page.evaluate(
            "() => Object.fromEntries([...document.querySelectorAll('.cell')].map("
            "c => [`${c.dataset.row}.${c.dataset.column}`, [...c.querySelectorAll('.entry')].map(e => e.textContent)]))"
        )
        wrong = []
        for entry in game.entries:
            text = shown[f"{entry.cell.category.value}.{entry.cell.column - 1}"][entry.player]
            if text != (str(entry.points) if entry.points else "–"):
                wrong.append(f"{name_of(Category(entry.cell.category))} {entry.cell.column}: {text} for {entry.points}")
        return wrong

    def _reopened(self) -> tuple:
        store = SqliteStore.open(self._store)
        try:
            return store.current_game()
        finally:
            store.close()


QUESTIONS = (NoticeKey.NOT_SURE, NoticeKey.HOLDS_UNSURE, NoticeKey.HELD_CHANGED, NoticeKey.FOREIGN_DIE)


def main() -> None:
    """Play one game and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--columns", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--speed", type=float, default=4.0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        game = Game(columns=arguments.columns, seed=arguments.seed, speed=arguments.speed, folder=Path(folder))
        outcome = game.play(progress=lambda state: print(f"\rturn {state.turn_number}/{state.turns}", end=""))
    throws = sum(len(entry.throws) for entry in outcome.game.entries)
    print(f"\n{len(outcome.game.entries)} turns, {throws} throws, {5 * throws} dice read, {outcome.seconds:.0f} s")
    print(f"sheet against true dice: {len(outcome.differences)} turns differ")
    for difference in outcome.differences:
        print(f"  {difference}")
    print(f"page against store: {len(outcome.page_differs)} cells differ {outcome.page_differs}")
    print(f"questions: {outcome.asked}; sentences: {dict(sorted(outcome.notices.items()))}")


if __name__ == "__main__":
    main()
