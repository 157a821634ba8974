"""Rots a folder of games: bits, sectors and pages, in the log, its write-ahead log and its copies, whole files too.

What rotted is never to be lost silently: what a copy holds comes back, what is nowhere else is said to be missing.
"""

from __future__ import annotations

import os
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from firmware.carve import carve, carve_places
from firmware.log.schema import PAGE_SIZE
from scoring.events import GameAbandoned
from tests.power import game, laws
from tests.power.cuts import quick_folder
from tests.power.disk import Contents
from tests.power.scripts import DATA, play

LOG, WRITE_AHEAD = str(DATA), f"{DATA}-wal"
COPIES = (f"{DATA}.backup-1", f"{DATA}.backup-2")


@dataclass(frozen=True, slots=True)
class Rotten:
    """A folder with something rotten in it.

    Attributes:
        what: What, in words.
        contents: The files.
        safe: So many records can still be read.
        traced: So many records can be known of by what is left.
    """

    what: str
    contents: Contents
    safe: int
    traced: int


@dataclass
class Tally:
    """What the rot came to."""

    folders: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)


def rot_everywhere(
    *, draws: int, stride: int = 1, seed: int = 1, progress: Callable[[int], None] = lambda _: None
) -> Tally:
    """Rot every page of every file in several ways, and look what the next start makes of it.

    Args:
        draws: So many lots for each page and way.
        stride: Take only every so manieth.
        seed: Of chance.
        progress: Told how many folders are done.
    """
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="serviert-rot-", dir=quick_folder()) as name:
        folder = Path(name)
        for saved, contents in _played(folder):
            for rotten in islice(_rotted(contents, saved, draws, random.Random(seed)), 0, None, stride):
                place = folder / "rotten"
                shutil.rmtree(place, ignore_errors=True)
                place.mkdir()
                laws.fill(place, dict(rotten.contents))
                tally.folders += 1
                if wrong := laws.log_after_rot(place, saved, rotten.safe, rotten.traced):
                    tally.wrong[wrong] += 1
                    tally.examples.setdefault(wrong, f"{rotten.what}, {saved} records")
                progress(tally.folders)
    return tally


def _played(folder: Path) -> Iterator[tuple[int, dict[str, bytes | None]]]:
    """Yield folders with their number of records: closed after all games, and killed in the third game."""
    everything = len(game.log())
    for number, (stop, end) in enumerate([(everything, "closed"), (everything - 5, "killed")]):
        root = folder / f"played-{number}" / "root"
        root.mkdir(parents=True)
        _play_apart(root, "0", str(everything // 2), "closed")
        _play_apart(root, str(everything // 2), str(stop), end)
        yield (
            stop,
            {
                str(path.relative_to(root)): None if path.is_dir() else path.read_bytes()
                for path in sorted(root.rglob("*"))
            },
        )


def _play_apart(root: Path, *arguments: str) -> None:
    """Play in a process of its own: one that is to be killed would end this one, too."""
    child = os.fork()
    if child == 0:
        try:
            play(root, *arguments)
        finally:
            os._exit(1)  # reached only where playing failed, or was closed
    os.waitpid(child, 0)


def _rotted(contents: dict[str, bytes | None], saved: int, draws: int, rng: random.Random) -> Iterator[Rotten]:
    """Yield the folder with one file rotten, each in every way, and once without that file."""
    copied = _copied(saved)
    for path, content in contents.items():
        if content is None:
            continue
        for way, spoilt in _spoilt(content, draws, rng):
            others = {each: held for each, held in contents.items() if each != path}
            yield Rotten(
                f"{way} of {path}",
                others if spoilt is None else {**others, path: spoilt},
                safe=saved if path in COPIES else copied,
                traced=_traced(spoilt or b"", copied) if path == WRITE_AHEAD else saved,
            )


def _spoilt(content: bytes, draws: int, rng: random.Random) -> Iterator[tuple[str, bytes | None]]:
    yield "all", None
    yield "all content", b""
    yield "zeros instead", bytes(len(content))
    for start in range(0, len(content), PAGE_SIZE):
        for way, spoil in WAYS.items():
            for _ in range(draws):
                yield f"{way} in page {start // PAGE_SIZE + 1}", spoil(content, start, rng)


def _traced(left: bytes, copied: int) -> int:
    """Return how many records a rotten write-ahead log gives away, but for the last.

    Where it ends early, or its last record is not whole, it is as a power cut leaves it, and nobody can know better.
    """
    places = {*carve_places(b"", left), *(row.place for row in carve(b"", left))}
    return max(copied, *(sequence - 1 for sequence, _ in places), 0)


def _copied(saved: int) -> int:
    """Return how many of the records are in a copy: all to the end of the last game that was put away."""
    log = enumerate(game.log(), start=1)
    ends = [number for number, record in log if isinstance(record.event, GameAbandoned)]
    return max(number for number in ends if number <= saved)


def _flipped(content: bytes, start: int, rng: random.Random) -> bytes:
    spoilt = bytearray(content)
    at = rng.randrange(start, min(start + PAGE_SIZE, len(content)))
    spoilt[at] ^= 1 << rng.randrange(8)
    return bytes(spoilt)


def _sector(content: bytes, start: int, rng: random.Random) -> bytes:
    at = start + 512 * rng.randrange(PAGE_SIZE // 512)
    return content[:at] + rng.randbytes(max(0, min(512, len(content) - at))) + content[at + 512 :]


def _zeros(content: bytes, start: int, _: random.Random) -> bytes:
    end = min(start + PAGE_SIZE, len(content))
    return content[:start] + bytes(end - start) + content[end:]


def _cut_off(content: bytes, start: int, _: random.Random) -> bytes:
    return content[:start]


WAYS: dict[str, Callable[[bytes, int, random.Random], bytes]] = {
    "a flipped bit": _flipped,
    "a sector of rubbish": _sector,
    "zeros": _zeros,
    "the end": _cut_off,
}
