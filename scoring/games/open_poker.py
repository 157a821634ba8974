"""Offenes Würfelpoker, with and without sequences, and as Joker Poker: up to three open throws for a pot of chips.

Source:
    scoring/RULES.md, "Offenes Würfelpoker" and "Joker Poker".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from scoring import pot
from scoring.log import replayed
from scoring.pot import PotAction, PotEvent, PotState, Stakes
from scoring.ranking import Ranking, strength
from scoring.ruleset import RerollRule
from scoring.seats import require_players
from scoring.turn import THROWS_A_TURN

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPokerBegan:
    """Players sat down to Offenes Würfelpoker.

    Attributes:
        players: Their names, in the order the dice go round.
        stakes: What was agreed about chips.
        ranking: What was agreed about hands.
        reroll: What is thrown again when a die burns.
        beginner: Who begins where it is known, None to throw for it.
    """

    players: tuple[str, ...]
    stakes: Stakes = field(default_factory=Stakes)
    ranking: Ranking = field(default_factory=Ranking)
    reroll: RerollRule = RerollRule.THROW
    beginner: int | None = None

    def __post_init__(self) -> None:
        """Refuse a table that cannot play."""
        require_players(self.players)


OpenPokerEvent: TypeAlias = OpenPokerBegan | PotEvent


@dataclass(frozen=True, slots=True)
class OpenPokerState:
    """A game at one moment.

    Attributes:
        agreed: What it began with.
        table: The rounds.
    """

    agreed: OpenPokerBegan
    table: PotState


def begin(agreed: OpenPokerBegan) -> OpenPokerState:
    """Return the state of a game in which nothing has happened yet."""
    table = pot.begin(
        agreed.players, agreed.stakes, throws_a_turn=THROWS_A_TURN, reroll=agreed.reroll, beginner=agreed.beginner
    )
    return OpenPokerState(agreed, table)


def apply(state: OpenPokerState, event: PotEvent) -> OpenPokerState:
    """Return the state after one more event.

    Raises:
        IllegalEventError: If the event does not fit the state; the leaf says why and what would be legal.
        WrongDiceCountError: If it does not carry five dice.
    """
    table = pot.apply(state.table, event, lambda faces: strength(faces, state.agreed.ranking))
    return OpenPokerState(state.agreed, table)


def legal_actions(state: OpenPokerState) -> tuple[PotAction, ...]:
    """Return all that may be done now."""
    return pot.legal_actions(state.table)


def replay(events: Iterable[OpenPokerEvent]) -> OpenPokerState:
    """Return the state a log amounts to.

    Raises:
        GameNotBegunError: If the log does not open with OpenPokerBegan.
        ScoringError: If an event does not fit what came before it.
    """
    return replayed(events, OpenPokerBegan, begin, apply)
