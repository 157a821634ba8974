"""The plug pulled at random moments of a game: nothing entered may be lost, and the game goes on by itself.

    python -m tests.endtoend.killed --times 200 --seed 1

Each start plays on through the page's own requests until SIGKILL comes, anywhere between starting and entering. After
every restart the view must show everything that any view before the kill had shown as entered and saved, and the same
throw of the same turn.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

from tests.endtoend.running import Running, View

if TYPE_CHECKING:
    from collections.abc import Callable

TURNS = 200
RESTING = frozenset({"waiting", "read", "entering", "game-over"})
LONGEST_LIFE_S = 6.0
SETTINGS = """
[camera]
source = "simulated"
[display]
port = {port}
[store]
path = "{store}"
[sound]
speaker = "off"

[simulated]
seed = {seed}
speed = 6.0
"""


@dataclass(frozen=True, slots=True)
class Standing:
    """What must not be lost.

    Attributes:
        entries: Every entry shown, by turn.
        throws: Throws of the running turn.
    """

    entries: tuple[tuple[int, str, int, int], ...] = ()
    throws: int = 0

    @classmethod
    def of(cls, view: View) -> Standing:
        """Return what a view shows as done."""
        found = []
        for row, cells in zip(view["rows"], view["cells"], strict=True):
            for column, pair in zip(view["columns"], cells, strict=True):
                found += [
                    (entry["turn"], row["category"], column["column"], entry["points"]) for entry in pair if entry
                ]
        # After a start the eye may see the board settle before the first view comes: the throw still lies there. It
        # does, too, where the next one burned and nothing can be entered before that is repeated.
        is_read = view["phase"] in {"read", "entering", "throwing"}
        return cls(tuple(sorted(found)), view["throw"]["number"] if is_read else 0)

    def is_lost_in(self, later: Standing) -> bool:
        """Return whether a later standing lacks anything of this one."""
        if len(later.entries) > len(self.entries):
            return later.entries[: len(self.entries)] != self.entries
        return later.entries != self.entries or later.throws < self.throws


@dataclass(frozen=True, slots=True)
class Kind:
    """A game that is played and killed.

    Attributes:
        turns: Entries in a whole game.
        standing: What a view shows as done.
        act: Does the next thing a player would.
    """

    turns: int
    standing: Callable[[View], Standing]
    act: Callable[[Running, View], None]


@dataclass
class Tally:
    """What the kills came to."""

    kills: int = 0
    lost: list[str] = field(default_factory=list)
    turns: int = 0
    during: dict[str, int] = field(default_factory=dict)


def kill_often(
    times: int,
    *,
    seed: int,
    folder: Path,
    longest_life_s: float = LONGEST_LIFE_S,
    kind: Kind | None = None,
    progress: Callable[[Tally], None] = lambda _: None,
) -> Tally:
    """Play and kill.

    Args:
        times: Number of kills.
        seed: Of moments and dice.
        folder: For settings and store.
        longest_life_s: The plug is pulled at a moment up to so long after each start.
        kind: What is played; Würfelpoker 10×10 where it is None.
        progress: Told after each kill.
    """
    rng, tally, before = random.Random(seed), Tally(), Standing()
    kind = kind or Kind(TURNS, Standing.of, act)
    settings = folder / "serviert.toml"
    for _ in range(times):
        port = 9000 + rng.randrange(500)
        settings.write_text(SETTINGS.format(port=port, store=folder / "games.sqlite3", seed=1 + rng.randrange(10**6)))
        running = Running(settings)
        resumed = kind.standing(running.view)
        if len(before.entries) < kind.turns and before.is_lost_in(resumed):
            tally.lost.append(f"after kill {tally.kills}: {before} became {resumed} in {running.view['phase']}")
            print(f"\n{tally.lost[-1]}", flush=True)
        fuse = threading.Timer(rng.uniform(0.0, longest_life_s), running.kill)
        fuse.start()
        # While something moves the view does not tell a made throw from one being made: what was known before stands.
        before = _play_until_killed(running, resumed if running.view["phase"] in RESTING else before, kind)
        fuse.join()
        phase = running.view["phase"]
        tally.kills += 1
        tally.turns = len(before.entries)
        tally.during[phase] = tally.during.get(phase, 0) + 1
        progress(tally)
    return tally


def _play_until_killed(running: Running, standing: Standing, kind: Kind) -> Standing:
    """Play until the connection breaks; return what the last view showed."""
    try:
        while running.is_alive:
            view = running.newest()
            standing = kind.standing(view) if view["phase"] in RESTING else standing
            kind.act(running, view)
            time.sleep(0.05)
    except (httpx.HTTPError, TimeoutError):
        pass  # it was killed
    last = running.newest()
    return kind.standing(last) if last["phase"] in RESTING else standing


def act(running: Running, view: View) -> None:
    """Do the next thing a player would."""
    match view["phase"]:
        case "setup" | "game-over":
            running.touch("new-game", players=["Manfred", "Ewald"], beginner=0)
            running.until(lambda now: now["phase"] != view["phase"], within_s=5)
        case "waiting" | "beginning" | "burning":
            running.press()
        case "asking":
            running.touch("accept-reading")
        case "read" | "entering" | "corrected" if view["can"]["enter"]:
            _enter(running, view)
        case _:
            pass


def _enter(running: Running, view: View) -> None:
    player = view["to_move"]
    free = [
        (row["category"], column["column"])
        for row, cells in zip(view["rows"], view["cells"], strict=True)
        for column, pair in zip(view["columns"], cells, strict=True)
        if pair[player] is None
    ]
    if view["phase"] == "read" and view["throw"]["number"] < 2:
        running.press()
        return
    category, column = free[0]
    running.touch("touch-cell", category=category, column=column, moment=view["moment"])


def main() -> None:
    """Kill and print what was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--life", type=float, default=LONGEST_LIFE_S, help="longest life of a start, seconds")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        given = {"seed": arguments.seed, "longest_life_s": arguments.life}
        tally = kill_often(arguments.times, folder=Path(folder), progress=_say, **given)
    print(f"\n{tally.kills} kills, {tally.turns} turns entered by the end, killed in {tally.during}")
    print(f"lost: {len(tally.lost)}")
    for line in tally.lost:
        print(f"  {line}")


def _say(tally: Tally) -> None:
    print(f"\rkill {tally.kills}, {tally.turns} turns, {len(tally.lost)} lost", end="", flush=True)


if __name__ == "__main__":
    main()
