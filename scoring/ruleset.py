"""House rules as data: what may be agreed before a game, and where it is written."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.errors import UnknownColumnError

MOST_COLUMNS = 10


class Level(StrEnum):
    """From who has just learnt the rules to who plays every day; the names are the file format of the log."""

    BEGINNER = "beginner"  # the most points now, in the dearest column
    REGULAR = "regular"  # what is above the usual for its row
    CONNOISSEUR = "connoisseur"  # the chance of the match, with fixed means of the rows
    FOX = "fox"  # the chance of the match, with all that the free cells will bring
    JUNKIE = "junkie"  # the same, taught by matches against itself, and the end exactly


class ServedRule(StrEnum):
    """When a combination counts as served.

    Source:
        Würfelpoker Spielplan & Regeln: „serviert … (also alle 5 Würfel auf einmal geworfen wurden)“; both readings fit,
        the default is scoring/RULES.md's choice.
    """

    FIRST_THROW = "first-throw"  # it lay after the first throw of the turn
    ANY_FULL_THROW = "any-full-throw"  # all five dice were thrown at once, in whichever throw


class TiedColumnRule(StrEnum):
    """Who gets the points of a column with equal sums.

    Source:
        Würfelpoker Spielplan & Regeln: „Wer mehr Punkte in die Spalte eingetragen hat, gewinnt die Spalte“; it is
        silent on equal sums, the default is scoring/RULES.md's choice.
    """

    NONE = "none"  # nobody
    SPLIT = "split"  # half each


class RerollRule(StrEnum):
    """What is thrown again when a die burns.

    Source:
        Spiele mit Pokerwürfeln: „es brennt! … muß der Wurf wiederholt werden“; throwing only the burning die is
        scoring/RULES.md's alternative.
    """

    THROW = "throw"  # all dice of that throw; held ones stay
    DIE = "die"  # only the burning dice


def points_of(columns: int) -> int:
    """Return what so many columns are worth together.

    >>> points_of(10)
    55
    """
    return columns * (columns + 1) // 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """What the two players agreed on.

    Raises:
        UnknownColumnError: If there are not 1–10 columns.
    """

    served: ServedRule = ServedRule.FIRST_THROW
    tied_column: TiedColumnRule = TiedColumnRule.NONE
    reroll: RerollRule = RerollRule.THROW
    columns: int = MOST_COLUMNS  # Columns played, 1–10; ten is the game, fewer make it shorter.

    def __post_init__(self) -> None:
        """Refuse a sheet that could not be drawn."""
        if not 1 <= self.columns <= MOST_COLUMNS:
            raise UnknownColumnError(f"got {self.columns} columns; 1 to {MOST_COLUMNS} can be played")

    @property
    def points_at_stake(self) -> int:
        """Return what all columns are worth together: 55 for ten."""
        return points_of(self.columns)

    @property
    def is_served_whenever(self) -> bool:
        """Return whether all five dice thrown at once count as served in whichever throw."""
        return self.served is ServedRule.ANY_FULL_THROW
