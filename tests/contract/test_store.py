"""What every store must do, the one in memory and the one on disk."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from firmware.errors import StoreError
from firmware.log.store import SqliteStore
from firmware.ports import Store
from tests.doubles.store import MemoryStore
from tests.firmware.log.games import BEGAN, ENTERED, THROW


@pytest.fixture(params=["memory", "sqlite"])
def store(request, tmp_path) -> Iterator[Store]:
    with ExitStack() as stack:
        opened: Store = MemoryStore() if request.param == "memory" else SqliteStore.open(tmp_path / "games.sqlite3")
        stack.callback(opened.close)
        yield opened


def test_the_newest_game_comes_back_in_order(store):
    assert store.current_game() == ()
    store.append(THROW)
    assert store.current_game() == (THROW,)  # without a beginning
    store.append(BEGAN)
    store.append(THROW, THROW)  # many at once; the same may be saved twice
    assert store.current_game() == (BEGAN, THROW, THROW)
    store.append(BEGAN)
    store.append(ENTERED)
    assert store.current_game() == (BEGAN, ENTERED)


def test_closing_twice_does_nothing_and_a_closed_store_takes_nothing(store):
    store.close()
    store.close()
    with pytest.raises(StoreError):
        store.append(BEGAN)
