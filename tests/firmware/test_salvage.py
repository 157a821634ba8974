from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from firmware.backup import Backups, copies_of
from firmware.errors import StoreCorruptError, StoreError, StoreFullError, StoreReadOnlyError, StoreTooNewError
from firmware.log import schema
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.salvage import open_or_replace
from firmware.salvaged import Remains
from scoring.dice import Face
from scoring.events import GameBegan, ThrowMade
from tests.power.recording import why_not
from vision.reading import Reading, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

BEGAN = Record(GameBegan(players=("Anna", "Ben")))


def number(value: int) -> Record:
    return Record(ThrowMade((Face.NINE,) * 5), Reading(dice=(), verdict=Verdict.EMPTY, exposed_ns=value))


# Two games of 30 records: enough for several pages, so that damage to one spares the others.
FIRST = (BEGAN, *(number(1_000 + value) for value in range(29)))
SECOND = (BEGAN, *(number(2_000 + value) for value in range(29)))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a sound file of two games."""
    path = tmp_path / "games.sqlite3"
    with closing(SqliteStore.open(path)) as store:
        for record in FIRST + SECOND:
            store.append(record)
    return path


def damage(path: Path, old: bytes, new: bytes) -> None:
    content = path.read_bytes()
    assert content.count(old) == 1
    path.write_bytes(content.replace(old, new))


def test_a_sound_file_is_opened_and_nothing_else(path: Path) -> None:
    store, replaced = open_or_replace(path)
    with closing(store):
        assert (replaced, store.current_game()) == (None, SECOND)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_damaged_record_ends_its_game_and_spares_the_others(path: Path) -> None:
    damage(path, b'"exposed_ns":2012', b'"exposed_ns":2\x00!2')
    broken = path.read_bytes()
    store, replaced = open_or_replace(path)
    with closing(store):
        assert store.game(1) == FIRST
        assert store.current_game() == SECOND[:13]
        store.append(number(9))
    assert replaced is not None
    assert (replaced.salvaged, replaced.lost) == (43, 17)
    assert "Record 44 of game 2 is damaged" in replaced.reason
    assert replaced.moved_to.name == "games.sqlite3.corrupt-1"
    assert replaced.moved_to.read_bytes() == broken
    reopened, again = open_or_replace(path)
    with closing(reopened):
        assert again is None
        assert reopened.current_game() == (*SECOND[:13], number(9))


def test_a_damaged_beginning_costs_that_game_only(path: Path) -> None:
    content = path.read_bytes()
    at = content.rindex(b"Anna", 0, content.rindex(b"Anna"))  # pages fill from the end, so this may be either game
    path.write_bytes(content[:at] + b"anna" + content[at + 4 :])
    with closing(Remains(path)) as found:
        assert len({trace.game for trace in found.kept}) == 1
        assert (len(found.kept), found.lost) == (30, 30)


def test_a_file_that_was_cut_short_gives_what_is_left(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: -schema.PAGE_SIZE])
    store, replaced = open_or_replace(path)
    with closing(store):
        assert store.game(1)
        assert store.game(1) == FIRST[: len(store.game(1))]
    assert replaced is not None
    assert replaced.salvaged > 20


def test_a_wiped_first_page_is_replaced_and_the_games_are_found_behind_it(path: Path) -> None:
    path.write_bytes(bytes(schema.PAGE_SIZE) + path.read_bytes()[schema.PAGE_SIZE :])
    store, replaced = open_or_replace(path)
    with closing(store):
        assert (store.game(1), store.current_game()) == (FIRST, SECOND)
    assert replaced is not None
    assert (replaced.salvaged, replaced.lost) == (60, 0)


@pytest.mark.parametrize(
    ("sound", "rotten"),
    [
        (b"body TEXT", b"bodz TEXT"),  # another column, which only a query misses
        (b"body TEXT", b"bod\xf9 TEXT"),  # which the sqlite3 module cannot even complain of
        (b"sequence >= NEW", b"requence >= NEW"),  # a rule that only the next record would meet
        (b"sequence >= NEW", b"sequence <= NEW"),  # and one that would refuse it
        (b"SERV", b"SERW"),  # whose file it is
    ],
)
def test_rotten_words_of_the_tables_are_damage_and_the_game_goes_on(path: Path, sound: bytes, rotten: bytes) -> None:
    damage(path, sound, rotten)
    store, replaced = open_or_replace(path)
    with closing(store):
        assert (store.game(1), store.current_game()) == (FIRST, SECOND)
        store.append(number(9))
    assert replaced is not None
    assert (replaced.salvaged, replaced.lost) == (60, 0)


@pytest.mark.parametrize("at", [18, 19, 44, 47, 63], ids=["write", "read", "format", "format too", "version"])
def test_a_rotten_header_is_damage_and_no_disk_that_cannot_be_written(path: Path, at: int) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 0x80 if at != 63 else 1  # version 0: nothing was written yet, it says
    path.write_bytes(content)
    store, replaced = open_or_replace(path)
    with closing(store):
        assert (store.problem, store.current_game()) == (None, SECOND)
    assert replaced is not None


@pytest.mark.parametrize("page", range(1, 7))
def test_any_wiped_page_leaves_beginnings_of_games(path: Path, page: int) -> None:
    content = bytearray(path.read_bytes())
    start = page * schema.PAGE_SIZE
    assert start < len(content)
    content[start : start + schema.PAGE_SIZE] = b"\xa5" * schema.PAGE_SIZE
    path.write_bytes(content)
    store, replaced = open_or_replace(path)
    with closing(store):
        assert store.game(1) == FIRST[: len(store.game(1))]
        assert store.game(2) == SECOND[: len(store.game(2))]
        store.append(BEGAN)
    assert replaced is not None
    assert replaced.salvaged == 60 or page > 2  # the roots of table and index hold no record


@pytest.mark.parametrize(
    "content", [b"x", b"Sehr geehrte Damen und Herren, " * 700, bytes(9_000), b"SQLite format 3\0"]
)
def test_what_never_was_a_log_is_moved_aside_and_a_game_can_begin(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.sqlite3"
    path.write_bytes(content)
    store, replaced = open_or_replace(path)
    with closing(store):
        assert store.current_game() == ()
        store.append(BEGAN)
        assert store.current_game() == (BEGAN,)
    assert replaced is not None
    assert (replaced.salvaged, replaced.lost) == (0, 0)
    assert replaced.moved_to.read_bytes() == content


def test_the_second_damage_does_not_overwrite_what_the_first_left(path: Path) -> None:
    for name in ("games.sqlite3.corrupt-1", "games.sqlite3.corrupt-2"):
        damage(path, b'"exposed_ns":2002', b'"exposed_ns":20O2')
        store, replaced = open_or_replace(path)
        with closing(store):
            assert replaced is not None
            assert replaced.moved_to.name == name
            store.append(number(2_001))
            store.append(number(2_002))


def test_a_log_left_by_a_crash_is_salvaged_with_its_file(tmp_path: Path) -> None:
    path, crashed = tmp_path / "games.sqlite3", tmp_path / "crashed.sqlite3"
    with closing(SqliteStore.open(path)) as store:
        for record in FIRST:
            store.append(record)
        crashed.write_bytes(b"\xff" * 16 + path.read_bytes()[16:])
        schema.log_path(crashed).write_bytes(schema.log_path(path).read_bytes())
    store, replaced = open_or_replace(crashed)
    with closing(store):
        assert store.current_game() == FIRST
    assert replaced is not None
    assert schema.log_path(replaced.moved_to).exists()


@pytest.mark.parametrize("steps", [1, 2])
def test_a_replacement_cut_off_by_a_power_cut_is_finished_at_the_next_start(path: Path, steps: int) -> None:
    salvaged = path.with_name("games.sqlite3.salvaged")
    salvaged.write_bytes(path.read_bytes())
    damage(path, b'"exposed_ns":2012', b'"exposed_ns":2O12')
    schema.log_path(path).write_bytes(b"log")
    if steps == 2:
        path.rename(path.with_name("games.sqlite3.corrupt-1"))
    store, _ = open_or_replace(path)
    with closing(store):
        assert store.current_game() == SECOND
    assert not salvaged.exists()
    assert not schema.log_path(path).exists()


def test_a_draft_cut_off_by_a_power_cut_is_written_anew(path: Path) -> None:
    damage(path, b'"exposed_ns":2012', b'"exposed_ns":2O12')
    for leftover in ("games.sqlite3.salvaging", "games.sqlite3.salvaging-wal"):
        path.with_name(leftover).write_bytes(b"half a draft")
    store, _ = open_or_replace(path)
    with closing(store):
        assert store.current_game() == SECOND[:13]


def test_what_is_not_damage_is_not_replaced(path: Path) -> None:
    newer = (*schema.MIGRATIONS, ("CREATE TABLE seat (name TEXT)",))
    SqliteStore.open(path, migrations=newer).close()
    with pytest.raises(StoreTooNewError):
        open_or_replace(path)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("needs the right to mount a small disk")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_without_room_for_a_new_file_the_damaged_one_stays_and_the_game_goes_on(path: Path, small_disk: Path) -> None:
    damage(path, b'"exposed_ns":2012', b'"exposed_ns":2O12')
    full = small_disk / "games.sqlite3"
    full.write_bytes(path.read_bytes())
    with pytest.raises(OSError, match="No space"):
        (small_disk / "ballast").write_bytes(bytes(256 * 1024))
    store, replaced = open_or_replace(full)
    with closing(store):
        assert replaced is None
        assert isinstance(store.problem, StoreFullError)
        assert (store.game(1), store.current_game()) == (FIRST, SECOND[:13])
        with pytest.raises(StoreCorruptError):
            store.append(BEGAN)
    assert full.read_bytes() == path.read_bytes()


def test_a_device_killed_on_a_full_disk_starts_again_on_the_full_disk(small_disk: Path) -> None:
    full = small_disk / "games.sqlite3"
    script = (
        "import os, sys, pathlib; from tests.firmware.test_salvage import append_until_full\n"
        "print(append_until_full(pathlib.Path(sys.argv[1])), flush=True); os.kill(os.getpid(), 9)"
    )
    told = subprocess.run([sys.executable, "-c", script, str(full)], stdout=subprocess.PIPE, text=True, check=False)
    store, replaced = open_or_replace(full)
    with closing(store):
        assert (replaced, records_in(store)) == (None, tuple(map(number, range(int(told.stdout)))))
        assert isinstance(store.problem, StoreFullError)


def append_until_full(path: Path) -> int:
    """Save what the disk takes, and return how many records that were."""
    store, saved = SqliteStore.open(path), 0
    while True:
        try:
            store.append(number(saved))
        except StoreFullError:
            return saved
        saved += 1


def test_a_replacement_that_cannot_be_finished_on_a_read_only_disk_is_read(path: Path, small_disk: Path) -> None:
    locked = small_disk / "games.sqlite3"
    locked.with_name("games.sqlite3.salvaged").write_bytes(path.read_bytes())
    locked.write_bytes(b"Sehr geehrte Damen und Herren, ")
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    store, replaced = open_or_replace(locked)
    with closing(store):
        assert (replaced, store.current_game()) == (None, SECOND)
        assert isinstance(store.problem, StoreReadOnlyError)


def test_a_log_that_is_gone_from_a_read_only_disk_is_read_from_its_copy_and_not_begun_anew(
    with_copy: Path, small_disk: Path
) -> None:
    gone = small_disk / "games.sqlite3"
    copies_of(gone)[0].write_bytes(copies_of(with_copy)[0].read_bytes())
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    store, _ = open_or_replace(gone)
    with closing(store):
        assert (store.game(1), store.current_game()) == (FIRST, SECOND)
        assert isinstance(store.problem, StoreReadOnlyError)
        subprocess.run(["mount", "-o", "remount,rw,size=4m", str(small_disk)], check=True)
        with pytest.raises(StoreError):
            store.append(BEGAN)
    assert not gone.exists()
    store, replaced = open_or_replace(gone)
    with closing(store):
        assert records_in(store) == FIRST + SECOND
    assert replaced is not None


def test_a_name_that_no_disk_takes_is_told_in_words(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be used"):
        open_or_replace(tmp_path / ("x" * 250))


def test_a_folder_in_the_way_is_told_in_words(path: Path) -> None:
    damage(path, b'"exposed_ns":2012', b'"exposed_ns":2O12')
    path.with_name("games.sqlite3.salvaging").mkdir()
    with pytest.raises(StoreError, match="cannot be used"):
        open_or_replace(path)


# -- what the copies give back ---------------------------------------------------------------------------------


def records_in(store: SqliteStore) -> tuple[Record, ...]:
    return tuple(row.record for row in store.rows_after(0, most=1000))


@pytest.fixture
def with_copy(path: Path) -> Path:
    """Return a sound file with one copy of all of it."""
    with closing(SqliteStore.open(path)) as store:
        assert Backups(store).make() is not None
    return path


def test_what_is_damaged_in_the_log_comes_from_its_copy(with_copy: Path) -> None:
    damage(with_copy, b'"exposed_ns":2012', b'"exposed_ns":2\x00!2')
    store, replaced = open_or_replace(with_copy)
    with closing(store):
        assert records_in(store) == FIRST + SECOND
    assert replaced is not None
    assert (replaced.salvaged, replaced.lost) == (60, 0)


def test_what_was_played_since_the_copy_was_made_is_salvaged_from_the_log(with_copy: Path) -> None:
    with closing(SqliteStore.open(with_copy)) as store:
        store.append(number(3_001))
    damage(with_copy, b'"exposed_ns":2012', b'"exposed_ns":2\x00!2')
    store, replaced = open_or_replace(with_copy)
    with closing(store):
        assert records_in(store) == (*FIRST, *SECOND, number(3_001))
    assert replaced is not None
    assert replaced.lost == 0


def test_a_log_that_is_gone_or_empty_comes_back_from_its_copy(with_copy: Path) -> None:
    for spoil in (Path.unlink, lambda path: path.write_bytes(b"")):
        spoil(with_copy)
        store, replaced = open_or_replace(with_copy)
        with closing(store):
            assert records_in(store) == FIRST + SECOND
        assert replaced is not None
        assert (replaced.salvaged, replaced.lost) == (60, 0)


def test_a_damaged_copy_gives_what_it_can(with_copy: Path) -> None:
    copy, _ = copies_of(with_copy)
    copy.write_bytes(bytes(schema.PAGE_SIZE) + copy.read_bytes()[schema.PAGE_SIZE :])
    damage(copy, b'"exposed_ns":1005', b'"exposed_ns":1OO5')
    damage(with_copy, b'"exposed_ns":2012', b'"exposed_ns":2O12')
    store, replaced = open_or_replace(with_copy)
    with closing(store):
        assert records_in(store) == FIRST + SECOND
    assert replaced is not None
    assert replaced.lost == 0


def test_a_copy_that_cannot_be_read_does_not_keep_the_game_from_going_on(with_copy: Path) -> None:
    copies_of(with_copy)[1].mkdir()
    damage(with_copy, b'"exposed_ns":2012', b'"exposed_ns":2O12')
    store, replaced = open_or_replace(with_copy)
    with closing(store):
        assert records_in(store) == FIRST + SECOND
    assert replaced is not None


def test_a_log_that_the_disk_no_longer_gives_back_comes_from_its_copy(with_copy: Path) -> None:
    with_copy.unlink()
    with_copy.symlink_to("/proc/self/mem")  # at whose beginning the kernel answers as a worn-out disk does: EIO
    store, replaced = open_or_replace(with_copy)
    with closing(store):
        assert records_in(store) == FIRST + SECOND
    assert replaced is not None
    assert "no longer gives its beginning back" in replaced.reason


@pytest.mark.skipif(why_not() is not None, reason=str(why_not()))
def test_a_worn_out_sector_of_the_log_is_damage(with_copy: Path) -> None:
    script = (
        "import sys, pathlib; from firmware.log.opening import open_store\n"
        "store, said = open_store(pathlib.Path(sys.argv[1])); print(said.key, len(store.rows_after(0, most=99)))"
    )
    unread = ["-P", str(with_copy), "-e", "trace=pread64", "-e", "inject=pread64:error=EIO:when=3"]
    command = ["strace", "-f", "-o", "/dev/null", *unread, sys.executable, "-c", script, str(with_copy)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == "store-restored 60\n"


def test_a_copy_of_another_log_is_not_mixed_in(path: Path) -> None:
    with closing(SqliteStore.open(copies_of(path)[0])) as other:
        for value in range(80):
            other.append(number(value))
    store, replaced = open_or_replace(path)
    with closing(store):
        assert (replaced, records_in(store)) == (None, FIRST + SECOND)
    damage(path, b'"exposed_ns":2012', b'"exposed_ns":2O12')
    store, replaced = open_or_replace(path)
    with closing(store):
        assert records_in(store) == FIRST + SECOND[:13]


def test_a_rotten_last_page_is_told_though_nothing_in_it_can_be_read(path: Path) -> None:
    content = path.read_bytes()
    leaves = [at for at in range(0, len(content), schema.PAGE_SIZE) if content[at] == 0x0D]
    last = max(leaves, key=lambda at: content[at : at + schema.PAGE_SIZE].count(b'"exposed_ns":2028'))
    path.write_bytes(content[:last] + b"\xa5" * schema.PAGE_SIZE + content[last + schema.PAGE_SIZE :])
    store, replaced = open_or_replace(path)
    with closing(store):
        kept = len(records_in(store))
    assert replaced is not None
    assert (kept + replaced.lost, replaced.lost > 0) == (60, True)  # the index still knows how many there were


def test_what_an_earlier_replacement_lost_is_not_told_again(path: Path) -> None:
    damage(path, b'"exposed_ns":1012', b'"exposed_ns":1O12')
    store, replaced = open_or_replace(path)
    store.close()
    assert replaced is not None
    assert replaced.lost == 17
    damage(path, b'"exposed_ns":2028', b'"exposed_ns":2O28')
    store, replaced = open_or_replace(path)
    store.close()
    assert replaced is not None
    assert replaced.lost == 1


# -- what the write-ahead log still holds ----------------------------------------------------------------------


def left_by_a_crash(path: Path, *records: Record) -> tuple[Path, bytearray]:
    """Return a file that was not closed, and the write-ahead log beside it."""
    crashed = path.with_name("crashed.sqlite3")
    with closing(SqliteStore.open(path)) as store:
        for record in records:
            store.append(record)
        crashed.write_bytes(path.read_bytes())
        return crashed, bytearray(schema.log_path(path).read_bytes())


FRAME = 24 + schema.PAGE_SIZE


def test_rot_in_the_write_ahead_log_loses_nothing_that_can_still_be_read(path: Path) -> None:
    # SQLite takes the first damaged frame for the end, and says nothing of what follows.
    crashed, log = left_by_a_crash(path, *map(number, range(20)))
    log[32 + 2 * FRAME] ^= 1
    schema.log_path(crashed).write_bytes(log)
    store, replaced = open_or_replace(crashed)
    with closing(store):
        assert records_in(store) == (*FIRST, *SECOND, *map(number, range(20)))
    assert replaced is not None
    assert (replaced.salvaged, replaced.lost) == (80, 0)
    assert "write-ahead log is damaged" in replaced.reason


def test_rot_in_the_write_ahead_log_that_took_a_record_is_told(path: Path) -> None:
    crashed, log = left_by_a_crash(path, *map(number, range(7_000, 7_020)))
    for at in range(32, len(log), FRAME):
        log[at : at + FRAME] = log[at : at + FRAME].replace(b'"exposed_ns":7004', b'"exposed_ns":7OO4')
    schema.log_path(crashed).write_bytes(log)
    store, replaced = open_or_replace(crashed)
    with closing(store):
        assert records_in(store) == (*FIRST, *SECOND, *map(number, range(7_000, 7_004)))
    assert replaced is not None
    assert (replaced.salvaged, replaced.lost) == (64, 16)


def test_the_record_in_hand_is_kept_where_it_reached_the_log_but_not_its_commit(path: Path) -> None:
    crashed, log = left_by_a_crash(path, number(1), number(2))
    log[-1] ^= 1  # in the last frame, the index's; the record stands in the one before
    schema.log_path(crashed).write_bytes(log)
    store, replaced = open_or_replace(crashed)
    with closing(store):
        assert (replaced, records_in(store)) == (None, (*FIRST, *SECOND, number(1), number(2)))


# -- what is left beside the log -------------------------------------------------------------------------------


def test_only_the_newest_damaged_files_are_kept(path: Path) -> None:
    for _ in range(6):
        damage(path, b'"exposed_ns":2002', b'"exposed_ns":20O2')
        store, _ = open_or_replace(path)
        with closing(store):
            store.append(number(2_001))
            store.append(number(2_002))
    names = sorted(file.name for file in path.parent.iterdir())
    assert names == ["games.sqlite3", *(f"games.sqlite3.corrupt-{number}" for number in (4, 5, 6))]


def test_a_rollback_journal_of_the_damaged_file_is_not_played_into_the_new_one(path: Path) -> None:
    damage(path, b'"exposed_ns":2012', b'"exposed_ns":2O12')
    salvaged = path.with_name("games.sqlite3.salvaged")
    salvaged.write_bytes(path.read_bytes())
    schema.journal_path(path).write_bytes(b"journal")
    open_or_replace(path)[0].close()
    assert not schema.journal_path(path).exists()


def test_a_first_start_cut_off_by_a_power_cut_is_no_damage(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN")
        connection.execute("CREATE TABLE anything (x)")
        connection.executemany("INSERT INTO anything VALUES (?)", [("x" * 900,)] * 200)  # more than the cache holds
        journal = schema.journal_path(path).read_bytes()
        written = path.read_bytes()
        connection.execute("ROLLBACK")
    torn = tmp_path / "torn.sqlite3"
    torn.write_bytes(bytes(len(written)))
    schema.journal_path(torn).write_bytes(journal)
    store, replaced = open_or_replace(torn)
    with closing(store):
        assert (replaced, store.games()) == (None, ())
