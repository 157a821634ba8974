import sqlite3
import subprocess
import sys
from contextlib import closing, nullcontext
from dataclasses import replace

import pytest

from firmware import errors
from firmware.log import codec, schema
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.log.stored import StoredRecord, is_whole, played
from scoring.events import GameBegan
from tests.cases import cases
from tests.firmware.log import games
from tests.power import game


def test_records_come_back_in_order_from_one_file_whatever_its_name_in_less_room_than_their_text(tmp_path):
    path, records = tmp_path / "100% #1?.sqlite3", game.records(20)  # signs that mean something in an address
    path.touch()  # an empty file is a new store
    games.fill(path, *records)
    assert ([file.name for file in path.parent.iterdir()], games.saved(path)) == ([path.name], records)
    assert path.stat().st_size < 0.85 * sum(len(codec.encode(record)) for record in records)


def test_a_commit_reaches_the_disk_before_append_returns(tmp_path):
    with closing(schema.connect(tmp_path / "x", may_create=True)) as connection:
        names = ("synchronous", "journal_mode", "locking_mode")
        settings = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]
    assert settings == [2, "wal", "exclusive"]  # 2 is FULL: https://sqlite.org/pragma.html#pragma_synchronous


def test_the_file_itself_refuses_to_forget(path):
    games.fill(path, *games.GAME)
    inserts = (f"INSERT {how} INTO record VALUES ({at}, 1, x'00', 0, NULL)" for how, at in (("", 2), ("OR REPLACE", 3)))
    with closing(sqlite3.connect(path)) as connection:
        for statement in ("UPDATE record SET body = x'00'", "DELETE FROM record", *inserts):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                connection.execute(statement)
    assert games.saved(path) == games.GAME


def stored(record: Record, sequence: int, game: int) -> StoredRecord:
    return StoredRecord(sequence=sequence, game=game, body=codec.encode(record))


def test_records_can_only_be_added_after_those_that_are_there_and_keep_their_places(path):
    with closing(SqliteStore.open(path)) as store:
        store.append(games.BEGAN)
        with pytest.raises(errors.StoreError, match="already holds record 1"):
            store.extend([stored(games.BEGAN, 1, 1), stored(games.BEGAN, 2, 2)])
        store.extend([stored(games.THROW, 2, 1), stored(games.BEGAN, 3, 2)])
        assert (store.newest, [each.place for each in store.stored_after(1, most=1)]) == ((3, 2), [(2, 1)])
        assert [each.record for each in store.stored_after(1, most=5)] == [games.THROW, games.BEGAN]
        store.append(games.ENTERED)
        assert (store.games(), store.current_game()) == ((1, 2), (games.BEGAN, games.ENTERED))
        assert [each.record for each in store.stored_game(1)] == [games.BEGAN, games.THROW]


def test_a_second_companion_is_turned_away_in_words(path):
    script = "import sys, pathlib; from firmware.log.store import *; SqliteStore.open(pathlib.Path(sys.argv[1]))"
    with closing(SqliteStore.open(path)) as store:
        store.append(games.BEGAN)
        second = subprocess.run([sys.executable, "-c", script, path], capture_output=True, text=True, check=False)
        assert "StoreInUseError: Another Serviert has" in second.stderr
        store.append(games.THROW)  # the first one is not disturbed
    assert games.saved(path) == (games.BEGAN, games.THROW)


def test_a_newer_file_is_refused_and_not_touched_also_where_its_writer_was_killed(path):
    before = games.newer(path), path.stat().st_mtime_ns
    with pytest.raises(errors.StoreTooNewError, match=r"Install that one, .* the file was not touched"):
        SqliteStore.open(path)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    with closing(schema.connect(path, may_create=False)) as writer:
        writer.execute("CREATE TABLE seat (name TEXT)")
        left = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    assert len(left) == 2
    for name, content in left.items():
        path.with_name(name).write_bytes(content)
    with pytest.raises(errors.StoreTooNewError):
        SqliteStore.open(path)
    assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == left


@pytest.mark.parametrize(("application_id", "version"), [(0, 0), (77, 0), (0, 1), (0, 9)])
def test_a_database_of_another_program_is_left_alone(path, application_id, version):
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA application_id = {application_id}")
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
        connection.commit()
    before = path.read_bytes()
    with pytest.raises(errors.StoreError, match="belongs to another program") as raised:
        SqliteStore.open(path)
    assert type(raised.value) is errors.StoreError  # and not a damaged one, which would be moved aside
    assert path.read_bytes()[100:] == before[100:]


