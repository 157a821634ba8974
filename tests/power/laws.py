"""What must hold of a folder that a power cut, a broken disk or rot left behind, as the next start finds it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.archive import KEPT_GAMES, archives_of
from firmware.errors import FirmwareError
from firmware.log.opening import open_store
from firmware.rows import rows_unwritable
from firmware.session.log import notice
from firmware.session.state import NoticeKey
from tests.power import game
from tests.power.scripts import DATA, GONE, KEPT, versions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from firmware.log.record import Record
    from firmware.log.store import SqliteStore
    from firmware.log.stored import Row
    from firmware.session.state import Notice

TOLD = frozenset({NoticeKey.STORE_LOST, NoticeKey.STORE_REPLACED, NoticeKey.STORE_RESTORED})
MENDED = (notice(NoticeKey.STORE_RESTORED), None)
MOST_RECORDS = 10_000
MOST_FILES = 16
"""In a folder, whatever happened: log, two copies, three damaged ones, each with what belongs to it."""


def fill(folder: Path, contents: dict[str, bytes | None]) -> None:
    """Put files and folders down."""
    for path, content in sorted(contents.items()):
        if content is None:
            (folder / path).mkdir()
        else:
            (folder / path).write_bytes(content)


def log_after_cut(folder: Path, told: int) -> str:
    """Return what is wrong with the games after a power cut, "" if nothing.

    Args:
        folder: What the cut left.
        told: So many records were said to be saved.
    """
    return _said_of(folder, lambda store, said: _cut_wrong(store, said, told))


def log_after_mending(folder: Path, told: int) -> str:
    """Return what is wrong with the games after a power cut while a damaged file was replaced, "" if nothing.

    That it was damaged may be said once more or not at all: the cut may have come before or after it was put right.
    """
    return _said_of(folder, lambda store, said: _cut_wrong(store, None if said in MENDED else said, told))


def log_after_putting_away(folder: Path, told: int) -> str:
    """Return what is wrong with the games after a power cut while games were put away, "" if nothing.

    The next start puts away what there is, whatever the cut left.
    """
    return _said_of(folder, lambda store, said: _cut_wrong(store, said, told), kept_games=0)


def log_after_fault(folder: Path, told: int, kept_games: int = KEPT_GAMES) -> str:
    """Return what is wrong with the games after calls failed and the disk is well again, "" if nothing.

    A damaged file may have been seen where there is none, and put right: what was told to be saved is there.
    """
    return _said_of(folder, lambda store, said: _cut_wrong(store, said, told), kept_games=kept_games)


def log_after_rot(folder: Path, saved: int, safe: int, traced: int) -> str:
    """Return what is wrong with the games after bits rotted, "" if nothing.

    Args:
        folder: What is left.
        saved: So many records there were.
        safe: So many of them must still be there, as a copy holds them or the rot touches none.
        traced: So many of them can be known of: where fewer are found, that must be said.
    """
    return _said_of(folder, lambda store, said: _rot_wrong(store, said, game.log()[:saved], safe, traced))


def kept_after_cut(folder: Path, told: int) -> str:
    """Return what is wrong with a file written whole after a power cut, "" if nothing."""
    path = folder / KEPT
    found = path.read_bytes() if path.exists() else GONE
    expected = (GONE, *versions())
    legal = expected[told : told + 2]
    if found not in legal:
        what = "another version" if found in expected else f"{len(found)} bytes of none"
        return f"{what} where version {told} or the next should be"
    leftovers = sum(file != path for file in path.parent.iterdir()) if path.parent.exists() else 0
    return f"{leftovers} files left over" if leftovers > 1 else ""


def _said_of(folder: Path, wrong: Callable[[SqliteStore, Notice | None], str], *, kept_games: int = KEPT_GAMES) -> str:
    path = folder / DATA
    try:
        store, said = open_store(path, kept_games=kept_games)
        with closing(store):
            found = wrong(store, said)
        if found:
            return found
        store, said = open_store(path, kept_games=kept_games)
        with closing(store):
            found = _after_that(store, said)
    except (FirmwareError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    count = sum(1 for file in path.parent.iterdir() if file not in archives_of(path))
    return found or (f"{count} files" if count > MOST_FILES else "")


def records_in(store: SqliteStore) -> tuple[Record, ...]:
    """Return all records of all games, oldest first, those that were put away included.

    Raises:
        ValueError: If a log and an archive do not agree.
    """
    return tuple(row.record for row in rows_in(store))


def rows_in(store: SqliteStore) -> tuple[Row, ...]:
    """Return the rows of all games, oldest first, those that were put away included.

    Raises:
        ValueError: If a log and an archive do not agree.
    """
    found: dict[int, Row] = {}
    for row in (*_archived(store.path), *store.rows_after(0, most=MOST_RECORDS)):
        if not row.is_same_as(found.setdefault(row.sequence, row)):
            raise ValueError(f"two records are number {row.sequence}")
    return tuple(found[sequence] for sequence in sorted(found))


def _archived(path: Path) -> Iterator[Row]:
    for archive in archives_of(path):
        yield from rows_unwritable(archive)


def _cut_wrong(store: SqliteStore, said: Notice | None, told: int) -> str:
    log, found = game.log(), records_in(store)
    if found != log[: len(found)]:
        return "other records than were saved"
    if not told <= len(found) <= told + 1:
        return f"{len(found)} records; {told} were said to be saved"
    if said is not None:
        return f"it says {said.key}"
    return _goes_on(store)


def _rot_wrong(store: SqliteStore, said: Notice | None, log: tuple[Record, ...], safe: int, traced: int) -> str:
    found = records_in(store)
    if not _is_in_order(found, log):
        return "other records than were saved"
    if len(found) < safe:
        return f"{len(found)} records; {safe} could be read"
    if said is None and (len(found) < traced or found != log[: len(found)]):
        return f"{len(log) - len(found)} records are lost, and nobody says so"
    if said is not None and said.key not in TOLD:
        return f"it says {said.key}"
    if said is not None and len(found) == len(log) and said != notice(NoticeKey.STORE_RESTORED):
        return f"nothing is lost, and it says {said}"
    return _goes_on(store)


def _is_in_order(found: tuple[Record, ...], log: tuple[Record, ...]) -> bool:
    rest = iter(log)
    return all(any(record == each for each in rest) for record in found)


def _goes_on(store: SqliteStore) -> str:
    """Save what comes next, and leave the file as a clean end does."""
    store.append(game.log()[0])
    return ""


def _after_that(store: SqliteStore, said: Notice | None) -> str:
    if said is not None:
        return f"at the start after that it says {said.key}"
    return "" if store.current_game() == game.log()[:1] else "what was saved after that is lost"
