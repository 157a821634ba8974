"""Games of past evenings in files of their own: nothing is lost on the way, however it ends, and the numbers go on."""

from __future__ import annotations

import logging
import shutil
import subprocess
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from firmware.archive import archives_of, finish_putting_away, put_away
from firmware.backup import Backups, copies_of
from firmware.errors import StoreError, StoreReadOnlyError
from firmware.log import schema
from firmware.log.opening import open_store
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.log.stored import Row
from firmware.rows import rows_unwritable
from firmware.session.log import notice
from firmware.session.state import NoticeKey
from scoring.dice import Face
from scoring.events import GameBegan, ThrowMade
from vision.reading import Reading, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

BEGAN = Record(GameBegan(players=("Anna", "Ben")))
THROWS = 39


def number(value: int) -> Record:
    return Record(ThrowMade((Face.NINE,) * 5), Reading(dice=(), verdict=Verdict.EMPTY, exposed_ns=value))


def game(value: int) -> tuple[Record, ...]:
    return (BEGAN, *(number(1_000 * value + throw) for throw in range(THROWS)))


GAMES = tuple(game(value) for value in range(1, 5))
ALL = tuple(record for each in GAMES for record in each)


def fill(path: Path, *games: tuple[Record, ...]) -> None:
    with closing(SqliteStore.open(path)) as store:
        for record in (record for each in games for record in each):
            store.append(record)
        Backups(store, free_bytes=lambda _: 1 << 40).make()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a log of four games, with a copy."""
    path = tmp_path / "games.sqlite3"
    fill(path, *GAMES)
    return path


def rows_of(path: Path) -> dict[int, Row]:
    """Return every row of a log and its archives, by its number; the log's own goes before."""
    files = (*archives_of(path), path)
    return {row.sequence: row for file in files if file.exists() for row in rows_unwritable(file)}


