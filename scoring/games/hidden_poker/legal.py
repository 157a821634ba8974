"""What may be done now in Verdecktes Würfelpoker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, assert_never

from scoring.actions import Abandon, BeginnerThrow, CorrectThrow, Leave, TakeBackDecision, WithdrawThrow
from scoring.games.hidden_poker.state import HiddenPhase, HiddenPokerState
from scoring.hands.ranking import Claim, all_claims
from scoring.pot import BeginRound


@dataclass(frozen=True, slots=True)
class Announce:
    """The player to move may announce one of these, lowest first (Announced); true or not."""

    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Doubt:
    """One of these players may call „Schwindel“ (Doubted); after ten seconds the announcement stands (Believed)."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LiftCup:
    """The cup is to be lifted (CupLifted); where a die burns under it, all is thrown again (ThrowBurned)."""


Action: TypeAlias = (
    BeginnerThrow
    | CorrectThrow
    | WithdrawThrow
    | BeginRound
    | Announce
    | Doubt
    | LiftCup
    | Leave
    | TakeBackDecision
    | Abandon
)


def legal_actions(state: HiddenPokerState) -> tuple[Action, ...]:
    """Return all that may be done now."""
    back: tuple[Action, ...] = (TakeBackDecision(),) if state.before is not None else ()
    phase = state.phase
    if phase is HiddenPhase.OVER:
        return back
    mend: tuple[Action, ...] = ()
    if state.is_beginning and state.beginning.throws:
        mend = CorrectThrow(may_hold=False), WithdrawThrow()
    return (*_running(state, phase), *mend, *back, Leave(state.seats), Abandon())


def _running(state: HiddenPokerState, phase: HiddenPhase) -> tuple[Action, ...]:
    match phase:
        case HiddenPhase.BEGINNING:
            return tuple(map(BeginnerThrow, state.beginning.to_throw))
        case HiddenPhase.BETWEEN:
            return (BeginRound(),)
        case HiddenPhase.HIDDEN:
            return (Announce(all_claims(state.agreed.ranking)),)
        case HiddenPhase.DOUBTING:
            return (Doubt(state.may_doubt),)
        case HiddenPhase.LIFTING:
            return (LiftCup(),)
        case HiddenPhase.OVER:
            return ()
        case _:
            assert_never(phase)
