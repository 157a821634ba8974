"""All games that were ever kept come once each, whole, whichever file they lie in."""

from contextlib import closing

import pytest

from firmware.analysis.kept_games import games_of_log, games_of_store, people_of
from firmware.errors import StoreCorruptError, StoreError
from firmware.log import codec, stored
from firmware.log.follower import Follower
from firmware.log.store import SqliteStore
from tests.firmware.analysis import conftest, played
from tests.firmware.log.games import spoil


def test_the_games_of_a_log_come_in_order_and_no_byte_of_it_changes(log):
    expected = list(enumerate(conftest.GAMES, start=1))
    assert [(each.number, each.records) for each in games_of_log(log)] == expected
    assert [(each.number, each.records) for each in games_of_log(log, reversed)] == expected[::-1]
    assert [each.number for each in games_of_log(log, lambda numbers: numbers[1:2])] == [2]
    before = {file.name: file.read_bytes() for file in log.parent.iterdir()}
    list(games_of_log(log))
    assert {file.name: file.read_bytes() for file in log.parent.iterdir()} == before


def test_a_log_that_is_played_with_is_read_or_its_copy_where_that_is_up_to_date(log):
    with closing(SqliteStore.open(log)) as store:
        store.append(played.game(5)[0])
        with closing(Follower(store, free_bytes=lambda _: 1 << 40)) as follower:
            follower.follow()
            before = {file.name: file.read_bytes() for file in log.parent.iterdir()}
            assert [each.number for each in games_of_log(log)] == [1, 2, 3, 4, 5, 6]
            assert {file.name: file.read_bytes() for file in log.parent.iterdir()} == before
            store.append(played.game(6)[0])
            assert [each.number for each in games_of_log(log)] == [1, 2, 3, 4, 5, 6, 7]
        assert [each.number for each in games_of_store(store)] == [1, 2, 3, 4, 5, 6, 7]


def test_where_nothing_is_kept_there_are_no_games_and_a_path_that_cannot_be_is_told(tmp_path):
    (tmp_path / "empty.sqlite3").touch()
    assert list(games_of_log(tmp_path / "empty.sqlite3")) == []
    with pytest.raises(StoreError):
        list(games_of_log(tmp_path / "empty.sqlite3" / "games.sqlite3"))


def test_a_damaged_or_missing_record_costs_its_game_and_no_other(log):
    spoil(log, 1)
    with closing(SqliteStore.open(log, is_thorough=False)) as store:
        assert people_of(store) == ("Anna", "Ben", "Clara")  # as they were typed last, the newest game's first
        last, number = store.newest
        store.extend([stored.StoredRecord(sequence=last + 2, game=number, body=codec.encode(conftest.GAMES[-1][-1]))])
        in_play = list(games_of_store(store))
    for found in (in_play, list(games_of_log(log))):
        assert [each.number for each in found] == [1, 2, 3, 4, 5]
        assert [each.records for each in found[1:4]] == list(conftest.GAMES[1:4])
        for broken in (found[0], found[4]):
            assert broken.begun_utc is None
            with pytest.raises(StoreCorruptError, match="is not whole"):
                broken.records  # noqa: B018 - asking is what fails
