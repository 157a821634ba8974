"""What the dice truly showed in a game, entry by entry, to hold the companion's sheet against."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest

from scoring.dice import Faces
from scoring.sheets.category import points
from scoring.sheets.sheet import Cell, Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueEntry:
    """An entry as it ought to be."""

    turn_number: int  # counted from 1
    player: int
    cell: Cell
    faces: Faces  # what the dice showed, ascending
    is_served: bool
    was_burning: bool = False  # a die leaned, lay on another or was off the board, and the throw was taken all the same

    @property
    def points(self) -> int:
        """Return what the dice score in the cell."""
        return points(self.cell.category, self.faces, is_served=self.is_served)


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A turn that the companion entered otherwise than it was."""

    true: TrueEntry | None  # what ought to stand there, None where nothing ought to
    entered: Entry | None  # what stands there, None where nothing does

    def __str__(self) -> str:
        """Return a line that says what differs."""
        if self.true is None or self.entered is None:
            return f"one side only: true {self.true}, entered {self.entered}"
        true, entered = self.true, self.entered
        parts = [f"turn {true.turn_number}"]
        if true.cell != entered.cell:
            parts.append(f"cell {entered.cell} for {true.cell}")
        if true.faces != tuple(sorted(entered.faces)):
            parts.append(f"faces {_names(entered.faces)} for {_names(true.faces)}")
        if true.is_served != entered.is_served:
            parts.append(f"served {entered.is_served} for {true.is_served}")
        if true.was_burning:
            parts.append("a burning die was not seen")
        return f"{', '.join(parts)}: {entered.points} points for {true.points}"


def differences(true: Iterable[TrueEntry], entered: Iterable[Entry]) -> tuple[Difference, ...]:
    """Return the turns in which the sheet is not what the dice say, in the order of the game."""
    pairs = zip_longest(true, entered)
    return tuple(Difference(true=a, entered=b) for a, b in pairs if a is None or b is None or not _agrees(a, b))


def _agrees(true: TrueEntry, entered: Entry) -> bool:
    return (
        (true.turn_number, true.player, true.cell) == (entered.turn_number, entered.player, entered.cell)
        and true.faces == tuple(sorted(entered.faces))
        and true.is_served == entered.is_served
        and not true.was_burning
    )


def _names(faces: Faces) -> str:
    return " ".join(face.name for face in sorted(faces))
