"""What may be done now in rounds for a pot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, assert_never

from scoring.actions import Abandon, BeginnerThrow, CorrectThrow, Leave, TakeBackDecision, ThrowDice, WithdrawThrow
from scoring.games.holds import legal_holds
from scoring.pot.state import PotPhase, PotState
from scoring.ruleset import Ruleset

FEWEST_HELD = 1
"""So many dice stay at least when a player throws again: „läßt dann wahlweise 1 bis 4 Würfel stehen“."""


@dataclass(frozen=True, slots=True)
class BeginRound:
    """A round may begin (RoundBegan)."""


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


PotAction: TypeAlias = (
    BeginnerThrow
    | BeginRound
    | ThrowDice
    | CorrectThrow
    | WithdrawThrow
    | KeepHand
    | Answer
    | Leave
    | TakeBackDecision
    | Abandon
)


def legal_actions(state: PotState) -> tuple[PotAction, ...]:
    """Return all that may be done now."""
    back = (TakeBackDecision(),) if state.before is not None else ()
    phase = state.phase
    if phase is PotPhase.OVER:
        return back
    return (*_running(state, phase), *_throw_corrections(state), *back, Leave(state.seats), Abandon())


def _running(state: PotState, phase: PotPhase) -> tuple[PotAction, ...]:
    match phase:
        case PotPhase.BEGINNING:
            return tuple(map(BeginnerThrow, state.beginning.to_throw))
        case PotPhase.BETWEEN:
            return (BeginRound(),)
        case PotPhase.THROWING:
            return _throws(state)
        case PotPhase.ANSWERING:
            return _answers(state)
        case PotPhase.OVER:
            return ()
        case _:
            assert_never(phase)


def _throws(state: PotState) -> tuple[PotAction, ...]:
    actions: list[PotAction] = []
    turn = state.turn
    if state.throws_left:
        dice = turn.dice_to_throw(Ruleset(reroll=state.agreed.reroll))
        is_free_choice = turn.throws_made and turn.burn is None
        actions.append(
            ThrowDice(
                throw_number=turn.throws_made + 1,
                dice=tuple(count for count in dice if count < len(dice)) if is_free_choice else dice,
                holds=legal_holds(turn, fewest=FEWEST_HELD),
                is_repeat=turn.burn is not None,
            )
        )
    if turn.may_enter and state.round is not None:
        actions.append(KeepHand(state.round.stake, state.most_stake))
    return tuple(actions)


def _answers(state: PotState) -> tuple[PotAction, ...]:
    if state.round is None or state.to_move is None:
        return ()
    owed = state.round.stake - state.chips.staked[state.to_move]
    return (Answer(state.to_move, owed if owed <= state.chips.stacks[state.to_move] else None),)


def _throw_corrections(state: PotState) -> tuple[PotAction, ...]:
    if state.turn.throws:
        return CorrectThrow(may_hold=state.turn.throws_made > 1), WithdrawThrow()
    if state.is_beginning and state.beginning.throws:
        return CorrectThrow(may_hold=False), WithdrawThrow()
    return ()
