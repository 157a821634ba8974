from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from firmware.errors import (
    StoreCorruptError,
    StoreError,
    StoreFullError,
    StoreInUseError,
    StoreReadOnlyError,
    StoreTooNewError,
)
from firmware.log import schema
from firmware.log.disk_errors import as_store_error
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.log.stored import Row
from firmware.log.wall_clock import wall_utc
from scoring.dice import Face
from scoring.events import Entered, GameBegan, ThrowMade
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from vision.reading import Reading, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

BEGAN = Record(GameBegan(players=("Anna", "Ben")))
THROW = Record(ThrowMade((Face.ACE,) * 5), Reading(dice=(), verdict=Verdict.EMPTY, exposed_ns=7))
ENTERED = Record(Entered(Cell(Category.GRANDE, 10)))
GAME = (BEGAN, THROW, ENTERED)


def number(value: int) -> Record:
    return Record(ThrowMade((Face.NINE,) * 5), Reading(dice=(), verdict=Verdict.EMPTY, exposed_ns=value))


def fill(path: Path, *records: Record) -> None:
    with closing(SqliteStore.open(path)) as store:
        for record in records:
            store.append(record)


def saved(path: Path) -> tuple[Record, ...]:
    with closing(SqliteStore.open(path)) as store:
        return store.current_game()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "games.sqlite3"


# -- what is saved ---------------------------------------------------------------------------------------------


def test_a_new_store_holds_no_game(path: Path) -> None:
    with closing(SqliteStore.open(path)) as store:
        assert (store.games(), store.current_game(), store.problem) == ((), (), None)


def test_records_come_back_in_order_after_reopening(path: Path) -> None:
    fill(path, *GAME)
    assert saved(path) == GAME


def test_the_newest_game_is_the_current_one_and_older_ones_stay(path: Path) -> None:
    with closing(SqliteStore.open(path)) as store:
        for record in (*GAME, BEGAN, THROW):
            store.append(record)
        assert store.games() == (1, 2)
        assert store.game(1) == GAME
        assert store.current_game() == store.game(2) == (BEGAN, THROW)
        assert store.game(3) == ()


def test_a_record_before_any_game_is_kept_all_the_same(path: Path) -> None:
    fill(path, THROW)
    assert saved(path) == (THROW,)


def test_the_order_never_depends_on_the_clock(path: Path) -> None:
    times = iter(["2031-01-01T00:00:00+00:00", "1970-01-01T00:00:00+00:00", None])
    with closing(SqliteStore.open(path, now_utc=lambda: next(times))) as store:
        for record in GAME:
            store.append(record)
    assert saved(path) == GAME
    with closing(sqlite3.connect(path)) as connection:
        noted = connection.execute("SELECT written_utc FROM record ORDER BY sequence").fetchall()
    assert noted == [("2031-01-01T00:00:00+00:00",), ("1970-01-01T00:00:00+00:00",), (None,)]


def test_the_wall_time_is_noted_in_utc_where_it_can_be_right(path: Path) -> None:
    fill(path, BEGAN)
    with closing(sqlite3.connect(path)) as connection:
        ((noted,),) = connection.execute("SELECT written_utc FROM record").fetchall()
    assert noted is None if wall_utc() is None else noted.endswith("+00:00")


def test_closing_twice_does_nothing_and_a_closed_store_says_so(path: Path) -> None:
    store = SqliteStore.open(path)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="is closed"):
        store.append(BEGAN)


def test_a_closed_store_leaves_one_file(path: Path) -> None:
    fill(path, *GAME)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_commit_reaches_the_disk_before_append_returns(path: Path) -> None:
    with closing(schema.connect(path.parent.parent / "x", may_create=True)) as connection:
        settings = {
            name: connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("synchronous", "journal_mode", "locking_mode")
        }
    full = 2  # Source: https://sqlite.org/pragma.html#pragma_synchronous
    assert settings == {"synchronous": full, "journal_mode": "wal", "locking_mode": "exclusive"}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE record SET body = '{}'",
        "DELETE FROM record",
        "INSERT INTO record VALUES (2, 1, '{}', 0, NULL)",
        "INSERT OR REPLACE INTO record VALUES (3, 1, '{}', 0, NULL)",
    ],
)
def test_the_file_itself_refuses_to_forget(path: Path, statement: str) -> None:
    fill(path, *GAME)
    with closing(sqlite3.connect(path)) as connection, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(statement)
    assert saved(path) == GAME


