"""Analyses in the background: of the game that is over, and of all games once somebody asks.

What is reckoned while dice are read is so in a thread that gives way: the eye and the companion go first.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Generic, TypeVar

from firmware.analysis.analysed import Analysed, analysed
from firmware.analysis.kept_games import games_of_store
from firmware.analysis.known import Known, evaluator_mark, summaries_of
from firmware.analysis.rollouts import Costs, costs
from firmware.analysis.study import Study, study
from firmware.errors import AnalysisError, StoreError
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.rounds import give_way
from firmware.session.state import SessionState
from firmware.session.vocabulary import Phase
from scoring.games.ten_by_ten import GameState
from scoring.strategy.entry_worths import Strategy

log = logging.getLogger(__name__)

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

    def find_out(self, about: object, find: Callable[[], Answer | None]) -> tuple[AnalysisProgress, Answer | None]:
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
        give_way()
        answer = None
        try:
            answer = find()
        except (AnalysisError, StoreError) as error:
            log.warning("No %s: %s", self._name, error)
        except Exception:  # else nobody could ever ask again
            log.exception("No %s.", self._name)
        with self._guard:
            self._found, self._thread = (about, answer), None


class Analyst(Background[Analysed]):
    """Analyses each game of Würfelpoker 10×10 once it is over; plays on from what was dear until another begins."""

    def __init__(self, evaluator: Callable[[], Strategy]) -> None:
        """Take the evaluator; nothing is analysed before a game is over."""
        super().__init__("analysis of the game")
        self._evaluator = evaluator
        self._costs = Background[Costs]("costs of decisions")
        self._about: object = None  # what game is over

    def answer(self, state: SessionState) -> tuple[AnalysisProgress, Analysed | None]:
        """Return at once how far the analysis of a game that is over is, and the game where it is ready."""
        is_over = state.phase is Phase.GAME_OVER and isinstance(state.game, GameState) and state.game.entries
        self._about = records = state.records if is_over else None
        if records is None:
            return AnalysisProgress.NONE, None
        return self.find_out(records, lambda: self._analysed(records))

    def costs(self, game: Analysed) -> tuple[AnalysisProgress, Costs | None]:
        """Return how far it is known what the costliest decisions of a game cost, and the costs once they are."""
        if (about := self._about) is None:  # another game was begun
            return AnalysisProgress.NONE, None
        return self._costs.find_out(about, lambda: costs(game, self._evaluator(), goes_on=lambda: self._about == about))

    def close(self) -> None:
        """Stop once what is looked at is done."""
        self._about = None
        super().close()
        self._costs.close()

    def _analysed(self, records: Sequence[Record]) -> Analysed:
        game = analysed(records, self._evaluator())
        self.costs(game)  # mostly before anybody asks
        return game


class Researcher(Background[Study]):
    """Studies all games once somebody asks, and again when there are more; rests while dice are read.

    What was studied up to the newest record need not be studied again.
    """

    def __init__(self, store: SqliteStore, evaluator: Callable[[], Strategy], *, is_busy: Callable[[], bool]) -> None:
        """Take the parts; nothing is read before `ask`."""
        super().__init__("study of all games")
        self._store = store
        self._evaluator = evaluator
        self._is_busy = is_busy
        self.looked_at = 0  # so many games, while it works

    def ask(self) -> tuple[AnalysisProgress, Study | None]:
        """Return how far the study is and what it says, and begin to study where there is something new."""
        return self.find_out(self._store.newest, self._study)

    def _study(self) -> Study | None:
        self.looked_at = 0
        known = Known(summaries_of(self._store.path), evaluator_mark(self._evaluator()))
        summaries, unreadable = known.summaries(games_of_store(self._store), self._evaluator, self._watch)
        is_whole = bool(summaries) and not self._ending.is_set()
        return study(summaries, unreadable=unreadable) if is_whole else None

    def _watch(self, looked_at: int) -> bool:
        self.looked_at = looked_at
        while self._is_busy() and not self._ending.wait(REST_S):
            pass
        return not self._ending.is_set()
