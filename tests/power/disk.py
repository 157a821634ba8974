"""A disk that loses power: what may be on it after the operations so far.

Of what was not synced, any part may be there, sector by sector and name by name, in any order; a file may have grown,
and hold nothing, or rubbish, where it grew. That is as much as POSIX allows.

Source: T. Pillai et al., "All File Systems Are Not Created Equal", OSDI 2014; https://sqlite.org/atomiccommit.html,
sections 2 and 9 (what a disk may do); fsync(2): an entry in a folder needs a sync of its own.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise, takewhile
from typing import TypeAlias

from tests.power.recording import Did, Operation

SECTOR = 512
Contents: TypeAlias = Mapping[str, bytes | None]
"""Files by path; None for a folder."""


class Loss(StrEnum):
    NOTHING = "nothing is lost: the process was killed"
    ALL = "all that was not synced is lost"
    ORDERED = "the disk stopped somewhere on the way, in the order of the writes"
    ANY = "any sector and any name, old or new, in any order"
    RUBBISH = "the same, and rubbish where a file grew"


@dataclass
class _File:
    """A file: as it is, as it was synced, and what was written since."""

    now: bytearray = field(default_factory=bytearray)
    safe: bytes = b""
    since: list[Operation] = field(default_factory=list)


class Disk:
    """Takes operations one by one; `after_cut` says what would be found now."""

    def __init__(self) -> None:
        """Begin with an empty folder."""
        self._files: dict[int, _File] = {}
        self._safe_names: dict[str, int | None] = {}
        self._since: list[Operation] = []  # of names
        self.told = 0

    def take(self, operation: Operation) -> None:
        match operation.did:
            case Did.TELL:
                self.told = operation.at
            case Did.WRITE | Did.CUT:
                file = self._files[operation.file]
                _carry_out(file.now, operation)
                file.since.append(operation)
            case Did.SYNC:
                file = self._files[operation.file]
                file.safe, file.since = bytes(file.now), []
            case Did.SYNC_FOLDER:
                safe = [each for each in self._since if (each.new or each.path).rpartition("/")[0] == operation.path]
                for change in safe:
                    self._apply(self._safe_names, change)
                self._since = [change for change in self._since if change not in safe]
            case _:
                if operation.did is Did.MAKE:
                    self._files[operation.file] = _File()
                self._since.append(operation)

    def after_cut(self, loss: Loss, rng: random.Random) -> Contents:
        names, kept = dict(self._safe_names), self._since
        match loss:
            case Loss.ALL:
                kept = []
            case Loss.ORDERED:
                kept = kept[: rng.randint(0, len(kept))]
            case Loss.ANY | Loss.RUBBISH:
                kept = [change for change in kept if rng.random() < 0.5]
        for change in kept:
            self._apply(names, change)
        return {
            path: None if file is None else _content(self._files[file], loss, rng)
            for path, file in names.items()
            # A file in a folder that is not there is not there either.
            if all(path[:at] in names for at, letter in enumerate(path) if letter == "/")
        }

    def _apply(self, names: dict[str, int | None], change: Operation) -> None:
        match change.did:
            case Did.MAKE:
                names[change.path] = change.file
            case Did.MAKE_FOLDER:
                names[change.path] = None
            case Did.RENAME:
                before = dict(self._safe_names)  # which file it is: its making may be lost, and its new name be there
                for each in takewhile(lambda each: each is not change, self._since):
                    self._apply(before, each)
                names[change.new] = before[change.path]
                names.pop(change.path, None)
            case _:
                names.pop(change.path, None)


def _content(file: _File, loss: Loss, rng: random.Random) -> bytes:
    match loss:
        case Loss.NOTHING:
            return bytes(file.now)
        case Loss.ALL:
            return file.safe
        case Loss.ORDERED:
            return _stopped(file, rng)
        case _:
            return _mixed(file, rng, with_rubbish=loss is Loss.RUBBISH)


def _stopped(file: _File, rng: random.Random) -> bytes:
    """Return a file whose newest writes are missing, the last one that is there perhaps in part."""
    content = bytearray(file.safe)
    count = rng.randint(0, len(file.since))
    for change in file.since[:count]:
        _carry_out(content, change)
    if count < len(file.since) and (change := file.since[count]).did is Did.WRITE:
        part = rng.randrange(0, len(change.content) + 1, 1 if rng.random() < 0.5 else SECTOR)
        _write(content, change.at, change.content[:part])
    return bytes(content)


def _mixed(file: _File, rng: random.Random, *, with_rubbish: bool) -> bytes:
    """Return a file of which every sector is old or new for itself."""
    content = bytearray(file.safe)
    for change in file.since:
        if change.did is Did.CUT:
            if rng.random() < 0.5:
                _carry_out(content, change)
            continue
        end = change.at + len(change.content)
        edges = [change.at, *range(change.at // SECTOR * SECTOR + SECTOR, end, SECTOR), end]
        for start, stop in pairwise(edges):
            if rng.random() < 0.5:
                _write(content, start, change.content[start - change.at : stop - change.at])
            elif stop > len(content) and rng.random() < 0.5:
                _write(content, start, rng.randbytes(stop - start) if with_rubbish else bytes(stop - start))
    return bytes(content)


def _carry_out(content: bytearray, change: Operation) -> None:
    if change.did is Did.CUT:
        del content[change.at :]
        content.extend(bytes(change.at - len(content)))
    else:
        _write(content, change.at, change.content)


def _write(content: bytearray, offset: int, written: bytes) -> None:
    content.extend(bytes(max(0, offset - len(content))))
    content[offset : offset + len(written)] = written
