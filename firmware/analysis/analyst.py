"""Analyses in the background: of the game that is over, and of all games once somebody asks.

What is reckoned while dice are read is so in a thread that gives way: the eye and the companion go first.
"""

import logging
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from firmware.analysis.analysed import Analysed, analysed
from firmware.analysis.kept_games import KeptGame
from firmware.analysis.known import Known
from firmware.analysis.study import Study, study
from firmware.errors import AnalysisError, StoreError
from firmware.log.stored import Place
from firmware.session.state import SessionState
from firmware.session.vocabulary import Phase
from scoring.games.ten_by_ten import GameState
from scoring.strategy.entry_worths import Strategy

log = logging.getLogger(__name__)

NICE = 10  # how far such a thread gives way; the eye and the companion do not
REST_S = 0.1
Answer = TypeVar("Answer")


class AnalysisProgress(StrEnum):
    """How far an analysis is."""

    NONE = "none"  # no game is over
    WORKING = "working"
    FAILED = "failed"
    READY = "ready"


class Background(Generic[Answer]):
    """Finds out one thing at a time, and each only once: the table never waits for it."""

    def __init__(self, name: str) -> None:
        """Begin nothing before the first question."""
        self._ending = threading.Event()
        self._name = name
        self._guard = threading.Lock()
        self._thread: threading.Thread | None = None
        self._found: tuple[object, Answer | None] | None = None

    def _ask(self, about: object, find: Callable[[], Answer | None]) -> tuple[AnalysisProgress, Answer | None]:
        """Return what is known, and begin to find it out where that is nothing yet.

        While what is asked about is the same, so is the answer; None, or an error, is a failure.
        """
        with self._guard:
            if self._found is not None and self._found[0] == about:
                answer = self._found[1]
                return AnalysisProgress.FAILED if answer is None else AnalysisProgress.READY, answer
            if self._thread is None and not self._ending.is_set():
                self._thread = threading.Thread(target=self._work, args=(about, find), name=self._name, daemon=True)
                self._thread.start()
            return AnalysisProgress.WORKING, None

    def close(self) -> None:
        """Stop once what is looked at is done."""
        self._ending.set()
        if (thread := self._thread) is not None:
            thread.join()

    def _work(self, about: object, find: Callable[[], Answer | None]) -> None:
        with suppress(OSError, AttributeError):  # only Linux tells threads apart here; elsewhere it takes its share
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
        answer = None
        try:
            answer = find()
        except (AnalysisError, StoreError) as error:
            log.warning("No %s: %s", self._name, error)
        except Exception:  # else nobody could ever ask again
            log.exception("No %s.", self._name)
        with self._guard:
            self._found, self._thread = (about, answer), None


@dataclass(frozen=True, slots=True)
class AnalystAnswer:
    """What can be said of the newest game now."""

    progress: AnalysisProgress  # how far it is
    game: Analysed | None = None  # the game, where it is ready
    language: str = "de"  # of the display


class Analyst(Background[Analysed]):
    """Analyses each game of Würfelpoker 10×10 once it is over."""

    def __init__(self, evaluator: Callable[[], Strategy]) -> None:
        """Take the evaluator; nothing is analysed before a game is over."""
        super().__init__("analysis of the game")
        self._evaluator = evaluator
        self._state: SessionState | None = None

    def watch(self, state: SessionState) -> None:
        """Take the newest state, and return at once."""
        self._state = state
        self.answer()

    def answer(self) -> AnalystAnswer:
        """Return what can be said of the newest game now."""
        state = self._state
        is_ours = state is not None and isinstance(state.game, GameState) and bool(state.game.entries)
        if state is None or state.phase is not Phase.GAME_OVER or not is_ours:
            return AnalystAnswer(AnalysisProgress.NONE)
        records = state.records
        progress, game = self._ask(records, lambda: analysed(records, self._evaluator()))
        return AnalystAnswer(progress, game, state.language)


@dataclass(frozen=True, slots=True)
class Found:
    """What can be said of all games now."""

    progress: AnalysisProgress  # how far the study is
    looked_at: int = 0  # games looked at so far
    study: Study | None = None  # what they say, where it is ready


class Researcher(Background[Study]):
    """Studies all games once somebody asks, and again when there are more; rests while dice are read.

    What was studied up to the newest record need not be studied again.
    """

    def __init__(
        self,
        games: Callable[[], Iterator[KeptGame]],
        *,
        newest: Callable[[], Place],
        known: Callable[[], Known],
        evaluator: Callable[[], Strategy],
        is_busy: Callable[[], bool],
    ) -> None:
        """Take the parts; nothing is read before `ask`."""
        super().__init__("study of all games")
        self._games = games
        self._newest = newest
        self._known = known
        self._evaluator = evaluator
        self._is_busy = is_busy
        self._looked_at = 0

    def ask(self) -> Found:
        """Return what can be said now, and begin to study where there is something new."""
        progress, found = self._ask(self._newest(), self._study)
        return Found(progress, self._looked_at if progress is AnalysisProgress.WORKING else 0, found)

    def _study(self) -> Study | None:
        self._looked_at = 0
        summaries, unreadable = self._known().summaries(self._games(), self._evaluator, self._watch)
        is_whole = bool(summaries) and not self._ending.is_set()
        return study(summaries, unreadable=unreadable) if is_whole else None

    def _watch(self, looked_at: int) -> bool:
        self._looked_at = looked_at
        while self._is_busy() and not self._ending.wait(REST_S):
            pass
        return not self._ending.is_set()
