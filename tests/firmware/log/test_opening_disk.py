"""Logs opened on disks that take nothing, and replacements that a power cut left half done."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from firmware.errors import StoreError, StoreFullError, StoreReadOnlyError
from firmware.log import opening, schema
from tests.firmware.log import games, opened
from tests.firmware.log.conftest import fill_up, set_read_only


def test_without_room_to_mend_it_the_damaged_log_stays_and_the_game_goes_on(two_games: Path, small_disk: Path) -> None:
    games.spoil(two_games, 44)
    full = small_disk / "games.sqlite3"
    shutil.copyfile(two_games, full)
    ballast = fill_up(small_disk)
    with opened.started(full) as (store, said):
        assert (said, store.current_game()) == (None, games.SECOND[:13])
        assert isinstance(store.problem, StoreFullError)
        with pytest.raises(StoreError):
            store.append(games.BEGAN)
    assert full.read_bytes() == two_games.read_bytes()
    ballast.unlink()
    assert opened.opened(full) == (opened.without(44), opened.lost(17))


def test_a_device_killed_on_a_full_disk_starts_again_on_the_full_disk(small_disk: Path) -> None:
    full = small_disk / "games.sqlite3"
    script = (
        "import os, sys, pathlib; from tests.firmware.log.games import *\n"
        "print(append_until_full(SqliteStore.open(pathlib.Path(sys.argv[1]))), flush=True); os.kill(os.getpid(), 9)"
    )
    told = subprocess.run([sys.executable, "-c", script, str(full)], stdout=subprocess.PIPE, text=True, check=False)
    with opened.started(full) as (store, said):
        assert (said, store.current_game()) == (None, tuple(map(games.number, range(int(told.stdout)))))


@pytest.mark.parametrize("state", ["gone", "shorter", "half replaced"])
def test_on_a_read_only_disk_what_another_file_has_is_shown_and_taken_once_it_is_writable(
    with_copy: Path, lockable_disk: Path, state: str
) -> None:
    path = lockable_disk / "games.sqlite3"
    if state == "shorter":
        games.fill(path, *opened.ALL[:50])
    elif state == "half replaced":
        path.write_bytes(b"Sehr geehrte Damen und Herren, ")
    shutil.copyfile(with_copy, schema.beside(path, "ready" if state == "half replaced" else "copy"))
    set_read_only(lockable_disk, is_read_only=True)
    with opened.started(path) as (store, said):
        assert (said, store.current_game()) == (None, games.SECOND)
        assert isinstance(store.problem, StoreReadOnlyError)
        set_read_only(lockable_disk, is_read_only=False)
        with pytest.raises(StoreError):
            store.append(games.BEGAN)
    assert path.exists() is (state != "gone")  # it is not begun anew
    assert opened.opened(path) == (opened.ALL, None if state == "half replaced" else opened.RESTORED)


# -- a replacement that was cut off ----------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [1, 2])
def test_a_replacement_cut_off_by_a_power_cut_is_finished_at_the_next_start(two_games: Path, steps: int) -> None:
    shutil.copyfile(two_games, schema.beside(two_games, "ready"))
    games.wipe(two_games, 0)
    for left in schema.of_sqlite(two_games):
        left.write_bytes(b"what would be played into the new file")
    if steps == 2:
        two_games.rename(schema.beside(two_games, "corrupt-1"))
    assert opened.opened(two_games) == (opened.ALL, None)
    assert "games.sqlite3.ready" not in opened.names(two_games)


def test_a_draft_cut_off_by_a_power_cut_is_written_anew(with_copy: Path) -> None:
    games.wipe(with_copy, 0)
    for leftover in ("draft", "draft-wal"):
        schema.beside(with_copy, leftover).write_bytes(b"half a draft")
    assert opened.opened(with_copy) == (opened.ALL, opened.RESTORED)


def test_a_folder_in_the_way_is_told_in_words(two_games: Path) -> None:
    games.spoil(two_games, 12)
    two_games.with_name("games.sqlite3.draft").mkdir()
    with pytest.raises(StoreError, match="cannot be used"):
        opening.open_store(two_games)


def test_a_first_start_cut_off_by_a_power_cut_is_no_damage(tmp_path: Path) -> None:
    path, torn = tmp_path / "games.sqlite3", tmp_path / "torn.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN")
        connection.execute("CREATE TABLE anything (x)")
        connection.executemany("INSERT INTO anything VALUES (?)", [("x" * 900,)] * 200)  # more than the cache holds
        torn.write_bytes(bytes(path.stat().st_size))
        shutil.copyfile(schema.of_sqlite(path)[1], schema.of_sqlite(torn)[1])
        connection.execute("ROLLBACK")
    assert opened.opened(torn) == ((), None)
