"""Studies all games in the background when somebody asks, and rests while dice are read: the table never waits."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.analysis.analyst import Progress
from firmware.analysis.background import give_way
from firmware.analysis.known import Known
from firmware.analysis.study import Study, study
from firmware.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from firmware.analysis.kept_games import KeptGame
    from firmware.log.stored import Place
    from scoring.strategy.entry_worths import Strategy

log = logging.getLogger(__name__)

REST_S = 0.1


@dataclass(frozen=True, slots=True)
class Found:
    """What can be said of all games now.

    Attributes:
        progress: How far the study is.
        looked_at: Games looked at so far.
        study: What they say, where it is ready.
    """

    progress: Progress
    looked_at: int = 0
    study: Study | None = None


class Researcher:
    """Studies all games once somebody asks, and again when there are more.

    Args:
        games: Yields all games, oldest first.
        newest: Tells the place of the newest record: what was studied up to there need not be studied again.
        known: Opens the summaries of games that were studied before.
        evaluator: Loads what says what entries are worth.
        is_busy: Tells whether dice are being read just now.
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
        self._guard = threading.Lock()
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None
        self._studied: tuple[Place, Study | None] | None = None
        self._looked_at = 0

    def ask(self) -> Found:
        """Return what can be said now, and begin to study where there is something new."""
        with self._guard:
            newest = self._newest()
            if self._studied is not None and self._studied[0] == newest:
                found = self._studied[1]
                return Found(Progress.FAILED if found is None else Progress.READY, study=found)
            if self._thread is None and not self._ending.is_set():
                self._looked_at = 0
                self._thread = threading.Thread(target=self._work, args=(newest,), name="researcher", daemon=True)
                self._thread.start()
            return Found(Progress.WORKING, self._looked_at)

    def close(self) -> None:
        """Stop after the game that is looked at."""
        self._ending.set()
        if (thread := self._thread) is not None:
            thread.join()

    def _work(self, newest: Place) -> None:
        give_way()
        found = self._study()
        with self._guard:
            self._studied = newest, found
            self._thread = None

    def _study(self) -> Study | None:
        try:
            summaries, unreadable = self._known().summaries(self._games(), self._evaluator, self._watch)
            is_whole = bool(summaries) and not self._ending.is_set()
            return study(summaries, unreadable=unreadable) if is_whole else None
        except StoreError as error:
            log.warning("The games could not be studied: %s", error)
        except Exception:  # else nobody could ever ask again
            log.exception("The games could not be studied.")
        return None

    def _watch(self, looked_at: int) -> bool:
        self._looked_at = looked_at
        while self._is_busy() and not self._ending.wait(REST_S):
            pass
        return not self._ending.is_set()
