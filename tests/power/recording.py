"""What a process asked of the disk, call by call, as strace saw it: nothing of the product knows that it is watched.

Only one folder is of interest, and one file beside it in which the process notes what it believes to be safe.

Source: strace(1), "-y" for paths of descriptors, "-xx" for bytes, "--inject" for failing calls.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
ACKS = "acks"
"""Name of the file beside the folder; each line is one more thing that the process was told is saved."""

CHANGES = ("write", "pwrite64", "fsync", "fdatasync", "ftruncate", "openat", "rename", "unlink", "mkdir")
REFUSED = ("writev", "pwritev", "pwritev2", "copy_file_range", "sendfile", "fallocate", "renameat", "renameat2", "link")
"""Calls that would change files, too, and that nothing of ours makes: met, they are an error and no blind spot."""

LONGEST = 1 << 26
_LINE = re.compile(r"^(?P<pid>\d+) +(?P<call>\w+)\((?P<args>.*)\) += (?P<result>-?\d+)(?P<rest>.*)$")
_BYTES = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(?P<cut>\.\.\.)?')


class Did(StrEnum):
    MAKE = "made a file"
    MAKE_FOLDER = "made a folder"
    WRITE = "wrote to a file"
    CUT = "cut a file, or let it grow, to a length"
    SYNC = "synced a file"
    SYNC_FOLDER = "synced what was named, renamed and removed in a folder"
    RENAME = "renamed a file"
    REMOVE = "removed a file's name"
    TELL = "was told that so many things are saved"


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    did: Did
    file: int = 0  # its number, whatever its name
    path: str = ""
    new: str = ""  # its name from now on
    at: int = 0  # offset of what is written, or new length, or how many things are saved
    content: bytes = b""


class Call(NamedTuple):
    """One call as strace wrote it down."""

    name: str
    arguments: str
    strings: tuple[bytes, ...]
    result: int
    number: int  # of all calls of this name by this thread, from 1: what ``--inject`` counts by


def why_not() -> str | None:
    """Return why nothing can be recorded here, None where it can."""
    if shutil.which("strace") is None:
        return "strace is not installed (Debian package strace)"
    tried = subprocess.run(["strace", "-o", os.devnull, "true"], capture_output=True, text=True, check=False)
    return None if tried.returncode == 0 else f"strace may not watch processes here: {tried.stderr.strip()[:120]}"


def watched(
    script: Sequence[str], *, inject: Sequence[str] = ()
) -> tuple[tuple[Call, ...], subprocess.CompletedProcess[str]]:
    """Run a Python module with arguments, strace's options making calls fail, and return every call it made."""
    with tempfile.NamedTemporaryFile(suffix=".strace") as trace:
        names = ",".join((*CHANGES, "lseek", "close", *REFUSED))
        strace = ("strace", "-f", "-y", "-xx", "-s", str(LONGEST), "-e", f"trace={names}", "-o", trace.name)
        done = subprocess.run(
            [*strace, *inject, sys.executable, "-m", *script],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"},
        )
        lines = Path(trace.name).read_text(encoding="ascii").splitlines()
    return tuple(_calls(lines)), done


def _calls(lines: Sequence[str]) -> Iterator[Call]:
    counts = Counter[tuple[str, str]]()
    for line in lines:
        if " <unfinished ...>" in line or " resumed>" in line:
            raise ValueError(f"two threads call at once; the order is not known: {line[:200]}")
        found = _LINE.match(line)
        if found is None:
            continue  # a signal, an end
        name, arguments = found["call"], found["args"]
        counts[found["pid"], name] += 1
        strings = tuple(bytes.fromhex(text.replace("\\x", "")) for text, _ in _BYTES.findall(arguments))
        yield Call(name, arguments, strings, int(found["result"]), counts[found["pid"], name])


@dataclass
class _Opened:
    path: str
    file: int | None  # its number; None for a folder
    at: int = 0  # where the next plain write goes
    is_appended: bool = False


