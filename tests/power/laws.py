"""What must hold of a folder that a power cut, a broken disk or rot left behind, as the next start finds it."""

import shutil
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from firmware.errors import FirmwareError
from firmware.log.opening import Became, Trouble, open_store
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from tests.firmware.log.games import records_in
from tests.power import game, scripts

TOLD = frozenset({Became.LOST, Became.REPLACED, Became.RESTORED, Became.GONE})
MENDED = (Trouble(Became.RESTORED), None)
MOST_RECORDS = 100_000
QUICK_FOLDER = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""In memory where possible: the disks are imagined, and nothing of them needs a real one."""

MOST_FILES = 16
"""In a folder, whatever happened: log, copy, mark, some damaged ones, each with what belongs to it."""


@dataclass
class Tally:
    points: int = 0  # so many moments or calls were chosen, or records saved
    looks: int = 0  # so many different folders were looked at, or processes killed
    unsaved: int = 0  # of these, in so many not everything could be saved, or nothing was
    wrong: Counter[str] = field(default_factory=Counter)  # what was wrong, and with how many
    examples: dict[str, str] = field(default_factory=dict)  # one of each, in words

    def note(self, wrong: str, where: str) -> None:
        """Take what was found in a folder, "" where it is as it should be."""
        self.looks += 1
        if wrong:
            self.wrong[wrong] += 1
            self.examples.setdefault(wrong, where)


def put_down(folder: Path, contents: Mapping[str, bytes | None]) -> Path:
    """Return a folder with files and folders, whatever it held before."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for path, content in sorted(contents.items()):
        if content is None:
            (folder / path).mkdir()
        else:
            (folder / path).write_bytes(content)
    return folder


def log_after_cut(folder: Path, told: int, *, is_mended: bool = False) -> str:
    """Return what is wrong with the games after a power cut, "" if nothing.

    Where a damaged file was replaced, that may be said once more or not at all: the cut came before or after it.
    """
    may_say = MENDED if is_mended else (None,)
    return _said_of(folder, lambda store, said: _cut_wrong(store, None if said in may_say else said, told))


def log_after_rot(folder: Path, saved: int, safe: int, traced: int) -> str:
    """Return what is wrong with the games after bits rotted, "" if nothing."""
    return _said_of(folder, lambda store, said: _rot_wrong(store, said, game.log()[:saved], safe, traced))


def kept_after_cut(folder: Path, told: int) -> str:
    """Return what is wrong with a file written whole after a power cut, "" if nothing."""
    path = folder / scripts.KEPT
    found = path.read_bytes() if path.exists() else scripts.GONE
    expected = (scripts.GONE, *scripts.versions())
    if found not in expected[told : told + 2]:
        what = "another version" if found in expected else f"{len(found)} bytes of none"
        return f"{what} where version {told} or the next should be"
    leftovers = sum(file != path for file in path.parent.iterdir()) if path.parent.exists() else 0
    return f"{leftovers} files left over" if leftovers > 1 else ""


def _said_of(folder: Path, wrong: Callable[[SqliteStore, Trouble | None], str]) -> str:
    path = folder / scripts.DATA
    try:
        for law in (wrong, _after_that):
            store, said = open_store(path)
            with closing(store):
                if found := law(store, said):
                    return found
                store.append(game.log()[0])  # it goes on, and ends cleanly
    except (FirmwareError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    count = sum(1 for _ in path.parent.iterdir())
    return f"{count} files" if count > MOST_FILES else ""


def _after_that(store: SqliteStore, said: Trouble | None) -> str:
    if said is not None:
        return f"at the start after that it says {said.became}"
    return "" if store.current_game() == game.log()[:1] else "what was saved after that is lost"


def _cut_wrong(store: SqliteStore, said: Trouble | None, told: int) -> str:
    log, found = game.log(), records_in(store)
    if found != log[: len(found)]:
        return "other records than were saved"
    if not told <= len(found) <= told + 1:
        return f"{len(found)} records; {told} were said to be saved"
    return "" if said is None else f"it says {said.became}"


def _rot_wrong(store: SqliteStore, said: Trouble | None, log: tuple[Record, ...], safe: int, traced: int) -> str:
    found, rest = records_in(store), iter(log)
    if not all(any(record == each for each in rest) for record in found):
        return "other records than were saved"
    if len(found) < safe:
        return f"{len(found)} records; {safe} could be read"
    if said is None and (len(found) < traced or found != log[: len(found)]):
        return f"{len(log) - len(found)} records are lost, and nobody says so"
    if said is not None and said.became not in TOLD:
        return f"it says {said.became}"
    if said is not None and len(found) == len(log) and said != MENDED[0]:
        return f"nothing is lost, and it says {said}"
    return ""
