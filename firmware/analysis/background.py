"""What is reckoned while dice are read, in a thread that gives way: the eye and the companion go first."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from typing import Generic, TypeVar

from firmware.errors import AnalysisError, StoreError

log = logging.getLogger(__name__)

NICE = 10
"""How far such a thread gives way; the eye and the companion do not."""
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
        """Begin nothing before the first `ask`."""
        self.ending = threading.Event()
        self._name = name
        self._guard = threading.Lock()
        self._thread: threading.Thread | None = None
        self._found: tuple[object, Answer | None] | None = None

    def ask(self, about: object, find: Callable[[], Answer | None]) -> tuple[AnalysisProgress, Answer | None]:
        """Return what is known, and begin to find it out where that is nothing yet.

        While what is asked about is the same, so is the answer; None, or an error, is a failure.
        """
        with self._guard:
            if self._found is not None and self._found[0] == about:
                answer = self._found[1]
                return AnalysisProgress.FAILED if answer is None else AnalysisProgress.READY, answer
            if self._thread is None and not self.ending.is_set():
                self._thread = threading.Thread(target=self._work, args=(about, find), name=self._name, daemon=True)
                self._thread.start()
            return AnalysisProgress.WORKING, None

    def close(self) -> None:
        """Stop once what is looked at is done."""
        self.ending.set()
        if (thread := self._thread) is not None:
            thread.join()

    def _work(self, about: object, find: Callable[[], Answer | None]) -> None:
        with suppress(OSError, AttributeError):  # only Linux tells threads apart here; elsewhere it takes its share
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
        answer = self._answer(find)
        with self._guard:
            self._found, self._thread = (about, answer), None

    def _answer(self, find: Callable[[], Answer | None]) -> Answer | None:
        try:
            return find()
        except (AnalysisError, StoreError) as error:
            log.warning("No %s: %s", self._name, error)
        except Exception:  # else nobody could ever ask again
            log.exception("No %s.", self._name)
        return None