def is_whole(path: Path) -> bool:
    """Return whether all four games are there, in the archives and the log, with the numbers they had."""
    rows = rows_of(path)
    places = [(rows[sequence].sequence, rows[sequence].game) for sequence in sorted(rows)]
    expected = [(1 + n, 1 + n // (THROWS + 1)) for n in range(len(ALL))]
    return places == expected and tuple(rows[sequence].record for sequence in sorted(rows)) == ALL


def names(path: Path) -> list[str]:
    return sorted(file.name.removeprefix("games") for file in path.parent.iterdir())


def test_a_log_of_few_games_is_left_alone(path: Path):
    before = path.read_bytes()
    store, _ = open_store(path, kept_games=3)
    with closing(store):
        assert store.games() == (1, 2, 3, 4)
    assert (archives_of(path), path.read_bytes()) == ((), before)


def test_a_log_of_many_games_is_put_away_but_for_the_newest(path: Path, caplog: pytest.LogCaptureFixture):
    before = path.read_bytes()
    caplog.set_level(logging.INFO)
    store, said = open_store(path, kept_games=2)
    with closing(store):
        assert (said, store.games(), store.newest) == (None, (4,), (len(ALL), 4))
        assert store.current_game() == GAMES[3]
    (archive,) = archives_of(path)
    assert (archive.name, archive.read_bytes()) == ("games-000001.sqlite3", before)
    assert is_whole(path)
    assert f"Games 1 to 4 were put away in {archive}" in caplog.text


def test_the_numbers_go_on_and_each_game_is_whole_in_an_archive(path: Path):
    store, _ = open_store(path, kept_games=2)
    with closing(store):
        for record in (number(7), *GAMES[0], *GAMES[1]):
            store.append(record)
        assert store.games() == (4, 5, 6)
    store, _ = open_store(path, kept_games=1)
    with closing(store):
        assert store.games() == (6,)
    assert [file.name for file in archives_of(path)] == ["games-000001.sqlite3", "games-000004.sqlite3"]
    rows = rows_of(path)
    assert sorted(rows) == list(range(1, len(ALL) + 2 * len(GAMES[0]) + 2))
    assert rows[len(ALL) + 1].record == number(7)


def test_the_copies_hold_the_newest_game_alone_and_what_is_salvaged_of_them_keeps_its_numbers(path: Path):
    store, _ = open_store(path, kept_games=2)
    store.close()
    for copy in copies_of(path):
        assert tuple(row.record for row in rows_unwritable(copy)) == GAMES[3]
    path.write_bytes(b"Sehr geehrte Damen und Herren, " * 300)
    store, said = open_store(path, kept_games=2)
    with closing(store):
        assert said == notice(NoticeKey.STORE_RESTORED)
        assert (store.games(), store.newest) == ((4,), (len(ALL), 4))
    assert is_whole(path)


def test_a_large_log_is_put_away_however_few_its_games(path: Path):
    with closing(SqliteStore.open(path)) as store:
        assert not put_away(store)
        assert put_away(store, large_bytes=0)


def test_one_game_is_never_put_away(tmp_path: Path):
    path = tmp_path / "games.sqlite3"
    fill(path, GAMES[0])
    with closing(SqliteStore.open(path)) as store:
        assert not put_away(store, kept_games=0, large_bytes=0)
        assert store.current_game() == GAMES[0]


def test_a_large_log_is_looked_through_before_its_copies_are_given_up(path: Path):
    content = path.read_bytes()
    path.write_bytes(content.replace(b'"exposed_ns":1012', b'"exposed_ns":1O12', 1))
    copied = copies_of(path)[0].read_bytes()
    with closing(SqliteStore.open(path, is_thorough=False)) as store:
        assert not put_away(store, kept_games=0, large_bytes=0)
    assert (archives_of(path), copies_of(path)[0].read_bytes()) == ((), copied)
    assert path.with_name("games.sqlite3.damaged").exists()


def test_an_archive_never_takes_the_name_of_another(path: Path):
    taken = path.with_name("games-000001.sqlite3")
    taken.write_bytes(b"of a log that was lost whole")
    open_store(path, kept_games=2)[0].close()
    assert taken.read_bytes() == b"of a log that was lost whole"
    assert [file.name for file in archives_of(path)] == [taken.name, "games-000001-2.sqlite3"]


@pytest.mark.parametrize("other", ["games-v1.sqlite3", "games-1.sqlite3", "games.sqlite3.corrupt-1", "mygames-000001"])
def test_other_files_are_no_archives(path: Path, other: str):
    path.with_name(other).touch()
    assert archives_of(path) == ()


# -- interrupted -----------------------------------------------------------------------------------------------


@pytest.fixture
def steps(path: Path, tmp_path: Path) -> dict[str, Path]:
    """Return the log as a power cut leaves it after each step, made of a run to the end and of what was before."""
    done = tmp_path / "done"
    shutil.copytree(path.parent, done, ignore=shutil.ignore_patterns("done"))
    open_store(done / path.name, kept_games=2)[0].close()
    fresh = f"{path.name}.fresh"
    parts = {
        "half a draft": {f"{fresh}-draft": (done / path.name).read_bytes()[:5000]},
        "one copy": {copies_of(path)[0].name: copies_of(done / path.name)[0].read_bytes()},
        "the copies": {copy.name: copy.read_bytes() for copy in copies_of(done / path.name)},
        "the fresh log": {fresh: (done / path.name).read_bytes()},
    }
    before = {file.name: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}
    states = {}
    for what, files in parts.items():
        before |= files
        states[what] = dict(before)
    renamed = dict(before)
    renamed["games-000001.sqlite3"] = renamed.pop(path.name)
    states["the archive"] = renamed
    for what, files in states.items():
        (tmp_path / what).mkdir()
        for name, content in files.items():
            (tmp_path / what / name).write_bytes(content)
    return {what: tmp_path / what / path.name for what in states}


@pytest.mark.parametrize("step", ["half a draft", "one copy", "the copies", "the fresh log", "the archive"])
@pytest.mark.parametrize("kept_games", [2, 99], ids=["begun again", "left"])
def test_what_was_begun_is_ended_or_undone_at_the_next_start(steps: dict[str, Path], step: str, kept_games: int):
    path = steps[step]
    store, said = open_store(path, kept_games=kept_games)
    with closing(store):
        assert (said, store.newest, store.current_game()) == (None, (len(ALL), 4), GAMES[3])
        is_put_away = kept_games == 2 or step == "the archive"
        assert store.games() == ((4,) if is_put_away else (1, 2, 3, 4))
        assert len(archives_of(path)) == is_put_away
        Backups(store, free_bytes=lambda _: 1 << 40).make()
    assert is_whole(path)
    assert not [name for name in names(path) if "fresh" in name]


def test_copies_of_the_newest_game_alone_are_made_anew_where_the_log_was_not_put_away(steps: dict[str, Path]):
    path = steps["the copies"]
    for copy in copies_of(path):
        with closing(SqliteStore.open(path)) as store:
            store.append(BEGAN)
            assert Backups(store, free_bytes=lambda _: 1 << 40).make() == copy
    assert [len(rows_unwritable(copy)) for copy in copies_of(path)] == [len(ALL) + 1, len(ALL) + 2]


def test_a_copy_whose_beginning_rotted_is_made_anew(path: Path):
    copy = copies_of(path)[0]
    copy.write_bytes(copy.read_bytes().replace(b'"Anna"', b'"Onna"', 1))
    shutil.copyfile(copy, copies_of(path)[1])
    with closing(SqliteStore.open(path)) as store:
        store.append(BEGAN)
        assert Backups(store, free_bytes=lambda _: 1 << 40).make() == copy
    assert tuple(row.record for row in rows_unwritable(copy)) == (*ALL, BEGAN)


def test_a_log_that_is_not_whole_by_itself_is_not_renamed(path: Path):
    class Unclosed(SqliteStore):
        def close(self) -> None:
            schema.log_path(self.path).write_bytes(b"the disk failed while SQLite wrote this into the file")

    store = Unclosed.open(path)
    assert put_away(store, kept_games=0)
    SqliteStore.close(store)
    assert archives_of(path) == ()


# -- full and read-only disks ----------------------------------------------------------------------------------


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Return a disk of 256 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("needs the right to mount a small disk")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill_up(folder: Path, free_bytes: int) -> None:
    """Leave so much room."""
    spared = folder / "spared"
    spared.write_bytes(bytes(free_bytes))
    with pytest.raises(OSError, match="No space"):
        (folder / "ballast").write_bytes(bytes(1 << 20))
    spared.unlink()


@pytest.mark.parametrize("free_pages", range(0, 30, 2))
def test_on_a_full_disk_no_archive_is_made_or_a_whole_one(disk: Path, free_pages: int, path: Path):
    full = disk / path.name
    shutil.copyfile(path, full)
    fill_up(disk, free_pages * 4096)
    store, said = open_store(full, kept_games=2)
    with closing(store):
        assert store.current_game() == GAMES[3]
        assert said in (None, notice(NoticeKey.STORE_FULL))
    assert is_whole(full)
    (disk / "ballast").unlink()
    store, said = open_store(full, kept_games=2)
    with closing(store):
        assert (said, store.games()) == (None, (4,))
    assert is_whole(full)
    assert len(archives_of(full)) == 1


def test_a_full_disk_is_said_and_what_was_begun_is_removed(disk: Path, path: Path, caplog: pytest.LogCaptureFixture):
    full = disk / path.name
    shutil.copyfile(path, full)
    fill_up(disk, 10 * 4096)
    with closing(SqliteStore.open(full)) as store:
        assert not put_away(store, kept_games=2)
    assert "could not be put away: " in caplog.text
    assert not [name for name in names(full) if "fresh" in name]


def test_of_a_log_that_cannot_be_written_nothing_is_tried(path: Path, caplog: pytest.LogCaptureFixture):
    rows = rows_unwritable(path)
    store = SqliteStore.unwritable(path, rows, StoreReadOnlyError("The disk is read-only."))
    assert not put_away(store, kept_games=2)
    assert (archives_of(path), caplog.text) == ((), "")


def test_a_log_that_was_just_put_right_is_put_away_at_the_next_start(path: Path):
    path.write_bytes(b"x" * 50 + path.read_bytes()[50:])
    for expected in (0, 1):
        open_store(path, kept_games=2)[0].close()
        assert len(archives_of(path)) == expected
    assert is_whole(path)


def test_on_a_read_only_disk_the_log_stays_and_what_was_begun_is_shown(disk: Path, steps: dict[str, Path]):
    for what in ("the fresh log", "the archive"):
        for file in disk.iterdir():
            file.unlink()
        for file in steps[what].parent.iterdir():
            if file.name.startswith("games") and "backup" not in file.name:
                shutil.copyfile(file, disk / file.name)
        before = sorted(file.name for file in disk.iterdir())
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        path = disk / steps[what].name
        store, said = open_store(path, kept_games=2)
        with closing(store):
            assert isinstance(store.problem, StoreReadOnlyError)
            assert (said, store.current_game()) == (notice(NoticeKey.STORE_READ_ONLY), GAMES[3])
        assert sorted(file.name for file in disk.iterdir()) == before
        subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
        store, said = open_store(path, kept_games=2)
        with closing(store):
            assert (said, store.games()) == (None, (4,))
        assert is_whole(path)


def test_a_path_that_cannot_be_is_an_error_of_ours(tmp_path: Path):
    with pytest.raises(StoreError):
        finish_putting_away(tmp_path / ("n" * 999))
