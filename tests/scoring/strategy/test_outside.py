"""What a strategy from outside sees, and which of its answers are taken."""

from __future__ import annotations

import numpy as np
import pytest

from scoring import errors
from scoring.dice import Face
from scoring.ruleset import Ruleset
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from scoring.strategy.outside import Position, answered

N, T, J, Q, K, A = Face


def position(*, throws_left=1, is_served=False, faces=(N, N, K, K, K), **stands):
    """Return a position of two columns; points stand in rows of the first."""
    mine = tuple((stands.get(row.name), None) for row in Category)
    return Position(
        faces=faces,
        throws_left=throws_left,
        is_served=is_served,
        mine=mine,
        theirs=((None, None),) * len(Category),
        ruleset=Ruleset(columns=2),
        turn=1,
    )


def test_free_cells_are_those_nothing_stands_in_row_by_row():
    seen = position(NINES=0, GRANDE=56)
    assert len(seen.free_cells) == 18
    assert seen.free_cells[:3] == (Cell(Category.NINES, 2), Cell(Category.TENS, 1), Cell(Category.TENS, 2))
    assert seen.free_cells[-1] == Cell(Category.GRANDE, 2)


def test_points_are_what_the_dice_score():
    assert [position().points(row) for row in Category] == [2, 0, 0, 0, 15, 0, 0, 35, 0, 0]
    assert position(is_served=True).points(Category.FULL) == 40


@pytest.mark.parametrize(
    "answer", [Cell(Category.KINGS, 2), (Category.KINGS, 2), [4, 2], (np.int64(4), np.int64(2)), np.array([4, 2])]
)
def test_a_cell_may_be_given_as_row_and_column(answer):
    assert answered(position(), answer) == Cell(Category.KINGS, 2)


FLAGS = (True, False, True, False, False)


@pytest.mark.parametrize("answer", [FLAGS, list(FLAGS), np.array(FLAGS), tuple(map(np.bool_, FLAGS))])
def test_flags_may_be_given_in_any_five_in_a_row(answer):
    assert answered(position(), answer) == FLAGS


@pytest.mark.parametrize(
    "answer",
    [None, "KINGS", "12", 4, (4,), (4, 2, 1), (4.0, 2), (True, 2), (4, True), (1, 0, 1, 0, 0), FLAGS[:4], object()],
)
def test_what_is_neither_a_cell_nor_flags_is_refused(answer):
    with pytest.raises(errors.AnswerError, match="is neither a cell nor a hold; answer with a Cell"):
        answered(position(), answer)


def test_a_long_answer_is_not_shown_whole():
    with pytest.raises(errors.AnswerError, match=r"^'x{99}… is neither"):
        answered(position(), "x" * 10_000)


@pytest.mark.parametrize("row", [-1, 10])
def test_a_row_that_is_none_is_refused(row):
    with pytest.raises(errors.AnswerError, match=f"{row} is no row; rows are 0 to 9"):
        answered(position(), (row, 1))


def test_a_cell_is_free_and_in_a_column_that_is_played():
    with pytest.raises(errors.UnknownCellError, match="got column 3; this game has columns 1 to 2"):
        answered(position(), (4, 3))
    with pytest.raises(errors.UnknownColumnError, match="got column 11"):
        answered(position(), (4, 11))
    with pytest.raises(errors.UnknownColumnError, match="got column 0"):
        answered(position(), (4, 0))
    with pytest.raises(errors.CellTakenError, match="in KINGS of column 1 stand 0 points"):
        answered(position(KINGS=0), (4, 1))


def test_dice_are_held_while_there_are_throws_left_and_never_all():
    assert answered(position(throws_left=2), (False,) * 5) == (False,) * 5
    with pytest.raises(errors.NothingThrownError, match="answer with the cell to enter in"):
        answered(position(), (True,) * 5)
    with pytest.raises(errors.ThrowsUsedUpError, match="now they are entered"):
        answered(position(throws_left=0), FLAGS)
