"""What happens in Verdecktes Würfelpoker."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from scoring.chips import require_stack
from scoring.dice import Face
from scoring.events import BeginnerThrown, EntryTakenBack, GameAbandoned, PlayerLeft
from scoring.hands.ranking import Claim, Ranking
from scoring.pot import RoundBegan
from scoring.seats import BeginningMended, require_players

SECONDS_TO_DOUBT = 10
"""„Nach der Meldung haben seine Gegenspieler 10 Sekunden Zeit“; who plays holds the watch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenPokerBegan:
    """Players sat down to Verdecktes Würfelpoker.

    Attributes:
        players: Their names, in the order the dice go round.
        stack: Chips everybody begins with; a round costs one.
        ranking: What was agreed about hands.
        beginner: Who begins where it is known, None to throw for it.
    """

    players: tuple[str, ...]
    stack: int = 50
    ranking: Ranking = field(default_factory=Ranking)
    beginner: int | None = None

    def __post_init__(self) -> None:
        """Refuse a table that cannot play."""
        require_players(self.players)
        require_stack(self.stack)


@dataclass(frozen=True, slots=True)
class Announced:
    """The player to move says what lies under the cup."""

    claim: Claim


@dataclass(frozen=True, slots=True)
class Believed:
    """Ten seconds are over and nobody called „Schwindel“: the announcement stands, true or not."""


@dataclass(frozen=True, slots=True)
class Doubted:
    """A player called „Schwindel“ in time."""

    player: int


@dataclass(frozen=True, slots=True)
class CupLifted:
    """The cup is lifted, and this lay under it."""

    faces: tuple[Face, ...]


Decision: TypeAlias = Announced | Doubted | CupLifted | PlayerLeft
LaterEvent: TypeAlias = (
    BeginnerThrown | BeginningMended | RoundBegan | Decision | Believed | EntryTakenBack | GameAbandoned
)
HiddenPokerEvent: TypeAlias = HiddenPokerBegan | LaterEvent
