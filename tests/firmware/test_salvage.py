from __future__ import annotations

import subprocess
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from firmware import schema
from firmware.errors import StoreCorruptError, StoreError, StoreFullError, StoreTooNewError
from firmware.record import Record
from firmware.salvage import open_or_replace, salvage
from firmware.store import SqliteStore
from scoring.dice import Face
from scoring.events import GameBegan, ThrowMade
from vision.reading import Reading, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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
    kept, lost = salvage(path)
    games = {row.game for row in kept}
    assert len(games) == 1
    assert (len(kept), lost) == (30, 30)


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


def test_a_folder_in_the_way_is_told_in_words(path: Path) -> None:
    damage(path, b'"exposed_ns":2012', b'"exposed_ns":2O12')
    path.with_name("games.sqlite3.salvaging").mkdir()
    with pytest.raises(StoreError, match="cannot be used"):
        open_or_replace(path)
