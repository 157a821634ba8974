"""What becomes of a log at the start, what the players must know of it, and that the game can go on whatever it was."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from firmware.errors import StoreError, StoreFullError, StoreInUseError, StoreReadOnlyError
from firmware.log import codec, mending, opening, record, schema
from firmware.log.schema import beside
from firmware.log.store import SqliteStore
from firmware.log.stored import StoredRecord, played
from tests.firmware.log import conftest, games
from tests.power.recording import why_not


def test_where_all_is_well_nothing_is_said_and_nothing_is_made(with_copy):
    before = sorted(with_copy.parent.iterdir())
    assert (games.opened(with_copy), sorted(with_copy.parent.iterdir())) == ((games.ALL, None), before)
    assert len(before) == 3


def test_a_long_log_is_given_longer_to_open(two_games):
    beside(two_games, "copy").write_bytes(bytes(1_000_000))
    assert opening.longest_opening_s(two_games) == pytest.approx(181, abs=0.2)
    for name in ("none.sqlite3", "n" * 999):
        assert opening.longest_opening_s(two_games.with_name(name)) == 180


def test_what_cannot_be_used_is_told_in_words(two_games):
    with closing(SqliteStore.open(two_games)), pytest.raises(StoreInUseError):
        opening.open_store(two_games)
    for path in (two_games / "games.sqlite3", two_games.parent, two_games.with_name("x" * 250)):
        with pytest.raises(StoreError, match="cannot be used"):
            opening.open_store(path)


@pytest.mark.parametrize("damage", games.DAMAGES)
def test_what_is_bad_in_the_log_is_taken_from_its_copy_and_said(with_copy, damage):
    games.DAMAGES[damage](with_copy)
    assert games.opened(with_copy) == (games.ALL, games.RESTORED)


@pytest.mark.parametrize(
    "damage", ["gone", "zeros", "a letter", "no root", "no index", "a record", "unreadable", "a rule"]
)
def test_what_is_bad_in_the_copy_alone_is_no_trouble(with_copy, damage):
    games.DAMAGES[damage](beside(with_copy, "copy"))
    for path in (with_copy, games.copied(with_copy)):
        assert games.opened(path) == (games.ALL, None)


def test_a_damaged_file_is_kept_as_it_was_and_never_overwritten(with_copy):
    kept = []
    for number_of, damage in enumerate(("a page", "a record", "no beginning"), start=1):
        games.DAMAGES[damage](with_copy)
        kept.append(with_copy.read_bytes())
        assert games.opened(with_copy) == (games.ALL, games.RESTORED)
        assert [beside(with_copy, f"corrupt-{each + 1}").read_bytes() for each in range(number_of)] == kept
    with_copy.unlink()
    assert games.opened(with_copy) == (games.ALL, games.RESTORED)
    assert not beside(with_copy, "corrupt-4").exists()  # of nothing, nothing is kept


def test_what_is_whole_in_one_of_them_is_taken_from_that(with_copy):
    games.fill(with_copy, games.number(9))  # since the copy was made
    games.spoil(with_copy, 10, 40)
    copy = beside(with_copy, "copy")
    games.spoil(copy, 20, 50)
    games.wipe(with_copy, games.leaves(with_copy)[2])
    copy.rename(copy.with_name(f"{copy.name}.corrupt-1"))  # one that was moved aside still gives what is whole in it
    assert games.opened(with_copy) == ((*games.ALL, games.number(9)), games.RESTORED)


def half_write(connection: sqlite3.Connection) -> None:
    """Leave a transaction undone that is larger than the cache."""
    for statement in ("PRAGMA cache_size = 1", "BEGIN", "CREATE TABLE filling (x)"):
        connection.execute(statement)
    connection.executemany("INSERT INTO filling VALUES (?)", [("x" * 900,)] * 200)


def test_a_copy_that_was_being_written_when_the_power_went_is_rolled_back(two_games):
    torn, other = beside(two_games, "copy"), two_games.with_name("other")
    games.fill(other, *games.FIRST)
    with closing(schema.connect(other, may_create=False, is_copy=True)) as connection:
        half_write(connection)
        for file, to in zip(schema.of_sqlite(other)[1:], schema.of_sqlite(torn)[1:], strict=True):
            shutil.copyfile(file, to)
    assert games.opened(two_games) == (games.ALL, None)
    assert not schema.of_sqlite(torn)[1].exists()
    assert games.opened(torn) == (games.FIRST, None)


def test_a_first_start_cut_off_by_a_power_cut_is_no_damage(tmp_path):
    path, torn = tmp_path / "games.sqlite3", tmp_path / "torn.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        half_write(connection)
        torn.write_bytes(bytes(path.stat().st_size))
        shutil.copyfile(schema.of_sqlite(path)[1], schema.of_sqlite(torn)[1])
    assert games.opened(torn) == ((), None)


def test_a_copy_on_another_disk_is_used(two_games, tmp_path):
    copy = tmp_path / "stick" / "copy.sqlite3"
    copy.parent.mkdir()
    with closing(SqliteStore.open(two_games)) as store:
        games.follow(store, copy)
    two_games.unlink()
    assert games.opened(two_games, copy) == (games.ALL, games.RESTORED)


def test_rot_in_the_write_ahead_log_loses_nothing_that_the_copy_has(path):
    # SQLite takes the first damaged frame for the end, and says nothing of what follows.
    crashed = path.with_name("crashed.sqlite3")
    with closing(SqliteStore.open(path)) as store:
        games.append(store, *games.FIRST)
        games.follow(store, beside(crashed, "copy"))
        shutil.copyfile(path, crashed)
        shutil.copyfile(games.log_path(path), games.log_path(crashed))
    games.flip(games.log_path(crashed), 32 + 12 * (24 + schema.PAGE_SIZE))
    assert games.opened(crashed) == (games.FIRST, games.RESTORED)


@pytest.mark.skipif(why_not() is not None, reason=str(why_not()))
def test_a_worn_out_sector_of_the_log_is_damage(with_copy):
    script = (
        "import sys, pathlib; from firmware.log.opening import open_store\n"
        "store, said = open_store(pathlib.Path(sys.argv[1])); print(said.became, store.newest)"
    )
    unread = ["-P", str(with_copy), "-e", "trace=pread64", "-e", "inject=pread64:error=EIO:when=5"]
    command = ["strace", "-f", "-o", "/dev/null", *unread, sys.executable, "-c", script, str(with_copy)]
    assert subprocess.run(command, capture_output=True, text=True, check=False).stdout == "restored (60, 2)\n"


def spoil_both(path: Path, *sequences: int) -> None:
    for file in (path, beside(path, "copy")):
        games.spoil(file, *sequences)


def test_a_record_lost_in_an_older_game_is_counted_and_the_rest_of_that_is_kept(with_copy, caplog):
    spoil_both(with_copy, 12, 13, 17)
    assert games.opened(with_copy) == (games.without(12, 13, 17), games.lost(3))
    assert "missing are [(12, 13), (17, 17)]" in caplog.text
    with games.started(with_copy) as (store, _):
        assert tuple(each.record for each in played(store.stored_game(1))) == games.FIRST[:11]
        assert store.current_game() == games.SECOND


def test_a_game_goes_on_from_its_last_whole_record_and_what_comes_after_is_kept(with_copy):
    spoil_both(with_copy, 44)
    new = (games.number(1), games.number(2))
    with games.started(with_copy) as (store, said):
        assert (said, store.current_game()) == (games.lost(17), games.SECOND[:13])
        games.append(store, *new)
        games.follow(store)
        assert games.records_in(store) == (*games.without(44), *new)
    assert games.saved(with_copy) == (*games.SECOND[:13], *new)
    games.spoil(with_copy, 63)  # what was lost before is not told again
    with games.started(with_copy) as (store, said):
        assert (said, store.current_game()) == (games.RESTORED, (*games.SECOND[:13], *new))
    spoil_both(with_copy, 63)
    with games.started(with_copy) as (store, said):
        assert (said, store.current_game()) == (games.lost(1), (*games.SECOND[:13], new[0]))


def test_a_game_whose_beginning_is_lost_is_kept_and_another_can_begin(with_copy):
    spoil_both(with_copy, 31)
    with games.started(with_copy) as (store, said):
        assert (said, store.current_game()) == (games.lost(30), ())
        store.append(games.BEGAN)
        assert (store.games(), store.current_game()) == ((1, 2, 3), (games.BEGAN,))
    assert games.saved(with_copy) == (games.BEGAN,)


@pytest.mark.parametrize("leaf", [0, 4, -1])
def test_a_lost_page_costs_its_own_records_alone_those_at_the_end_are_known_by_the_index(with_copy, leaf):
    for file in (with_copy, beside(with_copy, "copy")):
        games.wipe(file, games.leaves(file)[leaf])
    found, said = games.opened(with_copy)
    count = 60 - len(found)
    assert said == games.lost(count)
    assert 0 < count <= 5
    assert found in [games.without(*range(first, first + count)) for first in range(1, 62 - count)]


@pytest.mark.parametrize(
    ("damage", "said", "later"),
    [("a letter", games.REPLACED, None), ("gone", games.GONE, games.GONE), ("empty", games.GONE, games.GONE)],
)
def test_where_nothing_is_left_it_is_said_and_a_log_once_there_is_not_greeted_as_new(with_copy, damage, said, later):
    for file in (with_copy, beside(with_copy, "copy")):
        games.DAMAGES[damage](file)
    assert [games.opened(with_copy) for _ in range(2)] == [((), said), ((), later)]
    games.fill(with_copy, *games.GAME)
    assert games.opened(with_copy) == (games.GAME, None)


def test_where_no_game_was_ever_kept_nothing_is_said_to_be_gone(path):
    assert games.opened(path) == ((), None)
    games.copied(path)
    path.unlink()
    assert games.opened(path) == ((), None)


@pytest.mark.parametrize("is_folder", [False, True])
def test_a_copy_of_another_log_or_none_is_not_mixed_in(two_games, is_folder, caplog):
    copy = beside(two_games, "copy")
    if is_folder:
        copy.mkdir()
    else:
        games.fill(copy, *map(games.number, range(80)))
    assert games.opened(two_games) == (games.ALL, None)
    games.spoil(two_games, 12)
    assert games.opened(two_games) == (games.without(12), games.lost(1))
    assert ("cannot be read" if is_folder else "holds other games") in caplog.text


def test_no_more_is_read_than_asked_for_and_no_number_believed_that_the_file_is_too_small_for(two_games):
    high = two_games.with_name("high.sqlite3")
    with closing(SqliteStore.open(high)) as store:
        store.extend([StoredRecord(sequence=1 << 40, game=1, body=codec.encode(games.BEGAN))])
    with ExitStack() as files:
        assert [each.sequence for each in mending.LogSource(two_games, files).stored(5, 6)] == [5, 6]
        assert mending.LogSource(high, files).last == high.stat().st_size // 20


def test_a_copy_that_shares_nothing_with_the_newest_game_is_not_believed(two_games):
    with closing(SqliteStore.open(beside(two_games, "copy"), is_copy=True)) as copy:
        copy.extend([StoredRecord(sequence=100, game=9, body=codec.encode(games.BEGAN))])
    assert games.opened(two_games) == (games.ALL, None)


def opened_beside(path: Path) -> tuple[tuple, opening.Trouble | None]:
    with games.started(path) as (store, said):
        return games.records_in(store), said


@pytest.mark.parametrize("version", [1, schema.VERSION + 1])
def test_beside_a_log_of_another_version_the_games_are_kept_in_one_of_this(path, version, caplog):
    before, own = games.of_version(version, path), opening.of_this_version(path)
    assert opened_beside(path) == ((), games.TOO_NEW)
    games.fill(own, *games.GAME)
    assert (opened_beside(path), path.read_bytes()) == ((games.GAME, games.TOO_NEW), before)
    assert own.name == "games-v2.sqlite3"
    assert f"(version {version} of its file; this one knows 2 alone)" in caplog.text
    assert f"the file was not touched. Until then the games are kept in {own}" in caplog.text
    games.spoil(own, 3)
    assert opened_beside(path) == (games.GAME[:2], games.lost(1))


UNKNOWN = '{"event":{"type":"dice-painted","colour":"red"},"reading":null}'


def with_unknown(path: Path, *later: record.Record) -> None:
    games.fill(path, *games.GAME)
    with closing(SqliteStore.open(path)) as store:
        store.extend([StoredRecord(sequence=4, game=1, body=UNKNOWN)])
        games.append(store, *later)


def test_a_sound_record_that_only_a_newer_serviert_understands_is_no_damage(path):
    with_unknown(path)
    assert opened_beside(path) == ((), games.TOO_NEW)
    assert sorted(file.name for file in path.parent.iterdir()) == ["games-v2.sqlite3", path.name]


def test_what_only_a_newer_serviert_understands_is_carried_over_from_a_damaged_log(path):
    with_unknown(path, games.BEGAN)
    games.spoil(path, 2)
    with games.started(path) as (store, said):
        assert (said, store.current_game()) == (games.lost(1), (games.BEGAN,))
        assert [each.body for each in store.stored_after(3, most=1)] == [UNKNOWN]


def test_of_a_large_log_only_the_newest_game_is_looked_at_until_damage_was_found(with_copy):
    games.spoil(with_copy, 12)
    with games.started(with_copy, large_bytes=1) as (_, said):
        assert said is None
    mark = beside(with_copy, opening.DAMAGED)
    mark.touch()
    with games.started(with_copy, large_bytes=1) as (_, said):
        assert said == games.RESTORED
    assert not mark.exists()
    mark.touch()
    assert games.opened(with_copy) == (games.ALL, None)
    assert not mark.exists()


def test_without_room_to_mend_it_the_damaged_log_stays_and_the_game_goes_on(two_games, small_disk):
    games.spoil(two_games, 44)
    full = small_disk / "games.sqlite3"
    shutil.copyfile(two_games, full)
    ballast = conftest.fill_up(small_disk)
    with games.started(full) as (store, said):
        assert (said, store.current_game()) == (None, games.SECOND[:13])
        assert isinstance(store.problem, StoreFullError)
        with pytest.raises(StoreError):
            store.append(games.BEGAN)
    assert full.read_bytes() == two_games.read_bytes()
    ballast.unlink()
    assert games.opened(full) == (games.without(44), games.lost(17))


@pytest.mark.parametrize("state", ["gone", "shorter", "half replaced"])
def test_on_a_read_only_disk_what_another_file_has_is_shown_and_taken_once_writable(with_copy, lockable_disk, state):
    path = lockable_disk / "games.sqlite3"
    if state == "shorter":
        games.fill(path, *games.ALL[:50])
    elif state == "half replaced":
        path.write_bytes(b"Sehr geehrte Damen und Herren, ")
    shutil.copyfile(with_copy, beside(path, "ready" if state == "half replaced" else "copy"))
    conftest.set_read_only(lockable_disk, is_read_only=True)
    with games.started(path) as (store, said):
        assert (said, store.current_game()) == (None, games.SECOND)
        assert isinstance(store.problem, StoreReadOnlyError)
        conftest.set_read_only(lockable_disk, is_read_only=False)
        with pytest.raises(StoreError):
            store.append(games.BEGAN)
    assert path.exists() is (state != "gone")  # it is not begun anew
    assert games.opened(path) == (games.ALL, None if state == "half replaced" else games.RESTORED)


@pytest.mark.parametrize("steps", [1, 2])
def test_a_replacement_cut_off_by_a_power_cut_is_finished_at_the_next_start(two_games, steps):
    shutil.copyfile(two_games, beside(two_games, "ready"))
    games.wipe(two_games, 0)
    for left in schema.of_sqlite(two_games)[:2]:
        left.write_bytes(b"what would be played into the new file")
    if steps == 2:
        two_games.rename(beside(two_games, "corrupt-1"))
    assert games.opened(two_games) == (games.ALL, None)
    assert "games.sqlite3.ready" not in [file.name for file in two_games.parent.iterdir()]


def test_a_draft_cut_off_by_a_power_cut_is_written_anew_and_a_folder_in_the_way_told_in_words(with_copy):
    games.wipe(with_copy, 0)
    beside(with_copy, "draft").mkdir()
    with pytest.raises(StoreError, match="cannot be used"):
        opening.open_store(with_copy)
    beside(with_copy, "draft").rmdir()
    for leftover in ("draft", "draft-wal"):
        beside(with_copy, leftover).write_bytes(b"half a draft")
    assert games.opened(with_copy) == (games.ALL, games.RESTORED)
