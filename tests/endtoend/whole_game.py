"""A whole game by script: simulated camera → ONNX models → session → store → page in a real Chromium.

    python -m tests.endtoend.whole_game --columns 10 --seed 1

The player sees the dice, the companion only its camera. At the end the sheet on the page, the one in the store and the
one that follows from the true dice are held against each other, and every difference is printed with its cause.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.display.touches import name_of
from firmware.session.events import NewGame, TouchCell
from firmware.session.state import NoticeKey, Phase
from firmware.simulated.ledger import Difference, differences
from firmware.simulated.player import Player
from scoring.events import GameBegan
from scoring.games.ten_by_ten import GameState
from scoring.ruleset import Ruleset
from scoring.sheets.category import Category
from tests.chromium import launched
from tests.endtoend.playing import LOOK_S, playing

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from firmware.session.events import Touch
    from tests.endtoend.playing import Playing

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


def play(
    folder: Path,
    browser: Browser,
    *,
    columns: int,
    seed: int,
    speed: float,
    progress: Callable[[GameState], None] = lambda _: None,
) -> Outcome:
    """Play a game to its end and compare.

    Args:
        folder: For the store.
        browser: That shows the page.
        columns: Columns played.
        seed: Of the simulated board.
        speed: How fast its time runs.
        progress: Told of every new turn.
    """
    began = time.monotonic()
    with playing(folder, browser, seed=seed, speed=speed) as at:
        ruleset = Ruleset(columns=columns)
        at.table.companion.post(NewGame(GameBegan(players=PLAYERS, ruleset=ruleset, beginner=None)))
        player, notices = _play_on(at, progress)
        at.page.wait_for_function("() => document.querySelectorAll('.cell').length > 0")
        page_differs = _differences_on(at.page, at.state.game)
    saved = at.replayed()
    return Outcome(
        game=saved,
        differences=differences(player.ledger, saved.entries),
        page_differs=page_differs,
        notices=notices,
        asked=sum(notices.get(key.value, 0) for key in QUESTIONS),
        seconds=time.monotonic() - began,
    )


def _play_on(at: Playing, progress: Callable[[GameState], None]) -> tuple[Player, dict[str, int]]:
    """Play until the game is over; return who played, and how often each sentence was said."""
    player = Player(at.board, lambda touch: _touch(at, touch))
    notices: dict[str, int] = {}
    last, turn = None, 0
    while (state := at.state).phase is not Phase.GAME_OVER:
        if state.notice is not last:
            last = state.notice
            notices[last.key.value] = notices.get(last.key.value, 0) + 1
        player.act(state)
        if isinstance(state.game, GameState) and state.game.turn_number != turn:
            turn = state.game.turn_number
            progress(state.game)
        time.sleep(LOOK_S)
    return player, notices


def _touch(at: Playing, touch: Touch) -> None:
    """Touch cells on the page itself; what the page needs several touches for goes the way they would."""
    if not isinstance(touch, TouchCell):
        at.table.companion.post(touch)
        return
    row, column = touch.cell.category.value, touch.cell.column - 1
    at.page.wait_for_function("() => document.querySelector('.entry.is-open') !== null")
    at.page.locator(f".cell[data-row='{row}'][data-column='{column}']").click()


def _differences_on(page: Page, game: Any) -> list[str]:
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


QUESTIONS = (NoticeKey.NOT_SURE, NoticeKey.HOLDS_UNSURE, NoticeKey.HELD_CHANGED, NoticeKey.FOREIGN_DIE)


def main() -> None:
    """Play one game and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--columns", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--speed", type=float, default=4.0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        outcome = play(
            Path(folder),
            browser,
            columns=arguments.columns,
            seed=arguments.seed,
            speed=arguments.speed,
            progress=lambda state: print(f"\rturn {state.turn_number}/{state.turns}", end="", flush=True),
        )
    throws = sum(len(entry.throws) for entry in outcome.game.entries)
    print(f"\n{len(outcome.game.entries)} turns, {throws} throws, {5 * throws} dice read, {outcome.seconds:.0f} s")
    print(f"sheet against true dice: {len(outcome.differences)} turns differ")
    for difference in outcome.differences:
        print(f"  {difference}")
    print(f"page against store: {len(outcome.page_differs)} cells differ {outcome.page_differs}")
    print(f"questions: {outcome.asked}; sentences: {dict(sorted(outcome.notices.items()))}")


if __name__ == "__main__":
    main()
