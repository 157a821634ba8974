"""Programs that hear Ctrl-C, also where the tests themselves run in the background, whose programs are deaf to it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

_HEARS = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"


def hearing_ctrl_c(command: Sequence[str]) -> list[str]:
    """Return a command that does the same, and does not ignore Ctrl-C as it may have inherited it.

    Source:
        POSIX, Shell Command Language, 2.11: what a shell runs in the background ignores the interrupt signal.
    """
    return [sys.executable, "-c", _HEARS, *command]


@contextmanager
def started(command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Run a command in a session of its own, that hears Ctrl-C; whatever is left of it afterwards is killed."""
    with subprocess.Popen(hearing_ctrl_c(command), text=True, start_new_session=True, **options) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
