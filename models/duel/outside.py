"""A strategy from outside plays a side: it runs in a process of its own, and is waited for no longer than agreed."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.duel import loaded
from models.duel.errors import Failure, FaultError, StrategyExitedError, StrategyHungError, StrategyNonsenseError
from models.duel.settings import DuelSettings
from models.spread import end_with, started_quietly
from scoring.dice import DICE_COUNT, Face
from scoring.strategy.entry_worths import choices_among, open_entries, where_free
from scoring.strategy.matches import ENTERS, FREE, GIVES_UP, ChoicesPlan, Decisions, Lying, MatchPlayer, Plan, Tables
from scoring.strategy.outcomes import MULTISETS, NUMBER_OF, OUTCOMES
from scoring.strategy.outside import Position, SheetRows
from scoring.strategy.position import Positions

BYTES_A_GB = 10**9
MOST_WORTH = 1e8
"""Beyond, what cannot be entered would be worth more than what can (`scoring.strategy.entry_worths.NEVER`)."""


@dataclass(slots=True)
class StrategyProcess:
    """The process of a strategy from outside; `load` starts it."""

    settings: DuelSettings  # Of the duel
    side: int  # Of it, 0 or 1
    _pool: ProcessPoolExecutor | None = None
    _number: int = 0

    @property
    def is_over(self) -> bool:
        """Tell whether it is of no more use."""
        return self._pool is None

    def load(self) -> loaded.Manner:
        """Start it, anew if it runs; return how the strategy plays.

        Raises:
            FaultError: If it cannot be loaded.
        """
        self.end()
        multiprocessing.current_process().daemon = False  # as a worker of Dask is, which may have no process of its own
        context, ours = multiprocessing.get_context("spawn"), (os.getpid(), signal.SIGKILL)
        with started_quietly():
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=end_with, initargs=ours)
        memory = int(self.settings.limits.memory_gb * BYTES_A_GB)
        seconds, option = self.settings.limits.seconds_to_load, "--seconds-to-load"
        self._number = self.answer(self.asked(loaded.begin, memory), seconds, option)
        manner: loaded.Manner = self.answer(self.asked(loaded.load, self.settings, self.side), seconds, option)
        return manner

    def asked(self, work: Callable[..., Any], *question: Any) -> Future[Any]:
        """Ask it something; it answers one question after the other. Of one that has ended, the answer is that."""
        assert self._pool is not None
        try:
            with started_quietly():
                return self._pool.submit(work, *question)
        except BrokenProcessPool as broken:
            failed: Future[Any] = Future()
            failed.set_exception(broken)
            return failed

    def answer(self, future: Future[Any], seconds: float, option: str = "--seconds-a-move") -> Any:
        """Return the answer, waited for so long; who wants to give it more time is told to use the option.

        Raises:
            FaultError: If it does anything else but answer.
        """
        try:
            return future.result(seconds)
        except TimeoutError:
            self.end()
            what = f"has not answered for {seconds:g} s; {option} gives it longer"
            raise FaultError(StrategyHungError, what) from None
        except BrokenProcessPool:
            self.end()
            what = "ended its process, or the system did (as when memory runs out)"
            raise FaultError(StrategyExitedError, what) from None

    def end(self) -> None:
        """End it, and what it has started in its group."""
        if self._pool is None:
            return
        pool, self._pool = self._pool, None
        with contextlib.suppress(ProcessLookupError):
            if self._number:
                os.killpg(self._number, signal.SIGKILL)
        self._number = 0
        pool.shutdown(cancel_futures=True)


@dataclass(slots=True)
class OutsideSide:
    """A strategy from outside that plays a side."""

    process: StrategyProcess  # It runs in
    manner: loaded.Manner = loaded.Manner.DECIDES  # How it plays
    games: Sequence[int] = ()  # Numbers of the games that are played together now, from 1
    # What it did that none may, where that costs no more than the game
    failures: list[Failure] = field(default_factory=list)

    def load(self) -> OutsideSide:
        """Return it with its process running, anew if it ran.

        Raises:
            StrategyError: If it cannot be loaded.
        """
        try:
            self.manner = self.process.load()
        except FaultError as fault:
            raise self.settings.failure(self.process.side, fault.error, fault.what).raised from None
        return self

    @property
    def settings(self) -> DuelSettings:
        """Return those of the duel."""
        return self.process.settings

    def playing(self, games: Sequence[int]) -> MatchPlayer:
        """Return who plays some games together."""
        self.games = games
        return self

    def turn(self, tables: Tables, /) -> Plan:
        """Return what decides in this turn.

        Raises:
            StrategyError: If it does what none may, and that ends the duel.
        """
        if self.manner is loaded.Manner.DECIDES:
            return AskedPlan(self, tables)
        positions = tables.positions
        worths, are_told = self._worths(tables, positions)
        chosen = choices_among(where_free(worths, positions), served_whenever=self.settings.ruleset.is_served_whenever)
        return WhereTold(ChoicesPlan(chosen), are_told)

    def fails(self, fault: FaultError, tables: Tables, which: Sequence[int]) -> None:
        """Note what it did at some of the tables, and go on if that may be.

        Raises:
            StrategyError: If that ends the duel.
        """
        games = tuple(self.games[int(tables.matches[table])] for table in which)
        failure = self.settings.failure(self.process.side, fault.error, fault.what)
        failure = replace(failure, games=games, turn=tables.turn + 1)
        if not self.settings.forfeits:
            raise failure.raised
        self.failures.append(failure)
        if self.process.is_over:
            self.load()

    def _worths(self, tables: Tables, positions: Positions) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Return the worths of entries that can be made, and where they are told; elsewhere they are 0."""
        seconds = self.settings.limits.seconds_a_move * len(positions)
        try:
            worths = self.process.answer(self.process.asked(loaded.weigh, self.games[0], positions), seconds)
        except FaultError as fault:
            self.fails(fault, tables, range(len(positions)))
            return np.zeros((len(positions), positions.columns, len(OUTCOMES))), np.zeros(len(positions), bool)
        with np.errstate(invalid="ignore"):
            is_worth = np.abs(worths) < MOST_WORTH
        are_told = np.asarray((is_worth | ~open_entries(positions)).all(axis=(1, 2)))
        if not are_told.all():
            what = f"says that an entry is worth no number between −{MOST_WORTH:g} and {MOST_WORTH:g}"
            self.fails(FaultError(StrategyNonsenseError, what), tables, np.flatnonzero(~are_told).tolist())
        return np.where(are_told[:, None, None], worths, 0), are_told


