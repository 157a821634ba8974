"""Large logs: opened as fast as small ones, looked through in play, and put right at the next start."""

from __future__ import annotations

import threading
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from firmware.backup import Backups, copies_of
from firmware.errors import StoreCorruptError, StoreError
from firmware.log import schema
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.rereading import ROWS_AT_ONCE, Rereading, is_all_due
from firmware.rows import check
from firmware.salvage import open_or_replace
from scoring.dice import Face
from scoring.events import GameBegan, ThrowMade
from vision.reading import Reading, Verdict

if TYPE_CHECKING:
    from pathlib import Path

    from firmware.log.stored import Row

BEGAN = Record(GameBegan(players=("Anna", "Ben")))
MARK = "games.sqlite3.damaged"


def number(value: int) -> Record:
    return Record(ThrowMade((Face.NINE,) * 5), Reading(dice=(), verdict=Verdict.EMPTY, exposed_ns=value))


FIRST = (BEGAN, *(number(1_000 + value) for value in range(149)))
SECOND = (BEGAN, *(number(2_000 + value) for value in range(149)))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a log of two games, with a copy."""
    path = tmp_path / "games.sqlite3"
    with closing(SqliteStore.open(path)) as store:
        for record in FIRST + SECOND:
            store.append(record)
        Backups(store).make()
    return path


def damage(path: Path, old: bytes, new: bytes) -> None:
    content = path.read_bytes()
    assert content.count(old) == 1
    path.write_bytes(content.replace(old, new))


def looked_through(store: SqliteStore) -> int:
    """Look through a store as a large one, and return in how many pieces."""
    rereading, pieces = Rereading(store, large_bytes=0), 0
    while rereading.is_left:
        rereading.go_on()
        pieces += 1
    return pieces


def test_a_sound_log_is_looked_through_to_its_end_and_not_marked(path: Path) -> None:
    with closing(SqliteStore.open(path)) as store:
        assert looked_through(store) == len(FIRST + SECOND) // ROWS_AT_ONCE + 1
    assert is_all_due(path)
    assert not is_all_due(path, large_bytes=0)


def test_of_a_small_log_nothing_is_left(path: Path) -> None:
    with closing(SqliteStore.open(path)) as store:
        assert not Rereading(store).is_left


def test_damage_in_an_old_game_keeps_nobody_waiting_and_is_put_right_at_the_next_start(path: Path) -> None:
    damage(path, b'"exposed_ns":1012', b'"exposed_ns":1O12')
    store, replaced = open_or_replace(path, large_bytes=0)
    with closing(store):
        assert replaced is None
        assert store.current_game() == SECOND
        looked_through(store)
    assert is_all_due(path, large_bytes=0)
    store, replaced = open_or_replace(path, large_bytes=0)
    with closing(store):
        assert replaced is not None
        assert (replaced.salvaged, replaced.lost) == (300, 0)
        assert (store.game(1), store.current_game()) == (FIRST, SECOND)
    assert not is_all_due(path, large_bytes=0)


def test_damage_in_the_newest_game_is_found_at_once(path: Path) -> None:
    damage(path, b'"exposed_ns":2012', b'"exposed_ns":2O12')
    store, replaced = open_or_replace(path, large_bytes=0)
    with closing(store):
        assert replaced is not None
        assert store.current_game() == SECOND


def test_what_is_whole_again_is_no_longer_marked(path: Path) -> None:
    path.with_name(MARK).touch()
    store, replaced = open_or_replace(path, large_bytes=0)
    with closing(store):
        assert replaced is None
    assert not path.with_name(MARK).exists()


def test_the_tree_of_a_large_log_is_looked_at_only_with_every_record(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[28:32] = (len(content) // schema.PAGE_SIZE + 1).to_bytes(4, "big")
    path.write_bytes(content + bytes(schema.PAGE_SIZE))  # a page that belongs to nothing
    with closing(schema.connect(path, may_create=False)) as connection:
        newest = check(connection, path, is_thorough=False, large_bytes=0)
        assert newest is not None
        assert newest.record == SECOND[-1]
        with pytest.raises(StoreCorruptError, match="never used"):
            check(connection, path, is_thorough=True, large_bytes=0)
        with pytest.raises(StoreCorruptError, match="never used"):
            check(connection, path, is_thorough=False)


@pytest.mark.parametrize("is_closed", [True, False])
def test_a_log_that_cannot_be_read_just_now_is_left_alone(path: Path, is_closed: bool) -> None:
    class Unreadable(SqliteStore):
        def rows_after(self, sequence: int, *, most: int) -> tuple[Row, ...]:
            if is_closed:
                return super().rows_after(sequence, most=most)
            raise StoreError("The card does not answer.")

    with closing(Unreadable.open(path)) as store:
        rereading = Rereading(store, large_bytes=0)
        if is_closed:
            store.close()
        rereading.go_on()
    assert not rereading.is_left
    assert not path.with_name(MARK).exists()


def test_damage_that_cannot_be_noted_is_logged(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    damage(path, b'"exposed_ns":1012', b'"exposed_ns":1O12')
    with closing(SqliteStore.open(path, is_thorough=False)) as store:
        rereading = Rereading(store, large_bytes=0)
        path.rename(path.with_name("moved"))
        path.parent.rename(path.parent.with_name("gone"))
        rereading.go_on()
    assert "Record 14 of game 1 is damaged" in caplog.text
    assert "could not be noted" in caplog.text


def test_the_thread_of_the_copies_does_it_while_nothing_is_to_be_copied(path: Path) -> None:
    class Watched(SqliteStore):
        last = threading.Event()

        def rows_after(self, sequence: int, *, most: int) -> tuple[Row, ...]:
            rows = super().rows_after(sequence, most=most)
            if not rows:
                self.last.set()
            return rows

    damage(copies_of(path)[0], b'"exposed_ns":1012', b'"exposed_ns":1O12')  # copies are not what is looked through
    with closing(Watched.open(path)) as store:
        backups = Backups(store, rereading=Rereading(store, large_bytes=0))
        backups.start()
        assert Watched.last.wait(timeout=60)
        backups.close()
    assert not path.with_name(MARK).exists()
