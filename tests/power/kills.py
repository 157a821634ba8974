"""SIGKILL at random moments of a process that plays any game, shows its dice, is set up or shared with phones: session,
companion, store, servers, an eye that sees by lot; and of one that takes in games from files.

The process tells through a pipe, after each event, how much is shown as saved; the next one holds the log against it.
"""

import os
import random
import select
import signal
import tempfile
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tqdm import tqdm

from firmware.commands.play import first_state, opening_notice
from firmware.log import follower, opening
from firmware.log.store import SqliteStore
from firmware.log.stored import StoredRecord
from firmware.session.decisions import decisions
from firmware.session.events import Pressed, ReadingTaken, SessionEvent
from firmware.session.state import SessionState
from firmware.session.touches import CloseDice, CloseWizard, Decide, GoOn, NewGame, OpenDice, OpenWizard, TouchCell
from firmware.session.vocabulary import Phase
from firmware.settings.config import Config, StoreConfig
from firmware.table.companion import Companion
from firmware.table.parts import Listeners, Ports, Workers, nobody
from scoring.events import GameBegan
from scoring.games.ten_by_ten import GameState
from scoring.ruleset import Ruleset
from tests.doubles import prompt_advisor, recorded
from tests.firmware.table.companion_desk import PatientEye
from tests.power import game, laws, sharing
from tests.scoring.selfplay import KINDS, faces
from vision.watch.track import held

LONGEST_LIFE_S = 0.3  # until the plug is pulled: long enough for some turns, and for none
SHARE_IN_PLAY = 0.7  # killed a moment after they have begun to play, the others a moment after they were started
LONGEST_START_S = 60.0
SHARE_DECIDED = 0.5  # of the times at which a player may decide, he does; else he presses
SHARE_LEFT = 0.02  # so often, when he may, one goes home
SHARE_ASIDE = 0.04  # so often one looks at the dice, or sets the device up, or leaves that
ASIDE = (OpenDice(), CloseDice(), OpenWizard(), GoOn(), CloseWizard(), CloseWizard())
ONE_COLUMN = GameBegan(players=game.PLAYERS, ruleset=Ruleset(columns=1), beginner=0)
STARTS_A_FOLDER = 50  # then a new one is begun: the very first start must be killed often, too


class Standing(NamedTuple):
    """How far a log is known to be: its newest sequence, and the check sum of all bodies up to there."""

    sequence: int = 0
    check: int = 0


Life = Callable[[Path, Standing, int, int], None]
"""What a process does with a log that is known to go so far, by a seed, and tells through a pipe."""


