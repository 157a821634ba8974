"""What every store must do, the one in memory and the one on disk."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from firmware.errors import StoreError, StoreFullError, StoreReadOnlyError
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.ports import Store
from scoring.dice import Face
from scoring.events import Entered, GameBegan, ThrowMade
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.doubles.store import DiskFault, MemoryStore
from vision.reading import Reading, Verdict

BEGAN = Record(GameBegan(players=("Anna", "Ben")))
THROW = Record(ThrowMade((Face.ACE,) * 5), Reading(dice=(), verdict=Verdict.EMPTY, exposed_ns=7))
ENTERED = Record(Entered(Cell(Category.GRANDE, 10)))


@pytest.fixture(params=["memory", "sqlite"])
def store(request, tmp_path) -> Iterator[Store]:
    with ExitStack() as stack:
        opened: Store = MemoryStore() if request.param == "memory" else SqliteStore.open(tmp_path / "games.sqlite3")
        stack.callback(opened.close)
        yield opened


def test_a_new_store_holds_no_game(store):
    assert store.current_game() == ()


def test_records_come_back_in_order(store):
    for record in (BEGAN, THROW, ENTERED):
        store.append(record)
    assert store.current_game() == (BEGAN, THROW, ENTERED)


def test_the_same_record_may_be_saved_twice(store):
    for record in (BEGAN, THROW, THROW):
        store.append(record)
    assert store.current_game() == (BEGAN, THROW, THROW)


def test_the_newest_game_is_the_current_one(store):
    for record in (BEGAN, THROW, ENTERED, BEGAN, THROW):
        store.append(record)
    assert store.current_game() == (BEGAN, THROW)


def test_records_without_a_beginning_are_the_current_game(store):
    store.append(THROW)
    assert store.current_game() == (THROW,)


def test_closing_twice_does_nothing_and_a_closed_store_takes_nothing(store):
    store.close()
    store.close()
    with pytest.raises(StoreError):
        store.append(BEGAN)


@pytest.mark.parametrize(
    ("fault", "expected"), [(DiskFault.FULL, StoreFullError), (DiskFault.READ_ONLY, StoreReadOnlyError)]
)
def test_the_one_in_memory_fails_as_tests_of_the_one_on_disk_prove(fault, expected):
    # The same of SqliteStore, on real full and read-only disks: tests/firmware/log/test_store.py.
    store = MemoryStore()
    store.append(BEGAN)
    store.fault = fault
    with pytest.raises(expected):
        store.append(THROW)
    assert store.current_game() == (BEGAN,)
    store.fault = None
    store.append(THROW)
    assert store.current_game() == (BEGAN, THROW)
