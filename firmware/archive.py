"""The games of past evenings, put away into files of their own, so that the log that is played with stays small.

At a start, before anything is played, a log of many games is given another name as it lies on the disk, and a fresh log
takes its place that holds the newest game alone. Nothing is copied but that game, so a log of years is put away as fast
as one of a month, and no game is ever in a file that is being written over. Sequence and game numbers go on.

An archive is called after its first game, ``games-000001.sqlite3``. It is a log like any other, never opened in play
and never written again. The game that was the newest then goes on in the fresh log, and is whole in the next archive.

What a power cut leaves, step by step:

1. the copies are replaced by ones of the newest game: the log still has everything, and is still the log;
2. the fresh log is written beside it, complete before it has its name: the same;
3. the log is renamed to be the archive: there is no log, and the next start ends what was begun;
4. the fresh log is renamed to be the log: all is done.
"""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING

from firmware.backup import usable_copies
from firmware.errors import StoreError, StoreFullError, StoreReadOnlyError
from firmware.log import schema
from firmware.log.disk_errors import as_store_error
from firmware.log.store import SqliteStore
from firmware.log.whole_file import sync_folder
from firmware.rereading import Rereading, is_all_due
from firmware.rows import LARGE_BYTES, rows_unwritable
from firmware.whole_log import remove_log, write_whole_log

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from firmware.log.stored import Row

log = logging.getLogger(__name__)

KEPT_GAMES = 30
"""A log of more games than this, not counting the newest, is put away: some 50 MB, which a small computer can look
through at each start, and mend in memory."""

ROWS_AT_ONCE = 100


def archives_of(path: Path) -> tuple[Path, ...]:
    """Return the archives beside a log, oldest first.

    Raises:
        OSError: If their folder cannot be read.
    """
    named = re.compile(rf"{re.escape(path.stem)}-(\d{{6,}})(?:-(\d+))?{re.escape(path.suffix)}")
    found = [(match, file) for file in path.parent.iterdir() if (match := named.fullmatch(file.name))]
    return tuple(file for _, file in sorted(found, key=lambda each: (int(each[0][1]), int(each[0][2] or 1))))


def put_away(store: SqliteStore, *, kept_games: int = KEPT_GAMES, large_bytes: int = LARGE_BYTES) -> bool:
    """Make an archive of a log of many games; where that is impossible just now, the log is left as it is.

    Args:
        store: The log, open and sound.
        kept_games: A log of more, not counting the newest, is put away.
        large_bytes: A larger one is put away, too, and looked through before: nobody looked at all of it at the start.

    Returns:
        Whether the log was put away; the store is closed then, and to be opened anew after `finish_putting_away`.
    """
    if store.problem is not None:
        return False
    try:
        _forget_unfinished(store.path)
        games = store.games()
        if not _is_due(store.path, games, kept_games, large_bytes) or not _is_sound(store, large_bytes):
            return False
        _write_anew(store)
        store.close()
    except StoreError as error:
        log.warning("The games of past evenings could not be put away: %s", error)
        return False
    _rename(store.path, games)
    return True


def finish_putting_away(path: Path) -> SqliteStore | None:
    """Put the fresh log in its place where the power went just before that.

    Returns:
        None where all is done; where nothing can be renamed now, a store that holds the game and cannot save.

    Raises:
        StoreError: If the disk fails.
    """
    fresh = _fresh(path)
    try:
        if not path.exists() and fresh.exists():
            _put_in_place(path)
    except OSError as error:
        problem = as_store_error(error, path)
        if not isinstance(problem, StoreFullError | StoreReadOnlyError):
            raise problem from error
        return SqliteStore.unwritable(path, rows_unwritable(fresh), problem)
    return None


def _is_due(path: Path, games: Sequence[int], kept_games: int, large_bytes: int) -> bool:
    return len(games) - 1 > kept_games or (len(games) > 1 and not is_all_due(path, large_bytes))


def _is_sound(store: SqliteStore, large_bytes: int) -> bool:
    """Return whether every record of a log can be read: its copies, which might mend it, are given up."""
    look = Rereading(store, large_bytes=large_bytes)
    while look.is_left:
        look.go_on()
    return look.is_sound


def _write_anew(store: SqliteStore) -> None:
    """Write the newest game alone into the copies and the fresh log; the fresh log comes last."""
    path = store.path
    for place in (*usable_copies(path), _fresh(path)):
        write_whole_log(place, _newest_game(store), draft=_draft(path))


def _newest_game(store: SqliteStore) -> Iterator[tuple[Row, ...]]:
    sequence = store.first_of(store.newest[1]) - 1
    while rows := store.rows_after(sequence, most=ROWS_AT_ONCE):
        yield rows
        sequence = rows[-1].sequence


def _rename(path: Path, games: Sequence[int]) -> None:
    """Make the log an archive and the fresh log the log; where that fails, the next opening finds how far it came."""
    try:
        if any(file.exists() for file in schema.beside(path)):
            log.warning("%s is not whole without what lies beside it, and is not put away.", path)
            return
        sync_folder(path.parent)  # a write-ahead log that is back after a power cut would be played into the fresh log
        archive = _free_name(path, games[0])
        path.rename(archive)
        _put_in_place(path)
        held = archives_of(path)
        size_mb = sum(file.stat().st_size for file in held) / 1e6
    except OSError as error:
        log.warning("The games of past evenings could not be put away: %s", as_store_error(error, path))
        return
    log.info("Games %d to %d were put away in %s.", games[0], games[-1], archive)
    log.info("%d such files hold %.0f MB; they may be moved to another disk.", len(held), size_mb)


def _put_in_place(path: Path) -> None:
    sync_folder(path.parent)  # not sooner may the name of the log be another file's: the archive would have none
    _fresh(path).rename(path)
    sync_folder(path.parent)


def _forget_unfinished(path: Path) -> None:
    """Remove a fresh log that was not needed: the log is still there, and goes on."""
    try:
        for unfinished in (_fresh(path), _draft(path)):
            remove_log(unfinished)
    except OSError as error:
        raise as_store_error(error, path) from error


def _fresh(path: Path) -> Path:
    return path.with_name(f"{path.name}.fresh")


def _draft(path: Path) -> Path:
    return path.with_name(f"{path.name}.fresh-draft")


def _free_name(path: Path, first: int) -> Path:
    """Return a name that no archive has: a log that was lost whole began to count anew."""
    name, tries = f"{path.stem}-{first:06d}", 1
    while (
        archive := path.with_name(f"{name}{path.suffix}" if tries == 1 else f"{name}-{tries}{path.suffix}")
    ).exists():
        tries += 1
    return archive
