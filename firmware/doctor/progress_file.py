"""How far setting up came: one small file beside the games, written whole or not at all."""

from __future__ import annotations

import json
import logging
import queue
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from firmware.log.whole_file import make_folder, write_whole
from firmware.session.wizard import STEPS, Outcome, Progress, WizardStep
from firmware.settings.config import Config

log = logging.getLogger(__name__)

FORMAT = 1
CLOSE_WAIT_S = 5.0
_S = 1_000_000_000


def progress_file(config: Config) -> Path:
    """Return the file in which it is kept how far setting up came."""
    return config.store.file.parent / "setup.json"


def load(path: Path) -> tuple[Progress, int] | None:
    """Return how far somebody came, and in how many seconds; None where nobody began, or the file says nothing."""
    try:
        return _parsed(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        log.warning("What was set up before cannot be read in %s (%s); setting up begins anew.", path, error)
        return None


def _parsed(plain: dict[str, Any]) -> tuple[Progress, int]:
    """Return what a file of this version says."""
    outcomes = tuple(Outcome(each) for each in plain["outcomes"])
    if plain["format"] != FORMAT or len(outcomes) != len(STEPS):
        raise ValueError(f"it has format {plain['format']} and {len(outcomes)} steps; known are {FORMAT}, {len(STEPS)}")
    progress = Progress(step=WizardStep(plain["step"]), outcomes=outcomes, is_open=plain["is_open"] is True)
    return progress, max(0, int(plain["elapsed_s"]))


class ProgressKeeper:
    """Keeps how far setting up came, in a thread of its own, since a worn card takes seconds.

    The clock stands while the dialog is closed.
    """

    def __init__(self, path: Path, *, elapsed_s: int, clock_ns: Callable[[], int]) -> None:
        """Begin with the clock standing."""
        self._path = path
        self._elapsed_ns = elapsed_s * _S
        self._clock_ns = clock_ns
        self._since_ns: int | None = None
        self._to_write: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def keep(self, progress: Progress, *, is_new: bool) -> int:
        """Have written soon how far setting up came; return how many seconds were needed so far.

        Where setting up begins now, the time is counted anew.
        """
        now_ns = self._clock_ns()
        if self._since_ns is not None:
            self._elapsed_ns += now_ns - self._since_ns
        self._elapsed_ns = 0 if is_new else self._elapsed_ns
        self._since_ns = now_ns if progress.is_open else None
        elapsed_s = round(self._elapsed_ns / _S)
        self._write_soon(progress, elapsed_s)
        return elapsed_s

    def close(self) -> None:
        """Write what is to be written; closing twice does nothing."""
        if self._thread is not None:
            self._to_write.put(None)
            self._thread.join(timeout=CLOSE_WAIT_S)
            self._thread = None

    def _write_soon(self, progress: Progress, elapsed_s: int) -> None:
        plain = {
            "format": FORMAT,
            "step": progress.step.value,
            "outcomes": [each.value for each in progress.outcomes],
            "is_open": progress.is_open,
            "elapsed_s": elapsed_s,
        }
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="setup-file", daemon=True)
            self._thread.start()
        self._to_write.put(f"{json.dumps(plain)}\n".encode())

    def _work(self) -> None:
        while (content := self._to_write.get()) is not None:
            try:
                make_folder(self._path.parent)
                write_whole(self._path, content)
            except OSError as error:
                log.warning("How far setting up came cannot be kept in %s: %s.", self._path, error.strerror or error)
