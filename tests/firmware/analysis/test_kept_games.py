"""All games that were ever kept come once each, whole, whichever file they lie in."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware.analysis.kept_games import games_in_file, games_of_log, games_of_store
from firmware.archive import archives_of, put_away
from firmware.errors import StoreCorruptError, StoreError
from firmware.log.opening import open_store
from firmware.log.store import SqliteStore
from tests.firmware.analysis.conftest import GAMES, fill
from tests.firmware.analysis.played import game


def numbers_and_records(games):
    return [(each.number, each.records) for each in games]


EXPECTED = list(enumerate(GAMES, start=1))


def test_the_games_of_a_log_come_in_order(log: Path) -> None:
    assert numbers_and_records(games_of_log(log)) == EXPECTED
    assert numbers_and_records(games_in_file(log)) == EXPECTED


def test_reading_a_log_changes_no_byte_of_it(log: Path) -> None:
    before = {file.name: file.read_bytes() for file in log.parent.iterdir()}
    list(games_of_log(log))
    assert {file.name: file.read_bytes() for file in log.parent.iterdir()} == before


def test_a_log_that_is_played_with_can_be_read_from_another_process(log: Path) -> None:
    with closing(SqliteStore.open(log)) as store:
        store.append(game(5)[0])
        assert [each.number for each in games_of_log(log)] == [1, 2, 3, 4, 5, 6]


def test_a_game_that_goes_on_after_its_archive_comes_once_and_whole(log: Path) -> None:
    """The newest game is put away as far as it was, and goes on in the fresh log."""
    with closing(SqliteStore.open(log)) as store:
        assert put_away(store, kept_games=1)
    store, _ = open_store(log, kept_games=9)
    with closing(store):
        later = game(4)[1:]
        for record in later[1:]:
            store.append(record)
        assert len(archives_of(log)) == 1
        expected = [*EXPECTED[:-1], (5, (*GAMES[-1], *later[1:]))]
        assert numbers_and_records(games_of_store(store)) == expected
    assert numbers_and_records(games_of_log(log)) == expected


def test_two_games_of_one_number_after_a_log_was_lost_are_two(log: Path) -> None:
    with closing(SqliteStore.open(log)) as store:
        assert put_away(store, kept_games=1)
    for file in log.parent.glob("games.sqlite3*"):
        file.unlink()
    fill(log, game(7))
    assert [each.number for each in games_of_log(log)] == [1, 2, 3, 4, 5, 1]


def test_where_nothing_is_kept_there_are_no_games(tmp_path: Path) -> None:
    assert list(games_of_log(tmp_path / "none" / "games.sqlite3")) == []
    (tmp_path / "empty.sqlite3").touch()
    assert list(games_of_log(tmp_path / "empty.sqlite3")) == []


def test_a_damaged_record_costs_its_game_and_no_other(log: Path) -> None:
    with closing(sqlite3.connect(log)) as connection:
        (sequence,) = connection.execute("SELECT max(sequence) FROM record WHERE game = 1").fetchone()
        connection.execute("DROP TRIGGER record_is_never_changed")
        connection.execute("UPDATE record SET body = 'rot' WHERE sequence = ?", (sequence,))
        connection.commit()
    found = list(games_of_log(log))
    assert [each.number for each in found] == [1, 2, 3, 4, 5]
    assert [len(each.rows) - len(game) for each, game in zip(found, GAMES, strict=True)] == [-1, 0, 0, 0, 0]
    assert found[2].records == GAMES[2]


def test_a_file_that_is_no_log_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    path.write_bytes(b"no database, but long enough to be taken for one by nobody" * 200)
    with pytest.raises(StoreCorruptError):
        list(games_of_log(path))


def test_a_folder_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError):
        list(games_of_log(tmp_path / "file" / "games.sqlite3"))
