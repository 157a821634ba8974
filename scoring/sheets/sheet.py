"""The sheet: ten rows, up to ten columns, and what stands in its cells."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.dice import Faces
from scoring.errors import UnknownColumnError
from scoring.ruleset import MOST_COLUMNS
from scoring.sheets.category import Category
from scoring.turns.turn import Throw


class ChosenBy(StrEnum):
    """Who chose the cell of an entry."""

    PLAYER = "player"  # touched it
    SUGGEST = "suggest"  # took the companion's suggestion
    AUTO = "auto"  # let the companion fill it


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """One field of the sheet.

    Raises:
        UnknownColumnError: If the column is not 1–10.
    """

    category: Category
    column: int  # 1–10; also what the column is worth.

    def __post_init__(self) -> None:
        """Refuse a cell that no sheet has."""
        if not 1 <= self.column <= MOST_COLUMNS:
            raise UnknownColumnError(f"got column {self.column}; the sheet has columns 1 to {MOST_COLUMNS}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What stands in a cell, and how it came there."""

    cell: Cell
    points: int  # What it scores; 0 is a strike.
    faces: Faces
    is_served: bool  # Whether the dice lay served; scores only where a lower row's combination is there.
    turn_number: int  # Turn of the game, counted from 1
    player: int  # 0 or 1
    chosen_by: ChosenBy
    throws: tuple[Throw, ...]  # Throws of the turn, oldest first; the last one shows `faces`.


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's sheet."""

    columns: int
    entries: tuple[Entry, ...] = ()  # Entries in the order they were made

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Return all cells, row by row."""
        return tuple(Cell(category, column) for category in Category for column in range(1, self.columns + 1))

    @property
    def free_cells(self) -> tuple[Cell, ...]:
        """Return the cells nothing stands in, row by row."""
        taken = {entry.cell for entry in self.entries}
        return tuple(cell for cell in self.cells if cell not in taken)

    @property
    def total(self) -> int:
        """Return all points thrown; they decide nothing."""
        return sum(entry.points for entry in self.entries)

    def entry_at(self, cell: Cell) -> Entry | None:
        """Return what stands in a cell, None where it is free."""
        return next((entry for entry in self.entries if entry.cell == cell), None)

    def column_sum(self, column: int) -> int:
        """Return the points entered in a column so far."""
        return sum(entry.points for entry in self.entries if entry.cell.column == column)
