"""The second file: it follows the log, never harms it, and is never in the way."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import chain, repeat
from pathlib import Path
from unittest.mock import Mock

import pytest

from firmware.errors import StoreError, StoreFullError, StoreTooNewError
from firmware.log.follower import SPARED_BYTES, Follower
from firmware.log.opening import BEGUN, DAMAGED
from firmware.log.schema import beside, readable
from firmware.log.store import SqliteStore
from tests.doubles.patience import until
from tests.firmware.log.games import BEGAN, ENTERED, GAME, THROW, append, fill, follow, newer, number, records_in, spoil


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore.open(path)) as store:
        yield store


@pytest.fixture
def follower(store: SqliteStore) -> Iterator[Follower]:
    with closing(Follower(store, free_bytes=lambda _: 1 << 40)) as follower:
        yield follower


def held(path: Path) -> tuple:
    """Return what a copy holds, read while it is written."""
    with readable(beside(path, "copy"), is_shared=True) as connection:
        return tuple(number for (number,) in connection.execute("SELECT sequence FROM record ORDER BY sequence"))


def test_the_copy_has_every_record_with_its_place_and_time(store, follower, path):
    follower.follow()
    assert not beside(path, "copy").exists()  # of nothing, none
    for at, record in enumerate((*GAME, BEGAN), start=1):
        store.append(record)
        follower.follow()
        assert held(path) == tuple(range(1, at + 1))
    before = beside(path, "copy").stat()
    follower.follow()
    assert beside(path, "copy").stat() == before  # nothing new, nothing written
    for value in range(150):  # more than are copied at once
        store.append(number(value))
    follower.follow()
    follower.close()
    with closing(SqliteStore.open(beside(path, "copy"), is_copy=True)) as copy:
        assert copy.stored_after(0, most=999) == store.stored_after(0, most=999)
    assert beside(path, BEGUN).exists()


@pytest.mark.parametrize("content", [b"", b"Sehr geehrte Damen und Herren, " * 300])
def test_a_copy_that_cannot_be_used_is_kept_aside_and_made_anew(store, follower, path, content):
    beside(path, "copy").write_bytes(content)
    store.append(BEGAN)
    follower.follow()
    assert held(path) == (1,)
    aside = beside(path, "copy.corrupt-1")
    assert (aside.read_bytes() if aside.exists() else b"") == content


@pytest.mark.parametrize(
    "others",
    [(BEGAN, THROW, ENTERED, THROW), (BEGAN, ENTERED), (ENTERED,), (BEGAN, BEGAN, ENTERED)],
    ids=["longer", "another end", "another beginning", "another middle"],
)
def test_a_copy_of_another_log_is_kept_aside_and_made_anew(store, path, others):
    fill(beside(path, "copy"), *others)
    append(store, *GAME)
    follow(store)
    for name, expected in (("copy.corrupt-1", others), ("copy", GAME)):
        with closing(SqliteStore.open(beside(path, name))) as opened:
            assert records_in(opened) == expected


def test_damage_is_not_copied_and_is_noted_for_the_next_start(path, caplog):
    fill(path, *GAME, BEGAN)
    spoil(path, 2)
    with closing(SqliteStore.open(path, is_thorough=False)) as store:
        with pytest.raises(StoreError, match="Record 2"):
            follow(store)
        assert beside(path, DAMAGED).exists()
    assert held(path) == ()
    assert "put right at the next start" in caplog.text


def test_both_are_looked_through_while_there_is_time(with_copy):
    with closing(SqliteStore.open(with_copy)) as store:
        append(store, *map(number, range(60)), BEGAN)  # all together are more than is looked at at once
        follow(store)
    spoil(beside(with_copy, "copy"), 112)
    with closing(SqliteStore.open(with_copy)) as store:
        follow(store)
    assert held(with_copy) == tuple(range(1, 122))
    assert beside(with_copy, "copy.corrupt-1").exists()
    spoil(with_copy, 112)
    with closing(SqliteStore.open(with_copy, is_thorough=False)) as store:
        with pytest.raises(StoreError, match="Record 112"):
            follow(store)
        assert beside(with_copy, DAMAGED).exists()


def test_a_log_that_lost_its_end_is_followed_as_far_as_it_goes(with_copy):
    with closing(SqliteStore.open(with_copy)) as store:
        newest = store.newest_game[-1]
        store.newest_game += (replace(newest, sequence=newest.sequence + 1),)  # as saved on a disk that forgot it
        follow(store)
    assert held(with_copy) == tuple(range(1, 61))


def test_a_copy_leaves_room_for_the_game_at_first_and_later(store, path):
    free = [SPARED_BYTES - 1]
    with closing(Follower(store, free_bytes=lambda _: free[0])) as follower:
        for number_of, record in enumerate(GAME[:2]):
            store.append(record)
            with pytest.raises(StoreFullError, match="There is no room"):
                follower.follow()
            assert beside(path, "copy").exists() is bool(number_of)
            free[0] += 1
            follower.follow()
            assert held(path) == (1, 2)[: number_of + 1]
            free[0] -= 1


def test_a_copy_of_a_newer_serviert_is_not_touched(store, path):
    before = newer(beside(path, "copy"))
    store.append(BEGAN)
    with pytest.raises(StoreTooNewError):
        follow(store)
    assert beside(path, "copy").read_bytes() == before


def test_a_disk_that_is_not_there_is_said_and_used_once_it_is(store, tmp_path):
    copy = tmp_path / "stick" / "copy.sqlite3"
    store.append(BEGAN)
    with pytest.raises(StoreError, match="Is its disk plugged in"):
        follow(store, copy)
    assert not copy.parent.exists()
    copy.parent.mkdir()
    follow(store, copy)
    assert copy.exists()


def test_a_copy_that_was_removed_meanwhile_is_made_anew(store, follower, path):
    store.append(BEGAN)
    follower.follow()
    beside(path, "copy").unlink()
    store.append(THROW)
    with pytest.raises(StoreError, match="was moved or removed"):
        follower.follow()
    follower.follow()
    assert held(path) == (1, 2)


def test_a_log_that_cannot_be_written_is_not_taken_for_an_empty_one(with_copy):
    with closing(SqliteStore.open(with_copy)) as store:
        newest = store.stored_game(2)
    before = beside(with_copy, "copy").read_bytes()
    with pytest.raises(StoreFullError):
        follow(SqliteStore.unwritable(with_copy, newest[:-1], StoreFullError("full")))
    assert beside(with_copy, "copy").read_bytes() == before


def test_a_thread_follows_whatever_goes_wrong_and_copies_the_rest_at_the_end(store, path, caplog):
    free_bytes = Mock(side_effect=chain([RuntimeError("a mistake")], repeat(1 << 40)))
    follower = Follower(store, free_bytes=free_bytes)
    store.append(BEGAN)
    follower.start()
    until(lambda: free_bytes.called)
    append(store, *GAME[1:])
    follower.close()
    assert held(path) == (1, 2, 3)
    assert "RuntimeError" in caplog.text


def test_trouble_is_said_once(store, caplog, tmp_path):
    store.append(BEGAN)
    follower = Follower(store, tmp_path / "none" / "copy")
    follower.start()
    follower.close()
    assert caplog.text.count("The games could not be copied") == 1
