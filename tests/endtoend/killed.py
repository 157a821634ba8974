"""The plug pulled at random moments of a game: nothing shown may be lost, and the game goes on by itself.

    python -m tests.endtoend.killed --times 200 --seed 1
    python -m tests.endtoend.killed al-capone --times 20

Each start plays on through the page's own requests until SIGKILL comes, anywhere between starting and entering. After
every restart the log must be as long as any view before the kill had said, and the table as that view showed it.
"""

from __future__ import annotations

import random
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import httpx
import typer

from tests.endtoend.killed_games import GAMES, KilledGame
from tests.endtoend.running import Running, View, written
from tests.ports import free_port


@dataclass(frozen=True, slots=True)
class LastSeen:
    records: int = 0  # How long the log was
    shown: object = None  # What the table showed of it

    @classmethod
    def of(cls, view: View, game: KilledGame) -> LastSeen:
        """Return what a view shows as done; nothing where another game, or none, is on."""
        if view["game"] != game.begun["game"] or view["phase"] == "setup":
            return cls()
        return cls(int(view["moment"].split(".")[0]), game.shown(view))

    def is_lost_in(self, later: LastSeen) -> bool:
        """Return whether what was seen later lacks anything of this."""
        return later.records < self.records or (later.records == self.records and later.shown != self.shown)


@dataclass
class Tally:
    kills: int = 0  # How often the plug was pulled
    lost: list[str] = field(default_factory=list)  # What was gone after a start
    records: int = 0  # That stood in the log when the plug was pulled, all kills together
    games: int = 0  # How many games were begun
    during: Counter[str] = field(default_factory=Counter)  # How often it was pulled in which phase


class _Player:
    def __init__(self, game: KilledGame, chance: random.Random, tally: Tally) -> None:
        self.game, self.chance, self.tally = game, chance, tally
        self.seen = LastSeen()

    def play(self, running: Running) -> None:
        try:
            while running.is_alive:
                self.look(running.newest())
                self.act(running, running.view)
                time.sleep(0.05)
        except (httpx.HTTPError, TimeoutError):
            pass  # it was killed
        self.look(running.newest())

    def look(self, view: View) -> None:
        newest = LastSeen.of(view, self.game)
        self.seen = newest if newest.records else self.seen

    def act(self, running: Running, view: View) -> None:
        if view["phase"] in {"setup", "game-over"}:
            self.seen = LastSeen()
            self.tally.games += 1
        act(running, view, self.game, self.chance)


def act(
    running: Running, view: View, game: KilledGame = GAMES["ten-by-ten"], chance: random.Random | None = None
) -> None:
    match view["phase"]:
        case "setup" | "game-over":
            running.touch("new-game", **game.begun)
            running.until(lambda now: now["phase"] not in {"setup", "game-over"}, within_s=5)
        case "asking":
            running.touch("accept-reading")
        case "waiting" | "beginning" | "burning" if not game.has_own_throws:
            running.press()
        case _:
            game.move(running, view, chance or random.Random(0))


def kill_often(
    times: int,
    *,
    seed: int,
    folder: Path,
    game: KilledGame = GAMES["ten-by-ten"],
    progress: Callable[[Tally], None] = lambda _: None,
) -> Tally:
    """Play and kill."""
    chance, tally = random.Random(seed), Tally()
    player = _Player(game, chance, tally)
    for _ in range(times):
        running = Running(written(folder, port=free_port(), seed=1 + chance.randrange(10**6)))
        resumed = LastSeen.of(running.view, game)
        if player.seen.is_lost_in(resumed):
            tally.lost.append(f"after kill {tally.kills}: {player.seen} became {resumed} in {running.view['phase']}")
        fuse = threading.Timer(chance.uniform(0.0, game.life_s), running.kill)
        fuse.start()
        player.play(running)
        fuse.join()
        running.stop()  # nothing is left to be stopped but what listened to it
        tally.kills += 1
        tally.records += player.seen.records
        tally.during[running.view["phase"]] += 1
        progress(tally)
    return tally


def main(name: Annotated[str, typer.Argument()] = "ten-by-ten", times: int = 200, seed: int = 1) -> None:
    """Kill and print what was lost."""
    with tempfile.TemporaryDirectory() as folder:
        tally = kill_often(
            times,
            seed=seed,
            folder=Path(folder),
            game=GAMES[name],
            progress=lambda now: print(f"\rkill {now.kills}, {len(now.lost)} lost", end="", flush=True),
        )
    print(f"\n{tally.kills} kills, {tally.records} records kept, {tally.games} games, killed in {dict(tally.during)}")
    print(f"lost: {len(tally.lost)}", *tally.lost, sep="\n  ")
    raise SystemExit(bool(tally.lost))


if __name__ == "__main__":
    typer.run(main)
