"""How long each part of an answer takes: ``python -m tests.bench``.

From the still frame to the stored throw and the pushed view, each part on its own, in one run on one core. Machines are
noisy: what counts are the shares, and the 95th centile of a run on an idle one.
"""

import json
import platform
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import typer
from numpy.typing import NDArray

from firmware.display.view import view
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.session.events import Pressed, ReadingTaken
from firmware.session.state import SessionState
from firmware.session.step import step
from firmware.session.touches import NewGame
from firmware.simulated.camera import SimulatedCameras
from firmware.simulated.darkroom import Darkroom
from firmware.simulated.setting import Setting
from firmware.simulated.table import SimulatedTable
from models.advisor import foresight
from models.evaluate.workers import Models, loaded_models
from scoring import rules
from scoring.dice import Face
from scoring.events import GameBegan, ThrowMade
from scoring.ruleset import Ruleset
from scoring.strategy.advice import advise
from tests.doubles.clock import ManualClock
from vision.find.board import find_board
from vision.find.pose import PoseFinder
from vision.frame import Frame
from vision.read.classify import FaceReader
from vision.read.load import BoardFinder
from vision.read.reader import Reader
from vision.watch.settle import Settler
from vision.watch.track import held


def by_turns(works: dict[str, Callable[[], object]], times: int) -> dict[str, NDArray[np.float64]]:
    """Return how long each work takes, ms, done by turns after once that does not count."""
    spent: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(times + 1):
        for name, work in works.items():
            began = time.perf_counter()
            work()
            spent[name].append(1e3 * (time.perf_counter() - began))
    return {name: np.array(each[1:]) for name, each in spent.items()}


def board_frames() -> tuple[Frame, Frame]:
    clock, setting = ManualClock(), Setting.for_session(1)
    table = SimulatedTable(setting, seed=1, clock=clock)
    table.lay([0, 1, 2, 3, 4])
    camera = SimulatedCameras(table, Darkroom(setting), clock=clock, tick=lambda: None).open()
    return camera.preview(), camera.capture(not_before_ns=0)


def models() -> tuple[PoseFinder, FaceReader]:
    detector, pose, faces = loaded_models(Models())
    return PoseFinder(BoardFinder(detector), pose), faces


def works(folder: Path) -> dict[str, Callable[[], object]]:
    small, full = board_frames()
    board, settler = find_board(full), Settler()
    finder, faces = models()
    found = finder.detect(full)
    reader = Reader(finder, faces)
    reading = reader.read([full], board)
    store = SqliteStore.open(folder / "bench.sqlite3")
    state, _ = step(SessionState(), NewGame(GameBegan(players=("A", "B"), ruleset=Ruleset(), beginner=0)))
    state, _ = step(state, Pressed(1))
    thrown, _ = step(state, ReadingTaken(reading))
    record = Record(ThrowMade(tuple(Face)[:5]), reading)
    store.append(state.records[0])
    strategy = foresight()
    advised = rules.apply(state.game, ThrowMade(tuple(Face)[:5]))
    return {
        "stillness, one small frame": lambda: settler.observe(small),
        "find the board (once)": lambda: find_board(full),
        "find and measure dice, 1440 px frame": lambda: finder.detect(full),
        "read five faces": lambda: faces.classify(full, [die.quad for die in found]),
        "whole reading of one frame": lambda: reader.read([full], board),
        "whole reading of a photograph": lambda: reader.read_picture(full),
        "holds": lambda: held(reading, reading),
        "session step": lambda: step(state, ReadingTaken(reading)),
        "advise a cell": lambda: advise(strategy, advised),
        "store, synchronous=FULL": lambda: store.append(record),
        "view as JSON": lambda: json.dumps(view(thrown, simulated=True)),
    }


def main(times: int = 30) -> None:
    """Measure and print a table."""
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as folder:
        spent = by_turns(works(Path(folder)), times)
    print(f"{platform.machine()}, Python {platform.python_version()}, n = {times} each, one thread\n")
    print(f"{'part':<30}{'p50 ms':>9}{'p95 ms':>9}")
    for name, each in spent.items():
        print(f"{name:<30}{np.median(each):>9.2f}{np.percentile(each, 95):>9.2f}")


if __name__ == "__main__":
    typer.run(main)
