"""Verdecktes Würfelpoker at one moment."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from scoring.chips import Chips
from scoring.game import Stage, TimeLimit, WithoutTurns
from scoring.games.hidden_poker.events import SECONDS_TO_DOUBT, Believed, CupLifted
from scoring.seats import Beginning, without
from scoring.throws import shown

if TYPE_CHECKING:
    from scoring.dice import Faces, Flags
    from scoring.events import BeginnerThrown, ThrowMade
    from scoring.games.hidden_poker.events import HiddenPokerBegan
    from scoring.hands.ranking import Claim


class HiddenPhase(StrEnum):
    """Where the game stands."""

    BEGINNING = "beginning"  # it is thrown for who begins
    BETWEEN = "between"  # no round runs
    HIDDEN = "hidden"  # the player to move throws under the cup, looks, and announces
    DOUBTING = "doubting"  # the others may call „Schwindel“
    LIFTING = "lifting"  # somebody did: the cup is lifted
    OVER = "over"


_STAGES = {
    HiddenPhase.BEGINNING: Stage.BEGINNING,
    HiddenPhase.BETWEEN: Stage.DECIDING,
    HiddenPhase.HIDDEN: Stage.DECIDING,
    HiddenPhase.DOUBTING: Stage.DECIDING,
    HiddenPhase.LIFTING: Stage.SHOWING,
    HiddenPhase.OVER: Stage.OVER,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """What a player announced.

    Attributes:
        player: Who.
        claim: What counts: as announced, or as it was found under the cup.
        announced: As announced.
        faces: What lay under the cup; None if nobody looked.
    """

    player: int
    claim: Claim
    announced: Claim
    faces: Faces | None = None

    @property
    def was_bluff(self) -> bool:
        """Tell whether it was found out to be none of what lay there."""
        return self.claim != self.announced


@dataclass(frozen=True, slots=True)
class Pending:
    """What the player to move has announced and is not settled.

    Attributes:
        claim: The announcement.
        doubter: Who doubts it; None while it still may be doubted.
    """

    claim: Claim
    doubter: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenRound:
    """A round at one moment.

    Attributes:
        entrants: Who may still win it.
        waiting: Those who are still to announce, the next one first.
        standing: What the others announced, and stands.
        pending: What the first of them has announced; None before that.
        is_decider: Whether it decides between equal announcements.
    """

    entrants: tuple[int, ...]
    waiting: tuple[int, ...]
    standing: tuple[Announcement, ...] = ()
    pending: Pending | None = None
    is_decider: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenPokerState(WithoutTurns):
    """A game at one moment.

    Attributes:
        agreed: What it began with.
        chips: Stacks and pot.
        seats: Who has not left, ascending.
        beginning: Who begins the first round.
        begins_next: Who begins the next one: the winner of the last; None before the first.
        round: The running one.
        latest: What was announced in the round before, or before a decider.
        results: Who won each round, oldest first.
        pot_won: What the last of them took.
        before: The game before the latest decision, to take that back; None once it is too late.
        is_abandoned: Whether the players stopped.
    """

    agreed: HiddenPokerBegan
    chips: Chips
    seats: tuple[int, ...]
    beginning: Beginning
    begins_next: int | None = None
    round: HiddenRound | None = None
    latest: tuple[Announcement, ...] = ()
    results: tuple[int, ...] = ()
    pot_won: int = 0
    before: HiddenPokerState | None = None
    is_abandoned: bool = False

    @property
    def phase(self) -> HiddenPhase:
        """Return where the game stands."""
        if self.is_abandoned or (self.round is None and len(self.able) < 2):
            return HiddenPhase.OVER
        if self.beginning.beginner is None:
            return HiddenPhase.BEGINNING
        if self.round is None:
            return HiddenPhase.BETWEEN
        if self.round.pending is None:
            return HiddenPhase.HIDDEN
        return HiddenPhase.DOUBTING if self.round.pending.doubter is None else HiddenPhase.LIFTING

    @property
    def stage(self) -> Stage:
        """Return what is done at the table now."""
        return _STAGES[self.phase]

    @property
    def is_hidden(self) -> bool:
        """Tell whether dice lie under a cup that nobody has lifted; one that was believed stays so after the round."""
        return self.round is not None or bool(self.results)

    @property
    def time_limit(self) -> TimeLimit | None:
        """Return how long the others have to doubt what was announced; None where nothing can be doubted."""
        return TimeLimit(SECONDS_TO_DOUBT, Believed()) if self.phase is HiddenPhase.DOUBTING else None

    def shown(self, faces: Faces, held: Flags) -> BeginnerThrown | CupLifted | ThrowMade:
        """Return the event that five dice on the table are: for who begins, else what a lifted cup hid."""
        return CupLifted(faces) if self.phase is HiddenPhase.LIFTING else shown(self.beginning, faces, held)

    @property
    def is_beginning(self) -> bool:
        """Tell whether what was thrown for who begins can still be put right: no round has begun since."""
        return self.round is None and not self.results and self.agreed.beginner is None

    @property
    def able(self) -> tuple[int, ...]:
        """Return who is there and can pay for a round."""
        return tuple(seat for seat in self.seats if self.chips.stacks[seat])

    @property
    def to_move(self) -> int | None:
        """Return whose cup it is; None between rounds."""
        return self.round.waiting[0] if self.round is not None else None

    @property
    def may_doubt(self) -> tuple[int, ...]:
        """Return who may call „Schwindel“ now: everybody at the table but the announcer."""
        if self.phase is not HiddenPhase.DOUBTING or self.to_move is None:
            return ()
        return without(self.seats, self.to_move)


def begin(agreed: HiddenPokerBegan) -> HiddenPokerState:
    """Return the state of a game in which nothing has happened yet.

    Raises:
        UnknownPlayerError: If the beginner does not play.
    """
    seats = tuple(range(len(agreed.players)))
    chips = Chips.dealt(len(seats), agreed.stack)
    return HiddenPokerState(agreed=agreed, chips=chips, seats=seats, beginning=Beginning(seats, agreed=agreed.beginner))
