"""A whole game by touch: every throw, hold, answer and entry is a tap on the page in a real Chromium.

    python -m tests.endtoend.by_touch --columns 10 --seed 1

Simulated camera → ONNX models → session → store → page. The player sees the dice; at the end the sheet in the store is
held against the one that follows from the true dice.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.display.messages import catalogue
from firmware.display.touches import name_of
from firmware.faces import FACES
from firmware.session.advising import companion_throws
from firmware.session.events import AcceptReading, CorrectDie, CorrectHeld, RepeatThrow, ThrowByHand, TouchCell
from firmware.session.log import sheet_of
from firmware.session.state import Phase
from firmware.settings.config import GameConfig
from firmware.simulated.counsel import plain_advice
from firmware.simulated.ledger import Difference, TrueEntry, differences
from firmware.simulated.player import Player
from scoring.levels import Level
from tests.chromium import launched
from tests.endtoend.playing import playing

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Locator, Page

    from firmware.forward import BoardReader
    from firmware.session.events import Touch
    from firmware.session.state import SessionState
    from firmware.simulated.board import SimulatedBoard
    from firmware.simulated.counsel import Advisor
    from scoring.games.ten_by_ten import GameState

TAP_MS = 60_000


@dataclass
class Outcome:
    """What a game came to.

    Attributes:
        game: As the store has it.
        differences: Turns that are not as the dice were.
        taps: On the page.
        seconds: How long it took.
    """

    game: GameState
    differences: tuple[Difference, ...]
    taps: int
    seconds: float


class Finger:
    """Taps on the page; it is given to the player in place of the board and of the button."""

    def __init__(self, page: Page, board: SimulatedBoard) -> None:
        """Take the page, and the board for what the player's eyes see."""
        self.taps = 0
        self.table, self.clock = board.table, board.clock
        self._board, self._page = board, page
        self._words = catalogue("de")

    # -- the board ---------------------------------------------------------------------------------------------------

    @property
    def button(self) -> Finger:
        """Return the button on the screen."""
        return self

    @property
    def is_idle(self) -> bool:
        """Return whether the simulated button, which the page presses, has nothing under way."""
        return self._board.button.is_idle

    def press(self) -> None:
        """Tap the button on the screen: it throws where a throw is due, and marks it."""
        self._close_board()
        self._tap(self._page.locator("#button"))

    def tap(self, x: float, y: float) -> None:
        """Tap a die in the picture of the board, opened large where it is small."""
        if self._page.locator("#board.is-large").count() == 0:
            self._tap(self._page.locator("#board canvas"))
        box = self._page.locator("#board canvas").bounding_box()
        assert box is not None
        side = min(box["width"], box["height"])  # the picture is square
        left, top = (box["width"] - side) / 2, (box["height"] - side) / 2
        self.taps += 1
        self._page.locator("#board canvas").click(position={"x": left + x * side, "y": top + y * side})

    def _close_board(self) -> None:
        if self._page.locator("#board.is-large").count():
            self._tap(self._page.locator("#board .close-board"))

    def new_turn(self) -> None:
        """Do nothing: the companion lets all dice go when a turn begins."""

    # -- the page ----------------------------------------------------------------------------------------------------

    def begin(self, against: Level | None = None) -> None:
        """Tap "Los geht's": the names and the rules are those of the settings; the companion may sit opposite."""
        if against is not None:
            self._tap(self._page.locator(".tile.is-ready .tile-choose"))
            self._tap(self._page.locator(".segment.is-opponent").nth(1 + list(Level).index(against)))
        self._tap(self._page.locator(".begin"))

    def sees(self, state: SessionState) -> bool:
        """Return whether the page shows the table as it stands by now."""
        return bool(self._page.evaluate("() => document.body.dataset.phase") == state.phase.value)

    def touch(self, touch: Touch) -> None:
        """Tap what makes up a touch.

        Raises:
            ValueError: If the player wants what no finger can do.
        """
        page = self._page
        self._close_board()
        if page.locator("dialog[open]").count():
            self._tap(page.locator("dialog .close"))
        match touch:
            case TouchCell():
                row, column = touch.cell.category.value, touch.cell.column - 1
                self._tap(page.locator(f".cell[data-row='{row}'][data-column='{column}']"))
            case CorrectDie():
                self._tap(page.locator("#dice .die").nth(touch.index))
                name = self._words.text(f"face.{name_of(touch.face)}")
                self._tap(page.locator(f"dialog .face-choice[aria-label='{name}']"))
            case CorrectHeld():
                self._tap(page.locator("#dice .die").nth(touch.index))
                self._tap(page.locator("dialog .pair-choice .choice").nth(int(touch.is_held)))
            case AcceptReading():
                accept = page.locator(".action.accept")
                self._tap(accept if accept.is_visible() else page.locator("#button"))
            case RepeatThrow():
                self._tap(page.locator(".action.repeat"))
                self._tap(page.locator("dialog .pair-choice .choice").nth(1))
            case ThrowByHand():
                self._tap(page.locator("#menu"))
                self._tap(page.locator("dialog .choice", has_text=self._words.text("ui.by-hand")))
            case _:
                raise ValueError(f"no finger does {touch}")

    def _tap(self, place: Locator) -> None:
        self.taps += 1
        place.click(timeout=TAP_MS)


