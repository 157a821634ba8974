"""What the dice truly showed in a game, entry by entry, to hold the companion's sheet against."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest

from scoring.dice import Face, Faces
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

    @classmethod
    def of(cls, entry: Entry, faces: Iterable[Face]) -> "TrueEntry":
        """Return an entry of the sheet with what the dice show."""
        who = {"turn_number": entry.turn_number, "player": entry.player, "cell": entry.cell}
        return cls(**who, faces=tuple(sorted(faces)), is_served=entry.is_served)


def differences(true: Iterable[TrueEntry], entered: Iterable[Entry]) -> tuple[str, ...]:
    """Say of each turn in which the sheet is not what the dice say what differs, in the order of the game."""
    shown = (TrueEntry.of(each, each.faces) for each in entered)
    return tuple(f"{one} for {other}" for other, one in zip_longest(true, shown) if one != other)
