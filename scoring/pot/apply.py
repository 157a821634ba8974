"""One event after another in rounds for a pot."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, assert_never

from scoring.errors import (
    GameOverError,
    NothingEnteredError,
    NothingHeldError,
    NoThrowError,
    NotYourTurnError,
    StakeRefusedError,
    ThrowBurningError,
    ThrowsUsedUpError,
    UnknownPlayerError,
    WrongPhaseError,
)
from scoring.events import (
    BeginnerThrown,
    EntryTakenBack,
    GameAbandoned,
    ThrowBurned,
    ThrowCorrected,
    ThrowEvent,
    ThrowMade,
    ThrowWithdrawn,
)
from scoring.pot.events import Decision, HandKept, Passed, PlayerLeft, PotEvent, RoundBegan, WentAlong
from scoring.pot.state import PotPhase, PotState, Round, ShownHand, without
from scoring.seats import clockwise
from scoring.turn import Burn, Throw, Turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from scoring.dice import Faces


def apply(state: PotState, event: PotEvent, worth: Callable[[Faces], Any]) -> PotState:
    """Return the state after one more event.

    Args:
        state: Before.
        event: What happened.
        worth: Of a hand, to compare it by; equal ones play a decider.

    Raises:
        IllegalEventError: If the event does not fit the state; the leaf says why and what would be legal.
        WrongDiceCountError: If it does not carry five dice.
    """
    if isinstance(event, EntryTakenBack):
        if state.before is None:
            raise NothingEnteredError("nothing was decided since the last throw; there is nothing to take back")
        return state.before
    if state.phase is PotPhase.OVER:
        raise GameOverError(f"the game is over; {type(event).__name__} comes too late")
    match event:
        case BeginnerThrown():
            return replace(state, beginning=state.beginning.thrown(event))
        case ThrowMade() | ThrowCorrected() | ThrowWithdrawn() | ThrowBurned():
            return _apply_throw(state, event)
        case RoundBegan():
            return _begin_round(state)
        case _:
            return replace(_decided(state, event, worth), before=replace(state, before=None))


def _decided(state: PotState, event: Decision | GameAbandoned, worth: Callable[[Faces], Any]) -> PotState:
    match event:
        case HandKept():
            return _settled(_kept(state, event.stake), worth)
        case WentAlong() | Passed():
            return _settled(_answered(state, event), worth)
        case PlayerLeft():
            return _settled(_left(state, event.player), worth)
        case GameAbandoned():
            return replace(state, chips=state.chips.taken_back(), round=None, turn=Turn(), is_abandoned=True)
        case _:
            assert_never(event)


def _apply_throw(state: PotState, event: ThrowEvent) -> PotState:
    if state.is_beginning and not isinstance(event, ThrowMade):
        return replace(state, beginning=state.beginning.mended(event))
    if state.phase is not PotPhase.THROWING:
        raise WrongPhaseError(f"nobody throws now; the game is {state.phase}")
    match event:
        case ThrowMade():
            _require_legal_throw(state, is_any_held=any(event.held))
            turn = state.turn.thrown(Throw(event.faces, event.held))
        case ThrowBurned():
            _require_legal_throw(state, is_any_held=event.held_faces is None or bool(event.held_faces))
            turn = state.turn.burned(Burn(event.burning, event.held_faces))
        case ThrowCorrected():
            turn = state.turn.corrected(Throw(event.faces, event.held))
        case ThrowWithdrawn():
            turn = state.turn.withdrawn()
        case _:
            assert_never(event)
    return replace(state, turn=turn, before=None)


def _require_legal_throw(state: PotState, *, is_any_held: bool) -> None:
    if not state.throws_left:
        raise ThrowsUsedUpError(f"{state.throws_a_turn} throws were made; the hand is kept now")
    if state.turn.throws and not is_any_held:
        raise NothingHeldError("all five dice were thrown again; one to four of them stay lying")


def _begin_round(state: PotState) -> PotState:
    first = state.beginning.beginner if state.begins_next is None else state.begins_next
    if state.phase is not PotPhase.BETWEEN or first is None:
        raise WrongPhaseError(f"a round cannot begin; the game is {state.phase}")
    order = clockwise(state.able, first)
    chips = state.chips
    for player in order:
        chips = chips.paid(player, state.stakes.minimum)
    running = Round(stake=state.stakes.minimum, entrants=order, waiting=order)
    return replace(state, chips=chips, round=running, turn=Turn(), before=None)


def _kept(state: PotState, stake: int) -> PotState:
    running = _running_round(state)
    if running.asked:
        raise NotYourTurnError(f"player {running.asked[0]} is to answer the raise first")
    if not state.turn.throws:
        raise NoThrowError("nothing was thrown yet; there is no hand to keep")
    if state.turn.burn is not None:
        raise ThrowBurningError("the throw burned; it is repeated before the hand is kept")
    if not running.stake <= stake <= state.most_stake:
        raise StakeRefusedError(f"got a stake of {stake}; {running.stake} to {state.most_stake} can be put in now")
    player = running.waiting[0]
    others = without(clockwise(tuple(sorted(running.entrants)), player), player)
    after = replace(
        running,
        stake=stake,
        waiting=running.waiting[1:],
        asked=others if stake > running.stake else (),
        hands=(*running.hands, ShownHand(player, state.turn.faces)),
    )
    return replace(state, chips=state.chips.paid(player, stake - running.stake), round=after, turn=Turn())


def _answered(state: PotState, event: WentAlong | Passed) -> PotState:
    running = _running_round(state)
    if not running.asked:
        raise NotYourTurnError("nobody has raised; there is nothing to answer")
    player = running.asked[0]
    if isinstance(event, Passed):
        return replace(state, round=running.without(player))
    chips = state.chips.paid(player, running.stake - state.chips.staked[player])
    return replace(state, chips=chips, round=replace(running, asked=running.asked[1:]))


def _running_round(state: PotState) -> Round:
    if state.round is None:
        raise WrongPhaseError(f"no round runs; the game is {state.phase}")
    return state.round


def _left(state: PotState, player: int) -> PotState:
    if player not in state.seats:
        raise UnknownPlayerError(f"got player {player}; at the table are {state.seats}")
    turn = Turn() if state.phase is PotPhase.THROWING and state.to_move == player else state.turn
    running = None if state.round is None else state.round.without(player)
    beginning = state.beginning.without(player) if state.phase is PotPhase.BEGINNING else state.beginning
    return replace(state, seats=without(state.seats, player), round=running, turn=turn, beginning=beginning)


def _settled(state: PotState, worth: Callable[[Faces], Any]) -> PotState:
    """Give the pot to whoever has won it, or let those who tie throw again."""
    running = state.round
    if running is None:
        return state
    if len(running.entrants) == 1:
        return _won(state, running.entrants[0])
    if running.asked or running.waiting:
        return state
    best = max(worth(hand.faces) for hand in running.hands)
    winners = tuple(hand.player for hand in running.hands if worth(hand.faces) == best)
    if len(winners) == 1:
        return _won(state, winners[0])
    return replace(state, round=Round(stake=running.stake, entrants=winners, waiting=winners, is_decider=True))


def _won(state: PotState, player: int) -> PotState:
    return replace(
        state,
        chips=state.chips.won(player),
        round=None,
        turn=Turn(),
        begins_next=player,
        results=(*state.results, player),
    )
