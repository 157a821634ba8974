"""Drawing a set shard by shard: here, by several processes, or on a cluster; what is finished is left out.

A shard is drawn from its own seeds and written to a file of its own, so it is the same wherever it is drawn. On a
cluster every worker needs this package, the same fonts, and the set's folder under the same path.
"""

import argparse
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from models.spread import LOCAL, spread


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of a set that is drawn in one go."""

    number: int
    numbers: range  # Of its pictures or designs
    finished_path: Path  # Of the file that is there once it is finished, and not before


def shards_of(count: int, size: int, folder: Path, name: str) -> list[Shard]:
    """Return the shards of a set of so many, their files named by their numbers."""
    parts = [range(first, min(first + size, count)) for first in range(0, count, size)]
    return [Shard(number, part, folder / name.format(number)) for number, part in enumerate(parts)]


def write_whole(path: Path, lines: Iterable[str]) -> None:
    """Write lines; what is half written has another name."""
    half = path.with_suffix(".part")
    half.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    half.replace(path)


def set_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what every set takes: seed, folders, and where it is drawn."""
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True, help="folder to write to, outside the repository or ignored")
    parser.add_argument("--shared", type=Path, default=None, help="folder of the shared data, for its textures")
    parser.add_argument("--held-out", action="store_true", help="designs never trained on")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    where = f"a Dask scheduler, tcp://host:8786, or {LOCAL!r} for one of --jobs workers here"
    parser.add_argument("--cluster", default=None, help=where)


def unfinished(shards: Sequence[Shard]) -> list[Shard]:
    """Return the shards that are still to be drawn."""
    return [shard for shard in shards if not shard.finished_path.exists()]


def draw_shards(
    draw: Callable[[Shard], object], shards: Sequence[Shard], *, jobs: int, cluster: str | None = None
) -> None:
    """Draw the shards that are not finished, with a bar that shows how far the whole set is.

    Raises:
        WorkError: If processes or cluster do not work, or Dask is absent where a cluster is named.
    """
    from tqdm import tqdm

    left = unfinished(shards)
    total = sum(len(shard.numbers) for shard in shards)
    with tqdm(total=total, initial=total - sum(len(shard.numbers) for shard in left)) as bar:
        for shard, _ in zip(left, spread(draw, left, jobs=jobs, cluster=cluster), strict=True):
            bar.update(len(shard.numbers))
