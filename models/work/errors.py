"""Errors of work that is spread over processes and machines.

```
WorkError
├── ProcessLostError (ChildProcessError)  a process of this machine ended amid its work
├── TaskFailedError (RuntimeError)        a task raised what cannot be sent here
├── ClusterMissingError (ImportError)     Dask is not installed
└── ClusterError (ConnectionError)        no scheduler answers, it has no workers, or they are gone
```
"""

from __future__ import annotations


class WorkError(Exception):
    """Root of everything this package raises."""


class ProcessLostError(WorkError, ChildProcessError):
    """A process of this machine ended amid its work."""

    def __init__(self, exit_code: int | None) -> None:
        """Say how it ended."""
        why = f"by signal {-exit_code}" if exit_code is not None and exit_code < 0 else f"with exit code {exit_code}"
        super().__init__(
            f"a process that worked on this ended {why}; if memory ran out (signal 9), use fewer --jobs, and try again"
        )


class TaskFailedError(WorkError, RuntimeError):
    """A task raised what cannot be sent to this process; its words are kept."""


class ClusterMissingError(WorkError, ImportError):
    """Dask is not installed."""

    def __init__(self) -> None:
        """Say what to install."""
        super().__init__(
            "--cluster needs Dask; install it with `pip install serviert[cluster]`, "
            "or leave --cluster out to work with this machine's processes"
        )


class ClusterError(WorkError, ConnectionError):
    """No scheduler answers, it has no workers, or they are gone."""
