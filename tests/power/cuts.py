"""Cuts a recorded run at every operation, and looks what the next start makes of each disk there might then be."""

from __future__ import annotations

import hashlib
import random
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from tests.power import game, laws
from tests.power.disk import Contents, Disk, Loss
from tests.power.recording import Operation, Synced, Watch, Wrote, watched

Law: TypeAlias = Callable[[Path, int], str]
"""Takes a folder after a cut and how much was told to be saved; says what is wrong."""

CLEAN_DRAWS = {Loss.NOTHING: 1, Loss.ALL: 1}
ALL = 1 << 30


@dataclass(frozen=True, slots=True)
class Run:
    """One process of a scenario."""

    script: tuple[str, ...]  # as `tests.power.scripts` takes it, without its folder
    # wipes this many bytes at the end of a file before the process starts: path and count
    damage: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """A few processes one after the other in one folder."""

    name: str
    runs: tuple[Run, ...]
    law: Law
    cut_from: int = 0


def scenarios(named: str = "") -> tuple[Scenario, ...]:
    """Return what is cut: all whose name holds a word."""
    end = len(game.log())
    third = end // 3
    played = (
        Run(("play", "0", "6")),
        Run(("play", "6", str(third + 3), "killed")),
        Run(("play", str(third + 3), str(end))),
    )
    mended = (
        Run(("play", "0", str(2 * third), "killed")),
        Run(("play", str(2 * third), str(end)), damage=("data/games.sqlite3", 100)),
    )
    taken_over = (Run(("begin-older", str(2 * third))), Run(("play", str(2 * third), str(2 * third + 6))))
    kept = (Run(("keep", "0", "4")), Run(("keep", "4", "9")))
    found = (
        Scenario("a game, closed, killed and begun anew", played, laws.log_after_cut),
        Scenario("a damaged file being replaced", mended, laws.log_after_mending, cut_from=1),
        Scenario("an older log being taken over", taken_over, laws.log_after_cut, cut_from=1),
        Scenario("files written whole", kept, laws.kept_after_cut),
    )
    return tuple(scenario for scenario in found if named in scenario.name)


def recorded(scenario: Scenario, folder: Path) -> tuple[tuple[Operation, ...], int]:
    """Run a scenario, and return all that it did to the disk, and how much of that is before it is cut."""
    root = folder / "root"
    root.mkdir()
    watch, operations, before = Watch(root), [], 0
    for number, run in enumerate(scenario.runs):
        if run.damage is not None:
            operations += _damaged(watch, root, *run.damage)
        if number == scenario.cut_from:
            before = len(operations)
        name, *arguments = run.script
        calls, done = watched(("tests.power.scripts", name, str(root), *arguments))
        if done.returncode:
            raise RuntimeError(f"{scenario.name}: {done.stderr}")
        operations += watch.operations(calls)
    return tuple(operations), before


def _damaged(watch: Watch, root: Path, path: str, count: int) -> list[Operation]:
    """Wipe the end of a file, on the disk and in the record of it."""
    content = bytearray((root / path).read_bytes())
    content[-count:] = bytes(count)
    (root / path).write_bytes(content)
    file = watch.number_of(path)
    return [Wrote(file, len(content) - count, bytes(count)), Synced(file)]


def cut_everywhere(
    scenario: Scenario,
    *,
    draws: int,
    seed: int = 1,
    most_cuts: int = ALL,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> laws.Tally:
    """Cut a scenario after every operation."""
    tally, rng, disk = laws.Tally(), random.Random(seed), Disk()
    seen: set[bytes] = set()
    with tempfile.TemporaryDirectory(prefix="serviert-cuts-", dir=laws.quick_folder()) as name:
        folder = Path(name)
        operations, before = recorded(scenario, folder)
        tally.points = len(operations) - before
        stride = max(1, -(-tally.points // most_cuts))
        for number, operation in enumerate(operations):
            disk.take(operation)
            if number < before or (number - before) % stride:
                continue
            for loss, contents in _disks(disk, draws, rng):
                if _is_new(contents, disk.told, seen):
                    wrong = _wrong_with(contents, folder / "cut", scenario.law, disk.told)
                    tally.note(wrong, f"{loss.name} after operation {number}, {_words(operation)}")
            progress(number + 1 - before, tally.points)
    return tally


def _disks(disk: Disk, draws: int, rng: random.Random) -> Iterator[tuple[Loss, Contents]]:
    for loss in Loss:
        for _ in range(CLEAN_DRAWS.get(loss, draws)):
            yield loss, disk.after_cut(loss, rng)


def _is_new(contents: Contents, told: int, seen: set[bytes]) -> bool:
    digest = hashlib.blake2b(str(told).encode())
    for path, content in sorted(contents.items()):
        digest.update(path.encode() + b"\0" + (b"folder" if content is None else hashlib.blake2b(content).digest()))
    is_new = digest.digest() not in seen
    seen.add(digest.digest())
    return is_new


def _wrong_with(contents: Contents, folder: Path, law: Law, told: int) -> str:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    laws.fill(folder, dict(contents))
    return law(folder, told)


def _words(operation: Operation) -> str:
    if isinstance(operation, Wrote):
        return f"{len(operation.content)} bytes at {operation.offset} of file {operation.file}"
    return str(operation)
