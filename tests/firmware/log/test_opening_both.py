"""Damage in the log and in its copy: what is whole is kept, and what is lost is said by number."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.log import opening, schema
from tests.firmware.log import games, opened


def both(path: Path, damage: Callable[[Path], None]) -> None:
    for file in (path, schema.beside(path, "copy")):
        damage(file)


def test_a_record_lost_in_an_older_game_is_counted_and_the_rest_of_that_is_kept(
    with_copy: Path, caplog: pytest.LogCaptureFixture
) -> None:
    both(with_copy, lambda file: games.spoil(file, 12, 13, 17))
    assert opened.opened(with_copy) == (opened.without(12, 13, 17), opened.lost(3))
    assert "missing are [(12, 13), (17, 17)]" in caplog.text
    with opened.started(with_copy) as (store, _):
        assert (store.game(1), store.current_game()) == (games.FIRST[:11], games.SECOND)


def test_a_game_goes_on_from_its_last_whole_record_and_what_comes_after_is_kept(with_copy: Path) -> None:
    both(with_copy, lambda file: games.spoil(file, 44))
    with opened.started(with_copy) as (store, said):
        assert (said, store.current_game()) == (opened.lost(17), games.SECOND[:13])
        for value in (1, 2):
            store.append(games.number(value))
        games.follow(store)
        assert games.records_in(store) == (*opened.without(44), games.number(1), games.number(2))
    assert games.saved(with_copy) == (*games.SECOND[:13], games.number(1), games.number(2))
    games.spoil(with_copy, 63)  # what was lost before is not told again
    with opened.started(with_copy) as (store, said):
        assert (said, store.current_game()) == (opened.RESTORED, (*games.SECOND[:13], games.number(1), games.number(2)))
    both(with_copy, lambda file: games.spoil(file, 63))
    with opened.started(with_copy) as (store, said):
        assert (said, store.current_game()) == (opened.lost(1), (*games.SECOND[:13], games.number(1)))


def test_a_game_whose_beginning_is_lost_is_kept_and_another_can_begin(with_copy: Path) -> None:
    both(with_copy, lambda file: games.spoil(file, 31))
    with opened.started(with_copy) as (store, said):
        assert (said, store.current_game()) == (opened.lost(30), ())
        store.append(games.BEGAN)
        assert (store.games(), store.current_game()) == ((1, 2, 3), (games.BEGAN,))
    assert games.saved(with_copy) == (games.BEGAN,)


@pytest.mark.parametrize("leaf", [4, -1])
def test_a_lost_page_costs_its_own_records_alone_those_at_the_end_are_known_by_the_index(
    with_copy: Path, leaf: int
) -> None:
    both(with_copy, lambda file: games.wipe(file, games.leaves(file)[leaf]))
    found, said = opened.opened(with_copy)
    assert said == opened.lost(60 - len(found))
    assert 0 < 60 - len(found) <= 5
    assert found == tuple(record for record in opened.ALL if record in found)


@pytest.mark.parametrize("damage", ["a letter", "no beginning"])
def test_where_nothing_can_be_read_the_file_is_said_to_be_replaced(with_copy: Path, damage: str) -> None:
    both(with_copy, opened.DAMAGES[damage])
    assert opened.opened(with_copy) == ((), opened.REPLACED)
    assert opened.opened(with_copy) == ((), None)
    games.fill(with_copy, *games.GAME)
    assert games.saved(with_copy) == games.GAME


def test_a_log_that_was_there_is_not_greeted_as_new(with_copy: Path) -> None:
    for spoil_it in ("gone", "empty"):
        both(with_copy, lambda file, how=spoil_it: opened.DAMAGES[how](file) if file.exists() else None)
        assert opened.opened(with_copy) == ((), opened.GONE)
    games.fill(with_copy, *games.GAME)
    assert opened.opened(with_copy) == (games.GAME, None)


def test_where_no_game_was_ever_kept_nothing_is_said_to_be_gone(path: Path) -> None:
    assert opened.opened(path) == ((), None)
    games.copied(path)
    assert not schema.beside(path, opening.BEGUN).exists()
    path.unlink()
    assert opened.opened(path) == ((), None)
