"""Errors of evaluation.

```
EvaluateError
├── TooFewLooksError (ValueError)    held dice of some face were never read twice
└── PlotsMissingError (ImportError)  plots asked for where matplotlib is absent
```
"""

from __future__ import annotations

from collections.abc import Sequence


class EvaluateError(Exception):
    """Root of every error raised by evaluation."""


class TooFewLooksError(EvaluateError, ValueError):
    """Held dice of some face were never read twice."""

    def __init__(self, labels: Sequence[str]) -> None:
        """Name the faces."""
        super().__init__(f"no held die showing {', '.join(labels)} was read twice; play more games")


class PlotsMissingError(EvaluateError, ImportError):
    """Matplotlib is not installed."""

    def __init__(self) -> None:
        """Say what to install."""
        super().__init__("plots need matplotlib; `make evaluate` installs it, or `pip install serviert[evaluate]`")
