"""Rounds for a pot, thrown openly or under a cup: everybody antes, and the highest hand takes it.

What the games that are played like this share. Each is a subclass of `RoundGame`.
"""

from abc import abstractmethod
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar, Self

from scoring import events as ev
from scoring.actions import Abandon, BeginnerThrow, Leave
from scoring.chips import Chips
from scoring.errors import WrongPhaseError
from scoring.game import ChipGame, Stage
from scoring.seats import clockwise, without
from scoring.turns.turn import Turn


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """Everybody who can put the minimum into the pot."""


@dataclass(frozen=True, slots=True)
class BeginRound:
    """A round may begin (RoundBegan)."""


class RoundPhase(StrEnum):
    """Where a game of rounds stands."""

    BEGINNING = "beginning"  # it is thrown for who begins
    BETWEEN = "between"  # no round runs
    THROWING = "throwing"
    ANSWERING = "answering"  # somebody has raised: the others go along or pass
    HIDDEN = "hidden"  # the player to move throws under the cup, looks, and announces
    DOUBTING = "doubting"  # the others may call „Schwindel“
    LIFTING = "lifting"  # somebody did: the cup is lifted
    OVER = "over"


_STAGES = {
    RoundPhase.BEGINNING: Stage.BEGINNING,
    RoundPhase.THROWING: Stage.TURN,
    RoundPhase.LIFTING: Stage.SHOWING,
    RoundPhase.OVER: Stage.OVER,
}
"""In all others the players decide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundGame(ChipGame):
    """A game of rounds for a pot at one moment."""

    begins_next: int | None = None  # Who begins the next round: the winner of the last; None before the first.
    round: Any = None  # The running one, None between rounds
    results: tuple[int, ...] = ()  # Who won each round, oldest first
    pot_won: int = 0  # What the winner of the last round took

    @property
    @abstractmethod
    def ante(self) -> int:
        """Return how many chips everybody puts in before a round."""

    @property
    @abstractmethod
    def phase_of_round(self) -> RoundPhase:
        """Return where the running round stands."""

    @abstractmethod
    def begun(self, order: tuple[int, ...], chips: Chips) -> Any:
        """Return the game after all who can pay put the minimum in, in this order."""

    @abstractmethod
    def thrown(self, event: Any) -> Any:
        """Return the game after dice were thrown in a round, or a throw of it put right."""

    @abstractmethod
    def settled(self) -> Any:
        """Return the game with the pot given to whoever has won it, or those who tie throwing again."""

    @abstractmethod
    def legal_in_round(self) -> tuple[Any, ...]:
        """Return what may be done in the running round."""

    @property
    def phase(self) -> RoundPhase:
        """Return where the game stands."""
        if self.is_abandoned or (self.round is None and len(self.able) < 2):
            return RoundPhase.OVER
        if self.beginning.beginner is None:
            return RoundPhase.BEGINNING
        return RoundPhase.BETWEEN if self.round is None else self.phase_of_round

    @property
    def stage(self) -> Stage:
        """Return what is done at the table now."""
        return _STAGES.get(self.phase, Stage.DECIDING)

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
        return tuple(seat for seat in self.seats if self.chips.stacks[seat] >= self.ante)

    def legal_actions(self) -> tuple[Any, ...]:
        """Return all that may be done now."""
        back = self.take_back_actions()
        if self.is_over:
            return back
        throws = tuple(map(BeginnerThrow, self.beginning.to_throw))
        begins = (BeginRound(),) if self.phase is RoundPhase.BETWEEN else ()
        in_round = () if self.round is None else self.legal_in_round()
        return (*throws, *begins, *in_round, *self.throw_corrections(), *back, Leave(self.seats), Abandon())

    def decided(self, after: Self) -> Self:
        """Return the game after a decision, the pot given to who won it; it can be taken back."""
        settled: Self = after.settled()
        return replace(settled, before=replace(self, before=None))

    def won(self, player: int, **changes: Any) -> Self:
        """Return the game after a player took the pot."""
        changes |= {"chips": self.chips.won(player), "pot_won": self.chips.pot, "results": (*self.results, player)}
        return replace(self, round=None, turn=Turn(), begins_next=player, **changes)

    def _for_beginner(self, event: ev.BeginnerThrown) -> Self:
        return replace(self, beginning=self.beginning.thrown(event))

    def throw(self, event: Any) -> Any:
        """Return the game after dice were thrown, or a throw put right, for who begins or in a round."""
        if self.is_beginning and type(event) is not ev.ThrowMade:
            return replace(self, beginning=self.beginning.mended(event))
        return self.thrown(event)

    def _begin_round(self, _: RoundBegan) -> Any:
        if self.phase is not RoundPhase.BETWEEN or self.begins_round is None:
            raise WrongPhaseError(f"a round cannot begin; the game is {self.phase}")
        order, chips = clockwise(self.able, self.begins_round), self.chips
        for player in order:
            chips = chips.paid(player, self.ante)
        return self.begun(order, chips)

    def _left(self, event: ev.PlayerLeft) -> Self:
        self.require_seated(event.player)
        phase, player = self.phase, event.player
        after = replace(
            self,
            seats=without(self.seats, player),
            beginning=self.beginning.without(player) if phase is RoundPhase.BEGINNING else self.beginning,
            round=None if self.round is None else self.round.without(player),
            turn=Turn() if phase is RoundPhase.THROWING and self.to_move == player else self.turn,
        )
        return self.decided(after)

    def _abandoned(self, _: ev.GameAbandoned) -> Self:
        return replace(self, chips=self.chips.taken_back(), round=None, turn=Turn(), before=None, is_abandoned=True)

    handlers: ClassVar = {
        ev.BeginnerThrown: _for_beginner,
        ev.ThrowCorrected: throw,
        ev.ThrowWithdrawn: throw,
        ev.ThrowBurned: throw,
        RoundBegan: _begin_round,
        ev.PlayerLeft: _left,
        ev.EntryTakenBack: ChipGame.taken_back,
        ev.GameAbandoned: _abandoned,
    }
