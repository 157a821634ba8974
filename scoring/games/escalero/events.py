"""What happens in Escalero, beside the throws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from scoring.chips import require_stack
from scoring.dice import Face
from scoring.events import BeginnerThrown, EntryTakenBack, GameAbandoned, PlayerLeft, ThrowEvent
from scoring.games.escalero.rows import Row
from scoring.ruleset import RerollRule, ServedRule
from scoring.seats import require_players
from scoring.sheets.sheet import ChosenBy


@dataclass(frozen=True, slots=True, kw_only=True)
class EscaleroBegan:
    """Players sat down to Escalero.

    Attributes:
        players: Their names, in the order the dice go round.
        served: When a combination counts as served.
        reroll: What is thrown again when a die burns.
        stack: Chips everybody begins with; a filled sheet has 365 points at most, so 500 always pay.
        beginner: Who begins where it is known, None to throw for it.

    Raises:
        PlayersError: If the table cannot play.
        StakesError: If nobody would have chips.
    """

    players: tuple[str, ...]
    served: ServedRule = ServedRule.FIRST_THROW
    reroll: RerollRule = RerollRule.THROW
    stack: int = 500
    beginner: int | None = None

    def __post_init__(self) -> None:
        """Refuse a table that cannot play."""
        require_players(self.players)
        require_stack(self.stack)


@dataclass(frozen=True, slots=True)
class RowEntered:
    """The dice on the table were entered in a row of the player to move."""

    row: Row
    chosen_by: ChosenBy = ChosenBy.PLAYER


@dataclass(frozen=True, slots=True, kw_only=True)
class RowCorrected:
    """Any earlier entry was put right: this is how it should read.

    Attributes:
        turn_number: Turn of the entry, counted from 1.
        row: Where it stands now; its own row or a free one.
        faces: The five dice.
        is_served: Whether they lay served.
    """

    turn_number: int
    row: Row
    faces: tuple[Face, ...]
    is_served: bool


EntryEvent: TypeAlias = RowEntered | RowCorrected | EntryTakenBack
LaterEvent: TypeAlias = BeginnerThrown | ThrowEvent | EntryEvent | PlayerLeft | GameAbandoned
EscaleroEvent: TypeAlias = EscaleroBegan | LaterEvent
