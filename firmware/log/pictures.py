"""What lay at each throw: a small picture beside the log, by game and the moment of exposure that the record bears."""

import logging
import shutil
import threading
from contextlib import suppress
from glob import glob
from pathlib import Path

from firmware.log.follower import SPARED_BYTES
from firmware.log.store import SqliteStore
from firmware.log.whole_file import make_folder, write_whole
from vision.find.crop import dice_picture
from vision.frame import Frame
from vision.reading import Reading

log = logging.getLogger(__name__)

MOST_BYTES, MOST_PICTURES, MOST_GAMES = 20_000, 5000, 100  # together 100 MB; the oldest games' go first


def folder_of(path: Path) -> Path:
    """Return where the pictures of a log's throws lie."""
    return path.parent / "pictures"


def exposures(path: Path) -> frozenset[int]:
    """Return the moments of exposure of which a log's folder has a picture."""
    return frozenset(int(each.stem) for each in folder_of(path).glob("*/*.jpg") if each.stem.isdecimal())


def picture(path: Path, exposed_ns: int) -> bytes | None:
    """Return a log's picture of a moment of exposure, None where none is kept (any more)."""
    return next((each.read_bytes() for each in folder_of(path).glob(f"*/{exposed_ns:020}.jpg")), None)


class PictureKeeper:
    """Keeps the pictures of throws, each in a thread of its own; where they are not wanted, none of before either."""

    def __init__(self, store: SqliteStore, *, is_on: bool = True) -> None:
        """Take the log."""
        self._store, self._is_on, self._folder = store, is_on, folder_of(store.path)
        self._idle = threading.Lock()  # held while one is written
        if not is_on:
            shutil.rmtree(self._folder, ignore_errors=True)

    def keep(self, frame: Frame, reading: Reading) -> None:
        """Keep later what was read at a throw whose record was saved last, unless one is still under way."""
        if self._is_on and self._idle.acquire(blocking=False):
            path = self._folder / f"{self._store.newest[1]:08}" / f"{reading.exposed_ns:020}.jpg"
            with suppress(RuntimeError):  # no thread is to be had
                threading.Thread(target=self._keep, args=(path, frame, reading), name="picture", daemon=True).start()

    def close(self) -> None:
        """Wait for what is under way, and keep no more."""
        self._idle.acquire(timeout=5.0)

    def _keep(self, path: Path, frame: Frame, reading: Reading) -> None:
        try:
            dice, room = [die.detection for die in reading.dice], shutil.disk_usage(self._store.path.parent).free
            jpegs = (dice_picture(frame, dice, quality=each) for each in (75, 50, 25, 10) if room > SPARED_BYTES)
            if jpeg := next((each for each in jpegs if len(each) <= MOST_BYTES), None):
                make_folder(path.parent)
                write_whole(path, jpeg)
                self._tidy(path.parent.name)
        except Exception:  # a disk that is full, read-only or gone: the game goes on
            log.warning("The picture of a throw could not be kept.", exc_info=True)
        finally:
            self._idle.release()

    def _tidy(self, newest: str) -> None:
        """Remove what is too much, the oldest first, and before it what is of a log that is gone: of games to come."""
        names = glob("*/*", root_dir=self._folder)  # noqa: PTH207 - paths take five times as long
        found = sorted(names, key=lambda each: (each[:8] <= newest, each), reverse=True)
        games = list(dict.fromkeys(each[:8] for each in found))[:MOST_GAMES]
        for each in (each for at, each in enumerate(found) if at >= MOST_PICTURES or each[:8] not in games):
            (self._folder / each).unlink()
            with suppress(OSError):  # others are in there
                (self._folder / each).parent.rmdir()
