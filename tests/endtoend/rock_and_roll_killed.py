"""The plug pulled at random moments of Rock and Roll: every chip and every throw that was shown must be in the log.

`python -m tests.endtoend.rock_and_roll --kills 50` runs it.
"""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx

from firmware.log.store import SqliteStore
from scoring.games import rock_and_roll
from scoring.games.rock_and_roll import Field
from tests.endtoend.killed import SETTINGS
from tests.endtoend.running import Running

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from firmware.log.record import Record
    from scoring.games.rock_and_roll import RockAndRollState

View = dict[str, Any]

FIRST_PORT = 9760
LONGEST_LIFE_S = 6.0
GUESTS = 3
THROWS = 6


@dataclass
class Tally:
    """What the kills came to.

    Attributes:
        kills: How often the plug was pulled.
        records: Events that a page had shown before a kill.
        lost: What was shown before a kill, and is not in the log after it; or shown otherwise after the restart.
        during: The phases the plug was pulled in.
    """

    kills: int = 0
    records: int = 0
    lost: list[str] = field(default_factory=list)
    during: Counter[str] = field(default_factory=Counter)


def kill_often(
    times: int,
    *,
    seed: int,
    folder: Path,
    longest_life_s: float = LONGEST_LIFE_S,
    progress: Callable[[Tally], None] = lambda _: None,
) -> Tally:
    """Play and kill.

    Args:
        times: Number of kills.
        seed: Of moments, bets and dice.
        folder: For settings and store.
        longest_life_s: The plug is pulled at a moment up to so long after each start.
        progress: Told after each kill.
    """
    chance, tally = random.Random(seed), Tally()
    settings, path = folder / "serviert.toml", folder / "games.sqlite3"
    for _ in range(times):
        port = FIRST_PORT + chance.randrange(10)
        settings.write_text(SETTINGS.format(port=port, store=path, seed=1 + chance.randrange(10**6)))
        logged = _log(path)
        running = Running(settings)
        if logged and (wrong := _wrongly_shown(running.view, logged)):
            tally.lost.append(f"after kill {tally.kills}: {wrong}")
        fuse = threading.Timer(chance.uniform(0.0, longest_life_s), running.kill)
        fuse.start()
        _play_until_killed(running, chance)
        fuse.join()
        seen = running.newest()
        running.stop()  # nothing is left to be stopped but what listened to it
        tally.kills += 1
        tally.during[seen["phase"]] += 1
        if (wrong := _lost(seen, _log(path))) is not None:
            tally.lost.append(f"kill {tally.kills} in {seen['phase']}: {wrong}")
        tally.records += _events_in(seen)
        progress(tally)
    return tally


def _log(path: Path) -> tuple[Record, ...]:
    if not path.exists():
        return ()
    store = SqliteStore.open(path)
    try:
        return store.current_game()
    finally:
        store.close()


def _lost(seen: View, logged: tuple[Record, ...]) -> str | None:
    """Return what the last view before a kill had shown and the log has not; None where all is there."""
    if not _has_game(seen):
        return None
    if not logged:
        return "the log is empty"
    if logged[0].event.players != tuple(player["name"] for player in seen["players"]):
        return None  # the next game had begun, and nobody had seen it yet
    count = _events_in(seen)
    if len(logged) < count:
        return f"{count} events were shown, {len(logged)} are in the log"
    return _wrongly_shown(seen, logged[:count])


def _wrongly_shown(seen: View, logged: tuple[Record, ...]) -> str | None:
    """Return in what a view differs from a log, None where it shows just that."""
    game = rock_and_roll.replay(record.event for record in logged)
    if game.is_abandoned:
        return None
    shown, true = _shown(seen), _true(game)
    return None if shown == true else f"shown is {shown}, in the log stands {true}"


def _shown(view: View) -> tuple[object, ...]:
    if not _has_game(view):
        return ()
    lying = {
        (each["seat"], field["field"], each["count"])
        for field in view["cloth"]["fields"]
        for each in field["chips"]
        if each["back"] is None
    }
    stacks = tuple(int(player["points"]) for player in view["players"])
    return stacks, frozenset(lying), view["cloth"]["round"], view["cloth"]["left"]


def _true(game: RockAndRollState) -> tuple[object, ...]:
    lying = frozenset((bet.player, bet.field.value, bet.chips) for bet in game.bets)
    return game.chips.stacks, lying, len(game.throws), game.throws_to_end


def _has_game(view: View) -> bool:
    return view.get("game") == "rock-and-roll"


def _events_in(view: View) -> int:
    return int(view["moment"].split(".")[0]) if _has_game(view) else 0


# -- playing -----------------------------------------------------------------------------------------------------------


def _play_until_killed(running: Running, chance: random.Random) -> None:
    """Play through the page's own requests until the connection breaks."""
    try:
        while running.is_alive:
            act(running, running.newest(), chance)
            time.sleep(0.05)
    except (httpx.HTTPError, TimeoutError):
        pass  # it was killed


def act(running: Running, view: View, chance: random.Random) -> None:
    """Do the next thing the players would."""
    match view["phase"]:
        case "setup" | "game-over":
            begin(running, view, chance)
        case "waiting":
            _bet_or_throw(running, view, chance)
        case "burning":
            running.press()
        case "asking":
            running.touch("accept-reading")
        case _:
            pass


def begin(running: Running, view: View, chance: random.Random) -> None:
    """Begin a game that no earlier one is mistaken for."""
    evening = chance.randrange(10**9)
    players = ["Elfriede", *(f"Gast {seat} am {evening}" for seat in range(GUESTS))]
    running.touch("new-game", game="rock-and-roll", players=players, agreed={"bank_stack": 3000, "stack": 200})
    running.until(lambda now: now["moment"] != view["moment"] and now["phase"] == "waiting", within_s=5)


def _bet_or_throw(running: Running, view: View, chance: random.Random) -> None:
    cloth = view["cloth"]
    if cloth["notice"] is not None and cloth["round"] >= THROWS:
        running.touch("decide", event=cloth["notice"], moment=view["moment"])
    elif chance.random() < 0.3:
        running.press()
    else:
        event = {"type": "bet-placed", "player": chance.randint(1, GUESTS), "chips": chance.randint(1, 9)}
        field = chance.choice(tuple(Field)).value
        running.touch("decide", event={**event, "field": field}, moment=view["moment"])