def test_restored_rows_keep_their_places(path: Path) -> None:
    rows = [Row.of(BEGAN, sequence=4, game=2, written_utc="x"), Row.of(THROW, sequence=5, game=2)]
    with closing(SqliteStore.open(path)) as store:
        store.extend(rows)
        store.append(ENTERED)
        assert (store.games(), store.current_game()) == ((2,), GAME)


def test_rows_can_only_be_added_after_those_that_are_there(path: Path) -> None:
    with closing(SqliteStore.open(path)) as store:
        store.append(BEGAN)
        with pytest.raises(StoreError, match="already holds record 1"):
            store.extend([Row.of(BEGAN, sequence=1, game=1), Row.of(BEGAN, sequence=2, game=2)])
        store.extend([Row.of(THROW, sequence=2, game=1), Row.of(BEGAN, sequence=9, game=2)])
        assert store.newest == (9, 2)
        assert [row.place for row in store.rows_after(1, most=1)] == [(2, 1)]
        assert [row.record for row in store.rows_after(1, most=5)] == [THROW, BEGAN]
    assert saved(path) == (BEGAN,)


# -- two companions --------------------------------------------------------------------------------------------


def test_a_second_companion_is_turned_away_in_words(path: Path) -> None:
    script = (
        "import sys, pathlib; from firmware.log.store import SqliteStore; from firmware.errors import StoreInUseError\n"
        "try: SqliteStore.open(pathlib.Path(sys.argv[1]))\n"
        "except StoreInUseError as error: print(error)"
    )
    with closing(SqliteStore.open(path)) as store:
        store.append(BEGAN)
        second = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
        assert "Another Serviert has" in second.stdout
        with pytest.raises(StoreInUseError):
            SqliteStore.open(path)
        store.append(THROW)  # the first one is not disturbed
    assert saved(path) == (BEGAN, THROW)


# -- whose file, which version ---------------------------------------------------------------------------------


OLDER = schema.MIGRATIONS
NEWER = (*schema.MIGRATIONS, ("ALTER TABLE record ADD COLUMN table_name TEXT", "CREATE TABLE seat (name TEXT) STRICT"))
BROKEN = (*schema.MIGRATIONS, ("CREATE TABLE seat (name TEXT) STRICT", "CREATE TABLE record (x TEXT) STRICT"))


def test_an_older_file_is_brought_up_to_date_with_its_games(path: Path) -> None:
    fill(path, *GAME)
    with closing(SqliteStore.open(path, migrations=NEWER)) as store:
        assert store.current_game() == GAME
        store.append(THROW)
    with closing(sqlite3.connect(path)) as connection:
        assert schema.version_of(connection) == 2
        assert connection.execute("SELECT count(table_name), count(*) FROM record").fetchone() == (0, 4)


def test_a_step_that_fails_leaves_the_older_file_as_it_was(path: Path) -> None:
    fill(path, *GAME)
    with pytest.raises(StoreError, match="table record already exists"):
        SqliteStore.open(path, migrations=BROKEN)
    with closing(sqlite3.connect(path)) as connection:
        assert schema.version_of(connection) == 1
        assert not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'seat'").fetchall()
    assert saved(path) == GAME


def test_a_newer_file_is_refused_and_not_touched(path: Path) -> None:
    SqliteStore.open(path, migrations=NEWER).close()
    before = path.read_bytes(), path.stat().st_mtime_ns
    with pytest.raises(StoreTooNewError, match=r"Update Serviert.*the file was not touched"):
        SqliteStore.open(path)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_newer_file_whose_writer_was_killed_is_refused_too(path: Path) -> None:
    script = (
        "import os, sys, pathlib; from firmware.log import schema; from firmware.log.store import SqliteStore\n"
        "newer = (*schema.MIGRATIONS, ('CREATE TABLE seat (name TEXT)',))\n"
        "store = SqliteStore.open(pathlib.Path(sys.argv[1]), migrations=newer)\n"
        "os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    assert len(before) == 2
    with pytest.raises(StoreTooNewError):
        SqliteStore.open(path)
    assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == before


@pytest.mark.parametrize(("application_id", "version"), [(0, 0), (77, 0), (0, 1)])
def test_a_database_of_another_program_is_left_alone(path: Path, application_id: int, version: int) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA application_id = {application_id}")
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
        connection.commit()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="belongs to another program") as raised:
        SqliteStore.open(path)
    assert type(raised.value) is StoreError  # and not a damaged one, which would be moved aside
    assert path.read_bytes()[100:] == before[100:]


