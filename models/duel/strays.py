"""Processes that a strategy has started and hidden: in a session of their own, or left behind when it ended.

Each has the environment of the strategy's process, and in it a mark; so Jenkins finds what its builds leave behind.
Elsewhere than on Linux nobody tells what environment a process has, and nothing is found.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
from pathlib import Path

MARK = "SERVIERT_STRATEGY"
"""The variable."""
ROUNDS = 10
"""Who is found may have started others meanwhile; so often is looked again."""
_PROCESSES = Path("/proc")


def fresh_mark() -> str:
    """Return a value of the variable that no other process has."""
    return secrets.token_hex(16)


def end_strays(mark: str) -> None:
    """Kill all processes that have a mark."""
    for _ in range(ROUNDS):
        if not (strays := _marked(mark)):
            return
        for stray in strays:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(stray, signal.SIGKILL)


def _marked(mark: str) -> list[int]:
    wanted, marked = f"{MARK}={mark}".encode(), []
    for path in _PROCESSES.glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended, or belongs to somebody else
            if wanted in (path / "environ").read_bytes().split(b"\0"):
                marked.append(int(path.name))
    return marked
