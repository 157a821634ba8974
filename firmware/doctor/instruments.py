"""What the doctor looks with: the system's files under one root, its commands, its disks, its clock."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware.log.wall_clock import claimed_s
from firmware.table.eye_parts import BoardReader
from vision.read.load import load_board_reader
from vision.read.reader import ReaderPolicy

COMMAND_S = 3.0
MOST_CHARACTERS = 4096
WRITES = 12
WRITE_BYTES = 4096
LONGEST_WRITING_S = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """How much room is left on a disk."""

    free_bytes: int
    files: int = 0  # so many it can hold at all, 0 where it has no such limit
    free_files: int = 0  # so many more


def said_by(command: Sequence[str]) -> str | None:
    """Return what a command prints, None where there is no such command, it fails or hangs."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=COMMAND_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode(errors="replace") if done.returncode == 0 else None


def text_of(path: Path) -> str | None:
    """Return the beginning of a file of the system, None where it cannot be read; it may hold anything."""
    try:
        with path.open("rb") as file:
            return file.read(MOST_CHARACTERS).decode(errors="replace").strip("\0 \t\r\n")
    except OSError:
        return None


def text_of_all(path: Path) -> str | None:
    """Return a whole file of the system, None where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return None


def number_of(path: Path) -> int | None:
    """Return the number a file of the system holds, None where there is none."""
    text = text_of(path)
    try:
        return None if text is None else int(text, 10)
    except ValueError:
        return None


def room_in(folder: Path) -> Room:
    """Return how much room is left on the disk of a folder."""
    found = os.statvfs(folder)
    return Room(free_bytes=found.f_bavail * found.f_frsize, files=found.f_files, free_files=found.f_favail)


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
    """What the doctor looks with; tests give it recorded files and words instead."""

    root: Path = Path("/")
    run: Callable[[Sequence[str]], str | None] = said_by
    load: Callable[[ReaderPolicy], BoardReader] = load_board_reader
    room: Callable[[Path], Room] = room_in
    writes: Callable[[Path], tuple[float, ...]] = writes_in
    now_s: Callable[[], float] = claimed_s  # seconds since 1970
