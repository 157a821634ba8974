"""Rounds for a pot at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from scoring.chips import Chips
from scoring.game import OpenDice, Stage
from scoring.seats import Beginning, clockwise, without
from scoring.turns.turn import Turn

if TYPE_CHECKING:
    from scoring.dice import Faces
    from scoring.pot.events import PotBegan
    from scoring.ruleset import RerollRule


class PotPhase(StrEnum):
    """Where the game stands."""

    BEGINNING = "beginning"  # it is thrown for who begins
    BETWEEN = "between"  # no round runs
    THROWING = "throwing"
    ANSWERING = "answering"  # somebody has raised: the others go along or pass
    OVER = "over"


_STAGES = {
    PotPhase.BEGINNING: Stage.BEGINNING,
    PotPhase.BETWEEN: Stage.DECIDING,
    PotPhase.THROWING: Stage.TURN,
    PotPhase.ANSWERING: Stage.DECIDING,
    PotPhase.OVER: Stage.OVER,
}


@dataclass(frozen=True, slots=True)
class ShownHand:
    """What a player keeps."""

    player: int
    faces: Faces


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round at one moment; of players the one whose turn comes first is first.

    Attributes:
        stake: What everybody who is in has put in.
        entrants: Who may still win it.
        waiting: Those of them who are still to throw.
        asked: Those of them who are still to answer a raise.
        hands: What the others keep.
        is_decider: Whether it decides between equal hands: nobody puts anything in any more.
    """

    stake: int
    entrants: tuple[int, ...]
    waiting: tuple[int, ...]
    asked: tuple[int, ...] = ()
    hands: tuple[ShownHand, ...] = ()
    is_decider: bool = False

    def without(self, player: int) -> Round:
        """Return the round after a player is out of it."""
        return replace(
            self,
            entrants=without(self.entrants, player),
            waiting=without(self.waiting, player),
            asked=without(self.asked, player),
            hands=tuple(hand for hand in self.hands if hand.player != player),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PotState(OpenDice):
    """A game of rounds at one moment.

    Attributes:
        agreed: What it began with.
        chips: Stacks and pot.
        seats: Who has not left, ascending.
        beginning: Who begins the first round.
        begins_next: Who begins the next one: the winner of the last; None before the first.
        round: The running one.
        turn: The throws of the player to move.
        results: Who won each round, oldest first.
        before: The game before the latest decision about hand or chips, or before the round began, to take that back;
            None once it is too late.
        is_abandoned: Whether the players stopped.
    """

    agreed: PotBegan
    chips: Chips
    seats: tuple[int, ...]
    beginning: Beginning
    begins_next: int | None = None
    round: Round | None = None
    turn: Turn = field(default_factory=Turn)
    results: tuple[int, ...] = ()
    before: PotState | None = None
    is_abandoned: bool = False

    @property
    def phase(self) -> PotPhase:
        """Return where the game stands."""
        if self.is_abandoned or (self.round is None and len(self.able) < 2):
            return PotPhase.OVER
        if self.beginning.beginner is None:
            return PotPhase.BEGINNING
        if self.round is None:
            return PotPhase.BETWEEN
        return PotPhase.ANSWERING if self.round.asked else PotPhase.THROWING

    @property
    def stage(self) -> Stage:
        """Return what is done at the table now."""
        return _STAGES[self.phase]

    @property
    def throws_a_turn(self) -> int:
        """Return how often a player may throw in a turn."""
        return self.agreed.throws_a_turn

    @property
    def reroll(self) -> RerollRule:
        """Return what is thrown again when a die burns."""
        return self.agreed.reroll

    @property
    def is_beginning(self) -> bool:
        """Tell whether what was thrown for who begins can still be put right: no round has begun since."""
        return self.round is None and not self.results and self.beginning.agreed is None

    @property
    def begins_round(self) -> int | None:
        """Return who begins the next round: who is meant to, or the first to his left who can pay; None before that."""
        first = self.beginning.beginner if self.begins_next is None else self.begins_next
        return None if first is None else next(iter(clockwise(self.able, first)), None)

    @property
    def able(self) -> tuple[int, ...]:
        """Return who is there and can pay for a round."""
        return tuple(seat for seat in self.seats if self.chips.stacks[seat] >= self.agreed.stakes.minimum)

    @property
    def to_move(self) -> int | None:
        """Return who throws or answers; None where that is nobody, or anybody."""
        if self.round is None or self.is_abandoned:
            return None
        return (self.round.asked or self.round.waiting)[0]

    @property
    def throws_left(self) -> int:
        """Return how many throws the player to move may still make."""
        return max(self.agreed.throws_a_turn - self.turn.throws_made, 0) if self.phase is PotPhase.THROWING else 0

    @property
    def most_stake(self) -> int:
        """Return how high the player to move may raise: as agreed, as his stack lasts, and not in a decider."""
        if self.round is None or self.to_move is None:
            return 0
        lasts = self.round.stake + self.chips.stacks[self.to_move]
        return self.round.stake if self.round.is_decider else min(self.agreed.stakes.maximum, lasts)


def begin(agreed: PotBegan) -> PotState:
    """Return the state of a game in which nothing has happened yet.

    Raises:
        UnknownPlayerError: If the beginner does not play.
    """
    seats = tuple(range(len(agreed.players)))
    chips = Chips.dealt(len(seats), agreed.stakes.stack)
    return PotState(agreed=agreed, chips=chips, seats=seats, beginning=Beginning(seats, agreed=agreed.beginner))
