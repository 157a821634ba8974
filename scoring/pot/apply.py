"""One event after another in rounds for a pot."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

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
    PlayerLeft,
    ThrowBurned,
    ThrowCorrected,
    ThrowEvent,
    ThrowMade,
    ThrowWithdrawn,
)
from scoring.log import replayed
from scoring.pot.events import Decision, HandKept, LaterEvent, Passed, PotBegan, PotEvent, RoundBegan, WentAlong
from scoring.pot.state import PotPhase, PotState, Round, ShownHand, begin
from scoring.seats import clockwise, without
from scoring.throws import turn_after
from scoring.turns.turn import Turn

if TYPE_CHECKING:
    from collections.abc import Iterable


def replay(events: Iterable[PotEvent]) -> PotState:
    """Return the state a log amounts to.

    Raises:
        GameNotBegunError: If the log does not open with a game of rounds for a pot.
        ScoringError: If an event does not fit what came before it.
    """
    return replayed(events, PotBegan, begin, apply)


def apply(state: PotState, event: LaterEvent) -> PotState:
    """Return the state after one more event.

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
        case GameAbandoned():
            stopped = replace(state, chips=state.chips.taken_back(), round=None, turn=Turn())
            return replace(stopped, before=None, is_abandoned=True)
        case _:
            return replace(_settled(_decided(state, event)), before=replace(state, before=None))


def _decided(state: PotState, event: Decision) -> PotState:
    match event:
        case HandKept():
            return _kept(state, event.stake)
        case WentAlong() | Passed():
            return _answered(state, event)
        case PlayerLeft():
            return _left(state, event.player)
        case _:
            assert_never(event)


def _apply_throw(state: PotState, event: ThrowEvent) -> PotState:
    if state.is_beginning and not isinstance(event, ThrowMade):
        return replace(state, beginning=state.beginning.mended(event))
    if state.phase is not PotPhase.THROWING:
        raise WrongPhaseError(f"nobody throws now; the game is {state.phase}")
    if isinstance(event, ThrowMade):
        _require_legal_throw(state, is_any_held=any(event.held))
    if isinstance(event, ThrowBurned):
        _require_legal_throw(state, is_any_held=event.held_faces is None or bool(event.held_faces))
    return replace(state, turn=turn_after(state.turn, event), before=None)


def _require_legal_throw(state: PotState, *, is_any_held: bool) -> None:
    if not state.throws_left:
        raise ThrowsUsedUpError(f"{state.agreed.throws_a_turn} throws were made; the hand is kept now")
    if state.turn.throws and not is_any_held:
        raise NothingHeldError("all five dice were thrown again; one to four of them stay lying")


def _begin_round(state: PotState) -> PotState:
    first = state.begins_round
    if state.phase is not PotPhase.BETWEEN or first is None:
        raise WrongPhaseError(f"a round cannot begin; the game is {state.phase}")
    order = clockwise(state.able, first)
    chips = state.chips
    for player in order:
        chips = chips.paid(player, state.agreed.stakes.minimum)
    running = Round(stake=state.agreed.stakes.minimum, entrants=order, waiting=order)
    return replace(state, chips=chips, round=running, turn=Turn(), before=state)


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


def _settled(state: PotState) -> PotState:
    """Give the pot to whoever has won it, or let those who tie throw again."""
    running = state.round
    if running is None:
        return state
    if len(running.entrants) == 1:
        return _won(state, running.entrants[0])
    if running.asked or running.waiting:
        return state
    worth = {hand.player: state.agreed.worth(hand.faces) for hand in running.hands}
    winners = tuple(player for player in worth if worth[player] == max(worth.values()))
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