def test_a_path_that_is_a_folder_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be used"):
        SqliteStore.open(tmp_path)


def test_a_path_under_a_file_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="cannot be used"):
        SqliteStore.open(tmp_path / "file" / "games.sqlite3")


def test_an_empty_file_is_a_new_store(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    fill(path, *GAME)
    assert saved(path) == GAME


def test_what_is_no_text_is_refused_in_words_and_the_next_record_is_saved(path: Path) -> None:
    with closing(SqliteStore.open(path)) as store:
        with pytest.raises(StoreError, match="half a sign is no text"):
            store.append(Record(GameBegan(players=("\ud800", "Ben"))))
        assert store.problem is not None
        store.append(BEGAN)
        assert (store.problem, store.games()) == (None, (1,))


def test_a_name_with_signs_that_mean_something_in_an_address_is_a_name(tmp_path: Path) -> None:
    path = tmp_path / "100% #1?.sqlite3"
    fill(path, *GAME)
    assert saved(path) == GAME
    assert path.exists()


# -- damage is noticed -----------------------------------------------------------------------------------------


def test_a_file_that_is_no_database_is_called_damaged(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"Sehr geehrte Damen und Herren, " * 300)
    with pytest.raises(StoreCorruptError, match="is not a database"):
        SqliteStore.open(path)


def test_a_flipped_bit_in_a_record_is_noticed(path: Path) -> None:
    fill(path, *GAME)
    content = path.read_bytes()
    assert content.count(b'"category":"grande"') == 1
    path.write_bytes(content.replace(b'"category":"grande"', b'"category":"poker "'))
    with pytest.raises(StoreCorruptError, match="Record 3 of game 1 is damaged: its check sum"):
        SqliteStore.open(path)


def test_a_flipped_bit_in_an_older_game_is_noticed_at_the_start_or_when_that_is_read(path: Path) -> None:
    fill(path, *GAME, BEGAN)
    path.write_bytes(path.read_bytes().replace(b'"category":"grande"', b'"category":"poker "'))
    with pytest.raises(StoreCorruptError, match="Record 3"):
        SqliteStore.open(path)
    with closing(SqliteStore.open(path, is_thorough=False)) as store:
        assert store.current_game() == (BEGAN,)
        with pytest.raises(StoreCorruptError, match="Record 3"):
            store.game(1)


def test_a_truncated_file_is_called_damaged(path: Path) -> None:
    fill(path, *map(number, range(50)))
    path.write_bytes(path.read_bytes()[: -2 * schema.PAGE_SIZE])
    with pytest.raises(StoreCorruptError):
        SqliteStore.open(path)


def test_a_damaged_page_is_noticed(path: Path) -> None:
    fill(path, *map(number, range(50)))
    content = bytearray(path.read_bytes())
    content[2 * schema.PAGE_SIZE : 2 * schema.PAGE_SIZE + 512] = b"\xff" * 512
    path.write_bytes(content)
    with pytest.raises(StoreCorruptError):
        SqliteStore.open(path)


def test_a_damaged_page_of_an_older_game_is_noticed(path: Path) -> None:
    fill(path, BEGAN, *map(number, range(50)), BEGAN)
    content = bytearray(path.read_bytes())
    leaf = 4 * schema.PAGE_SIZE
    assert content[leaf] == 0x0D  # a leaf of the table, which nothing but the check reads at the start
    content[leaf + 1 : leaf + 8] = b"\xff" * 7
    path.write_bytes(content)
    with pytest.raises(StoreCorruptError, match="is damaged"):
        SqliteStore.open(path)


# -- a disk that is full, read-only or gone --------------------------------------------------------------------


def mount_tmpfs(folder: Path, options: str) -> bool:
    """Mount a small disk, as root may."""
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    return (
        shutil.which("mount") is not None and subprocess.run(command, capture_output=True, check=False).returncode == 0
    )


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    if not mount_tmpfs(folder, "size=256k"):
        pytest.skip("needs the right to mount a small disk")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def append_until_full(store: SqliteStore) -> int:
    for value in range(10_000):
        try:
            store.append(number(value))
        except StoreFullError:
            return value
    raise AssertionError("the disk never filled")


def test_a_full_disk_loses_nothing_and_goes_on_when_there_is_room(small_disk: Path) -> None:
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(64 * 1024))
    path = small_disk / "games.sqlite3"
    with closing(SqliteStore.open(path)) as store:
        count = append_until_full(store)
        assert isinstance(store.problem, StoreFullError)
        with pytest.raises(StoreFullError, match="The disk is full"):
            store.append(number(count))
        assert store.current_game() == tuple(map(number, range(count)))
        ballast.unlink()
        store.append(number(count))
        assert store.problem is None
    assert saved(path) == tuple(map(number, range(count + 1)))


