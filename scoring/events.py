"""The vocabulary of the game log: what happened, in plain data, oldest first.

Everything else (sheets, standings, whose turn it is) is computed from these.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

from scoring.dice import NOTHING_HELD, Face
from scoring.ruleset import Level, Ruleset
from scoring.sheets.sheet import Cell, ChosenBy


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBegan:
    """Two players sat down."""

    players: tuple[str, str]  # Their names, player 0 first
    ruleset: Ruleset = field(default_factory=Ruleset)
    beginner: int | None = None  # 0 or 1 where it is known who begins, None to throw for it
    # How strongly the companion plays for each of them; None for a person.
    levels: tuple[Level | None, Level | None] = (None, None)


@dataclass(frozen=True, slots=True)
class BeginnerThrown:
    """A player threw five dice for who begins; the highest sum does, ties throw again."""

    player: int
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class ThrowMade:
    """A throw lies and was read."""

    faces: tuple[Face, ...]  # Five faces in the order the camera saw them
    # held[i]: die i was left lying before the throw. In a repeated throw: before the burned one, so dice that stood
    # well in the burned throw and were not thrown again (reroll "die") are not held.
    held: tuple[bool, ...] = NOTHING_HELD


@dataclass(frozen=True, slots=True)
class ThrowCorrected:
    """The latest throw was misread: this is what lies. Fields as in `ThrowMade`."""

    faces: tuple[Face, ...]
    held: tuple[bool, ...] = NOTHING_HELD


@dataclass(frozen=True, slots=True)
class ThrowWithdrawn:
    """The latest throw does not count: it burned, as was seen only afterwards, or nothing was thrown."""


@dataclass(frozen=True, slots=True)
class ThrowBurned:
    """A throw burned and is to be repeated; it uses up none of the three."""

    burning: tuple[bool, ...]  # burning[i]: die i burns, or fell off the table. Five flags, any order.
    # What was left lying before it, None where that could not be told. Where it is known the repeated throw must hold
    # the same.
    held_faces: tuple[Face, ...] | None = None


@dataclass(frozen=True, slots=True)
class Entered:
    """The dice on the table were entered in a cell."""

    cell: Cell
    chosen_by: ChosenBy = ChosenBy.PLAYER


@dataclass(frozen=True, slots=True)
class EntryTakenBack:
    """The newest entry was taken back; its turn runs again with its throws as they were."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryCorrected:
    """Any earlier entry was put right: this is how it should read."""

    turn_number: int  # Turn of the entry, counted from 1
    cell: Cell  # Where it stands now; its own cell or a free one.
    faces: tuple[Face, ...]
    is_served: bool


@dataclass(frozen=True, slots=True)
class EntriesSwapped:
    """Two entries of one player changed places; dice and served go with them."""

    turn_numbers: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player of a game for any number of them went home with his chips."""

    player: int


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """The players stopped; nobody wins."""


ThrowEvent: TypeAlias = ThrowMade | ThrowCorrected | ThrowWithdrawn | ThrowBurned
EntryEvent: TypeAlias = Entered | EntryTakenBack | EntryCorrected | EntriesSwapped
GameEvent: TypeAlias = GameBegan | BeginnerThrown | ThrowEvent | EntryEvent | GameAbandoned