def kill_often(
    times: int,
    *,
    seed: int,
    live: Life | None = None,
    longest_life_s: float = LONGEST_LIFE_S,
    starts_a_folder: int = STARTS_A_FOLDER,
) -> laws.Tally:
    """Play, or live otherwise, and kill; return how many records were shown as saved, and what was lost of them."""
    tally, rng = laws.Tally(), random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="serviert-kills-", dir=laws.QUICK_FOLDER) as name:
        for number in tqdm(range(times), desc="SIGKILL", unit=" kills", disable=None):
            folder = Path(name) / str(number // starts_a_folder)
            if number % starts_a_folder == 0:
                known = Standing()
            known = _killed_once(folder / "games.sqlite3", known, rng, tally, live or play, longest_life_s)
    return tally


def _killed_once(
    path: Path, known: Standing, rng: random.Random, tally: laws.Tally, live: Life, longest_life_s: float
) -> Standing:
    """Return how far the log is known to be after a process told what it found and what it saved."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _to_the_end(live, path, known, rng.randrange(1 << 30), writing)
    os.close(writing)
    if rng.random() < SHARE_IN_PLAY:
        select.select([reading], [], [], LONGEST_START_S)
    time.sleep(rng.uniform(0.0, longest_life_s))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    with os.fdopen(reading, encoding="utf-8") as said:
        lines = [line.strip() for line in said.read().splitlines(keepends=True) if line.endswith("\n")]
    where = f"kill {tally.looks + 1}"
    if not os.WIFSIGNALED(status):
        tally.note("it ended by itself", f"{where}: {' '.join(lines)[-600:]}")
        return known
    if not lines:
        tally.unsaved += 1
    first, *rest = lines or ["whole"]
    tally.note("" if first == "whole" else "something was lost", f"{where}: {first}")
    last = Standing(*map(int, (rest or ["0 0"])[-1].split()))
    tally.points += max(0, last.sequence - known.sequence)
    return max(known, last, key=lambda standing: standing.sequence)


# -- the process that is killed --------------------------------------------------------------------------------


def _to_the_end(live: Life, *given: Any) -> None:
    try:
        live(*given)
    except BaseException as error:  # noqa: BLE001 - a forked process must not go on as its parent
        os.write(given[-1], f"{error!r}\n".encode())
    finally:
        os._exit(1)


def share(path: Path, known: Standing, seed: int, pipe: int) -> None:
    play(path, known, seed, pipe, with_phones=True)


def play(path: Path, known: Standing, seed: int, pipe: int, *, with_phones: bool = False) -> None:
    """Begin as the companion does, say whether all is there, and play until the end comes."""
    store, said = opening.open_store(path)
    here, loss = found(store, known, said)
    phones = sharing.Phones(store, path.parent, seed) if with_phones else None
    companion = companion_of(store, said, phones.show if phones else nobody)
    loss = loss or (phones.start(companion.state) if phones else "")
    os.write(pipe, f"{loss or 'whole'}\n".encode())
    follower.Follower(store, free_bytes=lambda _: 1 << 40).start()
    rng = random.Random(seed)
    while True:
        companion.take((phones.posted() if phones else None) or next_event(companion.state, rng))
        here = told(store, here, pipe)


def companion_of(store: SqliteStore, said: opening.Trouble | None, show: Callable[[SessionState], None]) -> Companion:
    """Return one that begins with a log, as it does where that was opened and this said."""
    config = Config(store=StoreConfig(str(store.path)))
    ports = {"eye": PatientEye(), "store": store, "lamp": recorded.RecordedLamp(), "sound": recorded.RecordedSound()}
    return Companion(
        first_state(config, store, opening_notice(said, store.problem)),
        Ports(**ports, clock_ns=time.monotonic_ns),
        Workers(advise=prompt_advisor.PromptAdvisor().answer),
        listeners=Listeners(show=show),
    )


def found(store: SqliteStore, known: Standing, said: object) -> tuple[Standing, str]:
    """Return how far a log goes, and what of it was lost, "" if nothing."""
    standings = [Standing(), *_standings(store.stored_after(0, most=laws.MOST_RECORDS))]
    is_whole = said is None and known in standings and standings[-1].sequence == len(standings) - 1
    return standings[-1], "" if is_whole else f"{said}; of {known} there is {standings[-1]}"


def told(store: SqliteStore, here: Standing, pipe: int) -> Standing:
    """Say how far the log goes now, from where it went before."""
    *_, here = here, *_standings(store.stored_after(here.sequence, most=laws.MOST_RECORDS), here.check)
    os.write(pipe, f"{here.sequence} {here.check}\n".encode())
    return here


def _standings(stored: Iterable[StoredRecord], check: int = 0) -> Iterator[Standing]:
    for each in stored:
        check = zlib.crc32(each.body.encode(), check)
        yield Standing(each.sequence, check)


def next_event(state: SessionState, rng: random.Random) -> SessionEvent:
    """Return the next thing a player would do, who throws, presses and decides as fast as the companion answers."""
    if rng.random() < SHARE_ASIDE:
        return rng.choice(ASIDE)
    match state.phase:
        case Phase.SETUP | Phase.GAME_OVER:
            return NewGame(rng.choice((ONE_COLUMN, *(agree(rng, game.PLAYERS) for agree in KINDS.values()))))
        case Phase.READING:
            before = state.reading if state.game.turn.throws else None
            after = game.seen(list(faces(rng, state.game.dice)), rng)
            return ReadingTaken(after, None if before is None else held(before, after))
    if isinstance(state.game, GameState):
        if state.phase is Phase.ENTERING or (state.phase is Phase.READ and rng.random() < SHARE_DECIDED):
            return TouchCell(state.game.sheet(state.game.to_move or 0).free_cells[0])
    elif rng.random() < SHARE_DECIDED:
        wanted = [each.event for each in decisions(state.game) if each.key != "leave" or rng.random() < SHARE_LEFT]
        if wanted:
            return Decide(rng.choice(wanted))
    return Pressed(at_ns=time.monotonic_ns())
