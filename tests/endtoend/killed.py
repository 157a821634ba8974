"""The plug pulled at random moments of a game: nothing shown may be lost, and the game goes on by itself.

    python -m tests.endtoend.killed --times 200 --seed 1

Each start of the whole companion plays on through the page's own requests until SIGKILL comes. After every restart the
log must be as long as any view had said, the sheet as it showed it. `tests.power.kills` kills all games, without page.
"""

import random
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import typer

from tests.endtoend.running import Running, View, written
from tests.ports import free_port

GAME = {"game": "ten-by-ten", "players": ["Manfred", "Ewald"], "agreed": {"beginner": 0}}
LONGEST_LIFE_S = 6.0
"""The plug is pulled at a moment up to so long after each start."""


@dataclass(frozen=True, slots=True)
class LastSeen:
    records: int = 0  # How long the log was
    shown: object = None  # What the sheet showed of it

    @classmethod
    def of(cls, view: View) -> "LastSeen":
        """Return what a view shows as done; nothing where no game is on."""
        if view["phase"] == "setup":
            return cls()
        cells = [[each and (each["turn"], each["points"]) for each in pair] for row in view["cells"] for pair in row]
        return cls(int(view["moment"].split(".")[0]), cells)

    def is_lost_in(self, later: "LastSeen") -> bool:
        """Return whether what was seen later lacks anything of this."""
        return later.records < self.records or (later.records == self.records and later.shown != self.shown)


@dataclass
class Tally:
    lost: list[str] = field(default_factory=list)  # What was gone after a start
    records: int = 0  # That stood in the log when the plug was pulled, all kills together
    games: int = 0  # How many games were begun
    during: Counter[str] = field(default_factory=Counter)  # How often the plug was pulled in which phase
    seen: LastSeen = LastSeen()

    def look(self, view: View) -> None:
        newest = LastSeen.of(view)
        self.seen = newest if newest.records else self.seen


def free_cells(view: View) -> list[tuple[str, int]]:
    """Return the cells that who is to move may still fill: row and column."""
    return [
        (row["category"], column["column"])
        for row, cells in zip(view["rows"], view["cells"], strict=True)
        for column, pair in zip(view["columns"], cells, strict=True)
        if pair[view["to_move"]] is None
    ]


def act(running: Running, view: View) -> None:
    """Do the next thing: throw twice, and enter into the first free cell."""
    match view["phase"]:
        case "setup" | "game-over":
            running.touch("new-game", **GAME)
            running.until(lambda now: now["phase"] not in {"setup", "game-over"}, within_s=5)
        case "asking":
            running.touch("accept-reading")
        case "waiting" | "beginning" | "burning":
            running.press()
        case "read" if view["throw"]["number"] < 2:
            running.press()
        case "read" | "entering" | "corrected" if view["can"]["enter"]:
            category, column = free_cells(view)[0]
            running.touch("touch-cell", category=category, column=column, moment=view["moment"])


def _play(running: Running, tally: Tally) -> None:
    """Play until it is killed."""
    try:
        while running.is_alive:
            tally.look(running.newest())
            if running.view["phase"] in {"setup", "game-over"}:
                tally.seen = LastSeen()
                tally.games += 1
            act(running, running.view)
            time.sleep(0.05)
    except (httpx.HTTPError, TimeoutError):
        pass
    tally.look(running.newest())


def kill_often(times: int, *, seed: int, folder: Path) -> Tally:
    """Play and kill."""
    chance, tally = random.Random(seed), Tally()
    for kill in range(times):
        running = Running(written(folder, port=free_port(), seed=1 + chance.randrange(10**6)))
        resumed = LastSeen.of(running.view)
        if tally.seen.is_lost_in(resumed):
            tally.lost.append(f"after kill {kill}: {tally.seen} became {resumed} in {running.view['phase']}")
        fuse = threading.Timer(chance.uniform(0.0, LONGEST_LIFE_S), running.kill)
        fuse.start()
        _play(running, tally)
        fuse.join()
        running.stop()  # nothing is left to be stopped but what listened to it
        tally.records += tally.seen.records
        tally.during[running.view["phase"]] += 1
        print(f"\rkill {kill + 1}, {len(tally.lost)} lost", end="", flush=True)
    return tally


def main(times: int = 200, seed: int = 1) -> None:
    """Kill and print what was lost."""
    with tempfile.TemporaryDirectory() as folder:
        tally = kill_often(times, seed=seed, folder=Path(folder))
    print(f"\n{times} kills, {tally.records} records kept, {tally.games} games, killed in {dict(tally.during)}")
    print(f"lost: {len(tally.lost)}", *tally.lost, sep="\n  ")
    raise SystemExit(bool(tally.lost))


if __name__ == "__main__":
    typer.run(main)
