"""Analyses in the background, in a thread of its own that gives way to all others: the table never waits for it."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from firmware.analysis.analysed import Analysed, analysed
from firmware.analysis.background import give_way
from firmware.errors import AnalysisError
from firmware.session.state import Phase
from scoring.games.ten_by_ten import GameState

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.log.record import Record
    from firmware.session.state import SessionState
    from scoring.strategy.entry_worths import Strategy

log = logging.getLogger(__name__)


class Progress(StrEnum):
    """How far an analysis is."""

    NONE = "none"  # no game is over
    WORKING = "working"
    FAILED = "failed"
    READY = "ready"


@dataclass(frozen=True, slots=True)
class Answer:
    """What can be said of the newest game now.

    Attributes:
        progress: How far it is.
        game: The game, where it is ready.
        language: Of the display.
    """

    progress: Progress
    game: Analysed | None = None
    language: str = "de"


class Analyst:
    """Analyses each game of Würfelpoker 10×10 once it is over.

    Args:
        evaluator: Loads what says what entries are worth; called once, in the thread.
    """

    def __init__(self, evaluator: Callable[[], Strategy]) -> None:
        """Take the evaluator; nothing is analysed before `start`."""
        self._evaluator = evaluator
        self._due = threading.Event()
        self._is_ending = False
        self._state: SessionState | None = None
        self._done: tuple[tuple[Record, ...], Analysed | None] = ((), None)
        self._thread = threading.Thread(target=self._work, name="analyst", daemon=True)

    def start(self) -> None:
        """Begin to analyse what is watched."""
        self._thread.start()

    def watch(self, state: SessionState) -> None:
        """Take the newest state, and return at once."""
        self._state = state
        if self._is_due(state):
            self._due.set()

    def answer(self) -> Answer:
        """Return what can be said of the newest game now."""
        state = self._state
        if state is None or not _is_over(state):
            return Answer(Progress.NONE)
        records, game = self._done
        if records is not state.records:
            return Answer(Progress.WORKING, language=state.language)
        return Answer(Progress.FAILED if game is None else Progress.READY, game, state.language)

    def close(self) -> None:
        """Stop; a game that is being analysed is given up with the process."""
        self._is_ending = True
        self._due.set()
        if self._thread.is_alive():
            self._thread.join()

    def _is_due(self, state: SessionState) -> bool:
        return _is_over(state) and self._done[0] is not state.records

    def _work(self) -> None:
        give_way()
        while not self._is_ending:
            self._due.wait()
            self._due.clear()
            state = self._state
            if state is not None and self._is_due(state) and not self._is_ending:
                self._done = state.records, self._analysed(state.records)

    def _analysed(self, records: tuple[Record, ...]) -> Analysed | None:
        try:
            return analysed(records, self._evaluator())
        except AnalysisError as error:
            log.warning("%s", error)
        except Exception:  # else no later game would be analysed
            log.exception("A game could not be analysed.")
        return None


def _is_over(state: SessionState) -> bool:
    return state.phase is Phase.GAME_OVER and isinstance(state.game, GameState) and bool(state.game.entries)
