"""What becomes of a log at the start, what the players must know of it, and that the game can go on whatever it was."""

from __future__ import annotations

import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from firmware.errors import StoreError, StoreInUseError
from firmware.log import codec, opening, schema
from firmware.log.store import SqliteStore
from firmware.log.stored import StoredRecord
from tests.firmware.log import games, opened
from tests.power.recording import why_not

# -- nothing is wrong ------------------------------------------------------------------------------------------


def test_where_all_is_well_nothing_is_said_and_nothing_is_made(with_copy: Path) -> None:
    before = opened.names(with_copy)
    assert opened.opened(with_copy) == (opened.ALL, None)
    assert opened.names(with_copy) == before == ["games.sqlite3", "games.sqlite3.begun", "games.sqlite3.copy"]


def test_a_long_log_is_given_longer_to_open(two_games: Path) -> None:
    schema.beside(two_games, "copy").write_bytes(bytes(1_000_000))
    assert opening.longest_opening_s(two_games) == pytest.approx(181, abs=0.2)
    for name in ("none.sqlite3", "n" * 999):
        assert opening.longest_opening_s(two_games.with_name(name)) == 180


def test_a_second_companion_is_turned_away(two_games: Path) -> None:
    with closing(SqliteStore.open(two_games)), pytest.raises(StoreInUseError):
        opening.open_store(two_games)


