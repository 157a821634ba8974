"""What becomes of a log when it is opened, said shortly; and ways to damage one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from firmware.log.opening import Became, Trouble, open_store
from firmware.log.store import SqliteStore
from tests.firmware.log import games

ALL = (*games.FIRST, *games.SECOND)
RESTORED, GONE, REPLACED, TOO_NEW = map(Trouble, (Became.RESTORED, Became.GONE, Became.REPLACED, Became.TOO_NEW))


def lost(count: int) -> Trouble:
    return Trouble(Became.LOST, count)


@contextmanager
def started(path: Path, copy: Path | None = None, **options) -> Iterator[tuple[SqliteStore, Trouble | None]]:
    """Yield the log as a start opens it, and what is said of it."""
    store, said = open_store(path, copy, **options)
    with closing(store):
        yield store, said


def opened(path: Path, copy: Path | None = None, **options) -> tuple[tuple, Trouble | None]:
    """Return all records after opening, and what was said; the next start must say nothing of it."""
    with started(path, copy, **options) as (store, said):
        found = games.records_in(store)
        assert store.problem is None
    if found:
        with started(path, copy, **options) as (again, nothing):
            assert (games.records_in(again), nothing) == (found, None)
    return found, said


def names(path: Path) -> list[str]:
    return sorted(file.name for file in path.parent.iterdir())


def without(*sequences: int) -> tuple:
    return tuple(record for at, record in enumerate(ALL, start=1) if at not in sequences)


def rotten_header(at: int) -> Callable[[Path], None]:
    def spoil_it(path: Path) -> None:
        content = bytearray(path.read_bytes())
        content[at] ^= 0x80
        path.write_bytes(content)

    return spoil_it


def replaced(old: bytes, new: bytes) -> Callable[[Path], None]:
    def spoil_it(path: Path) -> None:
        content = path.read_bytes()
        assert content.count(old) == 1
        path.write_bytes(content.replace(old, new))

    return spoil_it


def unreadable(path: Path) -> None:
    path.unlink()
    path.symlink_to("/proc/self/mem")  # at whose beginning the kernel answers as a worn-out disk does: EIO


DAMAGES: dict[str, Callable[[Path], None]] = {
    "gone": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "zeros": lambda path: path.write_bytes(bytes(9_000)),
    "a letter": lambda path: path.write_bytes(b"Sehr geehrte Damen und Herren, " * 700),
    "cut short": lambda path: path.write_bytes(path.read_bytes()[:-9_000]),
    "no beginning": lambda path: games.wipe(path, 0),
    "no root": lambda path: games.wipe(path, 1),
    "no index": lambda path: games.wipe(path, 2),
    "a page": lambda path: games.wipe(path, games.leaves(path)[5]),
    "the last page": lambda path: games.wipe(path, games.leaves(path)[-1]),
    "a record": lambda path: games.spoil(path, 12),
    "the newest record": lambda path: games.spoil(path, 60),
    "unreadable": unreadable,
    # Words of the tables: a column which only a query misses, one that Python cannot even complain of, and rules.
    "a column": replaced(b"body BLOB", b"bodz BLOB"),
    "no word": replaced(b"body BLOB", b"bod\xf9 BLOB"),
    "a rule": replaced(b"sequence >= NEW", b"sequence <= NEW"),
    "whose it is": replaced(b"SERV", b"SERW"),
    **{f"header {at}": rotten_header(at) for at in (18, 19, 44, 47)},
}
