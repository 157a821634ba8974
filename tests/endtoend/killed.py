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
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import httpx
import typer

from scoring.games.rock_and_roll import Field
from tests.endtoend.round_seats import POT_PLAYERS, begun
from tests.endtoend.running import Running, View, written
from tests.ports import free_port

THROWS = 6
"""After so many the bank gives notice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KilledGame:
    begun: Mapping[str, Any]  # What a new game is begun with
    shown: Callable[[View], object]  # What of a view must be there again
    move: Callable[[Running, View, random.Random], None]  # Does the next thing a player would
    has_own_throws: bool = False  # `move` throws, too; else what is due to be thrown is thrown by a press.
    life_s: float = 6.0  # The plug is pulled at a moment up to so long after each start


def _decide(running: Running, view: View, event: Mapping[str, Any]) -> None:
    running.touch("decide", event=event, moment=view["moment"])


def _decisions(view: View) -> dict[str, Any]:
    return {each["key"]: each["event"] for each in view["decisions"]}


# -- sheets ------------------------------------------------------------------------------------------------------------


def _entries(view: View) -> object:
    """Return the cells as they are, empty where nothing was entered: `preview` is of what lies there."""
    return [
        [[each and (each["turn"], each["points"]) for each in seats] for seats in cells]
        for cells in ([row if isinstance(row[0], list) else [row] for row in view["cells"]])
    ]


def free_cells(view: View) -> list[tuple[str, int]]:
    """Return the cells of Würfelpoker 10×10 that who is to move may still fill: row and column."""
    return [
        (row["category"], column["column"])
        for row, cells in zip(view["rows"], view["cells"], strict=True)
        for column, pair in zip(view["columns"], cells, strict=True)
        if pair[view["to_move"]] is None
    ]


def _enter(running: Running, view: View, _: random.Random) -> None:
    if view["phase"] == "read" and view["throw"]["number"] < 2:
        running.press()
    elif view["phase"] in {"read", "entering", "corrected"} and view["can"]["enter"]:
        category, column = free_cells(view)[0]
        running.touch("touch-cell", category=category, column=column, moment=view["moment"])


def _enter_row(running: Running, view: View, _: random.Random) -> None:
    if view["phase"] == "read" and view["throw"]["number"] < 2:
        running.press()
    elif view["phase"] in {"read", "entering"}:
        best = max(view["rows"], key=lambda row: -1 if row["preview"] is None else row["preview"])
        _decide(running, view, {"type": "row-entered", "row": best["row"]})


# -- chips -------------------------------------------------------------------------------------------------------------


def _pot(view: View) -> object:
    pot = view["pot"]
    seats = [(seat["name"], seat["stack"], seat["staked"], seat["faces"], seat["state"]) for seat in pot["seats"]]
    return [pot[name] for name in ("phase", "chips", "cost", "decider", "round")], seats


def _raise_or_pass(running: Running, view: View, chance: random.Random) -> None:
    decisions = _decisions(view)
    if view["phase"] in {"read", "entering"}:
        key = "raise" if "raise" in decisions and chance.random() < 0.4 else "keep-hand"
        _decide(running, view, decisions[key])
    elif view["phase"] == "deciding" and "begin-round" in decisions:
        running.press()
    elif view["phase"] == "deciding":
        key = "pass" if "go-along" not in decisions or chance.random() < 0.3 else "go-along"
        _decide(running, view, decisions[key])


def _hidden(view: View) -> object:
    hidden = view["hidden"]
    seats = [(seat["stack"], seat["state"], seat["claim"], seat["found"]) for seat in hidden["seats"]]
    return hidden["stage"], hidden["pot"], seats


def _lie_or_doubt(running: Running, view: View, chance: random.Random) -> None:
    stage = view["hidden"]["stage"]
    if view["phase"] == "burning" and stage == "lifting":
        running.touch("repeat-throw")
    elif stage in {"beginning", "lifting"} and view["phase"] != "reading":
        running.press()
    elif stage == "between":
        _decide(running, view, {"type": "round-began"})
    elif stage == "hidden":
        httpx.post(f"{running.url}simulated/cover", json={}).raise_for_status()
        said = chance.choice([each for each in view["decisions"] if each["key"] == "announce"])
        _decide(running, view, said["event"])
    elif stage == "doubting" and chance.random() < 0.03:
        _decide(running, view, _decisions(view)["doubt"])


def _cloth(view: View) -> object:
    cloth = view["cloth"]
    lying = [
        (each["seat"], field["field"], each["count"])
        for field in cloth["fields"]
        for each in field["chips"]
        if each["back"] is None
    ]
    return [player["points"] for player in view["players"]], sorted(lying), cloth["round"], cloth["left"]


def _bet_or_throw(running: Running, view: View, chance: random.Random) -> None:
    cloth = view["cloth"]
    if view["phase"] == "burning" or (view["phase"] == "waiting" and chance.random() < 0.3):
        running.press()
    elif view["phase"] == "waiting" and cloth["notice"] is not None and cloth["round"] >= THROWS:
        _decide(running, view, cloth["notice"])
    elif view["phase"] == "waiting":
        seat, field = chance.randint(1, 3), chance.choice(tuple(Field)).value
        _decide(running, view, {"type": "bet-placed", "player": seat, "chips": chance.randint(1, 9), "field": field})


def _pot_game(name: str) -> KilledGame:
    return KilledGame(begun=begun(name), shown=_pot, move=_raise_or_pass, life_s=16.0)


GAMES: dict[str, KilledGame] = {
    "ten-by-ten": KilledGame(
        begun={"game": "ten-by-ten", "players": ["Manfred", "Ewald"], "agreed": {"beginner": 0}},
        shown=_entries,
        move=_enter,
    ),
    "escalero": KilledGame(
        begun={"game": "escalero", "players": list(POT_PLAYERS), "agreed": {"beginner": 0}},
        shown=_entries,
        move=_enter_row,
    ),
    "open-poker": _pot_game("open-poker"),
    "joker-poker": _pot_game("joker-poker"),
    "al-capone": _pot_game("al-capone"),
    "hidden-poker": KilledGame(
        begun={"game": "hidden-poker", "players": list(POT_PLAYERS), "agreed": {"stack": 30, "beginner": 0}},
        shown=_hidden,
        move=_lie_or_doubt,
        has_own_throws=True,
        life_s=9.0,
    ),
    "rock-and-roll": KilledGame(
        begun={"game": "rock-and-roll", "players": ["Elfriede", "Anna", "Berta", "Cilli"], "agreed": {"stack": 200}},
        shown=_cloth,
        move=_bet_or_throw,
        has_own_throws=True,
    ),
}


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
    seen: LastSeen = LastSeen()

    def look(self, view: View, game: KilledGame) -> None:
        newest = LastSeen.of(view, game)
        self.seen = newest if newest.records else self.seen


def _play(running: Running, game: KilledGame, chance: random.Random, tally: Tally) -> None:
    """Play until it is killed."""
    try:
        while running.is_alive:
            tally.look(running.newest(), game)
            if running.view["phase"] in {"setup", "game-over"}:
                tally.seen = LastSeen()
                tally.games += 1
            act(running, running.view, game, chance)
            time.sleep(0.05)
    except (httpx.HTTPError, TimeoutError):
        pass
    tally.look(running.newest(), game)


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


def kill_often(times: int, *, seed: int, folder: Path, game: KilledGame) -> Tally:
    """Play and kill."""
    chance, tally = random.Random(seed), Tally()
    for _ in range(times):
        running = Running(written(folder, port=free_port(), seed=1 + chance.randrange(10**6)))
        resumed = LastSeen.of(running.view, game)
        if tally.seen.is_lost_in(resumed):
            tally.lost.append(f"after kill {tally.kills}: {tally.seen} became {resumed} in {running.view['phase']}")
        fuse = threading.Timer(chance.uniform(0.0, game.life_s), running.kill)
        fuse.start()
        _play(running, game, chance, tally)
        fuse.join()
        running.stop()  # nothing is left to be stopped but what listened to it
        tally.kills += 1
        tally.records += tally.seen.records
        tally.during[running.view["phase"]] += 1
        print(f"\rkill {tally.kills}, {len(tally.lost)} lost", end="", flush=True)
    return tally


def main(name: Annotated[str, typer.Argument()] = "ten-by-ten", times: int = 200, seed: int = 1) -> None:
    """Kill and print what was lost."""
    with tempfile.TemporaryDirectory() as folder:
        tally = kill_often(times, seed=seed, folder=Path(folder), game=GAMES[name])
    print(f"\n{tally.kills} kills, {tally.records} records kept, {tally.games} games, killed in {dict(tally.during)}")
    print(f"lost: {len(tally.lost)}", *tally.lost, sep="\n  ")
    raise SystemExit(bool(tally.lost))


if __name__ == "__main__":
    typer.run(main)
