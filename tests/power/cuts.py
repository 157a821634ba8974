"""Cuts a recorded run at every operation, and looks what the next start makes of each disk there might then be."""

import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from tqdm import tqdm

from tests.power import game, laws
from tests.power.disk import Disk, Loss
from tests.power.recording import Did, Operation, Watch, watched
from tests.power.scripts import DATA

Law: TypeAlias = Callable[[Path, int], str]
"""Takes a folder after a cut and how much was told to be saved; says what is wrong."""

CLEAN_DRAWS = {Loss.NOTHING: 1, Loss.ALL: 1}


@dataclass(frozen=True, slots=True)
class Scenario:
    """A few processes one after the other in one folder, each as `tests.power.scripts` takes it, without its folder."""

    name: str
    scripts: tuple[tuple[str, ...], ...]
    law: Law
    is_damaged: bool = False  # the end of the log is wiped after the first process, and no cut comes before that


def scenarios() -> tuple[Scenario, ...]:
    end = len(game.log())
    third, half, last = (str(number) for number in (end // 3 + 3, 2 * (end // 3), end))
    played = (("play", "0", "6"), ("play", "6", third, "killed"), ("play", third, last))
    mended = (("play", "0", half, "killed"), ("play", half, last))
    kept = (("keep", "0", "4"), ("keep", "4", "9"))
    mending = partial(laws.log_after_cut, is_mended=True)
    return (
        Scenario("a game, closed, killed and begun anew", played, laws.log_after_cut),
        Scenario("a damaged file being replaced", mended, mending, is_damaged=True),
        Scenario("files written whole", kept, laws.kept_after_cut),
    )


def recorded(scenario: Scenario, folder: Path) -> tuple[tuple[Operation, ...], int]:
    """Run a scenario, and return all that it did to the disk, and how much of that is before it is cut."""
    root = folder / "root"
    root.mkdir()
    watch, operations, before = Watch(root), [], 0
    for number, (name, *arguments) in enumerate(scenario.scripts):
        if number == 1 and scenario.is_damaged:
            operations += _wiped(watch, root)
            before = len(operations)
        calls, done = watched(("tests.power.scripts", name, str(root), *arguments))
        if done.returncode:
            raise RuntimeError(f"{scenario.name}: {done.stderr}")
        operations += watch.operations(calls)
    return tuple(operations), before


def _wiped(watch: Watch, root: Path, count: int = 100) -> list[Operation]:
    """Wipe the end of the log, on the disk and in the record of it."""
    content = bytearray((root / DATA).read_bytes())
    content[-count:] = bytes(count)
    (root / DATA).write_bytes(content)
    file = watch.files[str(DATA)]
    at = len(content) - count
    return [Operation(did=Did.WRITE, file=file, at=at, content=bytes(count)), Operation(did=Did.SYNC, file=file)]


def cut_everywhere(scenario: Scenario, *, draws: int, seed: int = 1, most_cuts: int = 1 << 30) -> laws.Tally:
    tally, rng, disk = laws.Tally(), random.Random(seed), Disk()
    seen = set[int]()
    with tempfile.TemporaryDirectory(prefix="serviert-cuts-", dir=laws.QUICK_FOLDER) as name:
        operations, before = recorded(scenario, Path(name))
        tally.points = len(operations) - before
        stride = max(1, -(-tally.points // most_cuts))
        for number, operation in enumerate(tqdm(operations, desc=scenario.name, disable=None)):
            disk.take(operation)
            if number < before or (number - before) % stride:
                continue
            for loss in chain.from_iterable([each] * CLEAN_DRAWS.get(each, draws) for each in Loss):
                contents = disk.after_cut(loss, rng)
                found = hash((disk.told, tuple(sorted(contents.items()))))
                if found not in seen:
                    seen.add(found)
                    place = laws.put_down(Path(name) / "cut", contents)
                    done = f"{operation.did}, {len(operation.content)} bytes at {operation.at} of {operation.path}"
                    tally.note(scenario.law(place, disk.told), f"{loss.name} after operation {number}: {done}")
    return tally
