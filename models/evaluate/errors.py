"""Errors of evaluation.

```
EvaluateError
├── TruthError (ValueError)          a truth file that is absent, empty or not understood
└── PlotsMissingError (ImportError)  plots asked for where matplotlib is absent
```
"""

from __future__ import annotations


class EvaluateError(Exception):
    """Root of every error raised by evaluation."""


class TruthError(EvaluateError, ValueError):
    """A truth file is absent, empty or not understood."""


class PlotsMissingError(EvaluateError, ImportError):
    """Matplotlib is not installed."""

    def __init__(self) -> None:
        """Say what to install."""
        super().__init__("plots need matplotlib; `make evaluate` installs it, or `pip install serviert[evaluate]`")
