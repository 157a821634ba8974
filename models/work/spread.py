"""Tasks worked wherever there is room: by this machine's processes, or on a cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from models.work.cluster import on_cluster
from models.work.processes import by_processes

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

Task = TypeVar("Task")
Result = TypeVar("Result")


def spread(
    work: Callable[[Task], Result], tasks: Sequence[Task], *, jobs: int, cluster: str | None = None
) -> Generator[Result, None, None]:
    """Yield the results of tasks in their order; close the iterator to stop.

    Args:
        work: A function of a module, as it travels.
        tasks: They travel, too, and so do their results.
        jobs: Processes, where they are worked here.
        cluster: Address of a Dask scheduler, `models.work.cluster.LOCAL` for a cluster on this machine, None for plain
            processes.

    Raises:
        WorkError: If processes or cluster do not work; see the leaves.
    """
    if cluster is None:
        return by_processes(work, tasks, jobs=jobs)
    return on_cluster(work, tasks, address=cluster, jobs=jobs)
