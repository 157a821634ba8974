"""One game of Würfelpoker 10×10 afterwards: what was luck, what was decided, and where the dice lay."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeAlias

from firmware.errors import AnalysisError, GameIllegalError, OtherGameError
from firmware.log.record import Record
from scoring.errors import ScoringError
from scoring.events import GameBegan, ThrowCorrected, ThrowMade
from scoring.games.ten_by_ten import GameState
from scoring.rules import apply, rules_of
from scoring.strategy.account import Account
from scoring.strategy.entry_worths import Strategy
from scoring.strategy.luck import account
from vision.reading import Reading

Place: TypeAlias = tuple[int, int]  # number of a turn and of a throw in it, each from 1

COSTLIEST = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysed:
    """A game and its account."""

    number: int | None  # of the game, None where it comes from elsewhere
    state: GameState  # how it stands now
    account: Account  # what was luck and what was decided
    # what the eye saw of each throw, where it was asked. No pictures are kept of games: a throw is drawn from this,
    # each die where it lay
    readings: Mapping[Place, Reading]


def analysed(records: Sequence[Record], evaluator: Strategy, *, number: int | None = None) -> Analysed:
    """Return what is said of a game afterwards.

    Raises:
        OtherGameError: If it is another game.
        GameIllegalError: If its log does not replay.
        AnalysisError: If nothing was entered yet.
    """
    state, readings = replayed(records)
    if not state.entries:
        raise AnalysisError("Nothing was entered in this game yet; there is nothing to analyse.")
    return Analysed(number=number, state=state, account=account(state, evaluator), readings=readings)


def replayed(records: Sequence[Record]) -> tuple[GameState, Mapping[Place, Reading]]:
    """Return the game that a log amounts to, and what the eye saw of each throw that stands.

    Raises:
        OtherGameError: If it is another game.
        GameIllegalError: If its log does not replay.
    """
    if not records or not isinstance(began := records[0].event, GameBegan):
        name = "nothing"
        if records:
            name = f"{type(records[0].event).__name__}, which begins no game"
            with suppress(ScoringError):
                name = rules_of(records[0].event).name
        raise OtherGameError(f"Only Würfelpoker 10×10 can be analysed; this log opens with {name}.")
    readings: dict[Place, Reading] = {}
    try:
        state: Any = GameState.begin(began)
        for record in records[1:]:
            state = apply(state, record.event)
            if (
                record.reading is not None
                and isinstance(record.event, ThrowMade | ThrowCorrected)
                and state.turn.throws
            ):
                readings[state.turn_number, state.turn.throws_made] = record.reading
    except ScoringError as error:
        raise GameIllegalError(f"The log of this game is against the rules: {error}.") from error
    return state, readings
