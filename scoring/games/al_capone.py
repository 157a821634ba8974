"""Al Capone: one open throw for a pot of chips; the same kind of hand is decided by the sum of the dice.

Source:
    scoring/RULES.md, "Al Capone".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from scoring import pot
from scoring.dice import Face
from scoring.log import replayed
from scoring.pot import PotAction, PotEvent, PotState, Stakes
from scoring.ranking import Ranking, strength
from scoring.ruleset import RerollRule
from scoring.seats import require_players

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scoring.hands import Hand


class Table(StrEnum):
    """What the faces are worth: „Wertung A“, „B“ or „C“."""

    A = "a"
    B = "b"
    C = "c"


WORTH = {
    Table.A: dict(zip(Face, (9, 10, 11, 12, 13, 14), strict=True)),
    Table.B: dict(zip(Face, (9, 10, 2, 3, 4, 11), strict=True)),
    Table.C: dict(zip(Face, (1, 2, 3, 4, 5, 11), strict=True)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AlCaponeBegan:
    """Players sat down to Al Capone.

    Attributes:
        players: Their names, in the order the dice go round.
        table: What the faces are worth.
        stakes: What was agreed about chips.
        ranking: What was agreed about hands.
        reroll: What is thrown again when a die burns.
        beginner: Who begins where it is known, None to throw for it.
    """

    players: tuple[str, ...]
    table: Table = Table.A
    stakes: Stakes = field(default_factory=Stakes)
    ranking: Ranking = field(default_factory=Ranking)
    reroll: RerollRule = RerollRule.THROW
    beginner: int | None = None

    def __post_init__(self) -> None:
        """Refuse a table that cannot play."""
        require_players(self.players)


AlCaponeEvent: TypeAlias = AlCaponeBegan | PotEvent


@dataclass(frozen=True, slots=True)
class AlCaponeState:
    """A game at one moment.

    Attributes:
        agreed: What it began with.
        table: The rounds.
    """

    agreed: AlCaponeBegan
    table: PotState


def begin(agreed: AlCaponeBegan) -> AlCaponeState:
    """Return the state of a game in which nothing has happened yet."""
    table = pot.begin(agreed.players, agreed.stakes, throws_a_turn=1, reroll=agreed.reroll, beginner=agreed.beginner)
    return AlCaponeState(agreed, table)


def worth(faces: Sequence[Face], agreed: AlCaponeBegan) -> tuple[Hand, int]:
    """Return what decides: the kind of a hand, a pair being a pair, then the sum of all five dice as they lie.

    Raises:
        WrongDiceCountError: If there are not exactly five faces.
    """
    return strength(faces, agreed.ranking).claim.hand, sum(WORTH[agreed.table][face] for face in faces)


def apply(state: AlCaponeState, event: PotEvent) -> AlCaponeState:
    """Return the state after one more event.

    Raises:
        IllegalEventError: If the event does not fit the state; the leaf says why and what would be legal.
        WrongDiceCountError: If it does not carry five dice.
    """
    return AlCaponeState(state.agreed, pot.apply(state.table, event, lambda faces: worth(faces, state.agreed)))


def legal_actions(state: AlCaponeState) -> tuple[PotAction, ...]:
    """Return all that may be done now."""
    return pot.legal_actions(state.table)


def replay(events: Iterable[AlCaponeEvent]) -> AlCaponeState:
    """Return the state a log amounts to.

    Raises:
        GameNotBegunError: If the log does not open with AlCaponeBegan.
        ScoringError: If an event does not fit what came before it.
    """
    return replayed(events, AlCaponeBegan, begin, apply)
