"""Drawing a set shard by shard: here, by several processes, or on a cluster; what is finished is left out.

A shard is drawn from its own seeds and written to a file of its own, so it is the same wherever it is drawn. On a
cluster every worker needs this package, the same fonts, and the set's folder under the same path.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from models.spread import LOCAL, spread


class Shard(Protocol):
    """A part of a set that is drawn in one go."""

    @property
    def count(self) -> int:
        """Return how many pictures or designs it holds."""

    @property
    def finished_path(self) -> Path:
        """Return the file that is there once it is finished, and not before."""


Kind = TypeVar("Kind", bound=Shard)


def set_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what every set takes: seed, folders, and where it is drawn."""
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True, help="folder to write to, outside the repository or ignored")
    parser.add_argument("--shared", type=Path, default=None, help="folder of the shared data, for its textures")
    parser.add_argument("--held-out", action="store_true", help="designs never trained on")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument(
        "--cluster",
        default=None,
        help=f"a Dask scheduler, tcp://host:8786, or {LOCAL!r} for one of --jobs workers here",
    )


def unfinished(shards: Sequence[Kind]) -> list[Kind]:
    """Return the shards that are still to be drawn."""
    return [shard for shard in shards if not shard.finished_path.exists()]


def draw_shards(draw: Callable[[Kind], int], shards: Sequence[Kind], *, jobs: int, cluster: str | None = None) -> None:
    """Draw the shards that are not finished, with a bar that shows how far the whole set is.

    Raises:
        WorkError: If processes or cluster do not work, or Dask is absent where a cluster is named.
    """
    from tqdm import tqdm

    left = unfinished(shards)
    total = sum(shard.count for shard in shards)
    with tqdm(total=total, initial=total - sum(shard.count for shard in left)) as bar:
        for count in spread(draw, left, jobs=jobs, cluster=cluster):
            bar.update(count)