@pytest.mark.parametrize("name", ["x" * 250, "file/games.sqlite3", "folder"])
def test_a_path_that_cannot_be_used_is_told_in_words(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(StoreError, match="cannot be used"):
        opening.open_store(tmp_path / name)


# -- damage in the log: its copy has it ------------------------------------------------------------------------


@pytest.mark.parametrize("damage", opened.DAMAGES)
def test_what_is_bad_in_the_log_is_taken_from_its_copy_and_said(with_copy: Path, damage: str) -> None:
    opened.DAMAGES[damage](with_copy)
    assert opened.opened(with_copy) == (opened.ALL, opened.RESTORED)


@pytest.mark.parametrize("damage", opened.DAMAGES)
def test_what_is_bad_in_the_copy_alone_is_no_trouble(with_copy: Path, damage: str) -> None:
    opened.DAMAGES[damage](schema.beside(with_copy, "copy"))
    assert opened.opened(with_copy) == (opened.ALL, None)
    assert opened.opened(games.copied(with_copy)) == (opened.ALL, None)


def test_a_damaged_file_is_kept_as_it_was_and_never_overwritten(with_copy: Path) -> None:
    kept = []
    for number_of, damage in enumerate(("a page", "a record", "no beginning", "a letter"), start=1):
        opened.DAMAGES[damage](with_copy)
        kept.append(with_copy.read_bytes())
        assert opened.opened(with_copy) == (opened.ALL, opened.RESTORED)
        asides = [with_copy.with_name(f"games.sqlite3.corrupt-{each}") for each in range(1, number_of + 1)]
        assert [aside.read_bytes() for aside in asides] == kept
    with_copy.unlink()
    assert opened.opened(with_copy) == (opened.ALL, opened.RESTORED)
    assert not with_copy.with_name("games.sqlite3.corrupt-5").exists()  # of nothing, nothing is kept


def test_what_is_whole_in_one_of_them_is_taken_from_that(with_copy: Path) -> None:
    games.fill(with_copy, games.number(9))  # since the copy was made
    games.spoil(with_copy, 10, 40)
    copy = schema.beside(with_copy, "copy")
    games.spoil(copy, 20, 50)
    games.wipe(with_copy, games.leaves(with_copy)[2])
    copy.rename(copy.with_name(f"{copy.name}.corrupt-1"))  # one that was moved aside still gives what is whole in it
    assert opened.opened(with_copy) == ((*opened.ALL, games.number(9)), opened.RESTORED)


def test_a_copy_that_was_being_written_when_the_power_went_is_rolled_back(two_games: Path) -> None:
    torn = schema.beside(two_games, "copy")
    games.fill(torn.with_name("other"), *games.FIRST)
    with closing(schema.connect(torn.with_name("other"), may_create=False, is_copy=True)) as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN")
        connection.execute("CREATE TABLE filling (x)")
        connection.executemany("INSERT INTO filling VALUES (?)", [("x" * 900,)] * 200)  # more than the cache holds
        for file in (torn, schema.of_sqlite(torn)[1]):
            shutil.copyfile(file.with_name(file.name.replace(torn.name, "other")), file)
        connection.execute("ROLLBACK")
    assert opened.opened(two_games) == (opened.ALL, None)
    assert not schema.of_sqlite(torn)[1].exists()
    assert opened.opened(torn) == (games.FIRST, None)


def test_a_copy_on_another_disk_is_used(two_games: Path, tmp_path: Path) -> None:
    copy = tmp_path / "stick" / "copy.sqlite3"
    copy.parent.mkdir()
    with closing(SqliteStore.open(two_games)) as store:
        games.follow(store, copy)
    two_games.unlink()
    assert opened.opened(two_games, copy) == (opened.ALL, opened.RESTORED)


def test_rot_in_the_write_ahead_log_loses_nothing_that_the_copy_has(path: Path) -> None:
    # SQLite takes the first damaged frame for the end, and says nothing of what follows.
    crashed = path.with_name("crashed.sqlite3")
    with closing(SqliteStore.open(path)) as store:
        for record in games.FIRST:
            store.append(record)
        games.follow(store, schema.beside(crashed, "copy"))
        shutil.copyfile(path, crashed)
        logged = bytearray(schema.of_sqlite(path)[0].read_bytes())
    logged[32 + 12 * (24 + schema.PAGE_SIZE)] ^= 1
    schema.of_sqlite(crashed)[0].write_bytes(logged)
    assert opened.opened(crashed) == (games.FIRST, opened.RESTORED)


@pytest.mark.skipif(why_not() is not None, reason=str(why_not()))
def test_a_worn_out_sector_of_the_log_is_damage(with_copy: Path) -> None:
    script = (
        "import sys, pathlib; from firmware.log.opening import open_store\n"
        "store, said = open_store(pathlib.Path(sys.argv[1])); print(said.became, store.newest)"
    )
    unread = ["-P", str(with_copy), "-e", "trace=pread64", "-e", "inject=pread64:error=EIO:when=5"]
    command = ["strace", "-f", "-o", "/dev/null", *unread, sys.executable, "-c", script, str(with_copy)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == "restored (60, 2)\n"


# -- copies that are none --------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_folder", [False, True])
def test_a_copy_of_another_log_or_none_is_not_mixed_in(
    two_games: Path, is_folder: bool, caplog: pytest.LogCaptureFixture
) -> None:
    copy = schema.beside(two_games, "copy")
    if is_folder:
        copy.mkdir()
    else:
        games.fill(copy, *map(games.number, range(80)))
    assert opened.opened(two_games) == (opened.ALL, None)
    games.spoil(two_games, 12)
    assert opened.opened(two_games) == (opened.without(12), opened.lost(1))
    assert ("cannot be read" if is_folder else "holds other games") in caplog.text


def test_a_copy_that_shares_nothing_with_the_newest_game_is_not_believed(two_games: Path) -> None:
    with closing(SqliteStore.open(schema.beside(two_games, "copy"), is_copy=True)) as copy:
        copy.extend([StoredRecord(sequence=100, game=9, body=codec.encode(games.BEGAN))])
    assert opened.opened(two_games) == (opened.ALL, None)


# -- a newer Serviert ------------------------------------------------------------------------------------------


def test_beside_a_log_of_a_newer_serviert_the_games_are_kept_in_one_of_this(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = games.newer(path)
    assert opened_beside(path) == ((), opened.TOO_NEW)
    games.fill(opening.of_this_version(path), *games.GAME)
    assert opened_beside(path) == (games.GAME, opened.TOO_NEW)
    assert path.read_bytes() == before
    assert opening.of_this_version(path).name == "games-v2.sqlite3"
    assert str(opening.of_this_version(path)) in caplog.text
    games.spoil(opening.of_this_version(path), 3)
    assert opened_beside(path) == (games.GAME[:2], opened.lost(1))


def opened_beside(path: Path) -> tuple[tuple, opening.Trouble | None]:
    with opened.started(path) as (store, said):
        return games.records_in(store), said


UNKNOWN = '{"event":{"type":"dice-painted","colour":"red"},"reading":null}'


def test_a_sound_record_that_only_a_newer_serviert_understands_is_no_damage(path: Path) -> None:
    games.fill(path, *games.GAME)
    with closing(SqliteStore.open(path)) as store:
        store.extend([StoredRecord(sequence=4, game=1, body=UNKNOWN)])
    assert opened_beside(path) == ((), opened.TOO_NEW)
    assert sorted(file.name for file in path.parent.iterdir()) == ["games-v2.sqlite3", path.name]


def test_what_only_a_newer_serviert_understands_is_carried_over_from_a_damaged_log(path: Path) -> None:
    games.fill(path, *games.GAME)
    with closing(SqliteStore.open(path)) as store:
        store.extend([StoredRecord(sequence=4, game=1, body=UNKNOWN)])
        store.append(games.BEGAN)
        store.append(games.number(1))
    games.spoil(path, 2)
    with opened.started(path) as (store, said):
        assert (said, store.current_game()) == (opened.lost(1), (games.BEGAN, games.number(1)))
        assert [each.body for each in store.stored_after(3, most=1)] == [UNKNOWN]


# -- large logs ------------------------------------------------------------------------------------------------


def test_of_a_large_log_only_the_newest_game_is_looked_at_until_damage_was_found(with_copy: Path) -> None:
    games.spoil(with_copy, 12)
    with opened.started(with_copy, large_bytes=1) as (_, said):
        assert said is None
    schema.beside(with_copy, opening.DAMAGED).touch()
    with opened.started(with_copy, large_bytes=1) as (_, said):
        assert said == opened.RESTORED
    assert not schema.beside(with_copy, opening.DAMAGED).exists()
    assert opened.opened(with_copy) == (opened.ALL, None)