def play(
    folder: Path,
    browser: Browser,
    *,
    columns: int,
    seed: int,
    speed: float,
    reader: Callable[[SimulatedBoard], BoardReader] | None = None,
    advisor: Advisor = plain_advice,
    against: Level | None = None,
    progress: Callable[[GameState], None] = lambda _: None,
) -> Outcome:
    """Play a game and compare the store with the dice.

    Args:
        folder: For the store.
        browser: That shows the page.
        columns: Columns played.
        seed: Of the simulated board.
        speed: How fast its time runs.
        reader: Makes what reads the board; None for the models.
        advisor: Whose advice the player follows.
        against: How strongly the companion plays the second seat; None for two people.
        progress: Told of every new turn.
    """
    began = time.monotonic()
    game = GameConfig(players=("Elfriede", "Kurt"), columns=columns)
    with playing(folder, browser, seed=seed, speed=speed, reader=reader, game=game) as at:
        finger = Finger(at.page, at.board)
        player = Player(finger, finger.touch, advisor=advisor, is_watchful=True)
        finger.begin(against)
        turn = 0
        while (state := at.state).phase is not Phase.GAME_OVER:
            if state.phase is not Phase.SETUP and not companion_throws(state) and finger.sees(state):
                player.act(state)
            _note_companion(player, state, at.board)
            if state.game is not None and state.game.turn_number != turn:
                turn = state.game.turn_number
                progress(state.game)
            at.look_again()
        _note_companion(player, state, at.board)  # the game may end between two looks
    saved = at.replayed()
    return Outcome(saved, differences(player.ledger, saved.entries), finger.taps, time.monotonic() - began)


def _note_companion(player: Player, state: SessionState, board: SimulatedBoard) -> None:
    """Write down what truly lies where the companion has just entered: it does so before anybody could look."""
    entries = () if (game := sheet_of(state)) is None else game.entries
    if len(entries) > len(player.ledger) and game.agreed.levels[entries[-1].player] is not None:
        player.ledger.append(
            TrueEntry(
                turn_number=entries[-1].turn_number,
                player=entries[-1].player,
                cell=entries[-1].cell,
                faces=tuple(sorted(FACES[die.face] for die in board.table.truth())),
                is_served=len(entries[-1].throws) == 1,
                was_burning=False,
            )
        )


def main() -> None:
    """Play one game and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--columns", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", type=Level, choices=list(Level), help="the companion plays, too")
    parser.add_argument("--speed", type=float, default=4.0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        outcome = play(
            Path(folder),
            browser,
            columns=arguments.columns,
            seed=arguments.seed,
            speed=arguments.speed,
            against=arguments.against,
            progress=lambda state: print(f"\rturn {state.turn_number}/{state.turns}", end="", flush=True),
        )
    throws = sum(len(entry.throws) for entry in outcome.game.entries)
    print(f"\n{len(outcome.game.entries)} turns, {throws} throws, {outcome.taps} taps, {outcome.seconds:.0f} s")
    print(f"sheet against true dice: {len(outcome.differences)} turns differ")
    for difference in outcome.differences:
        print(f"  {difference}")
    raise SystemExit(1 if outcome.differences else 0)


if __name__ == "__main__":
    main()
