"""What a watched process does; it notes in a file beside its folder what it was told is saved.

python -m tests.power.scripts play FOLDER START STOP [killed|closed [KEPT_GAMES]]
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from firmware.archive import KEPT_GAMES
from firmware.backup import Backups
from firmware.errors import StoreError
from firmware.log.opening import open_store
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.log.whole_file import make_folder, remove, write_whole
from scoring.events import GameAbandoned
from tests.power import game
from tests.power.recording import ACKS

DATA = Path("data") / "games.sqlite3"
"""The log below the folder: its own folder is not there at first."""

KEPT = Path("data") / "dice" / "mine.npz"
"""A file that is written whole, as taught sets and the calibration are."""

TRIES = 3
GONE = b"gone"
"""Stands for a file that is not there."""


class Acks:
    """Notes, unbuffered, what is safe."""

    def __init__(self, folder: Path) -> None:
        """Open the file of notes."""
        self._file = os.open(folder.parent / ACKS, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def note(self) -> None:
        """Note that one more thing is."""
        os.write(self._file, b"\n")


def play(folder: Path, start: str, stop: str, end: str = "closed", kept_games: str = str(KEPT_GAMES)) -> None:
    """Save records as the companion does: in order, each again until it is saved or nothing helps; copy after games.

    Before that a log of more than ``kept_games`` and the newest is put away.
    """
    acks = Acks(folder)
    try:
        store, _ = open_store(folder / DATA, kept_games=int(kept_games))
    except StoreError as error:
        sys.exit(str(error))
    copies = Backups(store, free_bytes=lambda _: 1 << 40)
    _copy(copies)
    for record in game.log()[int(start) : int(stop)]:
        if not any(_saved(store, record) for _ in range(TRIES)):
            break
        acks.note()
        if isinstance(record.event, GameAbandoned):
            _copy(copies)
    if end == "killed":
        os._exit(0)  # nothing is closed, nothing is put in order
    store.close()


def keep(folder: Path, start: str, stop: str) -> None:
    """Write a file whole, again and again, and remove it now and then."""
    acks = Acks(folder)
    for content in versions()[int(start) : int(stop)]:
        try:
            make_folder((folder / KEPT).parent)
            if content == GONE:
                remove(folder / KEPT)
            else:
                write_whole(folder / KEPT, content)
        except OSError:
            break
        acks.note()


def versions() -> tuple[bytes, ...]:
    """Return what the kept file holds, one after the other: several sizes, each over many sectors."""
    return tuple(GONE if number % 4 == 3 else bytes([65 + number]) * (700 * (number + 1)) for number in range(9))


def _saved(store: SqliteStore, record: Record) -> bool:
    try:
        store.append(record)
    except StoreError:
        return False
    return True


def _copy(copies: Backups) -> None:
    try:
        copies.make()
    except StoreError as error:
        sys.stderr.write(f"{error}\n")


if __name__ == "__main__":
    {"play": play, "keep": keep}[sys.argv[1]](Path(sys.argv[2]), *sys.argv[3:])
