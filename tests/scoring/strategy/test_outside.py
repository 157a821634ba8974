"""What a strategy from outside sees, and which of its answers are taken."""

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


def test_free_cells_are_those_nothing_stands_in_row_by_row_and_points_what_the_dice_score():
    seen = position(NINES=0, GRANDE=56)
    assert len(seen.free_cells) == 18
    assert seen.free_cells[:3] == (Cell(Category.NINES, 2), Cell(Category.TENS, 1), Cell(Category.TENS, 2))
    assert seen.free_cells[-1] == Cell(Category.GRANDE, 2)
    assert [position().points(row) for row in Category] == [2, 0, 0, 0, 15, 0, 0, 35, 0, 0]
    assert position(is_served=True).points(Category.FULL) == 40


KINGS_2 = Cell(Category.KINGS, 2)
FLAGS = (True, False, True, False, False)


@pytest.mark.parametrize(
    ("answer", "taken"),
    [
        *((each, KINGS_2) for each in (KINGS_2, (Category.KINGS, 2), [4, 2], (np.int64(4), np.int64(2)))),
        (np.array([4, 2]), KINGS_2),
        *((each, FLAGS) for each in (FLAGS, list(FLAGS), np.array(FLAGS))),
        ((False,) * 5, (False,) * 5),
    ],
)
def test_a_cell_may_be_given_as_row_and_column_and_flags_in_any_five_in_a_row(answer, taken):
    assert answered(position(), answer) == taken


NEITHER = (None, "KINGS", 4, (4,), (4, 2, 1), (4.0, 2), (True, 2), (4, True), (1, 0, 1, 0, 0), FLAGS[:4], object())


@pytest.mark.parametrize(
    ("answer", "error", "said"),
    [
        *((each, errors.AnswerError, "is neither a cell nor a hold; answer with a Cell") for each in NEITHER),
        ("x" * 10_000, errors.AnswerError, r"^'x{99}… is neither"),
        ((-1, 1), errors.AnswerError, "-1 is no row; rows are 0 to 9"),
        ((10, 1), errors.AnswerError, "10 is no row; rows are 0 to 9"),
        ((4, 3), errors.UnknownCellError, "got column 3; this game has columns 1 to 2"),
        ((4, 11), errors.UnknownColumnError, "got column 11"),
        ((4, 0), errors.UnknownColumnError, "got column 0"),
        ((5, 1), errors.CellTakenError, "in ACES of column 1 stand 0 points"),
        ((True,) * 5, errors.NothingThrownError, "answer with the cell to enter in"),
    ],
)
def test_what_is_neither_a_free_cell_nor_a_hold_is_refused(answer, error, said):
    with pytest.raises(error, match=said):
        answered(position(ACES=0), answer)
    with pytest.raises(errors.ThrowsUsedUpError, match="now they are entered"):
        answered(position(throws_left=0), FLAGS)
