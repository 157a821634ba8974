"""What happens in rounds for a pot, beside the throws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from scoring.events import BeginnerThrown, EntryTakenBack, GameAbandoned, ThrowEvent


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


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player went home with his stack."""

    player: int


Decision: TypeAlias = HandKept | WentAlong | Passed | PlayerLeft
PotEvent: TypeAlias = BeginnerThrown | ThrowEvent | RoundBegan | Decision | EntryTakenBack | GameAbandoned
