"""What a start costs a log that has grown for years: seconds and memory, with a sound log and with a damaged one.

python -m tests.power.growth --games 1000
"""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from firmware.backup import copies_of
from firmware.log.opening import open_store
from firmware.log.store import SqliteStore
from firmware.log.stored import Row
from tests.power import game

MB = 1e6


def grown(path: Path, games: int) -> int:
    """Make a log of so many whole games with its two copies, and return how many records it has."""
    bodies = [Row.of(record, sequence=1, game=1).body for record in game.records()]
    with closing(SqliteStore.open(path)) as store:
        for number in range(games):
            first = number * len(bodies) + 1
            store.extend([Row(sequence=first + n, game=number + 1, body=body) for n, body in enumerate(bodies)])
    for copy in copies_of(path):
        shutil.copyfile(path, copy)
    return games * len(bodies)


def damaged(path: Path) -> None:
    """Spoil a page in the middle of the log, and mark it as a look through it in play does."""
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2 // 4096 * 4096)
        file.write(bytes(4096))
    path.with_name(f"{path.name}.damaged").touch()


def started(path: Path) -> str:
    """Start, and return in words what was found."""
    store, said = open_store(path)
    with closing(store):
        return f"{len(store.games())} games in {path.stat().st_size / MB:.0f} MB, said {said and said.key}"


def measured(what: str, do: Callable[[], str], limit_bytes: int) -> None:
    """Do something in a process of its own, and print what it cost."""
    queue: multiprocessing.Queue[str] = multiprocessing.get_context("spawn").Queue()
    process = multiprocessing.get_context("fork").Process(target=_measure, args=(what, do, limit_bytes, queue))
    process.start()
    process.join()
    print(queue.get() if process.exitcode == 0 else f"{what}: killed ({process.exitcode})", flush=True)


def _measure(what: str, do: Callable[[], str], limit_bytes: int, queue: multiprocessing.Queue[str]) -> None:
    if limit_bytes:
        resource.setrlimit(resource.RLIMIT_DATA, (limit_bytes, limit_bytes))
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.monotonic()
    try:
        found = do()
    except MemoryError:
        found = "OUT OF MEMORY"
    spent_s = time.monotonic() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    queue.put(f"{what}: {spent_s:.1f} s, {peak * 1024 / MB:.0f} MB at most ({before * 1024 / MB:.0f} before): {found}")


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--folder", type=Path, default=None, help="on the disk to be measured; it must hold six logs")
    parser.add_argument("--most", type=int, default=0, help="memory that a start may have, MB; 0 for all there is")
    arguments = parser.parse_args()
    logging.disable()
    limit_bytes = arguments.most * 1_000_000
    with tempfile.TemporaryDirectory(prefix="serviert-growth-", dir=arguments.folder) as name:
        sound, spoilt = Path(name) / "sound" / "games.sqlite3", Path(name) / "spoilt" / "games.sqlite3"
        records = grown(sound, arguments.games)
        shutil.copytree(sound.parent, spoilt.parent)
        damaged(spoilt)
        print(f"{arguments.games} games, {records} records, {sound.stat().st_size / MB:.0f} MB and two copies")
        for path, word in ((sound, "sound"), (spoilt, "damaged")):
            for when in ("first", "second"):
                measured(f"{word} log, {when} start", lambda path=path: started(path), limit_bytes)  # type: ignore[misc]
            held = sum(file.stat().st_size for file in path.parent.iterdir())
            print(f"  {held / MB:.0f} MB in {sum(1 for _ in path.parent.iterdir())} files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
