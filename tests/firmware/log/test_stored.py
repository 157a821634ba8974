import pytest

from firmware.errors import StoreCorruptError
from firmware.log.record import Record
from firmware.log.stored import Row
from scoring.events import GameAbandoned, GameBegan

BEGAN = Record(GameBegan(players=("Änna", "Ben")))
ROW = Row.of(BEGAN, sequence=3, game=2, written_utc="2026-11-22")


def test_a_row_comes_back_from_its_columns():
    assert Row.from_columns(ROW.columns) == ROW
    assert (ROW.record, ROW.place) == (BEGAN, (3, 2))


@pytest.mark.parametrize("wrong", [(4, 2), (3, 1)])
def test_a_row_in_another_place_is_not_believed(wrong: tuple[int, int]):
    _, _, *rest = ROW.columns
    with pytest.raises(StoreCorruptError, match="check sum"):
        Row.from_columns((*wrong, *rest))


def test_when_it_was_written_does_not_make_another_row():
    assert ROW.is_same_as(Row.of(BEGAN, sequence=3, game=2))
    assert not ROW.is_same_as(Row.of(Record(GameAbandoned()), sequence=3, game=2))
    assert not ROW.is_same_as(Row.of(BEGAN, sequence=3, game=3))
