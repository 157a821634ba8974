"""What became of a game, move by move: what the dice brought and what decisions cost, as chance to win the match.

A chance is a share of 1; a draw counts half. Luck is what a throw adds to the chance of who threw, a loss what a
decision takes from it against the best that could be done with the same dice. All that changes the chance is the one
or the other, so for either player

    result − chance before the first throw = own luck − other's luck − own losses + other's losses,

to the last rounding.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from scoring.dice import Faces
from scoring.sheets.sheet import Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountStep:
    """A throw, or what was decided then."""

    turn_number: int  # Of the game, counted from 1
    player: int
    throw_number: int  # Of the turn, counted from 1
    faces: Faces  # What lay then, in camera order
    chance: float  # Of this player, if he goes on as well as can be

    @property
    def of_first(self) -> float:
        """Return player 0's chance."""
        return self.chance if self.player == 0 else 1 - self.chance


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowLuck(AccountStep):
    """A throw and what it brought."""

    held: tuple[bool, ...]  # Which of the dice were left lying before
    luck: float
    # How much of it is no dice: after an entry the chance is reckoned anew from the other player's next turn, and half
    # of what that changes counts to the throw before it, half to the throw after it
    re_estimated: float = 0.0

    @property
    def of_dice(self) -> float:
        """Return the luck that the dice alone brought: its mean over all throws that could come is 0."""
        return self.luck - self.re_estimated


@dataclass(frozen=True, slots=True)
class Held:
    """Throwing on."""

    faces: Faces  # What is left lying, ascending


@dataclass(frozen=True, slots=True)
class EnteredIn:
    """Entering."""

    cell: Cell
    points: int


Act: TypeAlias = Held | EnteredIn


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedDecision(AccountStep):
    """What was done with dice that lay, and what it cost."""

    done: Act
    best: Act  # What would have been best; where nothing was lost, what was done.
    loss: float  # What the best would have brought more; never less than 0.
    blind: float  # What a choice without looking would have lost on average: 0 where there was no choice


Step: TypeAlias = ThrowLuck | JudgedDecision


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuracy:
    """How well a player decided."""

    decisions: int
    loss: float  # Lost by all of them together
    blind: float  # What choices without looking would have lost

    @property
    def mean_loss(self) -> float:
        """Return what was lost a decision, 0 where none was made."""
        return self.loss / self.decisions if self.decisions else 0.0

    @property
    def share(self) -> float | None:
        """Return how much of what could be lost was kept: 1 of all, 0 as a blind choice; None where nothing could."""
        return 1 - self.loss / self.blind if self.blind > 0 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A game, move by move."""

    start: float  # Player 0's chance before the first throw
    steps: tuple[Step, ...]  # All throws and decisions that count in the end, in order; one at least.
    result: float | None  # Of player 0: 1 won, 0 lost, ½ drawn; None where the game did not come to its end.

    @property
    def last(self) -> float:
        """Return player 0's chance as far as the game came."""
        return self.steps[-1].of_first

    def throws(self, player: int) -> Iterator[ThrowLuck]:
        """Yield a player's throws."""
        return (step for step in self.steps if isinstance(step, ThrowLuck) and step.player == player)

    def decisions(self, player: int) -> Iterator[JudgedDecision]:
        """Yield a player's decisions."""
        return (step for step in self.steps if isinstance(step, JudgedDecision) and step.player == player)

    def luck(self, player: int) -> float:
        """Return what a player's own throws brought him, all together."""
        return sum(throw.luck for throw in self.throws(player))

    def luck_of_dice(self, player: int) -> float:
        """Return the part of that which is surely the dice."""
        return sum(throw.of_dice for throw in self.throws(player))

    def loss(self, player: int) -> float:
        """Return what a player's own decisions cost him, all together."""
        return sum(decision.loss for decision in self.decisions(player))

    def accuracy(self, player: int) -> Accuracy:
        """Return how well a player decided."""
        blind = [decision.blind for decision in self.decisions(player) if decision.blind > 0]
        return Accuracy(decisions=len(blind), loss=self.loss(player), blind=sum(blind))

    def without_luck(self, player: int) -> float | None:
        """Return a player's result less the luck of both players' dice; on average the same; None without a result."""
        if self.result is None:
            return None
        result = self.result if player == 0 else 1 - self.result
        return result - self.luck_of_dice(player) + self.luck_of_dice(1 - player)

    def remainder(self) -> float:
        """Return by how much luck and decisions miss what became of the start; rounding and no more."""
        end = self.last if self.result is None else self.result
        return self.start + (self.luck(0) - self.luck(1)) - (self.loss(0) - self.loss(1)) - end

    def costliest(self, count: int) -> tuple[JudgedDecision, ...]:
        """Return the decisions that cost most, of both players, dearest first; none that cost nothing to speak of."""
        every = (step for step in self.steps if isinstance(step, JudgedDecision) and step.loss >= LEAST_COST)
        return tuple(sorted(every, key=lambda decision: -decision.loss)[:count])

    def curve(self) -> tuple[float, ...]:
        """Return player 0's chance before the first turn and after each turn, a running one included."""
        points = {0: self.start}
        for step in self.steps:
            points[step.turn_number] = step.of_first
        return tuple(points.values())


LEAST_COST = 0.0005
"""A decision that cost less is as good as the best: it would be shown as 0.0 %."""
