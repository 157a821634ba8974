"""What is stored of a record, and what can be played of a game that lacks some."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.errors import StoreCorruptError
from firmware.log import codec
from firmware.log.stored import StoredRecord, is_whole, played
from tests.firmware.log.games import BEGAN, THROW

ONE = StoredRecord(sequence=3, game=2, body=codec.encode(BEGAN), written_utc="2026-01-01")


def test_what_is_stored_comes_back_and_a_text_of_version_1_as_it_is() -> None:
    assert StoredRecord.from_columns(ONE.columns) == ONE
    assert (ONE.record, ONE.place, ONE.gap) == (BEGAN, (3, 2), frozenset())
    sequence, game, _, crc32, written_utc = ONE.columns
    assert StoredRecord.from_columns((sequence, game, ONE.body, crc32, written_utc)) == ONE


OTHER = replace(ONE, body=codec.encode(THROW)).columns[2]


@pytest.mark.parametrize(
    ("at", "rotten"),
    [(0, 4), (1, 3), (2, OTHER), (2, b"no zlib"), (2, OTHER[:-4]), (2, None), (2, 7), (3, ONE.columns[3] + 1)],
)
def test_each_column_but_the_time_is_under_the_check_sum(at: int, rotten: object) -> None:
    columns = list(ONE.columns)
    columns[at] = rotten
    with pytest.raises(StoreCorruptError, match="its check sum does not fit"):
        StoredRecord.from_columns(tuple(columns))


def test_two_are_the_same_where_place_and_text_are() -> None:
    changes = ({"written_utc": None}, {"sequence": 4}, {"game": 3}, {"body": codec.encode(THROW)})
    assert [ONE.is_same_as(replace(ONE, **change)) for change in changes] == [True, False, False, False]


def game(*sequences: int, begins: bool = True) -> list[StoredRecord]:
    """Return a game that has these numbers."""
    first, *rest = sequences
    opening = StoredRecord(sequence=first, game=2, body=codec.encode(BEGAN if begins else THROW))
    return [opening, *(StoredRecord(sequence=each, game=2, body=codec.encode(THROW)) for each in rest)]


def gap(sequence: int, *ranges: tuple[int, int]) -> StoredRecord:
    return StoredRecord.of_gap(ranges, sequence=sequence, game=2)


@pytest.mark.parametrize(
    ("stored", "expected", "whole"),
    [
        ([], [], True),
        (game(4, 5, 6), [4, 5, 6], True),
        (game(4, 5, 7), [4, 5], False),
        (game(1, 2, begins=False), [1, 2], True),  # before any game
        (game(4, 5, begins=False), [], False),
        ([*game(4, 5, 8, 9), gap(10, (6, 9)), *game(11, 12, begins=False)], [4, 5, 11, 12], True),
        ([*game(4, 5, 8, 9), gap(10, (6, 8)), *game(11, begins=False)], [4, 5, 9, 11], True),
        ([*game(4, 5, 8, 9), gap(10, (7, 9)), *game(11, begins=False)], [4, 5], False),
        ([*game(4, 5), gap(8, (6, 7)), *game(9, 11, begins=False)], [4, 5, 9], False),
        ([*game(4, 5, begins=False), gap(6, (1, 3), (4, 5))], [], True),
        ([gap(9, (1, 8))], [], True),
        ([*game(4, 6), gap(7, (5, 5)), *game(9, begins=False), gap(10, (8, 8))], [4, 6, 9], True),
    ],
)
def test_a_game_is_played_to_its_first_gap_that_is_not_noted(
    stored: list[StoredRecord], expected: list[int], whole: bool
) -> None:
    assert ([each.sequence for each in played(stored)], is_whole(stored)) == (expected, whole)
