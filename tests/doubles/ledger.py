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


def differences(true: Iterable[TrueEntry], entered: Iterable[Entry]) -> tuple[str, ...]:
    """Say of each turn in which the sheet is not what the dice say what differs, in the order of the game."""
    return tuple(filter(None, (_difference(*pair) for pair in zip_longest(true, entered))))


def _difference(true: TrueEntry | None, entered: Entry | None) -> str:
    if true is None or entered is None:
        return f"one side only: true {true}, entered {entered}"
    faces = tuple(sorted(entered.faces))
    parts = [f"turn {entered.turn_number} of {entered.player} for {true.turn_number} of {true.player}"]
    if true.cell != entered.cell:
        parts.append(f"cell {entered.cell} for {true.cell}")
    if true.faces != faces:
        parts.append(f"faces {_names(faces)} for {_names(true.faces)}")
    if true.is_served != entered.is_served:
        parts.append(f"served {entered.is_served} for {true.is_served}")
    if true.was_burning:
        parts.append("a burning die was not seen")
    is_same_turn = (true.turn_number, true.player) == (entered.turn_number, entered.player)
    return "" if is_same_turn and len(parts) == 1 else f"{', '.join(parts)}: {entered.points} points for {true.points}"


def _names(faces: Faces) -> str:
    return " ".join(face.name for face in faces)
