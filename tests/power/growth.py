"""What a start costs a log that has grown for years: seconds, with a sound log and with a damaged one.

python -m tests.power.growth --games 1000
"""

from __future__ import annotations

import argparse
import logging
import os
import tempfile
import time
from contextlib import closing
from pathlib import Path

from firmware.log import codec, schema
from firmware.log.opening import DAMAGED, open_store
from firmware.log.store import SqliteStore
from firmware.log.stored import StoredRecord
from tests.firmware.log.games import copied, wipe
from tests.power import game


def grown(path: Path, games: int) -> None:
    """Make a log of so many whole games."""
    bodies = [codec.encode(record) for record in game.records()]
    with closing(SqliteStore.open(path)) as store:
        for number in range(games):
            first = number * len(bodies) + 1
            stored = [StoredRecord(sequence=first + n, game=number + 1, body=body) for n, body in enumerate(bodies)]
            store.extend(stored)


def started(what: str, path: Path) -> None:
    """Start with nothing of the files in memory, and print what it took and what was found."""
    for file in path.parent.iterdir():
        descriptor = os.open(file, os.O_RDONLY)
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(descriptor)
    began = time.monotonic()
    store, said = open_store(path)
    spent_s = time.monotonic() - began
    with closing(store):
        size = path.stat().st_size / 1e6
        print(f"{what}: {spent_s:.2f} s, {size:.0f} MB, {store.newest[1]} games, said {said}", flush=True)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--folder", type=Path, default=None, help="on the disk to be measured; it must hold four logs")
    arguments = parser.parse_args()
    logging.disable()
    with tempfile.TemporaryDirectory(prefix="serviert-growth-", dir=arguments.folder) as name:
        path = Path(name) / "games.sqlite3"
        grown(path, arguments.games)
        copied(path)
        started("sound log", path)
        wipe(path, path.stat().st_size // 2 // schema.PAGE_SIZE)
        schema.beside(path, DAMAGED).touch()
        started("damaged log", path)


if __name__ == "__main__":
    main()
