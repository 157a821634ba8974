"""Errors of evaluation.

```
EvaluateError
├── TooFewLooksError (ValueError)    held dice of some face were never read twice
└── PlotsMissingError (ImportError)  plots asked for where matplotlib is absent
```
"""

from __future__ import annotations


class EvaluateError(Exception):
    """Root of every error raised by evaluation."""


class TooFewLooksError(EvaluateError, ValueError):
    """Held dice of some face were never read twice."""


class PlotsMissingError(EvaluateError, ImportError):
    """Matplotlib is not installed."""