@dataclass(frozen=True, slots=True, eq=False)
class WhereTold:
    """Decides where a strategy told what entries are worth, and gives up elsewhere."""

    plan: Plan  # Decides
    are_told: NDArray[np.bool_]  # Where, bool (N,)

    def decide(self, lying: Lying, /) -> Decisions:
        """Return what is done with the dice."""
        decided = self.plan.decide(lying)
        return replace(decided, holds=np.where(self.are_told[lying.tables], decided.holds, GIVES_UP))


@dataclass(slots=True, eq=False)
class AskedPlan:
    """Decides a turn by asking about every table, one after the other."""

    side: OutsideSide  # That is asked
    tables: Tables  # Where the turn began

    def decide(self, lying: Lying, /) -> Decisions:
        """Return what is done with the dice; a table at which it fails is given up.

        Raises:
            StrategyError: If it does what none may, and that ends the duel.
        """
        count = len(lying.tables)
        rows, columns = np.zeros((2, count), np.intp)
        decisions = Decisions(holds=np.full(count, GIVES_UP), rows=rows, columns=columns)
        waiting = deque(range(count))
        process, seconds = self.side.process, self.side.settings.limits.seconds_a_move
        while waiting:
            # Of a process that ended, what was not answered yet is asked again.
            for future in [process.asked(loaded.decide, *self._question(lying, number)) for number in waiting]:
                number = waiting.popleft()
                try:
                    self._take(process.answer(future, seconds), lying, number, decisions)
                except FaultError as fault:
                    is_over = process.is_over
                    self.side.fails(fault, self.tables, [int(lying.tables[number])])
                    if is_over:
                        break
        return decisions

    def _question(self, lying: Lying, number: int) -> tuple[int, Position]:
        table = int(lying.tables[number])
        mine, theirs = self.tables.cells[table]
        position = Position(
            faces=tuple(Face(face + 1) for face in MULTISETS[lying.hands[number]]),
            throws_left=lying.throws_left,
            is_served=bool(lying.served[number]),
            mine=_rows(mine),
            theirs=_rows(theirs),
            ruleset=self.side.settings.ruleset,
            turn=self.tables.turn + 1,
        )
        return self.side.games[int(self.tables.matches[table])], position

    @staticmethod
    def _take(answer: tuple[int, ...], lying: Lying, number: int, decisions: Decisions) -> None:
        if len(answer) == DICE_COUNT:
            held = [face for face, stays in zip(MULTISETS[lying.hands[number]], answer, strict=True) if stays]
            decisions.holds[number] = NUMBER_OF[tuple(held)]
        else:
            decisions.holds[number] = ENTERS
            decisions.rows[number], decisions.columns[number] = answer


def _rows(cells: NDArray[np.int16]) -> SheetRows:
    return tuple(tuple(None if points == FREE else points for points in row) for row in cells.tolist())
