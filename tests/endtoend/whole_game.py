"""A whole game by touch: every throw, hold, answer and entry is a tap on the page in a real Chromium.

    python -m tests.endtoend.whole_game --columns 10 --seed 1
    python -m tests.endtoend.whole_game hidden-poker --seed 2

The players see the dice, the companion only its camera. Each throw is held against the dice as it comes into the log;
page, log and what truly lay there are held against each other at the end. With ``--watchful`` the players put right
what is wrong; else they trust it.
"""

import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from playwright.sync_api import Browser

from firmware.session.vocabulary import Phase
from firmware.settings.config import GameConfig
from tests.chromium import launched
from tests.endtoend import any_game, finger, ten_by_ten
from tests.endtoend.playing import Playing, Wishes, playing, replayed

HANGS_S = 600.0


class Outcome(NamedTuple):
    game: Any  # As the store has it
    misread: list[str]  # Throws that came into the log otherwise than they lay
    wrong: list[str]  # What else differs: entries from the dice, the page from the log, the log from what was played
    counts: Counter[str]  # What happened, how often


def play(folder: Path, browser: Browser, seats: Any, wishes: Wishes) -> Outcome:
    """Play a game to its end and compare; `TimeoutError` if it hangs."""
    with playing(folder, browser, wishes) as at:
        those = seats(at)
        those.begin()
        _play_on(at, those)
        played = at.state.game
        wrong = those.wrong + those.compare(played)
    saved = replayed(at.store)
    if saved != played:
        wrong.append("the log in the store is that of another game than was played")
    return Outcome(saved, those.misread, wrong, those.counts)


def _play_on(at: Playing, seats: finger.SeatedPlayer) -> None:
    records, since = 0, time.monotonic()
    while (state := at.state).phase is not Phase.GAME_OVER:
        if state.game is not None:
            seats.act(state)
        if len(state.records) != records:
            records, since = len(state.records), time.monotonic()
            print(f"\r{records} records", end="", flush=True)
        if time.monotonic() - since > HANGS_S:
            raise TimeoutError(f"nothing came into the log for {HANGS_S} s in {state.phase}: {state.notice}")
        at.look_again()
    seats.act(at.state)  # the game may end between two looks


def main(
    game: Annotated[str, typer.Argument()] = "ten-by-ten",
    columns: int = 10,
    *,
    watchful: bool = False,
    seed: int = 1,
    speed: float = 4.0,
) -> None:
    """Play a game and print what came of it."""
    began = time.monotonic()
    wishes = Wishes(seed=seed, speed=speed, game=GameConfig(players=ten_by_ten.NAMES, columns=columns))
    seats = partial(ten_by_ten.TenByTenSeats, is_watchful=watchful)
    if game != "ten-by-ten":
        seats = partial(any_game.AnyGame, began=any_game.BEGAN[game], seed=seed)
    with launched() as browser, tempfile.TemporaryDirectory() as folder:
        outcome = play(Path(folder), browser, seats, wishes)
    print(f"\n{game}, seed {seed}, {time.monotonic() - began:.0f} s: {dict(sorted(outcome.counts.items()))}")
    for name, found in (("throws misread", outcome.misread), ("other differences", outcome.wrong)):
        print(f"{name}: {len(found)}", *found, sep="\n  ")
    raise SystemExit(bool(outcome.wrong))


if __name__ == "__main__":
    typer.run(main)
