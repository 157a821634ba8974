"""What the doctor looks with: the system's files under one root, its commands, its disks, its clock; what it finds."""

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path

from firmware.log.wall_clock import claimed_s
from vision.read.load import load_board_reader
from vision.read.reader import Reader, ReaderPolicy

COMMAND_S = 3.0
MOST_CHARACTERS = 4096
WRITES = 12
WRITE_BYTES = 4096
LONGEST_WRITING_S = 3.0


class Health(StrEnum):
    """How a part is."""

    GOOD = "ok"
    SKIPPED = "skip"  # nothing of it can be looked at here, and why
    DOUBTFUL = "mind"  # works, but not as well as it could
    FAILED = "FAIL"  # the companion cannot do its work so


@dataclass(frozen=True, slots=True)
class Finding:
    """One part, how it is, and what to do."""

    health: Health
    part: str
    sentence: str


good = partial(Finding, Health.GOOD)
doubtful = partial(Finding, Health.DOUBTFUL)
failed = partial(Finding, Health.FAILED)
skipped = partial(Finding, Health.SKIPPED)


def listed(findings: Sequence[Finding]) -> str:
    """Return findings as people read them, a line each."""
    width = max(len(finding.part) for finding in findings)
    return "\n".join(f"{each.health.value:>4}  {each.part:<{width}}  {each.sentence}" for each in findings)


def said_by(command: Sequence[str]) -> str | None:
    """Return what a command prints, None where there is no such command, it fails or hangs."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=COMMAND_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode(errors="replace") if done.returncode == 0 else None


def writes_in(folder: Path) -> tuple[float, ...]:
    """Return how long each of some small writes takes until it is on the disk, s; nothing is left behind.

    Raises:
        OSError: If nothing can be written there.
    """
    spent: list[float] = []
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        began = time.perf_counter()
        while len(spent) < WRITES and time.perf_counter() - began < LONGEST_WRITING_S:
            start = time.perf_counter()
            file.write(os.urandom(WRITE_BYTES))
            os.fsync(file.fileno())
            spent.append(time.perf_counter() - start)
    return tuple(spent)


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruments:
    """What the doctor looks with; tests give it recorded files and words instead. Paths are below the root."""

    root: Path = Path("/")
    run: Callable[[Sequence[str]], str | None] = said_by
    load: Callable[[ReaderPolicy], Reader] = load_board_reader
    room: Callable[[Path], os.statvfs_result] = os.statvfs  # of the disk of a folder
    writes: Callable[[Path], tuple[float, ...]] = writes_in
    now_s: Callable[[], float] = claimed_s  # seconds since 1970

    def text(self, path: Path | str) -> str | None:
        """Return the beginning of a file of the system, None where it cannot be read; it may hold anything."""
        try:
            with (self.root / path).open("rb") as file:
                return file.read(MOST_CHARACTERS).decode(errors="replace").strip("\0 \t\r\n")
        except OSError:
            return None

    def whole_text(self, path: Path | str) -> str | None:
        """Return a whole file of the system, None where it cannot be read."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="surrogateescape")
        except OSError:
            return None

    def number(self, path: Path | str) -> int | None:
        """Return the number a file of the system holds, None where there is none."""
        try:
            return int(self.text(path) or "", 10)
        except ValueError:
            return None
