"""Rounds for a pot with open throws: throw, raise, go along or pass.

So are played Offenes Würfelpoker, its Joker Poker, and Al Capone; each is a subclass of `PotBegan`: which hand is
higher, and of `PotState`: how often a player throws.

Source:
    scoring/RULES.md, "Offenes Würfelpoker".
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from scoring.chips import MOST_CHIPS, Chips
from scoring.dice import Faces
from scoring.errors import (
    NothingHeldError,
    NoThrowError,
    NotYourTurnError,
    StakeRefusedError,
    StakesError,
    ThrowBurningError,
    ThrowsUsedUpError,
    WrongPhaseError,
)
from scoring.events import ThrowBurned, ThrowEvent, ThrowMade
from scoring.game import throw_action, turn_after
from scoring.games.rounds import BeginRound as BeginRound
from scoring.games.rounds import RoundBegan as RoundBegan
from scoring.games.rounds import RoundGame, RoundPhase
from scoring.hands.ranking import Ranking
from scoring.ruleset import RerollRule
from scoring.seats import clockwise, require_players, without
from scoring.turns.turn import Turn

FEWEST_HELD = 1
"""So many dice stay at least when a player throws again: „läßt dann wahlweise 1 bis 4 Würfel stehen“."""


# -- what is agreed, and what happens --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What was agreed about chips.

    Raises:
        StakesError: If they do not fit each other.
    """

    minimum: int = 1  # Chips everybody puts in before a round
    maximum: int = 6  # Chips nobody may be made to put in more than, a round
    stack: int = 50  # Chips everybody begins with

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

    Raises:
        PlayersError: If the table cannot play.
    """

    players: tuple[str, ...]  # Their names, in the order the dice go round
    stakes: Stakes = field(default_factory=Stakes)
    sequences: bool = False  # Whether five in a row count; else they are nothing.
    reroll: RerollRule = RerollRule.THROW
    beginner: int | None = None  # Who begins where it is known, None to throw for it

    def __post_init__(self) -> None:
        """Refuse a table that cannot play."""
        require_players(self.players)

    @property
    def stacks(self) -> tuple[int, ...]:
        """Return the chips everybody begins with, by seat."""
        return (self.stakes.stack,) * len(self.players)

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
class HandKept:
    """The player to move throws no more and shows what lies."""

    stake: int  # What the round costs everybody from now on; more than before is a raise.


@dataclass(frozen=True, slots=True)
class WentAlong:
    """The player who is asked pays what a raise costs."""


@dataclass(frozen=True, slots=True)
class Passed:
    """The player who is asked is out of the round; what he put in stays in the pot."""


# -- the game at one moment ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ShownHand:
    """What a player keeps."""

    player: int
    faces: Faces


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round at one moment; of players the one whose turn comes first is first."""

    stake: int  # What everybody who is in has put in
    entrants: tuple[int, ...]  # Who may still win it
    waiting: tuple[int, ...]  # Those of them who are still to throw
    asked: tuple[int, ...] = ()  # Those of them who are still to answer a raise
    hands: tuple[ShownHand, ...] = ()  # What the others keep
    is_decider: bool = False  # Whether it decides between equal hands: nobody puts anything in any more

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
class PotState(RoundGame):
    """A game of rounds with open throws at one moment."""

    agreed: PotBegan
    round: Round | None = None

    @property
    def ante(self) -> int:
        """Return how many chips everybody puts in before a round."""
        return self.agreed.stakes.minimum

    @property
    def phase_of_round(self) -> RoundPhase:
        """Return whether it is thrown, or a raise answered."""
        return RoundPhase.ANSWERING if self.round is not None and self.round.asked else RoundPhase.THROWING

    @property
    def reroll(self) -> RerollRule:
        """Return what is thrown again when a die burns."""
        return self.agreed.reroll

    @property
    def to_move(self) -> int | None:
        """Return who throws or answers; None where that is nobody, or anybody."""
        return None if self.round is None else (self.round.asked or self.round.waiting)[0]

    @property
    def most_stake(self) -> int:
        """Return how high the player to move may raise: as agreed, as his stack lasts, and not in a decider."""
        if self.round is None or self.to_move is None:
            return 0
        lasts = self.round.stake + self.chips.stacks[self.to_move]
        return self.round.stake if self.round.is_decider else min(self.agreed.stakes.maximum, lasts)

    def begun(self, order: tuple[int, ...], chips: Chips) -> PotState:
        """Return the game after all who can pay put the minimum in, in this order."""
        running = Round(stake=self.ante, entrants=order, waiting=order)
        return replace(self, chips=chips, round=running, turn=Turn(), before=self)

    def thrown(self, event: ThrowEvent) -> PotState:
        """Return the game after dice were thrown in a round, or a throw of it put right."""
        if self.phase is not RoundPhase.THROWING:
            raise WrongPhaseError(f"nobody throws now; the game is {self.phase}")
        if isinstance(event, ThrowMade | ThrowBurned):
            if not self.throws_left:
                raise ThrowsUsedUpError(f"{self.throws_a_turn} throws were made; the hand is kept now")
            held = event.held if isinstance(event, ThrowMade) else event.held_faces
            if self.turn.throws and held is not None and not any(held):
                raise NothingHeldError("all five dice were thrown again; one to four of them stay lying")
        return replace(self, turn=turn_after(self.turn, event), before=None)

    def settled(self) -> PotState:
        """Return the game with the pot given to whoever has won it, or those who tie throwing again."""
        running = self.round
        if running is None:
            return self
        if len(running.entrants) == 1:
            return self.won(running.entrants[0])
        if running.asked or running.waiting:
            return self
        worth = {hand.player: self.agreed.worth(hand.faces) for hand in running.hands}
        winners = tuple(player for player in worth if worth[player] == max(worth.values()))
        if len(winners) == 1:
            return self.won(winners[0])
        return replace(self, round=Round(stake=running.stake, entrants=winners, waiting=winners, is_decider=True))

    def legal_in_round(self) -> tuple[Any, ...]:
        """Return what may be done in the running round."""
        running, player = self._running_round(), self.to_move
        if running.asked and player is not None:
            owed = running.stake - self.chips.staked[player]
            return (Answer(player, owed if owed <= self.chips.stacks[player] else None),)
        throw = (throw_action(self.turn, self.reroll, fewest=FEWEST_HELD),) if self.throws_left else ()
        return (*throw, KeepHand(running.stake, self.most_stake)) if self.turn.may_enter else throw

    def _running_round(self) -> Round:
        if self.round is None:
            raise WrongPhaseError(f"no round runs; the game is {self.phase}")
        return self.round

    def _kept(self, event: HandKept) -> PotState:
        running, stake = self._running_round(), event.stake
        if running.asked:
            raise NotYourTurnError(f"player {running.asked[0]} is to answer the raise first")
        if not self.turn.throws:
            raise NoThrowError("nothing was thrown yet; there is no hand to keep")
        if self.turn.burn is not None:
            raise ThrowBurningError("the throw burned; it is repeated before the hand is kept")
        if not running.stake <= stake <= self.most_stake:
            raise StakeRefusedError(f"got a stake of {stake}; {running.stake} to {self.most_stake} can be put in now")
        player = running.waiting[0]
        others = without(clockwise(tuple(sorted(running.entrants)), player), player)
        after = replace(
            running,
            stake=stake,
            waiting=running.waiting[1:],
            asked=others if stake > running.stake else (),
            hands=(*running.hands, ShownHand(player, self.turn.faces)),
        )
        chips = self.chips.paid(player, stake - running.stake)
        return self.decided(replace(self, chips=chips, round=after, turn=Turn()))

    def _answered(self, event: WentAlong | Passed) -> PotState:
        running = self._running_round()
        if not running.asked:
            raise NotYourTurnError("nobody has raised; there is nothing to answer")
        player = running.asked[0]
        if isinstance(event, Passed):
            return self.decided(replace(self, round=running.without(player)))
        chips = self.chips.paid(player, running.stake - self.chips.staked[player])
        return self.decided(replace(self, chips=chips, round=replace(running, asked=running.asked[1:])))

    handlers: ClassVar = {
        **RoundGame.handlers,
        ThrowMade: RoundGame.throw,
        HandKept: _kept,
        WentAlong: _answered,
        Passed: _answered,
    }


# -- what may be done ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KeepHand:
    """The player to move may keep what lies, at any of these stakes (HandKept); the least one raises nothing."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The player who is asked may pass (Passed), or go along for so many chips (WentAlong); None: he cannot pay."""

    player: int
    chips: int | None
