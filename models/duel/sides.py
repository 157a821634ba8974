"""Who plays a side of a duel: a strategy of ours, or one from outside that is asked through its process."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from models.duel.failure import Failure, FailureKind, Fault
from models.duel.messages import Manner, Weigh
from models.duel.plans import Asked, WhereTold
from models.duel.referee import TAMPERED, Outside, OutsideError
from models.duel.settings import is_outside
from models.strategies import STRATEGIES
from scoring.strategy.entry_worths import choices
from scoring.strategy.matches import ByWorths, ChoicesPlan
from scoring.strategy.outcomes import OUTCOME_ROWS, OUTCOMES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import ExitStack

    from numpy.typing import NDArray

    from models.duel.settings import DuelSettings
    from scoring.strategy.entry_worths import Strategy
    from scoring.strategy.matches import Player, Tables
    from scoring.strategy.position import Positions
    from scoring.strategy.turns import Plan

    Worths = NDArray[np.float64]
    Truths = NDArray[np.bool_]

MOST_WORTH = 1e8
"""Beyond, what cannot be entered would be worth more than what can (`scoring.strategy.entry_worths.NEVER`)."""


def side_of(
    settings: DuelSettings,
    side: int,
    opened: ExitStack,
    *,
    ours: Mapping[str, Callable[[], Strategy]] = STRATEGIES,
) -> OurSide | OutsideSide:
    """Return who plays a side.

    Args:
        settings: Of the duel.
        side: 0 or 1.
        opened: Ends what was started.
        ours: Those that need no process.

    Raises:
        StrategyError: If it cannot be loaded.
    """
    if is_outside(settings.entrants[side]):
        return OutsideSide.loaded(opened.enter_context(Outside(settings, side)))
    try:
        strategy = ours[settings.entrants[side]]()
    except (OSError, ValueError) as error:  # a file that belongs to it
        raise _failure(settings, side, Fault(FailureKind.NOT_BUILT, f"cannot be made: {error}")).error from error
    return OurSide(ByWorths(strategy, settings.ruleset.is_served_whenever))


@dataclass(frozen=True, slots=True)
class OurSide:
    """A strategy of ours: it fails in nothing.

    Attributes:
        player: That it is.
    """

    player: Player
    failures: tuple[Failure, ...] = ()

    def playing(self, games: Sequence[int]) -> Player:  # noqa: ARG002 - it plays all games alike
        """Return who plays some games together."""
        return self.player


@dataclass(slots=True)
class OutsideSide:
    """A strategy from outside.

    Attributes:
        outside: Its process.
        manner: How it plays.
        games: Numbers of the games that are played together now, from 1.
        noted: What it did that none may.
    """

    outside: Outside
    manner: Manner
    games: Sequence[int] = ()
    noted: list[Failure] = field(default_factory=list)

    @classmethod
    def loaded(cls, outside: Outside) -> OutsideSide:
        """Return it with its process running.

        Raises:
            StrategyError: If it cannot be loaded.
        """
        return cls(outside, _loaded(outside))

    @property
    def settings(self) -> DuelSettings:
        """Return those of the duel."""
        return self.outside.settings

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Return what it did that none may, where that costs no more than the game."""
        return tuple(self.noted)

    def playing(self, games: Sequence[int]) -> Player:
        """Return who plays some games together."""
        self.games = games
        return self

    def turn(self, tables: Tables, /) -> Plan:
        """Return what decides in this turn.

        Raises:
            StrategyError: If it does what none may, and that ends the duel.
        """
        if self.manner is Manner.DECIDES:
            return Asked(self, tables)
        positions = tables.positions
        worths, are_told = self._worths(tables, positions)
        is_whenever = self.settings.ruleset.is_served_whenever
        return WhereTold(ChoicesPlan(choices(_Told(worths), positions, served_whenever=is_whenever)), are_told)

    def fails(self, error: OutsideError, tables: Tables, which: Sequence[int]) -> None:
        """Note what it did, and go on if that may be.

        Args:
            error: What.
            tables: Where.
            which: At which of these tables.

        Raises:
            StrategyError: If that ends the duel.
        """
        games = tuple(self.games[int(tables.matches[table])] for table in which)
        failure = replace(_failure(self.settings, self.outside.side, error.fault), games=games, turn=tables.turn + 1)
        if not self.settings.forfeits:
            raise failure.error
        self.noted.append(failure)
        if error.is_over:
            _loaded(self.outside)

    def _worths(self, tables: Tables, positions: Positions) -> tuple[Worths, Truths]:
        """Return the worths of entries, and where they are told; elsewhere they are 0."""
        shape = (len(positions), positions.columns, len(OUTCOMES))
        try:
            worths = self._told(positions, shape)
        except OutsideError as error:
            self.fails(error, tables, range(len(positions)))
            return np.zeros(shape), np.zeros(len(positions), bool)
        matter = positions.free[:, 0].transpose(0, 2, 1)[:, :, OUTCOME_ROWS]
        with np.errstate(invalid="ignore"):
            are_told = np.asarray(((np.abs(worths) < MOST_WORTH) | ~matter).all(axis=(1, 2)))
        if not are_told.all():
            what = f"says that an entry is worth no number between −{MOST_WORTH:g} and {MOST_WORTH:g}"
            fault = Fault(FailureKind.NONSENSE, what)
            self.fails(OutsideError(fault, is_over=False), tables, np.flatnonzero(~are_told).tolist())
        return np.where(matter & are_told[:, None, None], worths, 0), are_told

    def _told(self, positions: Positions, shape: tuple[int, ...]) -> Worths:
        seconds = self.settings.limits.seconds_a_move * len(positions)
        question = Weigh(
            batch=self.games[0],
            count=len(positions),
            free=positions.free.tobytes(),
            sums=positions.sums.tobytes(),
        )
        self.outside.ask(question, seconds)
        try:
            return np.frombuffer(self.outside.bytes_after(seconds)).reshape(shape)
        except ValueError:
            raise OutsideError(TAMPERED, is_over=True) from None


@dataclass(frozen=True, slots=True, eq=False)
class _Told:
    """A strategy whose worths are known already."""

    worths: Worths

    def entry_worths(self, _: Positions, /) -> Worths:
        return self.worths


def _loaded(outside: Outside) -> Manner:
    try:
        return Manner(outside.load())
    except OutsideError as error:
        raise _failure(outside.settings, outside.side, error.fault).error from None


def _failure(settings: DuelSettings, side: int, fault: Fault) -> Failure:
    return Failure(strategy=settings.labels[side], side=side, fault=fault, seed=settings.seed)