class Watch:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.numbers: list[tuple[str, int]] = []  # of each call that made an operation: name and number
        found = [path for path in folder.rglob("*") if path.is_file()]
        self.files = {str(path.relative_to(folder)): number for number, path in enumerate(found)}  # by their names now
        self._sizes = [path.stat().st_size for path in found]  # by their numbers
        self._opened: dict[int, _Opened] = {}
        self._told = 0

    def operations(self, calls: Sequence[Call]) -> tuple[Operation, ...]:
        self._opened.clear()
        pairs = [(operation, call) for call in calls for operation in self._of(call)]
        self.numbers += [(call.name, call.number) for _, call in pairs]
        return tuple(operation for operation, _ in pairs)

    def _of(self, call: Call) -> Iterator[Operation]:
        if call.result < 0:
            return
        if call.name in REFUSED and str(self.folder).encode().hex() in call.arguments.replace("\\x", ""):
            raise ValueError(f"a call that this model does not know: {call.name}")
        match call.name:
            case "openat":
                yield from self._open(call)
            case "close":
                self._opened.pop(_descriptor(call), None)
            case "mkdir" | "rename" | "unlink" if (path := self._path(call.strings[0])) is not None:
                yield self._named(call, path)
            case _:
                yield from self._of_open(call)

    def _named(self, call: Call, path: str) -> Operation:
        if call.name == "mkdir":
            return Operation(did=Did.MAKE_FOLDER, path=path)
        file = self.files.pop(path, None)
        if call.name == "unlink":
            return Operation(did=Did.REMOVE, path=path)
        new = self._path(call.strings[1])
        assert new is not None, "a file left the folder"
        assert file is not None, "a folder was renamed"
        self.files[new] = file
        return Operation(did=Did.RENAME, path=path, new=new)

    def _of_open(self, call: Call) -> Iterator[Operation]:
        opened = self._opened.get(_descriptor(call))
        if opened is None:
            return
        match call.name:
            case "lseek":
                opened.at = call.result
            case "fsync" | "fdatasync":
                is_folder = opened.file is None
                yield Operation(did=Did.SYNC_FOLDER if is_folder else Did.SYNC, path=opened.path, file=opened.file or 0)
            case "ftruncate" if opened.file is not None:
                yield Operation(did=Did.CUT, file=opened.file, at=int(call.arguments.rsplit(", ", 1)[1]))
            case "write" | "pwrite64":
                yield self._write(call, opened)

    def _open(self, call: Call) -> Iterator[Operation]:
        raw = call.strings[0]
        if Path(os.fsdecode(raw)) == self.folder.parent / ACKS:
            self._opened[call.result] = _Opened(ACKS, -1)
            return
        path = self._path(raw)
        if path is None:
            return
        is_new = path not in self.files
        if "O_DIRECTORY" in call.arguments or (is_new and "O_CREAT" not in call.arguments):
            self._opened[call.result] = _Opened(path, None)
            return
        if is_new:
            self.files[path] = len(self._sizes)
            self._sizes.append(0)
        file = self.files[path]
        if is_new or "O_TRUNC" in call.arguments:
            yield Operation(did=Did.MAKE if is_new else Did.CUT, file=file, path=path)
            self._sizes[file] = 0
        self._opened[call.result] = _Opened(path, file, is_appended="O_APPEND" in call.arguments)

    def _write(self, call: Call, opened: _Opened) -> Operation:
        content = call.strings[-1][: call.result]
        if opened.file == -1:
            self._told += content.count(b"\n")
            return Operation(did=Did.TELL, at=self._told)
        assert opened.file is not None
        if call.name == "pwrite64":
            offset = int(call.arguments.rsplit(", ", 1)[1])
        else:
            offset = self._sizes[opened.file] if opened.is_appended else opened.at
            opened.at = offset + len(content)
        self._sizes[opened.file] = max(self._sizes[opened.file], offset + len(content))
        return Operation(did=Did.WRITE, file=opened.file, at=offset, content=content)

    def _path(self, raw: bytes) -> str | None:
        """Return a path below the folder, "" for itself, None for one elsewhere."""
        path = Path(os.fsdecode(raw))
        path = path if path.is_absolute() else ROOT / path
        return None if not path.is_relative_to(self.folder) else str(path.relative_to(self.folder)).removeprefix(".")


def _descriptor(call: Call) -> int:
    found = re.match(r"\d+", call.arguments)
    return -1 if found is None else int(found[0])
