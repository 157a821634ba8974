"""One game afterwards: from its log, with what the eye saw."""

import random

import pytest

from firmware.analysis.analysed import analysed, replayed
from firmware.errors import GameIllegalError, GameNotPlayedError, OtherGameError
from firmware.log.record import Record
from scoring.events import Entered, EntryTakenBack, ThrowBurned, ThrowCorrected
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from scoring.strategy.baselines import ColumnNormal
from tests.firmware.analysis.conftest import BEGUN, ESCALERO
from tests.firmware.analysis.played import game, reading


def test_a_whole_game_has_a_result_and_every_throw_its_reading() -> None:
    done = analysed(game(1), ColumnNormal(), number=7)
    assert done.number == 7
    assert done.account.result in (0.0, 0.5, 1.0)
    assert abs(done.account.remainder()) <= 1e-9
    throws = [(step.turn_number, step.throw_number) for player in (0, 1) for step in done.account.throws(player)]
    assert sorted(throws) == sorted(done.readings)


def test_a_reading_belongs_to_the_throw_that_stands() -> None:
    """A throw that burned, one put right and an entry taken back leave the place of each throw as it is."""

    began, thrown = BEGUN
    right = Record(ThrowCorrected(thrown.event.faces), reading(thrown.event.faces, random.Random(3)))
    burned = Record(ThrowBurned((True,) * 5), reading(thrown.event.faces, random.Random(4)))
    entered = Record(Entered(Cell(Category.GRANDE, 1)))
    log = [began, burned, thrown, right, entered, Record(EntryTakenBack()), entered]
    state, readings = replayed(log)
    assert readings == {(1, 1): right.reading}
    assert len(state.entries) == 1


@pytest.mark.parametrize(
    ("records", "error", "message"),
    [
        ((), OtherGameError, "opens with nothing"),
        (ESCALERO, OtherGameError, "opens with escalero"),
        (BEGUN[1:], OtherGameError, "ThrowMade, which begins no game"),
        (BEGUN, GameNotPlayedError, "Nothing was entered"),
        ((*BEGUN, *BEGUN), GameIllegalError, "against the rules: the game has begun"),
        ((*BEGUN, ESCALERO[0]), GameIllegalError, "against the rules"),
    ],
)
def test_what_cannot_be_analysed_is_told(records, error, message) -> None:
    with pytest.raises(error, match=message):
        analysed(records, ColumnNormal())
