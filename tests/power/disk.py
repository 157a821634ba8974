"""A disk that loses power: what may be on it after the operations so far.

Of what was not synced, any part may be there and any part not, sector by sector and name by name, in any order; a file
may have grown and hold nothing, or rubbish, where it grew. That is more than a journalling file system does, and as
much as POSIX allows.

Source: T. Pillai et al., "All File Systems Are Not Created Equal", OSDI 2014; https://sqlite.org/atomiccommit.html,
sections 2 and 9 (what a disk may do); fsync(2): an entry in a folder needs a sync of its own.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import TypeAlias, assert_never

from tests.power import recording

SECTOR = 512
Contents: TypeAlias = Mapping[str, bytes | None]
"""Files by path; None for a folder."""


class Loss(StrEnum):
    """What becomes of what was not synced."""

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
    since: list[recording.Wrote | recording.Cut] = field(default_factory=list)


class Disk:
    """Takes operations one by one; `after_cut` says what would be found now."""

    def __init__(self) -> None:
        """Begin with an empty folder."""
        self._files: dict[int, _File] = {}
        self._safe_names: dict[str, int | None] = {}
        self._since: list[recording.Made | recording.MadeFolder | recording.Renamed | recording.Removed] = []
        self.told = 0

    def take(self, operation: recording.Operation) -> None:
        """Carry an operation out."""
        match operation:
            case recording.Told():
                self.told = operation.count
            case recording.Made():
                self._files[operation.file] = _File()
                self._since.append(operation)
            case recording.MadeFolder() | recording.Renamed() | recording.Removed():
                self._since.append(operation)
            case recording.Wrote() | recording.Cut():
                file = self._files[operation.file]
                _carry_out(file.now, operation)
                file.since.append(operation)
            case recording.Synced():
                file = self._files[operation.file]
                file.safe, file.since = bytes(file.now), []
            case recording.SyncedFolder():
                self._sync_folder(operation.path)
            case _:
                assert_never(operation)

    def after_cut(self, loss: Loss, rng: random.Random) -> Contents:
        """Return what is on the disk after a power cut now."""
        names = self._names(loss, rng)
        return {
            path: None if file is None else self._content(self._files[file], loss, rng) for path, file in names.items()
        }

    def _names(self, loss: Loss, rng: random.Random) -> dict[str, int | None]:
        names = dict(self._safe_names)
        match loss:
            case Loss.NOTHING:
                kept = self._since
            case Loss.ALL:
                kept = []
            case Loss.ORDERED:
                kept = self._since[: rng.randint(0, len(self._since))]
            case Loss.ANY | Loss.RUBBISH:
                kept = [change for change in self._since if rng.random() < 0.5]
            case _:
                assert_never(loss)
        for change in kept:
            self._apply(names, change)
        return _reachable(names)

    def _apply(
        self,
        names: dict[str, int | None],
        change: recording.Made | recording.MadeFolder | recording.Renamed | recording.Removed,
    ) -> None:
        match change:
            case recording.Made():
                names[change.path] = change.file
            case recording.MadeFolder():
                names[change.path] = None
            case recording.Renamed():
                names[change.new] = self._file_of(change)
                names.pop(change.old, None)
            case recording.Removed():
                names.pop(change.path, None)
            case _:
                assert_never(change)

    def _file_of(self, renamed: recording.Renamed) -> int | None:
        """Return which file was renamed: its making may be lost, and its new name be there."""
        names = dict(self._safe_names)
        for change in self._since:
            if change is renamed:
                return names[renamed.old]
            self._apply(names, change)
        raise AssertionError(renamed)

    def _sync_folder(self, folder: str) -> None:
        left: list[recording.Made | recording.MadeFolder | recording.Renamed | recording.Removed] = []
        for change in self._since:
            if _folder_of(change) == folder:
                self._apply(self._safe_names, change)
            else:
                left.append(change)
        self._since = left

    @staticmethod
    def _content(file: _File, loss: Loss, rng: random.Random) -> bytes:
        match loss:
            case Loss.NOTHING:
                return bytes(file.now)
            case Loss.ALL:
                return file.safe
            case Loss.ORDERED:
                return _stopped(file, rng)
            case Loss.ANY | Loss.RUBBISH:
                return _mixed(file, rng, with_rubbish=loss is Loss.RUBBISH)
            case _:
                assert_never(loss)


def _stopped(file: _File, rng: random.Random) -> bytes:
    """Return a file whose newest writes are missing, the last one that is there perhaps in part."""
    content = bytearray(file.safe)
    count = rng.randint(0, len(file.since))
    for change in file.since[:count]:
        _carry_out(content, change)
    if count < len(file.since) and isinstance(change := file.since[count], recording.Wrote):
        part = rng.randrange(0, len(change.content) + 1, 1 if rng.random() < 0.5 else SECTOR)
        _carry_out(content, recording.Wrote(change.file, change.offset, change.content[:part]))
    return bytes(content)


def _mixed(file: _File, rng: random.Random, *, with_rubbish: bool) -> bytes:
    """Return a file of which every sector is old or new for itself."""
    content = bytearray(file.safe)
    for change in file.since:
        if isinstance(change, recording.Cut):
            if rng.random() < 0.5:
                _carry_out(content, change)
            continue
        for start, end in _sectors(change):
            if rng.random() < 0.5:
                _carry_out(
                    content,
                    recording.Wrote(change.file, start, change.content[start - change.offset : end - change.offset]),
                )
            elif end > len(content) and rng.random() < 0.5:
                filling = rng.randbytes(end - start) if with_rubbish else bytes(end - start)
                _carry_out(content, recording.Wrote(change.file, start, filling))
    return bytes(content)


def _sectors(change: recording.Wrote) -> list[tuple[int, int]]:
    """Return the pieces of a write that a disk writes whole."""
    end = change.offset + len(change.content)
    edges = [change.offset, *range(change.offset // SECTOR * SECTOR + SECTOR, end, SECTOR), end]
    return list(pairwise(edges))


def _carry_out(content: bytearray, change: recording.Wrote | recording.Cut) -> None:
    if isinstance(change, recording.Cut):
        del content[change.length :]
        content.extend(bytes(change.length - len(content)))
        return
    content.extend(bytes(max(0, change.offset - len(content))))
    content[change.offset : change.offset + len(change.content)] = change.content


def _folder_of(change: recording.Made | recording.MadeFolder | recording.Renamed | recording.Removed) -> str:
    path = change.new if isinstance(change, recording.Renamed) else change.path
    return path.rpartition("/")[0]


def _reachable(names: dict[str, int | None]) -> dict[str, int | None]:
    """Return what can be reached: a file in a folder that is not there is not there either."""
    return {
        path: file
        for path, file in names.items()
        if all(path[:at] in names for at, letter in enumerate(path) if letter == "/")
    }
