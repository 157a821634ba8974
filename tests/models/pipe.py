"""A process that hangs tells by a pipe that it lives, and by its closing that it ended."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE_S = 30.0


def tells_and_pauses(folder):
    with (folder / "pipe").open("wb", 0) as pipe:
        pipe.write(b"alive")
        signal.pause()


def assert_ends_with(program, folder, end):
    """Run a program of which some process tells and pauses, end the program, and see that process end."""
    pipe, given = folder / "pipe", {"stdin": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    os.mkfifo(pipe)
    with subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, **given) as starter, pipe.open("rb") as it:
        assert it.read(5) == b"alive"
        end(starter)
        is_ended, _, _ = select.select([it], [], [], PATIENCE_S)
        assert is_ended
        assert it.read() == b""
