"""What happens in rounds for a pot, beside the throws."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

from scoring.chips import MOST_CHIPS
from scoring.dice import Faces
from scoring.errors import StakesError
from scoring.events import BeginnerThrown, EntryTakenBack, GameAbandoned, PlayerLeft, ThrowEvent
from scoring.hands.ranking import Ranking
from scoring.ruleset import RerollRule
from scoring.seats import require_players


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What was agreed about chips.

    Attributes:
        minimum: Chips everybody puts in before a round.
        maximum: Chips nobody may be made to put in more than, a round.
        stack: Chips everybody begins with.

    Raises:
        StakesError: If they do not fit each other.
    """

    minimum: int = 1
    maximum: int = 6
    stack: int = 50

    def __post_init__(self) -> None:
        """Refuse stakes that cannot be played with."""
        if not 1 <= self.minimum <= self.maximum <= self.stack <= MOST_CHIPS:
            raise StakesError(
                f"got a minimum of {self.minimum}, a maximum of {self.maximum} and stacks of {self.stack} chips; "
                f"each must be at least the one before, from 1 to {MOST_CHIPS:,}"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class PotBegan(ABC):
    """Players sat down to a game of rounds for a pot; each such game is a subclass.

    Attributes:
        throws_a_turn: How often a player may throw.
        players: Their names, in the order the dice go round.
        stakes: What was agreed about chips.
        sequences: Whether five in a row count; else they are nothing.
        reroll: What is thrown again when a die burns.
        beginner: Who begins where it is known, None to throw for it.

    Raises:
        PlayersError: If the table cannot play.
    """

    throws_a_turn: ClassVar[int]

    players: tuple[str, ...]
    stakes: Stakes = field(default_factory=Stakes)
    sequences: bool = False
    reroll: RerollRule = RerollRule.THROW
    beginner: int | None = None

    def __post_init__(self) -> None:
        """Refuse a table that cannot play."""
        require_players(self.players)

    @property
    def ranking(self) -> Ranking:
        """Return what was agreed about hands."""
        return Ranking(sequences=self.sequences)

    @abstractmethod
    def worth(self, faces: Faces) -> Any:
        """Return what a hand is compared by: the greater one wins, equal ones play a decider.

        Raises:
            WrongDiceCountError: If there are not exactly five faces.
        """


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """Everybody who can put the minimum into the pot."""


@dataclass(frozen=True, slots=True)
class HandKept:
    """The player to move throws no more and shows what lies.

    Attributes:
        stake: What the round costs everybody from now on; more than before is a raise.
    """

    stake: int


@dataclass(frozen=True, slots=True)
class WentAlong:
    """The player who is asked pays what a raise costs."""


@dataclass(frozen=True, slots=True)
class Passed:
    """The player who is asked is out of the round; what he put in stays in the pot."""


Decision: TypeAlias = HandKept | WentAlong | Passed | PlayerLeft
LaterEvent: TypeAlias = BeginnerThrown | ThrowEvent | RoundBegan | Decision | EntryTakenBack | GameAbandoned
PotEvent: TypeAlias = PotBegan | LaterEvent