def test_a_game_on_a_full_disk_is_read_after_a_restart(small_disk: Path) -> None:
    path = small_disk / "games.sqlite3"
    with closing(SqliteStore.open(path)) as store:
        count = append_until_full(store)
    with pytest.raises(OSError, match="No space"):  # closing the store gave some back
        (small_disk / "ballast").write_bytes(bytes(256 * 1024))
    with closing(SqliteStore.open(path)) as store:
        assert store.current_game() == tuple(map(number, range(count)))
        more = append_until_full(store)
        assert len(store.current_game()) == count + more


def test_a_first_game_on_a_full_disk_is_saved_as_soon_as_there_is_room(small_disk: Path) -> None:
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(256 * 1024))
    path = small_disk / "games.sqlite3"
    with closing(SqliteStore.open(path)) as store:
        assert isinstance(store.problem, StoreFullError)
        with pytest.raises(StoreFullError):
            store.append(BEGAN)
        ballast.unlink()
        for record in GAME:
            store.append(record)
    assert saved(path) == GAME


def test_a_disk_that_takes_no_more_files_is_full(tmp_path: Path) -> None:
    if not mount_tmpfs(tmp_path, "size=1m,nr_inodes=2"):
        pytest.skip("needs the right to mount a small disk")
    try:
        (tmp_path / "ballast").touch()
        with closing(SqliteStore.open(tmp_path / "games.sqlite3")) as store:
            assert isinstance(store.problem, StoreFullError)
            (tmp_path / "ballast").unlink()
            with pytest.raises(StoreFullError):  # room for the file, none for its log
                store.append(BEGAN)
    finally:
        subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)


def test_an_error_that_only_says_input_or_output_is_explained_by_the_disk(small_disk: Path, tmp_path: Path) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
    assert type(as_store_error(error, tmp_path / "games.sqlite3")) is StoreError
    assert type(as_store_error(error, small_disk / "games.sqlite3")) is StoreError
    with pytest.raises(OSError, match="No space"):
        (small_disk / "ballast").write_bytes(bytes(512 * 1024))
    assert type(as_store_error(error, small_disk / "games.sqlite3")) is StoreFullError


@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_CORRUPTFS])
def test_what_the_disk_no_longer_gives_back_is_damaged(code: int, path: Path) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    assert type(as_store_error(error, path)) is StoreCorruptError


def test_a_worn_out_sector_costs_its_page_alone() -> None:
    with open("/proc/self/mem", "rb") as memory:  # noqa: PTH123 - the kernel answers as a disk does: EIO
        assert schema.page_of(memory.fileno(), 0) == bytes(schema.PAGE_SIZE)
        with pytest.raises(OSError, match="Bad file descriptor"):
            schema.page_of(-1, 0)


def test_a_file_that_may_not_grow_refuses_a_record_whole(path: Path) -> None:
    # Without the right to mount: SQLite itself is told that there is no more room.
    limited = (*schema.MIGRATIONS, ("PRAGMA max_page_count = 12",))
    with closing(SqliteStore.open(path, migrations=limited)) as store:
        count = append_until_full(store)
        assert 0 < count == len(store.current_game())
    with closing(SqliteStore.open(path, migrations=limited)) as store:
        assert store.current_game() == tuple(map(number, range(count)))
        store.append(number(count))


