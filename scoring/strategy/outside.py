"""What a strategy from outside sees and answers, one decision at a time: plain values, no arrays.

Such a strategy is an object with a method ``decide(position)``. It answers with a `Cell` to enter the dice there, or
with five flags: which dice stay lying while the others are thrown.
"""

import functools
from dataclasses import dataclass
from typing import TypeAlias

from scoring.dice import DICE_COUNT, Faces, Flags
from scoring.errors import AnswerError, CellTakenError, NothingThrownError, ThrowsUsedUpError, UnknownCellError
from scoring.ruleset import MOST_COLUMNS, Ruleset
from scoring.sheets.category import Category
from scoring.sheets.category import points as points_of
from scoring.sheets.sheet import Cell

SheetRows: TypeAlias = tuple[tuple[int | None, ...], ...]
_CELLS = tuple(tuple(Cell(row, column) for column in range(1, MOST_COLUMNS + 1)) for row in Category)
_points = functools.cache(points_of)  # of 252 hands; strategies ask for all of them all the time
_SHOWN = 100
"""So many letters of an answer are shown that nobody understands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """What the player sees who is to decide."""

    faces: Faces  # The five dice on the table, lowest first
    throws_left: int  # 0–2; with none left the dice are entered.
    is_served: bool
    mine: SheetRows  # His sheet: mine[row][column - 1] are the points that stand there, None where the cell is free
    theirs: SheetRows  # The other's likewise
    ruleset: Ruleset
    turn: int  # Number of the turn, from 1; both players' are counted.

    @property
    def free_cells(self) -> tuple[Cell, ...]:
        """Return his cells nothing stands in, row by row."""
        return tuple(
            cell
            for row, cells in zip(self.mine, _CELLS, strict=True)
            for stands, cell in zip(row, cells, strict=False)
            if stands is None
        )

    def points(self, row: Category) -> int:
        """Return what the dice on the table score in a row."""
        return _points(row, self.faces, is_served=self.is_served)


def answered(position: Position, answer: object) -> Cell | Flags:
    """Return an answer as the rules take it.

    A cell may also be given as its row and column, flags as any five in a row.

    Raises:
        AnswerError: If it is neither a cell nor flags.
        UnknownColumnError: If no sheet has the column.
        UnknownCellError: If this game's does not.
        CellTakenError: If something stands in the cell.
        ThrowsUsedUpError: If dice are held though no throw is left.
        NothingThrownError: If all five are held.
    """
    decided = _read((answer.category, answer.column) if isinstance(answer, Cell) else answer)
    if isinstance(decided, Cell):
        _require_free(position, decided)
    elif not position.throws_left:
        raise ThrowsUsedUpError("dice are held after the last throw; now they are entered: answer with a free cell")
    elif all(decided):
        raise NothingThrownError("all five dice are held; at least one is thrown, or answer with the cell to enter in")
    return decided


def _read(answer: object) -> Cell | Flags:
    several = answer.tolist() if hasattr(answer, "tolist") else answer  # of an array
    if isinstance(several, tuple | list):
        values = [value.item() if hasattr(value, "item") else value for value in several]  # of numbers of an array
        are_flags = [isinstance(value, bool) for value in values]
        if len(values) == DICE_COUNT and all(are_flags):
            return tuple(values)
        if len(values) == 2 and all(isinstance(value, int) for value in values) and not any(are_flags):
            if not 0 <= values[0] < len(Category):
                raise AnswerError(f"{values[0]} is no row; rows are 0 to {len(Category) - 1}, or a Category")
            return Cell(Category(values[0]), values[1])
    text = repr(answer)
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    raise AnswerError(
        f"{shown} is neither a cell nor a hold; answer with a Cell, or its row (0 to 9) and column, "
        f"or with {DICE_COUNT} flags, True for each die that stays lying"
    )


def _require_free(position: Position, cell: Cell) -> None:
    columns = position.ruleset.columns
    if cell.column > columns:
        raise UnknownCellError(f"got column {cell.column}; this game has columns 1 to {columns}")
    stands = position.mine[cell.category][cell.column - 1]
    if stands is not None:
        raise CellTakenError(f"in {cell.category.name} of column {cell.column} stand {stands} points; pick a free cell")