def test_what_is_no_text_is_refused_in_words_and_the_next_record_is_saved(path):
    with closing(SqliteStore.open(path)) as store:
        with pytest.raises(errors.StoreError, match="half a sign is no text"):
            store.append(games.BEGAN, Record(GameBegan(players=("\ud800", "Ben"))))  # all is saved or nothing
        assert store.problem is not None
        store.append(*games.GAME, *games.GAME)
        assert (store.problem, store.games(), store.newest, store.current_game()) == (None, (1, 2), (6, 2), games.GAME)


@pytest.mark.parametrize("game_of", [1, 2], ids=["in the newest game", "before it"])
def test_a_record_that_vanished_without_a_trace_is_missed(path, game_of):
    with closing(SqliteStore.open(path)) as store:
        store.extend([stored(games.BEGAN, 1, 1), stored(games.BEGAN, 3, game_of)])
    with pytest.raises(errors.StoreCorruptError, match=r"lacks records: \[\(2, 2\)\]"):
        SqliteStore.open(path)
    with pytest.raises(errors.StoreCorruptError, match="lacks records of") if game_of == 1 else nullcontext():
        SqliteStore.open(path, is_thorough=False).close()


def test_a_log_torn_anywhere_by_a_power_cut_still_gives_a_beginning_of_the_game(path, tmp_path):
    with closing(SqliteStore.open(path)) as store:
        games.append(store, *map(games.number, range(6)))
        assert store.games() == (1,)  # though nothing began it
        main, log = path.read_bytes(), games.log_path(path).read_bytes()
    torn = tmp_path / "torn"
    lengths = []
    for size in [*range(0, len(log), 4019), len(log)]:
        torn.write_bytes(main)
        games.log_path(torn).write_bytes(log[:size] + bytes(min(700, len(log) - size)))
        records = games.saved(torn)
        assert records == tuple(map(games.number, range(len(records))))
        lengths.append(len(records))
    assert (lengths, lengths[0], lengths[-1]) == (sorted(lengths), 0, 6)


ONE = StoredRecord(sequence=3, game=2, body=codec.encode(games.BEGAN), written_utc="2026-01-01")


def test_what_is_stored_comes_back():
    assert StoredRecord.from_columns(ONE.columns) == ONE
    assert (ONE.record, ONE.place, ONE.gap) == (games.BEGAN, (3, 2), frozenset())


OTHER = replace(ONE, body=codec.encode(games.THROW)).columns[2]


@pytest.mark.parametrize(
    ("at", "rotten"),
    [(0, 4), (1, 3), (2, OTHER), (2, b"no zlib"), (2, OTHER[:-4]), (2, ONE.body), (2, None), (3, ONE.columns[3] + 1)],
)
def test_each_column_but_the_time_is_under_the_check_sum(at, rotten):
    columns = list(ONE.columns)
    columns[at] = rotten
    with pytest.raises(errors.StoreCorruptError, match="its check sum does not fit"):
        StoredRecord.from_columns(tuple(columns))


def test_two_are_the_same_where_place_and_text_are():
    changes = ({"written_utc": None}, {"sequence": 4}, {"game": 3}, {"body": codec.encode(games.THROW)})
    assert [ONE.is_same_as(replace(ONE, **change)) for change in changes] == [True, False, False, False]


@pytest.mark.parametrize("case", cases(__file__)["gaps"])
def test_a_game_is_played_to_its_first_gap_that_is_not_noted(case):
    begun, running, gaps = (case.get(name, ()) for name in ("begun", "running", "gaps"))
    there = [stored(games.BEGAN, each, 2) for each in begun[:1]] + [stored(games.THROW, each, 2) for each in begun[1:]]
    there += [stored(games.THROW, each, 2) for each in running]
    there += [StoredRecord.of_gap([*map(tuple, ranges)], sequence=each, game=2) for each, *ranges in gaps]
    kept = sorted(there, key=lambda each: each.sequence)
    assert ([each.sequence for each in played(kept)], is_whole(kept)) == (case["played"], case["whole"])
