"""One event after another in Verdecktes Würfelpoker."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from scoring.errors import (
    ClaimRefusedError,
    GameOverError,
    NothingEnteredError,
    NotYourTurnError,
    UnknownPlayerError,
    WrongPhaseError,
)
from scoring.events import (
    BeginnerThrown,
    EntryTakenBack,
    GameAbandoned,
    PlayerLeft,
    ThrowBurned,
    ThrowCorrected,
    ThrowWithdrawn,
)
from scoring.games.hidden_poker.events import (
    Announced,
    Believed,
    CupLifted,
    Decision,
    Doubted,
    HiddenPokerBegan,
    HiddenPokerEvent,
    LaterEvent,
)
from scoring.games.hidden_poker.state import (
    Announcement,
    HiddenPhase,
    HiddenPokerState,
    HiddenRound,
    Pending,
    begin,
)
from scoring.hands.ranking import all_claims, claims
from scoring.log import replayed
from scoring.pot import RoundBegan
from scoring.seats import BeginningMended, clockwise, without
from scoring.turns.turn import Burn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.dice import Faces
    from scoring.hands.ranking import Claim


def replay(events: Iterable[HiddenPokerEvent]) -> HiddenPokerState:
    """Return the state a log amounts to.

    Raises:
        GameNotBegunError: If the log does not open with HiddenPokerBegan.
        ScoringError: If an event does not fit what came before it.
    """
    return replayed(events, HiddenPokerBegan, begin, apply)


def apply(state: HiddenPokerState, event: LaterEvent) -> HiddenPokerState:
    """Return the state after one more event.

    Raises:
        IllegalEventError: If the event does not fit the state; the leaf says why and what would be legal.
        WrongDiceCountError: If it does not carry five dice.
    """
    if isinstance(event, EntryTakenBack):
        if state.before is None:
            raise NothingEnteredError("nothing was decided since the round began; there is nothing to take back")
        return state.before
    if state.phase is HiddenPhase.OVER:
        raise GameOverError(f"the game is over; {type(event).__name__} comes too late")
    match event:
        case BeginnerThrown() | ThrowCorrected() | ThrowWithdrawn() | ThrowBurned():
            return _with_open_throw(state, event)
        case RoundBegan():
            return _begin_round(state)
        case GameAbandoned():
            return replace(state, chips=state.chips.taken_back(), round=None, before=None, is_abandoned=True)
        case Believed():  # by the clock: to take that back would give more than ten seconds to doubt
            return replace(_settled(_believed(state)), before=None)
        case _:
            return replace(_settled(_decided(state, event)), before=replace(state, before=None))


def _with_open_throw(state: HiddenPokerState, event: BeginnerThrown | BeginningMended) -> HiddenPokerState:
    if isinstance(event, ThrowBurned) and state.phase is HiddenPhase.LIFTING:
        return _burned(state, event)
    if isinstance(event, BeginnerThrown):
        return replace(state, beginning=state.beginning.thrown(event))
    if not state.is_beginning:
        raise WrongPhaseError("no open throw can be put right; what lies under a cup is nobody's business")
    return replace(state, beginning=state.beginning.mended(event))


def _begin_round(state: HiddenPokerState) -> HiddenPokerState:
    first = state.beginning.beginner if state.begins_next is None else state.begins_next
    if state.phase is not HiddenPhase.BETWEEN or first is None:
        raise WrongPhaseError(f"a round cannot begin; the game is {state.phase}")
    order, chips = clockwise(state.able, first), state.chips
    for player in order:
        chips = chips.paid(player, 1)
    return replace(state, chips=chips, round=HiddenRound(entrants=order, waiting=order), latest=(), before=None)


def _decided(state: HiddenPokerState, event: Decision) -> HiddenPokerState:
    match event:
        case PlayerLeft():
            return _left(state, event.player)
        case Announced():
            return _announced(state, event.claim)
        case Doubted():
            return _doubted(state, event.player)
        case CupLifted():
            return _lifted(state, event.faces)
        case _:
            assert_never(event)


def _believed(state: HiddenPokerState) -> HiddenPokerState:
    running, pending = _pending(state, HiddenPhase.DOUBTING)
    return _noted(state, running, Announcement(player=running.waiting[0], claim=pending.claim, announced=pending.claim))


def _announced(state: HiddenPokerState, claim: Claim) -> HiddenPokerState:
    if state.round is None or state.phase is not HiddenPhase.HIDDEN:
        raise WrongPhaseError(f"nothing can be announced now; the game is {state.phase}")
    if claim not in all_claims(state.agreed.ranking):
        raise ClaimRefusedError(f"got {claim}; no five dice are that")
    return replace(state, round=replace(state.round, pending=Pending(claim)))


def _pending(state: HiddenPokerState, phase: HiddenPhase) -> tuple[HiddenRound, Pending]:
    if state.round is None or state.round.pending is None or state.phase is not phase:
        raise WrongPhaseError(f"that comes too early or too late; the game is {state.phase}")
    return state.round, state.round.pending


def _doubted(state: HiddenPokerState, player: int) -> HiddenPokerState:
    running, pending = _pending(state, HiddenPhase.DOUBTING)
    if player not in state.may_doubt:
        raise NotYourTurnError(f"player {player} cannot doubt this; one of {state.may_doubt} can")
    return replace(state, round=replace(running, pending=replace(pending, doubter=player)))


def _lifted(state: HiddenPokerState, faces: Faces) -> HiddenPokerState:
    """Return the game after a cup was lifted: whoever was wrong doubles the pot."""
    running, pending = _pending(state, HiddenPhase.LIFTING)
    player, truths = running.waiting[0], claims(faces, state.agreed.ranking)
    is_true = pending.claim in truths
    payer = player if pending.doubter is None or not is_true else pending.doubter
    # Whoever has less than that puts in what he has: chips that are not there cannot be owed.
    chips = state.chips.paid(payer, min(state.chips.pot, state.chips.stacks[payer]))
    counts = pending.claim if is_true else truths[0]
    found = Announcement(player=player, claim=counts, announced=pending.claim, faces=tuple(faces))
    return _noted(replace(state, chips=chips), running, found)


def _burned(state: HiddenPokerState, event: ThrowBurned) -> HiddenPokerState:
    """Return the game after a die was found burning under the cup: the throw is repeated, and announced anew."""
    running, _ = _pending(state, HiddenPhase.LIFTING)
    Burn(event.burning)  # five flags, or it was no throw
    # Nothing to take back: the dice are thrown again, and what lay there is gone.
    return replace(state, round=replace(running, pending=None), before=None)


def _noted(state: HiddenPokerState, running: HiddenRound, found: Announcement) -> HiddenPokerState:
    standing = (*running.standing, found)
    return replace(state, round=replace(running, standing=standing, waiting=running.waiting[1:], pending=None))


def _left(state: HiddenPokerState, player: int) -> HiddenPokerState:
    if player not in state.seats:
        raise UnknownPlayerError(f"got player {player}; at the table are {state.seats}")
    seats = without(state.seats, player)
    if state.round is None:
        is_thrown_for = state.phase is HiddenPhase.BEGINNING
        return replace(
            state, seats=seats, beginning=state.beginning.without(player) if is_thrown_for else state.beginning
        )
    running = replace(
        state.round,
        entrants=without(state.round.entrants, player),
        waiting=without(state.round.waiting, player),
        standing=tuple(found for found in state.round.standing if found.player != player),
        pending=_pending_without(state.round, player),
    )
    return replace(state, seats=seats, round=running)


def _pending_without(running: HiddenRound, player: int) -> Pending | None:
    """Return what is announced after a player left: his announcement goes with him, his doubt may be called again."""
    if running.pending is None or player == running.waiting[0]:
        return None
    return replace(running.pending, doubter=None) if player == running.pending.doubter else running.pending


def _settled(state: HiddenPokerState) -> HiddenPokerState:
    """Give the pot to whoever has won it, or let those who tie throw again."""
    running = state.round
    if running is None or (running.waiting and len(running.entrants) > 1):
        return state
    best = max((found.claim for found in running.standing), default=None)
    winners = tuple(found.player for found in running.standing if found.claim == best)
    if len(running.entrants) == 1:
        winners = running.entrants
    if len(winners) > 1:
        decider = HiddenRound(entrants=winners, waiting=winners, is_decider=True)
        return replace(state, round=decider, latest=running.standing)
    return replace(
        state,
        chips=state.chips.won(winners[0]),
        round=None,
        latest=running.standing,
        begins_next=winners[0],
        results=(*state.results, winners[0]),
        pot_won=state.chips.pot,
    )
