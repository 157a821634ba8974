"""Analyses in the background: of the game that is over, and of all games once somebody asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from firmware.analysis.analysed import Analysed, analysed
from firmware.analysis.background import AnalysisProgress, Background
from firmware.analysis.kept_games import KeptGame
from firmware.analysis.known import Known
from firmware.analysis.study import Study, study
from firmware.log.stored import Place
from firmware.session.state import SessionState
from firmware.session.vocabulary import Phase
from scoring.games.ten_by_ten import GameState
from scoring.strategy.entry_worths import Strategy

REST_S = 0.1


@dataclass(frozen=True, slots=True)
class AnalystAnswer:
    """What can be said of the newest game now."""

    progress: AnalysisProgress  # how far it is
    game: Analysed | None = None  # the game, where it is ready
    language: str = "de"  # of the display


class Analyst:
    """Analyses each game of Würfelpoker 10×10 once it is over."""

    def __init__(self, evaluator: Callable[[], Strategy]) -> None:
        """Take the evaluator; nothing is analysed before a game is over."""
        self._evaluator = evaluator
        self._work: Background[Analysed] = Background("analysis of the game")
        self._state: SessionState | None = None

    def watch(self, state: SessionState) -> None:
        """Take the newest state, and return at once."""
        self._state = state
        self.answer()

    def answer(self) -> AnalystAnswer:
        """Return what can be said of the newest game now."""
        state = self._state
        if state is None or not _is_over(state):
            return AnalystAnswer(AnalysisProgress.NONE)
        records = state.records
        progress, game = self._work.ask(records, lambda: analysed(records, self._evaluator()))
        return AnalystAnswer(progress, game, state.language)

    def close(self) -> None:
        """Stop once the game that is being analysed is done."""
        self._work.close()


def _is_over(state: SessionState) -> bool:
    return state.phase is Phase.GAME_OVER and isinstance(state.game, GameState) and bool(state.game.entries)


@dataclass(frozen=True, slots=True)
class Found:
    """What can be said of all games now."""

    progress: AnalysisProgress  # how far the study is
    looked_at: int = 0  # games looked at so far
    study: Study | None = None  # what they say, where it is ready


class Researcher:
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
        self._games = games
        self._newest = newest
        self._known = known
        self._evaluator = evaluator
        self._is_busy = is_busy
        self._work: Background[Study] = Background("study of all games")
        self._looked_at = 0

    def ask(self) -> Found:
        """Return what can be said now, and begin to study where there is something new."""
        progress, found = self._work.ask(self._newest(), self._study)
        return Found(progress, self._looked_at if progress is AnalysisProgress.WORKING else 0, found)

    def close(self) -> None:
        """Stop after the game that is looked at."""
        self._work.close()

    def _study(self) -> Study | None:
        self._looked_at = 0
        summaries, unreadable = self._known().summaries(self._games(), self._evaluator, self._watch)
        is_whole = bool(summaries) and not self._work.ending.is_set()
        return study(summaries, unreadable=unreadable) if is_whole else None

    def _watch(self, looked_at: int) -> bool:
        self._looked_at = looked_at
        while self._is_busy() and not self._work.ending.wait(REST_S):
            pass
        return not self._work.ending.is_set()
