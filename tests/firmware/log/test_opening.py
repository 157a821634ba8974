"""What the players are told at the start, and that the game can go on, whatever became of the log."""

from __future__ import annotations

import logging
from contextlib import closing
from pathlib import Path

import pytest

from firmware.errors import StoreError, StoreFullError, StoreInUseError, StoreReadOnlyError
from firmware.log import schema
from firmware.log.opening import file_of_this_version, longest_opening_s, notice_of, open_store
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.log.stored import Row
from firmware.session.log import notice
from firmware.session.state import NoticeKey
from scoring.dice import Face
from scoring.events import GameBegan, ThrowMade

BEGAN = Record(GameBegan(players=("Anna", "Ben")))
THROW = Record(ThrowMade((Face.ACE,) * 5))
NEWER = (*schema.MIGRATIONS, ("CREATE TABLE seat (name TEXT)",))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "games.sqlite3"
    with closing(SqliteStore.open(path)) as store:
        store.append(BEGAN)
        store.append(THROW)
    return path


def test_a_long_log_is_given_longer_to_open(path: Path):
    schema.log_path(path).write_bytes(bytes(1_000_000))
    assert longest_opening_s(path) == pytest.approx(181, abs=0.2)


@pytest.mark.parametrize("name", ["none.sqlite3", "n" * 999])
def test_a_log_that_is_not_there_is_given_the_usual_time(tmp_path: Path, name: str):
    assert longest_opening_s(tmp_path / name) == 180


def test_where_all_is_well_nothing_is_said(path: Path):
    store, said = open_store(path)
    with closing(store):
        assert (said, store.current_game()) == (None, (BEGAN, THROW))


def test_a_record_that_is_lost_is_counted(path: Path, caplog: pytest.LogCaptureFixture):
    path.write_bytes(path.read_bytes().replace(b'"ace","ace"', b'"ace","acf"', 1))
    store, said = open_store(path)
    with closing(store):
        assert (said, store.current_game()) == (notice(NoticeKey.STORE_LOST, count=1), (BEGAN,))
    assert "1 records were saved, 1 are known to be lost" in caplog.text


def test_a_damaged_file_of_which_all_is_saved_is_said_to_be_restored(path: Path):
    path.write_bytes(b"x" * 50 + path.read_bytes()[50:])
    store, said = open_store(path)
    with closing(store):
        assert (said, store.current_game()) == (notice(NoticeKey.STORE_RESTORED), (BEGAN, THROW))


def test_a_file_in_which_nothing_can_be_read_is_said_to_be_replaced(path: Path):
    path.write_bytes(b"Sehr geehrte Damen und Herren, " * 300)
    store, said = open_store(path)
    with closing(store):
        assert (said, store.current_game()) == (notice(NoticeKey.STORE_REPLACED), ())


def test_beside_a_log_of_a_newer_serviert_the_games_are_kept_in_one_of_this(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    path = tmp_path / "games.sqlite3"
    SqliteStore.open(path, migrations=NEWER).close()
    before = path.read_bytes(), path.stat().st_mtime_ns
    for expected in ((), (BEGAN, THROW)):
        store, said = open_store(path)
        with closing(store):
            assert (said, store.current_game()) == (notice(NoticeKey.STORE_TOO_NEW), expected)
            for record in (BEGAN, THROW) if not expected else ():
                store.append(record)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert file_of_this_version(path).name == "games-v1.sqlite3"
    assert str(file_of_this_version(path)) in caplog.text


def test_what_is_lost_of_the_games_beside_a_newer_log_is_told(path: Path):
    own = file_of_this_version(path)
    own.write_bytes(path.read_bytes().replace(b'"ace","ace"', b'"ace","acf"', 1))
    path.unlink()
    SqliteStore.open(path, migrations=NEWER).close()
    store, said = open_store(path)
    with closing(store):
        assert (said, store.current_game()) == (notice(NoticeKey.STORE_LOST, count=1), (BEGAN,))


UNKNOWN = '{"event":{"type":"dice-painted","colour":"red"},"reading":null}'


def test_a_sound_record_that_only_a_newer_serviert_understands_is_no_damage(path: Path):
    with closing(SqliteStore.open(path)) as store:
        store.extend([Row(sequence=3, game=1, body=UNKNOWN)])
    store, said = open_store(path)
    with closing(store):
        assert (said, store.current_game()) == (notice(NoticeKey.STORE_TOO_NEW), ())
        assert store.path == file_of_this_version(path)
    assert sorted(file.name for file in path.parent.iterdir()) == ["games-v1.sqlite3", path.name]


def test_what_only_a_newer_serviert_understands_is_carried_over_from_a_damaged_log(path: Path):
    with closing(SqliteStore.open(path)) as store:
        store.extend([Row(sequence=3, game=1, body=UNKNOWN)])
        store.append(BEGAN)
    path.write_bytes(b"x" * 50 + path.read_bytes()[50:])
    store, said = open_store(path)
    with closing(store):
        assert (said, store.current_game()) == (notice(NoticeKey.STORE_RESTORED), (BEGAN,))
        assert [row.body for row in store.rows_after(2, most=1)] == [UNKNOWN]


def test_once_serviert_is_updated_the_log_itself_is_used_again(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    path = tmp_path / "games.sqlite3"
    with closing(SqliteStore.open(file_of_this_version(path))) as store:
        store.append(BEGAN)
    with closing(SqliteStore.open(path)) as store:
        store.append(THROW)
    store, said = open_store(path)
    with closing(store):
        assert (said, store.current_game()) == (None, (THROW,))
    assert not [line for line in caplog.records if line.levelno >= logging.ERROR]


def test_a_second_companion_is_turned_away(path: Path):
    with closing(SqliteStore.open(path)), pytest.raises(StoreInUseError):
        open_store(path)


@pytest.mark.parametrize(
    ("error", "key"),
    [
        (StoreFullError("x"), NoticeKey.STORE_FULL),
        (StoreReadOnlyError("x"), NoticeKey.STORE_READ_ONLY),
        (StoreError("x"), NoticeKey.STORE_FAILED),
    ],
)
def test_each_failure_has_its_sentence(error: StoreError, key: NoticeKey):
    assert notice_of(error) is key
