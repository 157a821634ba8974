"""The referee's side of a strategy from outside: starts its process, asks, waits no longer than agreed, and ends it."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import models
from models.duel.clock import Clock
from models.duel.failure import FailureKind, Fault
from models.duel.messages import Load
from models.duel.strays import MARK, end_strays, fresh_mark
from models.work.child import ONE_THREAD

if TYPE_CHECKING:
    from collections.abc import Mapping

    from models.duel.messages import Decide, Weigh
    from models.duel.settings import DuelSettings

LOOK_S = 0.25
"""So often it is looked whether a strategy still has time, and how much memory it has."""
ENDING_S = 2.0
"""A process that closed its connection has so long to end."""
BYTES_A_GB = 10**9
MOST_BYTES = 2**28
"""An answer is not longer."""
_PAGE_BYTES = resource.getpagesize()
TAMPERED = Fault(FailureKind.NONSENSE, "tampers with its process: what comes from there is no answer")


class OutsideError(Exception):
    """A strategy from outside did what none may.

    Attributes:
        fault: What.
        number: Of the decision it was at, among those asked for together.
        is_over: Whether its process is of no more use.
    """

    def __init__(self, fault: Fault, *, number: int = 0, is_over: bool) -> None:
        """Keep it."""
        super().__init__(fault.what)
        self.fault, self.number, self.is_over = fault, number, is_over


@dataclass(slots=True)
class Outside:
    """A strategy from outside in a process of its own; use it in a ``with``.

    Attributes:
        settings: Of the duel.
        side: Of it, 0 or 1.
    """

    settings: DuelSettings
    side: int
    _process: subprocess.Popen[bytes] | None = None
    _connection: Connection[Any, Any] | None = None
    _clock: Clock | None = None
    _mark: str = ""
    _looked_s: float = 0.0

    def __enter__(self) -> Outside:
        """Return itself; it is started by `load`."""
        return self

    def __exit__(self, *_: object) -> None:
        """End its process, and all that this has started."""
        self.end()

    def load(self) -> str:
        """Start it, anew if it runs; return how it plays.

        Raises:
            OutsideError: If it cannot be loaded.
        """
        self.end()
        self._start()
        module, _, attribute = self.settings.entrants[self.side].partition(":")
        limit_s = self.settings.limits.seconds_to_load
        manner = self.ask(
            Load(
                module=module,
                attribute=attribute,
                folder=self.settings.folder,
                seed=self.settings.seed,
                side=self.side,
                ruleset=self.settings.ruleset,
            ),
            limit_s,
            option="--seconds-to-load",
        )
        return str(manner)

    def ask(self, question: Load | Decide | Weigh, seconds: float, *, option: str = "--seconds-a-move") -> Any:
        """Return the answer.

        Args:
            question: See `models.duel.messages`.
            seconds: So long one decision may take.
            option: Who wants to give it more is told to use that.

        Raises:
            OutsideError: If it does anything else but answer.
        """
        assert self._connection is not None
        assert self._clock is not None
        self._clock.begin(0)
        with contextlib.suppress(OSError):  # if it is gone, so is its answer
            self._connection.send(question)
        answer = self._parsed(self._received(seconds, option))
        if isinstance(answer, dict):
            raise OutsideError(_fault(answer), is_over=False)
        return answer

    def bytes_after(self, seconds: float) -> bytes:
        """Return the bytes that belong to an answer.

        Raises:
            OutsideError: If they do not come.
        """
        return self._received(seconds, "--seconds-a-move")

    def end(self) -> None:
        """End its process, and all that this has started."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            end_strays(self._mark)
        for part in (self._connection, self._clock):
            if part is not None:
                part.close()
        self._process = self._connection = self._clock = None

    def _start(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs, tempfile.TemporaryFile() as file:
            file.truncate(Clock.SIZE)
            self._connection, self._clock = Connection(ours.detach()), Clock(file.fileno())
            passed = (theirs.fileno(), file.fileno())
            memory = int(self.settings.limits.memory_gb * BYTES_A_GB)
            numbers = (*passed, os.getpid(), memory)
            self._mark = fresh_mark()
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "models.duel.player", *map(str, numbers)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=passed,
                env={**_environment(), MARK: self._mark},
                start_new_session=True,  # Ctrl-C is for the referee; and all that the strategy starts is ended with it
            )

    def _received(self, seconds: float, option: str) -> bytes:
        assert self._connection is not None
        assert self._clock is not None
        assert self._process is not None
        while not self._connection.poll(min(LOOK_S, seconds)):
            if self._process.poll() is not None:
                raise self._gone()
            if self._clock.spent_s > seconds:
                fault = Fault(FailureKind.HUNG, f"has not answered for {seconds:g} s; {option} gives it longer")
                raise OutsideError(fault, number=self._clock.number, is_over=True)
            self._require_memory()
        self._require_memory()
        try:
            return self._connection.recv_bytes(MOST_BYTES)
        except (EOFError, OSError):
            raise self._gone() from None

    def _require_memory(self) -> None:
        """Refuse what the process's own limit does not count: memory that it shares, as with files it has mapped."""
        assert self._clock is not None
        assert self._process is not None
        now_s = time.monotonic()
        if now_s - self._looked_s < LOOK_S:
            return
        self._looked_s = now_s
        with contextlib.suppress(OSError, LookupError, ValueError):  # it has ended, or this is not Linux
            pages = int(Path(f"/proc/{self._process.pid}/statm").read_bytes().split()[1])
            if pages * _PAGE_BYTES > self.settings.limits.memory_gb * BYTES_A_GB:
                fault = Fault(FailureKind.MEMORY, "has more memory than it may have; --memory-gb gives it more")
                raise OutsideError(fault, number=self._clock.number, is_over=True)

    def _gone(self) -> OutsideError:
        """Return what its end is told as."""
        assert self._clock is not None
        assert self._process is not None
        number = self._clock.number
        try:
            code = self._process.wait(ENDING_S)
        except subprocess.TimeoutExpired:
            return OutsideError(TAMPERED, number=number, is_over=True)
        if code < 0:
            name = next((known.name for known in signal.Signals if known == -code), f"signal {-code}")
            why = " (as the system does when memory runs out)" if -code == signal.SIGKILL else ""
            return OutsideError(
                Fault(FailureKind.KILLED, f"is gone: its process was ended by {name}{why}"), number=number, is_over=True
            )
        fault = Fault(FailureKind.EXITED, f"ended its process with exit code {code}")
        return OutsideError(fault, number=number, is_over=True)

    def _parsed(self, answer: bytes) -> Any:
        assert self._clock is not None
        try:
            return json.loads(answer)
        except ValueError:
            raise OutsideError(TAMPERED, number=self._clock.number, is_over=True) from None


def _fault(answer: Mapping[str, Any]) -> Fault:
    return Fault(FailureKind(answer["kind"]), str(answer["what"]))


def _environment() -> dict[str, str]:
    """Return an environment in which this package is found, and one thread computes."""
    ours = str(Path(models.__file__).parents[1])
    # Where packages are installed it is found anyway, and put first they might hide parts of the standard library.
    is_installed = ours in (sysconfig.get_path("purelib"), sysconfig.get_path("platlib"))
    path = [*([] if is_installed else [ours]), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**dict.fromkeys(ONE_THREAD, "1"), **os.environ, "PYTHONPATH": os.pathsep.join(path)}
