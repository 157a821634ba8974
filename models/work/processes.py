"""Tasks worked by several processes of this machine, their results in the order of the tasks.

Unlike the pools of the standard library it neither waits for ever for a process that was killed, nor leaves one behind
when it is left early, by an error or by Ctrl-C.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import traceback
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from models.work.child import end_with, inherited
from models.work.errors import ProcessLostError, TaskFailedError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from multiprocessing.process import BaseProcess

Task = TypeVar("Task")
Result = TypeVar("Result")

PATIENCE_S = 5.0
"""So long a process may take to end what it has begun elsewhere, before it is killed."""


def by_processes(work: Callable[[Task], Result], tasks: Sequence[Task], *, jobs: int) -> Generator[Result, None, None]:
    """Yield the results of tasks in their order.

    Args:
        work: A function of a module, so that another process finds it.
        tasks: What can be sent to another process.
        jobs: Processes; each computes with one thread unless the environment says otherwise.

    Raises:
        ProcessLostError: If a process ends amid a task.
        TaskFailedError: If a task raises what cannot be sent here; else that itself is raised.
    """
    with contextlib.ExitStack() as crew:
        workers = [_Worker.started(work) for _ in range(min(jobs, len(tasks)))]
        crew.callback(_dismiss, workers)
        waiting = iter(enumerate(tasks))
        done: dict[int, Result] = {}
        for worker in workers:
            worker.begin(next(waiting, None))
        for number in range(len(tasks)):
            while number not in done:
                for worker in _ready(workers):
                    done[worker.number] = worker.result()
                    worker.begin(next(waiting, None))
            yield done.pop(number)


@dataclass(slots=True)
class _Worker(Generic[Task, Result]):
    """A process, and the number of the task it is at; −1 for none."""

    process: BaseProcess
    connection: Connection[Any, Any]
    number: int = -1

    @classmethod
    def started(cls, work: Callable[[Task], Result]) -> _Worker[Task, Result]:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, work, os.getpid()), daemon=True)
        with inherited():
            process.start()
        theirs.close()
        return cls(process, ours)

    def begin(self, task: tuple[int, Task] | None) -> None:
        self.number, what = (-1, None) if task is None else task
        if task is not None:
            with contextlib.suppress(OSError):  # if it is gone, so will be its answer
                self.connection.send((what,))

    def result(self) -> Result:
        try:
            result, error = self.connection.recv()
        except (EOFError, OSError) as gone:
            self.process.join(PATIENCE_S)
            raise ProcessLostError(self.process.exitcode) from gone
        if error is not None:
            raise error
        answer: Result = result
        return answer


def _ready(workers: Sequence[_Worker[Task, Result]]) -> list[_Worker[Task, Result]]:
    """Return those that have finished a task, or are gone; wait for one."""
    busy = {worker.connection: worker for worker in workers if worker.number >= 0}
    return [busy[connection] for connection in wait(list(busy)) if isinstance(connection, Connection)]


def _dismiss(workers: Sequence[_Worker[Any, Any]]) -> None:
    for worker in workers:
        worker.process.terminate()
    for worker in workers:
        worker.connection.close()
        worker.process.join(PATIENCE_S)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        worker.process.close()


# -- in the process ------------------------------------------------------------------------------------------------


def _serve(connection: Connection[Any, Any], work: Callable[[Any], Any], parent: int) -> None:
    """Work tasks until the connection ends."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that what a task has begun elsewhere is ended, too
    end_with(parent, signal.SIGTERM)
    with contextlib.suppress(EOFError, OSError):  # the other side is gone
        while True:
            (task,) = connection.recv()
            connection.send(_outcome(work, task))


def _outcome(work: Callable[[Any], Any], task: Any) -> tuple[Any, Exception | None]:
    """Return the result of a task, or what it raised."""
    try:
        return work(task), None
    except Exception as error:  # noqa: BLE001 - raised again where the result is asked for
        error.add_note(f"in another process:\n{traceback.format_exc()}")
        return None, _sendable(error)


def _sendable(error: Exception) -> Exception:
    """Return an error as it can be sent: one that makes its own sentence cannot be put together again."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001 - whatever its constructor or its state raises
        return TaskFailedError(f"{type(error).__name__}: {error}")
    return error
