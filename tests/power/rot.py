"""Rots a folder of games: bits, sectors, pages and whole files, in the log, its write-ahead log, its copy, and both.

What rotted is never to be lost silently: what a copy holds comes back, what is nowhere else is said to be missing.
"""

import os
import random
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from tqdm import tqdm

from firmware.log.schema import PAGE_SIZE
from tests.power import disk, game, laws
from tests.power.scripts import DATA, FOLLOWED_EVERY, play

WAYS = ("a flipped bit", "a sector of rubbish", "zeros", "the end")
LOG, WRITE_AHEAD, COPY = str(DATA), f"{DATA}-wal", f"{DATA}.copy"


def rot_everywhere(*, draws: int, stride: int = 1, seed: int = 1) -> laws.Tally:
    """Rot every page of every file in several ways, and look what the next start makes of it."""
    tally = laws.Tally()
    with tempfile.TemporaryDirectory(prefix="serviert-rot-", dir=laws.QUICK_FOLDER) as name:
        folder = Path(name)
        for saved, contents in _played(folder):
            rotted = islice(_rotted(contents, saved, draws, random.Random(seed)), 0, None, stride)
            for what, found, safe, traced in tqdm(rotted, desc="rot", disable=None):
                place = laws.put_down(folder / "rotten", found)
                tally.note(laws.log_after_rot(place, saved, safe, traced), f"{what}, {saved} records")
    return tally


def _played(folder: Path) -> Iterator[tuple[int, dict[str, bytes | None]]]:
    """Yield folders with their number of records: closed after all games, and killed in the third game."""
    everything = len(game.log())
    for number, (stop, end) in enumerate([(everything, "closed"), (everything - 5, "killed")]):
        root = folder / f"played-{number}" / "root"
        root.mkdir(parents=True)
        _play_apart(root, "0", str(everything // 2), "closed")
        _play_apart(root, str(everything // 2), str(stop), end)
        paths = sorted(root.rglob("*"))
        yield stop, {str(path.relative_to(root)): None if path.is_dir() else path.read_bytes() for path in paths}


def _play_apart(root: Path, *arguments: str) -> None:
    """Play in a process of its own: one that is to be killed would end this one, too."""
    child = os.fork()
    if child == 0:
        try:
            play(root, *arguments)
        finally:
            os._exit(1)  # reached only where playing failed, or was closed
    os.waitpid(child, 0)


def _rotted(
    contents: dict[str, bytes | None], saved: int, draws: int, rng: random.Random
) -> Iterator[tuple[str, disk.Contents, int, int]]:
    """Yield the folder with one file rotten, each in every way, once without that file, and with both files rotten.

    Before it stands what is rotten, after it how many records can still be read, and how many be known of.
    """
    copied = saved if WRITE_AHEAD not in contents else (saved - 1) // FOLLOWED_EVERY * FOLLOWED_EVERY + 1
    for path, content in contents.items():
        if content is None:
            continue
        safe = saved if path not in (LOG, WRITE_AHEAD) else copied
        for way, spoilt in _spoilt(content, draws, rng):
            # Where a write-ahead log ends early it is as a power cut leaves it, and nobody can know better.
            traced = copied if path == WRITE_AHEAD else saved
            yield f"{way} of {path}", _with(contents, {path: spoilt}), safe, traced
    log, copy = (list(_spoilt(contents[path] or b"", draws, rng)) for path in (LOG, COPY))
    rng.shuffle(copy)
    for (way, spoilt), (other_way, other) in zip(log, copy, strict=False):
        yield f"{way} of the log, {other_way} of its copy", _with(contents, {LOG: spoilt, COPY: other}), 0, copied


def _with(contents: disk.Contents, spoilt: disk.Contents) -> disk.Contents:
    """Return a folder with other contents of some files; None for those that are gone."""
    return {path: held for path, held in {**contents, **spoilt}.items() if path not in spoilt or held is not None}


def _spoilt(content: bytes, draws: int, rng: random.Random) -> Iterator[tuple[str, bytes | None]]:
    yield "all", None
    yield "all content", b""
    yield "zeros instead", bytes(len(content))
    for start in range(0, len(content), PAGE_SIZE):
        for way in [way for way in WAYS for _ in range(draws)]:
            yield f"{way} in page {start // PAGE_SIZE + 1}", _with_page(content, start, way, rng)


def _with_page(content: bytes, start: int, way: str, rng: random.Random) -> bytes:
    spoilt, end = bytearray(content), min(start + PAGE_SIZE, len(content))
    match way:
        case "a flipped bit":
            spoilt[rng.randrange(start, end)] ^= 1 << rng.randrange(8)
        case "a sector of rubbish":
            at = start + 512 * rng.randrange(PAGE_SIZE // 512)
            spoilt[at : at + 512] = rng.randbytes(max(0, min(512, len(content) - at)))
        case "zeros":
            spoilt[start:end] = bytes(end - start)
        case _:
            del spoilt[start:]
    return bytes(spoilt)
