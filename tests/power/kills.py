"""SIGKILL at random moments of a process that plays: session, companion, store and copies, an eye that sees by lot.

The process tells through a pipe, after each event, how much is shown as saved; the next one holds the log against it.
"""

from __future__ import annotations

import os
import random
import select
import signal
import tempfile
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from firmware.commands.play import first_state, opening_notice
from firmware.log.follower import Follower
from firmware.log.opening import open_store
from firmware.log.store import SqliteStore
from firmware.log.stored import StoredRecord
from firmware.session.events import Pressed, ReadingTaken, SessionEvent
from firmware.session.state import SessionState
from firmware.session.touches import NewGame, TouchCell
from firmware.session.vocabulary import Phase
from firmware.settings.config import Config, StoreConfig
from firmware.table.companion import Companion
from firmware.table.parts import Ports, Workers
from scoring.dice import Face
from scoring.events import GameBegan
from scoring.ruleset import Ruleset
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.doubles.prompt_advisor import PromptAdvisor
from tests.doubles.recorded import RecordedLamp, RecordedSound
from tests.firmware.table.companion_desk import PatientEye
from tests.power import game, laws
from vision.watch.track import held

LONGEST_LIFE_S = 0.3  # until the plug is pulled: long enough for some turns, and for none
SHARE_IN_PLAY = 0.7  # killed a moment after they have begun to play, the others a moment after they were started
LONGEST_START_S = 60.0
STARTS_A_FOLDER = 50  # then a new one is begun: the very first start must be killed often, too
COLUMNS = 1


class Standing(NamedTuple):
    """How far a log is known to be: its newest sequence, and the check sum of all bodies up to there."""

    sequence: int = 0
    check: int = 0


@dataclass
class KillTally:
    """What the kills came to."""

    kills: int = 0  # so many
    early: int = 0  # of these, so many before anything was shown
    records: int = 0  # that were shown as saved
    lives_s: list[float] = field(default_factory=list)  # how long each process lived, seconds
    lost: list[str] = field(default_factory=list)  # what was lost, in words


def kill_often(
    times: int,
    *,
    seed: int,
    longest_life_s: float = LONGEST_LIFE_S,
    progress: Callable[[KillTally], object] = lambda _: None,
) -> KillTally:
    """Play and kill."""
    tally, rng = KillTally(), random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="serviert-kills-", dir=laws.quick_folder()) as name:
        for number in range(times):
            folder = Path(name) / str(number // STARTS_A_FOLDER)
            if number % STARTS_A_FOLDER == 0:
                known = Standing()
            known = _killed_once(folder / "games.sqlite3", known, rng, longest_life_s, tally)
            progress(tally)
    return tally


def _killed_once(path: Path, known: Standing, rng: random.Random, longest_life_s: float, tally: KillTally) -> Standing:
    reading, writing = os.pipe()
    began = time.monotonic()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _live(path, known, rng.randrange(1 << 30), writing)
    os.close(writing)
    if rng.random() < SHARE_IN_PLAY:
        select.select([reading], [], [], LONGEST_START_S)
    time.sleep(rng.uniform(0.0, longest_life_s))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    tally.kills += 1
    tally.lives_s.append(time.monotonic() - began)
    with os.fdopen(reading, encoding="utf-8") as said:
        lines = said.read().splitlines(keepends=True)
    if not os.WIFSIGNALED(status):
        tally.lost.append(f"kill {tally.kills}: it ended by itself: {''.join(lines)[-600:]}")
        return known
    return _judged([line.strip() for line in lines if line.endswith("\n")], known, tally)


def _judged(lines: list[str], known: Standing, tally: KillTally) -> Standing:
    """Return how far the log is known to be after a process told what it found and what it saved."""
    if not lines:
        tally.early += 1
        return known
    first, *rest = lines
    if first != "whole":
        tally.lost.append(f"kill {tally.kills}: {first}")
    told = Standing(*map(int, (rest or ["0 0"])[-1].split()))
    tally.records += max(0, told.sequence - known.sequence)
    return max(known, told, key=lambda standing: standing.sequence)


# -- the process that is killed --------------------------------------------------------------------------------


def _live(path: Path, known: Standing, seed: int, pipe: int) -> None:
    """Begin as the companion does, say whether all is there, and play until the end comes."""
    try:
        store, said = open_store(path)
        standings = [Standing(), *_standings(store.stored_after(0, most=laws.MOST_RECORDS))]
        is_whole = said is None and known in standings and standings[-1].sequence == len(standings) - 1
        os.write(pipe, f"{'whole' if is_whole else f'{said}; of {known} there is {standings[-1]}'}\n".encode())
        config = Config(store=StoreConfig(str(path)))
        player = Player(first_state(config, store, opening_notice(said, store.problem)), store, seed)
        Follower(store, free_bytes=lambda _: 1 << 40).start()
        here = standings[-1]
        while True:
            player.move()
            *_, here = here, *_standings(store.stored_after(here.sequence, most=laws.MOST_RECORDS), here.check)
            os.write(pipe, f"{here.sequence} {here.check}\n".encode())
    except BaseException as error:  # noqa: BLE001 - a forked process must not go on as its parent
        os.write(pipe, f"{error!r}\n".encode())
    finally:
        os._exit(1)


def _standings(stored: Iterable[StoredRecord], check: int = 0) -> Iterator[Standing]:
    for each in stored:
        check = zlib.crc32(each.body.encode(), check)
        yield Standing(each.sequence, check)


class Player:
    """Throws, presses and enters as fast as the companion answers."""

    def __init__(self, state: SessionState, store: SqliteStore, seed: int) -> None:
        """Sit down at the session as it was left."""
        self._rng = random.Random(seed)
        ports = {"eye": PatientEye(), "store": store, "lamp": RecordedLamp(), "sound": RecordedSound()}
        advise = PromptAdvisor().answer
        self._companion = Companion(state, Ports(**ports, clock_ns=time.monotonic_ns), Workers(advise=advise))

    def move(self) -> None:
        """Do the next thing a player would."""
        self._companion.take(self._next())

    def _next(self) -> SessionEvent:
        state = self._companion.state
        match state.phase:
            case Phase.SETUP | Phase.GAME_OVER:
                return NewGame(GameBegan(players=game.PLAYERS, ruleset=Ruleset(columns=COLUMNS), beginner=0))
            case Phase.READING:
                return self._thrown(state)
            case Phase.ENTERING:
                return TouchCell(self._free_cell(state))
            case Phase.READ if self._rng.random() < 0.5:
                return TouchCell(self._free_cell(state))
            case _:
                return Pressed(at_ns=time.monotonic_ns())

    def _thrown(self, state: SessionState) -> ReadingTaken:
        before = state.reading if state.game is not None and state.game.turn.throws_made else None
        after = game.seen([self._rng.choice(list(Face)) for _ in range(game.DICE)], self._rng)
        return ReadingTaken(after, None if before is None else held(before, after))

    def _free_cell(self, state: SessionState) -> Cell:
        assert state.game is not None
        player = state.game.to_move
        assert player is not None
        taken = {entry.cell for entry in state.game.entries if entry.player == player}
        cells = [Cell(category, column) for column in range(1, COLUMNS + 1) for category in Category]
        return next(cell for cell in cells if cell not in taken)