@pytest.fixture
def lockable_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    is_mounted = mount_tmpfs(folder, "size=4m")
    if not is_mounted and os.geteuid() == 0:
        pytest.skip("root may write everywhere, and may not mount here")
    yield folder
    set_read_only(folder, is_read_only=False)
    if is_mounted:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def set_read_only(folder: Path, *, is_read_only: bool) -> None:
    if folder.is_mount():
        subprocess.run(["mount", "-o", f"remount,{'ro' if is_read_only else 'rw'}", str(folder)], check=True)
        return
    folder.chmod(0o555 if is_read_only else 0o755)
    for file in folder.iterdir():
        file.chmod(0o444 if is_read_only else 0o644)


def test_a_game_on_a_read_only_disk_is_read_and_saved_again_once_it_is_writable(lockable_disk: Path) -> None:
    path = lockable_disk / "games.sqlite3"
    fill(path, *GAME, BEGAN)
    set_read_only(lockable_disk, is_read_only=True)
    with closing(SqliteStore.open(path)) as store:
        assert isinstance(store.problem, StoreReadOnlyError)
        assert (store.games(), store.game(1), store.current_game()) == ((1, 2), GAME, (BEGAN,))
        for _ in range(2):
            with pytest.raises(StoreReadOnlyError, match="may not be written"):
                store.append(THROW)
        set_read_only(lockable_disk, is_read_only=False)
        store.append(THROW)
        assert store.problem is None
        assert store.current_game() == (BEGAN, THROW)
    assert saved(path) == (BEGAN, THROW)


def test_a_log_left_by_a_crash_is_read_from_a_read_only_disk(lockable_disk: Path, path: Path) -> None:
    path.parent.mkdir()
    crashed = lockable_disk / "games.sqlite3"
    with closing(SqliteStore.open(path)) as store:
        for record in GAME:
            store.append(record)
        shutil.copy(path, crashed)
        shutil.copy(schema.log_path(path), schema.log_path(crashed))
    set_read_only(lockable_disk, is_read_only=True)
    with closing(SqliteStore.open(crashed)) as store:
        assert store.current_game() == GAME


