"""Damage in the log and in its copy: what is whole is kept, and what is lost is said by number."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from firmware.log.opening import (
    Became,
    begun_mark,
    copy_beside,
    open_store,
)
from tests.firmware.log.games import (
    BEGAN,
    FIRST,
    GAME,
    SECOND,
    copied,
    fill,
    follow,
    leaves,
    number,
    records_in,
    saved,
    spoil,
    wipe,
)
from tests.firmware.log.opened import (
    ALL,
    DAMAGES,
    GONE,
    REPLACED,
    RESTORED,
    lost,
    opened,
    without,
)


def both(path: Path, damage: Callable[[Path], None]) -> None:
    for file in (path, copy_beside(path)):
        damage(file)


def test_a_record_lost_in_an_older_game_is_counted_and_the_rest_of_that_is_kept(
    with_copy: Path, caplog: pytest.LogCaptureFixture
) -> None:
    both(with_copy, lambda file: spoil(file, 12, 13, 17))
    assert opened(with_copy) == (without(12, 13, 17), lost(3))
    assert "missing are [(12, 13), (17, 17)]" in caplog.text
    store, _ = open_store(with_copy)
    with closing(store):
        assert (store.game(1), store.current_game()) == (FIRST[:11], SECOND)


def test_a_game_goes_on_from_its_last_whole_record_and_what_comes_after_is_kept(with_copy: Path) -> None:
    both(with_copy, lambda file: spoil(file, 44))
    store, said = open_store(with_copy)
    with closing(store):
        assert (said, store.current_game()) == (lost(17), SECOND[:13])
        for value in (1, 2):
            store.append(number(value))
        follow(store)
        assert records_in(store) == (*without(44), number(1), number(2))
    assert saved(with_copy) == (*SECOND[:13], number(1), number(2))
    spoil(with_copy, 63)  # what was lost before is not told again
    store, said = open_store(with_copy)
    with closing(store):
        assert (said, store.current_game()) == (RESTORED, (*SECOND[:13], number(1), number(2)))
    both(with_copy, lambda file: spoil(file, 63))
    store, said = open_store(with_copy)
    with closing(store):
        assert (said, store.current_game()) == (lost(1), (*SECOND[:13], number(1)))


def test_a_game_whose_beginning_is_lost_is_kept_and_another_can_begin(with_copy: Path) -> None:
    both(with_copy, lambda file: spoil(file, 31))
    store, said = open_store(with_copy)
    with closing(store):
        assert (said, store.current_game()) == (lost(30), ())
        store.append(BEGAN)
        assert (store.games(), store.current_game()) == ((1, 2, 3), (BEGAN,))
    assert saved(with_copy) == (BEGAN,)


def test_a_lost_page_costs_its_own_records_alone(with_copy: Path) -> None:
    both(with_copy, lambda file: wipe(file, leaves(file)[4]))
    found, said = opened(with_copy)
    assert said is not None
    assert said.became is Became.LOST
    assert 60 - len(found) <= 5
    assert found == tuple(record for record in ALL if record in found)


def test_lost_records_at_the_end_are_known_by_the_index(two_games: Path) -> None:
    wipe(two_games, leaves(two_games)[-1])
    found, said = opened(two_games)
    assert said == lost(60 - len(found))
    assert 0 < 60 - len(found) <= 5


@pytest.mark.parametrize("damage", ["a letter", "no beginning"])
def test_where_nothing_can_be_read_the_file_is_said_to_be_replaced(with_copy: Path, damage: str) -> None:
    both(with_copy, DAMAGES[damage])
    assert opened(with_copy) == ((), REPLACED)
    assert opened(with_copy) == ((), None)
    fill(with_copy, *GAME)
    assert saved(with_copy) == GAME


def test_a_log_that_was_there_is_not_greeted_as_new(with_copy: Path) -> None:
    for spoil_it in ("gone", "empty"):
        both(with_copy, lambda file, how=spoil_it: DAMAGES[how](file) if file.exists() else None)
        assert opened(with_copy) == ((), GONE)
    fill(with_copy, *GAME)
    assert opened(with_copy) == (GAME, None)


def test_where_no_game_was_ever_kept_nothing_is_said_to_be_gone(path: Path) -> None:
    assert opened(path) == ((), None)
    copied(path)
    assert not begun_mark(path).exists()
    path.unlink()
    assert opened(path) == ((), None)
