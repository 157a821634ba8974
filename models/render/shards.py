"""Drawing a set shard by shard: here, by several processes, or on a cluster; what is finished is left out.

A shard is drawn from its own seeds and written to a file of its own, so it is the same wherever it is drawn. On a
cluster every worker needs this package, the same fonts, and the set's folder under the same path.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from models.render.errors import RenderError

LOCAL = "local"


class Shard(Protocol):
    """A part of a set that is drawn in one go."""

    @property
    def count(self) -> int:
        """Return how many pictures or designs it holds."""

    @property
    def finished_path(self) -> Path:
        """Return the file that is there once it is finished, and not before."""


Kind = TypeVar("Kind", bound=Shard)


class ClusterMissingError(RenderError, ImportError):
    """Dask is not installed."""

    def __init__(self) -> None:
        """Say what to install."""
        super().__init__(
            "--cluster needs Dask; install it with `pip install serviert[cluster]`, "
            "or leave --cluster out to draw with this machine's processes"
        )


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

    Args:
        draw: Draws one shard, writes it, and returns its count; a function of a module, as it travels.
        shards: All of the set.
        jobs: Processes, where they are drawn here.
        cluster: Address of a Dask scheduler, LOCAL for a cluster on this machine, None for plain processes.

    Raises:
        ClusterMissingError: If a cluster is named and Dask is absent.
    """
    from tqdm import tqdm

    left = unfinished(shards)
    total = sum(shard.count for shard in shards)
    drawn = _by_processes(draw, left, jobs) if cluster is None else _on_cluster(draw, left, cluster, jobs)
    with tqdm(total=total, initial=total - sum(shard.count for shard in left)) as bar:
        for count in drawn:
            bar.update(count)


def _by_processes(draw: Callable[[Kind], int], shards: Sequence[Kind], jobs: int) -> Iterator[int]:
    """Draw shards in processes of this machine; yield the count of each."""
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(draw, shards)


def _on_cluster(draw: Callable[[Kind], int], shards: Sequence[Kind], address: str, jobs: int) -> Iterator[int]:
    """Draw shards on a cluster's workers; yield the count of each."""
    try:
        from distributed import Client, LocalCluster, as_completed
    except ImportError as error:
        raise ClusterMissingError from error
    if address == LOCAL:
        with LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None) as cluster:
            yield from _on_cluster(draw, shards, cluster.scheduler_address, jobs)
        return
    with Client(address) as client:
        for future in as_completed(client.map(draw, shards, pure=False)):
            yield future.result()
