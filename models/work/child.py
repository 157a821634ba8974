"""What a process has from the one that starts it: its threads, whom Ctrl-C is for, and when it ends."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_SET_PARENT_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG. Source: prctl(2)."""


def end_with(parent: int, by: signal.Signals) -> None:
    """Have this process get a signal when its parent ends; elsewhere than on Linux do nothing.

    Args:
        parent: Its process number; if that has ended already, so does this process.
        by: The signal.
    """
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, int(by))
    if os.getppid() != parent:
        sys.exit(1)


@contextlib.contextmanager
def inherited() -> Iterator[None]:
    """Have processes that are started meanwhile compute with one thread, and leave Ctrl-C to this one."""
    added = [name for name in ONE_THREAD if name not in os.environ]
    os.environ.update(dict.fromkeys(added, "1"))
    resource_tracker.ensure_running()  # if it were started with the first process, it would let Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for name in added:
            del os.environ[name]