def test_a_log_left_by_a_crash_is_read_where_no_disk_takes_a_copy(
    lockable_disk: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not Path("/dev/shm").is_dir():
        pytest.skip("needs the memory that Linux has at /dev/shm")
    monkeypatch.setattr(tempfile, "tempdir", str(lockable_disk))
    test_a_log_left_by_a_crash_is_read_from_a_read_only_disk(lockable_disk, path)


def test_a_read_only_disk_without_a_game_is_an_empty_store(lockable_disk: Path) -> None:
    set_read_only(lockable_disk, is_read_only=True)
    for path in (lockable_disk / "games.sqlite3", lockable_disk / "folder" / "games.sqlite3"):
        with closing(SqliteStore.open(path)) as store:
            assert (store.games(), store.current_game()) == ((), ())
            assert isinstance(store.problem, StoreReadOnlyError)


def test_damage_and_newer_files_are_told_on_a_read_only_disk_too(lockable_disk: Path) -> None:
    SqliteStore.open(lockable_disk / "newer", migrations=NEWER).close()
    (lockable_disk / "letter").write_bytes(b"Sehr geehrte Damen und Herren, " * 300)
    set_read_only(lockable_disk, is_read_only=True)
    with pytest.raises(StoreTooNewError):
        SqliteStore.open(lockable_disk / "newer")
    with pytest.raises(StoreCorruptError):
        SqliteStore.open(lockable_disk / "letter")


def test_a_file_that_becomes_unwritable_in_play_is_tried_again(path: Path) -> None:
    with closing(SqliteStore.open(path)) as store:
        store.append(BEGAN)
        log = schema.log_path(path)
        if not shutil.which("chattr"):
            pytest.skip("needs chattr (Debian package e2fsprogs)")
        if subprocess.run(["chattr", "+i", str(path), str(log)], capture_output=True, check=False).returncode:
            pytest.skip("needs the right to make a file immutable")
        try:
            for _ in range(2):
                with pytest.raises(StoreError):
                    store.append(THROW)
            assert store.current_game() == (BEGAN,)
        finally:
            subprocess.run(["chattr", "-i", str(path), str(log)], check=True)
        SqliteStore.open(path).close()  # the failed store let go of the file, to open it anew
        store.append(THROW)
        assert store.current_game() == (BEGAN, THROW)
    assert saved(path) == (BEGAN, THROW)


def move(path: Path, to: Path) -> None:
    """Move a log as a person or an unplugged disk does: with what belongs to it."""
    path.rename(to)
    if schema.log_path(path).exists():
        schema.log_path(path).rename(schema.log_path(to))


def test_a_file_moved_away_in_play_is_missed_and_found_again(path: Path) -> None:
    with closing(SqliteStore.open(path)) as store:
        store.append(BEGAN)
        away = path.with_name("away")
        move(path, away)
        for _ in range(2):
            with pytest.raises(StoreError):
                store.append(THROW)
            assert not path.exists()  # a new file would hold a game without its beginning
        move(away, path)
        store.append(THROW)
        assert store.current_game() == (BEGAN, THROW)
    assert saved(path) == (BEGAN, THROW)


def test_a_disk_that_was_unplugged_and_plugged_in_again_is_another_file_and_goes_on(path: Path) -> None:
    with closing(SqliteStore.open(path)) as store:
        store.append(BEGAN)
        away = path.with_name("away")
        move(path, away)
        with pytest.raises(StoreError, match="was moved or removed"):
            store.append(THROW)
        shutil.copy(away, path)
        shutil.copy(schema.log_path(away), schema.log_path(path))
        store.append(THROW)
    assert saved(path) == (BEGAN, THROW)


def test_a_record_that_reached_the_disk_although_it_failed_is_not_saved_twice(path: Path) -> None:
    with closing(SqliteStore.open(path)) as store:
        store.append(BEGAN)
        away = path.with_name("away")
        move(path, away)
        with pytest.raises(StoreError):
            store.append(THROW)
        fill(away, THROW)
        move(away, path)
        store.append(THROW)
        store.append(ENTERED)
    assert saved(path) == (BEGAN, THROW, ENTERED)


@pytest.mark.parametrize("others", [(BEGAN, ENTERED), (BEGAN, THROW, ENTERED), ()])
def test_another_log_in_the_place_of_the_own_is_not_written_to(path: Path, others: tuple[Record, ...]) -> None:
    with closing(SqliteStore.open(path)) as store:
        store.append(BEGAN)
        move(path, path.with_name("away"))
        with pytest.raises(StoreError):
            store.append(THROW)
        fill(path, *others)
        for _ in range(2):
            with pytest.raises(StoreError, match="holds other games than before"):
                store.append(THROW)
    assert saved(path) == others


# -- killed ----------------------------------------------------------------------------------------------------

APPENDER = """
import sys, pathlib
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from scoring.dice import Face
from scoring.events import ThrowMade
from vision.reading import Reading, Verdict
store = SqliteStore.open(pathlib.Path(sys.argv[1]))
for value in range(int(sys.argv[2]), 1_000_000):
    reading = Reading(dice=(), verdict=Verdict.EMPTY, exposed_ns=value)
    store.append(Record(ThrowMade((Face.NINE,) * 5), reading))
    print(value, flush=True)
"""


def test_killed_at_any_moment_every_record_told_as_saved_is_there(path: Path) -> None:
    rng = random.Random(0)
    count = 0
    for _ in range(25):
        command = [sys.executable, "-c", APPENDER, str(path), str(count)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as appender:
            assert appender.stdout is not None
            for _ in range(rng.randrange(1, 40)):
                told = int(appender.stdout.readline())
            appender.send_signal(signal.SIGKILL)
            rest = appender.stdout.read().split()
        told = int(rest[-1]) if rest else told
        records = saved(path)
        assert records == tuple(map(number, range(len(records))))
        assert told + 1 <= len(records) <= told + 2  # one more may be saved and not yet told
        count = len(records)
    assert count > 25


def test_a_log_torn_anywhere_by_a_power_cut_still_gives_a_beginning_of_the_game(path: Path, tmp_path: Path) -> None:
    with closing(SqliteStore.open(path)) as store:
        for value in range(6):
            store.append(number(value))
        main, log = path.read_bytes(), schema.log_path(path).read_bytes()
    torn = tmp_path / "torn"
    lengths = []
    for size in [*range(0, len(log), 509), len(log)]:
        torn.write_bytes(main)
        schema.log_path(torn).write_bytes(log[:size] + bytes(min(700, len(log) - size)))
        records = saved(torn)
        assert records == tuple(map(number, range(len(records))))
        lengths.append(len(records))
    assert lengths == sorted(lengths)
    assert (lengths[0], lengths[-1]) == (0, 6)
