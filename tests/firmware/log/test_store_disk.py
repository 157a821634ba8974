"""The store on a disk that is full, read-only or gone."""

import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from firmware import errors
from firmware.log.disk_errors import translated
from firmware.log.store import SqliteStore
from tests.firmware.log import games
from tests.firmware.log.conftest import fill_up, set_read_only


def test_a_full_disk_loses_nothing_and_goes_on_when_there_is_room(small_disk):
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(64 * 1024))
    path = small_disk / "games.sqlite3"
    with closing(SqliteStore.open(path)) as store:
        for _ in range(2):
            with pytest.raises(errors.StoreFullError, match="The disk is full"):
                games.append(store, *map(games.number, range(len(store.current_game()), 1_000)))
            assert isinstance(store.problem, errors.StoreFullError)
        count = len(store.current_game())
        with pytest.raises(errors.StoreInUseError):  # nobody else takes it meanwhile
            SqliteStore.open(path)
        assert store.current_game() == tuple(map(games.number, range(count)))
        ballast.unlink()
        store.append(games.number(count))
        assert store.problem is None
    assert games.saved(path) == tuple(map(games.number, range(count + 1)))


def test_a_first_game_on_a_full_disk_is_saved_as_soon_as_there_is_room(small_disk):
    ballast, path = fill_up(small_disk), small_disk / "games.sqlite3"
    with closing(SqliteStore.open(path)) as store:
        assert isinstance(store.problem, errors.StoreFullError)
        with pytest.raises(errors.StoreFullError):
            store.append(games.BEGAN)
        ballast.unlink()
        games.append(store, *games.GAME)
    assert games.saved(path) == games.GAME


def meant(code: int, path: Path) -> type[errors.StoreError]:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    with pytest.raises(errors.StoreError) as raised, translated(path):
        raise error
    return type(raised.value)


def test_an_error_that_only_says_input_or_output_is_explained_by_the_disk(small_disk, tmp_path):
    assert meant(sqlite3.SQLITE_IOERR_WRITE, tmp_path / "games.sqlite3") is errors.StoreError
    assert meant(sqlite3.SQLITE_IOERR_WRITE, small_disk / "games.sqlite3") is errors.StoreError
    fill_up(small_disk)
    assert meant(sqlite3.SQLITE_IOERR_WRITE, small_disk / "games.sqlite3") is errors.StoreFullError
    for code in (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_CORRUPTFS):  # what the disk no longer gives back
        assert meant(code, tmp_path) is errors.StoreCorruptError


def test_a_game_on_a_read_only_disk_is_read_and_saved_again_once_it_is_writable(lockable_disk):
    path = lockable_disk / "games.sqlite3"
    games.fill(path, *games.GAME, games.BEGAN)
    set_read_only(lockable_disk, is_read_only=True)
    with closing(SqliteStore.open(path)) as store:
        assert isinstance(store.problem, errors.StoreReadOnlyError)
        assert (store.games(), store.stored_game(1), store.current_game()) == ((2,), (), (games.BEGAN,))
        for _ in range(2):
            with pytest.raises(errors.StoreReadOnlyError, match="not be written"):
                store.append(games.THROW)
        set_read_only(lockable_disk, is_read_only=False)
        store.append(games.THROW)
        assert (store.problem, store.current_game()) == (None, (games.BEGAN, games.THROW))
    assert games.saved(path) == (games.BEGAN, games.THROW)


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="needs the memory that Linux has at /dev/shm")
def test_a_log_left_by_a_crash_is_read_from_a_read_only_disk_where_none_takes_a_copy(lockable_disk, path, monkeypatch):
    crashed = lockable_disk / "games.sqlite3"
    with closing(SqliteStore.open(path)) as store:
        games.append(store, *games.GAME)
        shutil.copy(path, crashed)
        shutil.copy(games.log_path(path), games.log_path(crashed))
    set_read_only(lockable_disk, is_read_only=True)
    monkeypatch.setattr(tempfile, "tempdir", str(lockable_disk))
    with closing(SqliteStore.open(crashed)) as store:
        assert store.current_game() == games.GAME


def test_of_a_read_only_disk_it_is_told_that_there_is_no_game_a_newer_one_or_damage(lockable_disk):
    games.newer(lockable_disk / "newer")
    (lockable_disk / "letter").write_bytes(b"Sehr geehrte Damen und Herren, " * 300)
    set_read_only(lockable_disk, is_read_only=True)
    for path in (lockable_disk / "games.sqlite3", lockable_disk / "folder" / "games.sqlite3"):
        with closing(SqliteStore.open(path)) as store:
            assert (store.games(), store.current_game()) == ((), ())
            assert isinstance(store.problem, errors.StoreReadOnlyError)
    for name, error in (("newer", errors.StoreTooNewError), ("letter", errors.StoreCorruptError)):
        with pytest.raises(error):
            SqliteStore.open(lockable_disk / name)


def move(path: Path, to: Path) -> None:
    """Move a log as a person or an unplugged disk does: with what belongs to it."""
    path.rename(to)
    if games.log_path(path).exists():
        games.log_path(path).rename(games.log_path(to))


def test_a_file_moved_away_in_play_is_missed_and_found_again_or_its_copy_is_and_nothing_saved_twice(path):
    with closing(SqliteStore.open(path)) as store:
        store.append(games.BEGAN)
        away = path.with_name("away")
        move(path, away)
        for _ in range(2):
            with pytest.raises(errors.StoreError):
                store.append(games.THROW)
            assert not path.exists()  # a new file would hold a game without its beginning
        games.fill(away, games.THROW)  # it reached the disk although it failed: it is not saved twice
        move(away, path)
        store.append(games.THROW)
        assert store.current_game() == (games.BEGAN, games.THROW)
        move(path, away)
        with pytest.raises(errors.StoreError):
            store.append(*games.GAME)  # as many at once
        games.fill(away, *games.GAME)
        move(away, path)
        store.append(*games.GAME)
        assert store.newest == (5, 2)
        move(path, away)
        with pytest.raises(errors.StoreError, match="was moved or removed"):
            store.append(games.ENTERED)
        shutil.copy(away, path)  # a disk that was unplugged and plugged in again is another file
        shutil.copy(games.log_path(away), games.log_path(path))
        store.append(games.ENTERED)
    assert games.saved(path) == (*games.GAME, games.ENTERED)


@pytest.mark.parametrize("others", [("ENTERED", "THROW"), ("ENTERED",), ("THROW", "ENTERED"), ()])
def test_another_log_in_the_place_of_the_own_is_not_written_to(path, others):
    others = tuple(getattr(games, name) for name in ("BEGAN", *others)) if others else ()
    with closing(SqliteStore.open(path)) as store:
        store.append(games.BEGAN)
        move(path, path.with_name("away"))
        with pytest.raises(errors.StoreError):
            store.append(games.THROW)
        games.fill(path, *others)
        for _ in range(2):
            with pytest.raises(errors.StoreError, match="holds other games than before"):
                store.append(games.THROW)
    assert games.saved(path) == others
