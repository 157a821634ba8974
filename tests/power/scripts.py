"""What a watched process does; it notes in a file beside its folder what it was told is saved.

python -m tests.power.scripts play FOLDER START STOP [killed|closed]
"""

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from firmware.errors import StoreError
from firmware.log import opening, whole_file
from firmware.log.follower import Follower
from tests.power import game, recording

DATA = Path("data") / "games.sqlite3"  # the log below the folder: its own folder is not there at first
KEPT = Path("data") / "dice" / "mine.npz"  # written whole, as taught sets and the calibration are
TRIES = 3
FOLLOWED_EVERY = 4
GONE = b"gone"  # stands for a file that is not there


def acks(folder: Path) -> Callable[[], object]:
    """Return what notes, unbuffered, that one more thing is safe."""
    file = os.open(folder.parent / recording.ACKS, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    return lambda: os.write(file, b"\n")


def play(folder: Path, start: str, stop: str, end: str = "closed") -> None:
    """Save records as the companion does: in order, each again until it is saved or nothing helps; the copy follows."""
    note = acks(folder)
    try:
        store, _ = opening.open_store(folder / DATA)
    except StoreError as error:
        sys.exit(str(error))
    follower = Follower(store, free_bytes=lambda _: 1 << 40)
    _is_done(follower.follow)
    for number in range(int(start), int(stop)):
        if not any(_is_done(partial(store.append, game.log()[number])) for _ in range(TRIES)):
            break
        note()
        if number % FOLLOWED_EVERY == 0:
            _is_done(follower.follow)
    if end == "killed":
        os._exit(0)  # nothing is closed, nothing is put in order
    _is_done(follower.follow)
    follower.close()
    store.close()


def keep(folder: Path, start: str, stop: str) -> None:
    """Write a file whole, again and again, and remove it now and then."""
    note = acks(folder)
    for content in versions()[int(start) : int(stop)]:
        try:
            whole_file.make_folder((folder / KEPT).parent)
            if content == GONE:
                whole_file.remove(folder / KEPT)
            else:
                whole_file.write_whole(folder / KEPT, content)
        except OSError:
            break
        note()


def versions() -> tuple[bytes, ...]:
    """Return what the kept file holds, one after the other: several sizes, each over many sectors."""
    return tuple(GONE if number % 4 == 3 else bytes([65 + number]) * (700 * (number + 1)) for number in range(9))


def _is_done(do: Callable[[], object]) -> bool:
    try:
        do()
    except StoreError as error:
        sys.stderr.write(f"{error}\n")
        return False
    return True


if __name__ == "__main__":
    {"play": play, "keep": keep}[sys.argv[1]](Path(sys.argv[2]), *sys.argv[3:])
