"""Tasks spread over processes of this machine or over a Dask cluster; both are a `concurrent.futures.Executor`.

Dask is optional; every worker of a cluster needs this package.

```
WorkError
├── ProcessLostError (ChildProcessError)  a process of this machine ended amid its work
├── TaskFailedError (RuntimeError)        a task raised what cannot be sent here
├── ClusterMissingError (ImportError)     Dask is not installed
└── ClusterError (ConnectionError)        no scheduler answers, it has no workers, or they are gone
```
"""

import contextlib
import ctypes
import functools
import multiprocessing
import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import resource_tracker
from typing import Any, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

LOCAL = "local"
"""Instead of an address: a cluster on this machine."""
CONNECTING_S = 20
AHEAD = 1000
"""So many tasks at most wait or are worked on at a time."""
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_SET_PARENT_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG. Source: prctl(2)."""


class WorkError(Exception):
    """Root of everything this module raises."""


class ProcessLostError(WorkError, ChildProcessError):
    """A process of this machine ended amid its work."""


class TaskFailedError(WorkError, RuntimeError):
    """A task raised what cannot be sent to this process; its words are kept."""


class ClusterMissingError(WorkError, ImportError):
    """Dask is not installed."""


class ClusterError(WorkError, ConnectionError):
    """No scheduler answers, it has no workers, or they are gone."""


def spread(
    work: Callable[[Task], Result], tasks: Iterable[Task], *, jobs: int, cluster: str | None = None
) -> Generator[Result, None, None]:
    """Yield the results of tasks in their order; close the iterator to stop.

    The work is a function of a module: it travels, and so do tasks and results. A cluster is the address of a Dask
    scheduler, or `LOCAL` for one on this machine; None is plain processes, each computing with one thread.

    Raises:
        WorkError: If processes or cluster do not work; else what a task raises is raised.
    """
    waiting = iter(tasks)
    with contextlib.ExitStack() as opened:
        pool = opened.enter_context(executor(jobs) if cluster is None else cluster_executor(cluster, jobs=jobs))
        futures: deque[Future[Result]] = deque()
        while True:
            with started_quietly():
                futures.extend(pool.submit(_told, work, task) for task in islice(waiting, AHEAD - len(futures)))
            if not futures:
                return
            yield _result(futures.popleft(), cluster)


def _told(work: Callable[[Task], Result], task: Task) -> Result:
    """Return the result of a task; an error that cannot be sent, as it makes its own sentence, keeps its words."""
    try:
        return work(task)
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:  # noqa: BLE001 - whatever its constructor or its state raises
            raise TaskFailedError(f"{type(error).__name__}: {error}") from None
        raise


def _result(future: Future[Result], cluster: str | None) -> Result:
    try:
        return future.result()
    except BrokenProcessPool as error:
        sentence = "a process that worked on this ended; if memory ran out, use fewer --jobs, and try again"
        raise ProcessLostError(sentence) from error
    except Exception as error:
        if cluster is not None and (isinstance(error, CancelledError) or type(error).__name__ == "KilledWorker"):
            raise ClusterError(f"the cluster at {cluster} lost what it worked on ({error}); begin again") from error
        raise


@contextlib.contextmanager
def executor(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Open so many processes; left by an error or by Ctrl-C, they are ended amid their work."""
    before = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    with started_quietly():
        ours = (os.getpid(), signal.SIGTERM)
        pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=end_with, initargs=ours)
    try:
        yield pool
    except GeneratorExit:  # nobody wants more results: what is under way may end
        raise
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def end_with(parent: int, how: signal.Signals) -> None:
    """Have this process get a signal when its parent ends, or end if it has; only on Linux."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, int(how))
    if os.getppid() != parent:
        os._exit(1)


@contextlib.contextmanager
def started_quietly() -> Iterator[None]:
    """Have processes that are started meanwhile compute with one thread, and leave Ctrl-C to this one."""
    added = {name: "1" for name in ONE_THREAD if name not in os.environ}
    added |= {"PYTHONWARNINGS": "ignore:resource_tracker"} if "PYTHONWARNINGS" not in os.environ else {}
    os.environ.update(added)
    # If it were started with the first process, it would let Ctrl-C through again. It tidies up after those that are
    # ended amid their work, and needs not say so.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for name in added:
            del os.environ[name]


@contextlib.contextmanager
def cluster_executor(address: str, *, jobs: int, connecting_s: float = CONNECTING_S) -> Iterator[Executor]:
    """Open a Dask cluster: a scheduler's address, such as tcp://host:8786, or `LOCAL` with so many workers.

    Raises:
        ClusterMissingError: If Dask is absent.
        ClusterError: If no scheduler answers, or it has no workers.
    """
    try:
        import distributed
    except ImportError as error:
        raise ClusterMissingError(
            "--cluster needs Dask; install it with `pip install serviert[cluster]`, "
            "or leave --cluster out to work with this machine's processes"
        ) from error
    with contextlib.ExitStack() as opened:
        scheduler: Any = address
        if address == LOCAL:
            local = functools.partial(distributed.LocalCluster, threads_per_worker=1, dashboard_address=None)
            with started_quietly():
                scheduler = opened.enter_context(local(n_workers=jobs))
        try:
            client = opened.enter_context(distributed.Client(scheduler, timeout=connecting_s))
            client.wait_for_workers(1, timeout=connecting_s)
        except (OSError, ValueError, TypeError) as error:  # a time-out is an OSError
            raise ClusterError(
                f"no Dask cluster with a worker answers at {address} ({error}); "
                f"start one with `dask scheduler` and `dask worker`, or give --cluster {LOCAL}"
            ) from error
        pool = client.get_executor(pure=False, retries=0)
        try:
            yield pool
        finally:
            pool.shutdown(wait=False)
