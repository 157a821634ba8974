"""The plug pulled at random moments of rounds for a pot: no throw, no chip and no decision may be lost."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx

from tests.endtoend.killed import SETTINGS
from tests.endtoend.running import Running

if TYPE_CHECKING:
    from pathlib import Path

View = dict[str, Any]
LONGEST_LIFE_S = 16.0
WHOLE_STATE = ("phase", "chips", "cost", "decider", "round")


@dataclass(frozen=True, slots=True)
class Standing:
    """What must not be lost.

    Attributes:
        records: How long the log was.
        table: What lay on the table then: pot, stacks, stakes and hands.
    """

    records: int = 0
    table: str = ""

    @classmethod
    def of(cls, view: View) -> Standing:
        """Return what a view shows as done."""
        pot = view.get("pot")
        if pot is None:
            return cls()
        seats = [(seat["name"], seat["stack"], seat["staked"], seat["faces"], seat["state"]) for seat in pot["seats"]]
        return cls(int(view["moment"].split(".")[0]), repr(([pot[name] for name in WHOLE_STATE], seats)))

    def is_lost_in(self, later: Standing) -> bool:
        """Return whether a later standing lacks anything of this one."""
        return later.records < self.records or (later.records == self.records and later.table != self.table)


@dataclass
class Tally:
    """What the kills came to.

    Attributes:
        kills: How often the plug was pulled.
        lost: What was gone after a start.
        records: Records that stood in the log when the plug was pulled, all kills together.
        games: How many games were begun.
        during: How often it was pulled in which phase.
    """

    kills: int = 0
    lost: list[str] = field(default_factory=list)
    records: int = 0
    games: int = 0
    during: dict[str, int] = field(default_factory=dict)


class _Table:
    """One who plays on at whatever companion runs."""

    def __init__(self, begun: dict[str, Any], chance: random.Random) -> None:
        self.begun, self.chance = begun, chance
        self.games = 0
        self.standing = Standing()

    def play(self, running: Running) -> None:
        """Play until the connection breaks."""
        try:
            while running.is_alive:
                self.see(running.newest())
                self.act(running, running.view)
                time.sleep(0.05)
        except (httpx.HTTPError, TimeoutError):
            pass  # it was killed
        self.see(running.newest())

    def see(self, view: View) -> None:
        newest = Standing.of(view)
        self.standing = newest if newest.records else self.standing

    def act(self, running: Running, view: View) -> None:
        """Do the next thing a player would."""
        decisions = {each["key"]: each["event"] for each in view["decisions"]}
        match view["phase"]:
            case "setup" | "game-over":
                self.standing = Standing()
                self.games += running.touch("new-game", **self.begun)
                running.until(lambda now: now["phase"] not in {"setup", "game-over"}, within_s=5)
            case "waiting" | "beginning" | "burning":
                running.press()
            case "asking":
                running.touch("accept-reading")
            case "read" | "entering":
                key = "raise" if "raise" in decisions and self.chance.random() < 0.4 else "keep-hand"
                running.touch("decide", event=decisions[key], moment=view["moment"])
            case "deciding" if "begin-round" in decisions:
                running.press()
            case "deciding":
                key = "pass" if "go-along" not in decisions or self.chance.random() < 0.3 else "go-along"
                running.touch("decide", event=decisions[key], moment=view["moment"])
            case _:
                pass


def kill_often(times: int, *, begun: dict[str, Any], seed: int, folder: Path, ports: tuple[int, int]) -> Tally:
    """Play and kill.

    Args:
        times: Number of kills.
        begun: What a new game is begun with.
        seed: Of moments, dice and decisions.
        folder: For settings and store.
        ports: The first that may be used, and how many.
    """
    chance, tally = random.Random(seed), Tally()
    settings, table = folder / "serviert.toml", _Table(begun, chance)
    for _ in range(times):
        port, dice = ports[0] + chance.randrange(ports[1]), 1 + chance.randrange(10**6)
        settings.write_text(SETTINGS.format(port=port, store=folder / "games.sqlite3", seed=dice))
        before = table.standing
        running = Running(settings)
        resumed = Standing.of(running.view)
        if before.is_lost_in(resumed):
            tally.lost.append(f"after kill {tally.kills}: {before} became {resumed} in {running.view['phase']}")
        fuse = threading.Timer(chance.uniform(0.0, LONGEST_LIFE_S), running.kill)
        fuse.start()
        table.play(running)
        fuse.join()
        running.stop()  # nothing is left to be stopped but what listened to it
        phase = running.view["phase"]
        tally.kills += 1
        tally.records += table.standing.records
        tally.during[phase] = tally.during.get(phase, 0) + 1
    tally.games = table.games
    return tally
