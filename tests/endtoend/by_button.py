"""A whole game by one button and voice: simulated camera → ONNX models → session → store, nobody looks at a page.

    python -m tests.endtoend.by_button --columns 10 --seed 1

The player has eyes for the dice, ears for the voice and one button. At the end the sheet in the store is held against
the one that follows from the true dice. Time is the clock's own, so that it runs as fast as the machine can.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.display.spoken import utterance
from firmware.log.store import SqliteStore
from firmware.session.state import EntryMode, Phase, SessionState
from firmware.signals.press import Buttons
from firmware.simulated.board import SimulatedBoard
from firmware.simulated.clock import ManualClock
from firmware.simulated.counsel import PromptCounsel, plain_advice
from firmware.simulated.ledger import Difference, differences
from firmware.simulated.setting import Setting
from firmware.table.companion import Companion
from firmware.table.eye import Eye
from scoring.events import GameBegan
from scoring.games import ten_by_ten
from scoring.ruleset import Ruleset
from tests.doubles.listener import Listener
from tests.doubles.recorded import RecordedLamp, RecordedSound, RecordedVoice
from vision.read.load import load_board_reader

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.forward import BoardReader
    from firmware.simulated.counsel import Advisor
    from scoring.games.ten_by_ten import GameState

HANGS_NS = 600_000_000_000
"""A table on which nothing was logged for ten minutes of its own time hangs."""


@dataclass
class Outcome:
    """What a game came to.

    Attributes:
        game: As the store has it.
        differences: Turns that are not as the dice were.
        said: How often something of each kind was said.
        presses: By hand, throws included.
        corrections: How often the player put the companion right without being asked.
        seconds: How long it took.
    """

    game: GameState
    differences: tuple[Difference, ...]
    said: dict[str, int]
    presses: int
    corrections: int
    seconds: float


class SpokenTable:
    """The whole companion in one thread, on a clock moved by hand, with a voice."""

    def __init__(self, store: SqliteStore, *, seed: int, columns: int, reader: BoardReader) -> None:
        """Set the table; nothing has begun yet."""
        self.clock = ManualClock()
        self.board = SimulatedBoard(Setting.for_session(seed), seed=seed, clock=self.clock)
        self.voice = RecordedVoice()
        self.eye = Eye(self.board.open_camera, reader, lambda event: self.companion.take(event))
        state = SessionState(
            agreed=GameBegan(players=("Elfriede", "Kurt"), ruleset=Ruleset(columns=columns)), mode=EntryMode.SUGGEST
        )
        self.companion = Companion(
            state,
            eye=self.eye,
            store=store,
            lamp=RecordedLamp(),
            sound=RecordedSound(),
            counsel=PromptCounsel(),
            show=lambda _: None,
            clock_ns=self.clock.now_ns,
            buttons=Buttons(),
            levels={"simulated": self.board.button.level},
            speak=self._speak,
        )
        self.board.button.listen(lambda edge: self.companion.take_edge("simulated", edge))

    def play(self, advisor: Advisor, progress: Callable[[GameState], None]) -> Listener:
        """Play to the end.

        Raises:
            RuntimeError: If the game hangs.
        """
        player = Listener(self.board, self.voice.said, advisor=advisor)
        logged, logged_ns, turn = 0, self.clock.now_ns(), 0
        while (state := self.companion.state).phase is not Phase.GAME_OVER:
            self.eye.look()
            self.board.button.pump()
            self.companion.tick()
            player.act(state)
            if len(state.records) != logged:
                logged, logged_ns = len(state.records), self.clock.now_ns()
            if self.clock.now_ns() - logged_ns > HANGS_NS:
                last = [said.text for said in self.voice.said[-6:]]
                raise RuntimeError(f"the game hangs in {state.phase}; last was said {last}")
            if state.game is not None and state.game.turn_number != turn:
                turn = state.game.turn_number
                progress(state.game)
        return player

    def _speak(self, *step) -> None:
        if (said := utterance(*step)) is not None:
            self.voice.say(said)


def play(
    folder: Path,
    *,
    columns: int,
    seed: int,
    reader: BoardReader | None = None,
    advisor: Advisor = plain_advice,
    progress: Callable[[GameState], None] = lambda _: None,
) -> Outcome:
    """Play a game and compare the store with the dice."""
    began = time.monotonic()
    store = SqliteStore.open(folder / "games.sqlite3")
    table = SpokenTable(store, seed=seed, columns=columns, reader=reader or load_board_reader())
    player = table.play(advisor, progress)
    store.close()
    reopened = SqliteStore.open(folder / "games.sqlite3")
    saved = ten_by_ten.replay(record.event for record in reopened.current_game())
    reopened.close()
    return Outcome(
        game=saved,
        differences=differences(player.ledger, saved.entries),
        said=dict(Counter(said.kind.value for said in table.voice.said)),
        presses=player.presses,
        corrections=player.corrections,
        seconds=time.monotonic() - began,
    )


def main() -> None:
    """Play one game and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--columns", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        outcome = play(
            Path(folder),
            columns=arguments.columns,
            seed=arguments.seed,
            progress=lambda state: print(f"\rturn {state.turn_number}/{state.turns}", end="", flush=True),
        )
    throws = sum(len(entry.throws) for entry in outcome.game.entries)
    print(f"\n{len(outcome.game.entries)} turns, {throws} throws, {outcome.seconds:.0f} s")
    print(f"sheet against true dice: {len(outcome.differences)} turns differ")
    for difference in outcome.differences:
        print(f"  {difference}")
    print(f"presses beside throws: {outcome.presses}; put right unasked: {outcome.corrections}; said: {outcome.said}")
    raise SystemExit(1 if outcome.differences else 0)


if __name__ == "__main__":
    main()
