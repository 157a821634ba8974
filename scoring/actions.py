"""What may be done now, as `legal_actions` answers it.

An action names a choice, not its outcome: `ThrowDice` covers whatever the dice then show.
"""

from dataclasses import dataclass

from scoring.dice import Flags
from scoring.sheets.sheet import Cell


@dataclass(frozen=True, slots=True)
class BeginnerThrow:
    """The player may throw five dice for who begins (BeginnerThrown, or ThrowBurned)."""

    player: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowDice:
    """The player to move may throw (ThrowMade or ThrowBurned)."""

    throw_number: int  # 1–3
    dice: tuple[int, ...]  # Numbers of dice that may go into the cup, ascending
    # Every choice of dice to leave lying, as flags over the faces on the table. Which of two equal faces stays is the
    # same, so each multiset is listed once.
    holds: tuple[Flags, ...]
    is_repeat: bool  # Whether the throw repeats a burned one


@dataclass(frozen=True, slots=True)
class CorrectThrow:
    """The latest throw, of the turn or for who begins, may be put right (ThrowCorrected)."""

    may_hold: bool  # Whether it may be said to have held dice; a first throw never has.


@dataclass(frozen=True, slots=True)
class WithdrawThrow:
    """The latest throw may be taken as not made (ThrowWithdrawn)."""


@dataclass(frozen=True, slots=True)
class Enter:
    """The dice on the table may be entered here (Entered)."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class TakeBackEntry:
    """The entry of this turn may be taken back (EntryTakenBack)."""

    turn_number: int


@dataclass(frozen=True, slots=True)
class ChangeEntry:
    """An entry may be put right (EntryCorrected): in its own cell or moved to one of these."""

    turn_number: int
    free_cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class SwapEntries:
    """Any two of these turns' entries, all one player's, may change places (EntriesSwapped)."""

    turn_numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TakeBackDecision:
    """The latest decision may be taken back (EntryTakenBack)."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Any of these players may go home (PlayerLeft)."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Abandon:
    """The game may be stopped (GameAbandoned)."""
