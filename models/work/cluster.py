"""Tasks worked on a Dask cluster; Dask is optional. Every worker needs this package."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, TypeVar

from models.work.child import inherited
from models.work.errors import ClusterError, ClusterMissingError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

Task = TypeVar("Task")
Result = TypeVar("Result")

LOCAL = "local"
"""Instead of an address: a cluster on this machine."""
CONNECTING_S = 20


def on_cluster(
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    *,
    address: str,
    jobs: int,
    connecting_s: float = CONNECTING_S,
) -> Generator[Result, None, None]:
    """Yield the results of tasks in their order.

    Args:
        work: A function of a module, so that workers find it.
        tasks: What can be sent to them.
        address: Of the scheduler, such as tcp://host:8786, or `LOCAL`.
        jobs: Workers, where the cluster is local.
        connecting_s: So long a scheduler, and then its first worker, is waited for.

    Raises:
        ClusterMissingError: If Dask is absent.
        ClusterError: If no scheduler answers, it has no workers, or they are gone.
    """
    with contextlib.ExitStack() as opened:
        client = _local(jobs, opened) if address == LOCAL else _connected(address, connecting_s, opened)
        futures = client.map(work, tasks, pure=False, retries=0)
        opened.callback(client.cancel, futures)
        for future in futures:
            yield _result(future, address)


def _local(jobs: int, opened: contextlib.ExitStack) -> Any:
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise ClusterMissingError from error
    with inherited():
        cluster = opened.enter_context(LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None))
    return opened.enter_context(Client(cluster))


def _connected(address: str, connecting_s: float, opened: contextlib.ExitStack) -> Any:
    try:
        from distributed import Client
    except ImportError as error:
        raise ClusterMissingError from error
    try:
        client = opened.enter_context(Client(address, timeout=connecting_s))
        client.wait_for_workers(1, timeout=connecting_s)
    except (OSError, ValueError, TypeError) as error:  # a time-out is an OSError
        raise ClusterError(
            f"no Dask cluster with a worker answers at {address} ({error}); "
            f"start one with `dask scheduler` and `dask worker`, or give --cluster {LOCAL}"
        ) from error
    return client


def _result(future: Any, address: str) -> Any:
    from distributed import CancelledError
    from distributed.scheduler import KilledWorker

    try:
        return future.result()
    except (KilledWorker, CancelledError) as error:
        raise ClusterError(f"the cluster at {address} lost what it worked on ({error}); begin again") from error
