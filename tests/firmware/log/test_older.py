"""What an older Serviert kept is read once, record for record, and kept."""

import shutil
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from firmware.log import schema
from firmware.log.mending import LogSource, older_files, set_aside
from firmware.log.opening import Trouble
from firmware.log.record import Record
from firmware.log.schema import beside
from tests.firmware.log import games
from tests.firmware.log.games import copied, fill, leaves, log_path, lost, number, older, records_in, started, wipe

ALL = tuple(record for at in range(4) for record in (games.BEGAN, number(2 * at), number(2 * at + 1), games.ENTERED))
"""Four games."""


def opened(path: Path) -> tuple[tuple[Record, ...], tuple[int, ...], Trouble | None]:
    """Return all records, the games and what was said; the next start finds nothing more to take over."""
    with started(path) as (store, said):
        assert store.problem is None
        found = records_in(store), store.games(), said
    with started(path) as (again, nothing):
        assert (records_in(again), again.games(), nothing) == (*found[:2], None)
    assert older_files(path) == []
    return found


def contents(folder: Path) -> list[bytes]:
    return sorted(file.read_bytes() for file in folder.iterdir())


def test_a_log_of_an_older_serviert_is_taken_over_and_kept(path):
    older(path, ALL)
    names = ("games-v1.sqlite3", "mygames-000001.sqlite3", "games.sqlite3.study.json")  # none of its own
    for name in names:
        path.with_name(name).write_bytes(b"x")
    before = path.read_bytes()
    assert opened(path) == (ALL, (1, 2, 3, 4), None)
    assert contents(beside(path, "older")) == [before]
    assert [file.name for file in set_aside(path)] == [path.name]
    assert all(path.with_name(name).read_bytes() == b"x" for name in names)
    with started(path) as (store, _):
        assert {each.written_utc for each in store.stored_after(0, most=99)} == {"2026-01-01"}


def test_what_a_crash_left_in_its_write_ahead_log_is_taken_over_too(path):
    older(path, ALL[:5])
    rest = older(path.with_name("rest"), ALL)
    with closing(schema.connect(path, may_create=False)) as connection:
        connection.execute("ATTACH ? AS rest", (str(rest),))
        connection.execute("INSERT INTO record SELECT * FROM rest.record WHERE sequence > 5")
        left = [(file, file.read_bytes()) for file in (path, log_path(path))]
    rest.unlink()
    for file, content in left:
        file.write_bytes(content)
    assert opened(path) == (ALL, (1, 2, 3, 4), None)


def with_archives(path: Path) -> Path:
    """Leave archives as they were made: the newest game goes on in the next file."""
    older(path.with_name("games-000001.sqlite3"), ALL[:6])
    older(path.with_name("games-000002.sqlite3"), ALL[4:14], sequence=5, game=1)
    return older(path, ALL[12:], sequence=13, game=3)


def test_archives_and_backups_are_taken_over_in_one_order(path):
    with_archives(path)
    older(beside(path, "backup-1"), ALL[12:15], sequence=13, game=3)
    before = contents(path.parent)
    assert opened(path) == (ALL, (1, 2, 3, 4), None)
    assert contents(beside(path, "older")) == before
    assert sorted(file.name for file in path.parent.iterdir()) == ["games.sqlite3", "games.sqlite3.older"]


@pytest.mark.parametrize("name", ["fresh", "salvaged", "backup-2"])
def test_a_log_that_an_older_serviert_was_about_to_put_in_place_is_found(path, name):
    with_archives(path).rename(beside(path, name))
    assert opened(path) == (ALL, (1, 2, 3, 4), None)


def test_what_is_damaged_is_taken_from_a_backup_and_counted_where_none_has_it(path):
    older(path, ALL)
    shutil.copyfile(path, beside(path, "backup-2"))
    wipe(path, leaves(path)[2])
    spoiled = path.read_bytes()
    assert opened(path) == (ALL, (1, 2, 3, 4), games.RESTORED)
    assert (beside(path, "older") / path.name).read_bytes() == spoiled
    alone = path.with_name("alone.sqlite3")
    alone.write_bytes(spoiled)
    found, _, said = opened(alone)
    assert said == lost(16 - len(found))
    assert set(found) <= set(ALL)
    assert 0 < 16 - len(found) <= 3


def test_what_was_lost_long_ago_or_lies_elsewhere_is_not_told_again(path):
    older(path, ALL[8:12], sequence=409, game=32)
    damaged = path.with_name("damaged.sqlite3")
    shutil.copyfile(path, damaged)
    with started(path) as (store, said):
        assert (said, store.current_game()) == (None, ALL[8:12])
        store.append(games.THROW)
    with started(path) as (store, _):
        assert (records_in(store), store.games()) == ((*ALL[8:12], games.THROW), (33,))
    with closing(sqlite3.connect(damaged)) as connection:
        connection.execute("UPDATE record SET crc32 = crc32 + 1 WHERE sequence = 410")
        connection.commit()
    with started(damaged) as (store, said):
        assert (said, store.current_game()) == (lost(3), ALL[8:9])


@pytest.mark.parametrize("names", [("000001",), ("000001", "000001-2")])
def test_logs_begun_anew_after_one_was_lost_whole_are_kept_in_the_order_of_their_names(path, names):
    for number_of, name in enumerate(names):
        older(path.with_name(f"games-{name}.sqlite3"), ALL[4 * number_of :][:4])
    older(path, ALL[4 * len(names) :])
    assert opened(path) == (ALL, (1, 2, 3, 4), None)


def test_no_more_is_read_than_asked_for_and_no_number_believed_that_the_file_is_too_small_for(path):
    with ExitStack() as files:
        source = LogSource(older(path, ALL), files)
        source.come_after((4, 1))
        assert [each.sequence for each in source.stored(5, 6)] == [5, 6]
        high = older(path.with_name("high.sqlite3"), ALL[:1], sequence=1 << 40)
        assert LogSource(high, files).last == high.stat().st_size // 20


def test_a_backup_of_another_log_is_kept_and_not_mixed_in(path, caplog):
    older(path, ALL[:4])
    older(beside(path, "backup-1"), ALL[4:])
    assert opened(path) == (ALL[:4], (1,), None)
    assert "holds other games" in caplog.text
    assert len(set_aside(path)) == 2


def test_an_archive_that_is_put_back_later_joins_the_others(path):
    with_archives(path)
    away = path.with_name("games-000001.sqlite3").rename(path.parent.parent / "games-000001.sqlite3")
    assert opened(path)[:2] == (ALL[4:], (2, 3, 4))
    copied(path)
    away.rename(path.with_name(away.name))
    assert opened(path) == (ALL, (1, 2, 3, 4), None)


def test_a_taking_over_that_was_cut_off_is_finished(path):
    with_archives(path)
    fill(beside(path, "ready"), *ALL)
    path.with_name("games-000001.sqlite3").unlink()  # moved already
    assert opened(path) == (ALL, (1, 2, 3, 4), None)
