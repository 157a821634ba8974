"""Verdecktes Würfelpoker, and as Joker Poker: one throw under the cup, announced truly or not, believed or doubted.

What lies under the cup is nobody's business before it is lifted: until then the log knows the announcement alone.

Source:
    scoring/RULES.md, "Verdecktes Würfelpoker" and "Joker Poker".
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from scoring.chips import Chips, require_stack
from scoring.dice import Face, Faces, Flags
from scoring.errors import ClaimRefusedError, NotYourTurnError, WrongPhaseError
from scoring.events import ThrowBurned
from scoring.game import TimeLimit
from scoring.games.rounds import RoundGame, RoundPhase
from scoring.hands.ranking import Claim, Ranking, all_claims, claims
from scoring.seats import BeginningMended, require_players, without
from scoring.turns.turn import Burn

SECONDS_TO_DOUBT = 10
"""„Nach der Meldung haben seine Gegenspieler 10 Sekunden Zeit“; who plays holds the watch."""


# -- what is agreed, and what happens --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenPokerBegan:
    """Players sat down to Verdecktes Würfelpoker."""

    players: tuple[str, ...]  # Their names, in the order the dice go round
    stack: int = 50  # Chips everybody begins with; a round costs one.
    ranking: Ranking = field(default_factory=Ranking)
    beginner: int | None = None  # Who begins where it is known, None to throw for it

    def __post_init__(self) -> None:
        """Refuse a table that cannot play."""
        require_players(self.players)
        require_stack(self.stack)

    @property
    def stacks(self) -> tuple[int, ...]:
        """Return the chips everybody begins with, by seat."""
        return (self.stack,) * len(self.players)


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


# -- the game at one moment ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """What a player announced."""

    player: int
    claim: Claim  # What counts: as announced, or as it was found under the cup
    announced: Claim
    faces: Faces | None = None  # What lay under the cup; None if nobody looked.

    @property
    def was_bluff(self) -> bool:
        """Tell whether it was found out to be none of what lay there."""
        return self.claim != self.announced


@dataclass(frozen=True, slots=True)
class PendingClaim:
    """What the player to move has announced and is not settled."""

    claim: Claim
    doubter: int | None = None  # Who doubts it; None while it still may be doubted.


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenRound:
    """A round at one moment."""

    entrants: tuple[int, ...]  # Who may still win it
    waiting: tuple[int, ...]  # Those who are still to announce, the next one first
    standing: tuple[Announcement, ...] = ()  # What the others announced, and stands
    pending: PendingClaim | None = None  # What the first of them has announced; None before that.
    is_decider: bool = False  # Whether it decides between equal announcements

    def without(self, player: int) -> HiddenRound:
        """Return the round after a player left: his announcement goes with him, his doubt may be called again."""
        pending = self.pending
        if player == self.waiting[0]:
            pending = None
        elif pending is not None and pending.doubter == player:
            pending = replace(pending, doubter=None)
        return replace(
            self,
            entrants=without(self.entrants, player),
            waiting=without(self.waiting, player),
            standing=tuple(found for found in self.standing if found.player != player),
            pending=pending,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenPokerState(RoundGame):
    """A game at one moment."""

    name: ClassVar = "hidden-poker"
    opening: ClassVar = HiddenPokerBegan
    throws_a_turn: ClassVar = 1  # Under the cup
    ante: ClassVar = 1

    agreed: HiddenPokerBegan
    round: HiddenRound | None = None
    latest: tuple[Announcement, ...] = ()  # What was announced in the round before, or before a decider

    @property
    def phase_of_round(self) -> RoundPhase:
        """Return whether something is announced, doubted or shown."""
        if self.round is None or self.round.pending is None:
            return RoundPhase.HIDDEN
        return RoundPhase.DOUBTING if self.round.pending.doubter is None else RoundPhase.LIFTING

    @property
    def is_hidden(self) -> bool:
        """Tell whether dice lie under a cup that nobody has lifted; one that was believed stays so after the round."""
        return self.round is not None or bool(self.results)

    @property
    def time_limit(self) -> TimeLimit | None:
        """Return how long the others have to doubt what was announced; None where nothing can be doubted."""
        return TimeLimit(SECONDS_TO_DOUBT, Believed()) if self.phase is RoundPhase.DOUBTING else None

    @property
    def to_move(self) -> int | None:
        """Return whose cup it is; None between rounds."""
        return self.round.waiting[0] if self.round is not None else None

    @property
    def may_doubt(self) -> tuple[int, ...]:
        """Return who may call „Schwindel“ now: everybody at the table but the announcer."""
        if self.phase is not RoundPhase.DOUBTING or self.to_move is None:
            return ()
        return without(self.seats, self.to_move)

    def shown(self, faces: Faces, held: Flags) -> Any:
        """Return the event that five dice on the table are: for who begins, else what a lifted cup hid."""
        return (
            CupLifted(faces) if self.phase is RoundPhase.LIFTING else super(HiddenPokerState, self).shown(faces, held)
        )

    def begun(self, order: tuple[int, ...], chips: Chips) -> HiddenPokerState:
        """Return the game after all who can pay put the minimum in, in this order."""
        return replace(self, chips=chips, round=HiddenRound(entrants=order, waiting=order), latest=(), before=None)

    def thrown(self, event: BeginningMended) -> HiddenPokerState:
        """Return the game after a die was found burning under the cup: the throw is repeated, and announced anew."""
        if not isinstance(event, ThrowBurned):
            raise WrongPhaseError("no open throw can be put right; what lies under a cup is nobody's business")
        running, _ = self._pending(RoundPhase.LIFTING)
        Burn(event.burning)  # five flags, or it was no throw
        # Nothing to take back: the dice are thrown again, and what lay there is gone.
        return replace(self, round=replace(running, pending=None), before=None)

    def settled(self) -> HiddenPokerState:
        """Return the game with the pot given to whoever has won it, or those who tie throwing again."""
        running = self.round
        if running is None or (running.waiting and len(running.entrants) > 1):
            return self
        best = max((found.claim for found in running.standing), default=None)
        winners = tuple(found.player for found in running.standing if found.claim == best)
        if len(running.entrants) == 1:
            winners = running.entrants
        if len(winners) > 1:
            decider = HiddenRound(entrants=winners, waiting=winners, is_decider=True)
            return replace(self, round=decider, latest=running.standing)
        return self.won(winners[0], latest=running.standing)

    def legal_in_round(self) -> tuple[Any, ...]:
        """Return what may be done in the running round."""
        if self.phase is RoundPhase.HIDDEN:
            return (Announce(all_claims(self.agreed.ranking)),)
        return (LiftCup() if self.phase is RoundPhase.LIFTING else DoubtClaim(self.may_doubt),)

    def _announced(self, event: Announced) -> HiddenPokerState:
        if self.round is None or self.phase is not RoundPhase.HIDDEN:
            raise WrongPhaseError(f"nothing can be announced now; the game is {self.phase}")
        if event.claim not in all_claims(self.agreed.ranking):
            raise ClaimRefusedError(f"got {event.claim}; no five dice are that")
        return self.decided(replace(self, round=replace(self.round, pending=PendingClaim(event.claim))))

    def _pending(self, phase: RoundPhase) -> tuple[HiddenRound, PendingClaim]:
        if self.round is None or self.round.pending is None or self.phase is not phase:
            raise WrongPhaseError(f"that comes too early or too late; the game is {self.phase}")
        return self.round, self.round.pending

    def _doubted(self, event: Doubted) -> HiddenPokerState:
        running, pending = self._pending(RoundPhase.DOUBTING)
        if event.player not in self.may_doubt:
            raise NotYourTurnError(f"player {event.player} cannot doubt this; one of {self.may_doubt} can")
        return self.decided(replace(self, round=replace(running, pending=replace(pending, doubter=event.player))))

    def _believed(self, _: Believed) -> HiddenPokerState:
        # It cannot be taken back, for the clock decided: that would give more than ten seconds to doubt.
        running, pending = self._pending(RoundPhase.DOUBTING)
        found = Announcement(player=running.waiting[0], claim=pending.claim, announced=pending.claim)
        return replace(self._noted(found).settled(), before=None)

    def _lifted(self, event: CupLifted) -> HiddenPokerState:
        # Whoever was wrong doubles the pot.
        running, pending = self._pending(RoundPhase.LIFTING)
        player, truths = running.waiting[0], claims(event.faces, self.agreed.ranking)
        is_true = pending.claim in truths
        payer = player if pending.doubter is None or not is_true else pending.doubter
        # Whoever has less than that puts in what he has: chips that are not there cannot be owed.
        chips = self.chips.paid(payer, min(self.chips.pot, self.chips.stacks[payer]))
        counts = pending.claim if is_true else truths[0]
        found = Announcement(player=player, claim=counts, announced=pending.claim, faces=tuple(event.faces))
        return self.decided(replace(self, chips=chips)._noted(found))

    def _noted(self, found: Announcement) -> HiddenPokerState:
        assert self.round is not None
        standing, waiting = (*self.round.standing, found), self.round.waiting[1:]
        return replace(self, round=replace(self.round, standing=standing, waiting=waiting, pending=None))

    handlers: ClassVar = {
        **RoundGame.handlers,
        Announced: _announced,
        Believed: _believed,
        Doubted: _doubted,
        CupLifted: _lifted,
    }


# -- what may be done ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Announce:
    """The player to move may announce one of these, lowest first (Announced); true or not."""

    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class DoubtClaim:
    """One of these players may call „Schwindel“ (Doubted); after ten seconds the announcement stands (Believed)."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LiftCup:
    """The cup is to be lifted (CupLifted); where a die burns under it, all is thrown again (ThrowBurned)."""
