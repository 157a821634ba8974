"""A whole game by one button and voice: simulated camera → ONNX models → session → store, nobody looks at a page.

    python -m tests.endtoend.by_button --columns 10 --seed 1

The player has eyes for the dice, ears for the voice and one button. At the end the sheet in the store is held against
the one that follows from the true dice. Time is the clock's own, so that it runs as fast as the machine can.
"""

import tempfile
import time
from collections import Counter
from pathlib import Path

import typer

from firmware.log.store import SqliteStore
from firmware.session.state import SessionState
from firmware.session.vocabulary import EntryMode, Phase
from scoring.events import GameBegan
from scoring.ruleset import Ruleset
from tests.doubles.ledger import differences
from tests.doubles.listener import Listener
from tests.endtoend.desk import WholeTable, reader
from tests.endtoend.playing import replayed

HANGS_NS = 600_000_000_000
"""A table on which nothing was logged for ten minutes of its own time hangs."""


def spoken_state(columns: int, **how: object) -> SessionState:
    began = GameBegan(players=("Elfriede", "Kurt"), ruleset=Ruleset(columns=columns))
    return SessionState(agreed=began, **{"mode": EntryMode.SUGGEST, **how})  # type: ignore[arg-type]


def play(table: WholeTable) -> Listener:
    """Play to the end.

    Raises:
        RuntimeError: If the game hangs.
    """
    player = Listener(table.board, table.voice.said)
    logged, logged_ns = 0, table.clock.now_ns()
    while (state := table.state).phase is not Phase.GAME_OVER:
        table.look()
        player.act(state)
        if len(state.records) != logged:
            logged, logged_ns = len(state.records), table.clock.now_ns()
            if state.game is not None:
                print(f"\rturn {state.game.turn_number}/{state.game.turns}", end="", flush=True)
        if table.clock.now_ns() - logged_ns > HANGS_NS:
            last = [said.text for said in table.voice.said[-6:]]
            raise RuntimeError(f"the game hangs in {state.phase}; last was said {last}")
    return player


def main(columns: int = 10, seed: int = 1) -> None:
    """Play one game and print what came of it."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite3"
        store = SqliteStore.open(path)
        table = WholeTable(seed, reads_with=reader(), store=store, state=spoken_state(columns))
        player = play(table)
        store.close()
        game = replayed(path)
    wrong = differences(player.ledger, game.entries)
    throws = sum(len(entry.throws) for entry in game.entries)
    print(f"\n{len(game.entries)} turns, {throws} throws, {time.monotonic() - began:.0f} s")
    print(f"sheet against true dice: {len(wrong)} turns differ", *wrong, sep="\n  ")
    said = dict(Counter(each.kind.value for each in table.voice.said))
    print(f"presses beside throws: {player.presses}; put right unasked: {player.corrections}; said: {said}")
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    typer.run(main)
